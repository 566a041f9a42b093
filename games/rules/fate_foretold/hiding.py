"""Redeals of what a viewer cannot know: the Nest, other hands, and the own hand while it is hidden."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from games.rules.contract import Entry, Rng, Seat, View
from games.rules.fate_foretold.board import FateForetoldTable
from games.rules.session import Session

TRIES = 40

Spot = tuple[int, list[str], int]
"""A place of a card: the bit of its hand or of the Nest (see `memory`), the list of cards, and the index in it."""


def hide(t: FateForetoldTable, viewer: Seat | None, rng: Rng, keep: Collection[str]) -> None:
    """Redeal in place what the viewer cannot know, except cards named in `keep`.

    A card whose exact place the viewer knows stays there; a card that the viewer knows to be in one of several hands or the Nest is
    dealt to one of these.
    """
    if t.phase != "turn":
        return
    bit_of_viewer = t.seats if viewer is None else viewer
    sure, somewhere = t.sure or {}, t.somewhere[bit_of_viewer] if t.sure is not None else {}
    unseen = [(1 << seat, t.hands[seat]) for seat in t.all_seats if seat != viewer or t.hidden(seat)]
    unseen.append((1 << t.seats, t.nest))
    spots = [
        (bit, cards, index)
        for bit, cards in unseen
        for index, card in enumerate(cards)
        if card not in keep and not sure.get(card, 0) >> bit_of_viewer & 1
    ]
    dealt = sorted(cards[index] for _bit, cards, index in spots)
    bound = {card: somewhere[card] for card in dealt if card in somewhere}
    for card, (_bit, cards, index) in _deal(dealt, spots, bound, rng):
        cards[index] = card


def _deal(dealt: Sequence[str], spots: Sequence[Spot], bound: Mapping[str, int], rng: Rng) -> list[tuple[str, Spot]]:
    """A random place for each card: first for the cards `bound` to some hands, those with the fewest hands first, then for the others.

    [] when the bound cards find no places in `TRIES` tries.
    """
    for _try in range(TRIES):
        free = list(spots)
        rng.shuffle(free)
        found: list[tuple[str, Spot]] = []
        for card in sorted(bound, key=lambda card: (bound[card].bit_count(), card)):
            spot = next((spot for spot in free if spot[0] & bound[card]), None)
            if spot is None:
                break
            free.remove(spot)
            found.append((card, spot))
        else:
            return found + list(zip([card for card in dealt if card not in bound], free, strict=True))
    return []


def recall(view: View, private: Mapping[str, Any]) -> Mapping[str, Any]:
    """The private part of an event, without cards that are on no field, while the viewer's own hand is hidden.

    Leaving out only the cards that are still in the hand would show which of them were taken from it unseen.
    """
    if view.viewer is None or view.result is not None or not view.table["players"][view.viewer]["hidden"]:
        return private
    in_sight = {card for player in view.table["players"] for card in player["field"]}
    kept: dict[str, Any] = {key: value for key, value in private.items() if key not in ("card", "cards")}
    if private.get("card") in in_sight:
        kept["card"] = private["card"]
    if "cards" in private:
        kept["cards"] = [card if card in in_sight else None for card in private["cards"]]
    return kept


def visible_course(session: Session[FateForetoldTable], entries: Sequence[Entry]) -> Any:
    """The kinds and seats of the events since the quiet point, the seats that are asked now, and the result.

    Hidden cards decide what happens (The Angel comes to the field when drawn, The Forge asks only players with a Body card), and all
    players see that it happens. A redeal with other events would be one that the viewer can tell apart. Values of events are not compared.
    """
    events = [(event.kind, event.public.get("seat"), sorted(event.private)) for entry in entries for event in entry.events]
    return events, session.waiting_for, session.result
