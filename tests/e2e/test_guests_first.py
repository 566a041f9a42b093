"""Tests of the way to the first move of a lesson and from an invitation to a seat: presses are counted, with and without scripts."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from playwright.sync_api import Locator, Page, expect

from games.mails.table_words import GUEST
from games.models import Game, Player
from games.rules.registry import all_games
from games.services.clocks.pace import per_move
from games.services.people import guests
from games.services.tables import lobby
from notifications.clock import database_now
from tests.e2e.conftest import SignIn
from tests.games.conftest import person

PHONE = {"width": 390, "height": 844}
LESSONS = [key for key, game in all_games().items() if game.lesson is not None]
MOST = 2
HIDDEN = "() => [...document.querySelectorAll('.teach, .said, .scene')].map((it) => it.scrollHeight - it.clientHeight)"
scripts_or_not = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])


class Hand:
    """Counts presses. A pressed element has to be in view without scrolling, except with `below`."""

    def __init__(self, page: Page) -> None:
        self.page, self.presses = page, 0

    def press(self, what: Locator, *, below: bool = False) -> None:
        self.page.wait_for_load_state()  # before the style sheet is there, what it hides counts as visible
        expect(what).to_be_visible()
        if not below:
            expect(what).to_be_in_viewport()
        what.click()
        self.presses += 1


@scripts_or_not
def test_the_first_page_leads_to_a_first_move_in_two_presses(sign_in: SignIn, scripts: bool) -> None:
    page = sign_in(None, scripts=scripts, viewport=PHONE)
    hand = Hand(page)
    page.goto("/")
    hand.press(page.get_by_role("link", name="Play your first game"))
    expect(page.locator(".due", has_text="Step 1 of")).to_be_visible()
    expect(page.locator(".plate.chosen")).to_be_visible()
    hand.press(page.get_by_role("button", name="Play", exact=True))
    expect(page.locator(".due", has_text="Step 2 of")).to_be_visible()
    assert hand.presses <= MOST


def test_every_lesson_is_two_presses_from_the_first_page_and_lets_one_choose_again(sign_in: SignIn) -> None:
    """Without scripts, so that the pages work on their own; in the second step the player may choose freely."""
    page = sign_in(None, scripts=False, viewport=PHONE)
    for key in LESSONS:
        hand = Hand(page)
        page.goto("/")
        hand.press(page.locator(f".game-card a[href='/learn/{key}/']"), below=True)
        expect(page.get_by_text("Chosen for you: press Play.")).to_be_in_viewport()
        page.get_by_role("link", name="Choose again").click()
        expect(page.locator(".plate.chosen")).to_have_count(0)
        page.go_back()
        hand.press(page.get_by_role("button", name="Play", exact=True))
        expect(page.locator(".due", has_text="Step 2 of")).to_be_visible()
        expect(page.locator(".plate.chosen")).to_have_count(0)
        assert hand.presses <= MOST, key


@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_sentence_of_a_step_is_read_without_scrolling(sign_in: SignIn, language: str) -> None:
    """The first step of each lesson has the longest text; the table above it does not scroll either."""
    page = sign_in(None, scripts=False, viewport=PHONE)
    page.context.set_extra_http_headers({"Accept-Language": language})
    for key in LESSONS:
        page.goto(f"/learn/{key}/")
        hidden = page.evaluate(
            "['.teach', '.scene'].map((one) => document.querySelector(one)).map((it) => it.scrollHeight - it.clientHeight)"
        )
        assert max(hidden) <= 1, (key, hidden)


def test_pressing_something_else_in_a_lesson_takes_the_words_about_the_chosen_move_away(sign_in: SignIn) -> None:
    page = sign_in(None, viewport=PHONE)
    page.goto("/learn/turn_of_fate/")
    expect(page.get_by_text("Chosen for you: press Play.")).to_be_visible()
    page.locator(".hand .press").nth(1).click()
    expect(page.get_by_text("Chosen for you: press Play.")).to_have_count(0)


@scripts_or_not
def test_an_invitation_leads_to_a_seat_with_the_table_in_view(sign_in: SignIn, scripts: bool) -> None:
    """A name and one press. In another browser the guest's own link needs one press as well."""
    cache.clear()
    host = person("ada")
    game = lobby.create(host, "turn_of_fate", 2, now=database_now(), pace=per_move(86_400))
    page = sign_in(None, scripts=scripts, viewport=PHONE)
    hand = Hand(page)
    page.goto(f"/g/{game.code}/join/{game.invitation}/")
    page.get_by_label("Your name").fill("Grace")
    hand.press(page.get_by_role("button", name="Join"))
    expect(page).to_have_url(re.compile(rf"/g/{game.code}/$"))
    expect(page.locator(".scene.cloth")).to_be_in_viewport()
    expect(page.locator(".hand .card").first).to_be_in_viewport()
    assert hand.presses <= MOST
    assert Game.objects.get().seats.filter(player=Player.objects.get(name="Grace")).exists()
    page.goto(f"/g/{game.code}/#more")
    expect(page.locator("#more").get_by_text("You get no mail when it is your turn")).to_be_visible()
    own = page.locator("#own-link").input_value()
    elsewhere = sign_in(None, scripts=scripts, viewport=PHONE)
    elsewhere.goto(own)
    elsewhere.get_by_role("button", name="Sign in").click()
    expect(elsewhere.get_by_text("Grace").first).to_be_visible()
    expect(elsewhere.locator(f"a[href^='/g/{game.code}/']").first).to_be_visible()


def test_an_invitation_by_mail_leads_to_a_seat_with_the_table_in_view(sign_in: SignIn) -> None:
    """The link in the mail is the first press; the second follows after a name. The page is that of the seat."""
    host = person("ada")
    game = lobby.create(host, "turn_of_fate", 2, now=database_now(), pace=per_move(86_400))
    guests.deliver(game, host, "grace@example.org", language="en")
    invited = Player.objects.get(email="grace@example.org")
    page = sign_in(None, scripts=False, viewport=PHONE)
    hand = Hand(page)
    page.goto(f"/guest/{GUEST.sign({'player': invited.pk, 'game': game.code})}/")
    page.get_by_label("Your name at the table").fill("Grace")
    hand.press(page.get_by_role("button", name="Join"))
    expect(page.locator(".scene-plain, .scene").first).to_be_in_viewport()
    assert hand.presses + 1 <= MOST
    assert game.seats.get(player=invited).player.name == "Grace"  # type: ignore[union-attr]


def test_the_invitation_link_is_copied_by_a_press_and_by_hand_without_scripts(sign_in: SignIn) -> None:
    """On a phone the field is shorter than the link, so selecting it by hand is difficult."""
    host = person("ada")
    game = lobby.create(host, "turn_of_fate", 2, now=database_now(), pace=per_move(86_400))
    page = sign_in(host, viewport=PHONE)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(game.get_absolute_url())
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("#invite").input_value()
    assert copied.endswith(f"/g/{game.code}/join/{game.invitation}/")
    plain = sign_in(host, scripts=False, viewport=PHONE)
    plain.goto(game.get_absolute_url())
    expect(plain.locator("#invite")).to_be_visible()
    expect(plain.get_by_role("button", name="Copy link")).to_have_count(0)
