"""Tests of the page behind an answer link in a mail, on a phone: by keyboard, without scripts, signed out."""

from __future__ import annotations

from games.mails.table_words import ANSWER
from games.models import Game, Move
from notifications.clock import database_now
from tests.e2e.conftest import SignIn
from tests.e2e.looks import overflows
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
