"""What a director does: open, start, approve, cancel, end a late game. Every action has a reason and leaves an audit event."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from games.models import Game, Player, Tournament
from games.rules.messages import msg
from games.services.desk.writing import write_down
from games.services.errors import Closed, Refused
from games.services.tournaments import rounds
from games.tournaments.meeting import drawn

Status = Tournament.Status


def open_registration(tournament_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """People may enter from now on. Raises `Closed` unless it was just announced."""
    with transaction.atomic():
        tournament = _step(tournament_id, (Status.ANNOUNCED,), by, "open registration", reason, now)
        tournament.status = Status.REGISTRATION
        tournament.save(update_fields=["status"])


def start(tournament_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Draw the seeds of those within the cap, in the order they entered for the places, and pair the first round.

    Raises `Closed` unless it is open for registration, `Refused` when too few have entered.
    """
    with transaction.atomic():
        tournament = _step(tournament_id, (Status.REGISTRATION,), by, "start", reason, now)
        entries = list(tournament.entries.filter(withdrawn=False).order_by("entered_at", "pk"))
        entries = entries[: tournament.cap] if tournament.cap else entries
        needed = tournament.least if tournament.format == Tournament.Format.TABLES else 2
        if len(entries) < needed:
            raise Refused(msg("At least {needed} have to enter before it can start.", needed=needed), code="too_few")
        by_pk = {entry.pk: entry for entry in entries}
        for seed, pk in enumerate(drawn(tournament.seed, "seeds", by_pk), start=1):
            by_pk[pk].seed = seed
        tournament.entries.bulk_update(entries, ["seed"])
        tournament.status = Status.RUNNING
        tournament.save(update_fields=["status"])
        rounds.begin_next(tournament, now)


def approve(tournament_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """The final table stands. Raises `Closed` before every round is played."""
    with transaction.atomic():
        tournament = _step(tournament_id, (Status.REVIEW,), by, "approve", reason, now)
        tournament.status, tournament.closed_at = Status.CLOSED, now
        tournament.save(update_fields=["status", "closed_at"])


def cancel(tournament_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """The tournament ends here; games that run are played on as ordinary games. Raises `Closed` when it is over."""
    living = (Status.ANNOUNCED, Status.REGISTRATION, Status.RUNNING, Status.REVIEW)
    with transaction.atomic():
        tournament = _step(tournament_id, living, by, "cancel", reason, now)
        tournament.status, tournament.closed_at = Status.CANCELLED, now
        tournament.save(update_fields=["status", "closed_at"])


def adjudicate(game_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """End a running game of a tournament now, by its public scores. Raises `Closed` or `Trouble`."""
    with transaction.atomic():
        game = Game.objects.only("code").filter(Q(pairing__isnull=False) | Q(second_of__isnull=False), pk=game_id).first()
        if game is None:
            raise Closed(msg("This game belongs to no tournament."), code="no_tournament")
        write_down(by, "adjudicate", f"game {game.code}", reason, now)
        rounds.judge(game_id, now)


def _step(tournament_id: int, allowed: tuple[str, ...], by: Player, action: str, reason: str, now: datetime) -> Tournament:
    """The locked tournament, with the action written down."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
    if tournament.status not in allowed:
        raise Closed(msg("The tournament has moved on; look at it again."), code="moved_on")
    write_down(by, action, f"tournament {tournament.code}", reason, now)
    return tournament
