"""Tests that one player cannot stall a game for ever: a player who uses every right every day still times out."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.models import Game, Player, Seat
from games.services.absence import nudges
from games.services.clocks import pauses, personal_time
from games.services.clocks.pace import PRESETS, Pace
from games.services.errors import Closed, Refused
from tests.games.conftest import DAY, NOON, start
from tests.games.moves import asked, sweep_at

LONGEST = personal_time.BUDGET + timedelta(days=pauses.MOST_OF_ALL) + 2 * timedelta(days=7)
"""In addition to the pace: all absence of a year, all pauses, the longest shift, and a week for rounding to days."""


def tricks(game: Game, cheat: Player, now: datetime) -> None:
    """Try everything that one player can do alone to gain time."""
    begin = (now.hour * 60 + now.minute) % 1440
    week: dict[str, Any] = {"quiet": (begin, (begin + personal_time.MOST_QUIET) % 1440), "leads": None, "volunteer": False}
    acts = (
        lambda: pauses.propose(game.pk, cheat.pk, pauses.LONGEST_BY_HOST, "again", now=now),
        lambda: personal_time.declare(cheat.pk, now, now + 2 * DAY, now=now),
        lambda: personal_time.settle_rhythm(
            cheat.pk, **week, days_off=[now.weekday(), (now.weekday() + 1) % 7, (now.weekday() + 2) % 7], now=now
        ),
    )
    for act in acts:
        try:
            act()
        except (Refused, Closed):
            continue  # a refused action gains nothing


@pytest.mark.parametrize("pace", ["day", "bank", "reserve", "evenings", "none"])
def test_who_uses_every_right_still_runs_out_of_time(alice: Player, bob: Player, pace: str) -> None:
    game = start(alice, bob, pace=PRESETS[pace])
    mover = asked(game).player
    assert mover is not None
    other = bob if mover == alice else alice
    Game.objects.filter(pk=game.pk).update(host=mover)
    limit = _longest_move(PRESETS[pace]) + LONGEST
    now = NOON - timedelta(hours=1)
    while now < NOON + limit:
        now += DAY
        if sweep_at(now).timeouts:
            break
        tricks(game, mover, now)
        remind(game, other, asked(game).index, now)
    assert Seat.objects.get(game=game, player=mover).timeouts == 1
    assert now <= NOON + limit


def remind(game: Game, other: Player, seat: int, now: datetime) -> None:
    """The opponent's means: one nudge a day. At a table without a time limit, nudges finally start a clock."""
    try:
        nudges.nudge(game.pk, other.pk, seat, now=now)
    except Refused:
        return  # less than a day ago


def _longest_move(pace: Pace) -> timedelta:
    if not pace.limited:
        return nudges.LONGEST_WAIT + nudges.TIME_AFTER_NUDGE
    return pace.allowance(pace.start) if pace.kind != "daily" else 2 * DAY
