"""Tests of the Action phase: its beginning, attacks, abilities and Favors; scenarios 30 to 37, 42 and 45."""

from __future__ import annotations

import pytest

from tests.rules.council_of_kings.build import Card, Played, council


def acting(kingdom: list[Card], **more: object) -> Played:
    """An Action phase in which seat 0 owns this Kingdom."""
    return Played(council(kingdoms={0: kingdom}, **more))  # type: ignore[arg-type]


def test_t30_goblin_thieves_take_no_coin_from_an_empty_purse() -> None:
    assert acting(["goblin_thieves"], coins=[0, 10, 10, 10], hands={1: ["ambush"]}).t.coins == [0, 10, 10, 10]
    assert acting(["goblin_thieves"], hands={1: ["ambush"]}).t.coins == [9, 10, 10, 10]


def test_r30_card_just_bought_skips_its_first_upkeep() -> None:
    game = Played(council(up="hydra", hands={1: ["ambush"]}, kingdoms={0: ["goblin_thieves"]}), (0, "buy"))
    assert game.cards(0) == {"goblin_thieves": 1, "hydra": 2}
    assert game.t.coins[0] == 9


@pytest.mark.parametrize(("before", "after"), [(1, 2), (3, 4), (4, 4), (6, 6)])
def test_hydra_grows_up_to_four(before: int, after: int) -> None:
    assert acting([("hydra", before)], hands={1: ["ambush"]}).cards(0) == {"hydra": after}


def test_r31_upkeep_goes_clockwise_from_the_auctioneer() -> None:
    game = Played(council(kingdoms={0: ["goblin_thieves"], 3: ["hydra"]}, auctioneer=2, hands={1: ["ambush"]}))
    assert [event.public["seat"] for event in game.told if event.kind in ("coins", "chaos")] == [3, 0]


def test_t31_paladin_removes_two_chaos_from_an_undead() -> None:
    game = acting(["dawn_paladin", "barrow_wight"], deck=["troll"])
    game.say(0, "attack>dawn_paladin>barrow_wight")
    assert game.cards(0) == {"dawn_paladin": 1, "barrow_wight": 2}
    game.say(0, "attack>dawn_paladin>barrow_wight")
    assert game.cards(0) == {"dawn_paladin": 0}
    assert "slain" in game.kinds()
    assert game.session.view(0).table["players"][0]["score"] == 13


def test_t32_tempter_cannot_be_attacked_by_warriors() -> None:
    game = acting(["old_marshal", "goldentongue", "tempter"])
    refused = game.refusal(0, "attack>old_marshal>tempter")
    assert (refused.code, refused.rule) == ("immune", "R25")
    assert "attack>goldentongue>tempter" in game.tokens(0)


def test_t32_frost_giant_costs_two_order_per_attack() -> None:
    game = acting(["old_marshal", "frost_giant"]).say(0, "attack old marshal frost giant")
    assert game.cards(0) == {"old_marshal": 2, "frost_giant": 2}
    blessed = acting(["old_marshal", "frost_giant", "blessed_blades"]).say(0, "attack>old_marshal>frost_giant")
    assert blessed.cards(0) == {"old_marshal": 2, "frost_giant": 1, "blessed_blades": 0}


def test_frost_giant_is_out_of_reach_of_a_single_order() -> None:
    game = acting([("old_marshal", 1), "frost_giant"], hands={0: ["ambush"]})
    assert game.refusal(0, "attack>old_marshal>frost_giant").code == "no_order"


@pytest.mark.parametrize(
    ("kingdom", "removed"),
    [
        (["squire", "red_dragon"], 1),
        (["squire", "red_dragon", "blessed_blades"], 2),
        (["squire", "red_dragon", "giant_killer"], 1),
        (["giant_killer", "red_dragon"], 2),
        (["giant_killer", "red_dragon", "blessed_blades"], 3),
        (["giant_killer", "red_dragon", "faint_hearts"], 1),
        (["squire", "red_dragon", "faint_hearts"], 0),
        (["goldentongue", "red_dragon", "blessed_blades"], 1),
        (["dawn_paladin", "red_dragon", "blessed_blades"], 2),
        (["dawn_paladin", "demon_prince", "blessed_blades"], 3),
    ],
)
def test_bonuses_add_up_and_belong_to_their_hero_or_to_all(kingdom: list[Card], removed: int) -> None:
    game = acting(kingdom)
    hero, monster = str(kingdom[0]), str(kingdom[1])
    before = game.cards(0)
    game.say(0, f"attack>{hero}>{monster}")
    assert game.cards(0)[monster] == before[monster] - removed
    assert game.cards(0)[hero] == before[hero] - 1


