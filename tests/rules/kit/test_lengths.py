"""Tests of the length of games, by their settings."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from games.rules import lengths
from games.rules.lengths import Measured, Waits
from games.rules.registry import all_games, game

ROWS = (
    Measured(2, {}, Waits(1, 2, 3)),
    Measured(2, {"target": 10}, Waits(4, 5, 6)),
    Measured(2, {"mode": "long"}, Waits(7, 8, 9)),
    Measured(3, {}, Waits(10, 11, 12)),
)
USUAL = {"target": 20, "mode": "short", "talk": True}


@pytest.mark.parametrize(
    ("seats", "options", "usual"),
    [
        (2, {}, 2),
        (2, {"target": 20, "mode": "short", "talk": False}, 2),
        (2, {"target": 11}, 5),
        (2, {"target": 19}, 2),
        (2, {"mode": "long", "target": 10}, 8),
        (2, {"target": None}, 2),
        (3, {"mode": "long"}, 11),
    ],
)
def test_the_nearest_row_is_taken(seats: int, options: dict[str, object], usual: int) -> None:
    found = lengths.expected(ROWS, seats, USUAL, options)
    assert found is not None
    assert found.usual == usual


def test_numbers_of_seats_that_were_not_measured_are_not_guessed() -> None:
    assert lengths.expected(ROWS, 4, USUAL, {}) is None
    assert lengths.expected((), 2, USUAL, {}) is None


@pytest.mark.parametrize("key", sorted(key for key, book in all_games().items() if book.waits(book.seats[0])))
def test_rows_of_a_game_are_settings_that_it_has(key: str) -> None:
    book = game(key)
    rows = lengths.measured(Path(inspect.getfile(type(book))).parent)
    assert {row.seats for row in rows} == set(book.seats)
    for row in rows:
        book.settle_options(row.seats, row.options)
        assert 0 < row.waits.fewest <= row.waits.usual <= row.waits.most


def test_auctions_by_price_halve_the_waits() -> None:
    book = game("council_of_kings")
    for seats in book.seats:
        turns, prices = book.waits(seats), book.waits(seats, {"auction_mode": "orders"})
        assert turns is not None
        assert prices is not None
        assert prices.usual * 3 < turns.usual * 2
