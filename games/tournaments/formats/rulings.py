"""The outcome of a meeting that an arbiter has ruled on: corrected, forfeited by some or all seats, or annulled."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from games.tournaments.formats.meetings import Played, against


def ruled_outcome(ruled: Mapping[str, Any], number: int, seats: Sequence[int], label: str) -> Played | None:
    """The outcome by the ruling `ruled` (see `stored_results.Ruled`), in place of the games' results; None for an annulled meeting."""
    if ruled["kind"] == "annulled":
        return None
    if ruled["kind"] == "forfeited":
        return lost_by(number, seats, ruled["lost"], label, forfeit=not ruled["played"])
    return Played(number, tuple(seats), tuple(ruled["ranks"]), label=label)


def lost_by(number: int, seats: Sequence[int], lost: Collection[int], label: str, *, forfeit: bool = True) -> Played:
    """The outcome of a forfeited meeting: the entrants in `lost` get no points, the others share rank 1. If all lost, nobody gets points.

    `forfeit`: the meeting was not played. A played meeting with one loser is returned as an ordinary game without `shares`.
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
