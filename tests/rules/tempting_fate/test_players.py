"""Tests of random, careful and advised players: the recorded shares of wins, and invariants of random games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import mean

import pytest

from games.rules.playout import play, random_answer, random_draw
from games.rules.session import Session
from games.rules.tempting_fate import GAME
from games.rules.tempting_fate.audit import audit
from games.rules.tempting_fate.board import Duel
from games.rules.tempting_fate.plan import Plan, plan_of
from tests.rules.tempting_fate.build import FATE, QUERENT, at

SINGLE = {"mode": "single", "first_fate": "first"}


def random_game(seed: int, *, careful: bool = False, checked: bool = False) -> Session[Duel]:
    """A random single game to its end; a careful Fate never leaves a one-card path if she can avoid it."""
    rng = random.Random(seed)
    session = GAME.begin(2, SINGLE, track=checked)
    while session.result is None:
        draw = session.wants_chance
        if draw is not None:
            session.answer_chance(random_draw(rng, draw.n, draw.k))
            continue
        question = session.questions[0]
        token = random_answer(question, rng)
        if careful and question.seat == FATE:
            token = _careful(plan_of(session.table), question.tokens, rng)
        session.answer(question.seat, token)
        if checked and not session.table.draft:
            assert audit(session.table) == []
    return session


def _careful(plan: Plan, tokens: Sequence[str], rng: random.Random) -> str:
    safe = [token for token in tokens if not plan.after(token).exposed() or plan.after(token).won]
    return rng.choice(safe or tokens)


def test_random_fate_wins_a_quarter_of_random_games() -> None:
    """Recorded: 24 %, within 4, in 3.3 rounds on average."""
    games = [random_game(seed) for seed in range(1000)]
    share = sum(session.result is not None and session.result.winners == (FATE,) for session in games)
    assert 200 <= share <= 280
    assert 30 <= round(10 * mean(session.table.round for session in games)) <= 37


def test_t34_r23_no_random_game_is_won_by_fate_before_her_third_turn() -> None:
    rounds = [session.table.round for session in map(random_game, range(1000)) if session.result and session.result.winners == (FATE,)]
    assert min(rounds) == 3


def test_r24_careful_fate_never_loses() -> None:
    """Recorded: 100 % against a random querent, in 7.4 rounds on average."""
    games = [random_game(seed, careful=True) for seed in range(1000)]
    assert [session.result.winners for session in games if session.result] == [(FATE,)] * 1000
    assert 65 <= round(10 * mean(session.table.round for session in games)) <= 85


def test_t33_invariants_hold_after_every_random_turn() -> None:
    for seed in range(300):
        random_game(seed, checked=True)


def test_advised_fate_always_wins_and_an_advised_querent_nearly_always() -> None:
    for seed in range(40):
        result = play(GAME, 2, random.Random(seed), SINGLE, advised=(FATE,), log=False).result
        assert result is not None
        assert result.winners == (FATE,)
    lost = [play(GAME, 2, random.Random(seed), SINGLE, advised=(QUERENT,), log=False).result for seed in range(100)]
    assert sum(result is not None and result.winners == (FATE,) for result in lost) <= 3


def test_advised_player_wins_the_match_against_random_play() -> None:
    for seed in range(20):
        result = play(GAME, 2, random.Random(seed), advised=(QUERENT,), log=False).result
        assert result is not None
        assert result.winners == (QUERENT,)


@pytest.mark.parametrize(
    ("table", "hand", "move"),
    [
        (("star! waves!", "cross!"), "cups-01 wands-04", "wands-04>2"),
        (("square", "waves waves"), "cups-01 major-00 wands-05", "major-00>1"),
        (("square square square square square", "waves waves"), "cups-05 wands-01", "cups-05>1"),
    ],
)
def test_advice_to_the_querent(table: tuple[str, ...], hand: str, move: str) -> None:
    session = at(*table, phase="attack", querent_hand=hand)
    decision = session.decision(QUERENT)
    assert decision is not None
    assert GAME.advise(session.view(QUERENT), decision) == move


def test_advice_to_fate_wins_when_it_can_and_covers_lone_cards() -> None:
    session = at("waves circle square star!1", "cross")
    for expected in ("remove>1", "circle>1", "star>1"):
        decision = session.decision(FATE)
        assert decision is not None
        assert GAME.advise(session.view(FATE), decision) == expected
        session.answer(FATE, expected)
    assert session.result is not None
    lone = at("waves", "circle circle star!5")
    while lone.waiting_for == (FATE,):
        decision = lone.decision(FATE)
        assert decision is not None
        lone.answer(FATE, GAME.advise(lone.view(FATE), decision))
    assert len(lone.table.paths[0]) >= 2


def test_advice_to_fate_without_a_hand_uses_the_deck() -> None:
    session = at("waves waves", fate_hand="")
    decision = session.decision(FATE)
    assert decision is not None
    assert GAME.advise(session.view(FATE), decision).startswith("deck>")


def test_t31_same_draws_and_answers_give_the_same_game() -> None:
    record = play(GAME, 2, random.Random(5), log=True)
    twins = [GAME.begin(2) for _ in range(2)]
    for seat, text in record.answers:
        for twin in twins:
            twin.feed(seat, text)
    assert twins[0].position == twins[1].position
    assert twins[0].result == record.result
