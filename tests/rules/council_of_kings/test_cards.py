"""The table of cards is the card list of the specification."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.council_of_kings import GAME, cards
from games.rules.council_of_kings.kinds import BOUGHT, CURSE, EVIL, GOOD, HERO, KINDS, MONSTER, Ability, FateCard, Favor, Tally
from games.rules.council_of_kings.scoring import FURTHER, STEPS
from games.rules.messages import plain
from tests.rules.council_of_kings.operations import LIST

NEEDS = {"good": GOOD, "evil": EVIL, "monster": (MONSTER,), "hero": (HERO,), "curse": (CURSE,), None: ()}


def printed(card: FateCard) -> dict[str, Any]:
    """What is printed on a Fate card, in the words of the list; worth in points."""
    side = "good" if card.good else "evil" if card.evil else "event"
    row: dict[str, Any] = {"id": card.id, "name": plain(card.name), "side": side, "kind": card.kind, "basic": card.basic}
    row |= {"text": plain(card.text) if card.text else ""}
    row |= {"class": card.family} if card.family else {}
    row |= {"worth": card.worth / 2} if card.kind in BOUGHT else {}
    row |= {"cost": card.cost} if card.good else {}
    row |= {"order": card.order, "points": card.points} if card.kind == HERO else {}
    return row | ({"chaos": card.chaos} if card.kind == MONSTER else {})


def test_fate_cards_are_those_of_the_list() -> None:
    shown = ("id", "name", "side", "kind", "basic", "text", "class", "worth", "cost", "order", "points", "chaos")
    listed = [{key: row[key] for key in shown if key in row} for row in LIST["fate"]]
    assert [printed(card) for card in cards.FATE] == listed


def test_favors_are_those_of_the_list() -> None:
    def row(favor: Favor) -> tuple[Any, ...]:
        return favor.id, plain(favor.name), favor.copies, favor.when, favor.needs, favor.target, plain(favor.text)

    listed = [
        (f["id"], f["name"], f["copies"], f["when"], NEEDS[f.get("needs")], tuple(f.get("target", ())), f["text"]) for f in LIST["favors"]
    ]
    assert [row(favor) for favor in cards.FAVORS] == listed
    assert sum(favor.copies for favor in cards.FAVORS) == 24


def test_game_ends_card_is_that_of_the_list() -> None:
    end, listed = cards.GAME_ENDS_CARD, LIST["game_end_card"]
    assert (end.id, plain(end.name), end.kind) == (listed["id"], listed["name"], listed["kind"])
    assert end.text is not None
    assert plain(end.text) == listed["text"]


def test_constants_are_those_of_the_list() -> None:
    listed = LIST["constants"]
    assert (GAME.seats[0], GAME.seats[-1]) == (listed["players_min"], listed["players_max"])
    assert (listed["start_coins"], listed["start_favors"], listed["tax_coins"]) == (cards.START_COINS, cards.START_FAVORS, cards.TAX_COINS)
    assert listed["populace_tax_limit"] == cards.TAX_LIMIT
    assert {"basic": listed["basic_with_end"], "advanced": listed["advanced_with_end"]} == cards.WITH_THE_END
    assert listed["advanced_per_player"] == cards.PER_PLAYER
    assert [STEPS[i + 1] - STEPS[i] for i in range(4)] == listed["chaos_steps"]
    assert listed["chaos_further"] == FURTHER


def statics(card: FateCard) -> dict[str, Any]:
    """The columns that are always on, in the words of the list (scoring texts apart)."""
    bonus = card.attack_bonus
    found: dict[str, Any] = {}
    if bonus:
        found["attack_bonus"] = {key: list(words) for key, words in (("by", bonus.by), ("vs", bonus.vs)) if words} | {"n": bonus.n}
    found |= {"attack_cost": card.attack_cost} if card.attack_cost != 1 else {}
    found |= {"attack_immune": list(card.immune_to)} if card.immune_to else {}
    found |= {"first_attack": card.first_attack} if card.first_attack else {}
    found |= {"fragile": True} if card.fragile else {}
    found |= {"tax_yield": card.tax_yield} if card.tax_yield else {}
    found |= {"favors_mute": True} if card.mutes_favors else {}
    return found | ({"chaos_ignore": card.chaos_ignored} if card.chaos_ignored else {})


def test_statics_are_those_of_the_list() -> None:
    listed = {row["id"]: {k: v for k, v in row.get("static", {}).items() if k != "score"} for row in LIST["fate"]}
    assert {card.id: statics(card) for card in cards.FATE} == listed
    assert [card.id for card in cards.FATE if card.enters_with_monsters] == [row["id"] for row in LIST["fate"] if "enter_plus" in row]


def test_every_listed_trigger_has_an_effect_and_no_other_card_has_one() -> None:
    def triggers(card: FateCard) -> set[str]:
        hooks = {"reveal": card.on_reveal, "buy": card.on_buy, "slain": card.on_slain, "upkeep": card.on_upkeep}
        return {name for name, effect in {**hooks, "owner_buys": card.on_owner_buys}.items() if effect}

    assert {card.id: triggers(card) for card in cards.FATE} == {row["id"]: set(row.get("triggers", {})) for row in LIST["fate"]}
    for row in LIST["fate"]:
        kinds = row.get("triggers", {}).get("owner_buys", {}).get("kinds", [])
        assert list(cards.CARDS[row["id"]].owner_buys) == kinds


def test_abilities_cost_and_aim_as_listed() -> None:
    def row(ability: Ability) -> tuple[Any, ...]:
        return ability.order, ability.coins, ability.discard, ability.once, list(ability.target)

    found = {card.id: row(card.ability) for card in cards.FATE if card.ability}
    listed = {}
    for card in LIST["fate"]:
        for action in card.get("actions", ()):
            cost = action["cost"]
            paid = (cost.get("order", 0), cost.get("coins", 0), cost.get("discard", False))
            listed[card["id"]] = (*paid, action.get("per_phase") == 1, action.get("target", []))
    assert found == listed


@pytest.mark.parametrize("tally", [Tally(0, 1, 0), Tally(15, 2, 1), Tally(16, 0, 3)])
def test_scoring_texts_count_as_listed(tally: Tally) -> None:
    counted = {"flat": 1, "heroes": tally.heroes, "blessings": tally.blessings, "coins": tally.coins}
    for row in LIST["fate"]:
        lines = row.get("static", {}).get("score", [])
        points = sum(counted[line["per"]] // line.get("div", 1) * line["each"] for line in (lines if isinstance(lines, list) else [lines]))
        text = cards.CARDS[row["id"]].score
        assert (text(tally) if text else 0) == points


def test_every_kind_and_family_has_a_name() -> None:
    assert {card.kind for card in cards.CARDS.values()} == set(KINDS)


def test_gallery_shows_every_card_once() -> None:
    shown = [card.id for zone in GAME.gallery() for pile in zone.piles for card in pile.cards]
    assert sorted(shown) == sorted([*cards.CARDS, *cards.FAVOR])
