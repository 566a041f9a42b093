"""Tests of the pages that one test leaves to the next: nothing of a test reaches another one, and errors fail the test that makes them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request

from tests.e2e.conftest import PHONE, QUICK, session_cookie
from tests.e2e.kept_pages import KeptPages
from tests.games.conftest import person

WIDE = {"width": 1280, "height": 800}
STATE = """() => [document.documentElement.lang, matchMedia("(prefers-color-scheme: dark)").matches, innerWidth]"""


@pytest.fixture
def pages(live_server: Any) -> KeptPages:
    return KeptPages(live_server.url, QUICK)


def test_a_page_comes_back_as_new(pages: KeptPages, browser: Browser, live_server: Any) -> None:
    heard: list[Request] = []
    page = pages.open(browser, scripts=True, viewport=PHONE)
    page.context.add_cookies([session_cookie(person("ada"), live_server.url)])
    page.set_extra_http_headers({"Accept-Language": "de"})
    page.emulate_media(color_scheme="dark")
    page.on("request", lambda request: heard.append(request))
    page.goto("/rules/")
    assert page.evaluate(STATE) == ["de", True, PHONE["width"]]
    assert page.context.cookies()
    assert pages.end_of_test() == []
    before = len(heard)
    assert pages.open(browser, scripts=False, viewport=WIDE) is not page
    assert pages.open(browser, scripts=True, viewport=WIDE) is page
    assert page.context.cookies() == []
    page.goto("/rules/")
    assert page.evaluate(STATE) == ["en", False, WIDE["width"]]
    assert len(heard) == before > 0


def offline(page: Page) -> None:
    page.context.set_offline(True)


def route(page: Page) -> None:
    page.route("**/rules/", lambda route: route.abort())


def second_page(page: Page) -> None:
    page.evaluate("window.open('/rules/')")


@pytest.mark.parametrize("change", [offline, route, second_page])
def test_a_page_whose_change_would_last_is_closed(pages: KeptPages, browser: Browser, change: Any) -> None:
    page = pages.open(browser, scripts=True, viewport=PHONE)
    page.goto("/")
    change(page)
    assert pages.end_of_test() == []
    assert page.is_closed()
    assert pages.open(browser, scripts=True, viewport=PHONE) is not page


def test_an_error_is_told_once_by_the_test_that_made_it(pages: KeptPages, browser: Browser) -> None:
    page = pages.open(browser, scripts=True, viewport=PHONE)
    page.goto("/")
    page.evaluate("setTimeout(() => { throw new Error('no card') })")
    assert pages.end_of_test() == ["script error: no card"]
    assert pages.open(browser, scripts=True, viewport=PHONE) is page
    assert pages.end_of_test() == []
