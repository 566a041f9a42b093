"""Tests of the rules against a second engine that interprets the card list of the specification; both are compared after every answer."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from games.rules.council_of_kings import GAME, OLDER
from games.rules.council_of_kings.board import Council
from games.rules.council_of_kings.game import CouncilOfKings
from games.rules.playout import random_draw
from games.rules.session import Session
from tests.rules.council_of_kings.operations import LISTS
from tests.rules.council_of_kings.oracle import Oracle

TAX_SHARE = 0.15
"""Weight of a tax: with equal weights, random players tax too often."""


def settle(session: Session[Council], rng: random.Random) -> list[list[int]]:
    """Answer all pending draws; returns their results."""
    draws = []
    while (wanted := session.wants_chance) is not None:
        draws.append(random_draw(rng, wanted.n, wanted.k))
        session.answer_chance(draws[-1])
    return draws


def choose(tokens: Sequence[str], rng: random.Random) -> str:
    """A random token; `tax`, `done` and `buy` are less likely."""
    seldom = {"tax": TAX_SHARE, "done": 0.4, "buy": 0.4}
    weights = [seldom.get(token, 1.0) for token in tokens]
    return rng.choices(tokens, weights)[0]


def compare(session: Session[Council], oracle: Oracle) -> None:
    """The open and hidden state of both engines is the same."""
    t = session.table
    assert [t.coins, t.populace] == [[p["coins"] for p in oracle.players], [p["populace"] for p in oracle.players]]
    for seat in t.all_seats:
        mine = [(card["id"], card["order"], card["chaos"]) for card in t.kingdoms[seat]]
        assert mine == [(card["id"], card["order"], card["chaos"]) for card in oracle.players[seat]["cards"]]
    assert t.hands == oracle.hands
    assert (t.fate_deck, sorted(t.fate_discard)) == (oracle.deck, sorted(oracle.discard))
    assert (t.favor_deck, t.auctioneer) == (oracle.favor_deck, oracle.auctioneer)
    assert sorted(t.favor_discard) == sorted(oracle.favor_discard)
    assert (session.result is not None) == oracle.over


def offered(session: Session[Council], oracle: Oracle) -> None:
    """Both engines ask the same seats and allow exactly the same answers."""
    if session.wait == "open":
        assert set(session.waiting_for) == oracle.waiting
        for seat in session.waiting_for:
            question = session.question(seat)
            assert question is not None
            assert set(question.tokens) == oracle.action_moves(seat)
        return
    question = session.questions[0]
    if question.kind == "sacrifice":
        assert (question.seat, list(question.tokens)) == (oracle.lich, oracle.heroes(question.seat))
    else:
        assert oracle.lot is not None
        assert (question.seat, set(question.tokens)) == (oracle.lot["turn"], oracle.auction_moves())


def begin_both(game: CouncilOfKings, seats: int, mode: str, rng: random.Random) -> tuple[Session[Council], Oracle]:
    """Both engines after the same deal; the test computes the deal from the four draws of the set-up."""
    session, listed = game.begin(seats, {"mode": mode}), LISTS[game.printing]
    draws: list[list[int]] = []
    for _ in range(4):
        wanted = session.wants_chance
        assert wanted is not None
        draws.append(random_draw(rng, wanted.n, wanted.k))
        session.answer_chance(draws[-1])
    constants = listed["constants"]
    cards = [card["id"] for card in listed["fate"] if card["basic"] or mode == "advanced"]
    fate = [cards[place] for place in draws[0]]
    last, above = (3, 9) if mode == "basic" else (constants["advanced_with_end"], constants["advanced_per_player"] * seats)
    ending = [*fate[:last], "game_ends"]
    favors = [favor["id"] for favor in listed["favors"] for _ in range(favor["copies"])]
    favors = [favors[place] for place in draws[2]]
    hands = [favors[3 * seat : 3 * seat + 3] for seat in range(seats)]
    deck = fate[last : last + above] + [ending[place] for place in draws[1]]
    oracle = Oracle(seats, deck, hands, favors[3 * seats :], draws[3][0])
    return session, oracle


def play_both(game: CouncilOfKings, seats: int, mode: str, seed: int) -> None:
    """One game on both engines."""
    rng = random.Random(seed)
    session, oracle = begin_both(game, seats, mode, rng)
    compare(session, oracle)
    while session.result is None:
        offered(session, oracle)
        question = session.question(rng.choice(session.unanswered))
        assert question is not None
        token = choose(question.tokens, rng)
        session.answer(question.seat, token)
        oracle.draws = settle(session, rng)
        if question.kind == "auction":
            oracle.auction(question.seat, token)
        elif question.kind == "sacrifice":
            oracle.own_trigger(question.seat, token)
        else:
            oracle.action(question.seat, token)
        compare(session, oracle)
    assert session.result.scores == tuple(oracle.score(seat) for seat in range(seats))


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize("game", [GAME, OLDER[0]], ids=lambda game: f"version-{game.version}")
def test_rules_agree_with_an_interpreter_of_the_card_list(game: CouncilOfKings, seats: int, mode: str) -> None:
    for seed in range(60):
        play_both(game, seats, mode, seed)
