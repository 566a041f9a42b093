"""Cards as shapes, as they lie on a table or are set into another drawing.

A card has the face it has on a page: index, picture, plate; a card under another shows its head only. Everything lies on whole units,
where letters are sharpest.
"""

from math import ceil

from games.render.colors import DEEP, INK, back_hue, back_sign, card_hue, card_hues, hue_of
from games.render.emblems import emblem_for
from games.render.glyphs import DRAWN, glyph_for
from games.render.metrics import name_size, width_of, wrap
from games.render.shapes import Box, Drawn, Mark, Shape, Slope, Words
from games.render.words import clean, said
from games.rules.messages import Reader
from games.rules.scene import Card

PAPER, SHEET, FACE = "#f5efe3", "#fdfaf2", "#fffdf8"
TEXT, SOFT, LINE, EDGE = "#2b241e", "#665a4c", "#dccfb8", "#8d7e69"
SMALL = 74
HIGH = 9.4 / 6.75
"""The ratio of height to width of a card."""
HEAD = 17
"""The height of the strip with value and suits, the visible part of a covered card."""
NIGHT, CREAM = "#2b241e", "#fffaf0"


def small_card(card: Card, reader: Reader, *, covered: bool = False) -> Drawn:
    """A card on the table; of a covered card only the head is visible."""
    if not covered:
        return _whole(card, reader, SMALL)
    if not card.face:
        return Drawn((Box(0, 0, SMALL, HEAD, FACE, EDGE), Box(3, 3, SMALL - 6, HEAD - 3, *(DEEP[card_hue(card)],) * 2)), SMALL, HEAD)
    name = wrap(said(card.name, reader), 10.5, SMALL - 10, bold=True)
    head = _head(card, 5, 13, 12) if card.value or card.suits else [Words(5, 12, name[0] if name else "", 10.5, TEXT, True)]
    return Drawn((Box(0, 0, SMALL, HEAD, FACE, EDGE), *head), SMALL, HEAD)


def face_shapes(card: Card, reader: Reader, width: int) -> tuple[Shape, ...]:
    """A card of that width, to be set into another drawing."""
    return _whole(card, reader, width).shapes


def _whole(card: Card, reader: Reader, width: int) -> Drawn:
    """The face as on a page: index, picture, plate, marks; every measure in parts of the width."""
    em, height = width / 6.75, round(width * HIGH)
    border, plate = round(0.27 * em), round(2.0 * em)
    paper = Box(0, 0, width, height, FACE, EDGE, round(0.55 * em))
    if not card.face:
        return Drawn((paper, *_back(card.art, width, height, border)), width, height)
    one, two = card_hues(card)
    inside = (border, border, width - 2 * border, height - border - plate)
    field: Shape = Slope(*inside, DEEP[one], DEEP[two]) if one != two else Box(*inside, DEEP[one], DEEP[one])
    side = 4.3 * em
    left, top = round((width - side) / 2 + 0.25 * em), round(border + (inside[3] - side) / 2)
    unit = side / 24
    art = (
        Mark(round(left + part.x * unit), round(top + part.y * unit), round(24 * part.scale * unit), part.glyph, CREAM)
        for part in emblem_for(card)
    )
    return Drawn(
        (paper, field, *art, *_tab(card, em), *_marks(card, reader, inside, em), *_name(card, reader, width, height, em)), width, height
    )


def _tab(card: Card, em: float) -> list[Shape]:
    """The number and the signs of the suits on a tab of paper in the upper left corner."""
    drawn = card.sign or card.art
    signs = [(suit.key, suit.hue) for suit in card.suits] or [(key, hue_of(key)) for key in (drawn,) if key in DRAWN]
    value = clean(card.value)
    if not value and not signs:
        return []
    size, sign = round(1.45 * em, 1), round(1.05 * em)
    wide = max(round(1.7 * em), ceil(width_of(value, size, bold=True) + 0.4 * em))
    at = round(0.2 * em)
    y = at + (round(1.4 * em) if value else round(0.3 * em))
    tab = Box(at, at, wide, y - at + round(1.15 * em) * len(signs) + round(0.15 * em), FACE, FACE)
    number = [Words(at + round(wide / 2), at + round(1.2 * em), value, size, INK[card_hue(card)], True, True)] if value else []
    marks = [
        Mark(at + round((wide - sign) / 2), y + round(1.15 * em) * place, sign, glyph_for(key), INK[hue])
        for place, (key, hue) in enumerate(signs)
    ]
    return [tab, *number, *marks]


def _name(card: Card, reader: Reader, width: int, height: int, em: float) -> list[Shape]:
    name = said(card.name, reader)
    size = round(name_size(name) * em, 1)
    lines = wrap(name, size, 6.2 * em + 1, bold=True)[:2]
    y = height - 0.75 * em if len(lines) == 1 else height - 1.2 * em
    return [Words(round(width / 2), round(y + at * size * 1.05), line, size, TEXT, True, True) for at, line in enumerate(lines)]


def _marks(card: Card, reader: Reader, field: tuple[int, int, int, int], em: float) -> list[Shape]:
    """The marks of the card, light on dark at the bottom of the picture."""
    size = max(8.5, round(0.72 * em, 1))
    lines = wrap(" · ".join(said(mark, reader) for mark in card.marks), size, field[2] - 4)
    if not lines:
        return []
    step, (x, y, width, height) = round(size * 1.15), field
    strip = Box(x, y + height - step * len(lines) - 3, width, step * len(lines) + 3, NIGHT, NIGHT)
    words = (
        Words(round(x + width / 2), round(strip.y + step * (at + 1) - size * 0.2), line, size, CREAM, False, True)
        for at, line in enumerate(lines)
    )
    return [strip, *words]


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
        colour, letter = INK[suit.hue], clean(suit.letter)
        parts.append(Mark(x, round(y - size * 0.78), round(size * 0.92), glyph_for(suit.key), colour))
        x = round(x + size)
        if letter:
            parts.append(Words(x, y, letter, size * 0.75, colour, True))
        x = round(x + width_of(letter, size * 0.75, bold=True) + size * 0.3)
    return parts


def _back(deck: str, width: int, height: int, border: int) -> list[Shape]:
    colour, side = DEEP[back_hue(deck)], round(width * 0.4)
    sign = Mark(round((width - side) / 2), round((height - side) / 2), side, glyph_for(back_sign(deck)), CREAM)
    return [Box(border, border, width - 2 * border, height - 2 * border, colour, colour), sign]


def counted(count: int, deck: str) -> Drawn:
    """Face-down cards that are only counted: one back with their number."""
    height, border = round(SMALL * HIGH), round(0.27 * SMALL / 6.75)
    number = str(count)
    wide = ceil(width_of(number, 15, bold=True)) + 10
    disc = Box((SMALL - wide) // 2, height - 26, wide, 19, NIGHT, NIGHT, 5)
    shapes = (
        Box(0, 0, SMALL, height, FACE, EDGE, 6),
        *_back(deck, SMALL, height, border),
        disc,
        Words(SMALL // 2, height - 12, number, 15, CREAM, True, True),
    )
    return Drawn(shapes, SMALL, height)
