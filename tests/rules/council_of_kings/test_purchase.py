"""Tests of BUY: Favors played before buying, entering, texts, bargains; rulings 12 to 17, 22, 24, 28."""

from __future__ import annotations

import pytest

from tests.rules.council_of_kings.build import Played, council


def test_t21_haggle_lowers_the_price_by_three() -> None:
    table = council(up="hedge_witch", hands={0: ["haggle", "ambush"]})
    game = Played(table, (0, "play>haggle"), (0, "buy"))
    assert game.t.coins[0] == 4
    assert game.t.bank == -34
    assert game.t.favor_discard == ["haggle"]


def test_t22_r13_price_never_falls_below_zero() -> None:
    table = council(up="hedge_witch", on_it=2, hands={0: ["haggle"]})
    assert Played(table, (0, "play>haggle"), (0, "buy")).t.coins[0] == 10


def test_two_haggles_lower_the_price_by_six() -> None:
    table = council(up="hedge_witch", hands={0: ["haggle", "haggle"]}, coins=[3, 10, 10, 10])
    game = Played(table)
    assert game.tokens(0) == ["bid", "tax", "play>haggle", "bargain>haggle"]
    game.say(0, "play>haggle").say(0, "play>haggle").say(0, "buy")
    assert (game.t.coins[0], game.t.hands[0]) == (0, [])


def test_r12_after_naming_a_favor_only_buying_is_left() -> None:
    table = council(up="hedge_witch", hands={0: ["haggle", "heros_welcome", "ambush"]})
    game = Played(table, (0, "play>haggle"))
    assert game.tokens(0) == ["buy", "tax", "play>heros_welcome"]
    assert game.refusal(0, "bid").code == "buying"
    assert game.t.hands[0] == ["haggle", "heros_welcome", "ambush"]


def test_r12_named_favor_is_seen_by_nobody_before_the_purchase() -> None:
    table = council(up="hedge_witch", hands={0: ["haggle"]})
    before, game = Played(council(up="hedge_witch", hands={0: ["haggle"]})), Played(table, (0, "play>haggle"))
    assert game.told == []
    assert game.session.view(1) == before.session.view(1)
    assert game.session.view(0).table["lot"]["playing"] == ["haggle"]


def test_r12_named_favor_can_be_taken_back() -> None:
    game = Played(council(up="hedge_witch", hands={0: ["haggle"]}))
    before = game.session.position
    game.say(0, "play>haggle")
    assert game.session.undone(0) == before


def test_r12_favor_is_not_offered_when_it_could_not_lead_to_a_purchase() -> None:
    table = council(up="old_marshal", hands={0: ["heros_welcome"]}, coins=[0, 10, 10, 10], populace={0: 12})
    assert Played(table).tokens(0) == ["bid", "bargain>heros_welcome"]


def test_r12_favor_may_be_named_before_the_taxes_that_pay_the_price() -> None:
    table = council(up="old_marshal", hands={0: ["heros_welcome"]}, coins=[7, 10, 10, 10], populace={0: 10})
    game = Played(table, (0, "play>heros_welcome"))
    assert game.tokens(0) == ["tax"]
    game.say(0, "tax").say(0, "tax").say(0, "buy")
    assert (game.t.coins[0], game.cards(0)) == (2, {"old_marshal": 6})


def test_t23_ward_of_salt_keeps_a_curse_away() -> None:
    table = council(up="blight", on_it=1, hands={0: ["ward_of_salt"]})
    game = Played(table, (0, "play>ward_of_salt"), (0, "buy"))
    assert (game.t.coins[0], game.cards(0), game.t.auctioneer) == (11, {}, 1)
    assert game.t.fate_discard[0] == "blight"
    assert game.session.view(0).table["players"][0]["score"] == 11


def test_r24_warded_curse_was_bought_all_the_same() -> None:
    table = council(
        up="desertion",
        hands={0: ["ward_of_salt", "ambush"]},
        kingdoms={0: ["bountiful_harvest", "black_tithe", "shieldbreaker"]},
        placed=[(1, "hush_money")],
    )
    game = Played(table, (0, "play>ward_of_salt"), (0, "buy"))
    assert game.t.coins == [8, 12, 10, 10]
    assert game.cards(0)["shieldbreaker"] == 3, "a Curse that never entered has no owner for its own text"


def test_t24_heros_welcome_does_not_fit_a_monster() -> None:
    game = Played(council(up="troll", hands={0: ["heros_welcome"]}))
    refused = game.refusal(0, "play>heros_welcome")
    assert (refused.code, refused.rule) == ("favor_does_not_fit", "R12")


def test_heros_welcome_adds_order() -> None:
    table = council(up="squire", hands={0: ["heros_welcome"]})
    assert Played(table, (0, "play>heros_welcome"), (0, "buy")).cards(0) == {"squire": 3}


