"""The public data of a tournament for its page and its desk: standings, and rounds with pairings and their reasons."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from games.models import Game, Player
from games.models.rows import rows
from games.queries.process_cache import BoundedCache
from games.rules.messages import Message
from games.tournaments.formats.scoring import Line, decimal, points_of
from games.tournaments.models import Entry, Tournament

worked_out: BoundedCache[list[Line]] = BoundedCache(32)
"""Cache of standings by the digest of their input. The mails about one round all need the same standings."""

RESULTS = """
SELECT md5(ROW(t,
    (SELECT array_agg(ROW(e.seed, e.withdrawn, e.left_round, e.rests) ORDER BY e.seed)
     FROM games_entry e WHERE e.tournament_id = t.id AND e.seed IS NOT NULL),
    (SELECT array_agg(ROW(p, r.number, g.result, s.result) ORDER BY p.id)
     FROM games_pairing p JOIN games_round r ON r.id = p.round_id
     LEFT JOIN games_game g ON g.id = p.game_id LEFT JOIN games_game s ON s.id = p.second_id WHERE r.tournament_id = t.id)
)::text)
FROM games_tournament t WHERE t.id = %s
"""
"""The digest of the rows from which the standings are computed."""

MEETINGS_SHOWN = 64
"""About the number of meetings on one page, in whole rounds; a large round robin has thousands."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings with name and seed (`number`). Points and `breaks` are decimals, `breaks` in the order of `Board.breaks`."""

    rank: int
    name: str
    points: str
    withdrawn: bool
    breaks: list[str]
    number: int = 0
    mine: bool = False


