"""Tests of the set-up: scenarios 1 to 4."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.rules.council_of_kings import GAME
from games.rules.council_of_kings.board import Council
from games.rules.council_of_kings.cards import PRINTINGS
from games.rules.playout import random_draw


def dealt(seats: int, mode: str, seed: int) -> Council:
    """The table right after the set-up, before anything is revealed."""
    rng, session = random.Random(seed), GAME.begin(seats, {"mode": mode})
    for _ in range(3):
        wanted = session.wants_chance
        assert wanted is not None
        session.answer_chance(random_draw(rng, wanted.n, wanted.k))
    # After the last draw (the Auctioneer) the first card is revealed at once: these tests put it back.
    session.answer_chance([rng.randrange(seats)])
    t = session.table
    revealed = t.fate_discard + ([t.lot["card"]] if t.lot else [])
    t.fate_deck = revealed + t.fate_deck
    return t


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_t1_basic_deck_has_13_cards_with_the_end_among_the_last_4(seats: int) -> None:
    for seed in range(20):
        t = dealt(seats, "basic", seed)
        assert sorted(t.fate_deck) == sorted([*PRINTINGS[2].deck("basic"), "game_ends"])
        assert "game_ends" in t.fate_deck[-4:]
        assert t.fate_out == []


@pytest.mark.parametrize(("seats", "deck", "out"), [(3, 25, 26), (4, 30, 21), (5, 35, 16)])
def test_t2_advanced_deck_grows_with_the_players(seats: int, deck: int, out: int) -> None:
    for seed in range(20):
        t = dealt(seats, "advanced", seed)
        assert (len(t.fate_deck), len(t.fate_out)) == (deck, out)
        assert "game_ends" in t.fate_deck[-10:]


def test_t3_the_end_is_equally_likely_in_every_place() -> None:
    places = Counter(dealt(3, "basic", seed).fate_deck.index("game_ends") for seed in range(1000))
    assert sorted(places) == [9, 10, 11, 12]
    assert all(200 <= count <= 300 for count in places.values())


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_t4_everybody_begins_alike(seats: int) -> None:
    t = dealt(seats, "advanced", 5)
    if t.fate_discard:  # an Event came first
        assert t.fate_discard == []
    assert [len(hand) for hand in t.hands] == [3] * seats
    assert (t.coins, t.populace) == ([10] * seats, [0] * seats)
    assert len(t.favor_deck) == 24 - 3 * seats


def test_first_auctioneer_is_drawn_by_lot() -> None:
    assert {dealt(4, "basic", seed).auctioneer for seed in range(40)} == {0, 1, 2, 3}


def test_r2_three_to_five_players() -> None:
    assert list(GAME.seats) == [3, 4, 5]
    assert GAME.best_seats is not None
    assert list(GAME.best_seats) == [3, 4]
