"""Content of the downloads of a tournament: CSV rows, the FIDE report file, the JSON document for verification. Public data only."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from games.tournaments.formats import swiss, trf
from games.tournaments.formats.document import document
from games.tournaments.formats.meetings import Field
from games.tournaments.formats.scoring import decimal, points_of
from games.tournaments.models import Ruling, Tournament
from games.tournaments.queries.standings import lines_of
from games.tournaments.queries.views import names_of

Format = Tournament.Format
Row = list[str | int]
BY_HAND, LATE, APART = "pair by hand", "late entry", ("keep apart", "keep apart no longer")
RESULTS = ("correct result", "annul result", "forfeit", "restore result", "play again", "did not show up", "judge game")
"""Stored names of the rulings after which a later round cannot be recomputed from the document."""
MOMENT = timedelta(microseconds=1)


def has_report(tournament: Tournament) -> bool:
    """Whether the report file applies: Swiss or round robin with one game per pairing."""
    return tournament.format in (Format.SWISS, Format.ROUND_ROBIN) and tournament.games_each == 1


def standings_rows(tournament: Tournament) -> Iterator[Row]:
    """The rows of the standings with a heading row and all tie-breaks. At most five queries."""
    names = names_of(tournament)
    yield ["rank", "number", "name", "points", *tournament.tie_breaks]
    for line in lines_of(tournament):
        yield [line.rank, line.entrant, names[line.entrant], decimal(line.points), *(decimal(value) for value in line.breaks)]


def result_rows(tournament: Tournament) -> Iterator[Row]:
    """A heading row, then a row per seat of every meeting, with the points if it is decided. At most three queries."""
    names = names_of(tournament)
    yield ["round", "table", "seat", "number", "name", "points", "game", "second_game"]
    for pairing in tournament.pairings():
        outcome = pairing.played()
        points = points_of(outcome) if outcome is not None else {}
        for seat, number in enumerate(pairing.seats, start=1):
            yield [
                pairing.round.number, pairing.number, seat, number, names[number], decimal(points[number]) if number in points else "",
                pairing.game.code if pairing.game else "", pairing.second.code if pairing.second else "",
            ]  # fmt: skip


def report(tournament: Tournament) -> str:
    """The text of the FIDE report file. Call it only if `has_report`. At most seven queries. Raises `trf.TooManyPointsError`."""
    field, lines = tournament.field(), lines_of(tournament)
    rounds = tournament.formula.round_count(len(field.entrants))
    undecided = [(number, tuple(seats), ruled) for number, seats, ruled in _undecided(tournament, field)]
    annulled, running = ([(number, seats) for number, seats, ruled in undecided if ruled == wanted] for wanted in (True, False))
    names = names_of(tournament)
    system = trf.SWISS if tournament.format == Format.SWISS else trf.ROUND_ROBIN
    made = trf.Report(field, names, tournament.title, rounds, swiss.odd_first(field), annulled=annulled, running=running, system=system)
    return trf.write(made, {line.entrant: line.rank for line in lines}, tournament.tie_breaks)


def whole(tournament: Tournament) -> dict[str, Any]:
    """The JSON document (see `formats.document`). At most ten queries."""
    field = tournament.field()
    facts = {
        "code": tournament.code,
        "title": tournament.title,
        "game": tournament.rules,
        "system": tournament.format,
        "rounds": tournament.formula.round_count(len(field.entrants)),
        "sides": tournament.games_each == 1,
        "tie_breaks": list(tournament.tie_breaks),
        "ruled_rounds": _ruled_rounds(tournament),
        "stage_begins": tournament.formula.stage_begins(field),
    }
    return document(facts, field, names_of(tournament), _undecided(tournament, field), lines_of(tournament))


def _undecided(tournament: Tournament, field: Field) -> list[tuple[int, list[int], bool]]:
    """Meetings without a result (not in the field's history), by round, and whether a ruling is the cause."""
    known = {(played.round, played.seats) for played in field.history}
    found = tournament.pairings().values_list("round__number", "seats", "ruled")
    return [(number, seats, ruled is not None) for number, seats, ruled in found if (number, tuple(seats)) not in known]


def _ruled_rounds(tournament: Tournament) -> list[int]:
    """Rounds that cannot be paired again from the document alone. Three queries at most.

    They were paired by hand, before a ruling changed what they follow from, or as the last round before late entries raised the usual
    number of rounds (the last round has rules of its own in C.04.3).
    """
    begun = list(tournament.rounds.values_list("number", "started_at"))
    acts = (BY_HAND, LATE, *APART, *RESULTS)
    rulings = list(Ruling.objects.filter(tournament=tournament, act__in=acts).values_list("act", "facts", "at"))
    late = [at for act, facts, at in rulings if act == LATE and "halves" in facts]
    found = _once_last(tournament, begun, late)
    for act, facts, at in rulings:
        if act == LATE:
            continue
        about = facts.get("round", 0)
        paired = at - MOMENT if act == "did not show up" else at  # the same step may pair the next round from this ruling
        found |= {about} if act == BY_HAND else {number for number, since in begun if number > about and since <= paired}
    return sorted(found & {number for number, _since in begun})


def _once_last(tournament: Tournament, begun: Sequence[tuple[int, datetime]], late: Sequence[datetime]) -> set[int]:
    """Rounds that were the last one by the number of players when they began, and are not any more. One query if there are late entries."""
    if not late:
        return set()
    people, count = tournament.entries.filter(seed__isnull=False).count(), tournament.formula.round_count
    return {number for number, since in begun if count(people - sum(at > since for at in late)) == number < count(people)}
