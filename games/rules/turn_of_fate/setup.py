"""The set-up (§2 of the specification): shuffle both decks, assign the temples, introduce four Citizens, deal three Fates each."""

from games.rules.ask import shuffled
from games.rules.cards.decktet import LEAVES, WYRMS
from games.rules.contract import Seat
from games.rules.turn_of_fate.board import TurnOfFateTable, rival
from games.rules.turn_of_fate.cards import CITIZENS, FATES, RIVAL, SUITS_OF
from games.rules.turn_of_fate.citizens import introduce_next
from games.rules.turn_of_fate.drawing import draw_fates

FIRST_CITIZENS = 4
FIRST_HAND = 3


async def set_up(t: TurnOfFateTable) -> None:
    """Shuffle both decks, then deal. The table changes only after both draws, so that no view shows a half-finished set-up."""
    citizens = await shuffled("citizens", CITIZENS)
    fates = await shuffled("fates", FATES)
    deal(t, citizens, fates)


def deal(t: TurnOfFateTable, citizens: list[str], fates: list[str]) -> None:
    """Set up the table from two decks, top card first."""
    t.citizen_deck, t.fate_deck = citizens, fates
    _assign_temples(t)
    while len(t.congregations[0]) + len(t.congregations[1]) + len(t.agora) < FIRST_CITIZENS:
        introduce_next(t)
    starter = _starter(t)
    draw_fates(t, starter, FIRST_HAND)
    draw_fates(t, rival(starter), FIRST_HAND)
    t.active, t.turn, t.phase = starter, 1, "turn"


def _assign_temples(t: TurnOfFateTable) -> None:
    """The first suit of the first Citizen that is a temple suit, from top to bottom, is the temple of seat 0 (R3, R4)."""
    first = t.citizen_deck[0]
    temple = next(suit for suit in SUITS_OF[first] if suit in RIVAL)
    t.temples = [temple, RIVAL[temple]]
    t.log("temples_assigned", reveals=True, citizen=first, temples=t.temples, starter=_starter(t))


def _starter(t: TurnOfFateTable) -> Seat:
    """The seat that begins and draws first (R6): Wyrms or Leaves, or with the option `starter` Moons or Suns."""
    wyrms_or_leaves = next(seat for seat, temple in enumerate(t.temples) if temple in (WYRMS, LEAVES))
    return wyrms_or_leaves if t.options["starter"] == "seed" else rival(wyrms_or_leaves)
