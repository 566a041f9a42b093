"""Redealing what a viewer cannot know: the Nest, other hands, and the own hand while it is hidden."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from games.rules.contract import Position, Rng, Seat, View
from games.rules.errors import RulesError
from games.rules.fate_foretold.board import Fates
from games.rules.game import Game
from games.rules.session import Session

TRIES = 40

Spot = tuple[int, list[str], int]
"""The bit of a hand or of the Nest (see `memory`), its cards, and a place among them."""


def hide(t: Fates, viewer: Seat | None, rng: Rng, keep: Collection[str]) -> None:
    """Deal anew, in place, all that the viewer cannot know, except cards named in `keep`.

    A card of which the viewer knows the place stays; one that must be in one of some hands, or in the Nest, comes to one of these.
    """
    if t.phase != "turn":
        return
    eyes = t.seats if viewer is None else viewer
    sure, somewhere = t.sure or {}, t.somewhere[eyes] if t.sure is not None else {}
    unseen = [(1 << seat, t.hands[seat]) for seat in t.all_seats if seat != viewer or t.hidden(seat)]
    unseen.append((1 << t.seats, t.nest))
    spots = [
        (bit, cards, at) for bit, cards in unseen for at, card in enumerate(cards) if card not in keep and not sure.get(card, 0) >> eyes & 1
    ]
    dealt = sorted(cards[at] for _bit, cards, at in spots)
    bound = {card: somewhere[card] for card in dealt if card in somewhere}
    for card, (_bit, cards, at) in _deal(dealt, spots, bound, rng):
        cards[at] = card


def _deal(dealt: Sequence[str], spots: Sequence[Spot], bound: Mapping[str, int], rng: Rng) -> list[tuple[str, Spot]]:
    """A random place for each card; first for those that are bound to some, the most bound before the others."""
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
    """What was told to the viewer alone, without the cards that lie on no field, while the viewer's own hand is hidden.

    That is a little more than "cards now in that hand": which of them are still there would tell what was taken unseen.
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


def redeals(game: Game[Fates], at: Position, viewer: Seat | None) -> Callable[[Rng], Position]:
    """Random positions in which the same answers led to the same kinds of events and the same seats are asked.

    Hidden cards decide what happens (The Angel comes when drawn, The Forge asks only who has a Body card), and everybody
    sees *that* it happens; a deal with another course is one the viewer can tell apart. What the events say is not compared.
    """
    taken_up = game.view(at, viewer).table.get("hand") or ()  # a hand that was hidden at the quiet point may lie open now
    keep = game.named_since(at, viewer) | set(taken_up)
    sealed = {seat: text for seat, text in at.sealed.items() if seat == viewer}
    course = _course(game, Position(at.table, at.since, sealed, at.draws))

    def dealt(rng: Rng) -> Position:
        for _try in range(TRIES):
            table = Fates.load(at.table)
            hide(table, viewer, rng, keep)
            other = Position(table.dump(), at.since, sealed, at.draws)
            try:
                same = _course(game, other) == course
            except (RulesError, ValueError):
                continue  # the hidden cards dealt do not allow what was answered: deal again
            if same:
                return other
        return at

    return dealt


def _course(game: Game[Fates], at: Position) -> Any:
    """Which kinds of events happened since the quiet point, to whom, and who is asked now."""
    session = Session(game, Fates.load(at.table), draws=at.draws)
    events = list(session.opening())
    for seat, text in at.since:
        events += [event for entry in session.feed(seat, text) for event in entry.events]
    return [(event.kind, event.public.get("seat"), sorted(event.private)) for event in events], session.waiting_for, session.result
