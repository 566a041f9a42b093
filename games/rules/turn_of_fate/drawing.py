"""Drawing Fates, and whether one can be drawn at all (R7–R11)."""

from __future__ import annotations

from games.rules.contract import Seat
from games.rules.turn_of_fate.board import Jacynth
from games.rules.turn_of_fate.cards import BEARERS, RIVAL


def draw_fates(t: Jacynth, seat: Seat, times: int) -> int:
    """Draw up to that many Fates and return how many came.

    R8: each draw looks at every card once at most; cards of the rival suit go to the bottom in that order (R10). R9: after
    a draw that finds nothing there is no other. R7: only the drawer sees what was set aside; its number is public.
    """
    deck, unfit = t.fate_deck, BEARERS[RIVAL[t.temples[seat]]]
    if not deck:
        return 0
    drawn: list[str] = []
    aside: list[str] = []
    while len(drawn) < times:
        card = _next_usable(deck, unfit, aside)
        if card is None:
            break
        drawn.append(card)
    t.hands[seat] += drawn
    t.seen[seat] += [card for card in aside if card not in t.seen[seat]]
    private = {seat: {"drawn": drawn, "bottomed": aside}}
    t.log("cards_drawn", private, reveals=True, seat=seat, count=len(drawn), set_aside=len(aside))
    return len(drawn)


def _next_usable(deck: list[str], unfit: frozenset[str], aside: list[str]) -> str | None:
    """Take the first card that is fit; those before it go to the bottom. None after a full circle, the order unchanged."""
    for place, card in enumerate(deck):
        if card not in unfit:
            aside += deck[:place]
            deck[:] = deck[place + 1 :] + deck[:place]
            return card
    aside += deck
    return None


def can_draw(t: Jacynth, seat: Seat) -> bool:
    """Some card that is left does not bear the rival suit."""
    unfit = BEARERS[RIVAL[t.temples[seat]]]
    return any(card not in unfit for card in t.fate_deck)
