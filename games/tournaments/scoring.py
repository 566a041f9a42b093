"""Points and tie-breaks. A table gives each seat the share of the others it left behind, so tables of any size weigh the same.

Definitions follow the FIDE Handbook C.07 where it knows them; for tables of more than two, "opponent" is everybody at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.tournaments.meeting import Field, Played

HALF = Fraction(1, 2)


def points_of(played: Played) -> dict[int, Fraction]:
    """Points of one meeting, 0 to 1: 1 for leaving everybody behind, half for each tie. A bye is a win."""
    if played.is_bye:
        return {played.seats[0]: Fraction(1)}
    others = len(played.seats) - 1
    return {
        seat: sum((_against(rank, other) for place, other in enumerate(played.ranks) if place != own), Fraction()) / others
        for own, (seat, rank) in enumerate(zip(played.seats, played.ranks, strict=True))
    }


def _against(rank: int, other: int) -> Fraction:
    return Fraction(1) if rank < other else HALF if rank == other else Fraction(0)


def totals(field: Field) -> dict[int, Fraction]:
    """Points of everybody who ever took part."""
    total = dict.fromkeys(field.entrants, Fraction())
    for played in field.history:
        for entrant, points in points_of(played).items():
            total[entrant] += points
    return total


def buchholz(field: Field) -> dict[int, Fraction]:
    """The sum of the points of all opponents; a bye has no opponent and counts nothing."""
    total = totals(field)
    return _over_opponents(field, lambda _rank, _other_rank, other: total[other])


def sonneborn_berger(field: Field) -> dict[int, Fraction]:
    """The points of beaten opponents plus half the points of those one drew with."""
    total = totals(field)
    return _over_opponents(field, lambda rank, other_rank, other: _against(rank, other_rank) * total[other])


def wins(field: Field) -> dict[int, Fraction]:
    """Games won outright over the board: ahead of everybody else at the table. Byes do not count."""
    count = dict.fromkeys(field.entrants, Fraction())
    for played in field.history:
        if not played.is_bye and played.ranks.count(1) == 1:
            count[played.seats[played.ranks.index(1)]] += 1
    return count


def score_difference(field: Field) -> dict[int, Fraction]:
    """Own score minus the mean of the others', over all games whose rules keep a score for every seat."""
    difference = dict.fromkeys(field.entrants, Fraction())
    for played in field.history:
        scores = [score for score in played.scores if score is not None]
        if len(scores) == len(played.seats) > 1:
            for seat, score in zip(played.seats, scores, strict=True):
                difference[seat] += score - Fraction(sum(scores) - score, len(scores) - 1)
    return difference


def head_to_head(field: Field, tied: Sequence[int]) -> dict[int, Fraction]:
    """Points from the meetings among the tied only; nothing unless each of them met each other one."""
    group = set(tied)
    gained = dict.fromkeys(tied, Fraction())
    met: set[frozenset[int]] = set()
    for played in field.history:
        inside = [(seat, rank) for seat, rank in zip(played.seats, played.ranks, strict=True) if seat in group]
        for seat, rank in inside:
            for other, other_rank in inside:
                if seat != other:
                    gained[seat] += _against(rank, other_rank)
                    met.add(frozenset((seat, other)))
    complete = len(met) == len(group) * (len(group) - 1) // 2
    return gained if complete else dict.fromkeys(tied, Fraction())


def _over_opponents(field: Field, worth: Callable[[int, int, int], Fraction]) -> dict[int, Fraction]:
    value = dict.fromkeys(field.entrants, Fraction())
    for played in field.history:
        pairs = list(zip(played.seats, played.ranks, strict=True))
        for seat, rank in pairs:
            value[seat] += sum((worth(rank, other_rank, other) for other, other_rank in pairs if other != seat), Fraction())
    return value


TIE_BREAKS: Mapping[str, Callable[[Field], dict[int, Fraction]]] = {
    "buchholz": buchholz,
    "sonneborn_berger": sonneborn_berger,
    "wins": wins,
    "score_difference": score_difference,
}
"""By the name under which an announcement states them; `head_to_head` works on the tied only and is applied apart."""

USUAL_ORDER = ("head_to_head", "buchholz", "sonneborn_berger", "wins", "score_difference")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the standings. Entrants nothing tells apart share a rank and stand in the order of their seeds."""

    rank: int
    entrant: int
    points: Fraction
    breaks: tuple[Fraction, ...]


def standings(field: Field, order: Sequence[str] = USUAL_ORDER) -> list[Line]:
    """Everybody, best first: by points, then by the tie-breaks in the stated order.

    Raises KeyError for a tie-break that does not exist.
    """
    total = totals(field)
    values = {name: TIE_BREAKS[name](field) for name in order if name != "head_to_head"}
    tied: dict[Fraction, list[int]] = {}
    for entrant in field.entrants:
        tied.setdefault(total[entrant], []).append(entrant)
    direct = {entrant: value for group in tied.values() for entrant, value in head_to_head(field, group).items()}
    values["head_to_head"] = direct
    breaks = {entrant: tuple(values[name][entrant] for name in order) for entrant in field.entrants}
    best_first = sorted(field.entrants, key=lambda entrant: (total[entrant], breaks[entrant]), reverse=True)
    lines: list[Line] = []
    for place, entrant in enumerate(best_first, start=1):
        last = lines[-1] if lines else None
        same = last is not None and (last.points, last.breaks) == (total[entrant], breaks[entrant])
        lines.append(Line(last.rank if same and last else place, entrant, total[entrant], breaks[entrant]))
    return lines
