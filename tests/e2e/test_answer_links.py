"""Tests of the page behind an answer link in a mail, on a phone: by keyboard, without scripts, signed out."""

from __future__ import annotations

from games.mails.table_words import ANSWER
from games.models import Game, Move
from games.rules.registry import all_games
from notifications.clock import database_now
from tests.e2e.conftest import SignIn
from tests.e2e.looks import overflows
from tests.e2e.moments import every_question, first_seat, put
from tests.e2e.test_looks import seated, table_of
from tests.games.conftest import person, start
from tests.games.moves import asked

PHONE = {"width": 390, "height": 844}
MOST_TABS = 40


def link(game: Game) -> str:
    seat = asked(game)
    return f"/answer/{ANSWER.sign({'player': seat.player_id, 'game': game.code, 'nth': seat.nth})}/"


def test_choice_of_a_mail_is_played_by_keyboard_on_a_telephone_without_scripts(sign_in: SignIn) -> None:
    game = start(person("alice"), person("bob"), now=database_now())
    page = sign_in(None, scripts=False, viewport=PHONE)
    page.goto(f"{link(game)}?choice=1")
    assert page.locator("main").inner_text().startswith("Turn of Fate"), "who plays several games reads first which one it is"
    play = page.get_by_role("button", name="Play it")
    box = play.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert box["y"] + box["height"] <= PHONE["height"]
    focused = "button:focus"
    for _tab in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.locator(focused).count() and page.locator(focused).inner_text() == "Play it":
            break
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Result of your move").wait_for()
    assert overflows(page) == []
    assert Move.objects.filter(game=game, source="mail").count() == 1
    assert page.get_by_text("You are watching").count() == 0
    page.get_by_role("link", name="Sign in", exact=True).last.click()
    page.get_by_role("heading", name="Sign in").wait_for()


def test_card_texts_of_a_discard_pile_fit_on_a_phone(sign_in: SignIn) -> None:
    """A pile of three and more cards is a fan there, except where each card has its text beside it."""
    book = all_games()["council_of_kings"]
    game, _asked = table_of(seated(3), book.key, 1)
    put(game, every_question(book, 3, after=24)["auction (one)"])
    seat = game.seats.get(index=0)
    page = sign_in(None, viewport=PHONE)
    page.goto(f"/answer/{ANSWER.sign({'player': first_seat(game).pk, 'game': game.code, 'nth': seat.nth})}/")
    assert page.locator(".cards:has(> .card-place:nth-child(3))").count() > 0
    assert overflows(page) == []
