"""Conceding, which is possible at any time, and ending the game."""

from collections.abc import Collection
from typing import Any

from games.rules.ask import StepOver
from games.rules.contract import Seat
from games.rules.fate_foretold import memory
from games.rules.fate_foretold.board import FateForetoldTable
from games.rules.fate_foretold.converging import drop_loose_tokens


def concede(t: FateForetoldTable, seat: Seat) -> None:
    """Move the seat's cards into the Nest and drop its protections and its triggered abilities.

    The Nest is shuffled when no question is open any more (R56). Raises `StepOver` when one player is left, who wins (R55).
    """
    t.log("conceded", seat=seat, hand=len(t.hands[seat]), field=t.fields[seat])
    memory.conceded(t, seat)
    t.nest += t.hands[seat] + t.fields[seat]
    t.hands[seat], t.fields[seat], t.aligned[seat] = [], [], []
    t.alive[seat] = False
    t.skips[seat] = False
    t.shields = [shield for shield in t.shields if shield["owner"] != seat]
    t.queue = [trigger for trigger in t.queue if trigger["seat"] != seat]
    t.unsettled = True
    drop_loose_tokens(t)
    left = t.living(seat)
    if len(left) == 1:
        end(t, left, "last_standing")


def end(t: FateForetoldTable, winners: Collection[Seat], reason: str, **details: Any) -> None:
    """End the game at once: always raises `StepOver`. Without winners all seats lose and share the first rank."""
    t.log("over", winners=sorted(winners), reason=reason, **details)
    t.queue = []
    ranks = [1 if not winners or seat in winners else 2 for seat in t.all_seats]
    t.finish(ranks, [1 if seat in winners else 0 for seat in t.all_seats], reason)
    raise StepOver
