"""Tests of readings after a game of Tempting Fate: once per kind, stored, private until published."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, Player, Reading
from tests.games.conftest import start
from tests.games.moves import play_out


@pytest.fixture
def over(alice: Player, bob: Player) -> Game:
    game = start(alice, bob, rules="tempting_fate", options={"mode": "single"}, visibility="public")
    play_out(game)
    return game


def url(game: Game) -> str:
    return reverse("games:readings", args=[game.code])


def ask(client: Client, game: Game, **posted: str) -> int:
    return client.post(url(game), {"number": "1", "kind": "deck", "layout": "paths", **posted}).status_code


def test_reading_is_drawn_once_and_kept(client: Client, over: Game, alice: Player) -> None:
    client.force_login(alice)
    assert ask(client, over) == 302
    facts = Reading.objects.get().facts
    assert ask(client, over, layout="cross") == 302
    assert Reading.objects.get().facts == facts
    page = client.get(url(over)).content.decode()
    assert "The deck you cut together" in page
    assert "for entertainment" in page


def test_both_players_see_it_and_spectators_only_when_published(client: Client, over: Game, alice: Player, bob: Player) -> None:
    client.force_login(alice)
    ask(client, over)
    reading = Reading.objects.get()
    path = reverse("games:publish-reading", args=[over.code, reading.pk])
    client.force_login(bob)
    assert "a reading for alice" in client.get(url(over)).content.decode()
    assert client.post(path, {"published": "1"}).status_code == 403
    client.logout()
    assert "a reading for alice" not in client.get(url(over)).content.decode()
    client.force_login(alice)
    client.post(path, {"published": "1"})
    client.logout()
    assert "a reading for alice" in client.get(url(over)).content.decode()


def test_what_cannot_be_read_is_refused(client: Client, over: Game, alice: Player, carol: Player) -> None:
    client.force_login(carol)
    assert ask(client, over) == 403
    client.force_login(alice)
    assert ask(client, over, kind="stars") == 422
    assert ask(client, over, layout="spiral") == 422
    assert ask(client, over, number="2") == 422
    assert not Reading.objects.exists()


def test_running_game_and_games_without_readings_have_none(client: Client, alice: Player, bob: Player) -> None:
    running = start(alice, bob, rules="tempting_fate")
    client.force_login(alice)
    assert ask(client, running) == 422
    assert client.get(url(start(alice, bob, rules="lone_star"))).status_code == 404
