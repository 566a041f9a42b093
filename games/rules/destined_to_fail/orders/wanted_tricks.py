"""A plan that says when another trick is wanted: by that it follows, whatever lies before."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.contract import View
from games.rules.destined_to_fail.cards import ORB, SUIT, strength
from games.rules.destined_to_fail.trumps import TRUMPS
from games.rules.destined_to_fail.trumps.trump import Trump
from games.rules.order_book import Terms


def steers(terms: Terms) -> bool:
    """Whether a plan says so at all; with leads for who wants none alone, none is wanted."""
    return bool(terms["more"] or terms["duck"])


def wants_more(view: View, terms: Terms) -> bool:
    """Whether another trick is wanted now."""
    won, trick = view.table["tricks_won"][view.viewer], len(view.table["tricks"]) + 1
    return any(int(with_) == won and trick <= int(last) for with_, last in (word.split("-") for word in terms["more"]))


def costly_suit(trump: Trump) -> str:
    """The suit that brings Glory to who takes a trick with it, "" for none."""
    return "star" if trump.key == "starlight_wonder" else "hands" if trump.hands_glory > 0 else ""


def by_wish(view: View, tokens: Sequence[str], faces: Sequence[str], *, more: bool) -> str:
    """To want a trick: the strongest card that takes it as it lies, else the highest number. To want none: the highest number that does
    not take it, else the weakest card. What brings Glory comes last among the cards that take it, an Orb among the others.
    """
    trump = TRUMPS[view.table["trump"]]
    led, costly = SUIT[faces[0]], costly_suit(trump)

    def power(face: str) -> int:
        return trump.power(face, led)

    best = max(1, *map(power, faces))
    taking = [face for face in tokens if power(face) >= best and not (trump.eyes_give and SUIT[face] == "eyes")]
    losing = sorted((face for face in tokens if face not in taking), key=lambda face: (face != ORB, strength(face)))
    cheap = [face for face in taking if SUIT[face] != costly]
    if more and cheap:
        return max(cheap, key=lambda face: (power(face), strength(face)))
    if losing:
        return losing[-1]
    return (max if more else min)(cheap or taking, key=lambda face: (power(face), strength(face)))
