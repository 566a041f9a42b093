"""Tests of the pages of channels on a phone, and of web push in a real browser."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, CDPSession, Page
from pytest_django import Settings

from notifications.channels.push.keys import encoded
from tests.e2e.conftest import WHOLE, SignIn
from tests.e2e.looks import faults
from tests.games.conftest import person

PREFERENCES = "/messages/preferences/"


@pytest.fixture(scope="module")
def browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """The full Chromium: its headless shell shows no notifications."""
    if WHOLE is None and not os.environ.get("CI"):
        pytest.skip("notifications need all of Chromium: apt-get install chromium")
    with browser_type.launch(**browser_type_launch_args | {"executable_path": WHOLE}) as whole:
        yield whole


@pytest.fixture(autouse=True)
def key(settings: Settings) -> None:
    """A site with web push."""
    settings.FATE_VAPID_KEY = encoded(b"a key of thirty-two bytes, fixed")


def test_pages_of_channels_have_no_fault_on_a_phone(sign_in: SignIn) -> None:
    page = sign_in(person("alice"))
    page.goto("/messages/webhooks/new/")
    page.get_by_label("URL of your program").fill("https://example.org/hooks/fate-of-a-rather-long-name")
    page.get_by_label("Your turn").check()
    assert faults(page) == []
    page.get_by_role("button", name="Add webhook").click()
    assert page.locator("code").first.inner_text().startswith("whsec_")
    assert faults(page) == []
    page.get_by_role("link", name="Go to webhook").click()
    page.get_by_role("button", name="Send a test").click()
    page.get_by_text("Test sent").wait_for()
    assert faults(page) == []
    for address in (PREFERENCES, "/messages/webhooks/"):
        page.goto(address)
        assert faults(page) == []


def test_every_kind_says_by_which_ways_it_comes(sign_in: SignIn) -> None:
    page = sign_in(person("alice"))
    page.goto(PREFERENCES)
    kind = page.get_by_role("group", name="Your turn")
    kind.get_by_label("on my devices").uncheck()
    kind.get_by_label("When").select_option("until_act")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Your choices are saved.").wait_for()

    assert not kind.get_by_label("on my devices").is_checked()
    assert kind.get_by_label("by email").is_checked()
    assert kind.get_by_label("When").input_value() == "until_act"


def test_without_scripts_no_button_promises_what_cannot_be(sign_in: SignIn) -> None:
    page = sign_in(person("alice"), scripts=False)
    page.goto(PREFERENCES)

    assert page.get_by_role("button", name="Turn on notifications").is_hidden()


SHOWN = """async expected => {
  const registration = await navigator.serviceWorker.ready;
  for (let looks = 0, shown; ; looks++) {
    shown = (await registration.getNotifications()).map((one) => [one.title, one.body, one.data.link]).sort();
    if (looks > 100 || JSON.stringify(shown) === JSON.stringify(expected)) return shown;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}"""
"""The notifications as soon as they are the expected ones, after 5 s in any case.

`wait_for_function` would take the promise of an asynchronous predicate for true.
"""
CONTROLLED = """() => navigator.serviceWorker.controller !== null
  || new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", () => resolve(true), {once: true}))"""
"""Waits for the worker. `wait_for_function` would evaluate again within the page, where its policy forbids that."""
TRIES = 5
"""Chromium drops some of the messages that DevTools hands over: about one in ten in version 156, before the worker's event."""


def test_the_worker_shows_what_arrives(sign_in: SignIn, live_server: Any) -> None:
    page = sign_in(person("alice"))
    page.context.grant_permissions(["notifications"], origin=live_server.url)
    page.goto(PREFERENCES)
    page.get_by_role("button", name="Turn on notifications").wait_for(state="visible")
    devtools = page.context.new_cdp_session(page)
    known: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated", lambda event: known.extend(one["registrationId"] for one in event["registrations"])
    )
    devtools.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => true)")
    page.evaluate(CONTROLLED)

    news = {"title": "Turn of Fate with bob", "body": "Your turn", "link": f"{live_server.url}/messages/", "tag": "one-game"}
    late = news | {"body": "Your time is running out"}
    mine = [news["title"], "Your turn", news["link"]], [news["title"], late["body"], news["link"]]
    for data, shown in ((json.dumps(news), [mine[0]]), (json.dumps(late), [mine[1]]), ("no JSON at all", [["Fate", "", "/"], mine[1]])):
        push = {"origin": live_server.url, "registrationId": known[-1], "data": data}
        assert shown in (_delivered(page, devtools, push, shown) for _try in range(TRIES))


def _delivered(page: Page, devtools: CDPSession, push: dict[str, str], expected: list[list[str]]) -> list[list[str]]:
    """The notifications after this message has been handed over to the browser."""
    devtools.send("ServiceWorker.deliverPushMessage", push)
    found: list[list[str]] = page.evaluate(SHOWN, expected)
    return found


def _ids(event: Any) -> list[str]:
    """The numbers that the browser gives its service workers."""
    return [one["registrationId"] for one in event["registrations"]]
