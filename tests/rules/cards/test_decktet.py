"""Tests of the Decktet: pictures and names of its cards."""

from __future__ import annotations

import pytest

from games.rules.cards.decktet import DECKTET, SUITS
from games.rules.cards.words import card_face
from games.rules.messages import msg, plain


def test_suits_are_told_apart_by_letter_glyph_and_name() -> None:
    assert [suit.letter for suit in SUITS.values()] == ["M", "S", "W", "L", "Y", "K"]
    assert len({suit.glyph for suit in SUITS.values()}) == len({plain(suit.name) for suit in SUITS.values()}) == 6


def test_ids_are_names_without_article() -> None:
    for card in DECKTET.values():
        assert card.id == plain(card.name).removeprefix("The ").replace(" of ", " ").replace(" ", "_").casefold()


@pytest.mark.parametrize(
    ("card", "art", "value", "suits", "marks"),
    [
        ("ace_moons", "moon", "1", "M", []),
        ("cave", "cave-entrance", "7", "WY", ["Location (story)"]),
        ("market", "shop", "6", "LK", ["Location, Event (story)"]),
        ("end", "empty-hourglass", "10", "L", ["Location, Event (story)", "Crown"]),
        ("bard", "harp", "10", "S", ["Personality", "Crown"]),
    ],
)
def test_face_has_value_suits_from_the_top_and_kinds(card: str, art: str, value: str, suits: str, marks: list[str]) -> None:
    face = card_face(DECKTET[card])
    assert (face.id, face.art, face.value) == (card, f"cards/{art}", value)
    assert "".join(suit.letter for suit in face.suits) == suits
    assert [plain(mark) for mark in face.marks] == marks


def test_face_takes_further_marks_and_leaves_out_none() -> None:
    assert [plain(mark) for mark in card_face(DECKTET["ace_suns"], None, msg("locked")).marks] == ["locked"]
