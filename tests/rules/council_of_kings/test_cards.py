"""Tests of the card tables against the card lists: the specification's, and the changes of the second printing."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.council_of_kings import GAME, OLDER, cards
from games.rules.council_of_kings.kinds import BOUGHT, CURSE, EVIL, GOOD, HERO, KINDS, MONSTER, Ability, FateCard, Favor, Tally
from games.rules.council_of_kings.scoring import FURTHER, STEPS
from games.rules.messages import plain
from tests.rules.council_of_kings.operations import LIST, LISTS

NEEDS = {"good": GOOD, "evil": EVIL, "monster": (MONSTER,), "hero": (HERO,), "curse": (CURSE,), None: ()}


def printed(card: FateCard) -> dict[str, Any]:
    """The print of a Fate card in the terms of the list; worth in points."""
    side = "good" if card.good else "evil" if card.kind in EVIL else "event"
    row: dict[str, Any] = {"id": card.id, "name": plain(card.name), "side": side, "kind": card.kind, "basic": card.basic}
    row |= {"text": plain(card.text) if card.text else ""}
    row |= {"class": card.family} if card.family else {}
    row |= {"worth": card.worth / 2} if card.kind in BOUGHT else {}
    row |= {"cost": card.cost} if card.good else {}
    row |= {"order": card.order, "points": card.points} if card.kind == HERO else {}
    return row | ({"chaos": card.chaos} if card.kind == MONSTER else {})


every_printing = pytest.mark.parametrize("n", list(cards.PRINTINGS))


@every_printing
def test_fate_cards_are_those_of_the_list(n: int) -> None:
    shown = ("id", "name", "side", "kind", "basic", "text", "class", "worth", "cost", "order", "points", "chaos")
    listed = [{key: row[key] for key in shown if key in row} for row in LISTS[n]["fate"]]
    assert [printed(card) for card in cards.PRINTINGS[n].fate] == listed


@every_printing
def test_favors_are_those_of_the_list(n: int) -> None:
    def row(favor: Favor) -> tuple[Any, ...]:
        return favor.id, plain(favor.name), favor.copies, favor.when, favor.needs, favor.target, plain(favor.text)

    def listed(f: dict[str, Any]) -> tuple[Any, ...]:
        return f["id"], f["name"], f["copies"], f["when"], NEEDS[f.get("needs")], tuple(f.get("target", ())), f["text"]

    assert [row(favor) for favor in cards.PRINTINGS[n].favors] == [listed(f) for f in LISTS[n]["favors"]]
    assert len(cards.PRINTINGS[n].favor_deck) == 24


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
    """The columns that always apply, in the terms of the list (without scoring texts)."""
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


@every_printing
def test_statics_are_those_of_the_list(n: int) -> None:
    listed = {row["id"]: {k: v for k, v in row.get("static", {}).items() if k != "score"} for row in LISTS[n]["fate"]}
    assert {card.id: statics(card) for card in cards.PRINTINGS[n].fate} == listed
    assert [card.id for card in cards.PRINTINGS[n].fate if card.enters_with_monsters] == [
        row["id"] for row in LISTS[n]["fate"] if "enter_plus" in row
    ]


@every_printing
def test_every_listed_trigger_has_an_effect_and_no_other_card_has_one(n: int) -> None:
    def triggers(card: FateCard) -> set[str]:
        hooks = {"reveal": card.on_reveal, "buy": card.on_buy, "slain": card.on_slain, "upkeep": card.on_upkeep}
        return {name for name, effect in {**hooks, "owner_buys": card.on_owner_buys}.items() if effect}

    assert {card.id: triggers(card) for card in cards.PRINTINGS[n].fate} == {
        row["id"]: set(row.get("triggers", {})) for row in LISTS[n]["fate"]
    }
    for row in LISTS[n]["fate"]:
        kinds = row.get("triggers", {}).get("owner_buys", {}).get("kinds", [])
        assert list(cards.CARDS[row["id"]].owner_buys) == kinds


@every_printing
def test_abilities_cost_and_aim_as_listed(n: int) -> None:
    def row(ability: Ability) -> tuple[Any, ...]:
        return ability.order, ability.coins, ability.discard, ability.once, list(ability.target)

    found = {card.id: row(card.ability) for card in cards.PRINTINGS[n].fate if card.ability}
    listed = {}
    for card in LISTS[n]["fate"]:
        for action in card.get("actions", ()):
            cost = action["cost"]
            paid = (cost.get("order", 0), cost.get("coins", 0), cost.get("discard", False))
            listed[card["id"]] = (*paid, action.get("per_phase") == 1, action.get("target", []))
    assert found == listed


@every_printing
@pytest.mark.parametrize("tally", [Tally(0, 1, 0), Tally(15, 2, 1), Tally(16, 0, 3)])
def test_scoring_texts_count_as_listed(n: int, tally: Tally) -> None:
    counted = {"flat": 1, "heroes": tally.heroes, "blessings": tally.blessings, "coins": tally.coins}
    for row in LISTS[n]["fate"]:
        lines = row.get("static", {}).get("score", [])
        points = sum(counted[line["per"]] // line.get("div", 1) * line["each"] for line in (lines if isinstance(lines, list) else [lines]))
        text = cards.CARDS[row["id"]].score
        assert (text(tally) if text else 0) == points


def test_every_kind_and_family_has_a_name() -> None:
    assert {card.kind for card in cards.CARDS.values()} == set(KINDS)


def test_gallery_shows_every_card_once() -> None:
    for game in (GAME, *OLDER):
        printed_now = cards.PRINTINGS[game.printing]
        shown = [card.id for zone in game.gallery() for pile in zone.piles for card in pile.cards]
        assert sorted(shown) == sorted([*printed_now.deck("advanced"), *set(printed_now.favor_deck), "game_ends"])


def test_what_is_printed_again_has_an_id_of_its_own_and_the_same_name() -> None:
    one, two = cards.PRINTINGS.values()
    pairs = [*zip(one.fate, two.fate, strict=True), *zip(one.favors, two.favors, strict=True)]
    assert all((old.id == new.id) == (old is new) for old, new in pairs)
    assert all(plain(old.name) == plain(new.name) for old, new in pairs)
    assert [old.id for old, new in pairs if old is not new] == [*reprinted("fate"), *reprinted("favors")]


def reprinted(part: str) -> list[str]:
    """The ids of the list whose cards the second printing changes."""
    return [old["id"] for old, new in zip(LISTS[1][part], LISTS[2][part], strict=True) if old != new]
