"""Tests of the card table against the card list of the specification, and of every ability against its registration."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.rules.fate_foretold.abilities import EFFECTS, on
from games.rules.fate_foretold.cards import ALL_CARDS, SIGILS
from games.rules.fate_foretold.kinds import SUITS, When
from games.rules.fate_foretold.printings import PRINTINGS, TEXTS
from games.rules.messages import plain
from tests.rules.fate_foretold.build import AGAIN, CARD_LIST, CARD_LISTS

TRIGGERS = {
    "play": When.PLAYED,
    "drawn": When.DRAWN,
    "turn_start": When.TURN_START,
    "any_turn_end": When.TURN_END,
    "you_play": When.YOU_PLAY,
    "you_draw_in_draw_step": When.YOU_DRAW_IN_DRAW_STEP,
    "your_cards_buried": When.YOUR_CARDS_BURIED,
    "self_buried_alone": When.BURIED_ALONE,
    "you_discard_by_effect": When.YOU_DISCARD_BY_EFFECT,
    "linked_draw_or_discard": When.LINKED_DRAW_OR_DISCARD,
}
POWERS = {
    "suit_weight": "twofold",
    "cant_be_buried": "unburiable",
    "bury_replacement": "returns",
    "cant_be_chosen": "stars_untouched",
    "enter_only_by_play": "only_by_play",
    "cant_draw": "no_draws",
    "cant_be_traded_or_taken": "holds_fast",
    "cant_align": "no_new_mind",
    "hands_face_down": "face_down",
    "copy_of_token": "copies",
}


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("n", list(PRINTINGS))
def test_cards_match_the_list_of_their_printing(n: int) -> None:
    ours = [(c.id, c.number, plain(c.name), list(c.suits), [c.type], flat(plain(c.text))) for c in PRINTINGS[n].values()]
    theirs = [(c["id"], c["number"], c["name"], c["suits"], c["types"], c["text"]) for c in CARD_LISTS[n]]
    assert ours == theirs


def test_the_second_printing_changes_texts_only() -> None:
    assert set(TEXTS) == set(AGAIN)
    one, two = ([(c.id, c.number, plain(c.name), c.suits, c.type, c.powers) for c in PRINTINGS[n].values()] for n in (1, 2))
    assert one == two


def test_sigils_match_the_list_of_the_specification() -> None:
    ours = [{"id": s.id, "name": plain(s.name), "rank": s.rank, "suits": list(s.suits)} for s in SIGILS]
    assert ours == CARD_LIST["sigils"]


@pytest.mark.parametrize("card", CARD_LIST["cards"], ids=lambda card: card["id"])
def test_abilities_are_those_of_the_specification(card: dict[str, Any]) -> None:
    assert {when for when in When if card["id"] in EFFECTS[when]} == {TRIGGERS[ability["when"]] for ability in card["abilities"]}


@pytest.mark.parametrize("card", CARD_LIST["cards"], ids=lambda card: card["id"])
def test_powers_are_those_of_the_specification(card: dict[str, Any]) -> None:
    # The Aegis protects by its token; Leo and The Colossus share one word in the list.
    special = {"aegis": [], "leo": ["one_more_place"], "colossus": ["four_places"]}
    expected = special[card["id"]] if card["id"] in special else [POWERS[word] for static in card["static"] for word in static]
    assert [power.value for power in ALL_CARDS[card["number"] - 1].powers] == expected


def test_every_suit_is_on_seventeen_cards_and_every_pair_twice() -> None:
    assert [sum(suit in card.suits for card in ALL_CARDS) for suit in SUITS] == [17, 17, 17, 17]
    pairs = [card.suits for card in ALL_CARDS if len(card.suits) == 2]
    assert sorted(pairs) == sorted(2 * [(a, b) for at, a in enumerate(SUITS) for b in SUITS[at + 1 :]])


def test_registering_an_effect_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="registered twice"):
        on(When.PLAYED, "strength")
    with pytest.raises(ValueError, match="is no card"):
        on(When.PLAYED, "no_such_card")
