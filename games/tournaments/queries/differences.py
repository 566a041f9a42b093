"""Sentences about the effects of an act: a tournament before and after the act in a trial transaction, and the recipients of mails."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.formats import date_format

from games.models import Game
from games.rules.messages import Message, msg, plural
from games.services.operations.rehearsal import Witness
from games.tournaments.formats.scoring import decimal, points_of
from games.tournaments.models import Entry, Pairing, Tournament
from notifications.models import Message as Mail

SIDES = " – "
MOST_NAMED = 12
"""Most names in one sentence; beyond that, the sentence also gives the number of people."""


@dataclass(frozen=True, slots=True)
class State:
    """The state that an act may change, by ids of players and numbers of meetings."""

    status: str
    entries: dict[int, tuple[str, str]]
    """Name and state of the entry: "" (has a place), "withdrawn", "waiting", "out" (no place after the start), by player id."""
    lines: dict[str, tuple[str, int]]
    """Points and place, by name."""
    rounds: dict[int, datetime | None]
    meetings: dict[tuple[int, int], tuple[str, str]]
    """Names and result of a meeting, by round and number."""
    games: dict[int, str]


def state_of(tournament: Tournament) -> State:
    """The present state of a tournament. Six queries, and two for the standings."""
    rows = list(tournament.entries.select_related("player").order_by("entered_at", "pk"))
    names = {entry.seed: entry.player.name for entry in rows if entry.seed is not None}
    meetings = {(row.round.number, row.number): (_names(row, names), _result(row)) for row in tournament.pairings()}
    field = tournament.field()
    lines = tournament.formula.standings(field) if field.entrants else []
    return State(
        tournament.status,
        {entry.player_id: (entry.player.name, _place(entry, place, tournament, bool(names))) for place, entry in enumerate(rows)},
        {names[line.entrant]: (decimal(line.points), line.rank) for line in lines},
        dict(tournament.rounds.values_list("number", "ends_at")),
        meetings,
        dict(tournament.games().values_list("pk", "status")),
    )


def _place(entry: Any, place: int, tournament: Tournament, drawn: bool) -> str:
    if entry.withdrawn:
        return "withdrawn"
    if drawn:
        return "out" if entry.seed is None else ""
    return "waiting" if tournament.cap and place >= tournament.cap else ""


def _names(row: Pairing, names: dict[int, str]) -> str:
    return SIDES.join(names.get(seed, "?") for seed in row.seats)


def _result(row: Pairing) -> str:
    played = row.played()
    if played is not None:
        return " : ".join(decimal(points) for points in points_of(played).values())
    return "×" if row.ruled is not None else "–"


def witness(tournament_id: int) -> Callable[[], list[Message]]:
    """Lock and read a tournament. The returned function gives the differences since then, the mails, and the ruling before: a message
    without text, which is part of the confirmation's digest, so that another ruling makes it stale.
    """
    row = Tournament.objects.select_for_update(of=("self",)).get(pk=tournament_id)
    codes = set(row.games().filter(status=Game.Status.ACTIVE).values_list("code", flat=True))
    before, last = state_of(row), Mail.objects.aggregate(last=Max("pk"))["last"] or 0
    latest = row.rulings.aggregate(last=Max("pk"))["last"] or 0

    def after() -> list[Message]:
        now = Tournament.objects.get(pk=tournament_id)
        return [*_differences(before, state_of(now)), *_mails(now, codes, last), *([Message("", {"after": str(latest)})] if latest else [])]

    return after


def of_game(game_id: int) -> Witness | None:
    """The witness for the tournament of a game; None for a game outside tournaments."""
    row = Pairing.of_games(game_id).select_related("round").first()
    return None if row is None else lambda: witness(row.round.tournament_id)


def of_person(player_id: int) -> Witness | None:
    """The witness for all tournaments that a player takes part in; None if there are none."""
    over = (Tournament.Status.CLOSED, Tournament.Status.CANCELLED)
    found = Entry.objects.filter(player=player_id, withdrawn=False).exclude(tournament__status__in=over)
    ids = list(found.order_by("tournament_id").values_list("tournament_id", flat=True))

    def all_of_them() -> Callable[[], list[Message]]:
        looks = [witness(pk) for pk in ids]
        return lambda: [sentence for look in looks for sentence in look()]

    return all_of_them if ids else None


def _differences(before: State, after: State) -> Iterator[Message]:
    if before.status != after.status:
        status = Tournament.Status
        yield msg(
            "The tournament is “{new}” instead of “{old}”.", new=str(status(after.status).label), old=str(status(before.status).label)
        )
    yield from _entries(before, after)
    yield from _rounds(before, after)
    yield from _games(before, after)
    yield from _standings(before, after)


def _standings(before: State, after: State) -> Iterator[Message]:
    for name, (points, place) in after.lines.items():
        had = before.lines.get(name)
        if had is None:
            if before.lines:
                yield msg("{name} enters the standings with {points} points, place {place}.", name=name, points=points, place=place)
            continue
        was, then = had
        if was != points and then == place:
            yield msg("{name}: {was} → {points} points, still place {place}.", name=name, was=was, points=points, place=place)
        elif was != points:
            yield msg(
                "{name}: {was} → {points} points, place {before} → {place}.", name=name, was=was, points=points, before=then, place=place
            )
        elif then != place:
            yield msg("{name}: place {before} → {place}.", name=name, before=then, place=place)


def _entries(before: State, after: State) -> Iterator[Message]:
    for pk, (name, how) in after.entries.items():
        had = before.entries.get(pk, ("", "withdrawn"))[1]
        if had == how:
            continue
        if how == "withdrawn":
            yield msg("{name} no longer takes part.", name=name)
        elif how == "out":
            yield msg("{name} has no place.", name=name)
        elif how == "waiting":
            yield msg("{name} is on the waiting list.", name=name)
        else:
            yield msg("{name} has a place.", name=name)


def _rounds(before: State, after: State) -> Iterator[Message]:
    for number in before.rounds.keys() - after.rounds.keys():
        yield msg("Round {round} is taken back with all its pairings.", round=number)
    for number, ends in sorted(after.rounds.items()):
        if number not in before.rounds:
            tables = tuple(_table(names) for (at, _row), (names, _result) in sorted(after.meetings.items()) if at == number)
            yield msg("Round {round} is paired: {tables}.", round=number, tables=tables)
        elif _moment(before.rounds[number]) != _moment(ends):
            yield msg(
                "Round {round} ends at {then} instead of {now}.", round=number, then=_moment(ends), now=_moment(before.rounds[number])
            )
    for at, (names, result) in sorted(after.meetings.items()):
        had = before.meetings.get(at)
        if had is None or had == (names, result):
            continue
        if had[0] != names:
            yield msg("Round {round}: {new} instead of {old}.", round=at[0], new=names, old=had[0])
        else:
            yield msg("Round {round}, {names}: {new} instead of {old}.", round=at[0], names=names, new=result, old=had[1])


def _table(names: str) -> str | Message:
    return names if SIDES in names else msg("{name} (bye)", name=names)


def _games(before: State, after: State) -> Iterator[Message]:
    running = Game.Status.ACTIVE
    ended = sum(state == running and after.games.get(pk) != running for pk, state in before.games.items())
    begun = sum(state == running and pk not in before.games for pk, state in after.games.items())
    if ended:
        yield plural("{count} running game ends or leaves the tournament.", "{count} running games end or leave the tournament.", ended)
    if begun:
        yield plural("{count} game begins.", "{count} games begin.", begun)


def _mails(tournament: Tournament, games: Collection[str], last: int) -> list[Message]:
    rows = (
        Mail.objects.filter(pk__gt=last, thread__in=[tournament.code, *games], recipient__is_active=True)
        .order_by("recipient__name_key")
        .values_list("recipient__name", flat=True)
    )
    names = list(dict.fromkeys(rows))
    if not names:
        return [msg("Nobody is notified by mail.")]
    shown = tuple(names[:MOST_NAMED])
    if len(names) > MOST_NAMED:
        return [
            plural(
                "{count} person is notified, among them {names}.",
                "{count} people are notified, among them {names}.",
                len(names),
                names=shown,
            )
        ]
    return [plural("{count} person is notified: {names}.", "{count} people are notified: {names}.", len(names), names=shown)]


def _moment(value: datetime | None) -> str:
    return "–" if value is None else date_format(timezone.localtime(value), "D, j M Y, H:i")
