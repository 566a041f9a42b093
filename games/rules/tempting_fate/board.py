"""The table of a duel: two decks, two hands, five paths, and what became of the finished games of the match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NotRequired, TypedDict

from games.rules.contract import Seat
from games.rules.table import Table
from games.rules.tempting_fate.tarot import POINTS
from games.rules.tempting_fate.zener import VALUE

PATHS = 5
HAND = 5
HAND_SOURCE, DECK_SOURCE = "hand", "deck"
TOGETHER = "together"
"""The setting by which both games of a match run at once (R30)."""


class PathCard(TypedDict):
    """A Zener card on a path. `source` tells whether Fate placed it from her hand or unseen from her deck (R15: public)."""

    face: str
    up: bool
    source: str
    tokens: int


class Remains(TypedDict):
    """What a game left behind for the readings after it. Hands and decks stay hidden."""

    fate: Seat
    fate_hand: list[str]
    querent_hand: list[str]
    zener_top: list[str]
    tarot_deck: list[str]
    tarot_discard: list[str]


class Finished(Remains):
    """A game of the match that is over."""

    game: NotRequired[int]
    """Its number in the match, where games run side by side; else that is its place in the list."""
    winner: Seat
    reason: str
    rounds: int
    points: int
    """Zener points that the querent extinguished."""


@dataclass(slots=True)
class Duel(Table):
    """A game in progress. Decks are listed from the top, paths from the card next to Fate to the outermost one (R2).

    `draft` holds the actions of Fate's unfinished turn as tokens: nothing on the table moves, and nobody else hears of it,
    before the turn is complete. Of two games side by side one lies here and the other in `aside`, by the names of `BOARD`.
    """

    MEMORY: ClassVar[frozenset[str]] = frozenset({"laid"})
    LATER: ClassVar[frozenset[str]] = frozenset({"aside", "begun"})
    BOARD: ClassVar[tuple[str, ...]] = (
        *("phase", "game", "fate", "round", "zener_deck", "tarot_deck", "fate_hand", "querent_hand", "paths"),
        *("zener_discard", "tarot_discard", "draft", "returned", "laid", "begun"),
    )

    game: int = 1
    fate: Seat = 0
    round: int = 0
    zener_deck: list[str] = field(default_factory=list)
    tarot_deck: list[str] = field(default_factory=list)
    fate_hand: list[str] = field(default_factory=list)
    querent_hand: list[str] = field(default_factory=list)
    paths: list[list[PathCard]] = field(default_factory=list)
    zener_discard: list[str] = field(default_factory=list)
    tarot_discard: list[str] = field(default_factory=list)
    draft: list[str] = field(default_factory=list)
    returned: str | None = None
    """Where the card came from that the Fool sent to the bottom of Fate's deck: "hand", "deck", or None while there is none."""
    finished: list[Finished] = field(default_factory=list)
    aside: dict[str, Any] | None = None
    begun: bool = False
    """Of two games side by side: this round of Fate's is counted."""
    laid: list[int] = field(default_factory=list)
    """Path and place of the card that came from the bottom of the deck, unseen, though Fate knows it; empty while there is none."""

    @property
    def together(self) -> bool:
        """The games of the match run side by side."""
        return self.options["mode"] == "match" and self.options.get("games") == TOGETHER

    @property
    def running(self) -> list[Duel]:
        """The games that are not over, by their numbers. What is done to the lists of one is done to the table."""
        if self.aside is None:
            return [self]
        kept = {name: getattr(self, name) for name in self.BOARD}
        return sorted((self, replace(self, **self.aside, aside=kept)), key=lambda board: board.game)

    def turn_to(self, game: int) -> None:
        """Let the game of that number lie on the table and the other one aside."""
        if self.game != game and self.aside is not None:
            there, self.aside = self.aside, {name: getattr(self, name) for name in self.BOARD}
            for name, value in there.items():
                setattr(self, name, value)

    def before(self, seat: Seat | None) -> Duel:
        """The game that a seat is asked about, Fate's unfinished turn first, then by number; the first one where none asks it."""
        asking = [board for board in self.running if board.actor == seat]
        return min(asking, key=lambda board: (not board.draft, board.game), default=self.running[0])

    def log(self, kind: str, private: Mapping[Seat, Mapping[str, Any]] | None = None, *, reveals: bool = False, **public: Any) -> None:
        """As always; with the number of the game where two run side by side."""
        told = {"game": self.game, **public} if self.together else public
        Table.log(self, kind, private, reveals=reveals, **told)

    @property
    def querent(self) -> Seat:
        """The attacker."""
        return 1 - self.fate

    @property
    def limit(self) -> int:
        """The length a path may have; one more card wins for Fate (R17)."""
        limit: int = self.options["path_limit"]
        return limit

    @property
    def actor(self) -> Seat | None:
        """Whose turn it is."""
        return {"fate": self.fate, "attack": self.querent}.get(self.phase)


def tokens_on(path: Sequence[PathCard]) -> int:
    """The tokens on the outermost card; no other card of a path can have any (R3)."""
    return path[-1]["tokens"] if path else 0


def need(length: int, tokens: int, limit: int) -> int:
    """How many actions Fate needs to win on a path of that length: remove the tokens, then place until it is too long."""
    return tokens + limit + 1 - length


def zener_points(faces: Sequence[str]) -> int:
    """The points of Zener cards together."""
    return sum(VALUE[face] for face in faces)


def tarot_points(codes: Sequence[str]) -> int:
    """The points of tarot cards together."""
    return sum(POINTS[code] for code in codes)


def draw_up(deck: list[str], hand: list[str]) -> list[str]:
    """Bring a hand up to five from the top of a deck, as far as it goes (R18); returns the cards drawn."""
    drawn = deck[: max(0, HAND - len(hand))]
    del deck[: len(drawn)]
    hand += drawn
    return drawn
