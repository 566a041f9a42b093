"""Tests of every page in both themes: axe-core finds nothing, nothing overflows, and sizes and queries are within their budgets."""

from __future__ import annotations

import random
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from playwright.sync_api import Page, expect

from games.models import Game, Player, Seat
from games.rules.registry import all_games
from games.services.clocks.pace import per_move
from games.services.tables import lobby
from notifications.clock import database_now
from tests.e2e import one_screen
from tests.e2e.conftest import SignIn
from tests.e2e.looks import ABOUT_COLOURS, NARROW, faults, first_visit, overflows, small_targets, violations
from tests.e2e.one_screen import SIZES
from tests.games import moves
from tests.games.conftest import person

TABLES = [(book.key, seats) for book in all_games().values() for seats in book.seats]
MOST_BYTES = 60 * 1024
MOST_QUERIES = 12
MOST_OF_A_FIRST_VISIT = 150_000
"""Bytes that a browser with an empty cache loads for a table: the page and all its files, compressed."""
A_WHILE = {"lone_star": 2, "tempting_fate": 5}
"""The number of moves until a table is mid-game, for games where the default is too many."""
LONG = 400


def table_of(people: list[Player], key: str, played: int) -> tuple[Game, Player]:
    """A game after `played` moves (or finished, if it is shorter), and the player of a pending seat (or the host)."""
    now = database_now()
    game = lobby.create(people[0], key, len(people), now=now, pace=per_move(86_400))
    for player in people[1:]:
        lobby.take_seat(game, player, now=now)
    rng = random.Random(4)
    for _ in range(played):
        if not Seat.objects.filter(game=game, pending=True).exists():
            break
        moves.move(game, now=now, rng=rng, story="And the lamps went out, one after the other." if rng.random() < 0.2 else "")
    game.refresh_from_db()
    asked = Seat.objects.filter(game=game, pending=True).select_related("player").order_by("index").first()
    return game, (asked.player if asked else None) or people[0]


def seated(count: int) -> list[Player]:
    return [person(name) for name in ("alice", "bob", "christopher-alexander", "dora", "emil", "freya", "gwen")[:count]]


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_table_of_every_game_has_no_fault(sign_in: SignIn, key: str, seats: int) -> None:
    game, asked = table_of(seated(seats), key, A_WHILE.get(key, 8))
    page = sign_in(asked, viewport=SIZES["wide"])
    loaded = first_visit(page, game.get_absolute_url())
    assert page.locator("#decision").count() == 1
    assert len(loaded) > 5
    assert sum(loaded.values()) <= MOST_OF_A_FIRST_VISIT, loaded
    found = []
    for size in ("wide", "phone"):
        page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
        found += [f"{size}: {fault}" for fault in one_screen.faults(page)]
        for scheme, rules in (("light", ()), ("dark", ABOUT_COLOURS)):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            found += [f"{size}, {scheme}: {fault}" for fault in violations(page, *rules)]
    assert found == []


def test_pages_around_the_table_have_no_fault(sign_in: SignIn) -> None:
    people = seated(2)
    over, _host = table_of(people, "turn_of_fate", 200)
    game, asked = table_of(people, "turn_of_fate", 12)
    page = sign_in(asked)
    addresses = [
        *("/", "/lobby/", "/new/", "/new/turn_of_fate/", "/rules/turn_of_fate/", "/settings/", "/settings/time/"),
        *("/messages/", f"/g/{game.code}/at/{game.seq - 1}/", over.get_absolute_url()),
    ]
    assert {address: found for address in addresses if (found := _faults_at(page, address))} == {}


def _faults_at(page: Page, address: str) -> list[str]:
    answer = page.goto(address)
    assert answer is not None
    assert (address, answer.status) == (address, 200)
    return faults(page)


def test_pages_for_strangers_have_no_fault(sign_in: SignIn) -> None:
    page = sign_in(None)
    addresses = ["/", "/credits/", "/accounts/login/", "/accounts/signup/", "/new/turn_of_fate/bots/", "/offline/"]
    assert {address: found for address in addresses if (found := _faults_at(page, address))} == {}


