"""The encryption keys of a browser for tests of web push: the private ones, and those that it gives to the site."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from notifications.channels.push import service
from notifications.channels.push.keys import encoded
from notifications.models import PushDevice
from tests.notifications.receiver import Call


@dataclass(frozen=True)
class Browser:
    """One browser and its keys."""

    secret: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = b"0123456789abcdef"

    @property
    def p256dh(self) -> str:
        """The public key as `PushSubscription.toJSON()` writes it."""
        return encoded(self.secret.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint))

    def subscribe(self, owner: Any, endpoint: str) -> PushDevice:
        """Subscribe this browser."""
        return service.subscribe(owner, endpoint, self.p256dh, encoded(self.auth), name="Firefox, Linux")

    def read(self, call: Call) -> dict[str, str]:
        """Decrypt a body, which needs the private key."""
        assert call.headers["content-encoding"] == "aes128gcm"
        plain = http_ece.decrypt(call.body, private_key=self.secret, auth_secret=self.auth, version="aes128gcm")
        news: dict[str, str] = json.loads(plain)
        return news
