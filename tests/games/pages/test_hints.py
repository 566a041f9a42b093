"""Tests of hints: the moves of bots, for a person who plays against bots only."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Game, Player
from games.rules.registry import all_games
from games.services.clocks.pace import per_move
from games.services.tables import bots, lobby
from tests.games.conftest import NOON

pytestmark = pytest.mark.django_db(transaction=True)

SOUND = [key for key, book in all_games().items() if book.sound_advice]


@pytest.mark.parametrize("rules", SOUND)
def test_a_hint_names_a_choice_and_picks_it(client: Client, alice: Player, rules: str) -> None:
    game = lobby.create(alice, rules, all_games()[rules].seats[0], now=NOON, pace=per_move(86_400))
    for _seat in range(all_games()[rules].seats[0] - 1):
        lobby.seat_bot(game, alice, now=NOON)
    bots.play_in(game.pk, NOON)
    client.force_login(alice)
    page = client.get(f"/g/{game.code}/").content.decode()
    assert f'href="/g/{game.code}/?hint=1#plate"' in page
    hinted = client.get(f"/g/{game.code}/?hint=1").content.decode()
    shown = re.search(r'<p class="plate-text">([^<]*)</p>', hinted)
    reason = re.search(r"<b>Hint:</b> ([^<]+)</p>", hinted) or re.search(r"<b>Hint: [^<]+\.</b> ([^<]+)</p>", hinted)
    assert shown is not None
    assert reason is not None
    assert reason[1] != shown[1]  # the outcome is not told twice
    assert 'class="play"' in hinted  # a choice is preselected: Play is enabled


def test_nobody_is_helped_against_people(client: Client, game: Game, alice: Player, bob: Player) -> None:
    for player in (alice, bob):
        client.force_login(player)
        page = client.get(f"/g/{game.code}/?hint=1").content.decode()
        assert "?hint=1#plate" not in page
        assert "Hint:" not in page


def test_a_spectator_asks_for_none(client: Client, alice: Player, carol: Player) -> None:
    game = lobby.create(alice, "turn_of_fate", 2, now=NOON, pace=per_move(86_400))
    lobby.seat_bot(game, alice, now=NOON)
    client.force_login(carol)
    assert "hint=1#plate" not in client.get(f"/g/{game.code}/?hint=1").content.decode()


@pytest.mark.parametrize("rules", SOUND)
def test_a_table_against_bots_is_set_up_with_one_press(client: Client, alice: Player, rules: str) -> None:
    """The link at the end of a lesson opens a form in which bots take all other seats."""
    client.force_login(alice)
    page = client.get(f"/new/{rules}/?with=bots")
    form = page.context["form"]
    assert form["bots"].value() == int(form["seats"].value()) - 1
