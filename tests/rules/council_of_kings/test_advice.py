"""Tests of the adviser: its results against the recorded figures, and single decisions."""

from __future__ import annotations

import random
from statistics import mean

import pytest

from games.rules.council_of_kings import GAME
from games.rules.council_of_kings.board import Council
from games.rules.playout import play, random_draw
from games.rules.session import Session
from tests.rules.council_of_kings.build import Played, council


def advice(t: Council, seat: int = 0) -> str:
    """The adviser's answer for that seat."""
    session = Played(t).session
    decision = session.decision(seat)
    assert decision is not None
    return GAME.advise(session.view(seat), decision)


def advised_game(seats: int, mode: str, seed: int) -> Session[Council]:
    """A game between advisers, played to its end."""
    rng = random.Random(seed)
    session: Session[Council] = GAME.begin(seats, {"mode": mode}, track=False)
    while session.result is None:
        if (draw := session.wants_chance) is not None:
            session.answer_chance(random_draw(rng, draw.n, draw.k))
            continue
        decision = session.decision(rng.choice(session.unanswered))
        assert decision is not None
        session.answer(decision.seat, GAME.advise(session.view(decision.seat), decision))
    return session


def test_four_advisers_in_the_basic_game_meet_the_recorded_figures() -> None:
    games = [advised_game(4, "basic", seed) for seed in range(200)]
    scores = [score for game in games for score in (game.result.scores if game.result else ())]
    assert mean(score for score in scores if score is not None) == pytest.approx(16.3, abs=1.5)
    assert mean(game.table.auction for game in games) == pytest.approx(9.7, abs=0.5)


@pytest.mark.parametrize(("mode", "games"), [("basic", 120), ("advanced", 30)])
def test_one_adviser_among_random_seats_wins_at_least_85_percent(mode: str, games: int) -> None:
    won = 0
    for seed in range(games):
        seat = seed % 4
        result = play(GAME, 4, random.Random(seed), {"mode": mode}, advised=[seat], log=False).result
        assert result is not None
        won += result.winners == (seat,)
    assert won >= 0.85 * games


def test_adviser_lets_a_price_fall_and_buys_when_it_fits() -> None:
    assert advice(council(up="old_marshal", deck=["troll"])) == "bid"
    assert advice(council(up="old_marshal", on_it=2, deck=["troll"])) == "buy"


def test_adviser_puts_helpful_favors_to_a_purchase() -> None:
    table = council(up="shieldbreaker", on_it=4, hands={0: ["haggle", "heros_welcome"]}, deck=["troll"])
    game = Played(table)
    for answer in ("play>haggle", "play>heros_welcome", "buy"):
        decision = game.session.decision(0)
        assert decision is not None
        assert GAME.advise(game.session.view(0), decision) == answer
        game.say(0, answer)


def test_adviser_passes_an_evil_card_with_a_bargain_that_pays() -> None:
    assert advice(council(up="barrow_wight", hands={0: ["ambush", "silver_lining"]})) == "bargain>silver_lining"
    assert advice(council(up="barrow_wight")) == "bid"
    assert advice(council(up="barrow_wight", coins=[0, 10, 10, 10], hands={0: ["ambush"]})) == "bargain>ambush"
    assert advice(council(up="red_dragon", coins=[0, 10, 10, 10])) == "tax"
    assert advice(council(up="kobolds", on_it=15)) == "buy"


def test_adviser_takes_a_curse_that_salt_keeps_away() -> None:
    assert advice(council(up="blight", on_it=1, hands={0: ["ward_of_salt"]})) == "play>ward_of_salt"


def test_adviser_fights_taxes_and_stops() -> None:
    assert advice(council(kingdoms={0: ["shieldbreaker", "troll"]})) == "attack>shieldbreaker>troll"
    assert advice(council(hands={0: ["hush_money"]})) == "tax"
    assert advice(council(hands={0: ["hush_money"]}, populace={0: 3})) == "done"
    assert advice(council(kingdoms={0: [("berserker", 1), ("kobolds", 1)]}, populace={0: 2})) != "attack>berserker>kobolds"


def test_adviser_gives_the_lich_the_least_hero() -> None:
    session = Played(council(up="lich", kingdoms={0: ["old_marshal", "squire"]}), (0, "buy")).session
    decision = session.decision(0)
    assert decision is not None
    assert GAME.advise(session.view(0), decision) == "squire"
