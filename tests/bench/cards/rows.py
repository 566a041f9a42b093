"""Rows of games stored in a file, one line per game, so that a run can be stopped and continued at any time."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from games.rules.registry import all_games, game_in
from tests.bench.cards import fates, kings, sides
from tests.bench.cards.altering import Change, alter


class Row(NamedTuple):
    """A game, a version of its rules, players, settings, changed numbers; one auction in `gifts` becomes a gift (0: none)."""

    key: str
    version: int
    seats: int
    options: tuple[tuple[str, Any], ...] = ()
    changes: tuple[Change, ...] = ()
    gifts: int = 0

    def __str__(self) -> str:
        parts = (*(f"{word}={value}" for word, value in self.options), *map(str, self.changes))
        return " ".join(
            [f"{self.key} version {self.version} for {self.seats}", *parts, *([f"one gift in {self.gifts}"] * bool(self.gifts))]
        )

    @property
    def kind(self) -> ModuleType:
        """The module that computes the statistics of this game."""
        return {kings.KEY: kings, fates.KEY: fates}.get(self.key, sides)


def newest(key: str) -> int:
    """The version of the rules for new tables."""
    return all_games()[key].version


def kept(file: Path) -> Mapping[str, dict[int, dict[str, Any]]]:
    """The stored games of each row by number. An incomplete last line is ignored."""
    found: dict[str, dict[int, dict[str, Any]]] = defaultdict(dict)
    for line in file.read_text(encoding="utf-8").splitlines(keepends=True) if file.exists() else ():
        if line.endswith("\n"):
            entry = json.loads(line)
            found[entry["row"]][entry["game"]] = entry["facts"]
    return found


def play(file: Path, row: Row, games: int, jobs: int = 1, wanted: Callable[[], bool] = lambda: True) -> None:
    """Play the games that the row lacks, in so many processes, until the time is over."""
    there = kept(file).get(str(row), {})
    lacking = [number for number in range(games) if number not in there]
    if file.exists() and not file.read_text(encoding="utf-8").endswith("\n"):
        file.write_text("".join(line for line in file.read_text(encoding="utf-8").splitlines(keepends=True) if line.endswith("\n")))
    with ProcessPoolExecutor(jobs, initializer=alter, initargs=(row.key, row.changes)) as pool, file.open("a", encoding="utf-8") as lines:
        for start in range(0, len(lacking), 10 * jobs):
            if not wanted():
                return
            part = lacking[start : start + 10 * jobs]
            for number, facts in zip(part, pool.map(_one, [row] * len(part), part), strict=True):
                lines.write(json.dumps({"row": str(row), "game": number, "facts": facts}) + "\n")
            lines.flush()


def _one(row: Row, number: int) -> dict[str, Any]:
    facts: dict[str, Any] = row.kind.facts(game_in(row.key, row.version), row.seats, number, dict(row.options), row.gifts)
    return facts
