"""Tests of texts and typed answers: prompts, outcomes, refusals, dimmed cards, log lines."""

from __future__ import annotations

from pathlib import Path

import pytest

import games.rules.council_of_kings
from games.rules.contract import Decision
from games.rules.council_of_kings import GAME
from games.rules.errors import Ambiguous, Unreadable
from games.rules.messages import Reader, plain
from tests.rules.council_of_kings.build import Card, Played, council

NAMES = ["Ann", "Ben", "Carol", "Dan"]


def decision(game: Played, seat: int = 0) -> Decision:
    """The open decision of a seat."""
    found = game.session.decision(seat)
    assert found is not None
    return found


def said(game: Played, seat: int = 0) -> dict[str, tuple[str, str]]:
    """Label and outcome of every choice."""
    return {o.token: (plain(o.label, NAMES), plain(o.outcome, NAMES) if o.outcome else "") for o in decision(game, seat).options}


def test_question_offers_no_purchase_that_the_player_cannot_pay() -> None:
    game = Played(council(up="hedge_witch", on_it=4, coins=[3, 10, 10, 10]))
    assert plain(decision(game).prompt) == "Hedge Witch costs 4 coins, more than you have: bid (take a coin) or bargain?"
    assert "buy" not in said(game)


def test_choices_of_a_good_lot_say_what_they_cost() -> None:
    game = Played(council(up="hedge_witch", on_it=4, hands={0: ["haggle", "sweeten_the_pot"]}))
    assert plain(decision(game).prompt) == "Hedge Witch, for 4 coins: buy it, bid (take a coin) or bargain?"
    assert said(game) == {
        "bid": ("Bid and pass: take a coin from Hedge Witch", "You gain a coin. The card passes to the left, for 3 coins."),
        "buy": ("Buy Hedge Witch: pay, and take it", "It costs 4 coins. Points: 2. Order: 2."),
        "tax": ("Tax your people", "You gain 3 coins for one Chaos. Its price in points: 1."),
        "play>haggle": ("Play Haggle and buy", "Before you buy a Good card: it costs you 3 coins less."),
        "bargain>haggle": ("Bargain with Haggle", "It only passes the card on."),
        "bargain>sweeten_the_pot": (
            "Bargain with Sweeten the Pot",
            "Bargain, revealed at once: put 3 coins from the bank on the card up for auction.",
        ),
    }
    game.say(0, "play>haggle")
    assert plain(decision(game).prompt) == "You buy Hedge Witch with Haggle, for 1. Go on?"
    assert said(game)["buy"][1] == "It costs 1 coin. Points: 2. Order: 2."


def test_choices_of_an_evil_lot_say_what_they_bring() -> None:
    game = Played(council(up="kobolds", on_it=1, hands={0: ["iron_cage"]}))
    assert plain(decision(game).prompt) == "Kobolds, with 1 coin on it: take it, bid (lay a coin) or bargain?"
    assert said(game)["buy"] == ("Buy Kobolds: take it with what lies on it", "It brings 1 coin and 2 Chaos. Points: +1 −3.")
    game.say(0, "play>iron_cage")
    assert plain(decision(game).prompt) == "You take Kobolds with Iron Cage. Go on?"
    assert said(game)["buy"][1] == "It brings 1 coin.", "the Iron Cage removes the Chaos with which they would enter"


def test_an_evil_lot_says_what_its_chaos_costs_a_kingdom_that_has_some() -> None:
    game = Played(council(up="kobolds", on_it=4, kingdoms={0: ["troll"]}))
    assert said(game)["buy"][1] == "It brings 4 coins and 2 Chaos. Points: +4 −9."
    assert said(game)["bid"][1] == "You pay a coin. The card passes to the left, with 5 coins on it."


@pytest.mark.parametrize(("populace", "kingdom", "points"), [(0, [], 1), (1, [], 2), (1, ["troll"], 5), (1, ["hallowed_ground"], 0)])
def test_a_tax_says_the_points_that_its_chaos_costs(populace: int, kingdom: list[Card], points: int) -> None:
    game = Played(council(up="kobolds", on_it=0, kingdoms={0: kingdom}, populace={0: populace}))
    assert said(game)["tax"][1] == f"You gain 3 coins for one Chaos. Its price in points: {points}."


