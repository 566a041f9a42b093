"""Pictures of every game for `docs/pictures`, laid side by side. Not part of the suite; made anew by

python -m pytest tests/e2e/contact_sheet.py
"""

from __future__ import annotations

import base64
from pathlib import Path

from playwright.sync_api import Page

from games.rules.registry import all_games
from tests.e2e.conftest import SignIn
from tests.e2e.test_looks import A_WHILE, seated, table_of

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SHEET_WIDTH = 1200


def shot(page: Page, width: int, scheme: str, height: int) -> str:
    """The top of the page at this width as an HTML figure."""
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    picture = base64.b64encode(page.screenshot(type="jpeg", quality=85)).decode()
    return f'<img src="data:image/jpeg;base64,{picture}" width="{width * 2 // 7}">'


def test_make_contact_sheets(sign_in: SignIn) -> None:
    PICTURES.mkdir(exist_ok=True)
    people = seated(4)
    rows: dict[str, list[str]] = {"light": [], "dark": []}
    for key, book in all_games().items():
        if key == "lone_star":  # lives in the tests only
            continue
        seats = max(count for count in book.seats if count <= len(people))
        game, asked = table_of(people[:seats], key, A_WHILE.get(key, 12))
        page = sign_in(asked)
        page.goto(game.get_absolute_url())
        for scheme, made in rows.items():
            made.append(f"<p>{shot(page, 1280, scheme, 1000)} {shot(page, 360, scheme, 1000)}</p>")
        if key == "turn_of_fate":
            page.set_viewport_size({"width": 1000, "height": 720})
            page.emulate_media(color_scheme="light")
            page.screenshot(path=PICTURES / "turn-of-fate.png")
    sheet = sign_in(None)
    for scheme, made in rows.items():
        sheet.set_viewport_size({"width": SHEET_WIDTH // 2 - 100, "height": 400})
        sheet.set_content(f"<body style='margin:8px;background:#888'>{''.join(made)}</body>")
        sheet.screenshot(path=PICTURES / f"games-{scheme}.png", full_page=True)
