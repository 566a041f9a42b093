"""Tests of standing orders in everyday words of three languages: each is read as meant, and uncertain ones are not read."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from games.render.reader import reader_for
from games.rules import registry
from games.rules.errors import RulesError
from games.rules.orders import OrderBook
from games.rules.session import Session
from games.services.replies.order_words import in_own_words
from games.services.replies.reading.order_phrases import is_proposed
from tests.rules.council_of_kings.build import Played, council

SAID: dict[str, dict[str, dict[str, str]]] = tomllib.loads(Path(__file__).with_name("orders_in_words.toml").read_text("utf-8"))
READERS = [reader_for((), language) for language in ("en", "de", "fr")]
ALL = [(place, language) for place, languages in SAID.items() for language in languages]


def advised(key: str, seats: int, answers: int, phase: str = "", options: dict[str, Any] | None = None) -> Session[Any]:
    """A game after some answers of bots."""
    book, rng = registry.all_games()[key], random.Random(3)
    session = book.begin(seats, options)
    while True:
        session.settle(lambda _draw, _label, n, k: rng.sample(range(n), k))
        if answers <= 0 and phase in ("", session.view(None).table["phase"]):
            return session
        seat, answers = session.unanswered[0], answers - 1
        decision = session.decision(seat)
        assert decision is not None
        session.answer(seat, book.advise(session.view(seat), decision))


def place(name: str) -> tuple[str, OrderBook]:
    """The key of the game, and the possible orders of a seat in it."""
    if name in ("troll", "shieldbreaker"):
        key, session, seat = "council_of_kings", Played(council(up=name, hands={1: ["old_debts"]})).session, 1
    else:
        key, seats, answers, seat, phase = {
            "destined": ("destined_to_fail", 4, 12, 0, ""),
            "turn": ("turn_of_fate", 2, 12, 0, ""),
            "fate": ("tempting_fate", 2, 12, 0, "fate"),
            "attacked": ("tempting_fate", 2, 9, 0, "attack"),
            "querent": ("tempting_fate", 2, 12, 1, "fate"),
            "foretold": ("fate_foretold", 4, 12, 0, ""),
        }[name]
        session = advised(key, seats, answers, phase)
    book = session.game.orders(session.view(seat))
    assert book is not None
    return key, book


def meant(key: str, book: OrderBook, text: str) -> str:
    """The order that a text is read as, with the reader of the game first as at a table; "" if it is not read."""
    try:
        return book.read(text).text
    except RulesError:
        lines = in_own_words(key, book, text, READERS)
    try:
        return "" if lines is None else "\n".join(book.read(line).text for line in lines)
    except RulesError as error:
        return f"refused: {lines} {error.code}"


@pytest.mark.parametrize(("name", "language"), ALL, ids=["-".join(one) for one in ALL])
def test_everyday_words_leave_the_order_that_they_mean(name: str, language: str) -> None:
    key, book = place(name)
    wrong = {
        text: (got, wanted)
        for text, wanted in SAID[name][language].items()
        if (got := meant(key, book, text)) != (book.read(wanted).text if wanted else "")
    }
    assert wrong == {}


@pytest.mark.parametrize(
    ("text", "opening"),
    [
        ("in this trick follow low", "trick"),
        ("in the next trick follow low", "next"),
        ("in diesem Stich niedrig bedienen", "trick"),
        ("im nächsten Stich niedrig bedienen", "next"),
        ("dans ce pli fournis bas", "trick"),
        ("au prochain pli fournis bas", "next"),
    ],
)
def test_this_trick_is_not_the_next_one_where_followers_choose_at_once(text: str, opening: str) -> None:
    session = advised("destined_to_fail", 4, 12, "follow", {"followers": "together"})
    book = session.game.orders(session.view(session.unanswered[0]))
    assert book is not None
    assert meant("destined_to_fail", book, text) == book.read(f"{opening} aim none follow lowest").text
    in_turn = advised("destined_to_fail", 4, 12, "follow")
    book = in_turn.game.orders(in_turn.view(in_turn.unanswered[0]))
    assert book is not None
    assert meant("destined_to_fail", book, text) == "trick follow lowest"


def test_every_language_is_tried_with_sixty_orders() -> None:
    assert all(sum(len(languages[language]) for languages in SAID.values()) >= 60 for language in ("en", "de", "fr"))


@pytest.mark.parametrize("text", ["proposed", "As proposed.", "wie vorgeschlagen", "comme proposé"])
def test_the_proposed_order_has_a_word_of_its_own(text: str) -> None:
    assert is_proposed(text)
