"""The small queue of abilities that were set off.

An effect that has begun always finishes, with everything nested in it, before an ability it set off begins; and the turn
goes on only when the queue is empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.rules.contract import Seat
from games.rules.fate_foretold.abilities import EFFECTS
from games.rules.fate_foretold.asking import Gone
from games.rules.fate_foretold.board import Fates, Trigger, essence
from games.rules.fate_foretold.deed import Deed
from games.rules.fate_foretold.kinds import When

LOOP_GUARD = 400
"""So many abilities in one row mean that cards feed each other for ever; the rest of the queue is then dropped."""


def listeners(t: Fates, when: When, seats: Iterable[Seat]) -> list[Trigger]:
    """The abilities of a kind on the fields of some seats: seat by seat as given, each field from left to right.

    The ability is captured here, so a copy that loses its token in between is still carried out.
    """
    found: list[Trigger] = []
    sources = EFFECTS[when]
    for seat in seats:
        for card in t.fields[seat]:
            ability = essence(t, card)
            if ability in sources:
                found.append({"when": when.value, "ability": ability, "source": card, "seat": seat, "event": {}})
    return found


def with_event(triggers: list[Trigger], event: Mapping[str, Any]) -> list[Trigger]:
    """The same abilities, told what happened."""
    for trigger in triggers:
        trigger["event"] = dict(event)
    return triggers


async def resolve(t: Fates) -> None:
    """Carry out everything in the queue, oldest first, and what that sets off in turn."""
    done = 0
    while t.queue:
        trigger = t.queue.pop(0)
        if not _still_due(t, trigger):
            continue
        done += 1
        if done > LOOP_GUARD:
            t.queue = []
            t.log("loop_guard")
            return
        deed = Deed(t, trigger["seat"], trigger["source"], trigger["event"])
        try:
            await EFFECTS[When(trigger["when"])][trigger["ability"]](deed)
        except Gone:
            continue  # its player has conceded in the middle of it: the rest is dropped


def _still_due(t: Fates, trigger: Trigger) -> bool:
    """R30: the source must lie where it was, except Libra's own burial; The Lovers may lie on any field."""
    if not t.alive[trigger["seat"]]:
        return False
    if trigger["when"] == When.BURIED_ALONE:
        return True
    where = t.field_of(trigger["source"])
    return where is not None if trigger["when"] == When.LINKED_DRAW_OR_DISCARD else where == trigger["seat"]
