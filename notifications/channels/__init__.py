"""The ways to reach people. Each channel turns a mail into whatever it speaks, and says clearly what became of it."""

from __future__ import annotations

from notifications.channels.base import Channel, Refused, Session, Unreachable
from notifications.channels.email import EmailChannel

CHANNELS: dict[str, Channel] = {channel.name: channel for channel in (EmailChannel(),)}

__all__ = ["CHANNELS", "Channel", "Refused", "Session", "Unreachable"]
