"""Tests of a game locked by an operator's session or a stuck process: all other games go on."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import OperationalError, connection, transaction

from games.models import Move, Player
from games.services.clocks import sweep
from games.services.tables import bots, searching_bots
from games.services.tables.locked_rows import skip_locked_game
from tests.games.conftest import DAY, NOON, person, start
from tests.games.moves import asked, move, sweep_at

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def held(hold: str, number: int) -> Iterator[None]:
    """Another session locks a row; this one has a short lock timeout."""
    has_it, let_go = threading.Event(), threading.Event()

    def holder() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SELECT id FROM {hold} WHERE id = %s FOR UPDATE", [number])
            has_it.set()
            let_go.wait(60)
        connection.close()

    thread = threading.Thread(target=holder)
    thread.start()
    assert has_it.wait(60)
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '50ms'")
    try:
        yield
    finally:
        let_go.set()
        thread.join(60)
        connection.close()


def test_deadlines_of_the_others_are_judged_and_the_held_one_in_the_next_round() -> None:
    games = [start(person(f"a{number}"), person(f"b{number}")) for number in range(3)]
    with held("games_game", games[0].pk):
        assert sweep_at(NOON + 2 * DAY).timeouts == 2
    assert sweep_at(NOON + 2 * DAY).timeouts == 1
    judged = Move.objects.filter(source=Move.Source.TIMEOUT).order_by("game_id").values_list("game_id", flat=True)
    assert list(judged) == [game.pk for game in games]


def test_nobody_is_judged_while_another_sweeper_moves_the_clocks() -> None:
    start(person("alice"), person("bob"))
    sweep.sweep(NOON)
    with held("games_heartbeat", 1):
        assert sweep.sweep(NOON + 2 * DAY) == sweep.Swept(0, 0)


def test_bots_of_the_others_answer_and_those_of_the_held_game_in_the_next_round() -> None:
    first, second = (start(person(f"a{number}"), Player.objects.create_bot()) for number in range(2))
    for game in (first, second):
        while not asked(game).is_bot:
            move(game)
    with held("games_game", first.pk):
        assert bots.play_in(first.pk, NOON) == 0
        assert bots.play_bots(NOON) == 1
    answered = Move.objects.filter(source=Move.Source.BOT).values_list("game_id", flat=True)
    assert list(answered) == [second.pk]
    assert bots.play_bots(NOON) == 1


def test_bots_count_what_they_answered_before_their_game_was_held(monkeypatch: pytest.MonkeyPatch) -> None:
    game = start(person("alice"), Player.objects.create_bot())
    while not asked(game).is_bot:
        move(game)
    with held("games_seat", asked(game).pk):
        assert bots.play_in(game.pk, NOON) == 0
    assert bots.play_in(game.pk, NOON) == 1


def test_bots_that_look_ahead_leave_the_held_game_for_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching_bots, "SECONDS", dict.fromkeys(searching_bots.SECONDS, 0.01))
    monkeypatch.setattr(searching_bots, "CLAIM", 0)
    game = start(person("alice"), Player.objects.create_bot("hard"))
    while not asked(game).is_bot:
        move(game)
    with held("games_seat", asked(game).pk):
        assert searching_bots.play(lambda: NOON) == 0
    assert searching_bots.play(lambda: NOON) >= 1


def test_other_errors_of_the_database_are_not_passed_over() -> None:
    with pytest.raises(OperationalError, match="gone"):
        skip_locked_game(1, OperationalError("gone"))
