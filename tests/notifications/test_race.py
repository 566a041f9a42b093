"""Tests of several workers at once with their own connections: each message is sent exactly once."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from notifications.delivery.deliver import deliver_due
from notifications.models import Message
from tests.notifications.cast import NOON, Book, MakePlayer, queue
from tests.notifications.sink import Sink

pytestmark = pytest.mark.django_db(transaction=True)


def deliver_together(workers: int, limit: int) -> list[int]:
    """All workers start at the same moment and run until nothing is due; returns how many mails each of them sent."""
    gate = Barrier(workers)

    def work(_number: int) -> int:
        gate.wait(10)
        count = 0
        try:
            while (done := deliver_due(NOON, limit)).found:
                count += done.sent
        finally:
            connection.close()
        return count

    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(work, range(workers)))


@pytest.mark.parametrize(("workers", "limit"), [(2, 40), (4, 3)])
def test_workers_racing_for_one_batch_send_every_mail_once(
    make_player: MakePlayer, book: Book, sink: Sink, workers: int, limit: int
) -> None:
    for number in range(40):
        queue(make_player(f"player{number}"), "k")

    assert sum(deliver_together(workers, limit)) == 40

    assert Counter(mail["To"] for mail in sink.mails) == {f"player{number}@example.org": 1 for number in range(40)}
    assert set(Message.objects.values_list("state", "attempts")) == {("sent", 1)}


def test_workers_racing_for_one_persons_held_messages_send_one_mail(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    anna = make_player("anna")
    for number in range(20):
        queue(anna, str(number), kind="chat", held="coalesced")

    assert sum(deliver_together(4, 2)) == 20
    assert Counter(Message.objects.values_list("state", flat=True)) == {"sent": 20}
    assert len(sink.mails) == len(set(Message.objects.values_list("message_id", flat=True)))
