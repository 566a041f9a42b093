"""Half-point byes of a Swiss. A player requests them before the round is paired, at most as many as announced."""

from games.models import Player
from games.rules.messages import msg, plural
from games.services.errors import Closed, Refused
from games.tournaments.models import Entry, Tournament
from games.tournaments.services import entering, lifecycle

Status = Tournament.Status


def choices(tournament: Tournament, entry: Entry) -> list[int]:
    """The future rounds, except the last, for which this player may request a bye or cancel a request. Two queries at most."""
    if not tournament.half_byes or entry.withdrawn or tournament.status not in (*lifecycle.BEFORE, Status.RUNNING):
        return []
    seats = tournament.entries.filter(withdrawn=False) if tournament.status in lifecycle.BEFORE else tournament.entries.filter(seed__gt=0)
    last = tournament.formula.round_count(max(2, seats.count()))
    begun = tournament.rounds.count()
    asked = [number for number in entry.rests if number > begun]
    return list(range(begun + 1, last)) if len(entry.rests) < tournament.half_byes else asked


def ask(tournament_id: int, player: Player, number: int) -> None:
    """Request a half-point bye for a round. A second call changes nothing.

    Raises `NotYours` for a player who does not take part, `Closed` for a round that cannot be chosen, `Refused` beyond the number allowed.
    """
    with entering.entrant(tournament_id, player, withdrawn=False) as (tournament, entry):
        if number in entry.rests:
            return
        if not tournament.half_byes:
            raise Refused(msg("This tournament was announced without half-point byes."), code="no_rests")
        if len(entry.rests) >= tournament.half_byes:
            allowed = plural(
                "You may have a half-point bye in {count} round of this tournament.",
                "You may have a half-point bye in {count} rounds of this tournament.",
                tournament.half_byes,
            )
            raise Refused(allowed, code="no_rest_left")
        if 1 <= number <= tournament.rounds.count():
            raise _paired(number)
        if number not in choices(tournament, entry):
            text = msg("You cannot have a half-point bye in round {round}: it is the last one, or there is no such round.", round=number)
            raise Closed(text, code="no_rest")
        entry.rests = sorted([*entry.rests, number])
        entry.save(update_fields=["rests"])


def take_back(tournament_id: int, player: Player, number: int) -> None:
    """Cancel a request for a bye. A second call changes nothing. Raises `NotYours` without an entry, `Closed` once the round is paired."""
    with entering.entrant(tournament_id, player, withdrawn=False) as (tournament, entry):
        if number not in entry.rests:
            return
        if number <= tournament.rounds.count():
            raise _paired(number)
        entry.rests = [other for other in entry.rests if other != number]
        entry.save(update_fields=["rests"])


def _paired(number: int) -> Closed:
    return Closed(msg("Round {round} has been paired already. Call the director.", round=number), code="paired")
