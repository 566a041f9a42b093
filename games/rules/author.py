"""The contract of a game: what its author writes (`Rules`). `games.rules.game.Game` adds what callers use.

The abstract methods have to be written; the others have defaults.
"""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from games.rules import lengths
from games.rules.ask import Chooser
from games.rules.contract import Decision, GameOption, Result, Rng, Seat, Shape, View
from games.rules.errors import CannotUpgrade, RulesError
from games.rules.lengths import Waits
from games.rules.lesson import Lesson
from games.rules.messages import Message, msg
from games.rules.orders import OrderBook
from games.rules.scene import Cloth, Part, Scene, Zone
from games.rules.search.plan import Plan
from games.rules.table import Table

TableT = TypeVar("TableT", bound=Table)


UNMOVED = "late_unmoved"
"""The reason of a game that ended late and without a single move: in a tournament it counts as lost for every seat."""
WALKOVER = "walkover"
"""The reason of a game for two in which not both had moved, and one has lost: in a tournament it counts as not played."""

TABLE_REASONS: Mapping[str, Message] = {
    "resigned": msg("A player resigned."),
    "forfeited": msg("A player ran out of time."),
    "judged": msg("A player stayed away; the scores decided between the others."),
    "adjudicated": msg("The director decided the result."),
    "late_draw": msg("The game was not over in time; it is a draw for all who stayed."),
    "late_outlook": msg("The game was not over in time. The site’s bots played it on many times; the ranks are the average."),
    "late_forfeit": msg("The game was not over in time; whoever had to move has lost."),
    "late_moves": msg("The game was not over in time; whoever made the fewest moves of their own has lost."),
    WALKOVER: msg("The game ended before both players had moved; in a tournament it counts as lost without play."),
    UNMOVED: msg("The game was not over in time and nobody had moved; in a tournament all have lost it."),
}
"""Reasons for ends that no rulebook knows: resignation, clocks, adjudication. By `Result.reason`."""


class Readings(Protocol):
    """Readings of the cards after a game; `games.rules.tempting_fate.divination` documents each call."""

    KINDS: Mapping[str, Any]
    LAYOUTS: Mapping[str, tuple[Message, ...]]

    def draw_reading(self, t: Any, game: int, seat: Seat, kind: str, layout: str, chance: Chooser, *, broken_off: bool = False) -> Any: ...
    def describe(self, facts: Any) -> Any: ...


