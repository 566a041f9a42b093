"""Fixtures of the tests in Debian's Chromium. Without a browser these tests are skipped with a reason; in CI its absence is a failure."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from games.models import Player
from tests.e2e.kept_pages import KeptPages

os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
# Playwright keeps an event loop in the test's thread for the rest of the run, and Django would refuse the ORM in such a thread.

WHOLE = shutil.which("chromium") or shutil.which("chromium-browser")
CHROMIUM = shutil.which("chromium-headless-shell") or WHOLE
"""The headless shell is the same engine without the browser's own window, and needs a third less processor time."""
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--in-process-gpu"),
]
PHONE = {"width": 360, "height": 740}
QUICK = 30_000
"""The time limit of a page in milliseconds, for a busy machine."""
expect.set_options(timeout=QUICK)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark everything below tests/e2e; skip it where there is no browser, except in CI."""
    for item in items:
        if "/e2e/" in str(item.path):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.django_db(transaction=True))
            if CHROMIUM is None and not os.environ.get("CI") and "browser" in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.skip(reason="no Chromium here: apt-get install chromium"))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's browser instead of one downloaded by Playwright."""
    assert CHROMIUM is not None, "CI needs Chromium for the browser tests: apt-get install chromium"
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": FLAGS}


SignIn = Callable[..., Page]


def session_cookie(player: Player, address: str) -> Any:
    """The cookie of a session of this player, for the site at `address`."""
    client = Client()
    client.force_login(player)
    return {"name": settings.SESSION_COOKIE_NAME, "value": client.cookies[settings.SESSION_COOKIE_NAME].value, "url": address}


@pytest.fixture(scope="session")
def kept_pages(live_server: Any) -> KeptPages:
    """The pages that the tests of this worker use one after the other."""
    return KeptPages(live_server.url, QUICK)


@pytest.fixture
def sign_in(browser: Browser, kept_pages: KeptPages, live_server: Any, settings: Any) -> Iterator[SignIn]:
    """`sign_in(player)` opens a page with a session of this player in a browser context of its own; errors on its pages fail the test.

    The forms for signing in are tested in test_journeys.py and test_plain_words.py; here the session cookie is set directly.
    """
    settings.SITE_URL = live_server.url
    settings.STREAM_URL = f"{live_server.url}/api/v1/stream"

    def open_for(player: Player | None, *, scripts: bool = True, viewport: dict[str, int] | None = None) -> Page:
        page = kept_pages.open(browser, scripts=scripts, viewport=viewport or PHONE)
        if player is not None:
            page.context.add_cookies([session_cookie(player, live_server.url)])
        return page

    yield open_for
    assert kept_pages.end_of_test() == []
