"""Tests of docs/board.html on an origin of its own: a player grants it access with this site, plays a game, and revokes the access."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from games.api.base import cross_origin
from games.models import ApiToken, Game, Player
from games.services.tables import bots
from notifications.clock import database_now
from tests.e2e.conftest import session_cookie

DOCS = Path(__file__).resolve().parents[2] / "docs"
ANSWER_WHILE_ASKED = """async () => {
  await open(code);
  while (view.decision) await answer(view.decision.options[0].token);
  return view.game.status;
}"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_words: Any) -> None:
        """No log."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """Another origin that serves docs/.

    It differs by its port only: for another host Chromium starts another process, and then some of Playwright's calls to the page
    never return.
    """
    handler = partial(_Quiet, directory=str(DOCS))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://localhost:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture
def ada() -> Player:
    return Player.objects.create_user("ada@example.org", None, name="Ada")


@pytest.fixture
def trouble() -> list[str]:
    """The errors raised by the scripts of the page."""
    return []


@pytest.fixture
def page(browser: Browser, live_server: Any, settings: Any, elsewhere: str, ada: Player, trouble: list[str]) -> Iterator[Page]:
    """The board, with the site's question whether it may use Ada's account."""
    settings.SITE_URL = live_server.url
    context = browser.new_context()
    context.add_cookies([session_cookie(ada, live_server.url)])
    page = context.new_page()
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.goto(f"{elsewhere}/board.html")
    page.get_by_label("Site").fill(live_server.url)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{live_server.url}/**")
    yield page
    context.close()


def decide(page: Page, button: str, elsewhere: str) -> None:
    """Press a button of the question and wait for the board."""
    page.get_by_role("button", name=button, exact=True).click()
    page.wait_for_url(lambda address: address.startswith(elsewhere))


def test_board_on_another_origin_plays_a_whole_game(page: Page, ada: Player, trouble: list[str], elsewhere: str) -> None:
    decide(page, "Allow", elsewhere)
    page.get_by_label("Game", exact=True).select_option("turn_of_fate")
    page.get_by_role("button", name="New game against a bot").click()
    page.get_by_text("Pass: play nothing").wait_for()
    while page.evaluate(ANSWER_WHILE_ASKED) == "active":
        assert bots.play_bots(database_now())
    page.get_by_text("The game is over.").wait_for()
    token = ApiToken.objects.get(player=ada)
    assert (token.name, sorted(token.scopes)) == (elsewhere.removeprefix("http://"), ["game:play", "game:read", "table:write"])
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign in").wait_for()
    assert not ApiToken.objects.exists()
    assert Game.objects.get().status == Game.Status.FINISHED
    assert trouble == []


def test_board_says_that_it_was_not_allowed(page: Page, trouble: list[str], elsewhere: str) -> None:
    decide(page, "Don't allow", elsewhere)
    page.get_by_text("You did not allow it.").wait_for()
    assert page.get_by_role("button", name="Sign in").is_visible()
    assert trouble == []


def test_board_waits_for_a_busy_site_and_ends_with_its_token(page: Page, ada: Player, trouble: list[str], elsewhere: str) -> None:
    busy = [1]

    def answer(route: Route) -> None:
        if route.request.method == "POST" and busy:
            busy.pop()
            route.fulfill(status=503, headers={**cross_origin.ANSWER, "Retry-After": "3"}, body="{}")
        else:
            route.continue_()

    page.route("**/api/v1/games", answer)  # before the click: a route set while a page of another origin opens may have no effect
    decide(page, "Allow", elsewhere)
    page.get_by_label("Game", exact=True).select_option("fate_foretold")
    page.get_by_role("button", name="New game against a bot").click()
    page.get_by_text("The site is busy. Trying again in 3 s").wait_for()
    page.locator("main h2").wait_for()
    assert (busy, Game.objects.count()) == ([], 1)
    ApiToken.objects.filter(player=ada).delete()
    page.get_by_role("button", name="New game against a bot").click()
    page.get_by_text("You are not signed in any more").wait_for()
    page.get_by_role("button", name="Sign in").wait_for()
    assert page.locator("main h2").count() == 0
    assert trouble == []
