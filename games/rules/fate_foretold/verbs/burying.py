"""Burying: cards move from fields to the bottom of the Nest, all cards of a batch as one event."""

from collections.abc import Sequence

from games.rules.contract import Seat
from games.rules.fate_foretold import memory
from games.rules.fate_foretold.board import FateForetoldTable, Trigger, has_power, protector
from games.rules.fate_foretold.converging import drop_loose_tokens, settle
from games.rules.fate_foretold.deed import Deed
from games.rules.fate_foretold.kinds import Power, When
from games.rules.fate_foretold.triggers import listeners


async def bury(x: Deed, *cards: str | None) -> list[str]:
    """Bury these cards at the same time; returns the cards that were buried (a card that returns instead was not, R58)."""
    return await bury_batch(x.t, [card for card in cards if card is not None], by=x.you)


async def bury_batch(t: FateForetoldTable, cards: Sequence[str], by: Seat | None) -> list[str]:
    """One bury event. Cards that can't be buried stay, The Phoenix returns to its controller's hand, and the others go to the bottom of
    the Nest in the order given; the table before the event decides about all of them (Rule 8, AEG-1).

    `by` is the player whose card buries; None for the field limit. Returns the cards that were buried.
    """
    owners = {card: seat for card in cards if (seat := t.field_of(card)) is not None}
    stopped = {card: guard for card, seat in owners.items() if (guard := protector(t, card, seat, by)) is not None}
    returned = [card for card in owners if card not in stopped and has_power(t, card, Power.RETURNS)]
    buried = [card for card in owners if card not in stopped and card not in returned]
    places = {card: (seat, place) for seat, field in enumerate(t.fields) for place, card in enumerate(field)} if buried else {}
    alone = [one for one in listeners(t, When.BURIED_ALONE, owners.values()) if [one["source"]] == buried]
    for card, guard in stopped.items():
        t.log("prevented", what="bury", card=guard, of=card)
    for card in returned:
        t.fields[owners[card]].remove(card)
        t.hands[owners[card]].append(card)
        memory.added_to_hand(t, owners[card], card, memory.everybody(t))
        t.log("returned", seat=owners[card], cards=[card])
    for card in buried:
        t.fields[owners[card]].remove(card)
        t.nest.append(card)
        t.log("buried", seat=owners[card], card=card)
    memory.know_place(t, buried, memory.everybody(t))
    drop_loose_tokens(t)
    losers = sorted({owners[card] for card in buried})
    triggered = alone[:1] + listeners(t, When.YOUR_CARDS_BURIED, losers)
    t.queue += sorted(triggered, key=lambda one: _order_in_queue(t, one, places))
    await settle(t)
    return buried


def _order_in_queue(t: FateForetoldTable, trigger: Trigger, places: dict[str, tuple[Seat, int]]) -> tuple[int, int]:
    """The sort key of R29: seat clockwise from the active one, then the place on the field before the event."""
    return (trigger["seat"] - t.active) % t.seats, places[trigger["source"]][1]
