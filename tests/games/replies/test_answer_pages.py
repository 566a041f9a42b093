"""Tests of the pages behind the links of mails: a whole turn in one visit, its result, undo, and further links."""

from __future__ import annotations

import random
import re
from html import unescape

import pytest
from django.test import Client

from games.mails.table_words import ANSWER, GUEST
from games.models import Game, Move, Player, Seat
from games.render.words import text_on
from games.rules.messages import Reader, plain
from notifications.clock import database_now
from tests.games.conftest import start
from tests.games.moves import asked, asked_about_a_card, legal
from tests.games.replies.mailing import facts, newest, post

pytestmark = [pytest.mark.django_db]


def path_of(seat: Seat) -> str:
    """The path of the link for the open question."""
    return f"/answer/{ANSWER.sign({'player': seat.player_id, 'game': seat.game.code, 'nth': seat.nth})}/"


@pytest.fixture
def council(alice: Player, bob: Player, carol: Player) -> Game:
    """A game whose turns have several questions."""
    return start(alice, bob, carol, rules="council_of_kings", now=database_now())


def longer_turn(game: Game, client: Client) -> tuple[str, Seat, int]:
    """Play by links until a turn goes on after an answer; returns the link of its first question, the seat, the log's length before it."""
    rng = random.Random(2)
    for _move in range(80):
        seat = asked(game)
        before, path = facts(game)[0], path_of(seat)
        assert client.post(path, {"nth": seat.nth, "choice": legal(game, seat, rng).split()}).status_code == 302
        again = asked(game)
        if again.pk == seat.pk and again.nth > seat.nth and b'name="nth"' in client.get(path).content:
            return path, again, before
    raise AssertionError("No turn went on.")


def test_one_link_carries_the_whole_turn(council: Game) -> None:
    client = Client()
    path, seat, _before = longer_turn(council, client)
    page = client.get(path)
    assert b"Your turn continues" in page.content
    assert b"Result of your move" in page.content
    assert f'name="nth" value="{seat.nth}"'.encode() in page.content
    assert client.post(path, {"nth": seat.nth, "choice": legal(council, seat).split()}).status_code == 302
    seat.refresh_from_db()
    assert Move.objects.filter(game=council, seat=seat.index, source="mail", player=seat.player).count() >= 2
    assert "sessionid" not in client.cookies


def test_link_answers_nothing_once_somebody_else_has_acted(game: Game, client: Client) -> None:
    seat = asked(game)
    path = path_of(seat)
    while asked(game).pk == seat.pk:
        now_asked = asked(game)
        client.post(path, {"nth": now_asked.nth, "choice": legal(game, now_asked)})
    other = asked(game)
    while asked(game).pk == other.pk:
        now_asked = asked(game)
        client.post(path_of(other), {"nth": now_asked.nth, "choice": legal(game, now_asked)})
    mine, before = asked(game), facts(game)
    assert mine.pk == seat.pk
    page = client.get(path)
    assert b"It is your turn again" in page.content
    assert re.search(rf'class="button" href="[^"]*next=/g/{game.code}/mine/">Sign in and play<', page.content.decode())
    assert b'name="choice"' not in page.content
    assert client.post(path, {"nth": mine.nth, "choice": legal(game, mine)}).status_code == 409
    assert facts(game) == before


def test_page_says_what_came_of_the_turn_and_where_to_go(game: Game, client: Client) -> None:
    seat = asked(game)
    path = path_of(seat)
    while asked(game).pk == seat.pk:
        now_asked = asked(game)
        client.post(path, {"nth": now_asked.nth, "choice": legal(game, now_asked)})
    page = client.get(path).content.decode()
    assert "Your move has been played" in page
    assert "Result of your move" in page
    assert re.search(r"Waiting for \w+\.", page)
    assert f"?next=/g/{game.code}/mine/" in page
    assert "You are watching" not in page
    assert "sealed" not in page


def test_page_says_what_stands_on_the_cards_and_on_the_one_in_question(council: Game, client: Client) -> None:
    look = asked_about_a_card(council)
    assert look.scene is not None
    texts = {plain(card.text) for zone in look.scene.zones for pile in zone.piles for card in pile.cards if card.text and card.face}
    page = unescape(client.get(path_of(asked(council))).content.decode())
    assert len(texts) > 1
    assert {text for text in texts if f'<p class="card-rules">{text}</p>' in page} == texts
    assert f"<em>{text_on(look.asking_card, Reader())}</em>" in page.partition("</form>")[0]


def test_choice_of_the_mail_is_one_press_away_and_all_others_too(game: Game, client: Client) -> None:
    seat = asked(game)
    page = client.get(f"{path_of(seat)}?choice=2")
    option = page.context["option"]
    assert option is not None
    words = page.content.decode()
    assert words.index("Play it") < words.index("Choose something else") < words.index('type="radio"')


def test_last_choice_is_taken_back_behind_the_link(council: Game) -> None:
    client = Client()
    rng, taken = random.Random(2), False
    for _move in range(80):
        seat = asked(council)
        path = path_of(seat)
        client.post(path, {"nth": seat.nth, "choice": legal(council, seat, rng).split()})
        if b'name="undo"' in client.get(path).content:
            assert client.post(path, {"undo": "1"}).status_code == 302
            taken = Move.objects.filter(game=council, seat=seat.index, kind=Move.Kind.UNDO).exists()
            break
    assert taken


@pytest.mark.parametrize("visibility", ["private", "public"])
def test_links_of_mails_lead_signed_out_people_to_signing_in_and_others_to_their_seat(
    alice: Player, bob: Player, client: Client, visibility: str
) -> None:
    Player.objects.update(last_login=database_now())
    game = start(alice, bob, visibility=visibility, now=database_now())
    post()
    for player in (alice, bob):
        for mail in player.messages.filter(state="sent", channel="email"):
            for link in re.findall(r"http://[^/\s]+(/g/[^\s\"<]+)", mail.text):
                assert link == f"/g/{game.code}/mine/"
    found = client.get(f"/g/{game.code}/mine/")
    assert (found.status_code, found["Location"].partition("?")[2]) == (302, f"next=/g/{game.code}/mine/")
    client.force_login(alice)
    assert client.get(f"/g/{game.code}/mine/", follow=True).redirect_chain[-1][0] == f"/g/{game.code}/"


def test_guest_sees_the_live_table_and_plays_from_there(game: Game, client: Client) -> None:
    seat = asked(game)
    other = game.seats.exclude(pk=seat.pk).get()
    mine, theirs = (f"/guest/{GUEST.sign({'player': one.player_id, 'game': game.code})}/" for one in (seat, other))
    page = client.get(mine)
    assert b'class="scene"' in page.content
    link = re.search(r"/answer/[^\"]+/", page.content.decode())
    assert link is not None
    assert client.get(link[0]).status_code == 200
    assert re.search(rb"Waiting for \w+\.", client.get(theirs).content)
    Player.objects.filter(pk=seat.player_id).update(last_login=database_now())
    assert b'class="scene"' not in client.get(mine).content
    assert "sessionid" not in client.cookies


def test_turn_mail_has_no_link_that_needs_signing_in_to_answer(game: Game) -> None:
    post()
    player = asked(game).player
    assert player is not None
    page = newest(player, "your_turn").html
    assert re.search(r'class="button" href="http://[^/]+/answer/', page)
