"""The Glory of a finished game by origin: the last round in detail, and the sum of everything before it."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.rules.contract import Seat, View
from games.rules.destined_to_fail.pictures import face_card, token_card
from games.rules.messages import msg, plural
from games.rules.scene import Part, untouched


def breakdown(view: View) -> Iterator[Part]:
    """For each seat: the earlier Glory (powers of cards in the last round included), the prophecy, the leftover cards.

    A game that ends within a round has no parts: there is only the sum.
    """
    seen = view.table
    summary = seen["last_round"] if seen["last_round"].get("round") == seen["round"] else {}
    for seat, glory in enumerate(seen["glory"]):
        if parts := list(_last_round(seat, summary)):
            before = glory - sum(part.points or 0 for part in parts)
            yield Part(seat, msg("Before the end of round {n}", n=seen["round"]), points=before)
            yield from parts


def _last_round(seat: Seat, summary: Mapping[str, Any]) -> Iterator[Part]:
    if "gained" in summary:
        won = plural("{count} trick won", "{count} tricks won", summary["won"][seat])
        yield Part(seat, won, (untouched(token_card(summary["tokens"][seat] or 0)),), summary["gained"][seat])
    if "leftovers" in summary:
        left = tuple(untouched(face_card(face)) for face in summary["leftovers"][seat])
        rolled = [roll for who, roll in summary.get("rolls", ()) if who == seat]
        yield Part(seat, msg("Leftover cards"), left, sum(rolled) if rolled else 0)
