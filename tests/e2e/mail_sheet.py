"""Pictures of all mails for `docs/pictures`: at 600 and 390 pixels, light and dark, and as text; prints their sizes and positions.

Not part of the test suite; the pictures are made anew by

SPAMASSASSIN=1 python -m pytest tests/e2e/mail_sheet.py

With SPAMASSASSIN set, every mail is judged by the rules of the installed SpamAssassin, without network tests, and the scores are
written down.
"""

from __future__ import annotations

import base64
import os
from html import escape
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from pytest_django import Settings

from games.models import Player
from games.tournaments.models import Entry
from tests.games.conftest import person
from tests.games.mails import letters
from tests.games.mails.conftest import receiving, same_house
from tests.games.mails.junk import points
from tests.games.mails.letters import Letter
from tests.games.mails.reading import LARGEST, LARGEST_OF_A_DAY, check, page_of, pictures_of, text_of

__all__ = ["receiving", "same_house"]

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SHOTS = ((390, "light"), (390, "dark"), (600, "light"), (600, "dark"))
SHRUNK = {390: 234, 600: 360}
FOLD = 900
FIGURES = Path(__file__).parents[2] / "docs" / "measurements" / "mails.md"
HEAD = """# Mails, measured

By `tests/e2e/mail_sheet.py`: bytes as sent, pixels at which the choices stand 390 wide, the score of SpamAssassin's local rules
(`spamassassin -L`) with the rules that matched. Pictures of all of them: `docs/pictures/mails-turns.jpg`, `docs/pictures/mails-others.jpg`.

| Mail | Bytes | Choices at | SpamAssassin |
|---|---|---|---|
"""
STYLE = """body{margin:8px;background:#888;font:16px serif}h2{margin:.4em 0}.row{display:flex;gap:8px;align-items:start}
pre{margin:0;background:#fff;color:#000;padding:6px;font:9px/1.2 monospace;width:470px;white-space:pre-wrap;overflow-wrap:anywhere}"""

TURNS = {f"turn of {key.replace('_', ' ')}": key for key in letters.GAMES}


def every_letter(name: str) -> Letter:
    """A mail by its name on the sheet."""
    if name in TURNS:
        return letters.turn_of(TURNS[name], 12)
    if name == "a day's mail":
        return letters.day_of_games()
    if name.startswith("code"):
        person("alice")
        return letters.account_mail(
            name.removeprefix("code to ").replace(" ", "_"), "alice@example.org" if "up" not in name else "x@example.org"
        )
    return letters.of_kind(name)


FIRST = [*TURNS, "reminder", "reply not understood"]
OTHERS = [name for name in letters.KINDS if name != "your turn" and name not in FIRST]
SHEETS = {"turns": FIRST, "others": [*OTHERS, "a day's mail", "code to sign in", "code to sign up"]}


def shown(letter: Letter) -> str:
    """The HTML with its pictures embedded."""
    html = page_of(letter.mail)
    for cid, content in pictures_of(letter.mail).items():
        html = html.replace(f"cid:{cid}", f"data:image/png;base64,{base64.b64encode(content).decode()}")
    return html


def shot(page: Page, html: str, width: int, scheme: str) -> str:
    """One rendering of a mail as an HTML image."""
    page.set_viewport_size({"width": width, "height": 100})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_content(html)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for box in page.locator("a.ch, a.button").all():
        assert (box.bounding_box() or {"height": 0})["height"] >= 44
    picture = base64.b64encode(page.screenshot(type="png", full_page=True)).decode()
    return f'<img src="data:image/png;base64,{picture}" width="{SHRUNK[width]}">'


def score(letter: Letter) -> str:
    """The score and the rules that SpamAssassin reports."""
    if not os.environ.get("SPAMASSASSIN"):
        return ""
    (found,) = points([letter.raw])
    assert found.score <= 0, found
    return f"{found.score} {found.rules}"


@pytest.mark.timeout(1800)
@pytest.mark.usefixtures("receiving", "same_house")
def test_make_sheets(browser: Browser, settings: Settings) -> None:
    settings.SITE_URL, settings.MAIL_DOMAIN = "https://fate.example.org", "fate.example.org"
    settings.DEFAULT_FROM_EMAIL = "Fate <fate@fate.example.org>"
    page, figures = browser.new_page(), []
    for sheet, names in SHEETS.items():
        strips = []
        for name in names:
            letter = every_letter(name)
            check(letter.mail, letter.raw, LARGEST_OF_A_DAY if name == "a day's mail" else LARGEST)
            strips.append(f"<h2>{escape(name)}</h2><div class='row'>{looks(page, letter)}</div>")
            figures.append(f"| {name} | {len(letter.raw):,} | {choices_at(page, letter)} | {score(letter)} |\n")
            Entry.objects.all().delete()
            Player.objects.all().delete()
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": 1730, "height": 400})
        page.set_content(f"<style>{STYLE}</style>{''.join(strips)}")
        page.screenshot(path=PICTURES / f"mails-{sheet}.jpg", full_page=True, type="jpeg", quality=30)
    if os.environ.get("SPAMASSASSIN"):
        FIGURES.write_text(HEAD + "".join(figures), encoding="utf-8")


def looks(page: Page, letter: Letter) -> str:
    """The mail at every width in every theme, and its text."""
    html = shown(letter)
    words = f"{str(letter.mail['Subject']).strip()}\n\n{text_of(letter.mail)}"
    return " ".join([*(shot(page, html, width, scheme) for width, scheme in SHOTS), f"<pre>{escape(words)}</pre>"])


def choices_at(page: Page, letter: Letter) -> str:
    """Top and bottom of the list of choices on a phone, in pixels."""
    page.set_viewport_size({"width": 390, "height": 600})
    page.set_content(shown(letter))
    boxes = [box for one in page.locator(".ch").all() if (box := one.bounding_box()) is not None]
    if not boxes:
        return ""
    top, bottom = round(boxes[0]["y"]), round(boxes[-1]["y"] + boxes[-1]["height"])
    assert top < FOLD
    return f"{top}–{bottom}"
