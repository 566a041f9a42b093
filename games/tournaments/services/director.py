"""What a director does: open, invite, call in, start, approve, cancel; each with a reason and an audit event.

What keeps a running tournament going (`extend`, `pause`, `replace` …) is in `games.tournaments.services.interventions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.models import Player
from games.rules.messages import msg
from games.services.errors import Closed
from games.tournaments.models import Invited, Tournament
from games.tournaments.services import clocks, lifecycle, log
from games.tournaments.services.notices import everybody, people_of, tell

Status = Tournament.Status
LIVING = (Status.ANNOUNCED, Status.REGISTRATION, Status.CHECK_IN, Status.RUNNING, Status.REVIEW)


def open_registration(tournament_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """People may enter from now on. Raises `Closed` unless it was just announced."""
    with transaction.atomic():
        tournament = step(tournament_id, (Status.ANNOUNCED,), by, "open registration", reason, now)
        tournament.status = Status.REGISTRATION
        tournament.save(update_fields=["status"])
        tell(tournament, "opened", _may_be_interested(tournament), moment=now)


def invite(tournament_id: int, people: Sequence[Player], by: Player, reason: str, *, now: datetime) -> None:
    """Let these people into a tournament by invitation, and tell them; inviting somebody again changes nothing.

    Raises `Closed` once it has begun.
    """
    with transaction.atomic():
        tournament = step(tournament_id, (Status.ANNOUNCED, Status.REGISTRATION), by, "invite", reason, now)
        Invited.objects.bulk_create((Invited(tournament=tournament, player=player) for player in people), ignore_conflicts=True)
        tell(tournament, "invited", [player.pk for player in people if not player.is_bot], moment=tournament.created_at)


def call_in(tournament_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Ask everybody who entered whether they are there. Raises `Closed` unless it is open for registration."""
    with transaction.atomic():
        lifecycle.call_in(step(tournament_id, (Status.REGISTRATION,), by, "call in", reason, now), now)


def start(tournament_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Draw the seeds and pair the first round; after a check-in only for those who are there.

    Raises `Closed` unless it is open for registration or asks who is there, `Refused` when too few have entered.
    """
    with transaction.atomic():
        lifecycle.begin(step(tournament_id, lifecycle.BEFORE, by, "start", reason, now), now)


def approve(tournament_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """The final table stands. Raises `Closed` before every round is played."""
    with transaction.atomic():
        tournament = step(tournament_id, (Status.REVIEW,), by, "approve", reason, now)
        tournament.status, tournament.closed_at = Status.CLOSED, now
        tournament.save(update_fields=["status", "closed_at"])
        tell(tournament, "closed", everybody(tournament), moment=now)


def cancel(tournament_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """The tournament ends here; games that run are played on as ordinary games. Raises `Closed` when it is over."""
    with transaction.atomic():
        tournament = step(tournament_id, LIVING, by, "cancel", reason, now)
        ruling = log.add(log.latest(tournament), was=tournament.status)
        if tournament.paused_at is not None:
            clocks.end_pause(tournament, now)
        tournament.status, tournament.closed_at = Status.CANCELLED, now
        tournament.save(update_fields=["status", "closed_at"])
        tell(tournament, "cancelled", people_of(tournament), moment=now, ruling=ruling.pk)


def revive(tournament_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """A cancelled tournament goes on where it was, and everybody is told. Raises `Closed` where it was not cancelled."""
    with transaction.atomic():
        tournament = step(tournament_id, (Status.CANCELLED,), by, "revive", reason, now)
        cancelled = tournament.rulings.filter(act="cancel").order_by("-pk").first()
        tournament.status, tournament.closed_at = cancelled.facts.get("was", "") if cancelled is not None else "", None
        if not tournament.status:
            raise Closed(msg("Nothing is known of where this tournament stood."), code="not_known")
        tournament.save(update_fields=["status", "closed_at"])
        tell(tournament, "revived", people_of(tournament), moment=now, ruling=log.latest(tournament).pk)


def _may_be_interested(tournament: Tournament) -> list[int]:
    """Those invited, and those who played in what it goes on from."""
    invited = tournament.invited.filter(player__is_bot=False).values_list("player_id", flat=True)
    before = (
        tournament.follows.entries.filter(player__is_bot=False, player__is_active=True, seed__isnull=False) if tournament.follows else None
    )
    return list(dict.fromkeys([*invited, *(before.order_by("seed").values_list("player_id", flat=True) if before is not None else ())]))


def step(tournament_id: int, allowed: Sequence[str], by: Player, action: str, reason: str, now: datetime) -> Tournament:
    """The locked tournament, with the action written down. Raises `Closed` where it is not at one of the `allowed` statuses."""
    tournament = Tournament.objects.select_for_update(of=("self",)).select_related("director", "follows").get(pk=tournament_id)
    if tournament.status not in allowed:
        raise Closed(msg("The tournament has moved on; look at it again."), code="moved_on")
    log.rule(tournament, action, by, reason, now)
    return tournament