def test_faint_hearts_weaken_only_the_first_attack_of_each_phase() -> None:
    game = acting(["old_marshal", "barrow_wight", "faint_hearts"], hands={1: ["ambush"]}, deck=["squire"])
    game.say(0, "attack>old_marshal>barrow_wight").say(0, "attack>old_marshal>barrow_wight")
    assert game.cards(0) == {"old_marshal": 2, "barrow_wight": 3, "faint_hearts": 0}
    game.say(0, "done").say(1, "done").say(0, "buy").say(0, "attack>old_marshal>barrow_wight")
    assert game.cards(0)["barrow_wight"] == 3


def test_r27_excess_removal_is_lost() -> None:
    game = acting(["dawn_paladin", ("barrow_wight", 1)], hands={0: ["ambush"]}).say(0, "attack>dawn_paladin>barrow_wight")
    assert game.cards(0) == {"dawn_paladin": 1}


def test_t34_berserker_without_order_dies_after_his_blow() -> None:
    game = acting([("berserker", 1), ("highwaymen", 1)], hands={0: ["ambush"]}).say(0, "attack>berserker>highwaymen")
    assert (game.cards(0), game.t.coins[0]) == ({}, 12)
    assert game.t.fate_discard == ["highwaymen", "berserker"]


def test_slain_monsters_pay_out() -> None:
    dragon = acting(["giant_killer", ("red_dragon", 2)], hands={0: ["ambush"]}).say(0, "attack>giant_killer>red_dragon")
    assert dragon.t.coins[0] == 14
    prince = acting(["squire", ("demon_prince", 1)], favor_deck=["haggle", "ambush"]).say(0, "attack>squire>demon_prince")
    assert prince.t.hands[0] == ["haggle", "ambush"]


def test_r23_banished_monsters_and_dead_heroes_are_not_slain() -> None:
    martyr = acting(["martyr", "highwaymen"], hands={0: ["ambush"]}).say(0, "use>martyr>highwaymen")
    assert (martyr.cards(0), martyr.t.coins[0]) == ({}, 10)
    assert martyr.t.fate_discard == ["martyr", "highwaymen"]
    hunt = acting(["royal_hunt", "demon_prince"], hands={1: ["ambush"]}).say(0, "use royal hunt on demon prince")
    assert (hunt.cards(0), hunt.t.hands[0]) == ({}, [])


def test_goldentongue_and_hedge_witch_spend_order() -> None:
    game = acting(["goldentongue", "hedge_witch"], populace={0: 1}).say(0, "use goldentongue").say(0, "use hedge witch")
    assert (game.t.coins[0], game.t.populace[0]) == (12, 0)
    assert game.cards(0) == {"goldentongue": 1, "hedge_witch": 1}
    game.say(0, "use>hedge_witch")
    assert (game.t.populace[0], game.cards(0)["hedge_witch"]) == (0, 0)


def test_t35_temple_works_once_per_phase() -> None:
    game = acting(["temple_of_mercy"]).say(0, "tax").say(0, "use temple of mercy")
    assert (game.t.coins[0], game.t.populace[0]) == (11, 0)
    refused = game.refusal(0, "use>temple_of_mercy")
    assert (refused.code, refused.rule) == ("used_up", "R34")


def test_abilities_are_ready_again_in_the_next_phase() -> None:
    game = acting(["temple_of_mercy"], deck=["kobolds"]).say(0, "use>temple_of_mercy").say(0, "done").say(0, "buy")
    assert "use>temple_of_mercy" in game.tokens(0)


def test_t36_archmage_without_two_coins_is_refused_with_the_reason() -> None:
    game = acting(["archmage", "troll"], coins=[1, 10, 10, 10])
    refused = game.refusal(0, "use archmage")
    assert (refused.code, refused.rule) == ("cannot_pay", "R11")


