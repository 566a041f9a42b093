"""Tests of compensating downtime while a player moves: every clock that ran gets all of the time, and gets it once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from games.models import Game, Seat
from games.services.clocks import downtime, pauses
from games.services.tables import answers, store
from tests.games.conftest import DAY, NOON, person, start
from tests.games.moves import asked, legal
from tests.games.services.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)
GAP = timedelta(minutes=20)
BACK = NOON + timedelta(hours=1) + GAP


@contextmanager
def halfway(monkeypatch: pytest.MonkeyPatch, act: Callable[[], Any]) -> Iterator[None]:
    """Run `act` in a thread up to the point where it has read everything and is about to write; the rest runs after the block."""
    there, go_on, write = threading.Event(), threading.Event(), store.write

    def late(*args: Any, **kwargs: Any) -> None:
        there.set()
        assert go_on.wait(60)
        write(*args, **kwargs)

    monkeypatch.setattr(store, "write", late)
    thread = threading.Thread(target=lambda: (act(), connection.close()))
    thread.start()
    try:
        assert there.wait(60)
        yield
    finally:
        go_on.set()
        thread.join(60)


def waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
        return bool(cursor.fetchone()[0])


def test_move_that_had_read_the_clocks_does_not_write_them_back(monkeypatch: pytest.MonkeyPatch) -> None:
    game = start(person("alice"), person("bob"), rules="lone_star")  # both are asked simultaneously
    downtime.record_round(BACK - GAP)
    seat = asked(game)
    text = legal(game, seat)

    def answer() -> None:
        answers.answer(game.pk, seat.index, seat.nth, text, source="form", now=BACK, player_id=seat.player_id)

    beat = threading.Thread(target=lambda: (downtime.record_round(BACK), connection.close()))
    with halfway(monkeypatch, answer):
        beat.start()
        while beat.is_alive() and not waits_for_a_lock():
            beat.join(0.01)
    beat.join(60)
    assert not beat.is_alive()
    other = Seat.objects.get(game=game, index=1 - seat.index)
    assert (other.due_at, other.shifts) == (NOON + DAY + GAP, 1)


@pytest.mark.parametrize("again", range(4))
def test_downtime_against_a_gift_of_time_and_a_second_sweeper(again: int) -> None:
    game = start(person("alice"), person("bob"))
    downtime.record_round(BACK - GAP)
    seat = asked(game)
    giver = Seat.objects.get(game=game, index=1 - seat.index).player_id or 0
    results = at_once(
        lambda: downtime.record_round(BACK),
        lambda: pauses.give_time(game.pk, giver, seat.index, 1, now=BACK),
        lambda: downtime.record_round(BACK),
    )
    assert [result is not None for result in results].count(True) == 1, results
    assert asked(game).due_at == NOON + 2 * DAY + GAP


@pytest.mark.parametrize("again", range(4))
def test_downtime_against_the_answer_itself(again: int) -> None:
    game = start(person("alice"), person("bob"), rules="lone_star")
    downtime.record_round(BACK - GAP)
    seat = asked(game)
    text = legal(game, seat)
    at_once(
        lambda: downtime.record_round(BACK),
        lambda: answers.answer(game.pk, seat.index, seat.nth, text, source="form", now=BACK, player_id=seat.player_id),
    )
    assert Seat.objects.get(game=game, index=1 - seat.index).due_at == NOON + DAY + GAP
    assert Game.objects.get(pk=game.pk).trouble == ""
