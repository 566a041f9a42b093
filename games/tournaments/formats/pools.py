"""Groups and divisions: their number, sizes and fields."""

from __future__ import annotations

from collections.abc import Sequence

from games.tournaments.formats.meetings import Field

FEWEST = 3
"""Least number of entrants of a pool if there are several."""


def count_of(people: int, size: int) -> int:
    """How many pools of `size` or one less there are; larger ones where fewer than `FEWEST` would be left in one."""
    count = max(1, -(-people // size))
    while count > 1 and people // count < FEWEST:
        count -= 1
    return count


def cut(entrants: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """Pools one after the other, the larger ones first, sizes within one of each other."""
    count = count_of(len(entrants), size)
    small, larger = divmod(len(entrants), count)
    pools, begin = [], 0
    for number in range(count):
        end = begin + small + (number < larger)
        pools.append(tuple(entrants[begin:end]))
        begin = end
    return pools


def named(letter: str, field: Field, pools: Sequence[Sequence[int]], first: int = 1, last: int = 10_000) -> dict[str, Field]:
    """The pools as fields, with the meetings under their label ("G1") in those rounds."""
    return {f"{letter}{number}": field.within(pool, {f"{letter}{number}"}, first, last) for number, pool in enumerate(pools, start=1)}
