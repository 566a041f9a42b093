"""The tournament formats by name: number of rounds, pairing of the next round, standings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.tournaments.formats import balanced, bracket, group_tables, groups, pools, round_robin, scoring, standings as table, swiss
from games.tournaments.formats.early_closing import Stake
from games.tournaments.formats.league import League
from games.tournaments.formats.meetings import Field, Meeting

NAMES = ("round_robin", "swiss", "single", "double", "groups", "league", "tables", "balanced")
SWISS_LIKE = ("swiss", "tables", "single", "double")
"""Formats in which unplayed rounds count by article 16 of C.07; the others are round robins."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format and its settings.

    `rounds` is for Swiss and tables (0: the usual number) and counts the seasons of a league; `least` and `most` are seats at a
    table; `group` is the size of a group or division, `through` how many of a group reach the finals, `movers` how many are
    promoted and relegated; `sides` says that players take the first and the last seat equally often.
    """

    name: str
    rounds: int = 0
    sides: bool = True
    least: int = 3
    most: int = 7
    group: int = 4
    through: int = 2
    movers: int = 1
    order: Sequence[str] = table.USUAL_ORDER

    @property
    def league(self) -> League:
        return League(self.group, self.movers, max(1, self.rounds), self.order)

    def round_count(self, size: int) -> int:
        """The greatest number of rounds for `size` entrants."""
        usual = swiss.round_count(size)
        if self.name == "round_robin":
            return round_robin.round_count(size)
        if self.name == "single":
            return usual
        if self.name == "double":
            return 2 * usual + 1
        if self.name == "groups":
            pool = -(-size // pools.count_of(size, self.group))
            return round_robin.round_count(pool) + swiss.round_count(min(size, pools.count_of(size, self.group) * self.through))
        if self.name == "league":
            return max(1, self.rounds) * round_robin.round_count(-(-size // pools.count_of(size, self.group)))
        if self.name == "balanced":
            return self.rounds or balanced.round_count(size, self.least, self.most)
        return self.rounds or usual

    def plan(self, field: Field) -> list[Meeting]:
        """The meetings of the next round; empty after the last round. Raises ValueError for an unknown format."""
        if self.name == "round_robin":
            return round_robin.plan(field)
        if self.name == "swiss":
            return swiss.plan(field, rounds=self.round_count(len(field.entrants)), sides=self.sides)
        if self.name in ("single", "double"):
            return bracket.plan(field, twice=self.name == "double")
        if self.name == "groups":
            return groups.plan(field, size=self.group, through=self.through, order=self.order)
        if self.name == "league":
            return self.league.plan(field)
        if self.name == "tables":
            return group_tables.plan(field, rounds=self.round_count(len(field.entrants)), least=self.least, most=self.most)
        if self.name == "balanced":
            return balanced.plan(field, rounds=self.round_count(len(field.entrants)), least=self.least, most=self.most)
        raise ValueError(f"There is no tournament format {self.name!r}; choose one of {', '.join(NAMES)}.")

    def standings(self, field: Field) -> list[scoring.Line]:
        """All entrants, best first: in a knock-out by the round of elimination, elsewhere by points and tie-breaks."""
        if self.name == "groups":
            return groups.standings(field, size=self.group, through=self.through, order=self.order)
        if self.name == "league":
            return self.league.standings(field)
        lines = table.standings(field, self.order, swiss=self.name in SWISS_LIKE)
        if self.name not in ("single", "double") or len(field.entrants) < 2:
            return lines
        by_entrant = {line.entrant: line for line in lines}
        ranking = bracket.ranking(field, twice=self.name == "double")
        return [scoring.Line(rank, entrant, by_entrant[entrant].points, by_entrant[entrant].breaks) for rank, entrant in ranking]

    def stage_begins(self, field: Field) -> int:
        """The first round of the finals or the season of the latest round, whose entrants are fixed; 0 in the groups and other formats."""
        if self.name == "groups" and field.last_round > (last := groups.last_round(field, self.group)):
            return last + 1
        season = self.league.season(field, field.last_round) if self.name == "league" else None
        return season.first if season is not None else 0

    def own_field(self, field: Field, entrant: int) -> Field:
        """The field in which the tie-breaks of an entrant are computed: their group, their division, or the whole field."""
        parts: Iterable[Field] = ()
        if self.name == "groups":
            parts = groups.parts(field, self.group).values()
        elif self.name == "league" and (season := self.league.season(field, field.last_round)) is not None:
            parts = season.divisions.values()
        return next((part for part in parts if entrant in part.entrants), field)

    def final_order(self, field: Field) -> list[int]:
        """All entrants, best first: the standings; of a league the order in which the next season would begin."""
        season = self.league.season(field, field.last_round) if self.name == "league" else None
        if season is None:
            return [line.entrant for line in self.standings(field)]
        moved = self.league.next_order(season)
        return moved + [line.entrant for line in self.standings(field) if line.entrant not in moved]

    def stakes(self, field: Field) -> dict[str, Stake]:
        """What the latest round decides, by group or division, if it is the last of its stage; else empty."""
        if self.name == "groups":
            return groups.stakes(field, size=self.group, through=self.through, order=self.order)
        return self.league.stakes(field) if self.name == "league" else {}
