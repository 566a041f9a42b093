"""The cards of a mail's picture: paper, a coloured field with a cream sign, an index that is readable at arm's length."""

from collections.abc import Iterator

from games.render.colors import DEEP, INK, card_hue
from games.render.drawings import Glyph
from games.render.emblems import emblem_for, outline
from games.render.glyphs import DRAWN, glyph_for
from games.render.metrics import width_of, wrap
from games.render.shapes import Box, Mark, Shape, Words
from games.render.words import clean, said
from games.rules.messages import Reader
from games.rules.scene import Card

CARD, TALL = 64, 70
STRIP = 21
"""The size of the visible part of a covered card: its index."""
BACK, BACK_TALL, MINI = 34, 48, 28
CREAM, FAINT, GOLD, FACE, DARK = "#f6eedd", "#c9c8bd", "#f0cb73", "#fffaf0", "#2b241e"


def whole_card(card: Card, reader: Reader, x: float, y: float) -> Iterator[Shape]:
    """Paper, the field of its hues with the emblem, the index at the upper left corner, the name below."""
    hues = [suit.hue for suit in card.suits[:2]] or [card_hue(card)]
    field = CARD - 4
    half = field // 2 if len(set(hues)) > 1 else 0
    yield Box(x, y, CARD, TALL, FACE, DARK)
    yield Box(x + 2, y + 2, field, 40, DEEP[hues[0]], DEEP[hues[0]])
    if half:
        yield Box(x + 2 + half, y + 2, field - half, 40, DEEP[hues[1]], DEEP[hues[1]])
    glyph, size = _emblem(card, second=bool(half)), 22 if half else 28
    middle = x + 2 + (half + half // 2 if half else field // 2 + (8 if card.value or card.suits else 0))
    if glyph is not None:
        yield Mark(middle - size // 2, y + 22 - size // 2, size, glyph, FACE)
    yield from _index(card, x + 2, y + 2)
    said_name = said(card.name, reader)
    size = 10 if all(width_of(word, 10, bold=True) <= CARD - 4 for word in said_name.split()) else 9
    name = wrap(said_name, size, CARD - 4, bold=True)[:2]
    first = y + 53 if len(name) > 1 else y + 59
    yield from (Words(x + CARD // 2, first + 11 * at, line, size, DARK, True, True) for at, line in enumerate(name))


def strip(card: Card, x: float, y: float, width: float, tall: float) -> Iterator[Shape]:
    """The visible part of a covered card, or a small card: its index on its hue."""
    hue = DEEP[card.suits[0].hue if card.suits else card_hue(card)]
    yield Box(x, y, width, tall, FACE, DARK)
    yield Box(x + 2, y + 2, width - 4, tall - 4, hue, hue)
    yield from _index(card, x + 2, y + 2)


def _emblem(card: Card, *, second: bool) -> Glyph | None:
    """The sign in the field: the card's own drawing, else its suit (the second of two: the first stands in the index), else its picture.

    Pictures are finer than signs and take more bytes, so a card that has a suit goes without.
    """
    if card.art in DRAWN:
        return DRAWN[card.art]
    if card.suits:
        return glyph_for(card.suits[1 if second else 0].key)
    return outline(card.art) or next((part.glyph for part in emblem_for(card) if part.scale != 1), None)


def _index(card: Card, x: float, y: float) -> Iterator[Shape]:
    """Value, and below it the signs of the suits, on a tab of paper; nothing for a card without either."""
    value = clean(card.value)
    if not value and not card.suits:
        return
    suits = card.suits[:2]
    head = 17 if value else 3
    yield Box(x, y, 18, head + 13 * len(suits), FACE, FACE)
    if value:
        size = next((size for size in (15, 12, 9) if width_of(value, size, bold=True) <= 18), 9)
        yield Words(x + 9, y + 14, value, size, INK[card_hue(card)], True, True)
    for at, suit in enumerate(suits):
        yield Mark(x + 3, y + head + 13 * at, 12, glyph_for(suit.key), INK[suit.hue])


def card_back(x: float, y: float, count: str, hue: str) -> Iterator[Shape]:
    yield Box(x, y, BACK, BACK_TALL, FACE, DARK)
    yield Box(x + 3, y + 3, BACK - 6, BACK_TALL - 6, DEEP[hue], DEEP[hue])
    if count:
        yield Words(x + BACK // 2, y + 28, count, 16 if len(count) < 3 else 12, FACE, True, True)
