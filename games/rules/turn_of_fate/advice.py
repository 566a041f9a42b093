"""A greedy player: it looks one play ahead, at what everybody can see and its own hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.contract import Decision, Seat, View
from games.rules.turn_of_fate.board import OWN, RIVALS, TEMPLE, rival
from games.rules.turn_of_fate.cards import ACES, CROWN_FATES, SUITS_OF, VALUE
from games.rules.turn_of_fate.plays import PASS, destination, moment_of_truth, read_play
from games.rules.turn_of_fate.scoring import worth

Seen = Mapping[str, Any]


def advise(view: View, decision: Decision) -> str:
    """The play with the best gain; of equals the first. Passing gains nothing but a card."""
    assert view.viewer is not None
    return max(decision.tokens, key=lambda token: gain(view.table, decision.seat, token))


def gain(seen: Seen, seat: Seat, token: str) -> int:
    """Ten times the points by which the lead grows, with small weights for what is safe and for what is spent."""
    if token == PASS:
        return 0
    play = read_play(token)
    place, stack = _stack(seen, seat, play.citizen)
    goal = destination(place, moment_of_truth(play.fate, stack[-1], place))
    grown = [*stack, play.fate]
    mine, theirs = seen["temples"][seat], seen["temples"][rival(seat)]
    lead = 10 * (_counted(grown, goal, mine) - (worth(stack, mine) if place == OWN else 0))
    if place == RIVALS:
        lead += 10 * worth(stack, theirs)
    if goal == TEMPLE:
        lead += SAFE * worth(grown, mine)
    elif goal == OWN and not _locked(play.fate, mine):
        lead -= EXPOSED * worth(grown, mine)
    return lead - _price(play.fate) - (_price(play.ace) if play.ace else 0)


SAFE, EXPOSED = 3, 2
"""Tenths of a point for each point that nobody can take any more, and off each that somebody may."""


def _counted(stack: list[str], goal: str, temple: str) -> int:
    return worth(stack, temple) if goal in (OWN, TEMPLE) else 0


def _locked(last: str, temple: str) -> bool:
    """The last card shows this temple's suit alone, so the rival cannot match it."""
    return SUITS_OF[last] == (temple,)


def _price(fate: str) -> int:
    """What is given up with a card, in tenths of a point: Crowns and Aces are worth keeping for the right moment."""
    if fate in CROWN_FATES:
        return 60
    return 25 if fate in ACES else VALUE[fate]


def _stack(seen: Seen, seat: Seat, citizen: str) -> tuple[str, list[str]]:
    zones = ((OWN, seen["congregations"][seat]), ("agora", seen["agora"]), (RIVALS, seen["congregations"][rival(seat)]))
    return next((place, stack) for place, stacks in zones for stack in stacks if stack[0] == citizen)
