"""Glory, the Fate Die, and the end of the game (specification §4.5)."""

from games.rules.ask import StepOver, roll
from games.rules.contract import Seat
from games.rules.destined_to_fail.cards import FATE_DIE
from games.rules.destined_to_fail.table import Destiny


async def roll_fate_die() -> int:
    """R8: the Fate Die shows 0, 1 or 2, each as likely as the others."""
    return FATE_DIE[await roll("fate-die", len(FATE_DIE))]


async def roll_for_glory(t: Destiny, seat: Seat, why: str) -> None:
    """R8: the seat rolls the Fate Die and gains what it shows. `why` names the reason in the log."""
    rolled = await roll_fate_die()
    t.glory[seat] += rolled
    t.log("rolled", seat=seat, rolled=rolled, why=why, glory=t.glory[seat])


async def check_end(t: Destiny) -> None:
    """R19: end the game if a seat has reached the target; the rest of the step is dropped."""
    if max(t.glory) >= t.target:
        await end_game(t, "target")


async def end_game(t: Destiny, reason: str) -> None:
    """The seat with the most Glory is the Chosen One and loses alone; all others win (R45). Ends the step."""
    most = max(t.glory)
    loser = await _roll_off(t, [seat for seat in t.all_seats if t.glory[seat] == most])
    t.log("over", reveals=True, seat=loser, glory=list(t.glory), why=reason)
    t.finish(ranks_with_loser(t.seats, loser), t.glory, reason)
    raise StepOver


def ranks_with_loser(seats: int, loser: Seat) -> list[int]:
    """R45: all seats share the first rank except the loser, who is last."""
    return [seats if seat == loser else 1 for seat in range(seats)]


async def _roll_off(t: Destiny, tied: list[Seat]) -> Seat:
    """R20: the tied seats roll, and the highest rollers roll again until one is left. These rolls add no Glory."""
    while len(tied) > 1:
        rolls = [await roll_fate_die() for _seat in tied]
        t.log("roll_off", rolls=[[seat, rolled] for seat, rolled in zip(tied, rolls, strict=True)])
        tied = [seat for seat, rolled in zip(tied, rolls, strict=True) if rolled == max(rolls)]
    return tied[0]
