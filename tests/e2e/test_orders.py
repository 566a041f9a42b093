"""Tests of standing orders in a browser: filed before one's turn, shown, changed, withdrawn, carried out; and the look of the open form."""

from __future__ import annotations

import re

import orjson
import pytest
from playwright.sync_api import expect

from games.models import Game, Move
from games.rules.contract import Position
from tests.e2e.conftest import SignIn
from tests.e2e.looks import faults
from tests.games.conftest import person, start
from tests.games.moves import move
from tests.games.services.test_orders import answer, at
from tests.rules.council_of_kings.build import council

PEOPLE = {"turn_of_fate": 2, "tempting_fate": 2, "destined_to_fail": 4, "council_of_kings": 4, "fate_foretold": 4}
MOST_PRESSES = 3
OPEN = "() => document.querySelectorAll('#orders, #orders details').forEach(box => box.open = true)"


def test_an_order_is_left_on_a_phone_and_plays_when_the_turn_comes(sign_in: SignIn) -> None:
    cast = [person(name) for name in ("anna", "bert", "cleo", "dirk")]
    kingdoms = {1: ["goldentongue", "squire"]}
    game = at(cast, council(up="lich", hands={0: ["hush_money"], 1: ["old_debts", "iron_cage"]}, kingdoms=kingdoms))
    page = sign_in(cast[1], scripts=False)
    page.goto(game.get_absolute_url())
    page.locator('.tabs a[href="#notes"]').click()
    page.locator("summary", has_text=re.compile("^Standing orders$")).click()
    page.get_by_role("link", name="Standing orders…").click()
    orders = page.locator("#orders")
    orders.get_by_label("Take it when so many coins lie on it").first.fill("3")
    orders.locator("summary", has_text="More").first.click()
    orders.get_by_label("Coins I would bid at most").first.fill("2")
    orders.get_by_label("After that").first.select_option("ask")
    orders.get_by_role("button", name="Save order").first.click()
    expect(page.locator("#orders li")).to_contain_text("take_at 3 spend 2 then ask")
    expect(page.locator("#orders li")).to_contain_text("You take it once 3 coins lie on it.")

    answer(game, 0, "bid")
    assert Move.objects.get(game=game, seat=1).source == "order"
    page.reload()
    page.locator("#orders summary", has_text="Or type an order").click()
    page.get_by_label("Order", exact=True).fill("take_at 5 spend 4 bargain old debts favors iron cage choices squire")
    page.locator("#orders form", has=page.get_by_label("Order", exact=True)).get_by_role("button").click()
    expect(page.locator("#orders li")).to_have_count(1)
    expect(page.locator("#orders li")).to_contain_text("If one of your Heroes must die, it is Eager Squire.")
    page.get_by_role("button", name="Delete take_at 5").click()
    expect(page.locator("#orders li")).to_have_count(0)
    assert game.seats.get(index=1).orders == {}


def test_the_form_has_no_fault_in_either_theme_at_any_width(sign_in: SignIn) -> None:
    cast = [person(name) for name in ("anna", "bert", "cleo", "dirk")]
    game = at(cast, council(up="lich", hands={1: ["old_debts", "iron_cage"]}, kingdoms={1: ["goldentongue", "squire"]}))
    page = sign_in(cast[1])
    page.goto(f"{game.get_absolute_url()}?orders=1")
    page.locator("#order-text").evaluate("field => field.value = 'actions attack reserve goldentongue'")
    page.locator("#orders form", has=page.locator("#order-text")).evaluate("form => form.submit()")
    expect(page.locator("#orders li")).to_have_count(1)
    for address in (f"{game.get_absolute_url()}#notes", f"{game.get_absolute_url()}text/"):
        page.goto(address)
        page.evaluate(OPEN)
        assert faults(page) == []


@pytest.mark.parametrize("rules", PEOPLE)
def test_the_commonest_order_of_each_game_is_left_with_three_presses_on_a_phone(sign_in: SignIn, rules: str) -> None:
    """From the table of a player who is not asked: one press beside the table, or at most three in the drawer with all orders."""
    cast = [person(name) for name in ("anna", "bert", "cleo", "dirk")[: PEOPLE[rules]]]
    game = start(*cast, rules=rules)
    while len(game.waiting) > 1 or (rules == "tempting_fate" and not _attacked(game)):  # in a simultaneous step all seats are pending
        move(game)
        game.refresh_from_db()
    owner = game.seats.filter(pending=False).select_related("player").order_by("index")[0]
    assert owner.player is not None
    page = sign_in(owner.player, viewport={"width": 390, "height": 844})
    ways = {
        "beside the table": [page.locator("#plate .ahead button").first],
        "in the drawer": [
            page.locator('.tabs a[href="#notes"]'),
            page.locator("#orders > summary"),
            page.locator("#orders button[name=order]").first,
        ],
    }
    for way, presses in ways.items():
        assert len(presses) <= MOST_PRESSES
        page.goto(game.get_absolute_url())
        for press in presses:
            assert press.bounding_box() is not None, way
            press.click()
        expect(page.locator("main > [role=status]")).to_contain_text("Your standing order has been saved")
        expect(page.locator("#plate")).to_contain_text("will play when it is your turn")
        owner.refresh_from_db()
        assert owner.orders, way
        owner.__class__.objects.filter(pk=owner.pk).update(orders={})


def _attacked(game: Game) -> bool:
    """Whether the table waits for Fate's reaction to the attack of the querent."""
    game.refresh_from_db()
    return bool(game.book.resume(Position.from_json(orjson.loads(game.position))).view(None).table["phase"] == "attack")
