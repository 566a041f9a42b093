"""A line on standard error that counts the pieces of long work; nothing where there is no terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fateapp.terminal import Terminal

Tell = Callable[[str], None]
"""To be called once per piece of work, with its name."""


@contextmanager
def bar(what: str, total: int) -> Iterator[Tell]:
    """Show how many of `total` pieces are done while the block lasts; more of them than were announced do no harm."""
    terminal, done = Terminal(sys.stderr), 0

    def tell(piece: str) -> None:
        nonlocal done
        done += 1
        if terminal.is_terminal:
            terminal.replace(f"{what}: {done} of {max(done, total)}: {piece}")

    yield tell
    if terminal.is_terminal:
        terminal.replace("")
