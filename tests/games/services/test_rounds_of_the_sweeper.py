"""Tests of a round of the sweeper with errors: the heartbeat is set only by a good round, and one broken game does not stop the others."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import OperationalError

from games.models import Game, Heartbeat, Move, Outage, Player, RulesBeat, Seat
from games.rules.errors import UnknownRules
from games.services.clocks import sweep
from games.services.tables import locked_rows
from notifications.models import InboundMail, Message, ReplyAddress
from tests.games.conftest import DAY, NOON, start
from tests.games.moves import asked, sweep_at

MINUTE = timedelta(minutes=1)


def broken(*_given: Any, **_more: Any) -> Any:
    """Raise an unexpected error."""
    raise RuntimeError("no space left on device")


def heart() -> tuple[datetime, datetime | None, int, str]:
    """Last beat, last good round, failures, error."""
    found: tuple[datetime, datetime | None, int, str] = Heartbeat.objects.values_list("beat_at", "swept_at", "failures", "error").get()
    return found


def test_round_that_fails_is_no_heartbeat_and_is_counted_until_one_works(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    sweep.sweep(NOON)
    monkeypatch.setattr(sweep, "remind", broken)
    for minute in (1, 2):
        with pytest.raises(RuntimeError):
            sweep.sweep(NOON + minute * MINUTE)
    assert heart() == (NOON, NOON, 2, "RuntimeError: no space left on device")
    monkeypatch.undo()
    sweep.sweep(NOON + 3 * MINUTE)
    assert heart() == (NOON + 3 * MINUTE, NOON + 3 * MINUTE, 0, "")


def test_rounds_that_fail_for_an_hour_are_one_outage_and_one_mail(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clocks are moved by the whole outage; players are informed once, and have all of their time afterwards."""
    sweep.sweep(NOON)
    monkeypatch.setattr(sweep, "remind", broken)
    for minute in range(1, 61):
        with pytest.raises(RuntimeError):
            sweep.sweep(NOON + minute * MINUTE)
    monkeypatch.undo()
    sweep.sweep(NOON + 61 * MINUTE)
    moved = asked(game).due_at
    assert moved is not None
    assert timedelta(minutes=54) <= moved - (NOON + DAY) <= timedelta(minutes=60)
    assert Outage.objects.count() == 1
    assert Message.objects.filter(kind="clocks_moved").count() == 1