def test_hazard_pay_brings_three_coins() -> None:
    table = council(up="blight", on_it=2, hands={0: ["hazard_pay"]})
    assert Played(table, (0, "play>hazard_pay"), (0, "buy")).t.coins[0] == 15


def test_t25_example_f_caged_highwaymen_are_slain_on_entering() -> None:
    table = council(up="highwaymen", hands={0: ["iron_cage"]})
    game = Played(table, (0, "play>iron_cage"), (0, "buy"))
    assert (game.cards(0), game.t.coins[0]) == ({}, 12)
    assert game.kinds().index("entered") < game.kinds().index("slain")


def test_r22_caged_imps_take_their_favor_before_they_are_slain() -> None:
    table = council(up="imps", hands={0: ["iron_cage", "ambush"]})
    game = Played(table, (0, "play>iron_cage"), (0, "buy"))
    assert (game.cards(0), game.t.hands[0]) == ({}, [])
    assert game.kinds().index("dropped") < game.kinds().index("slain")


def test_caged_wolves_count_the_monsters_already_there() -> None:
    table = council(up="wolf_pack", hands={0: ["iron_cage"]}, kingdoms={0: ["troll", "kobolds"]})
    game = Played(table, (0, "play>iron_cage"), (0, "buy"))
    assert game.cards(0) == {"troll": 3, "kobolds": 2, "wolf_pack": 2}


def test_poisoned_gift_finds_no_monster_that_was_slain_on_entering() -> None:
    table = council(up="kobolds", hands={0: ["iron_cage"]}, placed=[(1, "poisoned_gift")])
    assert Played(table, (0, "play>iron_cage"), (0, "buy")).cards(0) == {}


def test_t26_lich_takes_the_hero_that_is_named() -> None:
    table = council(up="lich", kingdoms={0: ["goldentongue", "squire"]}, deck=["troll"])
    game = Played(table, (0, "buy"))
    assert game.asked == (0,)
    assert game.tokens(0) == ["goldentongue", "squire"]
    game.say(0, "squire")
    assert game.cards(0) == {"goldentongue": 2, "lich": 3}
    assert game.t.fate_discard == ["squire"]


def test_t26_lich_without_heroes_harms_nobody() -> None:
    game = Played(council(up="lich", deck=["kobolds"]), (0, "buy"))
    assert game.cards(0) == {"lich": 3}


def test_r39_lich_takes_the_only_hero_without_asking() -> None:
    game = Played(council(up="lich", kingdoms={0: ["squire"]}, deck=["kobolds"]), (0, "buy"))
    assert game.cards(0) == {"lich": 3}


def test_r14_hero_for_the_lich_is_named_before_bargains_are_turned_up() -> None:
    table = council(up="lich", kingdoms={0: ["goldentongue", "squire"]}, placed=[(1, "hush_money"), (2, "poisoned_gift")])
    game = Played(table, (0, "buy"))
    assert "uncovered" not in game.kinds()
    assert game.session.view(0).table["lot"]["placed"][0]["favor"] is None
    game.say(0, "goldentongue")
    assert game.t.coins == [8, 12, 10, 10]
    assert game.cards(0) == {"squire": 1, "lich": 4}


def test_t19_example_e_bargains_take_effect_in_placing_order() -> None:
    hands = {0: ["hush_money"], 1: ["poisoned_gift"], 2: ["rightful_claim"]}
    moves = [(0, "bargain hush money"), (1, "bargain poisoned gift"), (2, "bargain rightful claim"), (3, "bid"), (0, "bid"), (1, "bid")]
    game = Played(council(up="kobolds", hands=hands, deck=["troll"]), *moves, (2, "buy"))
    assert game.t.coins == [11, 9, 15, 9]
    assert game.cards(2) == {"kobolds": 3}
    assert (game.t.auctioneer, game.t.favor_discard) == (3, ["hush_money", "poisoned_gift", "rightful_claim"])


def test_placing_order_decides_what_is_left_to_pay() -> None:
    for placed, coins in (
        ([(1, "hush_money"), (0, "silver_lining")], [2, 10, 10, 10]),
        ([(0, "silver_lining"), (1, "hush_money")], [0, 12, 10, 10]),
    ):
        game = Played(council(up="troll", coins=[0, 10, 10, 10], placed=placed), (0, "buy"))
        assert game.t.coins == coins


def test_r17_own_bargains_work_but_no_other_player_has_bought() -> None:
    table = council(up="kobolds", placed=[(0, "hush_money"), (0, "poisoned_gift"), (0, "silver_lining"), (0, "rightful_claim")])
    game = Played(table, (0, "buy"))
    assert (game.t.coins, game.cards(0)) == ([16, 10, 10, 10], {"kobolds": 2})


