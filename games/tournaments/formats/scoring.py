"""Points of a meeting, and the tie-breaks that are not from FIDE C.07.

The points of a seat are the share of beaten opponents, 0 to 1, for tables of any size. The tie-breaks of the FIDE Handbook C.07 are in
`games.tournaments.formats.c07`; those here are the score difference and the ones that older announcements use.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from games.tournaments.formats.meetings import Field, Played, against


def points_of(played: Played) -> dict[int, Fraction]:
    """Points of one meeting by entrant, 0 to 1: the share of beaten opponents, half for each tie; the mean over a match.

    A bye counts as a win; a requested bye counts as its `shares`.
    """
    if played.shares:
        return dict(zip(played.seats, played.shares, strict=True))
    if played.is_bye:
        return {played.seats[0]: Fraction(1)}
    others = len(played.seats) - 1
    return {
        seat: sum((against(rank, other) for place, other in enumerate(played.ranks) if place != own), Fraction()) / others
        for own, (seat, rank) in enumerate(zip(played.seats, played.ranks, strict=True))
    }


def decimal(points: Fraction) -> str:
    """Points as a decimal number with at most two decimals: 3, 2.5, 1.67."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".")


def totals(field: Field) -> dict[int, Fraction]:
    total = dict.fromkeys(field.entrants, Fraction())
    for played in field.history:
        for entrant, points in points_of(played).items():
            total[entrant] += points
    return total


def buchholz(field: Field) -> dict[int, Fraction]:
    """Buchholz: the sum of the points of all opponents; a bye counts 0."""
    total = totals(field)
    return _over_opponents(field, lambda _gain, other: total[other])


def sonneborn_berger(field: Field) -> dict[int, Fraction]:
    """Sonneborn-Berger: the sum over opponents of their points times the points gained from them (1, 1/2, 0; in a match the share won)."""
    total = totals(field)
    return _over_opponents(field, lambda gain, other: gain * total[other])


def wins(field: Field) -> dict[int, Fraction]:
    """Number of meetings won without sharing the first rank. Byes do not count."""
    count = dict.fromkeys(field.entrants, Fraction())
    for played in field.history:
        if not played.is_bye and played.ranks.count(1) == 1:
            count[played.seats[played.ranks.index(1)]] += 1
    return count


def score_difference(field: Field) -> dict[int, Fraction]:
    """The sum over meetings of the own score minus the opponents' mean score. Meetings without a score for every seat do not count."""
    difference = dict.fromkeys(field.entrants, Fraction())
    for played in field.history:
        scores = [score for score in played.scores if score is not None]
        if len(scores) == len(played.seats) > 1:
            for seat, score in zip(played.seats, scores, strict=True):
                difference[seat] += score - Fraction(sum(scores) - score, len(scores) - 1)
    return difference


def head_to_head(field: Field, tied: Sequence[int]) -> dict[int, Fraction]:
    """Points from the meetings among the tied entrants; 0 for all unless each pair of them has met."""
    group = set(tied)
    gained = dict.fromkeys(tied, Fraction())
    met: set[frozenset[int]] = set()
    for played in field.history:
        for seat, other, gain in gains(played):
            if seat in group and other in group:
                gained[seat] += gain
                met.add(frozenset((seat, other)))
    complete = len(met) == len(group) * (len(group) - 1) // 2
    return gained if complete else dict.fromkeys(tied, Fraction())


def gains(played: Played) -> Iterator[tuple[int, int, Fraction]]:
    """Entrant, opponent, and the points gained from that opponent, for every ordered pair of the meeting."""
    for own, seat in enumerate(played.seats):
        for place, other in enumerate(played.seats):
            if place != own:
                yield seat, other, played.shares[own] if played.shares else against(played.ranks[own], played.ranks[place])


def _over_opponents(field: Field, worth: Callable[[Fraction, int], Fraction]) -> dict[int, Fraction]:
    value = dict.fromkeys(field.entrants, Fraction())
    for played in field.history:
        for seat, other, gain in gains(played):
            value[seat] += worth(gain, other)
    return value


TIE_BREAKS: Mapping[str, Callable[[Field], dict[int, Fraction]]] = {
    "buchholz": buchholz,
    "sonneborn_berger": sonneborn_berger,
    "wins": wins,
    "score_difference": score_difference,
}
"""Tie-breaks outside C.07: the score difference, and those of tournaments announced before C.07 was followed."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the standings. `breaks` are the tie-breaks in the announced order. Entrants equal in everything share a rank."""

    rank: int
    entrant: int
    points: Fraction
    breaks: tuple[Fraction, ...]


def ranked(lines: Sequence[tuple[Line, object]], first: int = 1) -> list[Line]:
    """The sorted lines with ranks counted from `first`; consecutive lines with equal keys share a rank."""
    found: list[Line] = []
    before: object = None
    for place, (line, key) in enumerate(lines, start=first):
        found.append(replace(line, rank=found[-1].rank if found and key == before else place))
        before = key
    return found
