"""The end of a round: prophecies, leftover cards, and the clean-up for the next round (specification §4.4)."""

from games.rules.destined_to_fail.archive import encode
from games.rules.destined_to_fail.cards import RANK
from games.rules.destined_to_fail.deal import clear
from games.rules.destined_to_fail.glory import check_end, end_game, roll_fate_die
from games.rules.destined_to_fail.table import Destiny
from games.rules.destined_to_fail.trumps import trump_of


async def score(t: Destiny) -> None:
    """Score the prophecies, then the leftover cards. The game may end after either (R37), or by the round limit (R41)."""
    _prophecies(t)
    await check_end(t)
    await trump_of(t).before_leftovers(t)
    await _leftovers(t)
    await check_end(t)
    if t.round == t.options["round_limit"]:
        await end_game(t, "round_limit")  # R41
    _clean_up(t)


def _prophecies(t: Destiny) -> None:
    """Reveal all tokens and change the Glory of all seats at once by how far each prophecy was missed."""
    table = trump_of(t).miss_glory
    misses = [abs(won - (token or 0)) for won, token in zip(t.tricks_won, t.tokens, strict=True)]
    gained = [table[miss] for miss in misses]
    t.glory = [before + more for before, more in zip(t.glory, gained, strict=True)]
    t.summary = {"round": t.round, "trump": t.effect, "tokens": t.tokens, "won": t.tricks_won, "misses": misses, "gained": gained}
    t.log("prophecies", reveals=True, **t.summary, glory=t.glory)


async def _leftovers(t: Destiny) -> None:
    """Reveal the unplayed cards; every seat with the highest total rolls the Fate Die (R36)."""
    totals = [sum(RANK[face] for face in hand) for hand in t.hands]
    rolling = [seat for seat in t.all_seats if totals[seat] == max(totals)]
    t.summary |= {"leftovers": t.hands, "totals": totals}
    t.log("leftovers", reveals=True, cards=t.hands, totals=totals, rolling=rolling)
    rolls = [await roll_fate_die() for _seat in rolling]
    for seat, rolled in zip(rolling, rolls, strict=True):
        t.glory[seat] += rolled
        t.log("rolled", seat=seat, rolled=rolled, why="leftovers", glory=t.glory[seat])
    t.summary |= {"rolls": [[seat, rolled] for seat, rolled in zip(rolling, rolls, strict=True)], "glory": list(t.glory)}


def _clean_up(t: Destiny) -> None:
    """Discard the trump card and collect cards and tokens; the winner of the last trick stays the leader (R4)."""
    t.past.append(encode(t.effect, t.tricks))
    t.trump_discard.append(t.effect)
    clear(t)
    t.phase = "round"
