"""Tests of the auction: revealing, bidding, bargaining, taxes, forced purchases."""

from __future__ import annotations

from games.rules.council_of_kings.cards import CARDS
from tests.rules.council_of_kings.build import Played, council


def test_t5_good_card_comes_with_its_cost_and_the_auctioneer_begins() -> None:
    game = Played(council(deck=["shieldbreaker"], auctioneer=2, phase="reveal"))
    assert game.t.lot is not None
    assert (game.t.lot["card"], game.t.lot["coins"], game.t.lot["turn"]) == ("shieldbreaker", 9, 2)
    assert game.t.bank == -40 - 9
    assert game.asked == (2,)
    assert game.t.auction == 6


def test_evil_card_comes_without_coins() -> None:
    game = Played(council(deck=["troll"], phase="reveal"))
    assert game.t.the_lot["coins"] == 0


def test_t6_bid_on_a_good_card_takes_a_coin_and_passes_left() -> None:
    game = Played(council(up="shieldbreaker", on_it=5, turn=3), (3, "bid"))
    assert (game.t.coins, game.t.the_lot["coins"], game.asked) == ([10, 10, 10, 11], 4, (0,))


def test_bid_on_an_evil_card_lays_a_coin_and_passes_left() -> None:
    game = Played(council(up="troll", turn=1), (1, "bid"))
    assert (game.t.coins, game.t.the_lot["coins"], game.asked) == ([10, 9, 10, 10], 1, (2,))


def test_t7_r5_no_bid_on_a_good_card_without_coins() -> None:
    game = Played(council(up="hedge_witch", on_it=0, hands={0: ["hush_money"]}))
    refused = game.refusal(0, "bid")
    assert (refused.code, refused.rule) == ("no_coins_on_card", "R5")
    assert game.tokens(0) == ["buy", "tax", "bargain>hush_money"]


def test_t8_r39_good_card_at_zero_goes_to_an_empty_hand_whatever_the_purse() -> None:
    game = Played(council(up="hedge_witch", on_it=1, hands={0: ["hush_money"]}), (0, "bid"))
    assert "forced" in game.kinds()
    assert game.cards(1) == {"hedge_witch": 2}
    assert game.t.coins == [11, 10, 10, 10]


def test_t9_r11_good_card_must_be_paid_and_a_tax_in_the_same_turn_pays() -> None:
    table = council(up="squire", on_it=6, coins=[4, 10, 10, 10], hands={0: ["hush_money"]})
    game = Played(table)
    refused = game.refusal(0, "buy")
    assert (refused.code, refused.rule) == ("too_expensive", "R11")
    game.say(0, "tax").say(0, "buy")
    assert (game.t.coins[0], game.t.populace[0]) == (1, 1)
    assert game.cards(0) == {"squire": 1}


def test_t10_r7_evil_card_without_coins_takes_a_tax_before_the_bid() -> None:
    game = Played(council(up="troll", coins=[0, 10, 10, 10]))
    refused = game.refusal(0, "bid")
    assert (refused.code, refused.rule) == ("no_coins", "R7")
    game.say(0, "tax").say(0, "bid")
    assert (game.t.coins[0], game.t.the_lot["coins"], game.t.populace[0]) == (2, 1, 1)
    assert game.asked == (1,)


def test_t11_r6_evil_card_is_taken_with_its_coins_or_with_none() -> None:
    game = Played(council(up="troll", on_it=5), (0, "buy"))
    assert (game.t.coins[0], game.cards(0)) == (15, {"troll": 3})
    game = Played(council(up="troll", on_it=0), (0, "buy"))
    assert (game.t.coins[0], game.cards(0)) == (10, {"troll": 3})


def test_t12_r19_marker_goes_to_the_left_of_the_buyer() -> None:
    game = Played(council(up="troll", turn=3, deck=["kobolds"]), (3, "buy"))
    assert game.t.auctioneer == 0
    assert game.asked == (0,)


