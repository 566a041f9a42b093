"""Tests of a game against bots without an account: one page, one press, and the same table when it is pressed again."""

from __future__ import annotations

import re
from html import escape

import pytest
from django.test import Client

from games.models import Game, Player
from games.queries.tables.lists import has_played
from games.render.reader import reader_for
from games.render.words import said
from games.rules.registry import all_games
from games.services.people import guests
from games.services.tables import bot_games
from notifications.clock import database_now
from tests.games.conftest import person, start
from tests.games.moves import move
from tests.games.page_faults import page_faults
from tests.games.pages.test_link_guests import OWN_LINK, browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kept_mails")]
LINK = "/new/turn_of_fate/bots/"


def hidden(client: Client, link: str = LINK) -> dict[str, str]:
    """The prefilled fields of the form, with the name."""
    page = client.get(link).content.decode()
    assert not page_faults(page)
    return dict(re.findall(r'<input [^>]*name="(\w+)" value="([^"]*)"', page))


@pytest.mark.parametrize("key", list(all_games()))
def test_one_press_leads_to_a_table_of_every_game(key: str) -> None:
    stranger, link = browser(), f"/new/{key}/bots/"
    fields = hidden(stranger, link)
    assert (Game.objects.count(), Player.objects.filter(is_bot=False).count()) == (0, 0)
    table = stranger.post(link, fields, follow=True)
    game = Game.objects.get()
    assert table.redirect_chain == [(f"/g/{game.code}/", 302)]
    assert (game.status, game.visibility) == ("active", "private")
    assert game.seats.filter(is_bot=False).get().player == Player.objects.get(is_bot=False)
    assert OWN_LINK.search(table.content.decode())
    assert not page_faults(table.content.decode())


def test_page_and_table_say_how_the_game_is_won() -> None:
    stranger, link = browser(), "/new/council_of_kings/bots/"
    page = stranger.get(link).content.decode()
    assert "You play against 2 bots, which move at once." in page
    assert "The most points win: each coin is 1 point" in page
    table = stranger.post(link, hidden(stranger, link), follow=True).content.decode()
    assert "The most points win: each coin is 1 point" in table.partition('id="more"')[2]


def test_the_same_form_sent_twice_is_one_guest_and_one_game() -> None:
    fields = hidden(browser())
    first, second = (browser().post(LINK, fields) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert (Game.objects.count(), Player.objects.filter(is_bot=False).count()) == (1, 1)


def test_a_guest_has_one_such_game_at_a_time_and_of_each_game(alice: Player) -> None:
    stranger = browser()
    at = stranger.post(LINK, hidden(stranger))["Location"]
    assert stranger.post(LINK)["Location"] == at
    assert stranger.get("/new/turn_of_fate/?with=bots")["Location"] == LINK
    assert stranger.post("/new/tempting_fate/bots/")["Location"] != at
    Game.objects.filter(rules="turn_of_fate").update(status=Game.Status.FINISHED)
    assert stranger.post(LINK)["Location"] != at
    assert not Game.objects.filter(seats__player=alice).exists()


def test_a_name_that_is_taken_is_offered_with_a_number_and_who_has_an_account_sets_up_a_table(alice: Player, client: Client) -> None:
    again = browser().post(LINK, {"name": "Alice"})
    assert again.status_code == 422
    assert 'value="Alice2"' in again.content.decode()
    assert browser().get("/new/nothing/bots/").status_code == 404
    client.force_login(alice)
    assert client.post(LINK)["Location"] == "/new/turn_of_fate/?with=bots"
    assert Game.objects.count() == 0


def test_guests_come_in_measure() -> None:
    known = browser()
    answers = [browser().post(LINK, {"name": f"Guest {number}"}) for number in range(22)]
    assert {answer.status_code for answer in answers} == {302, 429}
    assert "There were too many new guests from your network" in answers[-1].content.decode()
    assert known.get(LINK).status_code == 200


def test_a_table_with_a_friend_is_no_game_against_bots(alice: Player) -> None:
    now = database_now()
    guest, game = guests.play_bots("destined_to_fail", "Grace", slip="a", language="en", zone="UTC", now=now)
    bot = game.seats.filter(is_bot=True).first()
    assert bot is not None
    game.seats.filter(pk=bot.pk).update(is_bot=False, player=person("bob"))
    assert bot_games.start(guest, "destined_to_fail", now=now) != game


def test_waiting_for_bots_says_that_they_answer_in_a_moment() -> None:
    now = database_now()
    guest, game = guests.play_bots("turn_of_fate", "Grace", slip="a", language="en", zone="UTC", now=now)
    client = browser()
    client.force_login(guest)
    while game.seats.filter(pending=True, is_bot=False).exists():
        move(game, now=now)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "The bots are playing. This page updates by itself." in page
    assert "You get no mail when it is" not in page.partition('id="plate"')[2].partition("</section>")[0]


def test_no_order_is_offered_while_bots_play() -> None:
    """They answer within seconds; a newcomer who presses "Decide this card for me" gives the decision away."""
    now = database_now()
    guest, game = guests.play_bots("council_of_kings", "Grace", slip="a", language="en", zone="UTC", now=now)
    client = browser()
    client.force_login(guest)
    while game.seats.filter(pending=True, is_bot=False).exists():
        move(game, now=now)
    assert "The bots are playing." in client.get(game.get_absolute_url()).content.decode()
    assert 'class="ahead"' not in client.get(game.get_absolute_url()).content.decode()


@pytest.mark.parametrize("key", [key for key, game in all_games().items() if game.sound_advice])
def test_first_question_says_what_the_game_is_about_and_where_one_learns_it(key: str) -> None:
    """A player who comes from the first page may have read nothing; after the first answer the text is gone."""
    stranger, link = browser(), f"/new/{key}/bots/"
    stranger.post(link, hidden(stranger, link))
    game = Game.objects.get()
    while not game.seats.get(is_bot=False).pending:
        move(game)
    page = stranger.get(game.get_absolute_url()).content.decode()
    goal, learn = (re.search(rf'<p class="{name}">(.*?)</p>', page) for name in ("goal", "learn"))
    assert goal is not None
    assert learn is not None
    assert escape(str(said(game.tagline, reader_for((), "en")))) in goal[1]
    assert f'href="/learn/{key}/"' in learn[1]
    assert f'href="/rules/{key}/"' in learn[1]
    assert len(page.encode()) <= 60 * 1024
    answered = game.seats.get(is_bot=False).nth
    while not (mine := game.seats.get(is_bot=False)).pending or mine.nth == answered:
        move(game)
    later = stranger.get(game.get_absolute_url()).content.decode()
    assert 'class="goal"' not in later
    assert 'class="learn"' not in later


def test_player_with_an_account_is_told_the_aim_in_a_first_game_only(alice: Player) -> None:
    """Another game of the same rules counts as known."""
    client = browser()
    client.force_login(alice)
    game = bot_games.start(alice, "turn_of_fate", now=database_now())
    while not game.seats.get(player=alice).pending:
        move(game)
    assert 'class="goal"' in client.get(game.get_absolute_url()).content.decode()
    assert not has_played(alice, game)
    start(alice, person("bob"), rules="turn_of_fate")
    assert has_played(alice, game)
