"""Two players compared in rows of games: every game is a line in a file, so that a run can be stopped and continued at any time.

`python -m tests.bench.rows /tmp/rows.jsonl --games 500 --minutes 60` plays the games that the rows below lack, the fastest first;
`--show` prints the rows of the file as a table with Wilson's intervals of 95 %.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from games.rules.registry import game
from tests.bench.ladder import PLAYERS, Share, one_game


class Row(NamedTuple):
    """One seat of a player among seats of another."""

    first: str
    others: str
    key: str
    seats: int
    options: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def read(cls, text: str) -> Row:
        """Parse `hard:adviser:council_of_kings:4:mode=advanced`."""
        first, others, key, seats, *options = text.split(":")
        for name in (first, others):
            if name not in PLAYERS:
                raise ValueError(f"There is no player {name}; there are {', '.join(PLAYERS)}.")
        pairs = (option.partition("=") for option in options)
        return cls(first, others, key, int(seats), tuple((word, int(value) if value.isdecimal() else value) for word, _, value in pairs))

    def __str__(self) -> str:
        return ":".join((*map(str, self[:4]), *(f"{word}={value}" for word, value in self.options)))


KINGS = [f"council_of_kings:{seats}" for seats in (3, 4, 5)]
CROWNED = [f"council_of_kings:{seats}:mode=advanced" for seats in (3, 4, 5)]
FATED = [f"destined_to_fail:{seats}" for seats in range(3, 8)]
TUNED, UNTUNED = ([f"{pair}:{table}" for table in (*KINGS, *FATED, *CROWNED)] for pair in ("adviser:old", "old:adviser"))
TABLES = ("turn_of_fate:2", "destined_to_fail:3", "destined_to_fail:4", "council_of_kings:4", "tempting_fate:2", "fate_foretold:4")
SEARCHED = [f"{level}:adviser:{table}" for level in ("fair", "hard") for table in TABLES]
ROWS = [Row.read(text) for text in (*TUNED, *SEARCHED, *UNTUNED)]


def kept(file: Path) -> Mapping[Row, dict[int, tuple[float, int]]]:
    """The games of each row by number, which is their seed: won and last."""
    found: dict[Row, dict[int, tuple[float, int]]] = defaultdict(dict)
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        entry = json.loads(line)
        found[Row.read(entry["row"])][entry["game"]] = entry["won"], entry["last"]
    return found


def play(file: Path, rows: list[Row], games: int, seconds: float) -> None:
    """Play the games that the rows lack until the time is over; writes one line per game."""
    until, there = time.monotonic() + seconds, kept(file)
    for row in rows:
        for number in (number for number in range(games) if number not in there.get(row, {})):
            if time.monotonic() >= until:
                return
            won, last = one_game(game(row.key), row.first, row.others, row.seats, number, dict(row.options))
            with file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps({"row": str(row), "game": number, "won": won, "last": last}) + "\n")


def shown(file: Path) -> str:
    """A line of a table for each row."""
    lines = ["| one among others: game, players | games | wins | last | fair |", "|---|---:|---|---|---:|"]
    for row, games in kept(file).items():
        won, last = (Share(sum(parts), len(games)) for parts in zip(*games.values(), strict=True))
        lines.append(f"| {row} | {len(games)} | {won} | {last} | {1 / row.seats:.1%} |")
    return "\n".join(lines)


def main() -> None:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--row", type=Row.read, action="append", metavar="FIRST:OTHERS:GAME:PLAYERS[:OPTION=VALUE]")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--show", action="store_true", help="Play nothing.")
    given = parser.parse_args()
    if not given.show:
        play(given.file, given.row or ROWS, given.games, given.minutes * 60)
    print(shown(given.file))


if __name__ == "__main__":
    main()
