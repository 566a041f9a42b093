"""The tie-breaks of C.07, computed from the text of the FIDE handbook, article by article, and independent of the site's calculation.

A person's rounds are converted into rows: the score, the opponent, and whether a game was played.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from games.tournaments.formats.meetings import Field

HALF = Fraction(1, 2)


@dataclass
class Row:
    """A round of one person."""

    scored: Fraction
    opponent: int | None
    game: bool
    requested: bool = False
    lost_by_forfeit: bool = False

    @property
    def voluntary(self) -> bool:
        """16.1: a round missed by choice, asked for or lost by not appearing."""
        return self.requested or self.lost_by_forfeit


def rows_of(field: Field) -> dict[int, list[Row]]:
    """The rounds of each person in order; rounds after a withdrawal or paired without the person are zero-point byes."""
    last = max([field.begun, *(played.round for played in field.history)])
    rows: dict[int, list[Row]] = {}
    for one in field.entrants:
        rows[one] = []
        for number in range(1, last + 1):
            mine = [played for played in field.history if played.round == number and one in played.seats]
            if not mine:
                if field.left.get(one, last) < number or number in field.missed.get(one, ()):
                    rows[one].append(Row(Fraction(), None, False, requested=True))
                continue
            played, place = mine[0], mine[0].seats.index(one)
            if len(played.seats) == 1:
                worth = played.shares[0] if played.shares else Fraction(1)
                rows[one].append(Row(worth, None, False, requested=bool(played.shares) and worth < 1))
                continue
            other, ranks = played.seats[1 - place], played.ranks
            points = HALF if ranks[0] == ranks[1] else Fraction(ranks[place] < ranks[1 - place])
            points = played.shares[place] if played.shares else points
            rows[one].append(Row(points, other, not played.forfeit, lost_by_forfeit=played.forfeit and points == 0))
    return rows


def adjusted(rows: list[Row]) -> Fraction:
    """16.3: requested byes in the last round, or followed by nothing but voluntary unplayed rounds, count as draws for opponents."""
    total = Fraction()
    for place, row in enumerate(rows):
        withdrawn = row.requested and all(later.voluntary for later in rows[place + 1 :])
        total += HALF if withdrawn else row.scored
    return total


def values(field: Field) -> dict[str, dict[int, Fraction]]:
    """All tie-breaks by acronym and person."""
    rows = rows_of(field)
    points = {one: sum((row.scored for row in mine), Fraction()) for one, mine in rows.items()}
    for_others = {one: adjusted(mine) for one, mine in rows.items()}
    found: dict[str, dict[int, Fraction]] = {name: {} for name in ("BH", "BH-C1", "BH-C2", "BH-M1", "SB", "WIN", "PS")}
    for one, mine in rows.items():
        # 16.4: an unplayed round counts as a game against a dummy with the person's final points
        worth = [for_others[row.opponent] if row.game and row.opponent is not None else points[one] for row in mine]
        found["BH"][one] = sum(worth, Fraction())
        first = cut_least(list(zip(worth, mine, strict=True)))
        second = cut_least(first)
        found["BH-C1"][one] = sum((value for value, _row in first), Fraction())
        found["BH-C2"][one] = sum((value for value, _row in second), Fraction())
        top = max((value for value, _row in first), default=Fraction())
        found["BH-M1"][one] = found["BH-C1"][one] - top
        found["SB"][one] = sum((value * row.scored for value, row in zip(worth, mine, strict=True)), Fraction())
        found["WIN"][one] = Fraction(sum(row.scored == 1 for row in mine))
        found["PS"][one] = sum((sum((row.scored for row in mine[: upto + 1]), Fraction()) for upto in range(len(mine))), Fraction())
    return found


def cut_least(terms: list[tuple[Fraction, Row]]) -> list[tuple[Fraction, Row]]:
    """14.1 and 16.5: the terms without the lowest value, or without the lowest of a round missed by choice if there is any."""
    missed = [term for term in terms if term[1].voluntary]
    if not terms:
        return []
    least = min(missed or terms, key=lambda term: term[0])
    return [term for term in terms if term is not least]


def encounter_order(field: Field, level: list[int]) -> list[set[int]]:
    """6: tied people in the order of the games among them, best first; the members of a set are still tied."""
    games = [
        {
            seat: HALF if played.ranks[0] == played.ranks[1] else Fraction(rank == 1)
            for seat, rank in zip(played.seats, played.ranks, strict=True)
        }
        for played in field.history
        if len(played.seats) == 2 and not played.forfeit and set(played.seats) <= set(level)
    ]
    met = {frozenset(game) for game in games}
    points = {one: sum((game[one] for game in games if one in game), Fraction()) for one in level}
    if len(met) == len(level) * (len(level) - 1) // 2:
        parts = [{one for one in level if points[one] == worth} for worth in sorted(set(points.values()), reverse=True)]
        if len(parts) == 1:
            return parts
        return [again for part in parts for again in (encounter_order(field, sorted(part)) if len(part) > 1 else [part])]
    for one in level:
        others = [other for other in level if other != one]
        most = {other: points[other] + sum(frozenset((other, third)) not in met for third in level if third != other) for other in others}
        if all(points[one] > value for value in most.values()):
            return [{one}, *encounter_order(field, others)]
    return [set(level)]