def test_r39_evil_card_goes_to_who_can_do_nothing_else() -> None:
    table = council(up="blight", turn=0, coins=[1, 0, 10, 10], populace={1: 12})
    game = Played(table, (0, "bid"))
    assert "forced" in game.kinds()
    assert game.cards(1) == {"blight": 0}
    assert game.t.coins[1] == 1


def test_r39_nothing_is_forced_while_a_favor_could_be_placed() -> None:
    table = council(up="blight", coins=[0, 10, 10, 10], populace={0: 12}, hands={0: ["ambush"]})
    assert Played(table).tokens(0) == ["buy", "bargain>ambush"]


def test_r8_tax_gives_three_coins_for_one_chaos_and_the_turn_stays() -> None:
    game = Played(council(up="troll"), (0, "tax"))
    assert (game.t.coins[0], game.t.populace[0], game.asked) == (13, 1, (0,))
    assert game.t.the_lot["taxes"] == [1, 0, 0, 0]


def test_r8_cards_change_what_a_tax_yields() -> None:
    kingdoms = {0: ["tollmaster"], 1: ["tax_revolt"], 2: ["tollmaster"]}
    for seat, coins in ((0, 14), (1, 12)):
        table = council(up="troll", turn=seat, kingdoms={seat: kingdoms[seat]})
        assert Played(table, (seat, "tax")).t.coins[seat] == coins


def test_t45_r9_no_tax_at_twelve_chaos_in_the_populace() -> None:
    game = Played(council(up="troll", populace={0: 11}), (0, "tax"))
    assert game.t.populace[0] == 12
    refused = game.refusal(0, "tax")
    assert (refused.code, refused.rule) == ("tax_limit", "R9")
    assert "tax" not in game.tokens(0)


def test_r10_more_taxes_than_needed() -> None:
    game = Played(council(up="troll"), *[(0, "tax")] * 12)
    assert (game.t.coins[0], game.t.populace[0]) == (46, 12)


def test_r16_any_favor_can_be_placed_and_only_passes() -> None:
    table = council(up="shieldbreaker", hands={0: ["ambush"]})
    game = Played(table, (0, "bargain>ambush"), (1, "buy"))
    assert game.t.coins == [10, 1, 10, 10]
    assert game.t.favor_discard == ["ambush"]


def test_r18_one_bargain_per_turn_and_any_number_per_auction() -> None:
    table = council(3, up="troll", hands={0: ["ambush", "haggle"]})
    game = Played(table, (0, "bargain>ambush"))
    assert game.asked == (1,)
    game.say(1, "bid").say(2, "bid").say(0, "bargain>haggle")
    assert [placed["favor"] for placed in game.t.the_lot["placed"]] == ["ambush", "haggle"]


def test_t20_sweeten_the_pot_is_turned_up_at_once() -> None:
    table = council(up="hedge_witch", hands={0: ["sweeten_the_pot"]})
    game = Played(table, (0, "bargain>sweeten_the_pot"))
    assert game.t.the_lot["coins"] == 12
    assert game.session.view(2).table["lot"]["placed"] == [{"seat": 0, "open": True, "favor": "sweeten_the_pot"}]
    game.say(1, "bid")
    assert game.t.the_lot["coins"] == 11


def test_sweeten_the_pot_does_not_work_twice() -> None:
    table = council(up="troll", hands={0: ["sweeten_the_pot"]})
    game = Played(table, (0, "bargain>sweeten_the_pot"), (1, "buy"))
    assert game.t.coins == [10, 13, 10, 10]


def test_reveal_shows_the_printed_cost_of_every_good_card() -> None:
    for card in CARDS.values():
        if card.good:
            assert Played(council(deck=[card.id], phase="reveal")).t.the_lot["coins"] == card.cost


def test_undo_takes_back_a_tax_before_the_turn_is_over() -> None:
    table = council(up="troll")
    game = Played(table)
    before = game.session.position
    game.say(0, "tax")
    assert game.session.undone(0) == before
