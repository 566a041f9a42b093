"""Introducing Citizens: at the set-up and one each turn (R3–R5, R25, R26)."""

from games.rules.turn_of_fate.board import TurnOfFateTable
from games.rules.turn_of_fate.cards import SPECIALS, SUITS_OF


def introduce_next(t: TurnOfFateTable) -> bool:
    """Introduce the top Citizen of the deck; returns False when the deck is empty (R26).

    Citizens who bear a temple's suit join its Congregation, all others go to the Agora.
    """
    if not t.citizen_deck:
        return False
    citizen = t.citizen_deck.pop(0)
    # The order of the temples does not matter: no Citizen bears both suits of a rivalry.
    inclined = next((seat for seat, temple in enumerate(t.temples) if temple in SUITS_OF[citizen]), None)
    if citizen in SPECIALS:
        _introduce_special(t, citizen, inclined)
    elif inclined is None:
        t.agora.append([citizen])
        t.log("citizen_introduced", reveals=True, citizen=citizen, zone="agora")
    else:
        t.congregations[inclined].append([citizen])
        t.log("citizen_introduced", reveals=True, citizen=citizen, zone="congregation", seat=inclined)
    return True


def _introduce_special(t: TurnOfFateTable, citizen: str, inclined: int | None) -> None:
    """The Huntress and the Bard take vows at once when their suit is a temple, and leave when it is not (R25)."""
    if inclined is None:
        t.removed.append(citizen)
        t.log("citizen_left", reveals=True, citizen=citizen)
    else:
        t.temple_piles[inclined].append([citizen])
        t.log("citizen_took_vows", reveals=True, citizen=citizen, seat=inclined, reason="introduced")
