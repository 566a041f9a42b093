"""Tests of combinations of cards: situations that no paragraph of the rules names, derived from the paragraphs that apply."""

from __future__ import annotations

from games.rules.council_of_kings import GAME
from games.rules.council_of_kings.scoring import score
from tests.rules.council_of_kings.build import Played, council, held


def test_r24_r28_warded_silence_of_the_gods_mutes_nobody() -> None:
    """The card was bought but did not enter the Kingdom, so its permanent effect never applied."""
    table = council(up="silent_gods", on_it=1, placed=[(0, "rightful_claim")], hands={0: ["ward_of_salt"]})
    game = Played(table, (0, "play>ward_of_salt"), (0, "buy"))
    assert game.t.coins[0] == 10 + 1 + 4
    assert "silent_gods" in game.t.fate_discard


def test_r24_warded_desertion_takes_no_order_but_still_feeds_the_harvest() -> None:
    table = council(up="desertion", kingdoms={0: ["old_marshal", "bountiful_harvest"]}, hands={0: ["ward_of_salt", "hazard_pay"]})
    game = Played(table, (0, "play>ward_of_salt"), (0, "play>hazard_pay"), (0, "buy"))
    assert game.cards(0) == {"old_marshal": 4, "bountiful_harvest": 0}
    assert game.t.coins[0] == 10 + 3 + 2


def test_desertion_kills_a_berserker_with_his_last_order_and_the_jester_counts_him_no_more() -> None:
    table = council(up="desertion", kingdoms={0: [("berserker", 1), ("squire", 0), "mad_jester"]}, hands={0: ["haggle"]})
    game = Played(table, (0, "buy"))
    assert game.cards(0) == {"squire": 0, "mad_jester": 0, "desertion": 0}
    assert score(0, 0, game.t.kingdoms[0]) == 1 - (1 + 2) - 3


def test_black_tithe_and_harvest_on_an_almost_empty_purse_go_by_age() -> None:
    """A loss is limited to the coins a player has: the older card decides whether the second coin can be lost."""

    def coins_left(older: str, newer: str) -> int:
        return Played(council(up="kobolds", coins=[1, 10, 10, 10], kingdoms={0: [older, newer]}), (0, "buy")).t.coins[0]

    assert coins_left("black_tithe", "bountiful_harvest") == 2
    assert coins_left("bountiful_harvest", "black_tithe") == 1


def test_faint_hearts_before_a_frost_giant_cost_two_order_for_nothing() -> None:
    game = Played(council(kingdoms={0: ["old_marshal", "faint_hearts", "frost_giant"]}))
    game.say(0, "attack>old_marshal>frost_giant")
    assert game.cards(0) == {"old_marshal": 2, "faint_hearts": 0, "frost_giant": 3}
    game.say(0, "attack>old_marshal>frost_giant")
    assert game.cards(0) == {"old_marshal": 0, "faint_hearts": 0, "frost_giant": 2}


def test_berserker_with_one_order_is_too_weak_for_a_frost_giant_and_dies_on_two() -> None:
    assert not [token for token in Played(council(kingdoms={0: [("berserker", 1), "frost_giant"]}, hands={0: ["haggle"]})).tokens(0)
                if token.startswith("attack")]  # fmt: skip
    game = Played(council(kingdoms={0: [("berserker", 2), "frost_giant"]}), (0, "attack>berserker>frost_giant"))
    assert game.cards(0) == {"frost_giant": 2}


def test_blood_moon_takes_a_hydra_above_four_where_it_stays_without_growing() -> None:
    table = council(kingdoms={0: [("hydra", 4)]}, deck=["blood_moon", "kobolds"], hands={1: ["haggle"]}, phase="reveal")
    game = Played(table)
    assert game.cards(0) == {"hydra": 5}
    game.say(0, "buy")
    assert game.cards(0) == {"hydra": 5, "kobolds": 2}


def test_thieves_take_the_coin_that_the_archmage_would_ask() -> None:
    """The texts at the start of the phase come first; afterwards only seats that can still act are asked (R34)."""
    with_thieves = council(coins=[2, 10, 10, 10], kingdoms={0: [("archmage", 0), "goblin_thieves"]}, hands={1: ["haggle"]})
    assert Played(with_thieves).asked == (1,)
    without = council(coins=[2, 10, 10, 10], kingdoms={0: [("archmage", 0), "kobolds"]}, hands={1: ["haggle"]})
    assert Played(without).asked == (0, 1)


