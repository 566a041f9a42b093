"""Tests of every game against bots in the browser, with the smallest and the largest number of players, to its end.

Turn of Fate is played to its end by clicking in test_whole_game.py.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from games.rules.registry import all_games
from games.services.clocks.pace import PRESETS
from games.services.tables import bots, lobby
from notifications.clock import database_now
from tests.e2e.conftest import SignIn
from tests.e2e.playing import Turns, answer_on_page, is_asked, is_over
from tests.games import moves
from tests.games.conftest import person

QUICK: dict[str, dict[str, Any]] = {
    "destined_to_fail": {"target_glory": 5},
    "tempting_fate": {"mode": "single", "short_game": 5},
    "fate_foretold": {},
}
ELSEWHERE = {("turn_of_fate", 2), ("lone_star", 5)}
CASES = sorted({(book.key, seats) for book in all_games().values() for seats in (book.seats[0], book.seats[-1])} - ELSEWHERE)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "seats"), CASES)
def test_game_is_played_to_its_end_in_the_browser(sign_in: SignIn, key: str, seats: int) -> None:
    """Many questions like those before are answered by the service that the page calls (see `Turns`)."""
    alice, now = person("alice"), database_now()
    game = lobby.create(alice, key, seats, now=now, pace=PRESETS["none"], options=QUICK.get(key, {}))
    for _ in range(seats - 1):
        lobby.seat_bot(game, alice, now=now)
    page, rng, turns = sign_in(alice), random.Random(9), Turns(game.code, alice)
    for _ in range(1_500):
        bots.play_in(game.pk, database_now())
        if turns.answered_elsewhere():
            moves.move(game, now=database_now(), rng=rng)
            continue
        page.goto(game.get_absolute_url())
        if is_over(page):
            break
        while is_asked(page):  # after an answer the page shows the next question of the turn
            answer_on_page(page, rng)
            if turns.answered_elsewhere():
                break
    expect(page.locator("article.ended h1")).to_be_visible()
