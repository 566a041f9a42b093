"""Coverage of the rulebooks' numbered paragraphs by lessons and puzzles: `python -m tests.bench.learning` writes the table.

Puzzles are the files in the folder `puzzles` of a game; each lists its paragraphs under "rules".
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from games.conformance.lesson_checks import paragraphs
from games.rules.game import Game
from games.rules.messages import plain
from games.rules.registry import all_games, folder

DOCUMENT = Path(__file__).parents[2] / "docs" / "measurements" / "learning.md"
LEAST = 0.9

HEAD = """# Learning

Which numbered paragraphs of each rulebook somebody meets in the guided first game and in the puzzles. Written by
`python -m tests.bench.learning`; a test holds it to the data, and each game to nine of ten paragraphs that can come up in a first
game.
"""


class Coverage(NamedTuple):
    """The paragraphs that can matter in a first game, and the steps that show each; `by_puzzle`: shown only by a puzzle."""

    game: Game[Any]
    first: list[str]
    steps: dict[str, list[int]]
    by_puzzle: list[str]

    @property
    def missing(self) -> list[str]:
        return [rule for rule in self.first if rule not in self.steps and rule not in self.by_puzzle]

    @property
    def share(self) -> float:
        return 1 - len(self.missing) / len(self.first)


def coverage(game: Game[Any]) -> Coverage:
    """Coverage of one game. Raises ValueError for a game without a lesson."""
    if game.lesson is None:
        raise ValueError(f"{game.key} has no lesson.")
    steps: dict[str, list[int]] = {}
    for number, step in enumerate(game.lesson.steps, start=1):
        for rule in step.shows:
            steps.setdefault(rule, []).append(number)
    puzzles = [json.loads(path.read_text(encoding="utf-8")) for path in sorted((folder(game.key) / "puzzles").glob("*.json"))]
    asked = {rule for puzzle in puzzles for rule in puzzle.get("rules", ())}
    first = [rule for rule in paragraphs(game) if rule not in game.lesson.later]
    return Coverage(game, first, steps, [rule for rule in first if rule in asked and rule not in steps])


def document() -> str:
    """The whole table."""
    return HEAD + "".join(_section(coverage(game)) for game in all_games().values() if game.lesson is not None)


def _section(found: Coverage) -> str:
    rows = [f"| {rule} | {_where(found, rule)} |" for rule in found.first]
    lesson = found.game.lesson
    assert lesson is not None
    title, shown = plain(found.game.title), len(found.first) - len(found.missing)
    later = ", ".join(lesson.later)
    return (
        f"\n## {title}\n\n{len(lesson.steps)} steps; {shown} of {len(found.first)} paragraphs, {found.share:.0%}.\n\n"
        f"| paragraph | shown in |\n|---|---|\n" + "\n".join(rows) + f"\n\nNot in a first game: {later}.\n"
    )


def _where(found: Coverage, rule: str) -> str:
    if rule in found.steps:
        return "step " + ", ".join(map(str, found.steps[rule]))
    return "a puzzle" if rule in found.by_puzzle else "–"


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
    print(f"wrote {DOCUMENT}")
