"""Tests of trying an operation on the page of the API: by keyboard, on a phone, with the session and with a token."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page, expect

from games.models import Game
from games.services.people import api_tokens
from notifications.clock import database_now
from tests.e2e import looks
from tests.e2e.conftest import session_cookie
from tests.games.conftest import person

REAL = "This sends a real request"


def opened(page: Page, operation: str) -> Any:
    """The form of an operation, opened by keyboard."""
    box = page.locator(f"#{operation} details.try")
    box.locator("summary").focus()
    page.keyboard.press("Enter")
    return box


def test_operations_are_tried_on_their_page(browser: Browser, live_server: Any, settings: Any) -> None:
    settings.SITE_URL = live_server.url
    ada = person("ada")
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.add_cookies([session_cookie(ada, live_server.url)])
    page, trouble = context.new_page(), []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("console", lambda said: trouble.append(said.text) if "Content Security Policy" in said.text else None)
    page.goto(f"{live_server.url}/api/v1/docs")

    box = opened(page, "me_get")
    expect(box.get_by_text(REAL)).to_have_count(0)
    box.get_by_role("button", name="Send").press("Enter")
    expect(box.get_by_role("status")).to_have_text("200 OK")
    expect(box.locator(".try-answer pre").first).to_contain_text('"name": "ada"')
    expect(box.locator(".try-answer pre").last).to_contain_text("etag: ")

    box = opened(page, "games_create")
    expect(box.get_by_text(REAL)).to_be_visible()
    box.get_by_label("Request").fill('{"rules": "turn_of_fate", "seats": 2, "note": "it\'s on"}')
    expect(box.locator(".curl")).to_contain_text('-d \'{"rules": "turn_of_fate", "seats": 2, "note": "it\'\\\'\'s on"}\'')
    box.get_by_role("button", name="Send").press("Enter")
    expect(box.get_by_role("status")).to_have_text("201 Created")
    assert Game.objects.get().host == ada

    box = opened(page, "games_view")
    box.get_by_label("code (path)").fill(Game.objects.get().code)
    expect(box.locator(".curl")).to_contain_text(f"/api/v1/games/{Game.objects.get().code}/view")
    page.get_by_label("Token for these requests").fill(api_tokens.make(ada, "trying", ["me:read"], now=database_now())[1])
    box.get_by_role("button", name="Send").press("Enter")
    expect(box.get_by_role("status")).to_have_text("403 Forbidden")
    expect(box.locator(".try-answer pre").first).to_contain_text("This token lacks the scope game:read.")
    assert (trouble, looks.faults(page)) == ([], [])
    context.close()
