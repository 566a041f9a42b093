"""Pictures for `docs/pictures`: every game with every shape of answer, at three widths, light and dark; also checks for overflow.

Not part of the test suite; the pictures are made anew by

python -m pytest tests/e2e/contact_sheet.py
"""

from __future__ import annotations

import base64
import os
from html import escape
from pathlib import Path

import pytest
from playwright.sync_api import Page

from fateapp.warmup import warm
from games.models import Game
from games.pages.tables import home
from games.render import card_face
from games.rules.contract import Position
from games.rules.messages import Reader
from games.rules.registry import all_games
from notifications.clock import database_now
from tests.e2e.conftest import SignIn
from tests.e2e.moments import every_question, first_seat, put
from tests.e2e.one_screen import SIZES, faults
from tests.e2e.test_looks import A_WHILE, seated, table_of
from tests.games.moves import play_out

PICTURES = Path(os.environ.get("FATE_SHEETS", Path(__file__).parents[2] / "docs" / "pictures"))
SHRUNK = {"wide": 560, "middle": 270, "phone": 190}
"""Width of a picture in the sheet by size of the window."""
GAMES = [key for key in all_games() if key != "lone_star"]  # the sixth game exists in the tests only
MID_GAME = 40
MOST_STRIPS = 4


def chosen(found: dict[str, Position]) -> dict[str, Position]:
    """The questions on a sheet: every shape of answer, then as many kinds of question as there is room for."""
    shapes = {name.partition(" ")[2]: name for name in found}
    names = [*shapes.values(), *(name for name in found if name not in shapes.values())]
    return {name: found[name] for name in names[:MOST_STRIPS]}


def shot(page: Page, size: str, scheme: str) -> str:
    """The window at this size as an HTML image."""
    page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    taken = page.screenshot(type="jpeg", quality=85)
    if "FATE_SHEETS" in os.environ:
        page.screenshot(path=PICTURES / f"{page.locator('#table').get_attribute('class').split()[1]}-{size}-{scheme}.png")
    picture = base64.b64encode(taken).decode()
    return f'<img src="data:image/jpeg;base64,{picture}" width="{SHRUNK[size]}">'


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("key", GAMES)
def test_make_contact_sheet(sign_in: SignIn, key: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Pictures of the largest table; the layout faults found are printed."""
    book = all_games()[key]
    game, _asked = table_of(seated(book.seats[-1]), key, 1)
    page, strips = sign_in(first_seat(game)), []
    page.emulate_media(reduced_motion="reduce")
    for name, position in chosen(every_question(book, book.seats[-1], after=MID_GAME)).items():
        put(game, position)
        page.goto(game.get_absolute_url())
        pictures = [shot(page, size, "light") for size in SIZES] + [shot(page, "wide", "dark"), shot(page, "phone", "dark")]
        for size in SIZES:
            page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
            with capsys.disabled():
                print("\n".join([f"{key} {name} {size}:", *faults(page)]))
        strips.append(f"<h2>{escape(name)}</h2><p>{' '.join(pictures)}</p>")
    sheet = sign_in(None)
    sheet.set_viewport_size({"width": 1820, "height": 400})
    style = "body{margin:8px;background:#888;font:16px serif}h2{margin:.4em 0}p{margin:0}img{vertical-align:top}"
    sheet.set_content(f"<style>{style}</style><h1>{key}</h1>{''.join(strips)}")
    sheet.screenshot(path=PICTURES / f"{key.replace('_', '-')}-sheet.jpg", full_page=True, type="jpeg", quality=60)


def test_make_the_sheet_of_cards(sign_in: SignIn) -> None:
    """Every card of every game, with the stylesheets of the site."""
    page = sign_in(None)
    page.set_viewport_size({"width": 1240, "height": 800})
    page.goto("/credits/")
    games = "".join(f"<h2>{escape(key)}</h2><div class='row'>{_faces(key)}</div>" for key in GAMES)
    page.evaluate("html => { document.body.innerHTML = html; document.body.style.setProperty('--card', '8.4px'); }", games)
    page.wait_for_load_state("networkidle")
    page.screenshot(path=PICTURES / "cards-sheet.jpg", full_page=True, type="jpeg", quality=31)


def _faces(key: str) -> str:
    cards = (card for zone in all_games()[key].gallery() for pile in zone.piles for card in pile.cards)
    return "".join(f'<div class="{card_face.classes(card)}">{card_face.face(card, Reader())}</div>' for card in cards)


def test_make_the_sheet_of_pages(sign_in: SignIn, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages before and after a game, at three widths, light and dark."""
    monkeypatch.setattr(home, "all_games", lambda: {key: all_games()[key] for key in GAMES})
    people = seated(2)
    games = [table_of(people, "turn_of_fate", 12)[0], table_of(people, "turn_of_fate", 3)[0]]
    over = table_of(people, "turn_of_fate", 1)[0]
    play_out(over, now=database_now())
    Game.objects.update(visibility="public")
    player, strips = people[0], []
    for name, path, who in (
        ("first page", "/", None),
        ("my games", "/", player),
        ("lobby", "/lobby/", player),
        ("a finished game", over.get_absolute_url(), player),
        ("credits", "/credits/", None),
    ):
        page = sign_in(who)
        page.goto(path)
        pictures = [shot(page, width, scheme) for width in SHRUNK for scheme in ("light", "dark")]
        strips.append(f"<h2>{escape(name)}</h2><p>{' '.join(pictures)}</p>")
    assert len(games) == 2
    sheet = sign_in(None)
    sheet.set_viewport_size({"width": 1680, "height": 400})
    sheet.set_content(f"<style>body{{margin:8px;background:#888;font:16px serif}}h2{{margin:.4em 0}}p{{margin:0}}</style>{''.join(strips)}")
    sheet.screenshot(path=PICTURES / "pages-sheet.jpg", full_page=True, type="jpeg", quality=30)


def test_make_the_picture_of_the_readme(sign_in: SignIn) -> None:
    game, asked = table_of(seated(2), "turn_of_fate", A_WHILE.get("turn_of_fate", 12))
    page = sign_in(asked)
    page.set_viewport_size({"width": 1180, "height": 860})
    page.goto(game.get_absolute_url())
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.screenshot(path=PICTURES / "turn-of-fate.png")


def test_print_the_first_paint(sign_in: SignIn, capsys: pytest.CaptureFixture[str]) -> None:
    """Milliseconds to the first contentful paint of a full table, measured by the browser; printed, not limited.

    The process is as warm as `fateapp/wsgi.py` leaves it; each visit is by a browser with an empty cache.
    """
    paints = "performance.getEntriesByName('first-contentful-paint').map(entry => Math.round(entry.startTime))"
    game, asked = table_of(seated(7), "destined_to_fail", 12)
    taken: list[int] = []
    warm()
    for _ in range(6):
        page = sign_in(asked)
        page.goto(game.get_absolute_url(), wait_until="networkidle")
        taken += page.evaluate(paints)
        page.context.close()
    with capsys.disabled():
        print(f"\nDestined To Fail, 7 seats: first contentful paint {taken[0]} ms at the first visit, then {sorted(taken[1:])} ms")
