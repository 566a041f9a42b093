"""What the search of Council of Kings builds on: the quick form of the advice, the horizon of playouts, the odds."""

from __future__ import annotations

import random

import pytest

from games.rules.council_of_kings import GAME, odds
from games.rules.council_of_kings.advice import advise_at
from games.rules.council_of_kings.board import Council
from games.rules.council_of_kings.lookahead import AUCTIONS, PLAN
from games.rules.playout import random_answer, random_draw
from games.rules.search.playing_on import awake, bare, play_on
from games.rules.session import Session
from tests.rules.council_of_kings.build import council

SETTINGS = [(seats, mode, auctions) for seats in (3, 4, 5) for mode, auctions in (("basic", "orders"), ("advanced", "turns"))]


def mixed_game(seats: int, mode: str, auctions: str, seed: int) -> Session[Council]:
    """A game to its end in which every third answer is a random one; each question is put to both forms of the advice."""
    rng, compared = random.Random(seed), 0
    session = GAME.begin(seats, {"mode": mode, "auction_mode": auctions}, track=False)
    while session.result is None:
        if (draw := session.wants_chance) is not None:
            session.answer_chance(random_draw(rng, draw.n, draw.k))
            continue
        question = session.question(rng.choice(session.unanswered))
        assert question is not None
        said = advise_at(session.table, question)
        assert said == GAME.advise(session.view(question.seat), bare(question))
        session.answer(question.seat, random_answer(question, rng) if rng.random() < 1 / 3 else said)
        compared += 1
    assert compared >= 30
    return session


@pytest.mark.parametrize(("seats", "mode", "auctions"), SETTINGS)
def test_advice_in_playouts_is_that_of_the_adviser(seats: int, mode: str, auctions: str) -> None:
    for seed in range(3):
        mixed_game(seats, mode, auctions, seed)


def opened(seed: int) -> Session[Council]:
    """An advanced game at the first question of its first auction."""
    session = GAME.begin(4, {"mode": "advanced"})
    rng = random.Random(seed)
    while (draw := session.wants_chance) is not None:
        session.answer_chance(random_draw(rng, draw.n, draw.k))
    return session


def test_playout_ends_when_so_many_more_cards_have_been_up() -> None:
    session = opened(1)
    begun = session.table.auction
    reached = play_on(awake(GAME, session.position), PLAN, begun, random.Random(1))
    assert reached.auction == begun + AUCTIONS
    assert reached.result is None


def test_odds_are_shares_of_one_and_higher_for_who_has_more_coins() -> None:
    for mode in odds.LEARNED:
        chances = odds.chances(council(mode=mode, up="kobolds", coins=[14, 10, 10, 10], deck=["troll", "blight"]))
        assert sum(chances) == pytest.approx(1.0)
        assert chances[0] > chances[1] == chances[2] == chances[3]


def test_odds_fall_with_chaos_and_do_not_know_which_favors_others_hold() -> None:
    calm, stirred = (odds.chances(council(up="troll", populace={0: chaos}, deck=["blight"])) for chaos in (0, 3))
    assert stirred[0] < calm[0]
    hands = ({1: ["haggle", "ambush"]}, {1: ["hush_money", "iron_cage"]})
    one, other = (odds.chances(council(up="troll", hands=hand, deck=["blight"])) for hand in hands)
    assert one == other


def test_value_of_a_finished_game_is_highest_for_the_winner_and_shared_by_equals() -> None:
    t = council(deck=["troll"])
    t.finish([1, 2, 3, 4], [20, 18, 10, 3], "game_ends")
    values = [PLAN.value(t, seat) for seat in t.all_seats]
    assert values == sorted(values, reverse=True)
    assert values[0] > 0.8 > 0.2 > values[1]
    t.finish([1, 1, 3, 4], [20, 20, 10, 3], "game_ends")
    assert PLAN.value(t, 0) == PLAN.value(t, 1) == pytest.approx(0.5, abs=0.01)
