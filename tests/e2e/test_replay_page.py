"""Tests of the replay in a browser: arrow keys, and links to lines of the log, on this page or another one."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.conftest import SignIn
from tests.e2e.test_looks import seated, table_of


def test_arrow_keys_step_and_a_permalink_finds_its_moment(sign_in: SignIn) -> None:
    game, asked = table_of(seated(2), "turn_of_fate", 30)
    page = sign_in(asked)
    page.goto(f"{game.get_absolute_url()}#2")  # this line is no longer on the page
    page.wait_for_url(re.compile(r"/at/2/$"))
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(r"/at/3/$"))
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(re.compile(r"/at/2/$"))
    page.goto(f"{game.get_absolute_url()}#{game.seq}")  # this line is still there: the page stays and shows it
    expect(page.locator(f'[id="{game.seq}"]')).to_be_in_viewport()
    assert page.url.endswith(f"#{game.seq}")
