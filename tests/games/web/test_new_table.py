"""Tests of the page for a new table: defaults that depend on the number of players."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, Player

NEW = {"bots": "0", "pace": "day", "absent": "three", "visibility": "private", "option-table_talk": "on", "option-round_limit": ""}


def made(client: Client, seats: int, cards: str) -> Game:
    posted = {**NEW, "seats": str(seats), "option-alignment_threshold": cards}
    assert client.post("/new/fate_foretold/", posted).status_code == 302
    return Game.objects.get()


def test_the_page_says_what_is_usual_for_how_many(client: Client, alice: Player) -> None:
    client.force_login(alice)
    page = client.get("/new/fate_foretold/").content.decode()
    assert "depends on the number of players (3: 5, 4: 5, 5: 4, 6: 4)" in page


def test_the_page_says_for_how_many_cards_each_number_of_players_plays(client: Client, alice: Player) -> None:
    """One sentence covers all tables of the game: it is true for every number of players chosen below it."""
    client.force_login(alice)
    assert "Gather five cards of one suit (four with five or six players)" in client.get("/new/fate_foretold/").content.decode()


@pytest.mark.parametrize(("seats", "cards", "played"), [(4, "", 5), (5, "", 4), (6, "", 4), (6, "5", 5), (3, "3", 3)])
def test_a_table_has_the_usual_value_or_the_one_chosen(client: Client, alice: Player, seats: int, cards: str, played: int) -> None:
    client.force_login(alice)
    game = made(client, seats, cards)
    assert game.options == {"alignment_threshold": played, "table_talk": True, "round_limit": None}


@pytest.mark.parametrize(("cards", "told"), [("", "Gather 4 cards of one suit"), ("5", "Gather five cards of one suit")])
def test_the_invitation_says_how_many_cards_are_played_for(client: Client, alice: Player, cards: str, told: str) -> None:
    client.force_login(alice)
    game = made(client, 6, cards)
    client.logout()
    page = client.get(reverse("games:invited", args=[game.code, game.invitation])).content.decode()
    assert told in page


def test_estimates_count_the_turns_of_people_only(client: Client, alice: Player) -> None:
    client.force_login(alice)
    days = re.compile(r"2 players: \d+ to (\d+) days")
    pages = [client.get(f"/new/turn_of_fate/{query}").content.decode() for query in ("", "?with=bots")]
    without, against = (int(days.findall(page)[0]) for page in pages)
    assert without > against >= without // 2
