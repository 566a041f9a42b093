"""Tests of the text page of the table over real HTTP in a text browser: sign in, my games, read, answer, look back, the end."""

from __future__ import annotations

import random
import re
from typing import Any
from urllib.parse import urljoin

import pytest
from django.conf import settings

from games.models import Game, Player
from games.rules.registry import all_games
from games.services.clocks.pace import PRESETS
from games.services.people.sign_in_links import one_time_link
from games.services.tables import bots, lobby
from notifications.clock import database_now
from tests.e2e.text_browser import TextBrowser
from tests.games import moves
from tests.games.conftest import person

KINDS = 2
"""The number of different questions that are answered here before the services play on; Turn of Fate has only one (R12)."""
WHOLE = "tempting_fate"
SHORT: dict[str, dict[str, Any]] = {"tempting_fate": {"mode": "single", "short_game": 5}, "destined_to_fail": {"target_glory": 5}}
CHOICE = re.compile(r"^ *(\d+)\) ", re.MULTILINE)
SEVERAL = re.compile(r"^Choose (\d+)", re.MULTILINE)
NUMBER = re.compile(r"^A whole number from (\d+)", re.MULTILINE)


def signed_in(player: Player) -> TextBrowser:
    browser = TextBrowser()
    browser.open(urljoin(settings.SITE_URL, one_time_link(player)))
    browser.press("Sign in")
    assert "My games" in browser.text
    return browser


def table_against_bots(host: Player, key: str) -> Game:
    now, seats = database_now(), all_games()[key].seats[0]
    game = lobby.create(host, key, seats, now=now, pace=PRESETS["none"], options=SHORT.get(key, {}))
    for _ in range(seats - 1):
        lobby.seat_bot(game, host, now=now)
    bots.play_in(game.pk, now)
    game.refresh_from_db()
    return game


def asked_in(text: str) -> str:
    """The part of the page with the question."""
    return text.partition("Your choice\n")[2].partition("Type your move")[0]


def an_answer(question: str, rng: random.Random) -> str:
    """A valid answer, by the numbers in the text of the question."""
    if (least := NUMBER.search(question)) is not None:
        return least[1]
    choices = CHOICE.findall(question)
    several = SEVERAL.search(question)
    count = len(choices) if "Put all of them in order" in question else int(several[1]) if several else 1
    return " ".join(rng.sample(choices, count))


def answer(browser: TextBrowser, rng: random.Random, story: str = "") -> str:
    """Answer the question on the page; returns its first line."""
    question = asked_in(browser.text)
    browser.press("Play", Type_your_move=an_answer(question, rng), A_line_of_story=story)
    assert browser.status == 200, browser.text
    return question.strip().partition("\n")[0]


@pytest.mark.parametrize("key", [key for key in all_games() if key != "lone_star"])  # the sixth game exists in the tests only
def test_journey_in_plain_words(key: str, live_server: Any, settings: Any) -> None:
    settings.SITE_URL = live_server.url
    alice, rng = person("alice"), random.Random(7)
    game = table_against_bots(alice, key)
    browser, answered = signed_in(alice), set[str]()
    while len(answered) < KINDS or key == WHOLE:
        bots.play_in(game.pk, database_now())
        browser.open("/")
        browser.follow(str(game.book.title.text))
        browser.follow("Text version")
        if "The game is over" in browser.text:
            break
        answered.add(answer(browser, rng, story="" if answered else "It began in the rain."))
        assert browser.address.endswith("/text/")
        assert "What happened" in browser.text
    assert answered
    assert len(answered) >= KINDS or "The game is over" in browser.text  # some games have only one kind of question
    moves.play_out(game, now=database_now())
    browser.open("/")
    browser.follow(str(game.book.title.text))
    browser.follow("Text version")
    assert "The game is over" in browser.text
    browser.follow("Go through the game")
    browser.follow("Later")
    browser.open(f"{game.get_absolute_url()}chronicle/")
    browser.open(f"{game.get_absolute_url()}chronicle.txt")
    assert "It began in the rain." in browser.text


def test_refusal_in_plain_words_keeps_what_was_typed(live_server: Any, settings: Any) -> None:
    settings.SITE_URL = live_server.url
    alice = person("alice")
    game = table_against_bots(alice, "turn_of_fate")
    browser = signed_in(alice)
    browser.open(f"{game.get_absolute_url()}text/")
    browser.press("Play", Type_your_move="zzz qqq", A_line_of_story="Not yet.")
    assert browser.status == 422
    assert "Nothing has changed." in browser.text
    assert "zzz qqq" in browser.text
    assert "Not yet." in browser.text
    browser.press("Play", Type_your_move="say Good evening")
    assert "Good evening" in browser.text
    browser.press("Play", Type_your_move="resign")
    browser.press("Resign")
    browser.follow("Text version")
    assert "The game is over" in browser.text


def test_file_says_what_is_asked_and_where_to_answer(live_server: Any, settings: Any) -> None:
    settings.SITE_URL = live_server.url
    alice = person("alice")
    game = table_against_bots(alice, "turn_of_fate")
    browser = signed_in(alice)
    browser.open(f"{game.get_absolute_url()}table.txt")
    assert [line for line in browser.text.splitlines() if len(line) > 80] == []
    assert "Your hand" in browser.text
    question, _answer, address = browser.text.partition("Your choice\n")[2].partition("Answer here: ")
    browser.open(address.strip())
    assert asked_in(browser.text).strip() == question.strip()
    before = game.seq
    answer(browser, random.Random(1))
    game.refresh_from_db()
    assert game.seq > before