BROKEN_NUMBERS = """() => [...document.querySelectorAll("td, th")].filter(cell => /^\\d+$/.test(cell.textContent.trim()))
  .filter(cell => { const words = document.createRange(); words.selectNodeContents(cell); return words.getClientRects().length > 1; })
  .map(cell => cell.textContent)"""


def test_numbers_in_the_tables_of_rules_are_whole_on_a_phone(sign_in: SignIn) -> None:
    page, found = sign_in(None, viewport={"width": NARROW, "height": 640}), {}
    page.goto("/rules/")
    for language, _name in settings.LANGUAGES:
        page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": page.url}])
        for part in ("council_of_kings/summary/", "turn_of_fate/summary/", "tempting_fate/"):
            page.goto(f"/rules/{part}")
            found[language, part] = page.evaluate(BROKEN_NUMBERS) + overflows(page)
    assert {at: wrong for at, wrong in found.items() if wrong} == {}


def test_first_page_and_rules_with_all_cards_fit_into_the_narrowest_phone(sign_in: SignIn) -> None:
    page, found = sign_in(None, viewport={"width": 320, "height": 640}), {}
    page.goto("/rules/")
    for language, _name in settings.LANGUAGES:
        page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": page.url}])
        for address in ("/", "/rules/council_of_kings/"):
            page.goto(address)
            found[language, address] = overflows(page)
    assert {at: wrong for at, wrong in found.items() if wrong} == {}


SCORES_OVER_CARDS = """() => [...document.querySelectorAll(".mini-table")].filter(table => {
  const score = table.querySelector(".mini-score")?.getBoundingClientRect();
  const cards = [...table.querySelectorAll(".card")].filter(card => card.checkVisibility());
  return score && cards.some(card => card.getBoundingClientRect().bottom > score.top + 1);
}).map(table => table.className)"""


def test_scores_lie_beside_the_cards_of_small_pictures_with_a_sign_between_them(sign_in: SignIn) -> None:
    people = seated(5)
    table_of(people, "council_of_kings", 12)
    table_of(people[:2], "turn_of_fate", 12)
    page = sign_in(people[0])
    for size in SIZES.values():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.goto("/")
        assert [len(text.split(" · ")) for text in sorted(page.locator(".mini-score").all_inner_texts(), key=len)] == [2, 5]
        assert page.evaluate(SCORES_OVER_CARDS) == []


LINES_OF_A_NAME = """title => {
  const text = [...title.childNodes].find(node => node.nodeType === 3 && node.data.trim());
  const range = document.createRange(), lines = new Map();
  for (const word of text.data.matchAll(/\\S/g)) {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + 1);
    const top = Math.round(range.getBoundingClientRect().top);
    lines.set(top, (lines.get(top) ?? "") + word[0]);
  }
  return [...lines.values()];
}"""
LABELS_OUTSIDE = """() => {
  const room = document.querySelector(".curve").viewBox.baseVal;
  return [...document.querySelectorAll(".curve text")].filter(text => text.getBBox().x + text.getBBox().width > room.width + 1)
    .map(text => text.textContent);
}"""


def test_names_beside_the_curve_and_above_the_accounts_of_a_finished_game_are_whole(sign_in: SignIn) -> None:
    people = [person(name) for name in ("Ada", "Ben", "Christopher Alexander", "Dora")]
    game, _asked = table_of(people, "council_of_kings", LONG)
    assert game.is_over
    page = sign_in(people[0], viewport=SIZES["wide"])
    page.goto(game.get_absolute_url())
    assert page.locator(".curve text", has_text="Christopher").inner_html().count("…") == 1
    assert page.evaluate(LABELS_OUTSIDE) == []
    assert page.locator(".account h2", has_text="Christopher").evaluate(LINES_OF_A_NAME) == ["Christopher", "Alexander"]