class Rules(ABC, Generic[TableT]):
    """The rules of one game. One instance serves all tables and keeps no state."""

    key: ClassVar[str]
    """The name of the game's folder: stored with every game and part of URLs."""
    version: ClassVar[int] = 1
    """Stored with each game; raised when stored positions would play differently. Earlier versions stay in `OLDER` of the folder."""
    rulebook: ClassVar[str] = "rulebook.md"
    """The file of the game's folder with the text of the rules page; an older version keeps its own file where the text has changed."""
    title: ClassVar[Message]
    tagline: ClassVar[Message] = Message("")
    cloth: ClassVar[Cloth] = "stone"
    """The colour of its tables on pages, share cards and pictures in mails."""
    seats: ClassVar[range]
    """The numbers of players it can be played with."""
    best_seats: ClassVar[range | None] = None
    """The numbers of players it is recommended for, if fewer."""
    options: ClassVar[tuple[GameOption, ...]] = ()
    table: ClassVar[type[Any]]
    """The class of the table, for loading stored positions."""
    vocabulary: ClassVar[Collection[str]] = ()
    """Names that may be typed (all cards of the game): a known name that is no option is refused as illegal, other text as unreadable."""
    explains_first: ClassVar[bool] = False
    """Whether `explain` is called before a text is parsed. For games where the words of one choice are part of another's ("end>cave" and
    "end>cave+ace"): an incomplete text is then refused instead of being taken for the other choice."""
    reasons: ClassVar[Mapping[str, Message]] = {}
    """The sentence for each `Result.reason`."""
    tie_break: ClassVar[Message | None] = None
    """How different ranks of players with equal scores are decided; added to the reason when that happened."""
    longest: ClassVar[int] = 5_000
    """Upper bound of the players' answers in one game; the conformance suite checks it."""
    low_standing_leads: ClassVar[bool] = False
    """Whether the smaller public score is the better one."""
    lesson: ClassVar[Lesson | None] = None
    """The guided first game, if there is one."""
    sound_advice: ClassVar[bool] = False
    """Whether `advise` plays well enough to decide games that are adjudicated unfinished (`games.rules.outlook`)."""

    routine: ClassVar[Collection[str]] = ()
    """Kinds of events that are in the log only: a line without other events is not among the news of a returning player."""

    order_words: ClassVar[Collection[str]] = ()
    """The words that a standing order may begin with; a mail reader uses them to tell `order plan aim 1` from a sentence."""

    plan: ClassVar[Plan] = Plan()
    """The search settings of `games.rules.search`."""

    readings: ClassVar[Readings | None] = None
    """Readings of the cards after a game, for games that have them."""

    def waits(self, seats: int, options: Mapping[str, Any] | None = None) -> Waits | None:
        """How often a table with these settings waits for a player, as measured; None where nothing was measured."""
        rows = lengths.measured(Path(inspect.getfile(type(self))).parent)
        return lengths.expected(rows, seats, {option.key: option.usual(seats) for option in self.options}, options or {})

    def aim(self, seats: int, options: Mapping[str, Any]) -> Message:
        """How a table with these settings is won, for the table and its first move; the tagline where a game does not say more."""
        return self.tagline

    # ---- methods to write ---------------------------------------------------------------------------------------------

    def new(self, seats: int, options: dict[str, Any]) -> TableT:
        """The empty table before anything is shuffled or dealt (phase "setup"). `options` are complete and valid."""
        table: TableT = self.table(seats, options)
        return table

    @abstractmethod
    async def step(self, t: TableT) -> None:
        """Play from one quiet point to the next: the set-up, or one turn, trick or round.

        `t.phase` says what to do; the step writes there what comes next. At a quiet point no question is open and the table alone
        determines how the game goes on. The step asks with the functions of `games.rules.ask` and ends the game with `t.finish`.
        """

    @abstractmethod
    def look(self, t: TableT, viewer: Seat | None) -> dict[str, Any]:
        """What a viewer may know, as plain JSON: `View.table`. None is a spectator.

        The result is built up field by field, never by removing fields from the table. After the end everything may be open.
        """

    @abstractmethod
    def scene(self, view: View) -> Scene:
        """The table to draw and to read aloud, from the view alone."""

    @abstractmethod
    def tell(self, event: Mapping[str, Any]) -> Message:
        """One line of the log; `event` is what `Event.seen_by(viewer)` returns: kind, public values, and the viewer's private values."""

    def recall(self, view: View, private: Mapping[str, Any]) -> Mapping[str, Any]:
        """The private part of an older event as far as this viewer may still read it, for games in which cards once seen may
        be hidden again. The default returns all of it."""
        return private

    def hide(self, t: TableT, viewer: Seat | None, rng: Rng, keep: Collection[str]) -> None:
        """Redeal in place what the viewer cannot know, except cards and things named in `keep`. Games without hidden information need none.

        A redeal must look the same to the viewer: `look`, `scene` and the viewer's decision may not change. Hidden cards are sorted before
        they are shuffled, because two tables that the viewer cannot tell apart have to give the same redeal. The default changes nothing.
        """

    def fallback(self, t: TableT, decision: Decision) -> str:
        """The answer of an absent player, in canonical text: defined for every decision, legal and deterministic.

        The default is the first or smallest choice.
        """
        return _first_choice(decision)

    def advise(self, view: View, decision: Decision) -> str:
        """The answer of the game's own bot, a simple player that sees its own view only: text that `Session.read` accepts.

        The default is the first or smallest choice.
        """
        return _first_choice(decision)

    def advice_reason(self, view: View, decision: Decision, answer: str) -> Message | None:
        """Why `advise` gives this answer, in one sentence, for hints; the default is the `outcome` of the option."""
        return next((option.outcome for option in decision.options if option.token == answer), None)

    def orders(self, view: View) -> OrderBook | None:
        """The standing orders that this viewer may leave; None (the default) for games without standing orders."""
        return None

    def openly_forced(self, view: View, seat: Seat, kind: str) -> bool:
        """Whether everybody can see that a question with one legal answer has only one; `view` is that of a spectator. Such a question is
        answered automatically. The default is no: an instant answer would show what a hand holds."""
        return False

    def concede(self, t: TableT, seat: Seat) -> Result | None:
        """What a resignation does where no open question heeds "!concede": a result ends the game at once; None lets it go
        on, with the seat answering by `fallback` and ranked last. The default ends a game for two."""
        if t.seats != 2:
            return None
        return Result(tuple(2 if other == seat else 1 for other in t.all_seats), (None, None), "resigned")

    def hear(self, text: str) -> str:
        """A typed text with synonyms replaced by the words of the game's choices: `7 of cups` → `cups-07`.

        A text made of those words must keep its meaning. The default changes nothing.
        """
        return text

    def explain(self, view: View, decision: Decision, text: str) -> RulesError | None:
        """A precise refusal for a text that is no option: the reason and the paragraph of the rules, from this view alone.

        None leaves the general refusal of `games.rules.notation`.
        """
        return None

    def gallery(self) -> tuple[Zone, ...]:
        """Every card of the game, face up, in groups, for the rules page."""
        return ()

    def audit(self, t: TableT) -> list[str]:
        """The broken invariants of a table at a quiet point (a card that is missing or there twice), as sentences; [] when it is sound.

        The conformance kit requires it of every game.
        """
        return []

    def standing(self, view: View) -> tuple[int | None, ...]:
        """The public scores now, one per seat, for lists of games and adjudication; None where there is none yet."""
        return (None,) * view.seats

    def breakdown(self, view: View) -> Iterable[Part]:
        """The scores of a finished game card by card: the points of a seat's parts add up to its score, where it has one. Hidden cards
        that are revealed at the end are parts without points."""
        return ()

    def upgrade(self, table: dict[str, Any], from_version: int) -> dict[str, Any]:
        """A stored table of an older version as a table of this version, settings included. `table` is a copy: plain JSON at a quiet point.

        Raises `CannotUpgrade` with the reason. The default refuses: every game goes on under the version it began with.
        """
        raise CannotUpgrade(msg("Games that began with version {version} go on under it.", version=from_version))

    def reason(self, result: Result) -> Message:
        """Why the game ended, and what decided between equal scores."""
        why = self.reasons.get(result.reason)
        if why is None:
            return TABLE_REASONS.get(result.reason, msg("The game is over."))
        if self.tie_break is None or len(set(zip(result.scores, result.ranks, strict=True))) == len(set(result.scores)):
            return why
        return msg("{reason} {how}", reason=why, how=self.tie_break)


def _first_choice(decision: Decision) -> str:
    """The smallest number, or the first tokens, as many as must be chosen."""
    if decision.shape is Shape.NUMBER:
        return str(decision.least)
    return " ".join(decision.tokens[: decision.least])
