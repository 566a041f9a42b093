"""How zones share the width of a picture: one under the other, places of people two abreast. A page wraps by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from games.rules.scene import Layout, Zone


def is_narrow(zone: Zone) -> bool:
    """A place that belongs to somebody may stand beside another one; hands of cards and the middle want the whole width."""
    return zone.owner is not None and zone.layout is not Layout.FAN


def rows(zones: Sequence[Zone]) -> Iterator[tuple[Zone, ...]]:
    """The zones in order, one or two to a row."""
    for narrow, group in groupby(zones, key=is_narrow):
        members = list(group)
        step = 2 if narrow else 1
        yield from (tuple(members[at : at + step]) for at in range(0, len(members), step))