Ranked = TypeVar("Ranked", Line, Standing)


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pairing with names and seeds (`numbers`). `result` has the points by seat once it is decided; `game` and `second` are codes.

    `forfeit`: it was decided without play.
    """

    round: int
    names: list[str]
    why: Message
    game: str
    result: list[str]
    second: str = ""
    numbers: tuple[int, ...] = ()
    ruled: bool = False
    pk: int = 0
    label: str = ""
    running: bool = False
    forfeit: bool = False

    @property
    def people(self) -> list[tuple[str, int]]:
        return list(zip(self.names, self.numbers, strict=True))


@dataclass(frozen=True, slots=True)
class Pages:
    first: int
    upto: int
    last: int

    @property
    def earlier(self) -> int:
        """The latest round of the page with earlier rounds; 0 if there is none."""
        return self.first - 1

    @property
    def later(self) -> int:
        """The latest round of the page with later rounds; 0 if there is none."""
        return min(self.last, 2 * self.upto - self.first + 1) if self.upto < self.last else 0


@dataclass(frozen=True, slots=True)
class Board:
    """The public data of a tournament. Before the start, `entered` are the names with a place and `waiting` those on the waiting list.

    `breaks` are the names of the columns of `Standing.breaks`: none in a knock-out, and without those that are 0 for everybody. `people` is
    the number of all entrants; `standings` may be limited by a search. `mine` is the reader's own line. `podium` has the lines with rank
    3 or better of an approved table.
    """

    standings: list[Standing]
    meetings: list[Meeting]
    pages: Pages
    entered: list[str]
    waiting: list[str]
    rounds: int
    breaks: list[str]
    people: int = 0
    mine: Standing | None = None
    podium: Sequence[Standing] = ()


def lines_of(tournament: Tournament) -> list[Line]:
    """The standings, from a cache as long as no result changes. One query, four if they are computed."""
    mark = results_mark(tournament.pk)
    found = worked_out.get(mark)
    if found is None:
        found = tournament.formula.standings(tournament.field())
        if mark == results_mark(tournament.pk):  # no result has changed during the computation
            worked_out.put(mark, found)
    return found


def entry_of(tournament: Tournament, player: Player | None) -> Entry | None:
    """The entry of a player; None without one, and for an anonymous reader."""
    return None if player is None else tournament.entries.filter(player=player).first()


def is_invited(tournament: Tournament, player: Player | None) -> bool:
    """Whether this player may enter by invitation and the start is still to come. One query at most."""
    early = tournament.status in (Tournament.Status.ANNOUNCED, Tournament.Status.REGISTRATION)
    return early and player is not None and tournament.invited.filter(player=player).exists()


def board(tournament: Tournament, upto: int = 0, *, me: Player | None = None, search: str = "", most: int = 0) -> Board:
    """The board of a tournament, with the meetings of as many rounds as fit on a page, up to round `upto` or the latest.

    `search` limits lines and meetings to players whose name contains it; `most` limits the lines (0: no limit), but the line of `me` is
    always included. The number of queries does not depend on the size of the tournament.
    """
    entries = list(tournament.entries.select_related("player").order_by("entered_at", "pk"))
    names = {entry.seed: entry.player.name for entry in entries if entry.seed is not None}
    field = tournament.field()
    lines = tournament.formula.standings(field)
    columns = [] if tournament.is_knock_out else _telling(lines, len(tournament.tie_breaks))
    own = next((entry.seed for entry in entries if me is not None and entry.player_id == me.pk), None)
    wanted = {seed for seed, name in names.items() if search.strip().casefold() in name.casefold()}
    standings = [_standing(line, names, columns, withdrawn=line.entrant in field.out, mine=line.entrant == own) for line in lines]
    undrawn = [entry.player.name for entry in entries if entry.seed is None and not entry.withdrawn]
    pages = _pages(len(names), upto, field.last_round)
    undrawn = [] if names else undrawn  # after the start there is no waiting list
    places = tournament.cap or len(undrawn)
    return Board(
        [line for place, line in enumerate(standings) if line.number in wanted and (not most or search or place < most or line.mine)],
        [meeting for meeting in _meetings(tournament, names, pages) if wanted & set(meeting.numbers)],
        pages,
        undrawn[:places],
        undrawn[places:],
        tournament.formula.round_count(len(names)),
        [tournament.tie_breaks[column] for column in columns],
        len(names),
        next((line for line in standings if line.mine), None),
        podium(standings) if tournament.status == Tournament.Status.CLOSED else [],
    )


def podium(lines: Sequence[Ranked]) -> list[Ranked]:
    """The lines with rank 3 or better. These are more than three where a rank is shared, such as the third one in a knock-out."""
    return [line for line in lines if line.rank <= 3]


def _telling(lines: Sequence[Line], count: int) -> list[int]:
    return [column for column in range(count) if any(line.breaks[column] for line in lines)]


def _standing(line: Line, names: Mapping[int, str], columns: Sequence[int], *, withdrawn: bool, mine: bool) -> Standing:
    breaks = [decimal(line.breaks[column]) for column in columns]
    return Standing(line.rank, names[line.entrant], decimal(line.points), withdrawn, breaks, line.entrant, mine)


def _pages(people: int, upto: int, last: int) -> Pages:
    shown = max(1, MEETINGS_SHOWN // max(1, -(-people // 2)))
    upto = upto if 0 < upto < last else last
    return Pages(max(1, upto - shown + 1), upto, last)


def _meetings(tournament: Tournament, names: dict[int, str], pages: Pages) -> list[Meeting]:
    shown = tournament.pairings().filter(round__number__range=(pages.first, pages.upto))
    meetings = []
    for pairing in shown.order_by("-round__number", "number"):
        outcome = pairing.played() if len(pairing.seats) > 1 else None
        meetings.append(
            Meeting(
                pairing.round.number, [names[seed] for seed in pairing.seats], Message(pairing.why, pairing.params),
                pairing.game.code if pairing.game else "", [decimal(points) for points in points_of(outcome).values()] if outcome else [],
                pairing.second.code if pairing.second else "", tuple(pairing.seats), pairing.ruled is not None, pairing.pk,
                pairing.label, any(game is not None and game.status == Game.Status.ACTIVE for game in (pairing.game, pairing.second)),
                outcome is not None and outcome.forfeit,
            )
        )  # fmt: skip
    return meetings


def results_mark(tournament_id: int) -> str:
    """The digest for a tournament; "" if there is no such tournament. One query."""
    found = rows(RESULTS, [tournament_id])
    return found[0][0] if found else ""
