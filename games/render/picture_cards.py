"""Cards as shapes: small ones as they lie on a table, large ones by themselves.

A small card shows what one plays by: value, suits, name, marks; a card under another shows its head only. The large face
adds the emblem and the text. Everything lies on whole units, where letters are sharpest.
"""

from __future__ import annotations

from games.render.colors import INK, card_hue, hue_of
from games.render.drawings import Glyph
from games.render.emblems import emblem_for
from games.render.glyphs import DRAWN, glyph_for
from games.render.metrics import width_of, wrap
from games.render.shapes import Box, Drawn, Mark, Shape, Words
from games.render.words import clean, said
from games.rules.messages import Reader
from games.rules.scene import Card

PAPER, SHEET, FACE = "#f5efe3", "#fdfaf2", "#fffdf8"
TEXT, SOFT, LINE, EDGE = "#2b241e", "#665a4c", "#dccfb8", "#8d7e69"
BACKS = {
    "ink": "#b9b0a4",
    "slate": "#b3bccd",
    "gold": "#d3c193",
    "sea": "#a3c4ca",
    "green": "#b2c7ab",
    "red": "#cbaaa0",
    "earth": "#c4b3a2",
    "plum": "#c1abc4",
}
"""The hues, paler, for the backs of cards."""
SMALL, LARGE = 74, 180
HEAD = 17
"""The height of the strip with value and suits: all one sees of a card that lies under another."""
LOZENGE = Glyph("M12 4L22 12 12 20 2 12Z")


def small_card(card: Card, reader: Reader, *, covered: bool = False) -> Drawn:
    """A card as it lies on the table; covered by another one, only its head is seen."""
    if not card.face:
        return _back(card, SMALL, HEAD if covered else 58)
    name = wrap(said(card.name, reader), 10.5, SMALL - 10, bold=True)
    has_head = bool(card.value or card.suits)
    if covered:
        head = _head(card, 5, 13, 12) if has_head else [Words(5, 12, name[0] if name else "", 10.5, TEXT, True)]
        return Drawn((Box(0, 0, SMALL, HEAD, FACE, EDGE), *head), SMALL, HEAD)
    body = _head(card, 5, 13, 12) if has_head else []
    y = HEAD + 9 if has_head else 13
    body += [Words(5, y + 12 * at, line, 10.5, TEXT, True) for at, line in enumerate(name)]
    y += 12 * len(name)
    marks = wrap(" · ".join(said(mark, reader) for mark in card.marks), 9, SMALL - 10)
    body += [Words(5, y + 10 * at, line, 9, SOFT) for at, line in enumerate(marks)]
    height = max(58, y + 10 * len(marks) - 4)
    return Drawn((Box(0, 0, SMALL, height, FACE, EDGE), *body), SMALL, height)


def large_card(card: Card, reader: Reader) -> Drawn:
    """A card by itself, with its emblem and its text."""
    if not card.face:
        return _back(card, LARGE, 252)
    name = wrap(said(card.name, reader), 17, LARGE - 24, bold=True)
    body = [*_head(card, 12, 26, 24), *(Words(12, 46 + 20 * at, line, 17, TEXT, True) for at, line in enumerate(name))]
    y, unit = 46 + 20 * len(name), 90 / 24
    body += [Mark(45 + part.x * unit, y + part.y * unit, 90 * part.scale, part.glyph, INK[card_hue(card)]) for part in emblem_for(card)]
    y += 112
    text = said(card.text, reader) if card.text is not None else ""
    lines = wrap(text, 12.5, LARGE - 24) + wrap(" · ".join(said(mark, reader) for mark in card.marks), 12.5, LARGE - 24)
    body += [Words(12, y + 15 * at, line, 12.5, TEXT) for at, line in enumerate(lines)]
    height = max(252, y + 15 * len(lines) + 2)
    return Drawn((Box(0, 0, LARGE, height, FACE, EDGE, 9), *body), LARGE, height)


def _head(card: Card, x: float, y: float, size: float) -> list[Shape]:
    """Value and suits in one line: `7 ≋W §Y`, the glyphs drawn, the letters beside them."""
    parts: list[Shape] = []
    value = clean(card.value)
    if value:
        parts.append(Words(x, y, value, size, INK[card_hue(card)], True))
        x = round(x + width_of(value, size, bold=True) + size * 0.35)
    if not card.suits and card.art in DRAWN:
        parts.append(Mark(x, round(y - size * 0.78), round(size * 0.92), DRAWN[card.art], INK[card_hue(card)]))
    for suit in card.suits:
        colour, letter = INK[hue_of(suit.key)], clean(suit.letter)
        parts.append(Mark(x, round(y - size * 0.78), round(size * 0.92), glyph_for(suit.key), colour))
        x = round(x + size)
        if letter:
            parts.append(Words(x, y, letter, size * 0.75, colour, True))
        x = round(x + width_of(letter, size * 0.75, bold=True) + size * 0.3)
    return parts


def _back(card: Card, width: float, height: float) -> Drawn:
    paper = Box(0, 0, width, height, FACE, EDGE)
    if height <= HEAD:
        return Drawn((paper,), width, height)
    colour = BACKS[card_hue(card)]
    side = round(min(width, height) * 0.8)
    lozenge = Mark(round((width - side) / 2), round((height - side) / 2), side, LOZENGE, FACE)
    return Drawn((paper, Box(4, 4, width - 8, height - 8, colour, colour), lozenge), width, height)
