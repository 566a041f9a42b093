"""Webhooks of many people, some of whose servers hang, and the time from a message's commit to the call, with and without those."""

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
    """When each message arrived, by its number; more than one moment where it was repeated."""
    found: dict[int, list[float]] = {}
    for call in list(receiver.calls):
        found.setdefault(number_of(call), []).append(call.at)
    return found


@dataclass
class Crowd:
    """Messages to webhooks, numbered one after the other, with the moment at which each was committed."""

    sent: dict[int, float] = field(default_factory=dict)

    def send(self, webhooks: Iterable[Webhook]) -> list[int]:
        """A message to each; returns their numbers."""
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
        """Several messages to each, one round after another; the seconds each took to arrive."""
        numbers: list[int] = []
        for _time in range(times):
            numbers += self.send(webhooks)
            time.sleep(pause)
        eventually(lambda: set(numbers) <= set(arrived(receiver)), "every call arrives")
        found = arrived(receiver)
        return [found[number][0] - self.sent[number] for number in numbers]


def webhooks_at(urls: Iterable[str], owners: list[Any]) -> list[Webhook]:
    """A webhook for each address, dealt out to the owners."""
    made = [
        Webhook(owner=owners[number % len(owners)], url=url, kinds=["your_turn"], secret=service.new_secret())
        for number, url in enumerate(urls)
    ]
    return Webhook.objects.bulk_create(made)


def forgotten(webhooks: list[Webhook]) -> None:
    """Nothing waits for these, and nothing is known of them: the next phase meets them as if for the first time."""
    channels = [webhook.channel for webhook in webhooks]
    Message.objects.filter(channel__in=channels).update(state=Message.State.SUPERSEDED, lease_until=None)
    Circuit.objects.filter(name__in=channels).delete()


def p95(values: list[float]) -> float:
    """The value that 95 of 100 do not exceed."""
    return quantiles(values, n=20)[-1]
