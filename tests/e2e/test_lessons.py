"""Tests of the lessons on a phone from first to last step: by keyboard alone, and by pressing without scripts."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from games.render.reader import reader_for
from games.render.words import said
from games.rules.contract import Shape
from games.rules.lesson import OTHERS
from games.rules.lesson_walk import Walk
from games.rules.registry import all_games
from tests.e2e.conftest import SignIn
from tests.e2e.looks import overflows, violations
from tests.e2e.playing import close_sheet, open_choices, unanswered
from tests.e2e.test_guests_first import HIDDEN, PHONE
from tests.games.pages.test_lessons import KEYS, posted, wanted

LANGUAGES = ("en", "de", "fr")
MOST_TABS = 120
LOW_PHONE = {"width": 360, "height": 640}
NEXT_KEY = """wanted => {
  const at = document.activeElement;
  return at.matches(wanted) ? "" : at.matches("#answer [type=radio]") ? "ArrowDown" : "Tab";
}"""

SENTENCES = """async pages => {
  await Promise.all([...document.fonts].map(font => font.load()));
  return pages.map(text => {
    const page = new DOMParser().parseFromString(text, "text/html");
    document.documentElement.lang = page.documentElement.lang;
    document.body.replaceWith(document.adoptNode(page.body));
    const area = document.querySelector(".teach");
    return [document.querySelectorAll(".plate.chosen").length, area.scrollHeight - area.clientHeight];
  });
}"""
"""How many moves are chosen on each of these pages, and how much of the sentence is cut off."""


def fields(walk: Walk) -> dict[str, str]:
    """The fields for the wanted answer, by selector, with the text to type there ("" where they are only checked)."""
    decision = walk.decision
    assert decision is not None
    tokens = wanted(walk).split()
    if decision.shape is Shape.ORDER:
        return {f'#answer [name="place-{token}"]': str(place) for place, token in enumerate(tokens, start=1)}
    return {f'#answer [name="choice"][value="{token}"]': "" for token in tokens}


def tab_to(page: Page, selector: str) -> None:
    """Press Tab, and arrow keys within a group of choices, until the element has the focus."""
    for _ in range(MOST_TABS):
        key = page.evaluate(NEXT_KEY, selector)
        if not key:
            return
        page.keyboard.press(key)
    raise AssertionError(f"{selector} is not reached with {MOST_TABS} keys")


def by_keyboard(page: Page, walk: Walk) -> None:
    if not page.locator(".plate.chosen").count():
        page.keyboard.press("/")
        for selector, text in fields(walk).items():
            tab_to(page, selector)
            page.keyboard.type(text) if text else page.keyboard.press("Space")
        page.keyboard.press("Escape")
    tab_to(page, "#plate .play")
    page.keyboard.press("Enter")


def by_pressing(page: Page, walk: Walk) -> None:
    if not page.locator(".plate.chosen").count():
        open_choices(page)
        for selector, text in fields(walk).items():
            field = page.locator(selector)
            field.fill(text) if text else field.check()
        close_sheet(page)
    page.locator("#plate .play").click()


@pytest.mark.parametrize("keys", [True, False], ids=["keyboard", "no-scripts"])
@pytest.mark.parametrize("number", range(len(KEYS)), ids=KEYS)
def test_a_lesson_is_played_to_its_end_on_a_phone(sign_in: SignIn, number: int, keys: bool) -> None:
    """Its texts are complete on each page. The two ways use different languages; the third one is tested in tests/games/pages."""
    language, walk = LANGUAGES[(number + 1 + keys) % 3], Walk(all_games()[KEYS[number]])
    words = reader_for(["Guest", *OTHERS], language)
    page = sign_in(None, scripts=keys, viewport=PHONE)
    page.set_extra_http_headers({"Accept-Language": language})
    page.goto(f"/learn/{KEYS[number]}/")
    while walk.step is not None:
        expect(page.locator("#say")).to_have_text(said(walk.step.say, words))
        for size in (LOW_PHONE, PHONE) if keys else (PHONE,):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            assert max(page.evaluate(HIDDEN)) <= 1, f"step {len(walk.answers) + 1} is cut off at {size}"
        if keys and len(walk.answers) == 1:
            assert violations(page) == []
        before = unanswered(page)
        (by_keyboard if keys else by_pressing)(page, walk)
        expect(before).to_have_count(0)
        expect(page.get_by_role("alert")).to_have_count(0)
        walk.answer(wanted(walk))
    expect(page.locator("main")).to_contain_text(said(walk.lesson.outro, words))
    assert overflows(page) == []


def with_their_moves_chosen(key: str) -> dict[int, str]:
    """The page of each step of a lesson while the answer that it wants is chosen."""
    client, walk, pages = Client(), Walk(all_games()[key]), dict[int, str]()
    while walk.step is not None:
        if walk.decision is not None and walk.decision.shape is Shape.ONE:
            pages[len(walk.answers) + 1] = client.get(f"/learn/{key}/", {"pick": f"={wanted(walk)}"}).content.decode()
        client.post(f"/learn/{key}/answer/", {"step": len(walk.answers), **posted(walk)})
        walk.answer(wanted(walk))
    return pages


@pytest.mark.parametrize("key", KEYS)
def test_the_sentence_of_a_step_is_whole_while_its_move_is_chosen(sign_in: SignIn, key: str) -> None:
    pages, page = with_their_moves_chosen(key), sign_in(None, viewport=PHONE)
    page.goto(f"/learn/{key}/")
    found = dict(zip(pages, page.evaluate(SENTENCES, list(pages.values())), strict=True))
    assert len(found) > 3
    assert {step: (chosen, cut) for step, (chosen, cut) in found.items() if chosen != 1 or cut > 1} == {}
