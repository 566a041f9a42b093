"""Webhooks of many players, some on hanging servers, and the time from the commit of a message to its call."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Any

from notifications.channels.webhook import service
from notifications.clock import database_now
from notifications.models import Circuit, Message, Webhook
from tests.notifications.calling import eventually
from tests.notifications.receiver import Call, Receiver


def number_of(call: Call) -> int:
    """The number of the message in a call."""
    return int(json.loads(call.body)["data"]["n"])


def arrived(receiver: Receiver) -> dict[int, list[float]]:
    """The arrival times of each message by its number; several where a call was repeated."""
    found: dict[int, list[float]] = {}
    for call in list(receiver.calls):
        found.setdefault(number_of(call), []).append(call.at)
    return found


@dataclass
class Crowd:
    """Sends messages to webhooks, numbers them, and keeps the time of each commit."""

    sent: dict[int, float] = field(default_factory=dict)

    def send(self, webhooks: Iterable[Webhook]) -> list[int]:
        """Send one message to each webhook; returns their numbers."""
        now, numbers, rows = database_now(), [], []
        for webhook in webhooks:
            numbers.append(len(self.sent) + len(numbers))
            rows.append(
                Message(
                    kind=service.TEST, recipient_id=webhook.owner_id, channel=webhook.channel, key=f"k{numbers[-1]}", not_before=now,
                    payload={"webhook": webhook.pk, "n": numbers[-1]},
                )
            )  # fmt: skip
        Message.objects.bulk_create(rows)
        committed = time.monotonic()
        self.sent |= dict.fromkeys(numbers, committed)
        return numbers

    def trickle(self, webhooks: list[Webhook], receiver: Receiver, times: int, pause: float) -> list[float]:
        """Send several messages to each webhook, one per round; returns the seconds until each arrived."""
        numbers: list[int] = []
        for _time in range(times):
            numbers += self.send(webhooks)
            time.sleep(pause)
        eventually(lambda: set(numbers) <= set(arrived(receiver)), "every call arrives")
        found = arrived(receiver)
        return [found[number][0] - self.sent[number] for number in numbers]


def webhooks_at(urls: Iterable[str], owners: list[Any]) -> list[Webhook]:
    """A webhook for each URL, distributed over the owners."""
    made = [
        Webhook(owner=owners[number % len(owners)], url=url, kinds=["your_turn"], secret=service.new_secret())
        for number, url in enumerate(urls)
    ]
    return Webhook.objects.bulk_create(made)


def forgotten(webhooks: list[Webhook]) -> None:
    """Drop the messages to these webhooks and their circuit breakers, so that the next phase starts without history."""
    channels = [webhook.channel for webhook in webhooks]
    Message.objects.filter(channel__in=channels).update(state=Message.State.SUPERSEDED, lease_until=None)
    Circuit.objects.filter(name__in=channels).delete()


def p95(values: list[float]) -> float:
    """The value that 95 of 100 do not exceed."""
    return quantiles(values, n=20)[-1]
