"""Drawing Fates: cards of the rival suit are set aside to the bottom of the deck (R7–R11)."""

from games.rules.contract import Seat
from games.rules.turn_of_fate.board import TurnOfFateTable
from games.rules.turn_of_fate.cards import BEARERS, RIVAL


def draw_fates(t: TurnOfFateTable, seat: Seat, times: int) -> int:
    """Draw up to `times` Fates; returns the number drawn.

    Each draw looks at every card of the deck at most once (R8); cards of the rival suit go to the bottom in the order in which they were
    found (R10). After a draw without a card the others are left out (R9). Only the drawing seat sees the cards set aside; their number
    is public (R7).
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
    """Take the first card that is not `unfit`; the cards before it go to the bottom and are added to `aside`.

    None when all cards are unfit: the order of the deck is then unchanged.
    """
    for place, card in enumerate(deck):
        if card not in unfit:
            aside += deck[:place]
            deck[:] = deck[place + 1 :] + deck[:place]
            return card
    aside += deck
    return None


def can_draw(t: TurnOfFateTable, seat: Seat) -> bool:
    """Whether some card of the deck does not bear the rival suit."""
    unfit = BEARERS[RIVAL[t.temples[seat]]]
    return any(card not in unfit for card in t.fate_deck)
