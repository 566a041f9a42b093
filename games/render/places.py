"""Where the zones of a scene lie on a table: by role and owner, the same from the first turn to the last.

The table has five areas: the others' places on top, decks, centre and what lies aside in the middle, the viewer's place below; the
hand is in the dock beneath. An area exists for the whole game, so nothing moves when a zone fills or empties. How wide and high a
zone would like to be is told in em of its cards; the stylesheet divides the room it has by that, so whatever lies there fits.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from games.rules.contract import Seat
from games.rules.scene import Counter, Layout, Pile, Role, Scene, Zone

CARD_WIDE, CARD_HIGH = 6.75, 9.4
"""The width and height of a card in em."""
SHOWN = 1.9
"""The height of the visible part of a covered card of a pile."""
STEP = {Role.HAND: 2.6, Role.CENTRE: 4.2, Role.MINE: 3.6, Role.THEIRS: 3.0}
"""The width of the visible part of a pile that its neighbour covers; elsewhere piles are side by side."""
APART = 0.5
CELL = 2.2
"""A cell of a large board; those of a small one are larger."""
MOST_WIDE, MOST_HIGH = 120, 60
"""The largest sizes for which the stylesheet has rules."""


@dataclass(frozen=True, slots=True)
class Place:
    """The zones and counters of one player."""

    seat: Seat
    zones: tuple[Zone, ...]
    counters: tuple[Counter, ...]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """All zones of a scene by area."""

    hand: tuple[Zone, ...]
    centre: tuple[Zone, ...]
    mine: Place | None
    theirs: tuple[Place, ...]
    decks: tuple[Zone, ...]
    aside: tuple[Zone, ...]
    counters: tuple[Counter, ...]
    fields: bool
    """Whether players have cards in front of them, so that their places need as much room as the centre."""

    @property
    def crowd(self) -> str:
        """How many share the table, as the stylesheet divides it: 2, 3 to 4, 5 to 7."""
        seats = len(self.theirs) + 1
        return "seats-2" if seats < 3 else "seats-4" if seats < 5 else "seats-7"


def arrange(scene: Scene, seats: int, viewer: Seat | None) -> Arrangement:
    """Every zone in its area; the other players in the order of play, beginning at the viewer's left."""
    me = viewer or 0
    zones = sorted(scene.zones, key=lambda zone: zone.order)
    places = [_place(zones, scene.counters, (me + step) % seats) for step in range(seats)] if seats else []
    return Arrangement(
        hand=_of(zones, Role.HAND),
        centre=_of(zones, Role.CENTRE),
        mine=places[0] if places else None,
        theirs=tuple(places[1:]),
        decks=tuple(zone for zone in zones if zone.role is Role.DECK or (zone.role is Role.PILE and zone.owner is None)),
        aside=_of(zones, Role.ASIDE),
        counters=tuple(counter for counter in scene.counters if counter.owner is None),
        fields=any(zone.role in (Role.MINE, Role.THEIRS) for zone in zones),
    )


def _of(zones: Iterable[Zone], role: Role) -> tuple[Zone, ...]:
    return tuple(zone for zone in zones if zone.role is role)


def _place(zones: Iterable[Zone], counters: Iterable[Counter], seat: Seat) -> Place:
    own = (Role.SEAT, Role.THEIRS, Role.MINE, Role.PILE)
    return Place(
        seat,
        tuple(zone for zone in zones if zone.owner == seat and zone.role in own),
        tuple(counter for counter in counters if counter.owner == seat),
    )


def is_upright(zone: Zone, beside: Sequence[Zone]) -> bool:
    """Whether the piles of the zone are columns: paths side by side grow downward."""
    return zone.layout is Layout.PATH and sum(other.layout is Layout.PATH for other in beside) > 1


def single_cards(zone: Zone) -> bool:
    """Whether every pile has one card at most, so that a narrow zone can show them in several lines."""
    return zone.role in STEP and zone.board is None and all(len(pile.cards) < 2 for pile in zone.piles)


def size(zone: Zone, *, upright: bool = False) -> tuple[int, int]:
    """The width and height of the zone in em of its cards if everything that may be covered is covered."""
    if zone.board is not None:
        cell = max(CELL, CARD_HIGH / zone.board.rows)
        return max(ceil(CARD_WIDE), _whole(cell * zone.board.columns, MOST_WIDE)), _whole(cell * zone.board.rows, MOST_HIGH)
    piles = [CARD_WIDE if zone.role is Role.DECK else pile_width(pile) for pile in zone.piles] or [CARD_WIDE]
    if upright:
        return ceil(CARD_WIDE + APART), _whole(CARD_HIGH + SHOWN * (len(piles) - 1), MOST_HIGH)
    step = STEP.get(zone.role)
    if step is not None:
        return _whole(sum(step + wide - CARD_WIDE for wide in piles[:-1]) + piles[-1], MOST_WIDE), ceil(CARD_HIGH)
    lines = max(1, round(sqrt(sum(piles) / (1.6 * CARD_HIGH))))
    return _whole(_widest(piles, lines), MOST_WIDE), _whole(lines * (CARD_HIGH + APART), MOST_HIGH)


def pile_width(pile: Pile) -> float:
    """The width of a pile that is fanned to the right."""
    return CARD_WIDE + SHOWN * max(0, len(pile.cards) - 1)


def _widest(piles: Sequence[float], lines: int) -> float:
    """The least width in which the piles, one after the other, fill no more than so many lines."""
    width = max(max(piles), (sum(piles) + APART * len(piles)) / lines)
    while _lines(piles, width) > lines:
        width += 1
    return width


def _lines(piles: Sequence[float], width: float) -> int:
    count, room = 1, width
    for wide in piles:
        if wide > room + 0.01:
            count, room = count + 1, width
        room -= wide + APART
    return count


def _whole(length: float, most: int) -> int:
    return min(ceil(length), most)
