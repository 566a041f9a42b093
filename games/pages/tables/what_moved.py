"""Marks the objects of a scene that the latest lines of the log name, with the number of the line."""

from collections.abc import Iterable, Mapping, Sequence

from games.queries.history.log import LogLine
from games.rules.scene import Role, Scene, Zone

MOST = 6
"""A line about more objects than this deals or gathers cards; marks on all of them would not help."""
IN_PLAY = (Role.CENTRE, Role.MINE, Role.THEIRS)


def marks(lines: Sequence[LogLine], scene: Scene) -> Mapping[str, int]:
    """By object id: the place of the last line that names it, from 1. An id may carry where it lies before a colon (`played:eyes-3`).

    Of copies that the same line could mean, those on the table are marked, not the one in a hand or in a trick put away.
    """
    in_play = _by_name(zone for zone in scene.zones if zone.role in IN_PLAY)
    ids = _by_name(scene.zones) | in_play
    found = [[id_ for text in line.named for id_ in ids.get(text, ())] for line in lines]
    return {id_: number for number, there in enumerate(found, start=1) if len(there) <= MOST for id_ in there}


def _by_name(zones: Iterable[Zone]) -> dict[str, list[str]]:
    ids: dict[str, list[str]] = {}
    for zone in zones:
        for pile in zone.piles:
            for id_ in {pile.id, *(card.id for card in pile.cards)} - {""}:
                ids.setdefault(id_.rpartition(":")[2], []).append(id_)
    return ids