def test_archmage_pays_for_order() -> None:
    game = acting(["archmage"]).say(0, "use>archmage")
    assert (game.t.coins[0], game.cards(0)) == (8, {"archmage": 4})


def test_corsair_queen_takes_up_to_two_coins_once_per_phase() -> None:
    game = acting(["corsair_queen"], coins=[10, 1, 10, 10]).say(0, "use>corsair_queen>seat_2")
    assert (game.t.coins, game.cards(0)) == ([11, 0, 10, 10], {"corsair_queen": 1})
    assert game.refusal(0, "use>corsair_queen>seat_3").code == "used_up"


def test_favors_of_the_action_phase() -> None:
    game = acting([], hands={0: ["bread_and_circuses", "scrying_bowl"]}, populace={0: 1}, deck=["troll", "kobolds"])
    game.say(0, "play bread and circuses").say(0, "play scrying bowl")
    assert (game.t.populace[0], game.t.coins[0]) == (0, 11)
    assert game.session.view(0).table["known"] == ["troll", "kobolds", "game_ends"]
    assert game.t.favor_discard == ["bread_and_circuses", "scrying_bowl"]
    game = acting(["squire", "troll"], hands={0: ["rallying_cry", "ambush", "noble_sacrifice"]})
    game.say(0, "play>rallying_cry>squire").say(0, "play>ambush>troll")
    assert game.cards(0) == {"squire": 3, "troll": 1}
    game.say(0, "play>noble_sacrifice>squire>troll")
    assert game.cards(0) == {}
    assert game.t.fate_discard == ["squire", "troll"]


def test_favors_without_a_target_cannot_be_played() -> None:
    game = acting(["squire"], hands={0: ["ambush", "noble_sacrifice", "cutpurses"]})
    assert not [token for token in game.tokens(0) if "ambush" in token or "noble_sacrifice" in token]
    assert (game.refusal(0, "play ambush").code, game.refusal(0, "play noble_sacrifice").code) == ("no_target", "no_target")


def test_favors_of_another_moment_cannot_be_played_in_the_action_phase() -> None:
    game = acting([], hands={0: ["haggle", "hush_money"]})
    assert (game.refusal(0, "play haggle").code, game.refusal(0, "play hush money").rule) == ("wrong_moment", "R12")


def test_t45_r9_agitators_may_add_a_thirteenth_chaos() -> None:
    game = acting([], hands={0: ["agitators"]}, populace={1: 12}).say(0, "play>agitators>seat_2")
    assert game.t.populace[1] == 13


def test_t42_r29_silenced_favors_can_only_be_placed() -> None:
    game = acting(["silent_gods", "troll"], hands={0: ["ambush", "haggle", "sweeten_the_pot"]}, deck=["squire"])
    assert game.tokens(0) == ["tax", "done"]
    assert (game.refusal(0, "play ambush").code, game.refusal(0, "play ambush").rule) == ("muted", "R29")
    game.say(0, "done")
    assert game.refusal(0, "play>haggle").code == "muted"
    game.say(0, "bargain>sweeten_the_pot")
    assert game.t.the_lot["coins"] == 6
    assert game.session.view(1).table["lot"]["placed"] == [{"seat": 0, "open": False, "favor": None}]
    game.say(1, "buy")
    assert game.t.coins == [10, 4, 10, 10]
    assert game.t.favor_discard == ["sweeten_the_pot"]


def test_r25_only_own_monsters_can_be_attacked() -> None:
    game = Played(council(kingdoms={0: ["squire"], 1: ["troll"]}, hands={0: ["hush_money"]}))
    assert game.tokens(0) == ["tax", "done"]
    assert (game.refusal(0, "attack>squire>troll").code, game.refusal(0, "attack squire troll").rule) == ("not_yours", "R25")


def test_r26_hero_without_order_stays_and_cannot_attack() -> None:
    game = acting([("squire", 0), "troll"], hands={0: ["hush_money"]})
    assert (game.refusal(0, "attack squire troll").code, game.cards(0)["squire"]) == ("no_order", 0)
