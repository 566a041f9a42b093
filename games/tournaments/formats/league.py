"""A league: divisions in which everybody meets everybody, season by season, with promotion and relegation in between.

After a season the best of each division change places with the last of the division above. Inside a division people stand in the
order of their seeds, so only who belongs to it depends on results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise

from games.rules.messages import Message, msg
from games.tournaments.formats import pools, round_robin, scoring
from games.tournaments.formats import standings as table
from games.tournaments.formats.early_closing import Stake
from games.tournaments.formats.meetings import Field, Meeting


@dataclass(frozen=True, slots=True)
class Season:
    """One season: its number, its rounds from `first` to `last`, and its divisions by name ("D1" is the highest)."""

    number: int
    first: int
    last: int
    divisions: dict[str, Field]


@dataclass(frozen=True, slots=True)
class League:
    """The settings: people of a division, how many change places between two seasons, how many seasons, and the tie-breaks."""

    size: int
    movers: int
    seasons: int
    order: Sequence[str]

    def season(self, field: Field, round_number: int) -> Season | None:
        """The season in which a round lies, or the last one when all are played; None when nobody is left for one."""
        found, people = None, list(field.stayed_until(1))
        first = 1
        for number in range(1, self.seasons + 1):
            people = [entrant for entrant in people if entrant in field.stayed_until(first)]
            if len(people) < 2:
                return found
            found = self._season(field, number, first, people)
            if round_number <= found.last:
                return found
            first, people = found.last + 1, self.next_order(found)
        return found

    def _season(self, field: Field, number: int, first: int, people: Sequence[int]) -> Season:
        cut = [tuple(sorted(pool, key=field.entrants.index)) for pool in pools.cut(people, self.size)]
        last = first - 1 + max(round_robin.round_count(len(pool)) for pool in cut)
        return Season(number, first, last, pools.named("D", field, cut, first, last))

    def next_order(self, season: Season) -> list[int]:
        """Everybody of a played season, the highest division of the next one first, the best first within each."""
        tables = self._tables(season)
        for upper, lower in pairwise(tables):
            moving = self._moving(upper, lower)
            if moving:
                upper[-moving:], lower[:moving] = lower[:moving], upper[-moving:]
        return [entrant for table in tables for entrant in table]

    def stakes(self, field: Field) -> dict[str, Stake]:
        """Who is promoted and who relegated, by division, if the latest round ends a season that is not the last."""
        season = self.season(field, field.last_round)
        if season is None or season.number == self.seasons or season.last != field.last_round:
            return {}
        tables, found = self._tables(season), {}
        for number, (name, division) in enumerate(season.divisions.items()):
            up = self._moving(tables[number - 1], tables[number]) if number else 0
            down = self._moving(tables[number], tables[number + 1]) if number + 1 < len(tables) else 0
            found[name] = Stake(division, partial(self._movement, last=season.last, up=up, down=down))
        return found

    def _movement(self, division: Field, *, last: int, up: int, down: int) -> tuple[frozenset[int], frozenset[int]]:
        table = self._table(division, last)
        return frozenset(table[:up]), frozenset(table[len(table) - down :])

    def _moving(self, upper: Sequence[int], lower: Sequence[int]) -> int:
        return min(self.movers, len(upper) // 2, len(lower) // 2)

    def _tables(self, season: Season) -> list[list[int]]:
        return [self._table(division, season.last) for division in season.divisions.values()]

    def _table(self, division: Field, last: int) -> list[int]:
        """A division by its standings, those who left before round `last` was over at the end."""
        there = set(division.stayed_until(last + 1))
        ranking = [line.entrant for line in table.standings(division, self.order, swiss=False)]
        return sorted(ranking, key=lambda entrant: entrant not in there)

    def plan(self, field: Field) -> list[Meeting]:
        """The next round of the season; empty when all seasons are played."""
        number = field.next_round
        season = self.season(field, number)
        if season is None or number > season.last or len(field.active) < 2:
            return []
        found = []
        for name, division in season.divisions.items():
            for meeting in round_robin.meetings(division, number - season.first + 1, name):
                found.append(replace(meeting, why=_why(meeting, season.number, int(name[1:]), number - season.first + 1)))
        return found

    def standings(self, field: Field) -> list[scoring.Line]:
        """The tables of the season one below the other, the highest division first; who left before it began stands last."""
        season = self.season(field, field.last_round)
        found: list[scoring.Line] = []
        for division in season.divisions.values() if season else ():
            above = len(found)
            found += [replace(line, rank=line.rank + above) for line in table.standings(division, self.order, swiss=False)]
        listed, above = {line.entrant for line in found}, len(found)
        total = scoring.totals(field)
        gone = [entrant for entrant in field.entrants if entrant not in listed]
        return found + [scoring.Line(above + 1, entrant, total[entrant], (Fraction(),) * len(self.order)) for entrant in gone]


def _why(meeting: Meeting, season: int, division: int, number: int) -> Message:
    where = {"season": season, "division": division, "round": number}
    if meeting.is_bye:
        return msg("Season {season}, division {division}, round {round}: the opponent of the Berger table is missing.", **where)
    return msg("Season {season}, division {division}: round {round} of the Berger table.", **where)
