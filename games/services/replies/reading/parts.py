"""Result types of the parser: a `Reading` with answers, commands, words for the table, and consents (a yes or no)."""

from dataclasses import dataclass
from enum import StrEnum


class Confidence(StrEnum):
    """How certain the parser is of an answer. Only certain answers are played."""

    CERTAIN = "certain"
    GUESS = "guess"
    """There are candidates; the writer is asked "Did you mean …?" about the first."""
    NONE = "none"
    """It looks like an answer and fits no choice."""


class Doubt(StrEnum):
    """The reason why an answer is not certain."""

    NOTHING = ""
    SPELLING = "spelling"
    SEVERAL = "several"
    """Several choices fit the words, or the text names several."""
    NEGATED = "negated"
    """A choice is negated: "Not 2", "anything but the Betrayal"."""
    CORRECTED = "corrected"
    """A choice is corrected: "2, no wait, 3"."""
    AROUND = "around"
    """The words around the choice may change its meaning."""
    HINTED = "hinted"
    """The choice is not named: a hint of the game or an outcome makes it likely."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to one question. `line` is the typed line, `said` the same without decorations.

    `text` is the canonical answer if `confidence` is certain, else "". `candidates` are canonical answers, best first. `unread`: the
    question was not known (the answer is for a later question of the same turn), so the line is to be parsed again when it is.
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
    """The commands that a text can contain. Some need a game, most do not."""

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
    JOIN = "join"
    LANGUAGE = "language"
    QUIET = "quiet"
    LETTER = "letter"


@dataclass(frozen=True, slots=True)
class Command:
    """A command with its argument as typed: `away 5 days` is `Command(AWAY, "5 days")`.

    A letter to a player has the player's name in `to`: `to Ada: well played` is `Command(LETTER, "well played", to="Ada")`.
    `proposed`: the command is not typed but asked for in free words, so a change is made only after a confirmation.
    """

    name: CommandName
    argument: str = ""
    line: str = ""
    to: str = ""
    proposed: bool = False


class Audience(StrEnum):
    """How words for others are published."""

    STORY = "story"
    """As the story of the answer in the same text; without an answer as talk."""
    TALK = "talk"


@dataclass(frozen=True, slots=True)
class Words:
    """Words that are marked for everyone at the table: `story: …`, `say: …`. `text` is "" if they may be private."""

    audience: Audience
    text: str
    line: str = ""


@dataclass(frozen=True, slots=True)
class Consent:
    """A yes or no alone, to a "Did you mean …?" or an invitation. If the open question has these choices, it is an `Answer` instead."""

    yes: bool
    line: str = ""


Part = Answer | Command | Words | Consent


@dataclass(frozen=True, slots=True)
class Reading:
    """A parsed text. `parts` are in the order of their lines.

    `left` are the lines without effect (greetings, signatures, remarks); they are neither played nor shown to anyone.
    `asks`: a line of the text ends in a question mark.
    """

    parts: tuple[Part, ...] = ()
    left: tuple[str, ...] = ()
    asks: bool = False

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The parts that are answers."""
        return tuple(part for part in self.parts if isinstance(part, Answer))

    @property
    def commands(self) -> tuple[Command, ...]:
        """The parts that are commands."""
        return tuple(part for part in self.parts if isinstance(part, Command))

    @property
    def empty(self) -> bool:
        """Whether the text has no parts: only remarks, or no words at all."""
        return not self.parts
