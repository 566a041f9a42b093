"""Expected game lengths: how often a table waits for a player. `manage.py measure_lengths` writes `lengths.toml` of a game's folder.

Consecutive questions to one player are one wait; a sealed question to several players is one wait.
"""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from math import log
from pathlib import Path
from typing import Any, NamedTuple

FILE = "lengths.toml"
UNEQUAL = 10.0
"""The distance between two different settings that are not both positive numbers."""


class Waits(NamedTuple):
    """Numbers of waits: 80 % of games take from `fewest` to `most`; `usual` is the median."""

    fewest: int
    usual: int
    most: int


class Measured(NamedTuple):
    """One row of the file: the waits of tables with that number of seats and these settings; settings not named have their defaults."""

    seats: int
    options: Mapping[str, Any]
    waits: Waits
    orders: str = ""
    """The standing orders that every player had left when it was measured; "" for none."""


@lru_cache(maxsize=64)
def measured(folder: Path) -> tuple[Measured, ...]:
    """The rows in a game's folder; () where nothing was measured."""
    path = folder / FILE
    if not path.exists():
        return ()
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["table"]
    return tuple(Measured(row["seats"], row.get("options", {}), Waits(*row["waits"]), row.get("orders", "")) for row in rows)


def expected(rows: tuple[Measured, ...], seats: int, usual: Mapping[str, Any], options: Mapping[str, Any]) -> Waits | None:
    """The waits of the row nearest to these settings; None where no table with that number of seats was measured.

    Settings that no row names are ignored. The distance between two numbers is the logarithm of their ratio.
    """
    named = {key for row in rows for key in row.options}
    wanted = {key: options.get(key, usual.get(key)) for key in named}

    def distance(row: Measured) -> float:
        return sum(_distance(row.options.get(key, usual.get(key)), wanted[key]) for key in named)

    nearest = min((row for row in rows if row.seats == seats), key=distance, default=None)
    return nearest.waits if nearest else None


def _distance(one: Any, other: Any) -> float:
    if one == other:
        return 0.0
    numbers = type(one) is int and type(other) is int and one > 0 and other > 0
    return abs(log(one / other)) if numbers else UNEQUAL
