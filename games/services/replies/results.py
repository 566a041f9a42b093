"""What became of each step of a reply, and the memory that lets a killed worker go on where it was."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from games.rules.errors import RulesError
from games.rules.messages import Message


class What(StrEnum):
    """What became of a step."""

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
    ASK_RESIGN = "ask_resign"
    SHOW = "show"
    REFUSED = "refused"
    LEFT = "left"

    @property
    def failed(self) -> bool:
        """Nothing was changed by this step, and its writer should know why."""
        return self in (What.REFUSED, What.LEFT)


@dataclass(frozen=True, slots=True)
class Heard:
    """One step and what became of it; `reason` says why not, `seq` is the length of the log afterwards.

    `error` is the refusal itself, for those who ask over HTTP and are answered at once; `orders` are the standing orders that stand
    after a line about them.
    """

    what: What
    line: str
    seq: int = 0
    reason: Message | None = None
    code: str = ""
    rule: str = ""
    error: RulesError | None = None
    orders: tuple[Message, ...] = ()


class Ledger(Protocol):
    """Remembers per step that it was begun and how it ended; a mail keeps it in its row, a page needs none."""

    def known(self, place: int) -> dict[str, Any] | None:
        """`{"nth", "seq", "what"?}` of a step that was begun before, or None."""

    def begin(self, place: int, nth: int, seq: int) -> None:
        """About to do a step that answers question `nth` when the log is `seq` long."""

    def end(self, place: int, heard: Heard) -> None:
        """The step is done."""


class NoLedger:
    """For those who ask once and see at once what came of it."""

    def known(self, place: int) -> dict[str, Any] | None:
        """Nothing was begun before."""
        return None

    def begin(self, place: int, nth: int, seq: int) -> None:
        """Nothing to remember."""

    def end(self, place: int, heard: Heard) -> None:
        """Nothing to remember."""
