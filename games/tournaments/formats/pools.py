"""Division of a field into pools (groups of a group stage, divisions of a league): their number, sizes and fields."""

from collections.abc import Sequence

from games.tournaments.formats.meetings import Field

FEWEST = 3
"""Least number of entrants of a pool if there are several."""


def count_of(people: int, size: int) -> int:
    """The number of pools of at most `size` entrants; fewer and larger pools if one would have fewer than `FEWEST`."""
    count = max(1, -(-people // size))
    while count > 1 and people // count < FEWEST:
        count -= 1
    return count


def cut(entrants: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """The entrants cut into consecutive pools, the larger ones first; sizes differ by one at most."""
    count = count_of(len(entrants), size)
    small, larger = divmod(len(entrants), count)
    pools, begin = [], 0
    for number in range(count):
        end = begin + small + (number < larger)
        pools.append(tuple(entrants[begin:end]))
        begin = end
    return pools


def named(letter: str, field: Field, pools: Sequence[Sequence[int]], first: int = 1, last: int = 10_000) -> dict[str, Field]:
    """The fields of the pools by label (`letter` and a number from 1: "G1"), with the meetings of rounds `first` to `last`."""
    return {f"{letter}{number}": field.within(pool, {f"{letter}{number}"}, first, last) for number, pool in enumerate(pools, start=1)}
