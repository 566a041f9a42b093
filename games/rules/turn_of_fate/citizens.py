"""Citizens coming into play: at the set-up and one each turn (R3–R5, R25, R26)."""

from __future__ import annotations

from games.rules.turn_of_fate.board import Jacynth
from games.rules.turn_of_fate.cards import SUITS_OF, WANDERERS


def introduce_next(t: Jacynth) -> bool:
    """Reveal the top Citizen and put them where they belong; False when the deck is empty (R26)."""
    if not t.citizen_deck:
        return False
    citizen = t.citizen_deck.pop(0)
    # The order of the temples does not matter: no Citizen bears both suits of a rivalry.
    inclined = next((seat for seat, temple in enumerate(t.temples) if temple in SUITS_OF[citizen]), None)
    if citizen in WANDERERS:
        _wander(t, citizen, inclined)
    elif inclined is None:
        t.agora.append([citizen])
        t.log("citizen_introduced", reveals=True, citizen=citizen, zone="agora")
    else:
        t.congregations[inclined].append([citizen])
        t.log("citizen_introduced", reveals=True, citizen=citizen, zone="congregation", seat=inclined)
    return True


def _wander(t: Jacynth, citizen: str, inclined: int | None) -> None:
    """R25: the Huntress and the Bard take vows at once where their suit is a temple, and leave where it is not."""
    if inclined is None:
        t.removed.append(citizen)
        t.log("citizen_left", reveals=True, citizen=citizen)
    else:
        t.temple_piles[inclined].append([citizen])
        t.log("citizen_took_vows", reveals=True, citizen=citizen, seat=inclined, reason="introduced")
