"""A progress bar on standard error for what takes long; nothing where there is no terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

Tell = Callable[[str], None]
"""To be called once per piece of work, with its name."""


@contextmanager
def bar(what: str, total: int) -> Iterator[Tell]:
    """Show how many of `total` pieces are done while the block lasts; more of them than were announced do no harm."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as shown:
        task = shown.add_task(what, total=total)

        def tell(piece: str) -> None:
            shown.update(task, advance=1, description=f"{what}: {piece}")

        yield tell