def test_controls_of_pages_are_as_large_as_a_fingertip_on_a_phone(sign_in: SignIn) -> None:
    people = seated(2)
    table_of(people, "turn_of_fate", 200)
    _game, asked = table_of(people, "turn_of_fate", 12)
    lobby.create(people[1], "fate_foretold", 3, now=database_now(), pace=per_move(86_400))
    found = {}
    for_strangers = ("/", "/accounts/login/", "/rules/turn_of_fate/", "/puzzles/", "/learn/", "/new/turn_of_fate/bots/")
    for_players = ("/", "/lobby/", "/new/", "/new/turn_of_fate/", "/settings/", "/leaderboards/turn_of_fate/")
    for player, addresses in ((None, for_strangers), (asked, for_players)):
        page = sign_in(player, viewport=SIZES["phone"])
        for address in addresses:
            page.goto(address)
            assert page.locator(".foot a").count() > 1
            found[player, address] = small_targets(page)
    page.goto("/accounts/sessions/")  # the last of the pages of the settings, whose links are one row that is moved sideways
    expect(page.locator(".sub [aria-current]")).to_be_in_viewport(ratio=1)
    assert page.locator(".sub").evaluate("row => row.offsetHeight") < 60
    assert {at: small for at, small in found.items() if small} == {}


def test_dead_ends_and_the_account_menu_have_no_fault(sign_in: SignIn) -> None:
    """Error pages, each with a link that leads on, and the opened account menu."""
    page, found = sign_in(person("alice"), viewport=SIZES["phone"]), dict[str, list[str]]()
    for address, status in {"/g/abcdefgh/": 404, "/sign-in/old/": 410}.items():
        answer = page.goto(address)
        assert (address, answer and answer.status) == (address, status)
        found[address] = _faults_on_a_phone(page)
    for name in ("403.html", "403_csrf.html", "429.html", "500.html", "503.html"):
        page.set_content(render_to_string(name, {}, RequestFactory().get("/")))
        found[name] = _faults_on_a_phone(page)
    page.goto("/")
    page.locator("details.menu summary").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_in_viewport()
    found["menu"] = _faults_on_a_phone(page)
    assert {what: wrong for what, wrong in found.items() if wrong} == {}


def _faults_on_a_phone(page: Page) -> list[str]:
    expect(page.locator("main").get_by_role("link").first).to_be_visible()
    found = [*overflows(page), *violations(page)]
    page.emulate_media(color_scheme="dark")
    found += violations(page, *ABOUT_COLOURS)
    page.emulate_media(color_scheme="light")
    return found


def test_links_to_lesson_and_rules_can_be_pressed_on_the_card_of_a_game(sign_in: SignIn) -> None:
    page = sign_in(None)
    for shelf, there in (("/", "/learn/turn_of_fate/"), ("/rules/", "/rules/turn_of_fate/")):
        page.goto(shelf)
        page.locator(f".game-card-links a[href='{there}']").click()
        assert urlsplit(page.url).path == there


def test_table_page_asks_nobody_else(sign_in: SignIn) -> None:
    game, asked = table_of(seated(2), "turn_of_fate", 12)
    page = sign_in(asked)
    requested: set[str] = set()
    page.on("request", lambda request: requested.add(request.url))
    page.goto(game.get_absolute_url(), wait_until="networkidle")
    kinds = [urlsplit(address).path.rpartition(".")[2] for address in requested]
    assert {urlsplit(address).netloc for address in requested if not address.startswith("data:")} == {urlsplit(page.url).netloc}
    assert (kinds.count("css"), kinds.count("js")) == (3, 3)


@pytest.mark.parametrize("key", [book.key for book in all_games().values()])
def test_table_page_after_a_long_game_is_within_its_budget(key: str, client: Client) -> None:
    book = all_games()[key]
    game, asked = table_of(seated(min(7, book.seats[-1])), key, LONG)
    client.force_login(asked)
    client.get(game.get_absolute_url())  # what a process reads once is not counted
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(game.get_absolute_url())
    assert len(answer.content) <= MOST_BYTES
    assert len(queries) <= MOST_QUERIES
