"""Tests of the deck and the tables derived from it (T1, R1, §1.2, §1.4)."""

from __future__ import annotations

import pytest

from games.rules.cards.decktet import DECKTET, KNOTS, LEAVES, MOONS, SUITS, SUNS, WAVES, WYRMS
from games.rules.turn_of_fate import GAME
from games.rules.turn_of_fate.cards import BEARERS, CITIZENS, FATES, FITS, RIVAL, SUITS_OF, VALUE

NUMBERS = [str(rank) for rank in range(2, 10)]


def test_t1_card_counts_and_sums() -> None:
    assert (len(DECKTET), len(CITIZENS), len(FATES)) == (36, 11, 25)
    assert sum(VALUE[card] for card in CITIZENS) == 66
    assert sum(VALUE[card] for card in FATES) == 132
    assert sum(1 for card in DECKTET.values() if card.kinds == ("location", "event")) == 3


def test_t1_every_suit_is_on_ten_cards_and_once_in_each_rank() -> None:
    assert {suit: len(cards) for suit, cards in BEARERS.items()} == dict.fromkeys(SUITS, 10)
    for rank in ("Ace", *NUMBERS, "Crown"):
        suits = [suit for card in DECKTET.values() if card.rank == rank for suit in card.suits]
        assert sorted(suits) == sorted(SUITS)


@pytest.mark.parametrize("pair", [(MOONS, WYRMS), (SUNS, LEAVES), (WAVES, KNOTS)])
def test_t1_no_card_bears_both_suits_of_a_rivalry(pair: tuple[str, str]) -> None:
    assert [card for card in DECKTET if set(pair) <= set(SUITS_OF[card])] == []


@pytest.mark.parametrize(
    ("suit", "count", "points"),
    [(MOONS, 4, 26), (SUNS, 4, 27), (LEAVES, 3, 16), (WYRMS, 3, 14)],
)
def test_t1_personalities_of_each_temple_sum_as_the_designer_says(suit: str, count: int, points: int) -> None:
    values = [VALUE[card] for card in CITIZENS if card in BEARERS[suit]]
    assert (len(values), sum(values)) == (count, points)


def test_r1_no_card_of_the_extended_deck() -> None:
    assert {"watchman", "rite", "harvest", "window", "excuse", "consul", "light_keeper"} & set(DECKTET) == set()


def test_top_suits_of_citizens_are_temples_except_the_sailors() -> None:
    assert {card for card in CITIZENS if SUITS_OF[card][0] not in RIVAL} == {"sailor"}


@pytest.mark.parametrize(
    ("suit", "cards"),
    [
        (MOONS, "ace_moons journey mountain forest chance_meeting pact"),
        (WYRMS, "ace_wyrms desert battle cave betrayal darkness calamity"),
        (SUNS, "ace_suns desert mountain discovery castle pact"),
        (LEAVES, "ace_leaves origin forest market chance_meeting mill end"),
    ],
)
def test_fates_that_only_one_temple_can_hold(suit: str, cards: str) -> None:
    assert {fate for fate in FATES if fate in BEARERS[suit]} == set(cards.split())


def test_the_eleven_tens_on_a_citizen_without_fates() -> None:
    tens = {(citizen, fate) for citizen in CITIZENS for fate in FATES if citizen in FITS[fate] and VALUE[citizen] + VALUE[fate] == 10}
    assert tens == {
        ("author", "betrayal"),
        ("painter", "castle"),
        ("savage", "cave"),
        ("savage", "chance_meeting"),
        ("sailor", "market"),
        ("lunatic", "mountain"),
        ("penitent", "battle"),
        ("penitent", "mountain"),
        ("diplomat", "desert"),
        ("merchant", "ace_leaves"),
        ("merchant", "ace_knots"),
    }


def test_gallery_shows_every_card_once() -> None:
    shown = [card.id for zone in GAME.gallery() for pile in zone.piles for card in pile.cards]
    assert sorted(shown) == sorted(DECKTET)
