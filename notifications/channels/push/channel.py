"""Web push: a short encrypted message to a browser, by way of the push service of its vendor.

The push service cannot read title or link (RFC 8291). A newer message about the same game replaces an older one that is still queued there
(`Topic`, RFC 8030 section 5.4) and on the screen (`tag`).
"""

import base64
import hashlib
import json
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.db.models import QuerySet
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from notifications import kinds
from notifications.calls.post import Response
from notifications.channels.base import CallingChannel, EndpointSection, Request, Result, Source
from notifications.channels.push import keys
from notifications.delivery.batches import Batch
from notifications.lanes.rules import Rules
from notifications.mail.mail import Mail
from notifications.models import Message, PushDevice

KEPT_FOR = timedelta(days=1)
"""How long a push service keeps a message for a browser that is not running."""


class PushChannel(CallingChannel):
    """The `push` channel; `push:17` is the device of row 17."""

    name = "push"
    title = _("on my devices")
    rules = Rules("push", slots=96, per_host=32, per_person=10, opens_after=5, silence_weighs=1)
    source = Source("notifications_pushdevice", "endpoint", owners="SELECT owner_id FROM notifications_pushdevice")
    model = PushDevice
    address_field = "endpoint"
    export_name = "devices"
    exported = ("name", "endpoint", "created_at")
    removed = "This device was thrown out."
    withdrawn = "The browser has withdrawn its permission."
    server = "The push service"
    final = frozenset({400, 401, 403, 413})

    def usable(self) -> QuerySet[PushDevice]:
        """None on a site without a key pair."""
        return PushDevice.objects.all() if keys.available() else PushDevice.objects.none()

    def section(self, person: Any) -> EndpointSection:
        """The devices, and the button that subscribes this browser."""
        key = keys.public_key() if keys.available() else ""
        return EndpointSection("notifications/_devices.html", {"devices": PushDevice.objects.filter(owner_id=person.pk), "push_key": key})

    def format(self, batch: Batch, mail: Mail) -> Mail:
        """The JSON that the service worker shows: the mail's subject, the kind's title, and the link."""
        (row,) = batch.rows
        recipient = row.recipient
        kind = kinds.get(row.kind)
        with translation.override(recipient.language):
            body = str(kind.title) if kind else ""
        content = {"title": mail.subject, "body": body, "link": mail.link, "tag": topic_of(row)}
        return replace(mail, text=json.dumps(content, ensure_ascii=False), html="", attachments=(), headers={})

    def request(self, batch: Batch, mail: Mail, now: datetime) -> Request:
        device = self.endpoint(batch)
        return Request(device.endpoint, encrypted(device, mail.text.encode()), headers(batch.rows[0], device, now))

    def record(self, batch: Batch, result: Result, now: datetime) -> str:
        """The id that the push service gave the message."""
        super().record(batch, result, now)
        assert isinstance(result.response, Response)
        return result.response.headers.get("location", "")


def headers(row: Message, device: PushDevice, now: datetime) -> dict[str, str]:
    return {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(KEPT_FOR.total_seconds())),
        "Topic": topic_of(row),
        "Urgency": "normal",
        "Authorization": keys.authorization(device.endpoint, now),
    }


def topic_of(row: Message) -> str:
    """A name for the row's thread that reveals nothing about it: 32 characters of base64url, the longest allowed."""
    digest = hashlib.sha256(f"push-topic:{row.recipient_id}:{row.thread or row.key}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


def encrypted(device: PushDevice, content: bytes) -> bytes:
    """The content encrypted for one browser (RFC 8291), with a key pair that is used once."""
    once = ec.generate_private_key(ec.SECP256R1())
    receiver, secret = keys.decoded(device.p256dh), keys.decoded(device.auth)
    return bytes(http_ece.encrypt(content, private_key=once, dh=receiver, auth_secret=secret, version="aes128gcm"))


CHANNEL = PushChannel()
