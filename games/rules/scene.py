"""What lies on the table, described once and drawn by every renderer: page, picture, mail, terminal, reader's voice.

A scene is made from a `View` only. Sizes, colours and positions are the renderers' business; a scene says which cards
lie where, whose they are, and what one should know about them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from games.rules.board import Board
from games.rules.contract import Seat
from games.rules.messages import Message, msg

NOTHING = msg("nothing")


class Layout(StrEnum):
    """How the piles of a zone lie."""

    ROW = "row"
    """Side by side, wrapping."""
    FAN = "fan"
    """A hand of cards."""
    STACK = "stack"
    """On top of each other; the last card is on top."""
    PATH = "path"
    """One after the other in an order that matters."""
    GRID = "grid"
    """A fixed pattern, read line by line."""
    BOARD = "board"
    """Cells with coordinates; the zone has a `board` and no piles."""


class Role(StrEnum):
    """What a zone is on the table. The role and the owner decide its place and its size, for the whole game; never the game's name."""

    SEAT = "seat"
    """Belongs to the head of somebody's place: a token, the backs of a hand."""
    THEIRS = "theirs"
    """What lies in front of somebody else."""
    CENTRE = "centre"
    """What everybody plays at."""
    MINE = "mine"
    """What lies in front of the viewer."""
    HAND = "hand"
    """The viewer's hand; somebody else's stands at their seat."""
    DECK = "deck"
    """Cards to come and cards gone that belong to all."""
    PILE = "pile"
    """Cards put away: beside their owner, or at the edge."""
    ASIDE = "aside"
    """What has to be known, beside the centre."""
    SCORE = "score"
    """The number that decides; counters only."""


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit has a glyph and a letter, because colour alone tells too few people anything."""

    key: str
    name: Message
    letter: str
    glyph: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card, face up or face down. A face-down card carries no identity at all."""

    id: str
    name: Message
    value: str = ""
    suits: tuple[Suit, ...] = ()
    text: Message | None = None
    art: str = ""
    """The picture, as `games.rules.cards.pictures` writes it, or the key of a drawing; empty means a plain face."""
    face: bool = True
    marks: tuple[Message, ...] = ()
    sign: str = ""
    """The sign in the corner of a card that has no suit but is of a kind, such as all cards of one deck."""


def back(name: Message | None = None, art: str = "") -> Card:
    """A face-down card."""
    return Card("", name or msg("a hidden card"), face=False, art=art)


def untouched(card: Card) -> Card:
    """The same card without an id, where it lies out of play: no choice means it, though one may mean its like in a hand."""
    return replace(card, id="")


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that belong together, bottom to top; `count` stands for face-down cards that nobody need draw one by one."""

    cards: tuple[Card, ...] = ()
    id: str = ""
    title: Message | None = None
    count: int = 0
    notes: tuple[Message, ...] = ()
    badges: tuple[Message, ...] = ()
    """The notes in two or three words each, for a table where sentences have no room."""


def single(card: Card, *notes: Message, badges: tuple[Message, ...] = ()) -> Pile:
    """A pile of one card."""
    return Pile((card,), id=card.id, notes=notes, badges=badges)


@dataclass(frozen=True, slots=True)
class Tally:
    """So many of a suit."""

    suit: Suit
    count: int


@dataclass(frozen=True, slots=True)
class Zone:
    """A place on the table; `owner` is the seat it belongs to, or None for the middle. Zones of one role and owner lie by `order`.

    A zone that a game has at all is in each of its scenes, also while nothing lies there: so everything keeps its place.
    """

    id: str
    title: Message
    piles: tuple[Pile, ...] = ()
    layout: Layout = Layout.ROW
    owner: Seat | None = None
    notes: tuple[Message, ...] = ()
    empty: Message = NOTHING
    board: Board | None = None
    role: Role = Role.CENTRE
    order: int = 0
    badges: tuple[Message, ...] = ()
    """As those of a pile."""
    tallies: tuple[Tally, ...] = ()
    """What somebody has of each suit, as short notes; the notes say the same in words."""


def board_zone(id_: str, title: Message, board: Board, *notes: Message) -> Zone:
    """A zone that holds a board."""
    return Zone(id_, title, layout=Layout.BOARD, notes=notes, board=board)


def field_role(seat: Seat, viewer: Seat | None) -> Role:
    """The role of what lies in front of a seat; those who watch sit where the first seat sits."""
    return Role.MINE if seat == (viewer or 0) else Role.THEIRS


@dataclass(frozen=True, slots=True)
class Counter:
    """A number worth watching: a score, coins, cards left in a deck."""

    title: Message
    value: int | str
    owner: Seat | None = None
    most: int | None = None
    role: Role = Role.SEAT
    """`SCORE` for the one number that decides."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The whole table as one viewer sees it, most important things first."""

    zones: tuple[Zone, ...]
    counters: tuple[Counter, ...] = ()
    notes: tuple[Message, ...] = ()

    @property
    def ids(self) -> frozenset[str]:
        """The ids of everything that lies here: zones, piles, cards."""
        piles = [pile for zone in self.zones for pile in zone.piles]
        cards = [card for pile in piles for card in pile.cards]
        on_boards = (id_ for zone in self.zones if zone.board is not None for id_ in zone.board.ids)
        return frozenset(thing.id for things in (self.zones, piles, cards) for thing in things if thing.id).union(on_boards)
