"""The key pair by which push services know this site (VAPID, RFC 8292).

It follows from the secret key of the site unless `FATE_VAPID_KEY` names one: nothing to set up, and a backup of the secret key is one
of this. Another pair makes every subscription worthless, so whoever replaces the secret key first writes down the old pair's key
(`manage.py vapid`).
"""

from __future__ import annotations

import base64
import re
from datetime import datetime, timedelta
from functools import lru_cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from py_vapid import Vapid02

VALID_FOR = timedelta(hours=12)
"""RFC 8292 allows at most 24 hours."""

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256 (FIPS 186-5): private keys are the numbers below it, without zero."""

_RAW = re.compile(r"[A-Za-z0-9_-]{43}")


class BadKey(ValueError):
    """FATE_VAPID_KEY is not a private key of 43 characters; make one with `manage.py vapid --new`."""


def new_key() -> str:
    """A new private key, 32 bytes in base64url."""
    return _written(ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value)


def private_key() -> str:
    """The key in force; "" on a site that has none, because its secret key ends with the process."""
    if settings.FATE_VAPID_KEY or not settings.SECRET_KEY_IS_LASTING:
        return str(settings.FATE_VAPID_KEY)
    return _derived(settings.SECRET_KEY)


@lru_cache(maxsize=2)
def _derived(secret: str) -> str:
    """384 bits of HKDF-SHA256, taken modulo the order of the curve: the remainder is as good as even."""
    stream = HKDF(algorithm=hashes.SHA256(), length=48, salt=None, info=b"fateapp vapid").derive(secret.encode())
    return _written(int.from_bytes(stream, "big") % (ORDER - 1) + 1)


def _written(number: int) -> str:
    return encoded(number.to_bytes(32, "big"))


def available() -> bool:
    """Whether this site can push at all."""
    return bool(private_key())


def public_key() -> str:
    """What browsers subscribe with: the public point in base64url. Raises `BadKey`."""
    point = _pair(private_key()).public_key
    return encoded(point.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint))


def authorization(endpoint: str, now: datetime) -> str:
    """The header that tells the push service of `endpoint` who we are; made for each call, because it ends. Raises `BadKey`."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int((now + VALID_FOR).timestamp()), "sub": settings.FATE_VAPID_CONTACT}
    return str(_pair(private_key()).sign(claims)["Authorization"])


@lru_cache(maxsize=2)
def _pair(private: str) -> Vapid02:
    if not _RAW.fullmatch(private):
        raise BadKey(BadKey.__doc__)
    return Vapid02.from_raw(private.encode())


def encoded(raw: bytes) -> str:
    """base64url without padding, as all of web push writes it."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes. Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
