"""Data of the parts of a tournament's page: cross tables, progress, bracket, calendar, own games, events. All data are public."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db.models import Count, Prefetch, Q

from games.models import Game, Player, Seat
from games.rules.messages import Message, msg, plural
from games.tournaments.formats import balanced, bracket, groups
from games.tournaments.formats.meetings import Field
from games.tournaments.formats.scoring import Line, decimal, points_of
from games.tournaments.formats.standings import standings
from games.tournaments.models import Round, Tournament

HALF = Fraction(1, 2)
LARGEST_CROSS = 32
"""Most entrants of a cross table."""

Format = Tournament.Format
CROSSED = (Format.ROUND_ROBIN, Format.GROUPS, Format.LEAGUE)
PROGRESS = (Format.SWISS, Format.TABLES, Format.BALANCED)
SIDE_BY_SIDE = 8
"""A large bracket is drawn from the first round with at most this many places."""
NETS = {Format.SINGLE: bracket.single, Format.DOUBLE: bracket.double}


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A row of a cross table: points against each opponent in the order of the standings, "" without a meeting, None on the diagonal."""

    rank: int
    name: str
    cells: list[str | None]
    points: str


@dataclass(frozen=True, slots=True)
class Cross:
    """A cross table; `title` names the group or division and is None for the whole field."""

    title: Message | None
    rows: list[CrossRow]


@dataclass(frozen=True, slots=True)
class Node:
    """A place of a bracket: label, names of both entrants ("" while undecided, None for an empty place), and index of the winner."""

    label: str
    names: tuple[str | None, str | None]
    winner: int | None


@dataclass(frozen=True, slots=True)
class Stage:
    """A round in the calendar, with the number of its games and of those running. `foreseen`: a future round, with its expected times."""

    number: int
    begins: datetime
    ends: datetime | None
    closed: datetime | None
    games: int
    running: int
    foreseen: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """A public event: `kind` is "round begins", "round ends" or "final table"; `names` are the pairings, or the final order."""

    kind: str
    at: datetime
    number: int
    names: list[str]


def names_of(tournament: Tournament) -> dict[int, str]:
    rows = tournament.entries.filter(seed__isnull=False).select_related("player").order_by("seed")
    return {entry.seed: entry.player.name for entry in rows if entry.seed is not None}


def cross_tables(tournament: Tournament) -> list[Cross]:
    """The cross tables in the order of the standings, one for each group or division. Three queries.

    Empty for other formats and before the draw; without tables of more than `LARGEST_CROSS` entrants.
    """
    if tournament.format not in CROSSED:
        return []
    names, field = names_of(tournament), tournament.field()
    if len(names) < 2:
        return []
    parts = [(title, part, lines) for title, part, lines in _parts(tournament, field) if 2 <= len(part.entrants) <= LARGEST_CROSS]
    return [Cross(title, _cross_rows(part, lines, names)) for title, part, lines in parts]


def _parts(tournament: Tournament, field: Field) -> Iterator[tuple[Message | None, Field, list[Line]]]:
    """The round robins of a tournament: groups, divisions of the current season, or the whole field; each with its standings."""
    formula = tournament.formula
    if tournament.format == Format.GROUPS:
        for label, part in groups.parts(field, formula.group).items():
            yield msg("Group {number}", number=int(label[1:])), part, standings(part, formula.order, swiss=False)
    elif tournament.format == Format.LEAGUE:
        season = formula.league.season(field, max(1, field.last_round))
        for label, part in season.divisions.items() if season else ():
            yield msg("Division {number}", number=int(label[1:])), part, standings(part, formula.order, swiss=False)
    else:
        yield None, field, formula.standings(field)


def _cross_rows(field: Field, lines: list[Line], names: dict[int, str]) -> list[CrossRow]:
    gained: dict[tuple[int, int], list[Fraction]] = defaultdict(list)
    for played in field.history:
        points = points_of(played)
        for one in played.seats if not played.is_bye else ():
            gained[one, next(other for other in played.seats if other != one)].append(points[one])
    order = [line.entrant for line in lines]

    def cell(one: int, other: int) -> str | None:
        return None if one == other else " ".join(decimal(points) for points in gained[one, other])

    return [
        CrossRow(line.rank, names[line.entrant], [cell(line.entrant, other) for other in order], decimal(line.points)) for line in lines
    ]


@dataclass(frozen=True, slots=True)
class ProgressRow:
    """Results of one entrant by round: "+", "=" or "−" with the places of the opponents, points in brackets without a game, "" if open."""

    rank: int
    place: int
    name: str
    number: int
    cells: list[str]
    points: str


def progress(tournament: Tournament) -> list[ProgressRow]:
    """The progress table of a Swiss, best first: results by round. Three queries; empty for other formats."""
    if tournament.format not in PROGRESS:
        return []
    names, field = names_of(tournament), tournament.field()
    if len(names) < 2 or not field.history:
        return []
    lines = tournament.formula.standings(field)
    place = {line.entrant: number for number, line in enumerate(lines, start=1)}
    cells: dict[int, dict[int, str]] = defaultdict(dict)
    for played in field.history:
        for one, points in points_of(played).items():
            others = ", ".join(str(place[other]) for other in played.seats if other != one)
            sign = "+" if points > HALF else "=" if points == HALF else "−"
            cells[one][played.round] = f"{sign}{others}" if others else f"({decimal(points)})"
    for one in field.entrants:
        cells[one] = dict.fromkeys(field.unpaired(one), "(0)") | cells[one]
    columns = range(1, field.last_round + 1)
    return [
        ProgressRow(line.rank, number, names[line.entrant], line.entrant, [cells[line.entrant].get(one, "") for one in columns],
                    decimal(line.points))
        for number, line in enumerate(lines, start=1)
    ]  # fmt: skip


