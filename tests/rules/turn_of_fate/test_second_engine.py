"""Tests of the rules against an independent engine, move for move: zones, hands, decks, legal moves, scores, ranks and ends."""

from __future__ import annotations

import random

import pytest

from games.rules.session import Session
from games.rules.turn_of_fate import GAME
from games.rules.turn_of_fate.board import TurnOfFateTable
from games.rules.turn_of_fate.cards import CITIZENS, FATES
from tests.rules.turn_of_fate.build import order
from tests.rules.turn_of_fate.second_engine import Second


def compare(session: Session[TurnOfFateTable], second: Second) -> None:
    """Compare every part of both states."""
    t = session.table
    assert [*t.congregations, t.agora] == second.zone
    assert (t.temple_piles, t.hands) == (second.vows, second.hand)
    assert (t.fate_deck, t.citizen_deck) == (second.fates, second.citizens)
    assert sorted(t.discard + t.removed) == sorted(second.out)
    assert (t.active, t.turn, t.null_passes) == (second.active, second.turn, second.nulls)
    merits = [second.score(seat) for seat in (0, 1)]
    if second.over:
        assert session.result is not None
        assert (session.result.reason, session.result.scores) == (second.over, (merits[0][0], merits[1][0]))
        assert session.result.ranks == tuple(1 + (merits[seat] < merits[1 - seat]) for seat in (0, 1))
    else:
        tokens = session.questions[0].tokens
        assert len(set(tokens)) == len(tokens)
        assert set(tokens) == {*second.legal(), "pass"}


def game_against(seed: int, passing: float, *, wild: bool, auto: bool, seed_starts: bool) -> int:
    """One random game in both engines; returns the number of turns."""
    rng = random.Random(seed)
    citizens, fates = rng.sample(CITIZENS, 11), rng.sample(FATES, 25)
    starter = "seed" if seed_starts else "moons_suns"
    session = GAME.begin(2, {"auto_pass": auto, "wild_crown": wild, "starter": starter})
    session.answer_chance(order(" ".join(citizens), CITIZENS))
    session.answer_chance(order(" ".join(fates), FATES))
    second = Second(citizens, fates, wild=wild, auto=auto, seed_starts=seed_starts)
    while True:
        compare(session, second)
        if session.result is not None:
            return session.table.turn
        plays = sorted(second.legal())
        text = rng.choice(plays) if plays and rng.random() >= passing else "pass"
        session.answer(second.active, text)
        second.apply(text)


@pytest.mark.parametrize("passing", [0, 0.2, 0.5, 0.95])
@pytest.mark.parametrize(
    ("wild", "auto", "seed_starts"), [(True, True, True), (False, True, True), (True, False, True), (True, True, False)]
)
def test_both_engines_agree_after_every_move(passing: float, wild: bool, auto: bool, seed_starts: bool) -> None:
    turns = [game_against(seed, passing, wild=wild, auto=auto, seed_starts=seed_starts) for seed in range(60)]
    assert max(turns) <= 105
