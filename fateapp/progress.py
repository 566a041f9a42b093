"""Progress of a start on the terminal: one line per step with its duration."""

from __future__ import annotations

import time
from types import TracebackType

from fateapp.terminal import ERASED, Terminal


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
