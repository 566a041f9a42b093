"""Tests of the caretaker and the fallback: section 7.4, rulings 35 and 36."""

from __future__ import annotations

import pytest

from games.rules.council_of_kings import GAME
from games.rules.council_of_kings.board import Council
from games.rules.council_of_kings.caretaker import attack_routine, caretaker
from tests.rules.council_of_kings.build import Card, Played, council, held


def decides(t: Council, seat: int = 0) -> str:
    """The fallback's answer for that seat."""
    session = Played(t).session
    decision = session.decision(seat)
    assert decision is not None
    return GAME.fallback(session.table, decision)


@pytest.mark.parametrize(
    ("card", "coins", "purse", "answer"),
    [
        ("old_marshal", 7, 10, "bid"),  # worth 8.5
        ("old_marshal", 6, 10, "buy"),
        ("old_marshal", 6, 8, "bid"),  # 3 coins must remain
        ("old_marshal", 6, 9, "buy"),
        ("shieldbreaker", 5, 20, "bid"),  # worth 6.5
        ("shieldbreaker", 4, 20, "buy"),
        ("old_marshal", 0, 0, "buy"),
    ],
)
def test_caretaker_buys_good_cards_that_are_cheap_or_free(card: str, coins: int, purse: int, answer: str) -> None:
    assert decides(council(up=card, on_it=coins, coins=[purse, 10, 10, 10], hands={0: ["ambush"]})) == answer


@pytest.mark.parametrize(
    ("card", "on_it", "kingdom", "answer"),
    [
        ("troll", 7, [], "bid"),  # penalty 6, and 2
        ("troll", 8, [], "buy"),
        ("troll", 4, [("old_marshal", 3)], "bid"),  # Order for all three: 0 + 3 + 2
        ("troll", 5, [("old_marshal", 3)], "buy"),
        ("troll", 6, [("old_marshal", 2)], "buy"),  # one remains: 1 + 2 + 2 = 5
        ("wolf_pack", 19, ["kobolds"], "buy"),  # from 2 to 5 counters: 15 - 3 + 0 + 2 = 14
        ("wolf_pack", 13, ["kobolds"], "bid"),
        ("blight", 5, [], "bid"),
        ("blight", 6, [], "buy"),  # ceil(4) + 2
        ("mad_jester", 6, [], "bid"),
        ("mad_jester", 7, [], "buy"),  # ceil(4.5) + 2
    ],
)
def test_caretaker_takes_evil_cards_from_a_threshold(card: str, on_it: int, kingdom: list[Card], answer: str) -> None:
    assert decides(council(up=card, on_it=on_it, kingdoms={0: kingdom})) == answer


def test_caretaker_counts_the_populace_for_its_threshold() -> None:
    assert decides(council(up="kobolds", on_it=6, populace={0: 1})) == "bid"  # 6 - 1 + 2 = 7
    assert decides(council(up="kobolds", on_it=7, populace={0: 1})) == "buy"


def test_caretaker_taxes_only_in_need() -> None:
    broke = [0, 10, 10, 10]
    assert decides(council(up="barrow_wight", coins=broke, hands={0: ["hush_money"]})) == "tax"
    assert decides(council(up="barrow_wight", coins=broke, populace={0: 3})) == "buy"
    assert decides(council(up="highwaymen", on_it=2, coins=broke)) == "buy"  # 3 + 2 - 2 < 4
    assert decides(council(up="highwaymen", on_it=1, coins=broke)) == "tax"
    game = Played(council(up="barrow_wight", coins=broke), (0, "tax"))
    decision = game.session.decision(0)
    assert decision is not None
    assert GAME.fallback(game.t, decision) == "bid"


def test_caretaker_finishes_a_purchase_its_owner_had_begun() -> None:
    game = Played(council(up="old_marshal", hands={0: ["heros_welcome", "haggle"]}, coins=[7, 10, 10, 10]), (0, "play>heros_welcome"))
    for answer in ("play>haggle", "tax", "buy"):
        decision = game.session.decision(0)
        assert decision is not None
        assert GAME.fallback(game.t, decision) == answer
        game.say(0, answer)
    assert game.cards(0) == {"old_marshal": 6}


def test_caretaker_gives_the_lich_the_least_hero_and_the_oldest_of_these() -> None:
    kingdom: list[Card] = ["goldentongue", ("minstrels", 1), ("squire", 1)]
    game = Played(council(up="lich", kingdoms={0: kingdom}), (0, "buy"))
    decision = game.session.decision(0)
    assert decision is not None
    assert GAME.fallback(game.t, decision) == "minstrels"


def test_r35_fallback_is_done_in_the_action_phase() -> None:
    assert decides(council(kingdoms={0: ["squire", "troll"]})) == "done"


def test_caretaker_itself_attacks() -> None:
    session = Played(council(kingdoms={0: ["squire", "troll"]})).session
    decision = session.decision(0)
    assert decision is not None
    assert caretaker(session.view(0), decision) == "attack>squire>troll"


@pytest.mark.parametrize(
    ("kingdom", "chosen"),
    [
        (["squire", "giant_killer", "troll"], "attack>giant_killer>troll"),  # most Chaos per Order
        (["shieldbreaker", "barrow_wight", "kobolds"], "attack>shieldbreaker>kobolds"),  # least Chaos
        (["shieldbreaker", "troll", ("tempter", 3)], "attack>shieldbreaker>troll"),
        (["hedge_witch", ("barrow_wight", 3), "troll"], "attack>hedge_witch>barrow_wight"),  # oldest Monster
        (["squire", "shieldbreaker", "troll"], "attack>shieldbreaker>troll"),  # most Order
        (["goldentongue", "hedge_witch", "troll"], "attack>goldentongue>troll"),  # oldest Hero
        ([("old_marshal", 4), "frost_giant", "barrow_wight"], "attack>old_marshal>barrow_wight"),  # half a Chaos per Order
        ([("berserker", 1), "troll"], ""),
        ([("berserker", 2), "troll"], "attack>berserker>troll"),
        ([("berserker", 2), "frost_giant"], ""),
        (["old_marshal", "tempter"], ""),
        (["old_marshal"], ""),
    ],
)
def test_attack_routine_takes_the_best_legal_pair(kingdom: list[Card], chosen: str) -> None:
    assert attack_routine([held(card) for card in kingdom], first=False) == chosen
