"""What everybody may know of a tournament: standings, rounds, and why who meets whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.models import Game, Player
from games.queries.process_cache import BoundedCache
from games.rules.messages import Message
from games.tournaments.formats.scoring import Line, decimal, points_of
from games.tournaments.models import HIDDEN, Entry, Pairing, Tournament
from games.tournaments.queries.state_digest import results_mark

worked_out: BoundedCache[list[Line]] = BoundedCache(32)
"""Standings by what they were worked out from: the mails about one round or one final table ask for the same ones."""

MEETINGS_SHOWN = 64
"""So many meetings a page shows at once, in whole rounds; a round robin of many people has thousands."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the table with the person's name and seed; points and tie-breaks as decimals, the latter in the order of `Board.breaks`."""

    rank: int
    name: str
    points: str
    withdrawn: bool
    breaks: list[str]
    number: int = 0
    mine: bool = False


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pairing with names; `result` has the points by seat once it is decided. `second` is the other game of a match."""

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

    @property
    def people(self) -> list[tuple[str, int]]:
        """Names with their seeds."""
        return list(zip(self.names, self.numbers, strict=True))


@dataclass(frozen=True, slots=True)
class Pages:
    """Which rounds are shown: from `first` to `upto` of `last`."""

    first: int
    upto: int
    last: int

    @property
    def earlier(self) -> int:
        """The latest round of the page before, 0 where there is none."""
        return self.first - 1

    @property
    def later(self) -> int:
        """The latest round of the page after, 0 where there is none."""
        return min(self.last, 2 * self.upto - self.first + 1) if self.upto < self.last else 0


@dataclass(frozen=True, slots=True)
class Board:
    """A whole tournament for its page and its desk. `entered` are names without a seed that have a place, `waiting` those who wait for one.

    `breaks` names the columns of `Standing.breaks`; none where they decide nothing, and none that is nought for everybody. `people` is
    how many there are, of whom only those whose name has the word that is searched for may be listed; `mine` is the reader's own line.
    `podium` has the best three of an approved table.
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
    """The standings. Worked out once for as long as no result changes: one query, three where they are new."""
    mark = results_mark(tournament.pk)
    found = worked_out.get(mark)
    if found is None:
        found = tournament.formula.standings(tournament.field())
        if mark == results_mark(tournament.pk):  # nothing has changed in between
            worked_out.put(mark, found)
    return found


def entry_of(tournament: Tournament, player: Player | None) -> Entry | None:
    """This person's place, if there is one."""
    return None if player is None else tournament.entries.filter(player=player).first()


def round_in(text: str) -> int:
    """The number of a round that an address names, 0 for none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0


def board(tournament: Tournament, upto: int = 0, *, me: Player | None = None, search: str = "", most: int = 0) -> Board:
    """Everything public about a tournament, with the meetings of as many rounds as fit on a page, up to round `upto` or the latest.

    With `search` only people whose name has it, and their meetings; with `most` only so many lines and the reader's own. The number of
    queries does not depend on its size.
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
    undrawn = [] if names else undrawn  # once it has begun, nobody waits any more
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
        [line for line in standings if line.rank <= 3] if tournament.status == Tournament.Status.CLOSED else [],
    )


def _telling(lines: Sequence[Line], count: int) -> list[int]:
    """The tie-breaks that are not nought for everybody, by their places."""
    return [column for column in range(count) if any(line.breaks[column] for line in lines)]


def _standing(line: Line, names: Mapping[int, str], columns: Sequence[int], *, withdrawn: bool, mine: bool) -> Standing:
    breaks = [decimal(line.breaks[column]) for column in columns]
    return Standing(line.rank, names[line.entrant], decimal(line.points), withdrawn, breaks, line.entrant, mine)


def _pages(people: int, upto: int, last: int) -> Pages:
    shown = max(1, MEETINGS_SHOWN // max(1, -(-people // 2)))
    upto = upto if 0 < upto < last else last
    return Pages(max(1, upto - shown + 1), upto, last)


def _meetings(tournament: Tournament, names: dict[int, str], pages: Pages) -> list[Meeting]:
    shown = Pairing.objects.filter(round__tournament=tournament, round__number__range=(pages.first, pages.upto))
    pairings = shown.select_related("round", "game", "second").defer(*HIDDEN)
    meetings = []
    for pairing in pairings.order_by("-round__number", "number"):
        outcome = pairing.played() if pairing.game else None
        meetings.append(
            Meeting(
                pairing.round.number, [names[seed] for seed in pairing.seats], Message(pairing.why, pairing.params),
                pairing.game.code if pairing.game else "", [decimal(points) for points in points_of(outcome).values()] if outcome else [],
                pairing.second.code if pairing.second else "", tuple(pairing.seats), pairing.ruled is not None, pairing.pk,
                pairing.label, any(game is not None and game.status == Game.Status.ACTIVE for game in (pairing.game, pairing.second)),
            )
        )  # fmt: skip
    return meetings
