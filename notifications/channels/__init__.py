"""The ways to reach people. Each channel turns a mail into whatever it speaks, and says clearly what became of it."""

from __future__ import annotations

from notifications.channels.base import Branch, Channel, Refused, Session, Unreachable
from notifications.channels.email import EmailChannel
from notifications.channels.push import PushChannel
from notifications.channels.webhook import WebhookChannel

CHANNELS: dict[str, Channel] = {channel.name: channel for channel in (EmailChannel(), PushChannel(), WebhookChannel())}

MAIL = ("email",)
CALLS = ("push", "webhook")
"""Two lanes of delivery, so that strangers' servers that hang hold up nobody's mail."""

__all__ = ["CALLS", "CHANNELS", "MAIL", "Branch", "Channel", "Refused", "Session", "Unreachable"]
