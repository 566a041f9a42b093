"""Results of the parts of a text, and the base classes `Ledger` (stored progress) and `PartHandler` (parts that need no table)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.rules.errors import RulesError
from games.rules.messages import Message
from games.services.replies.reading import Answer, Command, Consent, Part


class What(StrEnum):
    """The outcome of a part. The values are stored in ledgers."""

    PLAYED = "played"
    SEALED = "sealed"
    REPEATED = "repeated"
    UNDONE = "undone"
    NOTED = "noted"
    SAID = "said"
    ORDERED = "ordered"
    PAUSED = "paused"
    PROPOSED = "proposed"
    RESIGNED = "resigned"
    AGAIN = "again"
    SENT = "sent"
    DONE = "done"
    """A command that changed something; `Heard.words` say what."""
    TOLD = "told"
    """A command that only reports and changes nothing."""
    ASK_RESIGN = "ask_resign"
    ASKED = "asked"
    """The writer is asked to confirm `Heard.ask`; a yes in the next text executes it."""
    SHOW = "show"
    REFUSED = "refused"
    LEFT = "left"

    @property
    def failed(self) -> bool:
        """Whether the part changed nothing for a reason that is reported to the writer."""
        return self in (What.REFUSED, What.LEFT)

    @property
    def changed(self) -> bool:
        """Whether the part changed stored data."""
        return self not in (What.REFUSED, What.LEFT, What.REPEATED, What.ASK_RESIGN, What.ASKED, What.SHOW, What.TOLD)


@dataclass(frozen=True, slots=True)
class Heard:
    """The result of one part. `line` is its line in the text, `seq` the length of the game's log afterwards.

    `reason`, `code` and `rule` describe a refusal (`reason` of a played answer: what was understood). `error` is the exception of a
    refusal, for callers that answer over HTTP. `orders` are the standing orders after a command about them. `words` are finished
    sentences for the writer. `ask` is the action that a yes in the next text executes.
    """

    what: What
    line: str
    seq: int = 0
    reason: Message | None = None
    code: str = ""
    rule: str = ""
    error: RulesError | None = None
    orders: tuple[tuple[Message, ...], ...] = ()
    words: tuple[str, ...] = ()
    ask: dict[str, Any] | None = None


class Ledger:
    """Record of the parts that were begun and finished. This one records nothing: requests are processed once and answered at once;
    a mail stores it in its row. `place` is the index of a part.
    """

    def known(self, place: int) -> dict[str, Any] | None:
        """Return the record of a part that was begun before: `{"nth", "seq", "what"?, "after"?, "told"?, "ask"?}`; None for a new part."""
        return None

    def first_read(self, lines: list[str]) -> list[str]:
        """Return the lines of the parts as the first attempt parsed them. The first attempt stores `lines` and gets them back."""
        return lines

    def begin(self, place: int, nth: int, seq: int) -> None:
        """Record that a part is about to run: it answers question `nth`, and the log has length `seq`."""

    def end(self, place: int, heard: Heard) -> None:
        """Record the result of a part."""


class PartHandler:
    """Handles the parts that need no table, such as commands and a yes to what was asked back. This one leaves every part to the table.

    Each method returns None for a part that is left to the table, and raises what services raise. `again` is True
    when an earlier attempt was interrupted and may have executed the part.
    """

    @property
    def has_asked(self) -> bool:
        """Whether the writer was asked to confirm something, so that a yes or no refers to that."""
        return False

    def meant(self, part: Part) -> Part:
        """Return the part that a part stands for: a yes may stand for a command that was asked back about."""
        return part

    def command(self, command: Command, *, again: bool) -> Heard | None:
        """Execute a command."""
        return None

    def consent(self, consent: Consent, *, again: bool) -> Heard | None:
        """Execute a yes or no."""
        return None

    def answer(self, answer: Answer, *, again: bool) -> Heard | None:
        """Execute an answer that is meant for something else than the open question of the table."""
        return None
