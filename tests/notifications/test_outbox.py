"""Tests of writing to the outbox, with the ORM and with the one statement that other apps use."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.db import connection, transaction
from pytest_django import DjangoCaptureOnCommitCallbacks

from notifications import outbox
from notifications.delivery.deliver import Delivered, deliver_due
from notifications.models import Message
from notifications.outbox import News
from tests.notifications.cast import NOON, Book, MakePlayer
from tests.notifications.sink import Sink


def test_put_same_event_twice_is_one_message(make_player: MakePlayer, book: Book) -> None:
    anna, berta = make_player("anna"), make_player("berta")
    outbox.put("turn", anna.pk, "G1:7", payload={"game": 1}, thread="g1", topic="turn:g1", not_before=NOON)
    outbox.put_many([News("turn", anna.pk, "G1:7", {"game": 2}), News("turn", berta.pk, "G1:7")])

    rows = Message.objects.order_by("id").values_list("recipient", "channel", "key", "payload", "thread", "topic", "state")
    assert list(rows) == [
        (anna.pk, "email", "G1:7", {"game": 1}, "g1", "turn:g1", "queued"),
        (berta.pk, "email", "G1:7", {}, "", "", "queued"),
    ]


def test_put_unknown_kind_is_refused(make_player: MakePlayer) -> None:
    with pytest.raises(LookupError, match="No kind of message is named 'turm'"):
        outbox.put("turm", make_player("anna").pk, "G1:7")


@pytest.mark.django_db(transaction=True)
def test_put_outside_a_transaction_is_refused(make_player: MakePlayer, book: Book) -> None:
    with pytest.raises(RuntimeError, match="inside the transaction of its event"):
        outbox.put("turn", make_player("anna").pk, "G1:7")


def test_insert_by_hand_needs_only_the_named_columns(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    insert = """
        INSERT INTO notifications_message (kind, recipient_id, channel, key, payload, thread, topic, not_before)
        VALUES ('turn', %s, 'email', 'G1:7', %s, 'g1', 'turn:g1', %s) ON CONFLICT (recipient_id, channel, key) DO NOTHING
    """
    anna = make_player("anna")
    with connection.cursor() as cursor:
        for _time in range(2):
            cursor.execute(insert, [anna.pk, json.dumps({"game": 1}), NOON])

    assert deliver_due(NOON) == Delivered(found=1, sent=1)
    (mail,) = sink.mails
    assert mail["References"] == "<thread-g1@localhost.localdomain>"


def test_nudge_wakes_once_per_transaction(
    make_player: MakePlayer, book: Book, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    anna = make_player("anna")
    with django_capture_on_commit_callbacks() as callbacks:
        for number in range(3):
            outbox.put("turn", anna.pk, str(number))
        outbox.signal_after_commit()

    assert len(callbacks) == 1


def test_nudge_survives_the_rollback_of_an_inner_step(
    make_player: MakePlayer, book: Book, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    anna = make_player("anna")

    @transaction.atomic
    def fail() -> None:
        outbox.put("turn", anna.pk, "lost")
        raise ZeroDivisionError

    with django_capture_on_commit_callbacks() as callbacks:
        with pytest.raises(ZeroDivisionError):
            fail()
        outbox.put("turn", anna.pk, "kept")

    assert (len(callbacks), list(Message.objects.values_list("key", flat=True))) == (1, ["kept"])


def test_put_later_is_not_due_before(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    outbox.put("turn", make_player("anna").pk, "1", not_before=NOON)

    assert deliver_due(NOON - timedelta(microseconds=1)) == Delivered()
    assert deliver_due(NOON) == Delivered(found=1, sent=1)
