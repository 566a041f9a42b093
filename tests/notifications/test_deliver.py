"""Tests of one round of delivery: which messages it sends, drops and leaves for later."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries, Settings

from notifications import outbox
from notifications.channels.base import Unreachable
from notifications.channels.email import channel
from notifications.delivery.deliver import Delivered, deliver_due
from notifications.delivery.results import MAX_ATTEMPTS, MAX_CRASHES, delay
from notifications.models import Message, Preference, Suppression
from tests.notifications.cast import NOON, Book, MakePlayer, queue, states
from tests.notifications.sink import Sink

SECOND = timedelta(seconds=1)


def test_deliver_sends_due_messages_and_keeps_what_it_sent(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    row = queue(make_player("anna"), "a1")

    assert deliver_due(NOON) == Delivered(found=1, sent=1)

    row.refresh_from_db()
    (mail,) = sink.mails
    assert (row.state, row.sent_at, row.attempts, row.lease_until) == ("sent", NOON, 1, None)
    assert mail["Message-ID"] == row.message_id
    assert mail["Subject"] == row.subject == "News a1"
    assert mail.get_body(("plain",)).get_content() == row.text  # type: ignore[union-attr]
    assert mail.get_body(("html",)).get_content() == row.html  # type: ignore[union-attr]
    assert row.text.startswith("⁂ It is a1.\n")


def test_deliver_leaves_what_is_not_due(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    row = queue(make_player("anna"), "a1", not_before=NOON + SECOND)

    assert deliver_due(NOON) == Delivered()
    assert (states(row), sink.connections) == (["queued"], 0)


def test_deliver_drops_what_is_no_longer_true(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    row = queue(make_player("anna"), "a1")
    book.gone.add("a1")

    assert deliver_due(NOON) == Delivered(found=1, superseded=1)
    assert (states(row), sink.mails) == (["superseded"], [])


def test_deliver_leaves_unknown_kinds_for_a_newer_worker(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    row = queue(make_player("anna"), "a1", kind="invented_tomorrow")

    assert deliver_due(NOON) == Delivered()
    assert states(row) == ["queued"]


def test_deliver_respects_that_a_kind_was_switched_off(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    anna, berta = make_player("anna"), make_player("berta")
    rows = [queue(anna, "a1"), queue(berta, "b1")]
    Preference.objects.create(player=anna, kind="turn", channel="email", enabled=False)

    assert deliver_due(NOON) == Delivered(found=2, sent=1, superseded=1)
    assert states(*rows) == ["superseded", "sent"]


@pytest.mark.parametrize("fields", [{"is_bot": True}, {"is_active": False}])
def test_deliver_writes_to_nobody_who_cannot_read(make_player: MakePlayer, book: Book, sink: Sink, fields: dict[str, bool]) -> None:
    row = queue(make_player("anna", **fields), "a1")

    assert deliver_due(NOON) == Delivered(found=1, superseded=1)
    assert states(row) == ["superseded"]


def test_deliver_one_refused_of_twenty_harms_nobody_else(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    rows = [queue(make_player(f"player{number}"), "k") for number in range(20)]
    sink.script["player7@example.org"] = "550 5.1.1 No such user"

    assert deliver_due(NOON) == Delivered(found=20, sent=19, bounced=1)

    assert states(*rows) == ["bounced" if number == 7 else "sent" for number in range(20)]
    assert sink.connections == 1
    rows[7].refresh_from_db()
    assert rows[7].error == "The mail server answered: 550 5.1.1 No such user"
    assert [s.address for s in Suppression.objects.active(NOON)] == ["player7@example.org"]


def test_deliver_writes_no_more_to_an_address_that_bounced(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    anna = make_player("anna")
    Suppression.objects.create(address="ANNA@example.org", until=NOON + timedelta(days=1))
    now, later = queue(anna, "a1"), queue(anna, "a2", not_before=NOON + timedelta(days=2))

    assert deliver_due(NOON) == Delivered(found=1, bounced=1)
    assert deliver_due(NOON + timedelta(days=2)) == Delivered(found=1, sent=1)
    assert states(now, later) == ["bounced", "sent"]


@pytest.mark.parametrize("answer", ["550 5.7.1 Your server is on a list", "data 554 5.6.0 We do not like this text"])
def test_deliver_does_not_block_an_address_for_what_is_our_fault(make_player: MakePlayer, book: Book, sink: Sink, answer: str) -> None:
    row = queue(make_player("anna"), "a1")
    sink.script["anna@example.org"] = answer

    assert deliver_due(NOON) == Delivered(found=1, bounced=1)
    assert (states(row), Suppression.objects.count()) == (["bounced"], 0)


@pytest.mark.parametrize("answer", ["451 4.7.1 Greylisted, come again", "data 452 Disk full"])
def test_deliver_comes_again_after_a_temporary_refusal(make_player: MakePlayer, book: Book, sink: Sink, answer: str) -> None:
    row = queue(make_player("anna"), "a1")
    sink.script["anna@example.org"] = answer

    assert deliver_due(NOON) == Delivered(found=1, later=1)
    row.refresh_from_db()
    first_id = row.message_id
    assert (row.state, row.attempts, row.not_before) == ("queued", 1, NOON + delay(1, row.pk))
    assert row.error == f"The mail server answered: {answer.removeprefix('data ')}"

    del sink.script["anna@example.org"]
    assert deliver_due(row.not_before - SECOND) == Delivered()
    assert deliver_due(row.not_before) == Delivered(found=1, sent=1)
    assert [mail["Message-ID"] for mail in sink.mails] == [first_id]


def test_deliver_gives_up_after_the_last_attempt(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    row = queue(make_player("anna"), "a1", attempts=MAX_ATTEMPTS - 1)
    sink.script["anna@example.org"] = "450 Not now"

    assert deliver_due(NOON) == Delivered(found=1, dead=1)
    row.refresh_from_db()
    assert (row.state, row.error) == ("dead", "The mail server answered: 450 Not now")


def test_delay_grows_from_a_minute_to_six_hours() -> None:
    delays = [delay(attempts, row_id=4) for attempts in range(1, 13)]

    assert timedelta(minutes=1) <= delays[0] < timedelta(seconds=75)
    assert timedelta(hours=6) <= delays[-1] < timedelta(hours=7.5)
    assert delays == sorted(delays)
    assert len({delay(1, row_id) for row_id in range(100)}) == 100


def test_deliver_stalled_and_dropped_conversations_cost_only_their_own_letter(
    make_player: MakePlayer, book: Book, sink: Sink, settings: Settings
) -> None:
    settings.EMAIL_TIMEOUT = 0.3
    rows = [queue(make_player(name), "k") for name in ("anna", "berta", "carla", "dora", "emma")]
    sink.script |= {"berta@example.org": "stall", "dora@example.org": "drop"}

    assert deliver_due(NOON) == Delivered(found=5, sent=3, later=2)

    assert states(*rows) == ["sent", "queued", "sent", "queued", "sent"]
    assert sink.connections == 3
    rows[3].refresh_from_db()
    sink.script.clear()
    assert deliver_due(NOON + timedelta(minutes=2)) == Delivered(found=2, sent=2)
    assert [mail["Message-ID"] for mail in sink.to("dora@example.org")] == [rows[3].message_id] * 2
    assert len(sink.to("berta@example.org")) == 1


def test_deliver_stops_asking_a_server_that_stays_silent(make_player: MakePlayer, book: Book, sink: Sink, settings: Settings) -> None:
    settings.EMAIL_TIMEOUT = 0.2
    rows = [queue(make_player(name), "k") for name in ("anna", "berta", "carla", "dora", "emma")]
    sink.script |= {str(row.recipient.email): "stall" for row in rows}

    assert deliver_due(NOON) == Delivered(found=5, later=2, unreachable=3)
    assert sorted(Message.objects.values_list("attempts", flat=True)) == [0, 0, 0, 1, 1]


def test_deliver_server_down_burns_no_attempts(make_player: MakePlayer, book: Book, settings: Settings) -> None:
    with Sink() as gone:
        port = gone.port
    settings.EMAIL_BACKEND = "notifications.channels.email.smtp.Backend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    rows = [queue(make_player(name), "k") for name in ("anna", "berta", "carla")]

    assert deliver_due(NOON) == Delivered(found=3, unreachable=3)

    found = Message.objects.filter(id__in=[row.pk for row in rows]).values_list("state", "attempts", "not_before")
    assert list(found) == [("queued", 0, NOON + timedelta(minutes=1))] * 3
    assert book.composed == ["k"]


def test_deliver_a_connection_the_server_has_had_enough_of_is_replaced(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    sink.mail_from = ["accept", "421 4.7.0 Too many mails on this connection"]
    rows = [queue(make_player(name), "k") for name in ("anna", "berta", "carla")]

    assert deliver_due(NOON) == Delivered(found=3, sent=3)
    assert (states(*rows), sink.connections, len(sink.mails)) == (["sent"] * 3, 2, 3)


def test_deliver_a_refused_sender_is_nobodys_bounce(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    sink.mail_from = ["530 Authentication required"] * 2
    rows = [queue(make_player(name), "k") for name in ("anna", "berta")]

    assert deliver_due(NOON) == Delivered(found=2, unreachable=2)
    assert states(*rows) == ["queued", "queued"]


def test_deliver_a_crashing_kind_hurts_only_its_own_row(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    rows = [queue(make_player(name), name) for name in ("anna", "berta", "carla")]
    book.broken.add("berta")

    assert deliver_due(NOON) == Delivered(found=3, sent=2, later=1)

    bad = rows[1]
    bad.refresh_from_db()
    assert (states(*rows), bad.crashes) == (["sent", "queued", "sent"], 1)
    assert bad.error.startswith("Composing failed: KeyError in ")
    assert "swords" not in bad.error
    for _attempt in range(MAX_CRASHES - 1):
        bad.refresh_from_db()
        deliver_due(bad.not_before)
    assert (states(bad), book.composed.count("berta")) == (["dead"], MAX_CRASHES)


def test_deliver_a_back_end_that_raises_anything_hurts_only_its_letter(
    make_player: MakePlayer, book: Book, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = channel.EmailSession
    send = session.send

    def sometimes(self: Any, batch: Any, mail: Any, now: Any) -> str:
        if batch.recipient.name == "berta":
            raise RuntimeError("a provider's library")
        return send(self, batch, mail, now)

    monkeypatch.setattr(session, "send", sometimes)
    rows = [queue(make_player(name), name) for name in ("anna", "berta", "carla")]

    assert deliver_due(NOON) == Delivered(found=3, sent=2, later=1)
    assert states(*rows) == ["sent", "queued", "sent"]


def test_deliver_a_broken_frame_hurts_only_its_letter(
    make_player: MakePlayer, book: Book, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    def footer(rows: list[Message], person: Any) -> str:
        if person.name == "anna":
            raise RuntimeError("a template")
        return ""

    monkeypatch.setattr("notifications.mail.layout._unsubscribe", footer)
    rows = [queue(make_player(name), name) for name in ("anna", "berta")]

    assert deliver_due(NOON) == Delivered(found=2, sent=1, later=1)
    assert states(*rows) == ["queued", "sent"]


def test_deliver_a_frozen_worker_that_wakes_up_changes_nothing(
    make_player: MakePlayer, book: Book, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = queue(make_player("anna"), "a1")
    session = channel.EmailSession

    def slow(self: Any, batch: Any, mail: Any, now: Any) -> str:
        Message.objects.filter(id=row.pk).update(attempts=2)  # meanwhile the lease ran out and another worker took it
        return "mine"

    monkeypatch.setattr(session, "send", slow)
    assert deliver_due(NOON) == Delivered(found=1, sent=0)

    row.refresh_from_db()
    assert (row.state, row.attempts, row.provider_id, row.text) == ("sending", 2, "", "")


def test_deliver_hands_back_what_it_has_no_time_for(
    make_player: MakePlayer, book: Book, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notifications.delivery.deliver.BUDGET", -1.0)
    row = queue(make_player("anna"), "a1")

    assert deliver_due(NOON) == Delivered(found=1, later=1)
    row.refresh_from_db()
    assert (row.state, row.attempts, row.not_before) == ("queued", 0, NOON)


def test_deliver_closed_channel_keeps_its_reason(make_player: MakePlayer, book: Book, sink: Sink, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(self: Any, batch: Any, mail: Any, now: Any) -> str:
        raise Unreachable("The mail server cannot be reached: it is Sunday")

    monkeypatch.setattr(channel.EmailSession, "send", closed)
    rows = [queue(make_player(name), name) for name in ("anna", "berta")]
    deliver_due(NOON)

    assert set(Message.objects.filter(id__in=[row.pk for row in rows]).values_list("error", flat=True)) == {
        "The mail server cannot be reached: it is Sunday"
    }


def test_deliver_lost_lease_is_taken_again_alone_and_dies_after_the_last(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    anna = make_player("anna")
    lost = queue(anna, "lost", state="sending", attempts=1, lease_until=NOON - SECOND, message_id="<x@y>")
    held = queue(anna, "held", state="sending", attempts=1, lease_until=NOON + SECOND)
    worst = queue(anna, "worst", state="sending", attempts=5, crashes=MAX_CRASHES - 1, lease_until=NOON - SECOND)

    assert deliver_due(NOON) == Delivered(found=2, sent=1, dead=1)

    assert states(lost, held, worst) == ["sent", "sending", "dead"]
    lost.refresh_from_db()
    assert (lost.attempts, lost.crashes, [mail["Message-ID"] for mail in sink.mails]) == (2, 1, ["<x@y>"])


def test_deliver_suspects_travel_one_by_one_after_everybody_else(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    anna = make_player("anna")
    rows = [queue(anna, "s1", crashes=1), queue(anna, "s2", crashes=1), queue(anna, "fresh")]

    assert [deliver_due(NOON).sent for _round in range(4)] == [1, 1, 1, 0]
    assert book.composed == ["fresh", "s1", "s2"]
    assert states(*rows) == ["sent"] * 3


@pytest.mark.parametrize("count", [1, 30])
def test_deliver_queries_do_not_grow_but_for_the_mark_of_each_mail(
    make_player: MakePlayer, book: Book, sink: Sink, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count):
        queue(make_player(f"player{number}"), "k")

    # savepoint, lost leases, due rows, people, webhooks, preferences, rhythms, suppressions, lease, release; then one mark per mail
    with django_assert_num_queries(10 + count):
        assert deliver_due(NOON).sent == count


def test_send_again_composes_anew_under_the_same_id(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    row = queue(make_player("anna"), "a1")
    deliver_due(NOON)

    assert outbox.send_again(Message.objects.all()) == 1
    row.refresh_from_db()
    assert deliver_due(row.not_before) == Delivered(found=1, sent=1)
    assert len({mail["Message-ID"] for mail in sink.mails}) == 1
    assert len(sink.mails) == 2
