"""How often a table waits for somebody: measured by `manage.py measure_lengths`, kept in `lengths.toml` of the game's folder.

A wait is a hand-over: the table stands still until a person comes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from math import log
from pathlib import Path
from typing import Any, NamedTuple

FILE = "lengths.toml"
OTHER = 10.0
"""The distance between two settings that are no numbers."""


class Waits(NamedTuple):
    """Eight of ten games take from `fewest` to `most` waits; one half more than `usual`."""

    fewest: int
    usual: int
    most: int


class Measured(NamedTuple):
    """One row of the file: tables of so many seats with these settings, those not named being the usual ones."""

    seats: int
    options: Mapping[str, Any]
    waits: Waits
    orders: str = ""
    """What everybody left orders for when it was measured; "" for none."""


@lru_cache(maxsize=64)
def measured(folder: Path) -> tuple[Measured, ...]:
    """The rows of a game's folder; none where nothing was measured."""
    path = folder / FILE
    if not path.exists():
        return ()
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["table"]
    return tuple(Measured(row["seats"], row.get("options", {}), Waits(*row["waits"]), row.get("orders", "")) for row in rows)


def expected(rows: tuple[Measured, ...], seats: int, usual: Mapping[str, Any], options: Mapping[str, Any]) -> Waits | None:
    """The waits of the row nearest to these settings; None where no table of so many seats was measured.

    Settings that no row names do not count. Numbers are near by their ratio.
    """
    named = {key for row in rows for key in row.options}
    wanted = {key: options.get(key, usual.get(key)) for key in named}

    def distance(row: Measured) -> float:
        return sum(_apart(row.options.get(key, usual.get(key)), wanted[key]) for key in named)

    nearest = min((row for row in rows if row.seats == seats), key=distance, default=None)
    return nearest.waits if nearest else None


def _apart(one: Any, other: Any) -> float:
    if one == other:
        return 0.0
    numbers = type(one) is int and type(other) is int and one > 0 and other > 0
    return abs(log(one / other)) if numbers else OTHER
