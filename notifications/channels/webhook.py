"""Webhooks: news as signed JSON, by the standardwebhooks specification (https://www.standardwebhooks.com).

The body is `{"type", "timestamp", "data"}`: the kind, when it happened, and the ids the recipient knows anyway. The id stays
the same for every attempt, so a receiver can tell a repetition.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from standardwebhooks.webhooks import Webhook as Signer

from notifications.calls import guard
from notifications.calls.post import Answer, NoAnswer, post
from notifications.channels.base import Branch, Refused, Unreachable, number_of
from notifications.letters import Letter
from notifications.mail import Mail
from notifications.models import Message, Webhook
from notifications.sanitise import one_line
from notifications.webhooks import health
from notifications.webhooks.health import Attempt

GONE = 410
AGENT = "fateapp-webhooks/1"


class WebhookChannel:
    """The `webhook` channel; `webhook:17` is the address of row 17."""

    name = "webhook"
    by_preference = False

    def addresses(self, rows: Iterable[Message]) -> dict[int, str]:
        """The addresses of webhooks that still exist, belong to the recipient and are not switched off."""
        wanted = {row.pk: (number_of(row), row.recipient_id) for row in rows}
        if not wanted:
            return {}
        live = Webhook.objects.live().filter(pk__in={pk for pk, _owner in wanted.values()})
        found = {(webhook.pk, webhook.owner_id): webhook.url for webhook in live}
        return {row: found[key] for row, key in wanted.items() if key in found}

    def branches(self, people: Iterable[int]) -> list[Branch]:
        """Every live webhook that is told what its owner is told."""
        live = Webhook.objects.live().filter(owner_id__in=list(people), about="")
        return [Branch(webhook.owner_id, webhook.channel, frozenset(webhook.kinds)) for webhook in live]

    def dress(self, letter: Letter, mail: Mail) -> Mail:
        """The JSON body in place of the text."""
        (row,) = letter.rows
        data = {**row.payload, "title": mail.subject, "link": mail.link}
        content = {"type": row.kind, "timestamp": row.created_at.isoformat(), "data": data}
        return replace(mail, text=json.dumps(content, ensure_ascii=False), html="", attachments=(), headers={})

    def session(self) -> WebhookSession:
        """Each call is a connection of its own."""
        return WebhookSession()


class WebhookSession:
    """The calls of one round; a server that was silent once is not asked again in it."""

    def __init__(self) -> None:
        self._silent: set[str] = set()

    def send(self, letter: Letter, mail: Mail, now: datetime) -> str:
        """Call once and note what came back."""
        if letter.channel in self._silent:
            raise Unreachable("This server did not answer a moment ago.")
        (row,) = letter.rows
        webhook = Webhook.objects.get(pk=number_of(row))
        attempt = self._attempt(webhook, letter, mail, now)
        health.note(webhook, row, attempt, now)
        if attempt.well:
            return ""
        if attempt.status is None and not attempt.forbidden:
            self._silent.add(letter.channel)
        raise Refused(attempt.error, permanent=attempt.forbidden or attempt.status == GONE)

    def _attempt(self, webhook: Webhook, letter: Letter, mail: Mail, now: datetime) -> Attempt:
        began = time.monotonic()
        try:
            answer = post(webhook.url, mail.text.encode(), signed(webhook, letter, mail.text, now))
        except (guard.Forbidden, NoAnswer) as error:
            return Attempt(None, _since(began), "", one_line(str(error), 300), forbidden=isinstance(error, guard.Forbidden))
        return Attempt(answer.status, _since(began), one_line(answer.body[:300].decode("utf-8", "replace"), 300), _fault(answer))

    def close(self) -> None:
        """Nothing stays open."""


def signed(webhook: Webhook, letter: Letter, content: str, now: datetime) -> dict[str, str]:
    """The headers of a call made at `now` (UTC): id, moment and one signature for every valid secret."""
    name = message_name(letter.message_id)
    signatures = [Signer(secret).sign(name, now, content) for secret in webhook.secrets(now)]
    return {
        "Content-Type": "application/json",
        "User-Agent": AGENT,
        "webhook-id": name,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


def message_name(message_id: str) -> str:
    """`<o17.a1b2@host>` → `msg_o17_a1b2`: the same for every attempt, and without the full stop signatures are joined by."""
    return "msg_" + message_id.strip("<>").partition("@")[0].replace(".", "_")


def _since(began: float) -> int:
    return int((time.monotonic() - began) * 1000)


def _fault(answer: Answer) -> str:
    if 200 <= answer.status < 300:
        return ""
    if 300 <= answer.status < 400:
        return f"The server answered {answer.status}; redirections are not followed."
    return f"The server answered {answer.status}."
