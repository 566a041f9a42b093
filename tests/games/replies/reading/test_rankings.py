"""Tests of orders of all cards of a hand by their suits and sizes, and of texts that leave the order open."""

from __future__ import annotations

import pytest

from games.rules.contract import Shape
from games.services.replies.reading import Choice, Question
from tests.games.replies.reading import unseen

_SUITS = {"sun": ("Sun", "Sonne", "Soleil"), "moon": ("Moon", "Mond", "Lune"), "hands": ("Hands", "Hände", "Mains")}
_TOKENS = ("sun-2", "sun-5", "moon-4", "hands-1", "hands-3", "hands-6")
HAND = Question(
    tuple(Choice(token, tuple(f"{name} {token[-1]}" for name in _SUITS[token[:-2]])) for token in _TOKENS), Shape.ORDER, 6, 6, kind="rank"
)
UP = "hands-1 hands-3 hands-6"
DOWN = "hands-6 hands-3 hands-1"


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Hands first, low to high, then the Suns 2 and 5, and the Moon at the end.", f"{UP} sun-2 sun-5 moon-4"),
        ("moon, hands descending, suns ascending", f"moon-4 {DOWN} sun-2 sun-5"),
        ("The moon goes last. Hands from six down to one first, then sun 5, sun 2", f"{DOWN} sun-5 sun-2 moon-4"),
        ("Moon in front, the rest as listed", f"moon-4 sun-2 sun-5 {UP}"),
        ("the moon on top and the rest in the order you gave them, thanks!", f"moon-4 sun-2 sun-5 {UP}"),
        ("Erst die Hände aufsteigend, dann Sonne 5, Sonne 2 und ganz hinten der Mond", f"{UP} sun-5 sun-2 moon-4"),
        ("Mond, dann die Sonnen (5, 2), dann Hände von groß nach klein", f"moon-4 sun-5 sun-2 {DOWN}"),
        ("Mond nach vorne, der Rest wie in der Liste", f"moon-4 sun-2 sun-5 {UP}"),
        ("La lune d’abord, ensuite les mains de la plus petite à la plus grande, et soleil 5, soleil 2 pour finir",
         f"moon-4 {UP} sun-5 sun-2"),
        ("Mains 6, 3, 1, puis soleils 2 et 5, la lune en dernier", f"{DOWN} sun-2 sun-5 moon-4"),
        ("as you listed them, first to last", " ".join(_TOKENS)),
        ("von der letzten zur ersten, also genau verkehrt herum", " ".join(_TOKENS[::-1])),
        ("Gardez l'ordre de la liste", " ".join(_TOKENS)),
    ],
)  # fmt: skip
def test_order_by_suits_is_read(text: str, order: str) -> None:
    assert unseen.played(text, HAND) == order


@pytest.mark.parametrize(
    "text",
    [
        "Hands first, then the suns, moon last", "Moon first and the rest I'll tell you later", "moon, sun 5, hands up",
        "Sun 5 first, you sort the others",
        "Hands going up after the suns going down, then the moon", "not the moon first, hands up, suns up", "moon, hands up, suns up?",
        "Hands up, everybody! The sun is down and the moon is up.", "Erst die Hände, dann Sonne 5 und Sonne 2, zum Schluss der Mond",
        "Moon 5, hands up, suns up", "suns up, but before that the moon, hands down",
    ],
)  # fmt: skip
def test_order_that_is_open_is_not_played(text: str) -> None:
    assert unseen.played(text, HAND) == ""
