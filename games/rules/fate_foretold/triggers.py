"""Triggered abilities: finding them on the fields, and the queue in which they wait (R29, R30).

An effect always finishes, with everything nested in it, before an ability that it triggered begins. The turn
goes on when the queue is empty.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from games.rules.contract import Seat
from games.rules.fate_foretold.abilities import EFFECTS
from games.rules.fate_foretold.asking import Conceded
from games.rules.fate_foretold.board import FateForetoldTable, Trigger, effective_card
from games.rules.fate_foretold.deed import Deed
from games.rules.fate_foretold.kinds import When

LOOP_GUARD = 400
"""Abilities carried out in a row after which the rest of the queue is dropped, because the cards trigger each other without end."""


def listeners(t: FateForetoldTable, when: When, seats: Iterable[Seat]) -> list[Trigger]:
    """The abilities with one trigger on the fields of some seats: seat by seat as given, each field from left to right.

    The ability is stored in the trigger, so that of a copy is carried out even when the copy loses its token before.
    """
    found: list[Trigger] = []
    sources = EFFECTS[when]
    for seat in seats:
        for card in t.fields[seat]:
            ability = effective_card(t, card)
            if ability in sources:
                found.append({"when": when.value, "ability": ability, "source": card, "seat": seat, "event": {}})
    return found


def with_event(triggers: list[Trigger], event: Mapping[str, Any]) -> list[Trigger]:
    """The same triggers, each with the values of the event that caused them."""
    for trigger in triggers:
        trigger["event"] = dict(event)
    return triggers


async def resolve(t: FateForetoldTable) -> None:
    """Carry out the queue, oldest first, with all abilities that are triggered meanwhile."""
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
        except Conceded:
            continue  # the player of the ability has conceded: the rest of it is dropped


def _still_due(t: FateForetoldTable, trigger: Trigger) -> bool:
    """Whether the source is still on the field of the same seat, as an ability requires (R30).

    Libra's own burial does not require it; The Lovers may be on any field.
    """
    if not t.alive[trigger["seat"]]:
        return False
    if trigger["when"] == When.BURIED_ALONE:
        return True
    where = t.field_of(trigger["source"])
    return where is not None if trigger["when"] == When.LINKED_DRAW_OR_DISCARD else where == trigger["seat"]
