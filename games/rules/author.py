"""What an author writes: the abstract half of `games.rules.game.Game`.

Only the first methods have to be written; the rest has sound defaults.
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from games.rules import lengths
from games.rules.ask import Chooser
from games.rules.breakdown import Part
from games.rules.contract import Decision, GameOption, Result, Rng, Seat, Shape, View
from games.rules.errors import CannotUpgrade, RulesError
from games.rules.lengths import Waits
from games.rules.lesson import Lesson
from games.rules.messages import Message, msg
from games.rules.orders import OrderBook
from games.rules.scene import Scene, Zone
from games.rules.search.plan import Plan
from games.rules.table import Table

TableT = TypeVar("TableT", bound=Table)


UNMOVED = "late_unmoved"
"""Why a game ended that nobody had moved in: all have lost it where somebody counts."""

HOUSE_REASONS: Mapping[str, Message] = {
    "resigned": msg("A player resigned."),
    "forfeited": msg("A player ran out of time."),
    "judged": msg("A player stayed away; the scores decided between the others."),
    "adjudicated": msg("The director decided the result."),
    "late_draw": msg("The game was not over in time; it is a draw for all who stayed."),
    "late_outlook": msg("The game was not over in time. The site’s bots played it on many times; the ranks are the average."),
    "late_forfeit": msg("The game was not over in time; whoever had to move has lost."),
    "late_moves": msg("The game was not over in time; whoever made the fewest moves of their own has lost."),
    UNMOVED: msg("The game was not over in time and nobody had moved; in a tournament all have lost it."),
}
"""Ends that come from the table, not from the rules."""


class Readings(Protocol):
    """What a game offers to read from its cards when it is over; `games.rules.tempting_fate.divination` explains each call."""

    KINDS: Mapping[str, Any]
    LAYOUTS: Mapping[str, tuple[Message, ...]]

    def draw_reading(self, t: Any, game: int, seat: Seat, kind: str, layout: str, chance: Chooser, *, broken_off: bool = False) -> Any: ...
    def describe(self, facts: Any) -> Any: ...


class Rules(ABC, Generic[TableT]):
    """The rules of one game. One instance serves all tables; it has no state of its own."""

    key: ClassVar[str]
    """The folder's name: stored, shown in addresses."""
    version: ClassVar[int] = 1
    """Stored with each game; raised when old positions would play differently. The version before it stays in `OLDER` of the folder."""
    rulebook: ClassVar[str] = "rulebook.md"
    """The file of its folder with the text of the rules page; an older version keeps its own where the text has changed."""
    title: ClassVar[Message]
    tagline: ClassVar[Message] = msg("")
    seats: ClassVar[range]
    """The numbers of players it can be played with."""
    best_seats: ClassVar[range | None] = None
    """The numbers it is recommended for, if fewer."""
    options: ClassVar[tuple[GameOption, ...]] = ()
    table: ClassVar[type[Any]]
    """The class of the table, for reading stored positions."""
    vocabulary: ClassVar[Collection[str]] = ()
    """Names that may be typed (all cards of the game), so that a wrong card is told from gibberish."""
    explains_first: ClassVar[bool] = False
    """`explain` judges a text before it is read, for games where the words of one choice are part of another's ("end>cave" and
    "end>cave+ace"), so that nothing is read into a text that says something else."""
    reasons: ClassVar[Mapping[str, Message]] = {}
    """The words for each `Result.reason`."""
    longest: ClassVar[int] = 5_000
    """No game takes more answers of people than this; the conformance suite checks it."""
    low_standing_leads: ClassVar[bool] = False
    """The smaller public score is the better one."""
    lesson: ClassVar[Lesson | None] = None
    """The guided first game, if it has one."""
    sound_advice: ClassVar[bool] = False
    """`advise` plays well enough that games which must be judged unfinished may be decided by how it would go on."""

    order_words: ClassVar[Collection[str]] = ()
    """The words that a standing order may begin with, so that a mail tells `order plan aim 1` from a sentence."""

    plan: ClassVar[Plan] = Plan()
    """How `games.rules.search` looks ahead."""

    readings: ClassVar[Readings | None] = None
    """Readings of the cards after a game, for games that have them."""

    def waits(self, seats: int, options: Mapping[str, Any] | None = None) -> Waits | None:
        """How often a table with these settings waits for somebody, as measured; None where nothing was."""
        rows = lengths.measured(Path(inspect.getfile(type(self))).parent)
        return lengths.expected(rows, seats, {option.key: option.usual(seats) for option in self.options}, options or {})

    def aim(self, seats: int, options: Mapping[str, Any]) -> Message:
        """The tagline of a table with these settings."""
        return self.tagline

    # ---- what an author writes --------------------------------------------------------------------------------------

    @abstractmethod
    def new(self, seats: int, options: dict[str, Any]) -> TableT:
        """The empty table before anything was shuffled or dealt (phase "setup"). Options are complete and valid."""

    @abstractmethod
    async def step(self, t: TableT) -> None:
        """Play from one quiet point to the next: what to do is read from `t.phase`, what comes next is written there."""

    @abstractmethod
    def look(self, t: TableT, viewer: Seat | None) -> dict[str, Any]:
        """What a viewer may know, as plain JSON, built up from nothing. After the end everything may be open."""

    @abstractmethod
    def scene(self, view: View) -> Scene:
        """What to draw and to read aloud."""

    @abstractmethod
    def tell(self, event: Mapping[str, Any]) -> Message:
        """One line of the log from `Event.seen_by(viewer)`."""

    def recall(self, view: View, private: Mapping[str, Any]) -> Mapping[str, Any]:
        """The private part of an older event as this viewer may still read it now, for games in which something once seen may
        be hidden again. The default forgets nothing."""
        return private

    def hide(self, t: TableT, viewer: Seat | None, rng: Rng, keep: Collection[str]) -> None:
        """Redeal in place what the viewer cannot know, except things named in `keep`. Games without secrets need none.

        Hidden things are put in order before they are shuffled: of two tables that the viewer cannot tell apart the same has to come out.
        """

    def fallback(self, t: TableT, decision: Decision) -> str:
        """What an absent player does: total, always legal, deterministic. The default takes the first or smallest choice."""
        if decision.shape is Shape.NUMBER:
            return str(decision.least)
        return " ".join(decision.tokens[: decision.least])

    def advise(self, view: View, decision: Decision) -> str:
        """A simple sound player that sees only its own view; the default is the first choice."""
        if decision.shape is Shape.NUMBER:
            return str(decision.least)
        return " ".join(decision.tokens[: decision.least])

    def advice_reason(self, view: View, decision: Decision, answer: str) -> Message | None:
        """Why `advise` gives this answer, in a sentence for who asks for a hint; the default is what is foretold of the choice."""
        return next((option.outcome for option in decision.options if option.token == answer), None)

    def orders(self, view: View) -> OrderBook | None:
        """What this viewer may order in advance, for games with standing orders; the default takes none."""
        return None

    def openly_forced(self, view: View, seat: Seat, kind: str) -> bool:
        """Whether everybody can see that a question with one legal answer has one; `view` is what spectators see. Such a question answers
        itself. The default says no: an instant answer would tell what a hand is like."""
        return False

    def concede(self, t: TableT, seat: Seat) -> Result | None:
        """What a resignation does where the rules do not heed "!concede": a result ends the game at once; None lets it go
        on with the seat playing its fallback and ranked last. The default ends a game of two."""
        if t.seats != 2:
            return None
        return Result(tuple(2 if other == seat else 1 for other in t.all_seats), (None, None), "resigned")

    def hear(self, text: str) -> str:
        """A typed text with other names for the things of this game put into the words of its choices: `7 of cups` → `cups-07`.

        A text that is made of those words must keep its meaning. The default changes nothing.
        """
        return text

    def explain(self, view: View, decision: Decision, text: str) -> RulesError | None:
        """A better refusal for a text that is no option: names the reason and the paragraph, from this view only."""
        return None

    def gallery(self) -> tuple[Zone, ...]:
        """Every card of the game, face up, grouped: for the rules page and for looking at the drawings."""
        return ()

    def audit(self, t: TableT) -> list[str]:
        """What is wrong with a table at a quiet point (a card that is nowhere or twice …), as sentences; [] when sound."""
        return []

    def standing(self, view: View) -> tuple[int | None, ...]:
        """Public scores right now, one per seat, for lists of games and adjudication; None where there is none yet."""
        return (None,) * view.seats

    def breakdown(self, view: View) -> tuple[Part, ...]:
        """What the scores of a finished game are made of, card by card: the points of a seat's parts add up to its score, where it
        has one. Hidden cards that the end has turned up are parts without points."""
        return ()

    def upgrade(self, table: dict[str, Any], from_version: int) -> dict[str, Any]:
        """A stored table of an older version as a table of this one, settings included; `table` is a copy, plain JSON at a quiet point.

        Raises `CannotUpgrade` with what stands against it. The default leaves every game under the version it began with.
        """
        raise CannotUpgrade(msg("Games that began with version {version} go on under it.", version=from_version))

    def reason(self, result: Result) -> Message:
        """Why the game ended, in words."""
        return self.reasons.get(result.reason) or HOUSE_REASONS.get(result.reason, msg("The game is over."))