def evenness(tournament: Tournament) -> Message | None:
    """The least and greatest number of meetings of two players in a round robin of tables. Two queries; None for other formats."""
    if tournament.format != Format.BALANCED:
        return None
    least, most = balanced.quality(tournament.field())
    if least == most:
        return plural("So far any two people have met {count} time.", "So far any two people have met {count} times.", most)
    return msg("So far any two people have met {least} to {most} times.", least=least, most=most)


def last_rounds(nodes: list[Node]) -> list[Node]:
    """The nodes of the rounds with at most `SIDE_BY_SIDE` places; all nodes of a double elimination."""
    if any(node.label[0] != "W" for node in nodes):
        return nodes
    sizes = Counter(node.label.partition(".")[0] for node in nodes)
    return [node for node in nodes if sizes[node.label.partition(".")[0]] <= SIDE_BY_SIDE]


def by_round(nodes: list[Node]) -> list[tuple[int, list[Node]]]:
    """Number and nodes of each round, the latest first, without nodes that have no known entrant."""
    rounds: dict[str, list[Node]] = defaultdict(list)
    for node in nodes:
        if any(node.names):
            rounds[node.label.partition(".")[0]].append(node)
    return [(int(label[1:]), places) for label, places in reversed(rounds.items())]


def net(tournament: Tournament) -> list[Node]:
    """The nodes of a bracket in the order of its rounds; empty for other formats and before the draw. Three queries."""
    places = NETS.get(Format(tournament.format))
    names = names_of(tournament)
    if places is None or len(names) < 2:
        return []
    field = tournament.field()
    drawn = bracket.Bracket(field, places(len(names)))
    return [_node(drawn, place, names) for place in drawn.places]


def _node(drawn: bracket.Bracket, place: bracket.Place, names: dict[int, str]) -> Node:
    entrants = drawn.sources(place)
    shown = [None if one == bracket.NOBODY else "" if one is None else names[one] for one in entrants]
    decided = drawn.outcome.get(place.label)
    winner = entrants.index(decided[0]) if decided is not None and bracket.NOBODY not in entrants else None
    return Node(place.label, (shown[0], shown[1]), winner)


def calendar(tournament: Tournament) -> list[Stage]:
    """The rounds so far and, where rounds begin by date, those to come. Two queries."""
    over = (Game.Status.FINISHED, Game.Status.CANCELLED)
    first = Q(pairings__game__isnull=False) & ~Q(pairings__game__status__in=over)
    second = Q(pairings__second__isnull=False) & ~Q(pairings__second__status__in=over)
    rows = tournament.rounds.annotate(
        games=Count("pairings__game") + Count("pairings__second"),
        running=Count("pairings", filter=first) + Count("pairings", filter=second),
    ).order_by("number")
    found = [Stage(row.number, row.started_at, end_of(tournament, row), row.closed_at, row.games, row.running) for row in rows]
    if tournament.by_date and found and found[-1].ends is not None and tournament.status == Tournament.Status.RUNNING:
        size = tournament.entries.filter(seed__isnull=False).count()
        found += _foreseen(tournament, found[-1].number, found[-1].ends, tournament.formula.round_count(size))
    return found


def end_of(tournament: Tournament, row: Round) -> datetime | None:
    """The end of a round. A pause moves it by its length, so that it is unknown until the end of the pause is."""
    if row.ends_at is None or tournament.paused_at is None or row.ends_at <= tournament.paused_at:
        return row.ends_at
    return row.ends_at + (tournament.paused_until - tournament.paused_at) if tournament.paused_until is not None else None


def _foreseen(tournament: Tournament, number: int, begins: datetime, last: int) -> Iterator[Stage]:
    for later in range(last - number):
        start, ends = (tournament.days_later(begins, (later + more) * tournament.round_days) for more in (0, 1))
        yield Stage(number + 1 + later, start, ends, None, 0, 0, foreseen=True)


def not_there(tournament: Tournament) -> list[str]:
    """The names of players who have not checked in, during the check-in; else empty. At most one query."""
    if tournament.status != Tournament.Status.CHECK_IN:
        return []
    missing = tournament.entries.filter(withdrawn=False, checked_in_at=None).order_by("player__name_key")
    return list(missing.values_list("player__name", flat=True))


def my_games(tournament: Tournament, player: Player | None) -> list[Seat]:
    """The seats of a player in running games of the tournament, those to move first, with the other seats of the games.

    Two queries, none for an anonymous reader.
    """
    if player is None:
        return []
    mine = Seat.objects.filter(player=player, live=True, game__in=tournament.games())
    table = Prefetch("game__seats", Seat.objects.select_related("player").order_by("index"))
    found = mine.select_related("game").prefetch_related(table).defer("game__position", "game__secret")
    return list(found.order_by("-pending", "due_at", "pk"))


def events(tournament: Tournament) -> list[Event]:
    """The public events of a tournament, latest first. At most five queries."""
    names, found = names_of(tournament), list[Event]()
    for row in tournament.rounds.prefetch_related("pairings").order_by("number"):
        found += _of_round(row, names)
    if tournament.status == Tournament.Status.CLOSED and tournament.closed_at is not None:
        order = [names[line.entrant] for line in tournament.formula.standings(tournament.field())]
        found.append(Event("final table", tournament.closed_at, 0, order))
    return found[::-1]


def _of_round(row: Round, names: dict[int, str]) -> Iterator[Event]:
    pairings = sorted(row.pairings.all(), key=lambda pairing: pairing.number)
    yield Event("round begins", row.started_at, row.number, [" – ".join(names[seed] for seed in pairing.seats) for pairing in pairings])
    if row.closed_at is not None:
        yield Event("round ends", row.closed_at, row.number, [])
