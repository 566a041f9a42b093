"""Tests of the page for a new table: defaults that depend on the number of players."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from games.mails import game_news
from games.mails.table_words import ANSWER
from games.models import Game, Player
from games.rules.turn_of_fate import GAME
from games.services.people import relations
from notifications.models import Message
from tests.games.conftest import NOON, start

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


@pytest.mark.parametrize(("cards", "told"), [("", "Collect 4 cards of one suit"), ("5", "Collect 5 cards of one suit")])
def test_the_invitation_says_how_many_cards_are_played_for(client: Client, alice: Player, cards: str, told: str) -> None:
    client.force_login(alice)
    game = made(client, 6, cards)
    client.logout()
    page = client.get(reverse("games:invited", args=[game.code, game.invitation])).content.decode()
    assert page.count(told) == 1
    assert "Gather five cards of one suit" in page
    assert 'href="/rules/fate_foretold/"' in page


def test_who_plays_by_mail_reads_what_the_game_is_about_and_finds_its_rules(client: Client, alice: Player, bob: Player) -> None:
    """The invitation named only how the game is won, and the page behind a link of a mail named neither that nor the rules."""
    game = start(alice, bob, rules="turn_of_fate")
    seat = game.seats.filter(pending=True)[0]
    page = client.get(f"/answer/{ANSWER.sign({'player': seat.player_id, 'game': game.code, 'nth': seat.nth})}/").content.decode()
    assert str(GAME.aim(2, {}).text) in html.unescape(page)
    assert '<a href="/rules/turn_of_fate/">Rules</a>' in page
    client.force_login(alice)
    client.post("/new/turn_of_fate/?invite=bob", TWO)
    mail = game_news.invitation(Message.objects.get(kind="invitation", recipient=bob), NOON)
    assert mail is not None
    assert " ".join(mail.text.split()).count(str(GAME.tagline.text)) == 1  # it is the aim, too
    assert "/rules/turn_of_fate/" in mail.text
    assert mail.html is not None
    assert "/rules/turn_of_fate/" in mail.html


def test_estimates_count_the_turns_of_people_only(client: Client, alice: Player) -> None:
    client.force_login(alice)
    days = re.compile(r"2 players: \d+ to (\d+) days")
    pages = [client.get(f"/new/turn_of_fate/{query}").content.decode() for query in ("", "?with=bots")]
    without, against = (int(days.findall(page)[0]) for page in pages)
    assert without > against >= without // 2


TWO = {"seats": "2", "bots": "0", "pace": "day", "absent": "three", "visibility": "private"}
TWO |= {f"option-{option.key}": str(option.default) for option in GAME.options if not isinstance(option.default, bool)}


def test_from_a_profile_to_a_table_with_an_invitation(client: Client, alice: Player, bob: Player) -> None:
    client.force_login(alice)
    assert 'href="/new/?invite=bob"' in client.get("/players/bob/").content.decode()
    games = client.get("/new/?invite=bob").content.decode()
    assert 'href="/new/turn_of_fate/?invite=bob"' in games
    assert "with=bots" not in games
    form = client.get("/new/turn_of_fate/?invite=bob").content.decode()
    assert "bob will be invited to your table." in form
    assert '<option value="private" selected' in form
    shown = client.post("/new/turn_of_fate/?invite=bob", TWO, follow=True).content.decode()
    assert "bob has been invited." in shown
    assert [sent.payload["game"] for sent in Message.objects.filter(kind="invitation", recipient=bob)] == [Game.objects.get().code]


def test_no_table_is_created_for_a_player_who_takes_no_invitations(client: Client, alice: Player, bob: Player) -> None:
    Player.objects.filter(pk=bob.pk).update(challenges="nobody")
    client.force_login(alice)
    profile = client.get("/players/bob/").content.decode()
    assert "You cannot invite this player by name." in profile
    assert "invite=" not in profile
    answer = client.post("/new/turn_of_fate/?invite=bob", TWO)
    assert (answer.status_code, "You cannot challenge bob." in answer.content.decode()) == (422, True)
    assert not Game.objects.exists()


@pytest.mark.parametrize(("met", "offered"), [(False, False), (True, True)])
def test_a_player_may_take_invitations_only_of_people_they_know(
    client: Client, alice: Player, bob: Player, met: bool, offered: bool
) -> None:
    Player.objects.filter(pk=bob.pk).update(challenges="known")
    if met:
        start(alice, bob)
    client.force_login(alice)
    assert ("?invite=bob" in client.get("/players/bob/").content.decode()) is offered


def test_nobody_is_offered_to_invite_themselves_a_bot_or_whom_they_blocked(client: Client, alice: Player, bob: Player) -> None:
    relations.block(alice, bob, now=NOON)
    client.force_login(alice)
    for somebody in (alice, bob, Player.objects.create_bot()):
        page = client.get(f"/players/{somebody.name}/").content.decode()
        assert [words for words in ("invite=", "You cannot invite") if words in page] == [], somebody.name


def test_a_seat_is_left_for_the_invited_player(client: Client, alice: Player, bob: Player) -> None:
    client.force_login(alice)
    answer = client.post("/new/turn_of_fate/?invite=bob", {**TWO, "bots": "1"})
    assert (answer.status_code, "one is for bob. Please choose fewer bots." in answer.content.decode()) == (422, True)
    assert client.get("/new/?invite=nobody-at-all").status_code == 404
    assert not Game.objects.exists()
