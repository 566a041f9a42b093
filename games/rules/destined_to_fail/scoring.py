"""The end of a round: prophecies, leftover cards, and on to the next one (specification §4.4)."""

from __future__ import annotations

from games.rules.destined_to_fail.archive import shorten
from games.rules.destined_to_fail.cards import RANK
from games.rules.destined_to_fail.deal import clear
from games.rules.destined_to_fail.glory import check_end, end_game, roll_fate_die
from games.rules.destined_to_fail.table import Destiny
from games.rules.destined_to_fail.trumps import trump_of


async def score(t: Destiny) -> None:
    """Prophecies, then leftover cards; the game may end after either (R37), or because of the agreed number of rounds."""
    _prophecies(t)
    await check_end(t)
    await trump_of(t).before_leftovers(t)
    await _leftovers(t)
    await check_end(t)
    if t.round == t.options["round_limit"]:
        await end_game(t, "round_limit")  # R41
    _clean_up(t)


def _prophecies(t: Destiny) -> None:
    """All tokens are turned up; everybody gains or loses by how far the prophecy was missed, all together."""
    table = trump_of(t).miss_glory
    misses = [abs(won - (token or 0)) for won, token in zip(t.tricks_won, t.tokens, strict=True)]
    gained = [table[miss] for miss in misses]
    t.glory = [before + more for before, more in zip(t.glory, gained, strict=True)]
    t.summary = {"round": t.round, "trump": t.effect, "tokens": t.tokens, "won": t.tricks_won, "misses": misses, "gained": gained}
    t.log("prophecies", reveals=True, **t.summary, glory=t.glory)


async def _leftovers(t: Destiny) -> None:
    """The unplayed cards are revealed; whoever has the highest total rolls the Fate Die, all of them on a tie (R36)."""
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
    """The trump card is discarded, cards and tokens are collected; the winner of the last trick stays the leader (R4)."""
    t.past.append(shorten(t.effect, t.tricks))
    t.trump_discard.append(t.effect)
    clear(t)
    t.phase = "round"
