"""A tournament as files: rows of a table, the report of FIDE, and the document that a script can check. Nothing that is not on its page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.tournaments.formats import swiss, trf
from games.tournaments.formats.document import document
from games.tournaments.formats.meetings import Field
from games.tournaments.formats.scoring import decimal, points_of
from games.tournaments.models import HIDDEN, Pairing, Tournament
from games.tournaments.queries.standings import lines_of
from games.tournaments.queries.views import names_of

Format = Tournament.Format
Row = list[str | int]


def has_report(tournament: Tournament) -> bool:
    """Whether a report file can hold it: two at a table, one game a pairing."""
    return tournament.format in (Format.SWISS, Format.ROUND_ROBIN) and tournament.games_each == 1


def standings_rows(tournament: Tournament) -> Iterator[Row]:
    """The table with its heads, every tie-break in full. At most five queries."""
    names = names_of(tournament)
    yield ["rank", "number", "name", "points", *tournament.tie_breaks]
    for line in lines_of(tournament):
        yield [line.rank, line.entrant, names[line.entrant], decimal(line.points), *(decimal(value) for value in line.breaks)]


def result_rows(tournament: Tournament) -> Iterator[Row]:
    """Every meeting by seat, with points where it is decided. At most three queries."""
    names = names_of(tournament)
    yield ["round", "table", "seat", "number", "name", "points", "game", "second_game"]
    found = Pairing.objects.filter(round__tournament=tournament).select_related("round", "game", "second").defer(*HIDDEN)
    for pairing in found.order_by("round__number", "number"):
        outcome = pairing.played()
        points = points_of(outcome) if outcome is not None else {}
        for seat, number in enumerate(pairing.seats, start=1):
            yield [
                pairing.round.number, pairing.number, seat, number, names[number], decimal(points[number]) if number in points else "",
                pairing.game.code if pairing.game else "", pairing.second.code if pairing.second else "",
            ]  # fmt: skip


def report(tournament: Tournament) -> str:
    """The report file; only where `has_report` says so. At most six queries."""
    field, lines = tournament.field(), lines_of(tournament)
    rounds = tournament.formula.round_count(len(field.entrants))
    made = trf.Report(field, names_of(tournament), tournament.title, rounds, swiss.odd_first(field))
    return trf.write(made, {line.entrant: line.rank for line in lines}, tournament.tie_breaks)


def whole(tournament: Tournament) -> dict[str, Any]:
    """The document. At most seven queries."""
    field = tournament.field()
    facts = {
        "code": tournament.code,
        "title": tournament.title,
        "game": tournament.rules,
        "system": tournament.format,
        "rounds": tournament.formula.round_count(len(field.entrants)),
        "sides": tournament.games_each == 1,
        "tie_breaks": list(tournament.tie_breaks),
    }
    return document(facts, field, names_of(tournament), _running(tournament, field), lines_of(tournament))


def _running(tournament: Tournament, field: Field) -> list[tuple[int, list[int]]]:
    """Meetings that have no result, by round: those of the field's history are not among them."""
    known = {(played.round, played.seats) for played in field.history}
    rows = Pairing.objects.filter(round__tournament=tournament).order_by("round__number", "number").values_list("round__number", "seats")
    return [(number, seats) for number, seats in rows if (number, tuple(seats)) not in known]