def test_r21_levy_among_equals_takes_from_all_and_gives_to_all() -> None:
    game = Played(council(coins=[2, 2, 2, 2], deck=["emperors_levy", "troll"], phase="reveal"))
    assert game.t.coins == [3, 3, 3, 3]


def test_sweeten_the_pot_gives_the_next_player_a_choice_that_was_none() -> None:
    """A Good card at 0 goes to an empty hand without a question (R39). With three coins on it, that player may bid but cannot pay."""
    table = council(up="squire", on_it=0, coins=[10, 0, 10, 10], hands={0: ["sweeten_the_pot"]}, populace={1: 12})
    game = Played(table, (0, "bargain>sweeten_the_pot"))
    assert (game.asked, game.tokens(1)) == ((1,), ["bid"])


def test_sweetened_evil_card_pays_whoever_takes_it_even_its_sweetener() -> None:
    game = Played(council(3, up="troll", on_it=1, hands={0: ["sweeten_the_pot"]}), (0, "bargain>sweeten_the_pot"), (1, "bid"), (2, "bid"))
    assert game.say(0, "buy").t.coins == [10 + 6, 9, 9]


def test_r3_r15_old_debts_draw_the_haggle_that_was_just_played_but_no_bargain_of_the_same_auction() -> None:
    table = council(3, up="squire", on_it=2, favor_deck=[], placed=[(1, "old_debts"), (1, "silver_lining")], hands={0: ["haggle"]})
    rest = list(table.favor_discard)
    table.favor_discard, table.hands[2] = [], rest
    game = Played(table, (0, "play>haggle"), (0, "buy"))
    assert game.t.hands[1] == ["haggle"]
    assert game.t.favor_discard == ["old_debts", "silver_lining"]


def test_noble_sacrifice_slays_highwaymen_and_pays_and_costs_the_heros_points() -> None:
    kingdom = {0: ["goldentongue", "highwaymen"]}
    before = score(10, 0, [held("goldentongue"), held("highwaymen")])
    game = Played(council(kingdoms=kingdom, hands={0: ["noble_sacrifice"]}), (0, "play>noble_sacrifice>goldentongue>highwaymen"))
    assert (game.cards(0), game.t.coins[0]) == ({}, 12)
    assert score(12, 0, game.t.kingdoms[0]) - before == 2 - 4 + 3


def test_r9_winter_lifts_a_populace_above_the_limit_and_a_single_calm_is_not_enough_to_tax_again() -> None:
    table = council(up="troll", populace={0: 13}, kingdoms={0: [("hedge_witch", 2)]}, hands={0: ["haggle"]})
    assert "tax" not in Played(table).tokens(0)
    game = Played(council(populace={0: 13}, kingdoms={0: ["hedge_witch"]}), (0, "use>hedge_witch"))
    assert "tax" not in game.tokens(0)
    assert "tax" in game.say(0, "use>hedge_witch").tokens(0)


def test_victim_that_had_nothing_to_lose_is_not_woken() -> None:
    table = council(3, coins=[10, 0, 10], kingdoms={0: ["corsair_queen"]}, hands={0: ["cutpurses"], 1: ["haggle"]})
    game = Played(table, (1, "done"), (0, "play>cutpurses>seat_2"), (0, "use>corsair_queen>seat_2"))
    assert game.asked == (0,)


def test_lich_bought_with_a_squire_gives_no_order_and_takes_a_hero_before_poison_comes() -> None:
    table = council(3, up="lich", placed=[(1, "poisoned_gift")], kingdoms={0: ["squire"]}, hands={0: ["iron_cage", "haggle"]})
    game = Played(table, (0, "play>iron_cage"), (0, "buy"))
    assert game.cards(0) == {"lich": 2}
    assert game.t.fate_discard == ["squire"]


def test_events_before_the_end_still_count_and_game_ends_stops_everything() -> None:
    deck = ["festival", "winter_of_discontent", "blood_moon", "game_ends"]
    game = Played(council(3, coins=[10, 4, 0], kingdoms={2: ["kobolds"]}, deck=deck, hands={0: ["cutpurses"]}, phase="reveal"))
    result = game.session.result
    assert result is not None
    assert (result.scores, result.ranks) == ((11, 5, 2 - 10), (1, 2, 3))
    assert GAME.audit(game.t) == []
