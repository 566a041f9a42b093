"""Every kind of question of every game on a phone and on a low one: one screen, nothing leaves its place, nothing is cut off."""

from __future__ import annotations

import pytest

from games.rules.registry import all_games
from tests.e2e.conftest import SignIn
from tests.e2e.moments import every_question, first_seat, put
from tests.e2e.one_screen import SIZES, faults
from tests.e2e.test_looks import seated, table_of

LOW_PHONE = {"width": 360, "height": 740}


@pytest.mark.timeout(240)
@pytest.mark.parametrize("key", [book.key for book in all_games().values()])
def test_every_question_fits_a_phone(sign_in: SignIn, key: str) -> None:
    book = all_games()[key]
    game, _asked = table_of(seated(book.seats[-1]), key, 1)
    page, found = sign_in(first_seat(game), viewport=SIZES["phone"]), every_question(book, book.seats[-1])
    assert found
    wrong: dict[str, list[str]] = {}
    for name, position in found.items():
        put(game, position)
        page.goto(game.get_absolute_url())
        assert page.locator("#decision").count() == 1, name
        wrong[name] = faults(page)
        page.set_viewport_size(LOW_PHONE)  # type: ignore[arg-type]
        wrong[name] += [f"low phone: {fault}" for fault in faults(page)]
        page.set_viewport_size(SIZES["phone"])  # type: ignore[arg-type]
    assert {name: fault for name, fault in wrong.items() if fault} == {}
