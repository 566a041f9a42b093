"""Scene → the one picture of a mail: the table on its cloth, laid out for a telephone and painted at double size.

It is looked at 364 units wide, so nothing in it is smaller than nine units. It shows what lies where: index, name and colour of every
card, numbers of every deck and every score. Reasons and rulings stand in words in the mail. Files are small because all ground is flat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games.render.colors import back_hue, card_hue, hue_of
from games.render.drawings import Glyph
from games.render.emblems import emblem_for
from games.render.glyphs import DRAWN, glyph_for
from games.render.metrics import width_of, wrap
from games.render.shapes import Box, Drawn, Mark, Shape, Words
from games.render.words import backs_only, by_owner, clean, counter_words, pile_size, said, zone_title
from games.rules.contract import Decision, Seat
from games.rules.messages import Reader
from games.rules.scene import Card, Counter, Layout, Pile, Scene, Zone

WIDTH = 364
PAD = 10
GAP = 6
CARD, TALL = 64, 70
STRIP = 21
"""What one sees of a card that lies under another: its index."""
BACK, BACK_TALL, MINI = 34, 48, 28
CREAM, FAINT, GOLD, FACE, INK = "#f6eedd", "#c9c8bd", "#f0cb73", "#fffaf0", "#2b241e"
CLOTHS = {
    "turn_of_fate": "#1f3b37",
    "destined_to_fail": "#252456",
    "tempting_fate": "#332036",
    "council_of_kings": "#3b201d",
    "fate_foretold": "#1b324b",
}
"""The cloth of each game, as flat as it has to be."""
PLAIN = "#26332f"
FIELDS = {
    "slate": "#2f3399", "gold": "#b88a0a", "sea": "#3f93ad", "green": "#4f8059",
    "red": "#a5301a", "earth": "#432f28", "plum": "#8a4674", "ink": "#26272d",
}  # fmt: skip
"""The hues behind cream, 3:1 or more."""
INKS = FIELDS | {"gold": "#7d5b00", "sea": "#1d6d85", "green": "#38683f"}
"""The hues on paper, 4.5:1 or more."""


Large = Callable[[Zone], bool]
"""Which zones show whole cards; in the others cards are as small as their index."""


def mail_picture(scene: Scene, reader: Reader, rules: str = "", large: Large = lambda zone: True) -> Drawn:
    """The table, 364 units wide and as high as it needs."""
    cloth = CLOTHS.get(rules, PLAIN)
    body: list[Shape] = []
    y = PAD
    for piece in _pieces(scene, reader, large):
        body.append(piece.at(PAD, y))
        y += round(piece.height) + GAP
    height = max(y + 2, 40)
    return Drawn((Box(0, 0, WIDTH, height, cloth, cloth), *body), WIDTH, height)


def levels(scene: Scene, decision: Decision | None, viewer: Seat | None) -> tuple[Large, ...]:
    """From everything whole to less and less of it: my own and what the choices concern, then the hand, then nothing."""
    touched = {id_ for option in decision.options for id_ in option.touches} if decision is not None else set()
    asked = {zone.id for zone in scene.zones if touched & {thing for pile in zone.piles for thing in (pile.id, *(c.id for c in pile.cards))}}
    return (
        lambda zone: True,
        lambda zone: zone.layout is Layout.FAN or zone.owner == viewer or zone.id in asked,
        lambda zone: zone.layout is Layout.FAN,
        lambda zone: False,
    )


def _pieces(scene: Scene, reader: Reader, large: Large) -> Iterator[Drawn]:
    room = WIDTH - 2 * PAD
    for owner, counters in by_owner(scene.counters):
        yield _counters("" if owner is None else clean(reader.name(owner)), counters, reader, room)
    blocks = [_zone(zone, reader, room, large(zone)) for zone in scene.zones if _is_shown(zone)]
    for row in _rows(blocks, room):
        lefts = [sum(round(block.width) + 2 * GAP for block in row[:at]) for at in range(len(row))]
        yield Drawn(
            tuple(block.at(left, 0) for left, block in zip(lefts, row, strict=True)), room, max(block.height for block in row)
        )


def _is_shown(zone: Zone) -> bool:
    """A zone with nothing in it but words says them elsewhere; an empty place on the table keeps its place."""
    return bool(zone.piles) or zone.owner is not None


def _rows(blocks: Sequence[Drawn], room: float) -> Iterator[list[Drawn]]:
    """As many blocks in a row as fit, in their order."""
    row: list[Drawn] = []
    for block in blocks:
        if row and sum(one.width + 2 * GAP for one in row) + block.width > room:
            yield row
            row = []
        row.append(block)
    if row:
        yield row


def _counters(name: str, counters: Sequence[Counter], reader: Reader, room: float) -> Drawn:
    """Somebody's numbers in as few lines as they need, their name in front."""
    body: list[Shape] = [Words(0, 13, name, 14, CREAM, True)] if name else []
    x = round(width_of(name, 14, bold=True)) + 10 if name else 0
    y = 13
    for counter in counters:
        text = counter_words(counter, reader)
        width = round(width_of(text, 12.5))
        if x and x + width > room:
            x, y = 0, y + 16
        body.append(Words(x, y, text, 12.5, GOLD if name else FAINT))
        x += width + 12
    return Drawn(tuple(body), room, y + 1)


