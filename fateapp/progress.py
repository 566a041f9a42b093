"""Progress on the terminal: the steps of a start with their duration, and how much of a long operation is done."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

from fateapp.terminal import ERASED, Terminal

Report = Callable[[str], None]
"""Called once per finished piece, with its name."""


class Progress:
    """Shows the current step in a line that is replaced when it is done. Without a thread, because `up` forks meanwhile."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._name = ""
        self._since = 0.0

    def __enter__(self) -> Progress:
        return self

    def step(self, name: str) -> None:
        """Finish the previous step and begin this one."""
        self._finish()
        self._name, self._since = name, time.monotonic()
        self.detail("")

    def detail(self, text: str) -> None:
        """Show what the step is doing."""
        if self.terminal.is_terminal:
            self.terminal.replace(f"  … {self._name}{f': {text}' if text else ''}")
        elif text:
            self.terminal.print(f"    {text}")

    def _finish(self) -> None:
        if self._name:
            erased = ERASED if self.terminal.is_terminal else ""
            self.terminal.print(f"{erased}  done: {self._name} ({time.monotonic() - self._since:.1f} s)")
            self._name = ""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if error is None:
            self._finish()
        elif self.terminal.is_terminal:
            self.terminal.print()


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Report]:
    """Show on standard error how many of `total` pieces are done during the block, if it is a terminal; more than announced is allowed."""
    terminal, done = Terminal(sys.stderr), 0

    def report(piece: str) -> None:
        nonlocal done
        done += 1
        if terminal.is_terminal:
            terminal.replace(f"{what}: {done} of {max(done, total)}: {piece}")

    yield report
    if terminal.is_terminal:
        terminal.replace("")
