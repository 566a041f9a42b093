"""Points, and the tie-breaks of older announcements. At a table a seat gets the share of the other seats it beat, 0 to 1, so tables of any
size count the same. Tie-breaks of the FIDE Handbook are in `games.tournaments.formats.c07`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from games.tournaments.formats.meetings import Field, Played, against


def points_of(played: Played) -> dict[int, Fraction]:
    """Points of one meeting by entrant, 0 to 1: the share of beaten opponents, half for each tie; the mean over a match.

    A bye counts as a win, a requested one as its shares say.
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
    """Points with two digits at most: 3, 2.5, 1.67."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".")


def totals(field: Field) -> dict[int, Fraction]:
    """Points of all entrants, withdrawn ones too."""
    total = dict.fromkeys(field.entrants, Fraction())
    for played in field.history:
        for entrant, points in points_of(played).items():
            total[entrant] += points
    return total


def buchholz(field: Field) -> dict[int, Fraction]:
    """The sum of the points of all opponents; a bye counts 0."""
    total = totals(field)
    return _over_opponents(field, lambda _gain, other: total[other])


def sonneborn_berger(field: Field) -> dict[int, Fraction]:
    """The points of beaten opponents plus half the points of drawn ones; of a match the share that was won."""
    total = totals(field)
    return _over_opponents(field, lambda gain, other: gain * total[other])


def wins(field: Field) -> dict[int, Fraction]:
    """Meetings won alone, ahead of all others at the table. Byes do not count."""
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
    """Points from the meetings among the tied; 0 for all unless each of them met every other one."""
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
    """One line of the standings; `breaks` are the tie-breaks in the announced order. Entrants equal in all share a rank, by seed."""

    rank: int
    entrant: int
    points: Fraction
    breaks: tuple[Fraction, ...]


def ranked(lines: Sequence[tuple[Line, object]], first: int = 1) -> list[Line]:
    """The ordered lines with ranks counted from `first`; neighbours with equal keys share a rank."""
    found: list[Line] = []
    before: object = None
    for place, (line, key) in enumerate(lines, start=first):
        found.append(replace(line, rank=found[-1].rank if found and key == before else place))
        before = key
    return found
