"""Tests of held messages, which are coalesced into one mail."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from notifications.delivery.claim import claim
from notifications.delivery.deliver import Delivered, deliver_due
from notifications.models import Message, Preference, Rhythm
from tests.notifications.cast import NOON, Book, MakePlayer, queue, states
from tests.notifications.sink import Sink

MINUTE = timedelta(minutes=1)


def test_coalesced_five_turns_within_the_window_are_one_mail(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    anna = make_player("anna")
    rows = []
    for number in range(5):
        rows.append(queue(anna, f"g{number}", kind="chat", not_before=NOON + 2 * number * MINUTE, thread=f"g{number}"))
        assert deliver_due(NOON + 2 * number * MINUTE) == Delivered(found=1, held=1)

    assert deliver_due(NOON + 10 * MINUTE) == Delivered(found=5, sent=5)

    (mail,) = sink.mails
    assert states(*rows) == ["sent"] * 5
    assert set(Message.objects.values_list("message_id", flat=True)) == {mail["Message-ID"]}
    assert mail["Subject"] == "5 pieces of news"
    assert mail["List-Id"] == "<digest.localhost.localdomain>"
    text = mail.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert [text.count(f"It is g{number}.") for number in range(5)] == [1] * 5


def test_coalesced_answered_meanwhile_is_not_mentioned(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    anna = make_player("anna")
    rows = [queue(anna, key, kind="chat") for key in ("g1", "g2")]
    assert deliver_due(NOON).held == 2
    book.gone.add("g1")

    assert deliver_due(NOON + 10 * MINUTE) == Delivered(found=2, sent=1, superseded=1)
    assert states(*rows) == ["superseded", "sent"]
    assert [mail["Subject"] for mail in sink.mails] == ["News g2"]


def test_coalesced_people_and_rhythms_do_not_mix(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    anna, berta, carla = make_player("anna"), make_player("berta"), make_player("carla")
    Preference.objects.create(player=berta, kind="chat", channel="email", mode="at_once")
    Rhythm.objects.create(player=carla, window=30)
    rows = [queue(person, key, kind="chat") for person in (anna, berta, carla) for key in ("1", "2")]

    assert deliver_due(NOON) == Delivered(found=6, sent=2, held=4)
    assert states(*rows) == ["queued"] * 2 + ["sent"] * 2 + ["queued"] * 2
    assert deliver_due(NOON + 10 * MINUTE) == Delivered(found=2, sent=2)
    assert deliver_due(NOON + 30 * MINUTE) == Delivered(found=2, sent=2)
    assert [mail["To"] for mail in sink.mails] == ["berta@example.org"] * 2 + ["anna@example.org", "carla@example.org"]


def test_coalesced_limit_does_not_tear_a_mail_apart(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    anna = make_player("anna")
    for number in range(6):
        queue(anna, f"g{number}", kind="chat")
    assert deliver_due(NOON).held == 6

    assert deliver_due(NOON + 10 * MINUTE, limit=2) == Delivered(found=6, sent=6)
    assert len(sink.mails) == 1


def test_coalesced_refused_mail_comes_again_as_the_same_mail(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    anna = make_player("anna")
    rows = [queue(anna, key, kind="chat") for key in ("g1", "g2")]
    deliver_due(NOON)
    sink.script["anna@example.org"] = "450 Later"
    assert deliver_due(NOON + 10 * MINUTE) == Delivered(found=2, later=2)
    rows[0].refresh_from_db()
    queue(anna, "g3", kind="chat", not_before=NOON + 11 * MINUTE)

    sink.script.clear()
    assert deliver_due(NOON + 15 * MINUTE) == Delivered(found=3, sent=2, held=1)
    assert [mail["Message-ID"] for mail in sink.mails] == [rows[0].message_id]


def test_coalesced_crashing_part_leaves_and_comes_alone_under_another_id(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    anna = make_player("anna")
    rows = [queue(anna, key, kind="chat") for key in ("g1", "g2", "g3")]
    deliver_due(NOON)
    book.broken.add("g1")
    assert deliver_due(NOON + 10 * MINUTE) == Delivered(found=3, sent=2, later=1)

    book.broken.clear()
    Preference.objects.create(player=anna, kind="chat", channel="email", mode="at_once")
    assert deliver_due(NOON + 20 * MINUTE) == Delivered(found=1, sent=1)
    assert states(*rows) == ["sent"] * 3
    assert len({mail["Message-ID"] for mail in sink.mails}) == len(sink.mails) == 2


def test_daily_waits_for_my_hour_in_my_zone(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    anna = make_player("anna", zone="Europe/Berlin")
    Preference.objects.create(player=anna, kind="turn", channel="email", mode="daily")
    Rhythm.objects.create(player=anna, hour=7)
    for hour in range(3):
        queue(anna, f"g{hour}", not_before=NOON + timedelta(hours=hour))
        deliver_due(NOON + timedelta(hours=hour))

    moment = datetime(2027, 3, 2, 6, tzinfo=UTC)
    assert deliver_due(moment - timedelta(seconds=1)) == Delivered()
    assert deliver_due(moment) == Delivered(found=3, sent=3)
    assert len(sink.mails) == 1


def test_daily_message_just_before_the_hour_does_not_wait_a_day_for_a_late_worker(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    anna = make_player("anna")
    Preference.objects.create(player=anna, kind="turn", channel="email", mode="daily")
    eight = datetime(2027, 3, 1, 8, tzinfo=UTC)
    queue(anna, "g1", not_before=eight - timedelta(seconds=2))

    assert deliver_due(eight + timedelta(seconds=3)) == Delivered(found=1, held=1)
    assert deliver_due(eight + timedelta(seconds=3)) == Delivered(found=1, sent=1)


def test_coalesced_after_an_outage_is_one_mail_at_once(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    anna = make_player("anna")
    for minutes in (60, 40, 20):
        queue(anna, str(minutes), kind="chat", not_before=NOON - minutes * MINUTE)

    assert deliver_due(NOON) == Delivered(found=3, held=3)
    assert deliver_due(NOON) == Delivered(found=3, sent=3)
    assert len(sink.mails) == 1


def test_claim_counts_the_attempt_and_leases_before_anything_is_sent(make_player: MakePlayer, book: Book) -> None:
    row = queue(make_player("anna"), "g1")

    (batch,) = claim(NOON, 10).batches
    row.refresh_from_db()
    assert (row.state, row.attempts, row.lease_until, row.message_id) == ("sending", 1, NOON + MINUTE, batch.message_id)
    assert claim(NOON, 10).batches == []
