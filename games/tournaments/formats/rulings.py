"""The outcome of a meeting with a ruling: corrected, forfeited by some or all of its seats, or annulled."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from games.tournaments.formats.meetings import Played, against


def ruled_outcome(ruled: Mapping[str, Any], number: int, seats: Sequence[int], label: str) -> Played | None:
    """The outcome that replaces the games; None for an annulled meeting."""
    if ruled["kind"] == "annulled":
        return None
    if ruled["kind"] == "forfeited":
        return lost_by(number, seats, ruled["lost"], label, forfeit=not ruled["played"])
    return Played(number, tuple(seats), tuple(ruled["ranks"]), label=label)


def lost_by(number: int, seats: Sequence[int], lost: Collection[int], label: str, *, forfeit: bool = True) -> Played:
    """Those who `lost` get no points, the others share the first rank; if all lost, nobody gets a point.

    `forfeit`: it was not played. A played one that one of them has lost is an ordinary game, whose ranks say the points.
    """
    ranks = tuple(2 if seat in lost else 1 for seat in seats)
    if not forfeit and len(lost) == 1:
        return Played(number, tuple(seats), ranks, label=label)
    others = len(seats) - 1
    shares = tuple(
        Fraction() if seat in lost
        else sum((against(1, rank) for place, rank in enumerate(ranks) if place != own), Fraction()) / others
        for own, seat in enumerate(seats)
    )  # fmt: skip
    return Played(number, tuple(seats), ranks, label=label, shares=shares, forfeit=forfeit)
