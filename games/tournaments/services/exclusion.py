"""What is decided elsewhere and concerns tournaments: a game declared void, a person shut out of the site."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Q

from games.models import Player
from games.tournaments.models import Entry, Pairing, Tournament
from games.tournaments.services import entering, lifecycle, log
from games.tournaments.services.notices import at_table, tell
from games.tournaments.services.results import DECIDED, annul_row, check_open

Status = Tournament.Status


def void(game_id: int, by: Player, reason: str, now: datetime) -> None:
    """A game that counts no more is annulled in its tournament. Raises `Closed` or `Refused` where that cannot be done."""
    row = _meeting_of(game_id)
    if row is not None:
        tournament = row.round.tournament
        check_open(tournament, row)
        log.rule(tournament, "annul result", by, reason, now, **about(tournament, row), before=row.ruled)
        annul_row(tournament, row, now)


def judged(game_id: int, by: Player, reason: str, now: datetime) -> None:
    """A game that is judged as it stands is a ruling of its tournament; both are told."""
    row = _meeting_of(game_id)
    if row is not None:
        tournament = row.round.tournament
        ruling = log.rule(tournament, "judge game", by, reason, now, **about(tournament, row))
        tell(tournament, "ruled", at_table(tournament, row.seats), moment=now, ruling=ruling.pk, pairing=row.pk)


def page_of(game_id: int) -> str | None:
    """The form with which those at the table call the director."""
    row = Pairing.objects.filter(Q(game=game_id) | Q(second=game_id)).values_list("round__tournament__code", "game__code").first()
    return None if row is None else f"/tournaments/{row[0]}/?game={row[1]}#call"


def about(tournament: Tournament, row: Pairing) -> dict[str, Any]:
    """The round and the people of a meeting, for the log."""
    people = tournament.entries.filter(seed__in=row.seats).order_by("seed").values_list("player_id", flat=True)
    return {"round": row.round.number, "people": list(people)}


def _meeting_of(game_id: int) -> Pairing | None:
    """The meeting that a game decides, with its tournament locked; None where there is none, or where nothing can be ruled any more."""
    row = Pairing.objects.select_related("round", "game", "second").filter(Q(game=game_id) | Q(second=game_id)).first()
    if row is None:
        return None
    row.round.tournament = Tournament.objects.select_for_update(of=("self",)).get(pk=row.round.tournament_id)
    return row if row.round.tournament.status in DECIDED else None


def shut_out(player_id: int, by: Player, reason: str, now: datetime) -> None:
    """Who is shut out or gone leaves every tournament that is not over, as if the director had taken them out. The reason is public."""
    for entry in entries_of(player_id):
        tournament = Tournament.objects.select_for_update(of=("self",)).get(pk=entry.tournament_id)
        if tournament.status in (*lifecycle.BEFORE, Status.RUNNING):
            ruling = log.rule(tournament, "withdraw", by, reason, now, people=[player_id])
            entering.give_up(tournament, entry, now)
            tell(tournament, "excluded", [player_id], moment=now, ruling=ruling.pk)


def entries_of(player_id: int) -> list[Entry]:
    """Where somebody still takes part, by number of the tournament."""
    there = Entry.objects.filter(player=player_id, withdrawn=False, tournament__status__in=(*lifecycle.BEFORE, Status.RUNNING))
    return list(there.select_related("player").order_by("tournament_id"))
