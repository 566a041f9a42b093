"""Two at once, with real connections and real commits: exactly one wins, the other is told."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection

from games.models import Game, Move, Seat
from games.queries.table import look_at
from games.rules.errors import RulesError
from games.services import lobby, play, sweep
from games.services.pace import PRESETS
from tests.games.conftest import NOON, person, start
from tests.games.moves import asked, legal
from tests.games.services.time import races

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Let all begin at the same moment, each on its own connection; what they returned or raised."""
    barrier, results = threading.Barrier(len(acts)), [None] * len(acts)

    def run(place: int) -> None:
        barrier.wait(timeout=20)
        try:
            results[place] = acts[place]()  # type: ignore[call-overload]
        except RulesError as error:
            results[place] = error  # type: ignore[call-overload]
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return list(results)


@pytest.fixture
def running() -> Game:
    return start(person("alice"), person("bob"))


def test_same_answer_twenty_times_at_once_is_one_move(running: Game) -> None:
    seat = asked(running)
    text = legal(running, seat)

    def answer() -> play.Outcome:
        return play.answer(running.pk, seat.index, seat.nth, text, source="form", now=NOON, player_id=seat.player_id)

    results = at_once(*[answer] * 20)
    assert sum(isinstance(result, play.Outcome) for result in results) == 20
    assert sum(isinstance(result, play.Outcome) and not result.repeated for result in results) == 1
    assert Move.objects.filter(game=running, seat=seat.index, nth=seat.nth).count() == 1


def test_answer_against_timeout_is_one_or_the_other(running: Game) -> None:
    for round_ in range(15):
        seat = asked(running)
        text = legal(running, seat)
        assert seat.due_at is not None
        late = seat.due_at + timedelta(seconds=1)
        at_once(
            lambda seat=seat, text=text, late=late: play.answer(
                running.pk, seat.index, seat.nth, text, source="form", now=late, player_id=seat.player_id
            ),
            lambda seat=seat, late=late: sweep.time_out(running.pk, seat.index, late),
        )
        assert Move.objects.filter(game=running, seat=seat.index, nth=seat.nth, kind="answer").count() == 1, round_
        Seat.objects.filter(game=running).update(timeouts=0)
        running.refresh_from_db()
        if running.is_over:
            return


def test_four_sweepers_judge_a_deadline_once(running: Game) -> None:
    seat = asked(running)
    assert seat.due_at is not None
    late = seat.due_at + timedelta(minutes=5)
    results = at_once(*[lambda: sweep.time_out(running.pk, seat.index, late)] * 4)
    assert sorted(map(bool, results)) == [False, False, False, True]
    line = Move.objects.get(game=running, seat=seat.index, nth=seat.nth)
    assert (line.source, line.at) == ("timeout", seat.due_at)


def test_last_seat_is_given_away_once() -> None:
    alice, others = person("alice"), [person(name) for name in ("bob", "carl", "dave")]
    game = lobby.create(alice, "turn_of_fate", 2, now=NOON, pace=PRESETS["day"], visibility="public")
    results = at_once(*[lambda player=player: lobby.take_seat(game, player, now=NOON) for player in others])
    assert sum(isinstance(result, Seat) for result in results) == 1
    game.refresh_from_db()
    assert game.status == Game.Status.ACTIVE


def test_move_against_four_sweepers_has_one_winner_each_time() -> None:
    people = person("alice"), person("bob")
    won = races.races(60, 7, lambda _number: start(*people, forfeit_after=0))
    assert won.total() == 60
    assert min(won["move"], won["timeout"]) > 0


@pytest.mark.parametrize("before", [True, False])
def test_table_is_seen_as_it_was_at_one_moment_even_when_somebody_moves_meanwhile(running: Game, before: bool) -> None:
    seat = asked(running)
    text, moments = legal(running, seat), [(running.seq, seat.nth)]

    def move_beside(execute: Callable[..., object], sql: str, *rest: object) -> object:
        """A move is committed just before, or just after, the statement that reads the game; the seats belong to the same moment."""
        if "games_game" not in sql or len(moments) > 1:
            return execute(sql, *rest)
        moments.append((0, 0))  # the move's own statements pass
        found = None if before else execute(sql, *rest)
        play.answer(running.pk, seat.index, seat.nth, text, source="form", now=NOON, player_id=seat.player_id)
        return execute(sql, *rest) if before else found

    with connection.execute_wrapper(move_beside):
        look = look_at(running.code, seat.player)
    running.refresh_from_db()
    seat.refresh_from_db()
    moments[1:] = [(running.seq, seat.nth)]
    assert moments[0] != moments[1]
    assert look.mine is not None
    assert (look.game.seq, look.mine.nth) == moments[before]
