"""What happened at a table, step by step: each line of the log with the table as its reader saw it then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.queries.history.log import LogLine
from games.queries.history.replay import replay
from games.queries.tables.table import Look
from games.rules.scene import Scene

MOST_STEPS = 12
"""The latest lines; whoever missed more reads the log."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A line of the log and the table after it; the line is None for the table before the first of them."""

    line: LogLine | None
    scene: Scene


def steps(look: Look, since: int) -> Iterator[Shown]:
    """The table before the first line from `since` on, then after each. Every scene is made from this viewer's own view of that moment.

    Two queries.
    """
    lines = {line.seq: line for line in look.log(after=since, upto=look.game.seq, most=MOST_STEPS)}
    if not lines:
        return
    first, last = min(lines), max(lines)
    for step in replay(look.game, last + 1):
        seq = step.line["seq"]
        if seq == first - 1 or seq in lines:
            view = step.session.view(look.viewer)
            yield Shown(lines.get(seq), step.session.game.scene(view))
