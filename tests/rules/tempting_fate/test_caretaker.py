"""Tests of R32, the move of an absent player, case by case."""

from __future__ import annotations

import pytest

from games.rules.session import Session
from games.rules.tempting_fate import GAME
from games.rules.tempting_fate.board import Duel
from tests.rules.tempting_fate.build import at, play


def absent(session: Session[Duel]) -> str:
    decision = session.decision(session.waiting_for[0])
    assert decision is not None
    return GAME.fallback(session.table, decision)


@pytest.mark.parametrize(
    ("table", "hand", "move"),
    [
        (("waves", "circle circle", "star star"), "cups-05 coins-02 wands-07", "coins-02>2"),
        (("waves", "circle circle star"), "swords-01 major-00 major-21", "major-21>2"),
        (("waves waves",), "swords-01 coins-06 wands-11", "coins-06>1"),
        (("waves waves",), "major-00", "major-00>1"),
        (("star", "waves waves"), "", "deck>2"),
    ],
)
def test_r32_querent_attacks_the_longest_path_with_the_cheapest_card(table: tuple[str, ...], hand: str, move: str) -> None:
    assert absent(at(*table, phase="attack", querent_hand=hand)) == move


@pytest.mark.parametrize(
    ("table", "more", "move"),
    [
        (("waves waves", "star", "cross"), {}, "circle>2"),
        (("star!2", "waves waves waves", "cross cross"), {}, "circle>2"),
        (("waves waves", "cross cross"), {"fate_hand": "star waves"}, "waves>1"),
        (("", "star star!3", "cross!1"), {}, "remove>2"),
        ((), {}, "circle>1"),
        (("waves waves",), {"fate_hand": ""}, "deck>1"),
        (("waves waves", "star star!5"), {"fate_hand": "", "zener_deck": ""}, "remove>2"),
    ],
)
def test_r32_fate_covers_grows_clears_or_opens(table: tuple[str, ...], more: dict[str, str], move: str) -> None:
    assert absent(at(*table, **more)) == move


def test_r32_is_judged_again_for_each_action() -> None:
    session = at()
    moves = []
    for _ in range(3):
        moves.append(absent(session))
        play(session, moves[-1])
    assert moves == ["circle>1", "cross>1", "waves>1"]


def test_t35_takes_a_winning_action_where_only_those_are_legal() -> None:
    session = at("waves waves waves", "circle circle circle circle circle", fate_hand="circle", zener_deck="", path_limit=5)
    assert absent(session) == "circle>2"
    session = at("waves", "circle circle circle circle circle", fate_hand="circle", zener_deck="")
    assert absent(session) == "circle>2"