def test_actions_say_what_they_will_do() -> None:
    kingdom: list[Card] = ["giant_killer", "troll", ("berserker", 1), "goldentongue", "martyr"]
    game = Played(council(kingdoms={0: kingdom}, hands={0: ["ambush", "cutpurses", "noble_sacrifice", "scrying_bowl"]}))
    found = said(game)
    assert found["attack>giant_killer>troll"] == ("Torvin Giant-Killer attacks Troll", "Spends 1 Order and removes 2 of 3 Chaos.")
    assert found["attack>berserker>troll"][1] == "Spends 1 Order and removes 1 of 3 Chaos; Hrolf the Berserker dies."
    assert found["use>goldentongue"][0] == "Use Goldentongue"
    assert found["use>martyr>troll"][0] == "Use Sister Cael, Martyr on Troll"
    assert found["play>cutpurses>seat_3"][0] == "Play Cutpurses on Carol"
    assert found["play>scrying_bowl"][0] == "Play Scrying Bowl"
    assert found["play>noble_sacrifice>martyr>troll"][0] == "Play Noble Sacrifice with Sister Cael, Martyr on Troll"
    assert found["done"] == ("Done: no more actions in this phase", "The next Fate card comes up when everybody is done.")


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("attack giant-killer on the troll", "attack>giant_killer>troll"),
        ("Torvin attacks Troll", "attack>giant_killer>troll"),
        ("use goldentongue", "use>goldentongue"),
        ("ambush troll", "play>ambush>troll"),
        ("Play Cutpurses on seat 3", "play>cutpurses>seat_3"),
        ("done", "done"),
        ("TAX", "tax"),
    ],
)
def test_actions_can_be_typed(text: str, token: str) -> None:
    def table() -> Played:
        return Played(council(kingdoms={0: ["giant_killer", "troll", "goldentongue"]}, hands={0: ["ambush", "cutpurses"]}))

    assert table().say(0, text).session.position == table().say(0, token).session.position


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("pass", "bid"),
        ("take a coin", "bid"),
        ("buy", "buy"),
        ("take it and pay", "buy"),
        ("play haggle and buy", "play>haggle"),
        ("buy with haggle", "play>haggle"),
        ("bargain with haggle", "bargain>haggle"),
    ],
)
def test_turns_of_an_auction_can_be_typed(text: str, token: str) -> None:
    game = Played(council(up="shieldbreaker", hands={0: ["haggle", "hush_money"]}))
    assert game.session.read(0, text) == token


@pytest.mark.parametrize("text", ["take", "take Brenna", "haggle", "bargain"])
def test_r12_a_turn_that_could_mean_two_things_is_asked_back(text: str) -> None:
    game = Played(council(up="shieldbreaker", hands={0: ["haggle", "hush_money"]}))
    assert isinstance(game.refusal(0, text), Ambiguous)


@pytest.mark.parametrize("text", ["buy", "buy with haggle", "play haggle and buy", "take Brenna and pay"])
def test_r11_who_cannot_pay_yet_is_told_so_and_plays_no_favor_by_typing_buy(text: str) -> None:
    refused = Played(council(up="shieldbreaker", coins=[4, 10, 10, 10], hands={0: ["haggle"]})).refusal(0, text)
    assert plain(refused.message) == "Brenna Shieldbreaker costs 9 and you have 4: tax first, or play Haggle."
    assert refused.code == "too_expensive"


@pytest.mark.parametrize(
    ("text", "code"),
    [("pass", "no_coins"), ("play cutpurses", "wrong_moment"), ("play iron cage", "not_yours"), ("bargain hush money", "not_yours")],
)
def test_refusals_in_an_auction_name_the_reason(text: str, code: str) -> None:
    game = Played(council(up="troll", coins=[0, 10, 10, 10], hands={0: ["cutpurses"]}))
    assert game.refusal(0, text).code == code


def test_attack_without_its_hero_is_asked_back_whoever_has_the_shorter_name() -> None:
    """Goldentongue is one word and The Old Marshal two; the number of words must not select a Hero."""
    game = Played(council(kingdoms={0: ["old_marshal", "goldentongue", ("squire", 0), "troll"]}, hands={0: ["noble_sacrifice"]}))
    refused = game.refusal(0, "attack troll")
    assert isinstance(refused, Ambiguous)
    assert refused.tokens == ("attack>old_marshal>troll", "attack>goldentongue>troll")
    assert game.refusal(0, "squire attacks troll").code == "no_order"
    assert game.session.read(0, "goldentongue") == "use>goldentongue"


