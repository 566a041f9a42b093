"""The ways to reach people. Each channel turns a mail into whatever it speaks, and says clearly what became of it."""

from __future__ import annotations

from notifications.channels.base import Branch, CallingChannel, Channel, MailingChannel, Refused, Session, Unreachable
from notifications.channels.email import EmailChannel
from notifications.channels.push import PushChannel
from notifications.channels.webhook import WebhookChannel

MAIL = "email"
MAILING: dict[str, MailingChannel] = {MAIL: EmailChannel()}
CALLING: dict[str, CallingChannel] = {channel.name: channel for channel in (PushChannel(), WebhookChannel())}
"""Mails are delivered by `notifications.deliver`, calls by `notifications.lanes`."""

CHANNELS: dict[str, Channel] = {**MAILING, **CALLING}

__all__ = ["CALLING", "CHANNELS", "MAIL", "MAILING", "Branch", "Channel", "Refused", "Session", "Unreachable"]