def _zone(zone: Zone, reader: Reader, room: float, whole: bool) -> Drawn:
    """The title of a zone with its piles below, side by side; an empty one says so behind its title."""
    title = wrap(zone_title(zone, reader), 12, room)
    if not zone.piles:
        text = f"{title[0] if title else ''} · {said(zone.empty, reader)}"
        return Drawn((Words(0, 12, text, 12, FAINT),), min(width_of(text, 12), room), 14)
    body: list[Shape] = [Words(0, 12 + 14 * at, line, 12, FAINT) for at, line in enumerate(title)]
    y, x, tallest = 4 + 14 * len(title), 0, 0
    wide = max((width_of(line, 12) for line in title), default=0)
    for pile in zone.piles:
        drawn = _pile(pile, reader, room, whole)
        if x and x + drawn.width > room:
            x, y, tallest = 0, y + tallest + GAP, 0
        body.append(drawn.at(x, y))
        wide = max(wide, x + drawn.width)
        x, tallest = x + round(drawn.width) + GAP, max(tallest, round(drawn.height))
    return Drawn(tuple(body), min(wide, room), y + tallest)


def _pile(pile: Pile, reader: Reader, room: float, whole: bool) -> Drawn:
    """Covered cards to the left with their index free, the card on top whole; counted cards as one back with the number."""
    alone = backs_only(pile)
    cards = () if alone is not None else pile.cards
    count = pile_size(pile) if alone is not None else pile.count
    tall = TALL if whole and any(card.face for card in cards) else BACK_TALL
    body: list[Shape] = []
    x = y = 0
    if count:
        body += _back(0, 0, str(count), back_hue(alone.art if alone is not None else ""))
        x = BACK + 4
    for at, card in enumerate(cards, start=1):
        width = (CARD if whole else MINI) if card.face else BACK
        if x and x + width > room:
            x, y = 0, y + tall + 4
        body += _laid(card, reader, x, y, width, covered=at < len(cards))
        x += (STRIP if card.value or card.suits else 8) if at < len(cards) else width
    if not count and not cards:
        body += [Box(0, 0, BACK, BACK_TALL, FAINT, FAINT), Words(BACK // 2, 27, "–", 14, INK, True, True)]
        x = BACK
    captions = (pile.title, *pile.notes[:1]) if whole else (pile.title,)
    width = max(x, CARD if pile.title is not None else 0)
    below = [line for words in captions if words is not None for line in _caption(said(words, reader), width)]
    body += [Words(0, y + tall + 11 + 11 * at, line, 10, FAINT) for at, line in enumerate(below)]
    return Drawn(tuple(body), width, y + tall + (2 + 11 * len(below) if below else 0))


def _laid(card: Card, reader: Reader, x: float, y: float, width: float, *, covered: bool) -> Iterator[Shape]:
    if not card.face:
        return _back(x, y, "", card_hue(card))
    if covered or width == MINI:
        return _strip(card, x, y, width, TALL if width == CARD else BACK_TALL)
    return _card(card, reader, x, y)


def _caption(text: str, width: float) -> list[str]:
    """One short line; what is longer is a reason, and stands in the mail in words."""
    return [text] if width_of(text, 10) <= width else []


def _card(card: Card, reader: Reader, x: float, y: float) -> Iterator[Shape]:
    """Paper, the field of its hues with the emblem, the index at the upper left corner, the name below."""
    hues = [hue_of(suit.key) for suit in card.suits[:2]] or [card_hue(card)]
    field = CARD - 4
    half = field // 2 if len(set(hues)) > 1 else 0
    yield Box(x, y, CARD, TALL, FACE, INK)
    yield Box(x + 2, y + 2, field, 40, FIELDS[hues[0]], FIELDS[hues[0]])
    if half:
        yield Box(x + 2 + half, y + 2, field - half, 40, FIELDS[hues[1]], FIELDS[hues[1]])
    glyph, size = _emblem(card, second=bool(half)), 22 if half else 28
    middle = x + 2 + (half + half // 2 if half else field // 2 + (8 if card.value or card.suits else 0))
    if glyph is not None:
        yield Mark(middle - size // 2, y + 22 - size // 2, size, glyph, FACE)
    yield from _index(card, x + 2, y + 2)
    said_name = said(card.name, reader)
    size = 10 if all(width_of(word, 10, bold=True) <= CARD - 4 for word in said_name.split()) else 9
    name = wrap(said_name, size, CARD - 4, bold=True)[:2]
    first = y + 53 if len(name) > 1 else y + 59
    yield from (Words(x + CARD // 2, first + 11 * at, line, size, INK, True, True) for at, line in enumerate(name))


def _strip(card: Card, x: float, y: float, width: float, tall: float) -> Iterator[Shape]:
    """What one sees of a card under another, or of a small one: its index on its hue."""
    hue = FIELDS[hue_of(card.suits[0].key) if card.suits else card_hue(card)]
    yield Box(x, y, width, tall, FACE, INK)
    yield Box(x + 2, y + 2, width - 4, tall - 4, hue, hue)
    yield from _index(card, x + 2, y + 2)


def _emblem(card: Card, *, second: bool) -> Glyph | None:
    """The sign in the field: the card's own drawing, else its suit (the second of two: the first stands in the index)."""
    if card.art in DRAWN:
        return DRAWN[card.art]
    if card.suits:
        return glyph_for(card.suits[1 if second else 0].key)
    return next((part.glyph for part in emblem_for(card) if part.scale != 1), None)


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
        yield Words(x + 9, y + 14, value, size, INKS[card_hue(card)], True, True)
    for at, suit in enumerate(suits):
        yield Mark(x + 3, y + head + 13 * at, 12, glyph_for(suit.key), INKS[hue_of(suit.key)])


def _back(x: float, y: float, count: str, hue: str) -> Iterator[Shape]:
    """The back of a card, with how many there are."""
    yield Box(x, y, BACK, BACK_TALL, FACE, INK)
    yield Box(x + 3, y + 3, BACK - 6, BACK_TALL - 6, FIELDS[hue], FIELDS[hue])
    if count:
        yield Words(x + BACK // 2, y + 28, count, 16 if len(count) < 3 else 12, FACE, True, True)
