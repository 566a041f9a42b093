"""Tests that every game, with every number of players, can be played to its end by the web form against bots, without scripts."""

from __future__ import annotations

import random
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.models import Game, Player, Seat
from games.rules.registry import all_games
from games.services.clocks.pace import PRESETS
from games.services.tables import bots, lobby
from tests.games.conftest import NOON, person

SHORT: dict[str, dict[str, Any]] = {
    "destined_to_fail": {"target_glory": 8},
    "tempting_fate": {"mode": "single"},
}
"""Settings that keep the games of this test short; the rules are the same."""

CASES = [(book.key, seats) for book in all_games().values() for seats in book.seats]
FORM = re.compile(r'<form id="answer"[^>]* method="post" action="[^"]*/answer/">(.*?)</form>', re.DOTALL)
INPUT = re.compile(r'<input type="(radio|checkbox|number)" name="([^"]+)"([^>]*)>')
NUMBER = re.compile(r'<input id="choice" form="answer" type="number" name="choice"[^>]* min="(-?\d+)"')
LEAST = re.compile(r'<legend class="help">[^<]*?(\d+)(?! first)')


def filled(page: str, rng: random.Random) -> dict[str, Any] | None:
    """A random answer to the form on the page, as a browser would send it; None if there is no question."""
    form = FORM.search(page)
    if form is None:
        return None
    fields = INPUT.findall(form[1])
    kinds = {kind for kind, _name, _rest in fields}
    values = [unescape(found[1]) for _kind, _name, rest in fields if (found := re.search(r'value="([^"]*)"', rest))]
    nth = re.search(r'name="nth" value="(\d+)"', form[1])
    assert nth is not None
    posted: dict[str, Any] = {"nth": nth[1], "story": ""}
    if "radio" in kinds:
        return posted | {"choice": rng.choice(values)}
    if "checkbox" in kinds:
        least = LEAST.search(form[1])
        assert least is not None
        return posted | {"choice": rng.sample(values, int(least[1]))}
    if number := NUMBER.search(page):
        return posted | {"choice": number[1]}
    wanted = LEAST.search(form[1])
    chosen = rng.sample(fields, int(wanted[1]) if wanted else len(fields))
    return posted | {name: str(place) for place, (_kind, name, _rest) in enumerate(chosen, start=1)}


@pytest.mark.django_db
@pytest.mark.parametrize(("key", "seats"), CASES)
def test_game_is_played_to_its_end_by_form(key: str, seats: int, client: Client) -> None:
    alice: Player = person("alice")
    options = SHORT.get(key, {})
    game = lobby.create(alice, key, seats, now=NOON, pace=PRESETS["none"], options=options)
    for _ in range(seats - 1):
        lobby.seat_bot(game, alice, now=NOON)
    client.force_login(alice)
    rng, path, answers = random.Random(4), game.get_absolute_url(), 0
    while True:
        bots.play_in(game.pk, NOON)
        game.refresh_from_db()
        if game.status == Game.Status.FINISHED:
            break
        assert not game.trouble
        posted = filled(client.get(path).content.decode(), rng)
        assert posted is not None, "nobody is asked and the game is not over"
        answer = client.post(f"{path}answer/", posted)
        assert answer.status_code == 302, (re.findall(r"role=.alert.*?<.p>", answer.content.decode(), re.DOTALL), posted)
        answers += 1
        assert answers < 2_000
    assert answers > 0
    assert game.result is not None
    assert len(game.result["ranks"]) == seats
    assert not Seat.objects.filter(game=game, pending=True).exists()
    assert '<article class="ended' in client.get(path).content.decode()
