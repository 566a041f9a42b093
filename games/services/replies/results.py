"""What became of each part of a reply, and the memory that lets a killed worker go on where it was."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from games.rules.errors import RulesError
from games.rules.messages import Message
from games.services.replies.reading import Answer, Command, Consent


class What(StrEnum):
    """What became of a part."""

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
    """A command that changed something; what, stands in the words."""
    TOLD = "told"
    """A command that only tells."""
    ASK_RESIGN = "ask_resign"
    ASKED = "asked"
    """Something is asked back, and the next yes does it."""
    SHOW = "show"
    REFUSED = "refused"
    LEFT = "left"

    @property
    def failed(self) -> bool:
        """Nothing was changed by this part, and its writer should know why."""
        return self in (What.REFUSED, What.LEFT)

    @property
    def changed(self) -> bool:
        """Something is other than before."""
        return self not in (What.REFUSED, What.LEFT, What.REPEATED, What.ASK_RESIGN, What.ASKED, What.SHOW, What.TOLD)


@dataclass(frozen=True, slots=True)
class Heard:
    """One part and what became of it; `reason` says why not, `seq` is the length of the log afterwards.

    `error` is the refusal itself, for those who ask over HTTP and are answered at once; `orders` are the standing orders that stand
    after a line about them. `words` are sentences that are ready to be read; `ask` is what a yes would do.
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


class Ledger(Protocol):
    """Remembers per part that it was begun and how it ended; a mail keeps it in its row, a page needs none."""

    def known(self, place: int) -> dict[str, Any] | None:
        """`{"nth", "seq", "what"?, "told"?, "ask"?}` of a part that was begun before, or None."""

    def first_read(self, lines: list[str]) -> list[str]:
        """The lines of the parts as they were read by the first attempt; these, if this is the first."""

    def begin(self, place: int, nth: int, seq: int) -> None:
        """About to do a part that answers question `nth` when the log is `seq` long."""

    def end(self, place: int, heard: Heard) -> None:
        """The part is done."""


class NoLedger:
    """For those who ask once and see at once what came of it."""

    def known(self, place: int) -> dict[str, Any] | None:
        """Nothing was begun before."""
        return None

    def first_read(self, lines: list[str]) -> list[str]:
        """There is one attempt only."""
        return lines

    def begin(self, place: int, nth: int, seq: int) -> None:
        """Nothing to remember."""

    def end(self, place: int, heard: Heard) -> None:
        """Nothing to remember."""


class Desk(Protocol):
    """Whoever does what needs no table. Each returns None for what it leaves to the table, and may raise what services raise.

    `again`: an earlier attempt was killed and may have done it.
    """

    @property
    def has_asked(self) -> bool:
        """The text answers something that was asked back, so that a yes is about that."""

    def command(self, command: Command, *, again: bool) -> Heard | None:
        """A command."""

    def consent(self, consent: Consent, *, again: bool) -> Heard | None:
        """A yes or no."""

    def answer(self, answer: Answer, *, again: bool) -> Heard | None:
        """An answer that is meant for something else than the open question of the table."""


class NoDesk:
    """At a page or the API of a table, nothing but the table is spoken to."""

    has_asked = False

    def command(self, command: Command, *, again: bool) -> Heard | None:
        """Left to the table."""
        return None

    def consent(self, consent: Consent, *, again: bool) -> Heard | None:
        """Left to the table."""
        return None

    def answer(self, answer: Answer, *, again: bool) -> Heard | None:
        """Left to the table."""
        return None
