"""A channel for messages in Telegram, by a bot of the site."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime

from django.conf import settings

from notifications.channels.base import Request
from notifications.channels.endpoints import EndpointChannel
from notifications.delivery.batches import Batch
from notifications.mail.mail import Mail
from tests.notifications.telegram.forms import ChatForm

API = "https://api.telegram.org"


class TelegramChannel(EndpointChannel):
    """The `telegram` channel; `telegram:17` is the chat of row 17."""

    name = "telegram"
    title = "in Telegram"
    heading = "Telegram"
    explanation = "Send /start to the bot of this site; it answers with the number of your chat."
    form = ChatForm
    called = "'https://api.telegram.org/'"
    gone = frozenset({403, 404, 410})

    def problems(self) -> list[str]:
        """A bot is needed."""
        return [] if settings.FATE.get("FATE_TELEGRAM_TOKEN") else ["Set FATE_TELEGRAM_TOKEN to the token of your bot."]

    def format(self, batch: Batch, mail: Mail) -> Mail:
        """Two lines: the subject and the link."""
        return replace(mail, text=f"{mail.subject}\n{mail.link}", html="", attachments=(), headers={})

    def request(self, batch: Batch, mail: Mail, now: datetime) -> Request:
        """A request to the API of bots."""
        body = json.dumps({"chat_id": self.endpoint(batch).address, "text": mail.text})
        return Request(f"{API}/bot{settings.FATE['FATE_TELEGRAM_TOKEN']}/sendMessage", body.encode(), {"Content-Type": "application/json"})


CHANNEL = TelegramChannel()
