"""The game's own bot: a greedy player that values each play by the change of the lead, from its own view."""

from collections.abc import Mapping
from math import tanh
from typing import Any

from games.rules.contract import Decision, Seat, View
from games.rules.search.plan import Plan
from games.rules.turn_of_fate.board import OWN, RIVALS, TEMPLE, TurnOfFateTable, rival, stack_seen
from games.rules.turn_of_fate.cards import ACES, CROWN_FATES, SUITS_OF, VALUE
from games.rules.turn_of_fate.plays import PASS, destination, moment_of_truth, read_play
from games.rules.turn_of_fate.scoring import worth

Seen = Mapping[str, Any]


def advise(view: View, decision: Decision) -> str:
    """The play with the highest gain; of equals the first. A pass has gain 0."""
    assert view.viewer is not None
    return max(decision.tokens, key=lambda token: gain(view.table, decision.seat, token))


def gain(seen: Seen, seat: Seat, token: str) -> int:
    """The value of a play in tenths of a point: the growth of the lead, the safety of the stack, and the price of the cards spent."""
    if token == PASS:
        return 0
    play = read_play(token)
    place, stack = stack_seen(seen, seat, play.citizen)
    goal = destination(place, moment_of_truth(play.fate, stack[-1], place))
    grown = [*stack, play.fate]
    mine, theirs = seen["temples"][seat], seen["temples"][rival(seat)]
    lead = 10 * ((worth(grown, mine) if goal in (OWN, TEMPLE) else 0) - (worth(stack, mine) if place == OWN else 0))
    if place == RIVALS:
        lead += 10 * worth(stack, theirs)
    if goal == TEMPLE:
        lead += SAFE * worth(grown, mine)
    elif goal == OWN and not _locked(play.fate, mine):
        lead -= EXPOSED * worth(grown, mine)
    return lead - _price(play.fate) - (_price(play.ace) if play.ace else 0)


SAFE, EXPOSED = 3, 2
"""Tenths of a point added for each point in the Temple, and subtracted for each point in the Congregation that the rival may take."""


def _locked(last: str, temple: str) -> bool:
    """Whether the last card shows this temple's suit alone, so that the rival cannot match it."""
    return SUITS_OF[last] == (temple,)


def _price(fate: str) -> int:
    """The value of keeping a card, in tenths of a point; Crowns and Aces are worth more than their value."""
    if fate in CROWN_FATES:
        return 60
    return 25 if fate in ACES else VALUE[fate]


LEAD = 25.0
"""The scale of the lead in points: a lead of this size has 76 % of the value of any larger one."""


def _value(t: TurnOfFateTable, seat: Seat) -> float:
    assert t.result is not None
    mine, theirs = t.result.scores[seat] or 0, t.result.scores[1 - seat] or 0
    return 0.7 * t.result.gain(seat) + 0.15 * (1 + tanh((mine - theirs) / LEAD))


PLAN = Plan(value=_value)
"""The search: playouts are valued by their result and by the lead in points."""
