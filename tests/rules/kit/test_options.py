"""Tests of table settings: switches, words, numbers, and the error texts of invalid values."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.ask import ask, pick
from games.rules.contract import GameOption
from games.rules.errors import BadOption
from games.rules.messages import msg
from tests.rules.kit.toys import Board, Toy


async def word(t: Board) -> None:
    await ask(pick(0, "word", ["ja"]))


GAME = Toy(
    word,
    options=(
        GameOption("wild", msg("Wild cards"), True),
        GameOption("mode", msg("Mode"), "basic", (("basic", msg("basic")), ("advanced", msg("advanced")))),
        GameOption("rounds", msg("Rounds"), 3, least=1, most=7),
        GameOption("limit", msg("Limit"), None, least=1, most=9, optional=True),
    ),
)


def test_defaults_fill_what_was_not_given() -> None:
    assert GAME.settle_options(2, {}) == {"wild": True, "mode": "basic", "rounds": 3, "limit": None}
    assert GAME.settle_options(2, {"rounds": 7, "wild": False})["rounds"] == 7


def test_a_default_may_follow_from_the_number_of_players() -> None:
    game = Toy(word, options=(GameOption("rounds", msg("Rounds"), 3, least=1, most=7, by_seats=((3, 5),)),))
    assert [game.settle_options(seats, {})["rounds"] for seats in (2, 3)] == [3, 5]
    assert game.settle_options(3, {"rounds": 3})["rounds"] == 3


def test_settings_stand_on_the_table() -> None:
    assert GAME.begin(3, {"mode": "advanced"}).table.options["mode"] == "advanced"


@pytest.mark.parametrize(
    ("key", "value"), [("wild", False), ("mode", "advanced"), ("rounds", 1), ("rounds", 7), ("limit", None), ("limit", 9)]
)
def test_values_that_fit(key: str, value: Any) -> None:
    assert GAME.settle_options(2, {key: value})[key] == value


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("wild", 1, "Wild cards is yes or no."),
        ("wild", "true", "Wild cards is yes or no."),
        ("wild", None, "Wild cards is yes or no."),
        ("mode", "expert", "Mode is one of: basic, advanced."),
        ("mode", True, "Mode is one of: basic, advanced."),
        ("mode", ["basic"], "Mode is one of: basic, advanced."),
        ("rounds", 0, "Rounds is a number from 1 to 7."),
        ("rounds", 8, "Rounds is a number from 1 to 7."),
        ("rounds", True, "Rounds is a number from 1 to 7."),
        ("rounds", 3.0, "Rounds is a number from 1 to 7."),
        ("rounds", "3", "Rounds is a number from 1 to 7."),
        ("rounds", None, "Rounds is a number from 1 to 7."),
        ("limit", 0, "Limit is a number from 1 to 9."),
        ("colour", "red", "Toy has no setting “colour”."),
    ],
)
def test_values_that_do_not_fit_are_refused_with_a_sentence(key: str, value: Any, text: str) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.settle_options(2, {key: value})
    assert (str(caught.value), caught.value.code) == (text, "bad_option")


@pytest.mark.parametrize("seats", [-1, 0, 5])
def test_numbers_of_players_that_do_not_fit(seats: int) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.begin(seats)
    assert str(caught.value) == "Toy is played by 1 to 4."
