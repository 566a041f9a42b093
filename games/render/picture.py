"""Scene → the shapes of one picture of the whole table.

It is laid out like the page: notes, counters, then the zones from top to bottom, people's places two abreast. Every
height follows from its content, so nothing overlaps and nothing is cut off.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from games.render.board_picture import board_picture
from games.render.metrics import wrap
from games.render.picture_cards import LINE, PAPER, SHEET, SMALL, SOFT, TEXT, counted, small_card
from games.render.shapes import Box, Drawn, Shape, Words, stacked
from games.render.words import backs_only, by_owner, clean, counter_words, hidden_words, labelled, pile_size, said, zone_title
from games.rules.messages import Reader
from games.rules.scene import NOTHING, Layout, Pile, Scene, Zone

WIDTH = 600
PAD = 8
GAP = 6


def picture(scene: Scene, reader: Reader) -> Drawn:
    """The table, 600 wide; its height follows from its content."""
    return stacked(_pieces(scene, reader), WIDTH, PAD, GAP, PAPER)


def _pieces(scene: Scene, reader: Reader) -> Iterator[Drawn]:
    room = WIDTH - 2 * PAD
    lines = [line for note in scene.notes for line in wrap(said(note, reader), 12, room)]
    for owner, counters in by_owner(scene.counters):
        text = " · ".join(counter_words(counter, reader) for counter in counters)
        lines += wrap(text if owner is None else labelled(clean(reader.name(owner)), text, reader), 12, room)
    if lines:
        yield Drawn(tuple(Words(2, 12 + 16 * at, line, 12, TEXT) for at, line in enumerate(lines)), room, 16 * len(lines) + 2)
    for row in _rows(scene.zones):
        yield _abreast(row, reader, room)


def _is_narrow(zone: Zone) -> bool:
    """Whether a zone may share a row: places of players may; hands and the centre need the full width."""
    return zone.owner is not None and zone.layout is not Layout.FAN


def _rows(zones: Sequence[Zone]) -> Iterator[tuple[Zone, ...]]:
    for narrow, group in groupby(zones, key=_is_narrow):
        members = list(group)
        step = 2 if narrow else 1
        yield from (tuple(members[at : at + step]) for at in range(0, len(members), step))


def _abreast(zones: Sequence[Zone], reader: Reader, room: int) -> Drawn:
    """One or two zones side by side, equally high."""
    width = (room - GAP) // 2 if len(zones) == 2 else room
    drawn = [_zone(zone, reader, width) for zone in zones]
    height = max(piece.height for piece in drawn)
    boxes = (Box(at * (width + GAP), 0, width, height, SHEET, LINE) for at in range(len(zones)))
    return Drawn((*boxes, *(piece.at(at * (width + GAP), 0) for at, piece in enumerate(drawn))), room, height)


def _zone(zone: Zone, reader: Reader, width: int) -> Drawn:
    """Title, notes and piles of a zone; the box around it is drawn by the row."""
    room = width - 2 * PAD
    title = wrap(zone_title(zone, reader), 13, room, bold=True)
    body: list[Shape] = [Words(PAD, 16 + 14 * at, line, 13, TEXT, True) for at, line in enumerate(title)]
    y = 16 + 14 * len(title)
    notes = [line for note in zone.notes for line in wrap(said(note, reader), 10.5, room)]
    body += [Words(PAD, y + 12 * at, line, 10.5, SOFT) for at, line in enumerate(notes)]
    y += 12 * len(notes) - 6
    if zone.board is not None:
        drawn = board_picture(zone.board, room)
        return Drawn((*body, drawn.at(PAD, y)), width, y + drawn.height + PAD)
    if not zone.piles:
        body.append(Words(PAD, y + 10, said(zone.empty, reader), 11, SOFT))
        return Drawn(tuple(body), width, y + 16 + PAD)
    x, tallest = PAD, 0
    for pile in zone.piles:
        drawn = _pile(pile, reader)
        if x > PAD and x + SMALL > width - PAD:
            x, y, tallest = PAD, y + tallest + GAP, 0
        body.append(drawn.at(x, y))
        x, tallest = x + SMALL + GAP, max(tallest, round(drawn.height))
    return Drawn(tuple(body), width, y + tallest + PAD)


def _pile(pile: Pile, reader: Reader) -> Drawn:
    """Title, counted cards, covered cards, the card on top, notes."""
    title = wrap(said(pile.title, reader), 10.5, SMALL, bold=True) if pile.title is not None else []
    body: list[Shape] = [Words(0, 9 + 12 * at, line, 10.5, TEXT, True) for at, line in enumerate(title)]
    y = 12 * len(title)
    alone = backs_only(pile)
    cards = () if alone is not None else pile.cards
    if pile.count:
        drawn = _beneath(pile.count, reader) if cards else counted(pile_size(pile), alone.art if alone and alone.art else pile.id)
        body.append(drawn.at(0, y))
        y += round(drawn.height)
    for at, card in enumerate(cards, start=1):
        drawn = small_card(card, reader, covered=at < len(cards))
        body.append(drawn.at(0, y))
        y += round(drawn.height) - (1 if at < len(cards) else 0)
    if not cards and not pile.count:
        body.append(Words(0, y + 11, said(NOTHING, reader), 11, SOFT))
        y += 14
    notes = [line for note in pile.notes for line in wrap(said(note, reader), 9.5, SMALL)]
    body += [Words(0, y + 10 + 11 * at, line, 9.5, SOFT) for at, line in enumerate(notes)]
    return Drawn(tuple(body), SMALL, y + 2 + 11 * len(notes))


def _beneath(count: int, reader: Reader) -> Drawn:
    """Face-down cards under others: a line above them."""
    lines = wrap(hidden_words(count, reader), 9.5, SMALL)
    return Drawn(tuple(Words(0, 8 + 11 * at, line, 9.5, SOFT) for at, line in enumerate(lines)), SMALL, 11 * len(lines) + 2)
