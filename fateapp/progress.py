"""Progress of a start on the terminal: a line per step with its time; plain lines where there is no terminal."""

from __future__ import annotations

import time
from types import TracebackType

from rich.console import Console


class Progress:
    """Shows the running step in a line that is replaced when the step is done. No thread: we fork while it is shown."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._name = ""
        self._since = 0.0

    def __enter__(self) -> Progress:
        return self

    def step(self, name: str) -> None:
        """The step before is done, this one begins."""
        self._finish()
        self._name, self._since = name, time.monotonic()
        self.detail("")

    def detail(self, text: str) -> None:
        """What the step is doing right now."""
        if self.console.is_terminal:
            self.console.print(
                self._erase() + f"  … {self._name}{f': {text}' if text else ''}", end="", markup=False, overflow="ellipsis", no_wrap=True
            )
        elif text:
            self.console.print(f"    {text}", markup=False)

    def _erase(self) -> str:
        return "\r\x1b[2K" if self.console.is_terminal else ""

    def _finish(self) -> None:
        if self._name:
            self.console.print(f"{self._erase()}  done: {self._name} ({time.monotonic() - self._since:.1f} s)", markup=False)
            self._name = ""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if error is None:
            self._finish()
        elif self.console.is_terminal:
            self.console.print()
