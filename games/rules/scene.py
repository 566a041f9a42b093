"""The scene: what lies on the table, described once for all renderers (page, picture, mail, terminal, screen reader).

A scene is made from a `View` only. Renderers choose sizes, colours and positions; a scene says which cards
lie in which zone, whose they are, and which notes belong to them.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from games.rules.board import Board
from games.rules.contract import Seat
from games.rules.messages import Message, msg

NOTHING = msg("nothing")

Hue = Literal["ink", "slate", "gold", "sea", "green", "red", "earth", "plum"]
"""The colours of suits. Any two differ to every eye, also with deuteranopia and protanopia."""
Cloth = Literal["stone", "teal", "indigo", "violet", "russet", "navy", "olive"]
"""The colours of tables."""


class Layout(StrEnum):
    """How the piles of a zone are arranged."""

    ROW = "row"
    """Side by side, wrapping."""
    FAN = "fan"
    """A hand of cards."""
    STACK = "stack"
    """On top of each other; the last card is on top."""
    PATH = "path"
    """A sequence whose order matters."""
    GRID = "grid"
    """A fixed grid, read line by line."""
    BOARD = "board"
    """Cells with coordinates; the zone has a `board` and no piles."""


class Role(StrEnum):
    """The function of a zone on the table. Renderers place and size a zone by its role and owner alone, the same way for every game."""

    SEAT = "seat"
    """Part of a player's name plate: a token, the backs of a hand."""
    THEIRS = "theirs"
    """Cards in front of another player."""
    CENTRE = "centre"
    """Cards in the middle, where all play."""
    MINE = "mine"
    """Cards in front of the viewer."""
    HAND = "hand"
    """The viewer's hand; the hand of another player is shown at their seat."""
    DECK = "deck"
    """Draw piles and discard piles of all players."""
    PILE = "pile"
    """Cards put away for good, beside their owner or at the edge."""
    ASIDE = "aside"
    """Further information, beside the centre."""
    SCORE = "score"
    """The number that decides the game; counters only."""


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit with a letter and a glyph, because not everybody can tell suits by colour.

    `hue` is its colour on pages and pictures; the suits of one game differ.
    """

    key: str
    name: Message
    letter: str
    glyph: str
    hue: Hue = "ink"


@dataclass(frozen=True, slots=True)
class Card:
    """A card. A face-down card (`face` is False) has no id and no name of its own."""

    id: str
    name: Message
    value: str = ""
    suits: tuple[Suit, ...] = ()
    text: Message | None = None
    art: str = ""
    """The picture, as `games.rules.cards.pictures` writes it, or the key of a drawing; "" is a face without picture."""
    face: bool = True
    marks: tuple[Message, ...] = ()
    """Short notes on the card: its kinds, tokens that lie on it."""
    sign: str = ""
    """The sign in the corner of a card that has a kind instead of a suit, such as all cards of one deck."""


def back(name: Message | None = None, art: str = "") -> Card:
    """A face-down card."""
    return Card("", name or msg("a hidden card"), face=False, art=art)


def untouched(card: Card) -> Card:
    """The same card without an id, for a copy that no choice refers to, although a choice may name the same card in a hand."""
    return replace(card, id="")


@dataclass(frozen=True, slots=True)
class Tally:
    """A number that belongs to a suit: of its cards, or of points for whoever serves it."""

    suit: Suit
    count: int


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that belong together, bottom to top; `count` is a number of further face-down cards that are not listed."""

    cards: tuple[Card, ...] = ()
    id: str = ""
    title: Message | None = None
    count: int = 0
    notes: tuple[Message, ...] = ()
    badges: tuple[Message, ...] = ()
    """The notes in two or three words each, for displays without room for sentences."""
    tallies: tuple[Tally, ...] = ()
    """Numbers by suit, in one further badge; `notes` say the same in words."""


def single(card: Card, *notes: Message, badges: tuple[Message, ...] = ()) -> Pile:
    return Pile((card,), id=card.id, notes=notes, badges=badges)


@dataclass(frozen=True, slots=True)
class Zone:
    """A place on the table; `owner` is the seat it belongs to, or None. Zones of the same role and owner are sorted by `order`.

    Every scene of a game contains the same zones, also while they are empty, so that nothing moves on the page.
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
    """Short notes, as for a pile."""
    tallies: tuple[Tally, ...] = ()
    """How many cards of each suit the owner has, as signs and numbers; `notes` say the same in words."""

    @property
    def told(self) -> tuple[object, ...]:
        """What the zone says as text and as data: everything but its place (role, order) and the notes that others say in words."""
        piles = [(pile.id, pile.title, pile.count, pile.notes, pile.cards) for pile in self.piles]
        return self.title, self.owner, self.layout, self.notes, self.empty, self.board, piles


def board_zone(id_: str, title: Message, board: Board, *notes: Message) -> Zone:
    return Zone(id_, title, layout=Layout.BOARD, notes=notes, board=board)


def field_role(seat: Seat, viewer: Seat | None) -> Role:
    """The role of the zone in front of a seat; spectators see the table from seat 0."""
    return Role.MINE if seat == (viewer or 0) else Role.THEIRS


@dataclass(frozen=True, slots=True)
class Counter:
    """A number to display: a score, coins, cards left in a deck. `most` is its upper limit, if there is one."""

    title: Message
    value: int | str
    owner: Seat | None = None
    most: int | None = None
    role: Role = Role.SEAT
    """`SCORE` for the one number that decides."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the scores of a finished game (`Game.breakdown`): some cards of a seat and the points they score.

    `points` is None where they score nothing, `seat` is None for cards of no seat.
    """

    seat: Seat | None
    title: Message
    cards: tuple[Card, ...] = ()
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """The whole table as one viewer sees it; the most important zones come first."""

    zones: tuple[Zone, ...]
    counters: tuple[Counter, ...] = ()
    notes: tuple[Message, ...] = ()
    recap: Message | None = None
    """What the round or game before this one brought, in a line, while this one is new. Notes say more about it."""

    @property
    def ids(self) -> frozenset[str]:
        """The ids of all zones, piles, cards, cells and pieces."""
        piles = [pile for zone in self.zones for pile in zone.piles]
        cards = [card for pile in piles for card in pile.cards]
        on_boards = (id_ for zone in self.zones if zone.board is not None for id_ in zone.board.ids)
        return frozenset(item.id for items in (self.zones, piles, cards) for item in items if item.id).union(on_boards)