def test_rightful_claim_pays_nothing_when_another_bought() -> None:
    assert Played(council(up="kobolds", placed=[(1, "rightful_claim")]), (0, "buy")).t.coins == [10, 10, 10, 10]


@pytest.mark.parametrize(("card", "favor", "counters"), [("shieldbreaker", "forged_orders", 2), ("shieldbreaker", "poisoned_gift", 3),
                                                          ("troll", "forged_orders", 3), ("troll", "poisoned_gift", 4)])  # fmt: skip
def test_bargains_that_meet_only_heroes_or_only_monsters(card: str, favor: str, counters: int) -> None:
    assert Played(council(up=card, placed=[(1, favor)]), (0, "buy")).cards(0) == {card: counters}


def test_forged_orders_leave_a_hero_without_order_in_place() -> None:
    assert Played(council(up="squire", placed=[(1, "forged_orders")]), (0, "buy")).cards(0) == {"squire": 0}


def test_old_debts_draw_before_bargains_are_discarded() -> None:
    table = council(up="troll", placed=[(1, "hush_money"), (2, "old_debts")], favor_deck=["ambush"])
    game = Played(table, (0, "buy"))
    assert game.t.hands[2] == ["ambush", "hush_money"], "the second card is the first of the reshuffled discard pile"
    assert game.t.favor_discard == ["hush_money", "old_debts"]


def test_r15_bargains_are_discarded_whether_they_worked_or_not() -> None:
    table = council(up="troll", placed=[(1, "ambush"), (2, "rightful_claim")])
    assert Played(table, (0, "buy")).t.favor_discard == ["ambush", "rightful_claim"]


def test_r28_silence_of_the_gods_mutes_the_buyers_own_bargains_in_that_auction() -> None:
    table = council(up="silent_gods", placed=[(0, "silver_lining"), (1, "silver_lining"), (0, "rightful_claim")])
    assert Played(table, (0, "buy")).t.coins == [10, 12, 10, 10]


def test_r28_favors_before_buying_silence_of_the_gods_still_work() -> None:
    table = council(up="silent_gods", hands={0: ["hazard_pay"]})
    assert Played(table, (0, "play>hazard_pay"), (0, "buy")).t.coins[0] == 13


def test_texts_for_buying_another_card_come_oldest_first_and_not_for_the_card_itself() -> None:
    # A Good card without coins goes to an empty hand without a question (R39), so no answer is given here.
    table = council(up="bountiful_harvest", on_it=0, coins=[1, 10, 10, 10], kingdoms={0: ["black_tithe"]})
    assert Played(table).t.coins[0] == 0
    for kingdom, coins in ((["black_tithe", "bountiful_harvest"], 2), (["bountiful_harvest", "black_tithe"], 1)):
        table = council(up="squire", on_it=0, coins=[1, 10, 10, 10], kingdoms={0: kingdom})
        assert Played(table).t.coins[0] == coins


def test_squire_gains_order_from_other_heroes_only() -> None:
    for card, order in (("goldentongue", 2), ("royal_mint", 1), ("squire", 1)):
        kingdom = [] if card == "squire" else ["squire"]
        table = council(up=card, on_it=0, kingdoms={0: kingdom})
        assert Played(table).cards(0)["squire"] == order


def test_cards_bought_for_their_own_text() -> None:
    deck = ["ambush", "haggle", "haggle", "ambush"]
    spymistress = Played(council(up="spymistress", on_it=0, favor_deck=deck))
    assert spymistress.t.hands[0] == ["ambush", "haggle"]
    whisper = Played(council(up="oracles_whisper", on_it=0, favor_deck=deck, deck=["kobolds", "festival"]))
    assert whisper.t.hands[0] == ["ambush", "haggle", "haggle"]
    assert whisper.session.view(0).table["known"] == ["kobolds", "festival"]
    confessor = Played(council(up="confessor", on_it=0, populace={0: 3}))
    assert confessor.t.populace[0] == 1
    desertion = Played(council(up="desertion", kingdoms={0: ["squire", ("old_marshal", 0), ("berserker", 1)]}), (0, "buy"))
    assert desertion.cards(0) == {"squire": 0, "old_marshal": 0, "desertion": 0}


def test_t28_imps_discard_a_favor_that_chance_names() -> None:
    for place, left in ((0, ["haggle"]), (1, ["ambush"])):
        game = Played(council(up="imps", hands={0: ["ambush", "haggle"]}, deck=["troll"]), (0, "buy"), chance=[place])
        assert game.t.hands[0] == left
    assert Played(council(up="imps", deck=["troll"]), (0, "buy")).t.hands[0] == []