def test_round_that_cannot_even_look_gives_back_nothing_yet(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise each attempt would give back the same time, or inform everybody again."""
    sweep.sweep(NOON)
    monkeypatch.setattr(Seat.objects, "filter", broken)
    with pytest.raises(RuntimeError):
        sweep.sweep(NOON + 30 * MINUTE)
    monkeypatch.undo()
    assert not Outage.objects.exists()
    sweep.sweep(NOON + 31 * MINUTE)
    assert asked(game).due_at == NOON + DAY + 31 * MINUTE


def test_later_silence_is_an_outage_of_its_own(game: Game) -> None:
    for minute in (0, 30, 60):
        sweep.sweep(NOON + minute * MINUTE)
    assert Outage.objects.count() == 2
    assert asked(game).due_at == NOON + DAY + 60 * MINUTE


def test_game_that_fails_in_a_way_nobody_foresaw_stops_no_other_game(alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    bad, good = start(alice, bob), start(alice, bob)
    lines = Move.objects.filter(game=bad).count()
    record = sweep.consequences.record

    def once(game: Any, *given: Any, **more: Any) -> None:
        if game.id == bad.pk:
            broken()
        record(game, *given, **more)

    monkeypatch.setattr(sweep.consequences, "record", once)
    assert sweep_at(NOON + 2 * DAY).timeouts == 1
    bad.refresh_from_db()
    assert "no space left on device" in bad.trouble
    assert Move.objects.filter(game=bad).count() == lines
    assert Move.objects.filter(game=good, source=Move.Source.TIMEOUT).count() == 1
    assert heart()[2:] == (0, "")


def test_reminder_that_fails_keeps_nobody_elses_back(alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [start(alice, bob) for _game in range(3)]
    put = sweep._put_reminder

    def one_fails(seat: Seat, now: datetime) -> None:
        if seat.game_id == games[1].pk:
            broken()
        put(seat, now)

    monkeypatch.setattr(sweep, "_put_reminder", one_fails)
    sweep_at(NOON + DAY - 4 * 60 * MINUTE)
    threads = Message.objects.filter(kind="reminder").order_by("pk").values_list("thread", flat=True)
    assert sorted(threads) == sorted([games[0].code, games[2].code])
    assert heart()[2:] == (0, "")
    assert sweep_at(NOON + DAY).timeouts == 3


def test_game_that_was_carried_over_meanwhile_is_left_to_the_process_that_has_its_rules(game: Game) -> None:
    assert locked_rows.mark_failed_game(game.pk, UnknownRules("turn_of_fate", 99)) is False
    assert Game.objects.get().trouble == ""


def test_game_that_was_deleted_meanwhile_stops_no_round(game: Game, db: None) -> None:
    assert not sweep.time_out(game.pk + 1, 0, NOON + 2 * DAY)


def test_database_that_goes_away_ends_the_round(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_given: Any) -> Any:
        raise OperationalError("the connection is closed")

    sweep.sweep(NOON)
    monkeypatch.setattr(sweep.store, "lock_due", gone)
    RulesBeat.objects.update(beat_at=NOON + 2 * DAY)
    Heartbeat.objects.update(beat_at=NOON + 2 * DAY)
    with pytest.raises(OperationalError, match="closed"):
        sweep.sweep(NOON + 2 * DAY)
    assert heart()[2] == 1
    game.refresh_from_db()
    assert game.trouble == ""


def mail_for(game: Game, seat: Seat, received_at: datetime, state: str = "received") -> InboundMail:
    """An answer to a turn mail, stored and not yet processed."""
    payload = {"game": game.code, "seat": seat.index, "nth": seat.nth}
    address = ReplyAddress.objects.create(person_id=seat.player_id, purpose="turn", key=f"{game.code}:{seat.index}", payload=payload)
    return InboundMail.objects.create(
        address=address, message_id=f"<{address.pk}@example.org>", way="smtp", raw=b"", state=state, received_at=received_at
    )


@pytest.mark.parametrize(
    ("before", "state", "judged"),
    [(timedelta(seconds=9), "received", 0), (timedelta(seconds=-1), "received", 1), (timedelta(seconds=9), "held", 1)],
    ids=["in time", "too late", "not shown to be theirs"],
)
def test_mail_that_arrived_in_time_and_is_not_read_yet_keeps_its_seat(game: Game, before: timedelta, state: str, judged: int) -> None:
    """Slow processing is the site's fault; a mail that arrived after the deadline is late."""
    seat = asked(game)
    assert seat.due_at is not None
    mail = mail_for(game, seat, seat.due_at - before, state)
    assert sweep_at(seat.due_at + MINUTE).timeouts == judged
    InboundMail.objects.filter(pk=mail.pk).update(state="done")
    assert sweep_at(seat.due_at + 2 * MINUTE).timeouts == 1 - judged


def test_mail_that_nobody_ever_reads_holds_up_its_game_for_a_while_only(game: Game) -> None:
    seat = asked(game)
    assert seat.due_at is not None
    mail_for(game, seat, seat.due_at - MINUTE)
    assert sweep_at(seat.due_at + sweep.LONGEST_WAIT - 2 * MINUTE).timeouts == 0
    assert sweep_at(seat.due_at + sweep.LONGEST_WAIT).timeouts == 1


def test_mail_to_another_table_or_seat_holds_up_nobody(game: Game, alice: Player, bob: Player) -> None:
    other = start(alice, bob, now=NOON + DAY)
    seat, theirs = asked(game), asked(other)
    mail_for(other, theirs, NOON)
    mail_for(game, Seat.objects.filter(game=game).exclude(pk=seat.pk).get(), NOON)
    assert sweep_at(NOON + DAY + MINUTE).timeouts == 1
