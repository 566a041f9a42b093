"""Tests of the cards: points, suits and immunities, against hand-written tables."""

from __future__ import annotations

import pytest

from games.rules.messages import plain
from games.rules.tempting_fate import GAME
from games.rules.tempting_fate.tarot import NUMERALS, POINTS, TAROT
from games.rules.tempting_fate.zener import DECK, FACES, IMMUNE, VALUE

TRUMP_POINTS = [0, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1]
SUIT_POINTS = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4]
SUIT_OF = {"circle": "coins", "cross": "swords", "waves": "cups", "square": "wands", "star": "major"}
TRUMPS_OF = {
    "circle": (1, 6, 11, 16, 21),
    "cross": (2, 7, 12, 17),
    "waves": (3, 8, 13, 18),
    "square": (4, 9, 14, 19),
    "star": tuple(range(22)),
}


def test_t1_decks_hold_100_zener_and_78_tarot_cards() -> None:
    assert {face: DECK.count(face) for face in FACES} == dict.fromkeys(FACES, 20)
    assert sum(VALUE[face] for face in DECK) == 300
    assert len(TAROT) == 78


def test_t2_points_of_all_tarot_cards_are_those_of_the_table() -> None:
    expected = {f"major-{number:02}": points for number, points in enumerate(TRUMP_POINTS)}
    for suit in ("coins", "cups", "swords", "wands"):
        expected |= {f"{suit}-{rank:02}": points for rank, points in enumerate(SUIT_POINTS, start=1)}
    assert dict(POINTS) == expected
    assert sum(POINTS.values()) == 61 + 160


@pytest.mark.parametrize("face", FACES)
def test_t3_immunity_over_all_pairs(face: str) -> None:
    expected = {code for code in TAROT if code.startswith(SUIT_OF[face])} | {f"major-{number:02}" for number in TRUMPS_OF[face]}
    assert {code for code in TAROT if code in IMMUNE[face]} == expected


def test_t3_number_of_immunities_by_symbol() -> None:
    assert {face: len(IMMUNE[face]) for face in FACES} == {"circle": 19, "cross": 18, "waves": 18, "square": 18, "star": 22}


def test_r9_value_immunity_belongs_to_trumps_only() -> None:
    assert "cups-02" not in IMMUNE["cross"]
    assert "major-02" in IMMUNE["cross"]


def test_r33_strength_is_eight_and_justice_eleven() -> None:
    assert [(plain(TAROT[code].name), NUMERALS[TAROT[code].number]) for code in ("major-08", "major-11")] == [
        ("Strength", "VIII"),
        ("Justice", "XI"),
    ]


def test_names_of_all_cards_are_different() -> None:
    names = [plain(card.name) for card in TAROT.values()]
    assert len(set(names)) == 78
    assert names[22 + 4] == "Five of Coins"


def test_gallery_shows_every_card_once_with_a_text() -> None:
    cards = [card for zone in GAME.gallery() for pile in zone.piles for card in pile.cards]
    assert sorted(card.id for card in cards) == sorted([*FACES, *TAROT])
    assert all(card.text is not None for card in cards)
