"""The set-up (§2): two shuffles, the rivalry, four Citizens, three Fates each."""

from __future__ import annotations

from games.rules.ask import shuffled
from games.rules.cards.decktet import LEAVES, WYRMS
from games.rules.contract import Seat
from games.rules.turn_of_fate.board import Jacynth, rival
from games.rules.turn_of_fate.cards import CITIZENS, FATES, RIVAL, SUITS_OF
from games.rules.turn_of_fate.citizens import introduce_next
from games.rules.turn_of_fate.drawing import draw_fates

FIRST_CITIZENS = 4
FIRST_HAND = 3


async def set_up(t: Jacynth) -> None:
    """Shuffle both decks, then deal. Both orders go onto the table together, so nothing shows in between."""
    citizens = await shuffled("citizens", CITIZENS)
    fates = await shuffled("fates", FATES)
    deal(t, citizens, fates)


def deal(t: Jacynth, citizens: list[str], fates: list[str]) -> None:
    """Set up from two deck orders, top card first."""
    t.citizen_deck, t.fate_deck = citizens, fates
    _assign_temples(t)
    while _citizens_in_play(t) < FIRST_CITIZENS:
        introduce_next(t)
    starter = _starter(t)
    draw_fates(t, starter, FIRST_HAND)
    draw_fates(t, rival(starter), FIRST_HAND)
    t.active, t.turn, t.phase = starter, 1, "turn"


def _assign_temples(t: Jacynth) -> None:
    """R3: the first temple suit of the first Citizen, read from the top, is the temple of seat 0; R4: whoever it is."""
    first = t.citizen_deck[0]
    temple = next(suit for suit in SUITS_OF[first] if suit in RIVAL)
    t.temples = [temple, RIVAL[temple]]
    t.log("temples_assigned", reveals=True, citizen=first, temples=t.temples, starter=_starter(t))


def _citizens_in_play(t: Jacynth) -> int:
    """R5: who took vows or left does not count."""
    return len(t.congregations[0]) + len(t.congregations[1]) + len(t.agora)


def _starter(t: Jacynth) -> Seat:
    """Wyrms or Leaves begin, or Moons or Suns where the option says so. R6: the starter also draws first."""
    underdog = next(seat for seat, temple in enumerate(t.temples) if temple in (WYRMS, LEAVES))
    return underdog if t.options["starter"] == "seed" else rival(underdog)
