"""Tests of effects that only cards of the second printing have."""

from __future__ import annotations

import pytest

from games.rules.council_of_kings import GAME, OLDER
from games.rules.council_of_kings.board import Council
from games.rules.errors import CannotUpgrade
from tests.rules.council_of_kings.build import Played, council


def test_new_tables_have_the_second_printing_and_older_ones_the_first() -> None:
    assert [game.new(3, {}).printing for game in (GAME, *OLDER)] == [2, 1, 1]


def test_a_table_of_the_first_printing_is_stored_as_it_always_was() -> None:
    assert "printing" not in council().dump()
    assert council(kingdoms={0: ["hedgewitch"]}).dump()["printing"] == 2
    assert Council.load(council().dump()).printing == 1


def test_games_keep_the_cards_they_began_with() -> None:
    with pytest.raises(CannotUpgrade):
        GAME.upgrade(council().dump(), 2)


def test_whoever_has_most_coins_pays_for_the_festival() -> None:
    game = Played(council(4, coins=[9, 12, 12, 2], deck=["midsummer"], phase="reveal"))
    assert game.t.coins == [11, 9, 9, 4]


def test_a_festival_among_equals_is_paid_by_all() -> None:
    assert Played(council(3, deck=["midsummer"], phase="reveal")).t.coins == [7, 7, 7]


def test_winter_comes_to_whoever_has_most_coins() -> None:
    game = Played(council(4, coins=[9, 12, 12, 2], populace={1: 1}, deck=["discontent"], phase="reveal"))
    assert game.t.populace == [0, 3, 2, 0]


@pytest.mark.parametrize(("coins", "gain"), [([10, 10, 10, 11], 3), ([10, 9, 10, 10], 1)])
def test_silver_lining_helps_the_poor(coins: list[int], gain: int) -> None:
    game = Played(council(up="blight", turn=3, coins=coins, placed=[(0, "silver_cloud")]), (3, "buy"))
    assert game.t.coins[0] == coins[0] + gain


@pytest.mark.parametrize(("up", "left"), [("blight", 1), ("troll", 1), ("squire", 3)])
def test_temple_of_mercy_calms_the_people_with_every_evil_card(up: str, left: int) -> None:
    game = Played(council(up=up, kingdoms={0: ["mercy_temple"]}, populace={0: 3}), (0, "buy"))
    assert game.t.populace[0] == left


def test_a_sweetened_pot_pays_who_sweetens_it() -> None:
    game = Played(council(up="troll", hands={0: ["sweet_pot"]}), (0, "bargain>sweet_pot"))
    assert (game.t.coins[0], game.t.the_lot["coins"]) == (11, 3)
