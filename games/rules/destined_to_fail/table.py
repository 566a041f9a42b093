"""The state of a game of Destined To Fail (specification §3.1), as plain JSON."""

from dataclasses import dataclass, field
from typing import Any, ClassVar, TypedDict

from games.rules.contract import Seat
from games.rules.destined_to_fail import memory
from games.rules.destined_to_fail.cards import NO_SUIT, SUIT
from games.rules.table import Table

TOGETHER = "together"
"""Value of the setting `followers`: all followers choose their cards at once (R47)."""


class Trick(TypedDict):
    """A finished trick: `cards` in play order from `leader`; `taker` played the winning card, for `winner` it counts (R15)."""

    leader: Seat
    cards: list[str]
    taker: Seat
    winner: Seat
    declared: str


@dataclass(slots=True)
class Destiny(Table):
    """One game. Everything per seat is a list by seat.

    Phases: setup, round, prelude, lead, follow, resolve, between, score, over.
    """

    MEMORY: ClassVar[frozenset[str]] = frozenset({"handed"})
    LATER: ClassVar[frozenset[str]] = frozenset({"chosen", "anew"})

    round: int = 0
    leader: Seat = 0
    trick_no: int = 0
    glory: list[int] = field(default_factory=list)

    effect: str = ""
    """The key of the trump card of this round."""
    trump_deck: list[str] = field(default_factory=list)
    """Face down; the last one is on top."""
    trump_discard: list[str] = field(default_factory=list)

    hands: list[list[str]] = field(default_factory=list)
    row: list[str] = field(default_factory=list)
    """The Forsaken Row, face up."""
    tokens: list[int | None] = field(default_factory=list)
    """The prophecy of each seat; None while a Double Prophecy is being chosen."""
    offers: list[list[int]] = field(default_factory=list)
    """The two tokens each seat saw under Double Prophecy, sorted; empty lists otherwise."""
    bag: list[int] = field(default_factory=list)

    tricks_won: list[int] = field(default_factory=list)
    plays: list[str] = field(default_factory=list)
    """The trick on the table, in play order from the leader."""
    chosen: list[str] = field(default_factory=list)
    """R47: the card that each seat has chosen and that is not laid out yet, "" for none; [] before all have chosen."""
    anew: bool = False
    """R47: whether the seats that are still to play choose once more, after an Orb or a trump."""
    declared: str = ""
    """What the leader foretold for this trick under Echoes of the Future: win, lose or nothing."""
    tricks: list[Trick] = field(default_factory=list)
    """The finished tricks of this round (R38)."""
    past: list[str] = field(default_factory=list)
    """The finished rounds in shorthand (see `archive`)."""

    open_hands: list[Seat] = field(default_factory=list)
    tokens_open: bool = False
    known: list[list[str]] = field(default_factory=list)
    """For each seat the cards that all players know to be in its hand, because they were swapped in openly."""
    passed: list[str] = field(default_factory=list)
    """The card that each seat passed to its left after the latest trick under Unstable Power."""
    handed: list[list[memory.Fact]] = field(default_factory=list)
    """For each seat its facts (see `memory`) about the cards that it has passed in this round; [] before the first pass."""
    summary: dict[str, Any] = field(default_factory=dict)
    """The scoring of the latest round, all of it public."""

    @property
    def led_suit(self) -> str:
        """The suit to follow; empty before the lead and when an Orb was led."""
        return SUIT[self.plays[0]] if self.plays else NO_SUIT

    @property
    def target(self) -> int:
        """The Glory that ends the game."""
        return int(self.options["target_glory"])

    @property
    def auto(self) -> bool:
        """Whether forced answers are played by the engine (R43)."""
        return bool(self.options["auto_forced"])

    @property
    def together(self) -> bool:
        """R47: whether all followers are asked as soon as a card is led. Never in version 1, nor with a single follower."""
        return self.options.get("followers") == TOGETHER and self.seats > 2

    def left(self, seat: Seat) -> Seat:
        """The left neighbour: the next seat clockwise (R3)."""
        return (seat + 1) % self.seats

    def lose_card(self, seat: Seat, face: str) -> None:
        """Remove a card from a hand in view of all players."""
        self.hands[seat].remove(face)
        if face in self.known[seat]:
            self.known[seat].remove(face)
        self.handed = [memory.after_play(facts, seat, face) for facts in self.handed]
