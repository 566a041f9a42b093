"""Effects of decisions outside this package on tournaments: a game is declared void or adjudicated, a player is excluded from the site.

`games.tournaments.apps` sets these functions as hooks of `games.services.operations.arranged_games`.
"""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.models import Player
from games.tournaments.models import Entry, Pairing, Tournament
from games.tournaments.services import entering, lifecycle, log
from games.tournaments.services.notices import at_table, seated, tell
from games.tournaments.services.results import DECIDED, annul_row, check_open

Status = Tournament.Status


def void(game_id: int, by: Player, reason: str, now: datetime) -> None:
    """Annul a void game in its tournament. Raises `Closed` or `Refused` if that is not possible."""
    row = _meeting_of(game_id)
    if row is not None:
        tournament = row.round.tournament
        check_open(tournament, row)
        log.rule(tournament, "annul result", by, reason, now, **about(tournament, row), before=row.ruled)
        annul_row(tournament, row, now)


def judged(game_id: int, by: Player, reason: str, now: datetime) -> None:
    """Store the adjudication of a game as a ruling of its tournament; its players get a mail."""
    row = _meeting_of(game_id)
    if row is not None:
        tournament = row.round.tournament
        ruling = log.rule(tournament, "judge game", by, reason, now, **about(tournament, row))
        tell(tournament, "ruled", at_table(tournament, row.seats), moment=now, ruling=ruling.pk, pairing=row.pk)


def page_of(game_id: int) -> str | None:
    """The address of the form with which players of a game call the director; None for a game outside tournaments."""
    row = Pairing.of_games(game_id).values_list("round__tournament__code", "game__code").first()
    return None if row is None else f"/tournaments/{row[0]}/?game={row[1]}#call"


def about(tournament: Tournament, row: Pairing) -> dict[str, Any]:
    return {"round": row.round.number, "people": seated(tournament, row.seats)}


def _meeting_of(game_id: int) -> Pairing | None:
    """The meeting of a game, with its tournament locked; None without one, or if the tournament has no rulings any more."""
    row = Pairing.of_games(game_id).select_related("round", "game", "second").first()
    if row is None:
        return None
    row.round.tournament = Tournament.objects.select_for_update(of=("self",)).get(pk=row.round.tournament_id)
    return row if row.round.tournament.status in DECIDED else None


def both_play(player_id: int, other_id: int) -> bool:
    """Whether two players take part in the same tournament, and it is not over. One query."""
    return _unfinished(player_id).filter(tournament__in=_unfinished(other_id).values("tournament")).exists()


def _unfinished(player_id: int) -> QuerySet[Entry]:
    """The entries of a player in tournaments that are not over."""
    return Entry.objects.filter(player=player_id, withdrawn=False, tournament__status__in=(*lifecycle.BEFORE, Status.RUNNING))


def shut_out(player_id: int, by: Player, reason: str, now: datetime) -> None:
    """Withdraw an excluded or deleted player from every tournament that is not over. The reason is public."""
    there = _unfinished(player_id)
    for entry in there.select_related("player").order_by("tournament_id"):
        tournament = Tournament.objects.select_for_update(of=("self",)).get(pk=entry.tournament_id)
        if tournament.status in (*lifecycle.BEFORE, Status.RUNNING):
            ruling = log.rule(tournament, "withdraw", by, reason, now, people=[player_id])
            entering.give_up(tournament, entry, now)
            tell(tournament, "excluded", [player_id], moment=now, ruling=ruling.pk)
