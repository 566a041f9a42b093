"""Tests of what somebody needs who plays a game for the first time: what stands on a card, hints, and all facts in the header."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from games.queries.tables.table import look_at
from games.services.clocks.pace import per_move
from games.services.tables import bots, lobby
from notifications.clock import database_now
from tests.e2e.conftest import SignIn
from tests.e2e.moments import first_seat, put
from tests.e2e.one_screen import SIZES
from tests.e2e.test_looks import seated, table_of
from tests.games.conftest import person
from tests.games.moves import move
from tests.rules.council_of_kings.build import Played, council

ON_THE_CARD = "Whenever you buy another card, gain 2 coins."


def auction(**of_table: object) -> Game:
    """A game of Council of Kings in which the first seat is asked about Bountiful Harvest, at 6 coins."""
    game, _asked = table_of(seated(3), "council_of_kings", 0)
    table = council(3, up="bountiful_harvest", on_it=6, hands={0: ["seers_bowl", "rally"]}, **of_table)  # type: ignore[arg-type]
    put(game, Played(table).session.position)
    return game


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_card_up_for_auction_says_what_stands_on_it_above_its_choices(sign_in: SignIn, scripts: bool) -> None:
    game = auction()
    page = sign_in(first_seat(game), scripts=scripts, viewport=SIZES["phone"])
    page.goto(game.get_absolute_url())
    page.locator('.press[value="bountiful_harvest"]').click()
    expect(page.locator(".plate-title")).to_have_text("Bountiful Harvest")
    expect(page.locator(".plate-text")).to_have_text(f"{ON_THE_CARD} costs 8")
    expect(page.locator(".plate-text")).to_be_in_viewport(ratio=1)
    expect(page.locator("#plate .verb").filter(visible=True)).to_have_count(2 if scripts else 3)
    buy = page.locator("#plate .verb").filter(has_text="Buy").locator(".press")
    there = buy.bounding_box()
    buy.hover()
    assert buy.bounding_box() == there, "the choice moves from under the pointer"
    buy.click()
    expect(page.locator(".plate-text")).to_have_text(f"It costs 6 coins. Bountiful Harvest – {ON_THE_CARD}")


def test_card_of_a_kingdom_says_what_stands_on_it_while_choices_are_buttons(sign_in: SignIn) -> None:
    game = auction(kingdoms={1: ["goldentongue"]})
    page = sign_in(first_seat(game), viewport=SIZES["phone"])
    page.goto(game.get_absolute_url())
    page.locator('.card[data-id="goldentongue"]').click()
    expect(page.locator(".plate-title")).to_have_text("Goldentongue")
    expect(page.locator(".plate-text")).to_be_visible()
    expect(page.locator(".plate-text")).to_contain_text("spend 1 Order from this Hero to gain 2 coins. Bard · 4 points · Order 2")


def test_card_of_the_hand_says_what_stands_on_it_before_its_target_is_chosen(sign_in: SignIn) -> None:
    game, _asked = table_of(seated(3), "council_of_kings", 0)
    put(game, Played(council(3, hands={0: ["cutpurses", "haggle"]})).session.position)
    page = sign_in(first_seat(game), viewport=SIZES["phone"])
    page.goto(game.get_absolute_url())
    page.locator('.press[value="cutpurses"]').click()
    expect(page.locator(".plate-title")).to_have_text("Now choose a highlighted target.")
    expect(page.locator(".plate-text")).to_contain_text("Cutpurses – Action: another player")
    expect(page.locator(".plate-text")).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="Choose again").click()
    expect(page.locator("#plate .verb").filter(has_text="Tax your people")).to_be_visible()


def hinted(page: Page) -> None:
    page.get_by_role("link", name="Hint").click()
    expect(page.locator("#plate").get_by_text("The bots rate this choice highest.")).to_be_visible()
    expect(page.locator("#answer input:checked")).to_have_count(1)


def test_hint_is_given_again_after_another_choice(sign_in: SignIn) -> None:
    """The link of the hint leads to the address of the page that shows it, and a browser does not load that again."""
    now, alice = database_now(), person("alice")
    game = lobby.create(alice, "council_of_kings", 3, now=now, pace=per_move(86_400))
    for _seat in range(2):
        lobby.seat_bot(game, alice, now=now)
    bots.play_in(game.pk, now)
    page = sign_in(alice, viewport=SIZES["phone"])
    page.goto(game.get_absolute_url())
    for _time in range(2):
        hinted(page)
        page.get_by_role("link", name="Choose again").click()
        expect(page.locator("#answer input:checked")).to_have_count(0)
        expect(page.locator("#plate")).not_to_contain_text("Hint:")  # it is about the choice that was let go


LINES_OF = """button => { const words = document.createRange(); words.selectNodeContents(button);
  return new Set([...words.getClientRects()].map(line => Math.round(line.top))).size; }"""


def test_play_and_next_is_one_line_beside_undo_and_hint_on_a_tablet(sign_in: SignIn) -> None:
    now, alice = database_now(), person("alice")
    for rules in ("tempting_fate", "turn_of_fate"):
        game = lobby.create(alice, rules, 2, now=now, pace=per_move(86_400))
        lobby.seat_bot(game, alice, now=now)
        bots.play_in(game.pk, now)
    game = Game.objects.get(rules="tempting_fate")
    while not look_at(game.code, alice).may_undo:
        move(game, now=now)
        bots.play_in(game.pk, now)
    page = sign_in(alice, viewport=SIZES["middle"])
    page.goto(game.get_absolute_url())
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    expect(page.get_by_role("link", name="Hint")).to_be_visible()
    assert page.locator("#plate .next").evaluate(LINES_OF) == 1


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_fact_of_tempting_fate_is_in_the_header_of_a_wide_window(sign_in: SignIn, language: str) -> None:
    game, asked = table_of(seated(2), "tempting_fate", 5)
    asked.language = language
    asked.save(update_fields=["language"])
    page = sign_in(asked, viewport=SIZES["wide"])
    page.goto(game.get_absolute_url())
    expect(page.locator(".where li")).to_have_count(6)
    shown = (
        "(list) => [...list.children].filter((it) => it.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom + 1).length"
    )
    assert page.locator(".where").evaluate(shown) == 6
