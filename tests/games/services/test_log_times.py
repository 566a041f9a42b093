"""Tests that the times in a game's log never decrease: not between two processes, not when a clock is set back."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from django.db import connection

from games.models import Game, Move, Player, Seat
from games.services.operations import audit
from games.services.tables import answers, leaving
from tests.games.conftest import DAY, NOON, person, start
from tests.games.moves import asked, legal, move, sweep_at
from tests.games.services.test_races import meanwhile


def times(game: Game) -> list[datetime]:
    """The time of each line, in the order of the log."""
    return list(Move.objects.filter(game=game).order_by("seq").values_list("at", flat=True))


def in_order(game: Game) -> bool:
    """Whether no line is earlier than the one before it."""
    return all(one <= other for one, other in pairwise(times(game)))


def test_move_after_the_clock_was_set_back_is_dated_like_the_one_before(game: Game) -> None:
    move(game, now=NOON + DAY / 2)
    count = Move.objects.filter(game=game).count()
    move(game, now=NOON - DAY)
    assert Move.objects.filter(game=game).count() > count
    assert times(game)[count] == NOON + DAY / 2
    assert in_order(game)
    game.refresh_from_db()
    assert game.moved_at == NOON + DAY / 2


def test_timeout_dated_when_it_was_due_is_not_earlier_than_what_came_between(db: None) -> None:
    """A player leaves after another's deadline and before the sweeper runs."""
    game = start(person("alice"), person("bob"), person("carol"), rules="council_of_kings")
    seat = asked(game)
    other = Seat.objects.filter(game=game).exclude(pk=seat.pk).order_by("index")[0]
    assert seat.due_at is not None
    late = seat.due_at + timedelta(seconds=3)
    leaving.resign(game.pk, other.index, source="form", now=late, player_id=other.player_id or 0)
    assert sweep_at(late + timedelta(seconds=2)).timeouts == 1
    assert in_order(game)
    assert Move.objects.get(game=game, source=Move.Source.TIMEOUT).at == late


def test_line_of_the_house_is_not_earlier_than_the_move_before(game: Game, carol: Player) -> None:
    move(game, now=NOON + DAY / 2)
    audit.log_to_table(audit.begin(game.pk, carol, "looked", "a reason", NOON), "looked", carol, "a reason", NOON)
    assert in_order(game)
    assert times(game)[-1] == NOON + DAY / 2


@pytest.mark.django_db(transaction=True)
def test_answer_overtaken_by_a_process_that_asked_for_the_time_later_is_not_dated_earlier() -> None:
    """Both read the clock before either wrote; the one with the earlier time writes last."""
    game = start(person("alice"), person("bob"), person("carol"), rules="council_of_kings")
    seat = asked(game)
    other = Seat.objects.filter(game=game).exclude(pk=seat.pk).order_by("index")[0]
    text = legal(game, seat)

    def resign() -> int:
        return leaving.resign(game.pk, other.index, source="form", now=NOON + timedelta(seconds=9), player_id=other.player_id or 0)

    wrapper, _seen = meanwhile(resign)
    with connection.execute_wrapper(wrapper):
        answers.answer(game.pk, seat.index, seat.nth, text, source="form", now=NOON + timedelta(seconds=1), player_id=seat.player_id)
    kinds = list(Move.objects.filter(game=game).order_by("seq").values_list("kind", flat=True))
    assert kinds.index("resign") < len(kinds) - 1
    assert in_order(game)
    assert times(game)[-1] == NOON + timedelta(seconds=9)
