"""Tests of the rules against a second engine, move for move: legal moves, every card and every end, in thousands of random positions."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.rules.session import Session
from games.rules.tempting_fate import GAME
from games.rules.tempting_fate.board import Duel
from games.rules.tempting_fate.plan import READ
from games.rules.tempting_fate.tarot import TAROT
from games.rules.tempting_fate.zener import DECK
from tests.rules.tempting_fate.build import FATE, at
from tests.rules.tempting_fate.oracle import Oracle


def picture(session: Session[Duel]) -> dict[str, Any]:
    """The table in the form of the oracle's `picture`."""
    t, result = session.table, session.result
    over = None if result is None else ("fate" if result.winners == (t.fate,) else "querent", result.reason)
    return {
        "paths": [[(card["face"], card["up"], card["tokens"]) for card in path] for path in t.paths],
        "hands": (sorted(t.fate_hand), sorted(t.querent_hand)),
        "decks": (t.zener_deck, t.tarot_deck),
        "discards": (t.zener_discard, t.tarot_discard),
        "over": over,
    }


def shuffled_session(rng: random.Random, options: dict[str, Any]) -> tuple[Session[Duel], Oracle]:
    zener, tarot = rng.sample(range(100), 100), rng.sample(range(78), 78)
    session = GAME.begin(2, {"mode": "single", "first_fate": "first", **options})
    session.settle(lambda _number, label, _n, _k: zener if label == "zener" else tarot)
    codes = list(TAROT)
    oracle = Oracle([DECK[n] for n in zener], [codes[n] for n in tarot], options.get("path_limit", 5), options.get("short_game"))
    return session, oracle


def careful(tokens: tuple[str, ...], session: Session[Duel]) -> list[str]:
    """Placements on a single card if there are any, so that games are long."""
    lone = [token for token in tokens if READ[token][0] != "remove" and len(session.view(FATE).table["paths"][READ[token][1]]) == 1]
    return lone or [token for token in tokens if token.startswith("remove")] or list(tokens)


def walk(session: Session[Duel], oracle: Oracle, rng: random.Random, *, long: bool) -> None:
    """Play both engines to the end. During Fate's turn the oracle is ahead of the table, so hands and paths are compared after the turn."""
    while session.result is None:
        assert oracle.over is None
        seat = session.waiting_for[0]
        decision = session.decision(seat)
        assert decision is not None
        expected = {f"{what}>{number}" for what, number in oracle.moves()}
        assert set(decision.tokens) == expected
        tokens = careful(decision.tokens, session) if long and seat == FATE and rng.random() < 0.9 else list(decision.tokens)
        token = rng.choice(tokens)
        what, _, number = token.partition(">")
        before = session.table.round
        session.answer(seat, token)
        oracle.play((what, int(number)))
        if len(oracle.moves()) == 1 and oracle.turn == "querent" and oracle.over is None:
            oracle.play(next(iter(oracle.moves())))  # the rules have made the forced attack already
        if not session.table.draft:
            assert picture(session) == oracle.picture()
            assert session.table.round in (before, before + 1)
    assert oracle.over is not None
    assert oracle.count() == 100


@pytest.mark.parametrize(
    "options", [{}, {"short_game": 4}, {"short_game": 7}, {"short_game": 30}, {"path_limit": 3}, {"path_limit": 10}], ids=str
)
@pytest.mark.parametrize("long", [False, True])
def test_engines_agree_move_for_move(options: dict[str, Any], long: bool) -> None:
    for seed in range(15):
        rng = random.Random(seed)
        session, oracle = shuffled_session(rng, options)
        walk(session, oracle, rng, long=long)


@pytest.mark.parametrize("seed", range(40))
def test_engines_agree_where_cards_run_out(seed: int) -> None:
    """Few cards are left: forced attacks, empty decks, no action for Fate, no card for the querent."""
    rng = random.Random(seed)
    faces, codes = rng.sample(DECK, rng.randrange(12)), rng.sample(list(TAROT), 1 + rng.randrange(12))
    hand, deck = faces[:5], faces[5:]
    table = [
        f"{rng.choice(DECK)} {rng.choice(DECK)}!{rng.randrange(1, 4) if rng.random() < 0.7 else ''}" for _ in range(rng.randrange(1, 4))
    ]
    session = at(
        *table,
        fate_hand=" ".join(hand),
        zener_deck=" ".join(deck),
        querent_hand=" ".join(codes[:5]),
        tarot_deck=" ".join(codes[5:]),
        turn=0,
    )
    oracle = Oracle(["circle"] * 5, ["cups-01"] * 5)
    oracle.mine, oracle.zener, oracle.theirs, oracle.tarot = list(hand), list(deck), list(codes[:5]), list(codes[5:])
    oracle.paths = [[{"face": c["face"], "up": c["up"], "tokens": c["tokens"]} for c in path] for path in session.table.paths]
    if not oracle.moves():
        oracle.over = ("querent", "fate_cannot_act")
    while session.result is None:
        seat = session.waiting_for[0]
        decision = session.decision(seat)
        assert decision is not None
        assert set(decision.tokens) == {f"{what}>{number}" for what, number in oracle.moves()}
        token = rng.choice(decision.tokens)
        what, _, number = token.partition(">")
        session.answer(seat, token)
        oracle.play((what, int(number)))
        while oracle.over is None and oracle.turn == "querent" and len(oracle.moves()) == 1:
            oracle.play(next(iter(oracle.moves())))
    assert picture(session)["over"] == oracle.over
