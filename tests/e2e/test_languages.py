"""Tests of layout in German and French, whose words are longer: nothing overflows a phone's window at a table and on the longest pages."""

from __future__ import annotations

import pytest
from django.conf import settings
from playwright.sync_api import Page

from games.models import Player
from games.rules.registry import all_games
from tests.e2e.conftest import SignIn
from tests.e2e.looks import NARROW, overflows
from tests.e2e.test_looks import A_WHILE, seated, table_of
from tests.games.catalogues import LANGUAGES

PAGES = ("/", "/lobby/", "/new/fate_foretold/", "/settings/", "/settings/time/", "/messages/preferences/")


def speak(page: Page, language: str) -> None:
    """Set the language cookie of this browser."""
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": settings.SITE_URL}])


def reading(sign_in: SignIn, player: Player, language: str) -> Page:
    """A page of a phone with this language."""
    page = sign_in(player)
    speak(page, language)
    page.set_viewport_size({"width": NARROW, "height": 900})
    return page


def too_wide(page: Page, language: str, *addresses: str) -> dict[str, list[str]]:
    found = {}
    for address in addresses:
        page.goto(address)
        assert page.locator("html").get_attribute("lang") == language
        found[address] = overflows(page)
    return {address: faults for address, faults in found.items() if faults}


@pytest.mark.parametrize("language", LANGUAGES)
def test_long_words_stay_in_the_window(sign_in: SignIn, language: str) -> None:
    key = "fate_foretold"
    game, asked = table_of(seated(all_games()[key].seats[-1]), key, A_WHILE.get(key, 12))
    page = reading(sign_in, asked, language)
    assert too_wide(page, language, *PAGES, game.get_absolute_url(), f"{game.get_absolute_url()}time/") == {}
