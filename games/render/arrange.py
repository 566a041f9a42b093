"""Arranges zones in the width of a picture: one below the other, places of players two per row. HTML pages wrap through CSS."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from games.rules.scene import Layout, Zone


def is_narrow(zone: Zone) -> bool:
    """Whether a zone may share a row: places of players may; hands and the centre need the full width."""
    return zone.owner is not None and zone.layout is not Layout.FAN


def rows(zones: Sequence[Zone]) -> Iterator[tuple[Zone, ...]]:
    """The zones in order, one or two to a row."""
    for narrow, group in groupby(zones, key=is_narrow):
        members = list(group)
        step = 2 if narrow else 1
        yield from (tuple(members[at : at + step]) for at in range(0, len(members), step))
