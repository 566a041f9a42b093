"""Rows of games that grow in a file, a line for each game, so that a row can be stopped at any time and gone on with."""

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
    """A game, a version of its rules, players, settings, changed numbers, and of how many auctions one is a gift (0: none)."""

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
        """The module that knows what to look at."""
        return {kings.KEY: kings, fates.KEY: fates}.get(self.key, sides)


def newest(key: str) -> int:
    """The version for new tables."""
    return all_games()[key].version


def kept(file: Path) -> Mapping[str, dict[int, dict[str, Any]]]:
    """The games of each row in the file by their number. A last line without its end is left out."""
    found: dict[str, dict[int, dict[str, Any]]] = defaultdict(dict)
    for line in file.read_text(encoding="utf-8").splitlines(keepends=True) if file.exists() else ():
        if line.endswith("\n"):
            entry = json.loads(line)
            found[entry["row"]][entry["game"]] = entry["facts"]
    return found


def play(file: Path, row: Row, games: int, jobs: int = 1, wanted: Callable[[], bool] = lambda: True) -> None:
    """Play what the row lacks, in so many processes, for as long as it is wanted."""
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
