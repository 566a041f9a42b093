"""Tests of two simultaneous actions with real connections and commits: exactly one succeeds, the other gets a refusal."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection, transaction

from games.models import Game, Heartbeat, Move, Seat
from games.queries.tables.table import look_at
from games.rules.errors import RulesError
from games.services.clocks import downtime, sweep
from games.services.clocks.pace import PRESETS
from games.services.tables import answers, lobby, store
from tests.games.conftest import NOON, person, start
from tests.games.moves import asked, legal
from tests.games.services.time import races

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Run all actions at the same moment, each on its own connection; returns their results or errors."""
    barrier, results = threading.Barrier(len(acts)), [None] * len(acts)

    def run(place: int) -> None:
        barrier.wait(timeout=120)
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
        thread.join(timeout=120)
    return list(results)


@pytest.fixture
def running() -> Game:
    return start(person("alice"), person("bob"))


def test_same_answer_twenty_times_at_once_is_one_move(running: Game) -> None:
    seat = asked(running)
    text = legal(running, seat)

    def answer() -> answers.Outcome:
        return answers.answer(running.pk, seat.index, seat.nth, text, source="form", now=NOON, player_id=seat.player_id)

    results = at_once(*[answer] * 20)
    assert sum(isinstance(result, answers.Outcome) for result in results) == 20
    assert sum(isinstance(result, answers.Outcome) and not result.repeated for result in results) == 1
    assert Move.objects.filter(game=running, seat=seat.index, nth=seat.nth).count() == 1


def test_answer_against_timeout_is_one_or_the_other(running: Game) -> None:
    for round_ in range(15):
        seat = asked(running)
        text = legal(running, seat)
        assert seat.due_at is not None
        late = seat.due_at + timedelta(seconds=1)
        at_once(
            lambda seat=seat, text=text, late=late: answers.answer(
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
        """Commit a move just before or after the statement that reads the game; the seats must belong to the same moment."""
        if "games_game" not in sql or len(moments) > 1:
            return execute(sql, *rest)
        moments.append((0, 0))  # statements of the move itself are not intercepted
        found = None if before else execute(sql, *rest)
        answers.answer(running.pk, seat.index, seat.nth, text, source="form", now=NOON, player_id=seat.player_id)
        return execute(sql, *rest) if before else found

    with connection.execute_wrapper(move_beside):
        look = look_at(running.code, seat.player)
    running.refresh_from_db()
    seat.refresh_from_db()
    moments[1:] = [(running.seq, seat.nth)]
    assert moments[0] != moments[1]
    assert look.mine is not None
    assert (look.game.seq, look.mine.nth) == moments[before]


def meanwhile(act: Callable[[], object]) -> tuple[Callable[..., object], list[str]]:
    """A wrapper for `connection.execute_wrapper` that commits `act` between the reading and the writing of an answer."""
    seen: list[str] = []

    def wrapper(execute: Callable[..., object], sql: str, *rest: object) -> object:
        words = " ".join(sql.split())
        seen.append(words)
        if words.startswith("WITH held AS ( UPDATE games_game") and sum(words == one for one in seen) == 1:
            at_once(act)
        return execute(sql, *rest)

    return wrapper, seen


def test_overtaken_by_the_same_answer_it_is_the_same_move(running: Game) -> None:
    seat = asked(running)
    text = legal(running, seat)

    def answer() -> answers.Outcome:
        return answers.answer(running.pk, seat.index, seat.nth, text, source="form", now=NOON, player_id=seat.player_id)

    wrapper, _seen = meanwhile(answer)
    with connection.execute_wrapper(wrapper):
        outcome = answer()

    assert outcome.repeated
    assert Move.objects.filter(game=running, seat=seat.index, nth=seat.nth).count() == 1


@pytest.mark.parametrize("begun", [True, False], ids=["moved under the lock", "moved after an outage"])
def test_overtaken_by_whoever_moves_the_clocks_an_answer_does_not_move_them_back(running: Game, begun: bool) -> None:
    """The other seat keeps the deadline that it got between the reading and the writing of the answer."""
    seat = asked(running)
    text, other = legal(running, seat), Seat.objects.filter(game=running).exclude(pk=seat.pk).get()
    Seat.objects.filter(pk=other.pk).update(asked_at=NOON, due_at=NOON + timedelta(days=9))

    def by_the_lock() -> None:
        with transaction.atomic():
            store.lock_game(running.pk)
            Seat.objects.filter(pk=seat.pk).update(reserve=77)

    def by_an_outage() -> None:
        Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": NOON})
        downtime.record_round(NOON + timedelta(hours=2))
        Seat.objects.filter(pk=seat.pk).update(reserve=77)

    wrapper, seen = meanwhile(by_the_lock if begun else by_an_outage)
    with connection.execute_wrapper(wrapper):
        outcome = answers.answer(running.pk, seat.index, seat.nth, text, source="form", now=NOON, player_id=seat.player_id)

    assert not outcome.repeated
    assert sum(words.startswith("UPDATE games_game SET changes") for words in seen) == 1  # the second attempt waited for the lock
    assert Seat.objects.get(pk=seat.pk).reserve == 77