def test_ambiguous_and_unreadable_texts_are_told_apart() -> None:
    game = Played(council(kingdoms={0: ["squire", "troll", "kobolds"]}))
    assert isinstance(game.refusal(0, "attack"), Ambiguous)
    assert isinstance(game.refusal(0, "conquer the world"), Unreadable)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("use squire", "no_ability"),
        ("use goldentongue", "no_order"),
        ("use martyr", "no_target"),
        ("use martyr troll", "no_target"),
        ("attack troll", "not_yours"),
        ("tax", "tax_limit"),
        ("bid", "illegal"),
    ],
)
def test_refusals_in_the_action_phase_name_the_reason(text: str, code: str) -> None:
    kingdom: list[Card] = ["squire", ("goldentongue", 0), "martyr"]
    game = Played(council(kingdoms={0: kingdom}, hands={0: ["hush_money"]}, populace={0: 12}))
    assert game.refusal(0, text).code == code


def test_refused_attack_says_what_it_would_take() -> None:
    game = Played(council(kingdoms={0: ["squire", "frost_giant"]}, hands={0: ["hush_money"]}))
    assert plain(game.refusal(0, "attack squire frost giant").message) == "Eager Squire has 1 Order; an attack on Frost Giant takes 2."


def test_unusable_cards_are_dimmed_with_their_reason() -> None:
    hands = {0: ["ambush", "haggle", "bread_and_circuses"]}
    game = Played(council(kingdoms={0: ["archmage", "goldentongue"]}, hands=hands, coins=[1, 10, 10, 10]))
    barred = {bar.touches: plain(bar.reason) for bar in GAME.barred(game.session.view(0), decision(game))}
    assert barred == {
        ("ambush",): "There is nothing in your Kingdom that Ambush could be used on.",
        ("haggle",): "Haggle cannot be played in the Action phase.",
        ("archmage",): "Archmage Seraphel asks 2 coins and you have 1.",
    }
    auction = Played(council(up="troll", hands=hands))
    assert GAME.barred(auction.session.view(0), decision(auction)) == ()


def test_log_lines_read_well() -> None:
    table = council(up="kobolds", placed=[(1, "hush_money"), (2, "poisoned_gift")], hands={0: ["hazard_pay"]}, deck=["festival"])
    game = Played(table, (0, "tax"), (0, "play>hazard_pay"), (0, "buy"))
    assert [plain(GAME.tell(event.seen_by(None)), NAMES) for event in game.told] == [
        "Ann taxes the people: 3 coins for 1 Chaos.",
        "Ann plays Hazard Pay.",
        "Hazard Pay: Ann gains 3 coins.",
        "Ann takes Kobolds, without a coin.",
        "New in the Kingdom of Ann: Kobolds, with 2 Chaos.",
        "The bargains are turned up: Hush Money, Poisoned Gift.",
        "Hush Money: Ann gives Ben 2 coins.",
        "Poisoned Gift: 1 Chaos put on Kobolds of Ann, 3 now.",
        "Event: Midsummer Festival. Each player gains 2 coins.",
        *(f"Midsummer Festival: {name} gains 2 coins." for name in ("Ben", "Carol", "Dan", "Ann")),
        "Game Ends is revealed. The game is over at once.",
        "The scores: Ann 6, Ben 14, Carol 12, Dan 12",
    ]


def test_scene_names_every_kingdom_the_viewers_first() -> None:
    game = Played(council(3, up="troll", hands={1: ["ambush"]}, placed=[(0, "haggle")], deck=["kobolds"]))
    scene = GAME.scene(game.session.view(1))
    assert [zone.id for zone in scene.zones] == ["lot", "hand-2", "kingdom-2", "kingdom-3", "kingdom-1", "known", "piles"]
    assert [card.id for pile in scene.zones[0].piles for card in pile.cards] == ["troll", ""]
    assert [plain(note) for note in scene.notes] == ["The end can come now: Game Ends is among the next 2 cards."]


def test_every_ruling_has_its_paragraph_on_the_rules_page() -> None:
    page = (Path(games.rules.council_of_kings.__file__).parent / "rulebook.md").read_text(encoding="utf-8")
    assert [line.split("**")[1] for line in page.splitlines() if line.startswith("**R")] == [f"R{n}" for n in range(1, 44)]
    assert "house set" in page


def test_log_lines_name_targets_and_cards_of_several_people_correctly() -> None:
    kingdom: list[Card] = ["giant_killer", ("kobolds", 1)]
    game = Played(
        council(kingdoms={0: kingdom}, hands={0: ["cutpurses"]}), (0, "play>cutpurses>seat_3"), (0, "attack>giant_killer>kobolds")
    )
    lines = [GAME.tell(event.seen_by(None)) for event in game.told]
    assert "Ann plays Cutpurses on Carol." in [plain(line, NAMES) for line in lines]
    assert "Ann plays Cutpurses on you." in [Reader(NAMES, you=2).say(line) for line in lines]
    assert "A Monster is slain in the Kingdom of Ann: Kobolds." in [plain(line, NAMES) for line in lines]
