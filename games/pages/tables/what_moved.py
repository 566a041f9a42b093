"""Which objects of a scene the latest lines of the log are about: they bear the number of their line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.queries.history.log import LogLine
from games.rules.scene import Scene


def marks(lines: Sequence[LogLine], scene: Scene) -> Mapping[str, int]:
    """By object id: the place of the last line that names it, from 1. An id may carry where it lies before a colon (`played:eyes-3`)."""
    ids: dict[str, list[str]] = {}
    for zone in scene.zones:
        for pile in zone.piles:
            for id_ in {pile.id, *(card.id for card in pile.cards)} - {""}:
                ids.setdefault(id_.rpartition(":")[2], []).append(id_)
    return {id_: number for number, line in enumerate(lines, start=1) for text in line.named for id_ in ids.get(text, ())}
