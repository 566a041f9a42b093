"""A league: a round robin in each division, for several seasons, with promotion and relegation between seasons.

After a season, the best of each division are exchanged with the last of the division above. Within a division, the order for the Berger
table is the order of the seeds, so results affect the membership of a division only.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise

from games.rules.messages import Message, msg
from games.tournaments.formats import pools, round_robin, scoring, standings as table
from games.tournaments.formats.early_closing import Stake
from games.tournaments.formats.meetings import Field, Meeting


@dataclass(frozen=True, slots=True)
class Season:
    """One season: its number (from 1), its rounds from `first` to `last`, and its divisions by label ("D1" is the highest)."""

    number: int
    first: int
    last: int
    divisions: dict[str, Field]


@dataclass(frozen=True, slots=True)
class League:
    """The settings: `size` of a division, `movers` promoted and relegated per division, number of `seasons`, and `order` of tie-breaks."""

    size: int
    movers: int
    seasons: int
    order: Sequence[str]

    def season(self, field: Field, round_number: int) -> Season | None:
        """The season of a round, or the last season if the round is after it; None if fewer than two entrants are left."""
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
        """The entrants of a finished season in the order of the next season: the highest division first, each by rank."""
        tables = self._tables(season)
        for upper, lower in pairwise(tables):
            moving = self._moving(upper, lower)
            if moving:
                upper[-moving:], lower[:moving] = lower[:moving], upper[-moving:]
        return [entrant for table in tables for entrant in table]

    def stakes(self, field: Field) -> dict[str, Stake]:
        """The decisions by division: who is promoted and relegated. Empty unless the latest round ends a season other than the last."""
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
        """The entrants of a division by rank; those who withdrew up to round `last` are moved to the end."""
        there = set(division.stayed_until(last + 1))
        ranking = [line.entrant for line in table.standings(division, self.order, swiss=False)]
        return sorted(ranking, key=lambda entrant: entrant not in there)

    def plan(self, field: Field) -> list[Meeting]:
        """The meetings of the next round; empty after the last season."""
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
        """The standings of all divisions of the season, the highest first; entrants who withdrew before the season share the last rank."""
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
    if not meeting.has_game:
        return msg("Season {season}, division {division}, round {round}: the opponent of the Berger table is missing.", **where)
    return msg("Season {season}, division {division}: round {round} of the Berger table.", **where)
