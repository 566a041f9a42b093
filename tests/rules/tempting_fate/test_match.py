"""Tests of a match: two games with swapped roles, and the winner at one game each."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.contract import Result
from games.rules.session import Session
from games.rules.tempting_fate.board import Duel
from tests.rules.tempting_fate.build import FATE, QUERENT, at, duel, play


def second_game(first: dict[str, Any], *, fate_wins: bool, rounds: int, points: str = "") -> Result:
    """The result of a match with this first game (seat 0 was Fate), in whose second game seat 1 is Fate."""
    path = "circle " * 5 if fate_wins else "circle"
    table = duel(
        path, phase="fate" if fate_wins else "attack", mode="match", turn=rounds - fate_wins, zener_discard=points, querent_hand="cups-02"
    )
    table.game, table.fate = 2, 1
    nothing: dict[str, Any] = {"fate_hand": [], "querent_hand": [], "zener_top": [], "tarot_deck": [], "tarot_discard": []}
    table.finished = [{"fate": 0, "reason": "path_complete", **nothing, **first}]  # type: ignore[typeddict-item]
    session = Session(_game(), table)
    session.answer(session.waiting_for[0], "star>1" if fate_wins else "cups-02>1")
    assert session.result is not None
    return session.result


def _game() -> Any:
    return at("circle circle").game


def test_t30_second_game_swaps_the_roles_and_deals_anew() -> None:
    session = at("circle", phase="attack", mode="match", querent_hand="cups-02")
    play(session, "cups-02>1")
    draw = session.wants_chance
    assert draw is not None
    assert (draw.label, session.view(FATE).table["phase"]) == ("zener", "setup")
    session.settle(lambda _number, _label, n, k: list(range(n))[::-1][:k])
    t = session.table
    assert (t.game, t.fate, t.querent, t.round, session.waiting_for) == (2, QUERENT, FATE, 1, (QUERENT,))
    assert (len(t.zener_deck), len(t.tarot_deck), t.zener_discard, t.tarot_discard, t.paths) == (95, 73, [], [], [[], [], [], [], []])
    assert (t.fate_hand, t.querent_hand) == (["star"] * 5, ["wands-14", "wands-13", "wands-12", "wands-11", "wands-10"])


def test_first_game_is_remembered_in_public() -> None:
    session = at("circle", phase="attack", mode="match", querent_hand="cups-02", turn=4)
    play(session, "cups-02>1")
    first = {"game": 1, "fate": 0, "winner": 1, "reason": "path_extinguished", "rounds": 4, "points": 1}
    assert session.view(None).table["games"] == [first]
    assert session.game.standing(session.view(None)) == (0, 1)


@pytest.mark.parametrize(("winner", "fate_wins"), [(0, False), (1, True)])
def test_t29_two_wins_make_the_match(winner: int, fate_wins: bool) -> None:
    result = second_game({"winner": winner, "rounds": 9, "points": 0}, fate_wins=fate_wins, rounds=4)
    assert result.winners == (winner,)
    assert (result.scores[winner], result.reason) == (2, "match_won")


def test_e10_t29_at_one_each_the_faster_fate_wins() -> None:
    result = second_game({"winner": 0, "rounds": 8, "points": 0}, fate_wins=True, rounds=6)
    assert (result.ranks, result.scores, result.reason) == ((2, 1), (1, 1), "match_rounds")


def test_r25_at_one_each_the_faster_querent_wins_too() -> None:
    result = second_game({"winner": 1, "rounds": 3, "points": 0}, fate_wins=False, rounds=6)
    assert (result.ranks, result.reason) == ((2, 1), "match_rounds")


@pytest.mark.parametrize(("mine", "ranks"), [("star", (1, 2)), ("cross", (2, 1))])
def test_t29_then_the_points_extinguished_as_querent_count(mine: str, ranks: tuple[int, int]) -> None:
    """Seat 1 extinguished three points in game 1; seat 0 is the querent of game 2."""
    result = second_game({"winner": 0, "rounds": 6, "points": 3}, fate_wins=True, rounds=6, points=mine)
    assert (result.ranks, result.reason) == (ranks, "match_points")


def test_t29_then_the_match_is_drawn() -> None:
    result = second_game({"winner": 0, "rounds": 6, "points": 3}, fate_wins=True, rounds=6, points="waves")
    assert (result.ranks, result.scores, result.drawn, result.reason) == ((1, 1), (1, 1), True, "match_drawn")


def test_rounds_count_the_turns_of_fate() -> None:
    session: Session[Duel] = at("waves waves", turn=4)
    assert session.view(None).table["round"] == 5
