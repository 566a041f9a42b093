"""Scene → the one picture of a mail: the table on its cloth, laid out for a telephone and painted at double size.

It is displayed 364 units wide, so nothing in it is smaller than nine units. It shows what lies where: index, name and colour of every
card, numbers of every deck and every score. Reasons and rulings stand in words in the mail. Files are small because all ground is flat.
"""

from collections.abc import Callable, Iterator, Sequence

from games.render.board_picture import board_picture
from games.render.colors import back_hue, card_hue, flat_cloth
from games.render.mail_cards import BACK, BACK_TALL, CARD, CREAM, DARK, FAINT, GOLD, MINI, STRIP, TALL, card_back, strip, whole_card
from games.render.metrics import width_of, wrap
from games.render.shapes import Box, Drawn, Shape, Words, stacked
from games.render.words import backs_only, by_owner, clean, counter_words, pile_size, said, zone_title
from games.rules.contract import Decision, Seat
from games.rules.messages import Reader
from games.rules.scene import Card, Counter, Layout, Pile, Scene, Zone

WIDTH = 364
PAD = 10
GAP = 6

Large = Callable[[Zone], bool]
"""Which zones show whole cards; in the others cards are as small as their index."""


def mail_picture(scene: Scene, reader: Reader, rules: str = "", large: Large = lambda zone: True) -> Drawn:
    """The table, 364 units wide; its height follows from its content."""
    return stacked(_pieces(scene, reader, large), WIDTH, PAD, GAP, flat_cloth(rules))


def levels(scene: Scene, decision: Decision | None, viewer: Seat | None) -> tuple[Large, ...]:
    """Which cards are drawn whole, from most to least: all; the viewer's own and those that choices concern; the hand; none."""
    touched = {id_ for option in decision.options for id_ in option.touches} if decision is not None else set()
    asked = {
        zone.id for zone in scene.zones if touched & {thing for pile in zone.piles for thing in (pile.id, *(c.id for c in pile.cards))}
    }
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
        yield Drawn(tuple(block.at(left, 0) for left, block in zip(lefts, row, strict=True)), room, max(block.height for block in row))


def _is_shown(zone: Zone) -> bool:
    """Whether the zone is drawn: a zone with notes only is not, an empty zone on the table is."""
    return bool(zone.piles) or zone.board is not None or zone.owner is not None


def _rows(blocks: Sequence[Drawn], room: float) -> Iterator[list[Drawn]]:
    """The blocks divided into rows of the width, in their order."""
    row: list[Drawn] = []
    for block in blocks:
        if row and sum(one.width + 2 * GAP for one in row) + block.width > room:
            yield row
            row = []
        row.append(block)
    if row:
        yield row


def _counters(name: str, counters: Sequence[Counter], reader: Reader, room: float) -> Drawn:
    """The counters of a player in as few lines as possible, after the name."""
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
    """The title of a zone with its piles side by side below; an empty zone has a note behind its title."""
    title = wrap(zone_title(zone, reader), 12, room)
    if zone.board is None and not zone.piles:
        text = f"{title[0] if title else ''} · {said(zone.empty, reader)}"
        return Drawn((Words(0, 12, text, 12, FAINT),), min(width_of(text, 12), room), 14)
    body: list[Shape] = [Words(0, 12 + 14 * at, line, 12, FAINT) for at, line in enumerate(title)]
    y, x, tallest = 4 + 14 * len(title), 0, 0
    if zone.board is not None:
        board = board_picture(zone.board, round(room), numbers=FAINT)
        return Drawn((*body, board.at(0, y)), room, y + board.height)
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
        body += card_back(0, 0, str(count), back_hue(alone.art if alone is not None else ""))
        x = BACK + 4
    for at, card in enumerate(cards, start=1):
        width = (CARD if whole else MINI) if card.face else BACK
        if x and x + width > room:
            x, y = 0, y + tall + 4
        body += _laid(card, reader, x, y, width, covered=at < len(cards))
        x += (STRIP if card.value or card.suits else 8) if at < len(cards) else width
    if not count and not cards:
        body += [Box(0, 0, BACK, BACK_TALL, FAINT, FAINT), Words(BACK // 2, 27, "–", 14, DARK, True, True)]
        x = BACK
    captions = (pile.title, *pile.notes[:1]) if whole else (pile.title,)
    titled = min(width_of(said(pile.title, reader), 10) + 1, 110) if pile.title is not None else 0
    broad = max(x, titled)
    below = [line for words in captions if words is not None for line in _caption(said(words, reader), broad)]
    body += [Words(0, y + tall + 11 + 11 * at, line, 10, FAINT) for at, line in enumerate(below)]
    return Drawn(tuple(body), broad, y + tall + (2 + 11 * len(below) if below else 0))


def _laid(card: Card, reader: Reader, x: float, y: float, width: float, *, covered: bool) -> Iterator[Shape]:
    if not card.face:
        return card_back(x, y, "", card_hue(card))
    if covered or width == MINI:
        return strip(card, x, y, width, TALL if width == CARD else BACK_TALL)
    return whole_card(card, reader, x, y)


def _caption(text: str, width: float) -> list[str]:
    """One short line. Longer notes are reasons, which are in the text of the mail."""
    return [text] if width_of(text, 10) <= width else []
