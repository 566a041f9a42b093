"""A progress bar on standard error for long operations; nothing without a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fateapp.terminal import Terminal

Report = Callable[[str], None]
"""Called once per finished piece, with its name."""


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Report]:
    """Show how many of `total` pieces are done during the block; more than announced is allowed."""
    terminal, done = Terminal(sys.stderr), 0

    def report(piece: str) -> None:
        nonlocal done
        done += 1
        if terminal.is_terminal:
            terminal.replace(f"{what}: {done} of {max(done, total)}: {piece}")

    yield report
    if terminal.is_terminal:
        terminal.replace("")
