"""Worked examples B, C and D of the design, played move by move; the players follow fixed limits."""

from __future__ import annotations

from tests.rules.council_of_kings.build import Played, council


def bids(game: Played, *seats: int) -> Played:
    """These seats bid in turn."""
    for seat in seats:
        game.say(seat, "bid")
    return game


def test_example_b_shieldbreaker_is_bought_at_four() -> None:
    game = bids(Played(council(up="shieldbreaker", deck=["troll"])), 0, 1, 2, 3, 0).say(1, "buy")
    assert game.t.coins == [12, 7, 11, 11]
    assert (game.cards(1), game.t.auctioneer) == ({"shieldbreaker": 3}, 2)


def test_example_c_troll_is_taken_with_five_coins() -> None:
    game = bids(Played(council(up="troll", deck=["kobolds"])), 0, 1, 2, 3, 0).say(1, "buy")
    assert game.t.coins == [8, 14, 9, 9]
    assert (game.cards(1), game.t.auctioneer) == ({"troll": 3}, 2)


def test_example_d_a_tax_pays_for_three_bids() -> None:
    game = Played(council(up="barrow_wight", coins=[0, 10, 10, 10], deck=["kobolds"])).say(0, "tax")
    bids(game, 0, 1, 2, 3, 0, 1, 2, 3, 0).say(1, "buy")
    assert game.t.coins == [0, 17, 8, 8]
    assert game.t.populace == [1, 0, 0, 0]
