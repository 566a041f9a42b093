"""Redealing what a viewer cannot know: the Nest, other hands, and the own hand while it is hidden."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from games.rules.contract import Position, Rng, Seat, View
from games.rules.errors import RulesError
from games.rules.fate_foretold.board import Fates
from games.rules.game import Game
from games.rules.session import Session

TRIES = 40


def hide(t: Fates, viewer: Seat | None, rng: Rng, keep: Collection[str]) -> None:
    """Deal anew, in place, all that the viewer cannot know, except cards named in `keep`."""
    if t.phase != "turn":
        return
    unseen = [t.nest, *(t.hands[seat] for seat in t.all_seats if seat != viewer or t.hidden(seat))]
    places = [(cards, at) for cards in unseen for at in range(len(cards)) if cards[at] not in keep]
    dealt = sorted(cards[at] for cards, at in places)
    rng.shuffle(dealt)
    for (cards, at), card in zip(places, dealt, strict=True):
        cards[at] = card


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


def redeal(game: Game[Fates], at: Position, viewer: Seat | None, rng: Rng) -> Position:
    """A random position in which the same answers led to the same kinds of events and the same seats are asked.

    Hidden cards decide what happens (The Angel comes when drawn, The Forge asks only who has a Body card), and everybody
    sees *that* it happens; a deal with another course is one the viewer can tell apart. What the events say is not compared.
    """
    keep = game._named_since(at, viewer)
    sealed = {seat: text for seat, text in at.sealed.items() if seat == viewer}
    course = _course(game, Position(at.table, at.since, sealed, at.draws))
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


def _course(game: Game[Fates], at: Position) -> Any:
    """Which kinds of events happened since the quiet point, to whom, and who is asked now."""
    session = Session(game, Fates.load(at.table), draws=at.draws)
    events = list(session.opening())
    for seat, text in at.since:
        events += [event for entry in session.feed(seat, text) for event in entry.events]
    return [(event.kind, event.public.get("seat"), sorted(event.private)) for event in events], session.waiting_for, session.result
