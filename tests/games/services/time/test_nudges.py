"""Tests of nudges: once a day, by players of the table, without disclosing sealed answers."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game, Player, Seat
from games.services.absence import nudges
from games.services.clocks.pace import PRESETS
from games.services.errors import Closed, NotYours, Refused
from notifications.models import Message
from tests.games.conftest import DAY, NOON, start
from tests.games.moves import asked, move


def test_opponent_is_nudged_once_a_day(game: Game) -> None:
    seat = asked(game)
    by = Seat.objects.get(game=game, index=1 - seat.index).player_id or 0
    nudges.nudge(game.pk, by, seat.index, now=NOON)
    with pytest.raises(Refused, match="in the last 24 hours"):
        nudges.nudge(game.pk, by, seat.index, now=NOON + DAY - timedelta(seconds=1))
    nudges.nudge(game.pk, by, seat.index, now=NOON + DAY)
    assert list(Message.objects.filter(kind="nudge").values_list("recipient_id", flat=True)) == [seat.player_id] * 2


def test_only_those_at_the_table_nudge_and_only_whom_it_waits_for(game: Game, carol: Player) -> None:
    seat = asked(game)
    other = Seat.objects.get(game=game, index=1 - seat.index)
    with pytest.raises(NotYours):
        nudges.nudge(game.pk, carol.pk, seat.index, now=NOON)
    for by, index in ((seat.player_id, other.index), (seat.player_id, seat.index), (other.player_id, 7), (other.player_id, -1)):
        with pytest.raises(Closed):
            nudges.nudge(game.pk, by or 0, index, now=NOON)
    assert not Message.objects.filter(kind="nudge").exists()


def test_nudge_does_not_tell_whether_a_sealed_answer_is_in(alice: Player, bob: Player) -> None:
    game = start(alice, bob, rules="lone_star")
    answered = asked(game)
    by = Seat.objects.get(game=game, index=1 - answered.index).player_id or 0
    move(game)
    nudges.nudge(game.pk, by, answered.index, now=NOON)
    assert Seat.objects.get(pk=answered.pk).nudged_at == NOON
    assert not Message.objects.filter(kind="nudge").exists()


def test_nudge_after_a_month_starts_a_clock_where_there_is_no_limit(alice: Player, bob: Player) -> None:
    game = start(alice, bob, pace=PRESETS["none"])
    seat = asked(game)
    by = Seat.objects.get(game=game, index=1 - seat.index).player_id or 0
    nudges.nudge(game.pk, by, seat.index, now=NOON + nudges.LONGEST_WAIT - timedelta(seconds=1))
    assert asked(game).due_at is None
    later = NOON + nudges.LONGEST_WAIT + DAY
    nudges.nudge(game.pk, by, seat.index, now=later)
    assert asked(game).due_at == later + nudges.TIME_AFTER_NUDGE
    nudges.nudge(game.pk, by, seat.index, now=later + DAY)
    assert asked(game).due_at == later + nudges.TIME_AFTER_NUDGE
    while asked(game).index == seat.index:
        move(game, now=later + 2 * DAY)
    assert not Seat.objects.filter(game=game, due_at__isnull=False).exists()
