"""Tests of the Celery task: it runs until nothing is due, and stops while the mail server is out of reach."""

from __future__ import annotations

from datetime import datetime

import pytest

from notifications import tasks
from notifications.clock import database_now
from notifications.delivery.deliver import Delivered
from notifications.models import Message
from tests.notifications.cast import Book, MakePlayer
from tests.notifications.sink import Sink


def test_task_delivers_everything_due(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    anna = make_player("anna")
    Message.objects.bulk_create(
        Message(kind="turn", recipient=anna, channel="email", key=str(number), not_before=database_now()) for number in range(150)
    )

    tasks.deliver_messages()
    assert (len(sink.mails), sink.connections) == (150, 2)


@pytest.mark.parametrize(("answers", "rounds"), [([Delivered(found=3, sent=3), Delivered()], 2), ([Delivered(found=3, unreachable=3)], 1)])
def test_task_stops_when_nothing_is_left_or_the_door_is_closed(
    monkeypatch: pytest.MonkeyPatch, db: None, answers: list[Delivered], rounds: int
) -> None:
    asked: list[datetime] = []

    def deliver_due(now: datetime) -> Delivered:
        asked.append(now)
        return answers[len(asked) - 1]

    monkeypatch.setattr("notifications.tasks.deliver.deliver_due", deliver_due)
    tasks.deliver_messages()
    assert len(asked) == rounds
