"""Playing in a browser as people do: look, choose, press the button."""

from __future__ import annotations

import random
from collections import Counter

from playwright.sync_api import Locator, Page, expect

from games.models import Player
from games.queries.tables.table import look_at

ALIKE, EACH = 4, 8


class Turns:
    """Which questions of a player are answered on the page: the first `ALIKE` of each kind, and one in `EACH` of the others."""

    def __init__(self, code: str, player: Player) -> None:
        self.code, self.player = code, player
        self.asked: Counter[str] = Counter()

    def answered_elsewhere(self) -> bool:
        """Whether the open question is one of those that are not answered on the page."""
        decision = look_at(self.code, self.player).decision
        if decision is None:
            return False
        kind = f"{decision.kind} ({decision.shape.value})"
        self.asked[kind] += 1
        return self.asked[kind] > ALIKE and self.asked[kind] % EACH > 0


def answer_on_page(page: Page, rng: random.Random, story: str = "") -> None:
    """Answer the open question of the shown table, whatever its shape, and press the button."""
    form = open_choices(page)
    radios, boxes, places = (form.locator(f"input[type={kind}]") for kind in ("radio", "checkbox", "number"))
    number = page.locator("#plate input[type=number]")
    if radios.count():
        radios.nth(rng.randrange(radios.count())).check()
    elif boxes.count():
        for place in range(_least(page)):
            boxes.nth(place).check()
    elif not number.count():
        for place in range(_least(page, otherwise=places.count())):
            places.nth(place).fill(str(place + 1))
    if story:
        form.get_by_text("Add a line of story").click()
        form.get_by_label("A line of story").fill(story)
    close_sheet(page)
    if number.count():
        number.fill(number.get_attribute("min") or "0")
    press_play(page)
    expect(page.get_by_role("alert")).to_have_count(0)


def press_play(page: Page) -> None:
    """Press Play and wait for the next state: a longer log, or a stored sealed answer."""
    before = unanswered(page)
    page.locator("#plate .play").click()
    expect(before).to_have_count(0)


def unanswered(page: Page) -> Locator:
    """The shown table, while nothing has been answered there."""
    seq = page.locator("#table").get_attribute("data-seq")
    return page.locator(f'#table[data-seq="{seq}"]:not(:has(.given))')


def open_choices(page: Page) -> Locator:
    """Open the form with all choices, which is in the drawer behind a tab."""
    form = page.locator("#decision form").first
    if not form.is_visible():
        page.locator('.tabs a[href="#decision"]').click()
    return form


def close_sheet(page: Page) -> None:
    """Close the drawer where it covers the table."""
    shut = page.locator("#decision > .close")
    if shut.is_visible():
        shut.click()


def _least(page: Page, *, otherwise: int = 0) -> int:
    """The minimum in the legend: `Choose 2 to 3.`, `Number 2 of them …`."""
    words = page.locator("#decision legend").inner_text().removesuffix("1 first.").split()
    return next((int(word.rstrip(".")) for word in words if word.rstrip(".").isdecimal()), otherwise)


def is_asked(page: Page) -> bool:
    """Whether the shown table asks this player a question that is not sealed yet."""
    return page.locator("#decision").count() > 0 and page.get_by_text("Your answer so far:").count() == 0


def is_over(page: Page) -> bool:
    """Whether the shown table has a result."""
    return page.locator("article.ended").count() > 0
