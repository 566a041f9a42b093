"""Tests of a whole visit with several kinds of browsers: sign in, set up a table, play a turn, take a choice back, read the log."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from games.models import Game, Move, Player
from games.queries.tables.table import look_at
from games.services.people.sign_in_links import one_time_link
from games.services.tables import bots
from notifications.clock import database_now
from tests.e2e.conftest import PHONE, QUICK
from tests.e2e.playing import close_sheet, unanswered
from tests.games.conftest import person

MOST_TABS = 120
FOCUS = """() => { const now = document.activeElement, named = now.cloneNode(true), box = now.closest("label, .game-card");
  for (const hidden of named.querySelectorAll("[aria-hidden=true]")) hidden.remove();
  const outlined = part => getComputedStyle(part).outlineStyle !== "none" && parseFloat(getComputedStyle(part).outlineWidth) >= 2;
  return {text: (named.textContent || now.value || now.getAttribute("aria-label") || "").trim(), tag: now.tagName, name: now.name || "",
    type: now.type || "", shown: outlined(now) || (box !== null && outlined(box))}; }"""
Reach = Callable[[Page, str, str], None]
TAGS = {"button": "BUTTON", "link": "A"}


def by_keyboard(page: Page, role: str, wanted: str) -> None:
    """Press Tab until the link or button with this text has the focus, which must be visible at every step; then press Enter."""
    _tab_to(page, wanted, TAGS[role])
    with page.expect_navigation():
        page.keyboard.press("Enter")


def _tab_to(page: Page, wanted: str, tag: str = "INPUT") -> None:
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        now = page.evaluate(FOCUS)
        if now["tag"] == "BODY":
            continue
        assert now["shown"], f"the focus on {now} cannot be seen"
        if now["tag"] == tag and wanted == (now["name"] if tag == "INPUT" else now["text"]):
            return
    raise AssertionError(f"{wanted!r} is not reached in {MOST_TABS} steps of Tab")


def by_pressing(page: Page, role: str, wanted: str) -> None:
    """Press the first link or button with this text."""
    page.get_by_role(role, name=wanted, exact=True).first.click()  # type: ignore[arg-type]


def set_up_a_table(page: Page, reach: Reach) -> Game:
    """From My games to a running table of Tempting Fate, whose turns have several steps, against a bot."""
    reach(page, "link", "New table")
    reach(page, "link", "Tempting Fate")
    expect(page.get_by_role("heading", name="New table: Tempting Fate")).to_be_visible()
    if reach is by_keyboard:
        _tab_to(page, "bots")
        page.keyboard.press("Control+a")
        page.keyboard.type("1")
    else:
        page.locator("[name=bots]").fill("1")
    reach(page, "button", "Create table")
    page.wait_for_url(re.compile(r"/g/[a-z0-9]+/$"))
    return Game.objects.get(code=page.url.rstrip("/").rpartition("/")[2])


def play_until_something_can_be_taken_back(page: Page, game: Game, player: Player, reach: Reach) -> None:
    """Answer questions with their first choice until an answer is only a part of a turn."""
    for _ in range(12):
        bots.play_in(game.pk, database_now())
        page.goto(game.get_absolute_url())
        if look_at(game.code, player).may_undo:
            return
        before = unanswered(page)
        if page.locator("#answer input[name=choice]").first.is_hidden():
            page.keyboard.press("/") if reach is by_keyboard else page.locator('.tabs a[href="#decision"]').click()
        if reach is by_keyboard:
            _tab_to(page, "choice")
            page.keyboard.press("Space")
            page.keyboard.press("Escape")
            _tab_to(page, "Play", "BUTTON")
            page.keyboard.press("Enter")
        else:
            page.locator("#answer input[name=choice]").first.check()
            close_sheet(page)
            page.locator("#plate .play").click()
        expect(before).to_have_count(0)
        expect(page.get_by_role("alert")).to_have_count(0)
    raise AssertionError("no turn had a second step: this test would prove nothing")


def journey(page: Page, player: Player, reach: Reach) -> None:
    page.goto(one_time_link(player))
    reach(page, "button", "Sign in")
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    game = set_up_a_table(page, reach)
    play_until_something_can_be_taken_back(page, game, player, reach)
    before = Move.objects.filter(game=game, kind=Move.Kind.UNDO).count()
    asked = unanswered(page)
    page.get_by_role("button", name="Undo").click()
    expect(asked).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert Move.objects.filter(game=game, kind=Move.Kind.UNDO).count() == before + 1
    page.wait_for_load_state()  # without its stylesheet the page shows the story at once
    told = page.locator("#story").get_by_text("undo the last choice").first
    if not told.is_visible():
        page.locator('.tabs a[href="#story"]').click()
        expect(page).to_have_url(re.compile("#story$"))
    expect(told).to_be_visible()
    page.locator("#log-title").scroll_into_view_if_needed()
    expect(page.locator(".log li").first).to_be_visible()


@pytest.fixture
def opened(browser: Browser, live_server: Any, settings: Any) -> Iterator[Callable[[bool], Page]]:
    """`opened(scripts)` is a page in a new browser context, on a phone."""
    settings.SITE_URL = live_server.url
    contexts: list[BrowserContext] = []

    def open_one(scripts: bool) -> Page:
        contexts.append(browser.new_context(base_url=live_server.url, java_script_enabled=scripts, viewport=PHONE))  # type: ignore[arg-type]
        contexts[-1].set_default_timeout(QUICK)
        return contexts[-1].new_page()

    yield open_one
    for context in contexts:
        context.close()


def test_journey_by_keyboard_alone(opened: Callable[[bool], Page]) -> None:
    journey(opened(True), person("alice"), by_keyboard)


@pytest.mark.parametrize("blocked", ["js", "css and js"])
def test_journey_with_parts_of_the_page_blocked(opened: Callable[[bool], Page], blocked: str) -> None:
    page, stopped = opened(False), list[str]()

    def stop(route: Route) -> None:
        stopped.append(route.request.url)
        route.abort()

    page.route(re.compile(r"\.(css|js)($|\?)" if "css" in blocked else r"\.js($|\?)"), stop)
    journey(page, person("alice"), by_pressing)
    if "css" in blocked:
        assert stopped, "nothing was blocked: this test proved nothing"
