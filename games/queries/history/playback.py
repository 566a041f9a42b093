"""Playback: lines of the log, each with the table as the viewer saw it after that line."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.queries.history.log import LogLine
from games.queries.history.replay import replay
from games.queries.tables.table import Look
from games.rules.scene import Scene

MOST_STEPS = 12
"""The most lines that are played back; the log has the earlier ones."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A line of the log and the scene after it; the line is None for the scene before the first line."""

    line: LogLine | None
    scene: Scene


def steps(look: Look, since: int) -> Iterator[Shown]:
    """The scene before the first line from `since` on, then after each line, from this viewer's view at that moment. Two queries."""
    lines = {line.seq: line for line in look.log(after=since, upto=look.game.seq, most=MOST_STEPS)}
    if not lines:
        return
    first, last = min(lines), max(lines)
    for step in replay(look.game, last + 1):
        seq = step.line["seq"]
        if seq == first - 1 or seq in lines:
            view = step.session.view(look.viewer)
            yield Shown(lines.get(seq), step.session.game.scene(view))
