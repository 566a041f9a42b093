"""The state of a match (section 3): two decks, two hands and five paths of a game, and the finished games."""

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
"""Value of the setting `games`: both games of a match run at the same time (R30)."""


class PathCard(TypedDict):
    """A Zener card on a path. `source`: whether Fate placed it from her hand or unseen from her deck (public, R15)."""

    face: str
    up: bool
    source: str
    tokens: int


class Remains(TypedDict):
    """The cards of a game from which readings are drawn after it (`divination`). Hands and decks stay hidden."""

    fate: Seat
    fate_hand: list[str]
    querent_hand: list[str]
    zener_top: list[str]
    tarot_deck: list[str]
    tarot_discard: list[str]


class Finished(Remains):
    """A game of the match that is over."""

    game: NotRequired[int]
    """Its number in the match, for games side by side; otherwise its position in the list is its number."""
    winner: Seat
    reason: str
    rounds: int
    points: int
    """Zener points that the querent extinguished."""


@dataclass(slots=True)
class Duel(Table):
    """A match with its current game. Decks are listed from the top, paths from the card next to Fate to the outermost one (R2).

    `draft` has the action tokens of Fate's unfinished turn. They are carried out and become public only when the turn is complete.
    Of two games side by side one is in the fields named in `BOARD`, the other in `aside` by the same names.
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
    """The source of the card that the Fool returned to the bottom of Fate's deck: "hand", "deck", or None without one (R13)."""
    finished: list[Finished] = field(default_factory=list)
    aside: dict[str, Any] | None = None
    begun: bool = False
    """With games side by side: whether Fate's current turn is counted in `round`."""
    laid: list[int] = field(default_factory=list)
    """Path and index of the card that Fate placed unseen from the bottom of the deck and knows nevertheless (R13); [] without one."""

    @property
    def together(self) -> bool:
        """Whether the games of the match run side by side."""
        return self.options["mode"] == "match" and self.options.get("games") == TOGETHER

    @property
    def running(self) -> list[Duel]:
        """The games that are not over, by number. They share their lists with the table: changes to those change the table."""
        if self.aside is None:
            return [self]
        active = {name: getattr(self, name) for name in self.BOARD}
        return sorted((self, replace(self, **self.aside, aside=active)), key=lambda board: board.game)

    def activate(self, game: int) -> None:
        """Exchange the current game and `aside` unless the game of that number is the current one."""
        if self.game != game and self.aside is not None:
            stored, self.aside = self.aside, {name: getattr(self, name) for name in self.BOARD}
            for name, value in stored.items():
                setattr(self, name, value)

    def game_of(self, seat: Seat | None) -> Duel:
        """The game in which a seat is to act: an unfinished turn first, then by number; without any, the first running game."""
        asking = [board for board in self.running if board.actor == seat]
        return min(asking, key=lambda board: (not board.draft, board.game), default=self.running[0])

    def log(self, kind: str, private: Mapping[Seat, Mapping[str, Any]] | None = None, *, reveals: bool = False, **public: Any) -> None:
        """Log an event, with the number of the game where two run side by side."""
        values = {"game": self.game, **public} if self.together else public
        Table.log(self, kind, private, reveals=reveals, **values)

    @property
    def querent(self) -> Seat:
        return 1 - self.fate

    @property
    def limit(self) -> int:
        """The length a path may have; one more card wins for Fate (R17)."""
        return int(self.options["path_limit"])

    @property
    def actor(self) -> Seat | None:
        """The seat whose turn it is, None between turns."""
        return {"fate": self.fate, "attack": self.querent}.get(self.phase)


def tokens_on(path: Sequence[Mapping[str, Any]]) -> int:
    """The tokens on the outermost card; no other card of a path has any (R3)."""
    return int(path[-1]["tokens"]) if path else 0


def need(length: int, tokens: int, limit: int) -> int:
    """The number of actions that Fate needs to win on a path: one for each token, then placements up to `limit` + 1 cards."""
    return tokens + limit + 1 - length


def zener_points(faces: Sequence[str]) -> int:
    return sum(VALUE[face] for face in faces)


def tarot_points(codes: Sequence[str]) -> int:
    return sum(POINTS[code] for code in codes)


def refill(deck: list[str], hand: list[str]) -> list[str]:
    """Draw up to five cards in hand from the top of a deck, as far as it goes (R18). Returns the cards drawn."""
    drawn = deck[: max(0, HAND - len(hand))]
    del deck[: len(drawn)]
    hand += drawn
    return drawn
