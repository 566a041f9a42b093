"""What a text was read as: a `Reading`, made of answers, commands, words for the table, and a yes or no."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Confidence(StrEnum):
    """How sure a reading of an answer is. Only what is certain is played."""

    CERTAIN = "certain"
    GUESS = "guess"
    """There are candidates: ask "Did you mean …?", the best one first."""
    NONE = "none"
    """It looks like an answer and fits no choice."""


class Doubt(StrEnum):
    """Why an answer is not certain, for the sentence that asks back."""

    NOTHING = ""
    SPELLING = "spelling"
    SEVERAL = "several"
    """Several choices fit the words, or the text names several."""
    NEGATED = "negated"
    """"Not 2", "anything but the Betrayal"."""
    CORRECTED = "corrected"
    """"2, no wait, 3"."""
    AROUND = "around"
    """The words around the choice may change what is meant."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to one question. `text` is canonical where `confidence` is certain, else ""; `said` is what was typed, bare.

    `candidates` are canonical answers, the best first. An answer to a question that is not known yet (the second line of a turn) is
    read when that question is: `unread` is then true.
    """

    line: str
    said: str
    text: str = ""
    confidence: Confidence = Confidence.NONE
    candidates: tuple[str, ...] = ()
    doubt: Doubt = Doubt.NOTHING
    unread: bool = False
    story: str = ""


class CommandName(StrEnum):
    """Everything that can be asked for beside an answer; some need a game at hand, most do not."""

    HELP = "help"
    STATUS = "status"
    GAMES = "games"
    OPEN = "open"
    NEW = "new"
    HISTORY = "history"
    AWAY = "away"
    RULES = "rules"
    LEARN = "learn"
    UNDO = "undo"
    RESIGN = "resign"
    REMATCH = "rematch"
    PAUSE = "pause"
    NOTE = "note"
    ORDER = "order"
    INVITE = "invite"
    LANGUAGE = "language"
    QUIET = "quiet"
    LETTER = "letter"


@dataclass(frozen=True, slots=True)
class Command:
    """A command and what follows it, as typed: `away 5 days` is `Command(AWAY, "5 days")`.

    A letter to a player has the name in `to`: `to Ada: well played` is `Command(LETTER, "well played", to="Ada")`.
    """

    name: CommandName
    argument: str = ""
    line: str = ""
    to: str = ""


class Audience(StrEnum):
    """Where words go that are meant for others."""

    STORY = "story"
    """Told with the answer of the same text; without one it is talk."""
    TALK = "talk"


@dataclass(frozen=True, slots=True)
class Words:
    """Words clearly marked as meant for everybody at the table: `story: …`, `say: …`."""

    audience: Audience
    text: str
    line: str = ""


@dataclass(frozen=True, slots=True)
class Consent:
    """A bare yes or no: to a "Did you mean …?" or an invitation. Where the open question has such choices it is an `Answer`."""

    yes: bool
    line: str = ""


Part = Answer | Command | Words | Consent


@dataclass(frozen=True, slots=True)
class Reading:
    """A whole text, in the order in which it was written.

    `left` are the writer's lines that mean nothing here (a greeting, a signature, a remark): never played, told to nobody.
    `asks`: among them is a question to us or to nobody in particular.
    """

    parts: tuple[Part, ...] = ()
    left: tuple[str, ...] = ()
    asks: bool = False

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers among the parts."""
        return tuple(part for part in self.parts if isinstance(part, Answer))

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands among the parts."""
        return tuple(part for part in self.parts if isinstance(part, Command))

    @property
    def empty(self) -> bool:
        """Nothing was asked for: only remarks, or no words at all."""
        return not self.parts
