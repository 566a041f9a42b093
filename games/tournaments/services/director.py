"""Services of a director that change the status of a tournament: open, invite, check-in, start, approve, cancel.

Each takes a reason and stores a ruling and an audit event. `revive` and what is done in a running tournament (`extend`, `pause` …) are in
`games.tournaments.services.interventions`.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction

from games.models import Player
from games.rules.messages import msg
from games.services.errors import Closed, NotYours, Refused
from games.tournaments.models import Invited, Tournament
from games.tournaments.services import clocks, lifecycle, log
from games.tournaments.services.notices import everybody, people_of, tell

Status = Tournament.Status
LIVING = (Status.ANNOUNCED, Status.REGISTRATION, Status.CHECK_IN, Status.RUNNING, Status.REVIEW)


def open_registration(tournament_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Open registration. Raises `Closed` unless the tournament is announced, `Refused` if its start has passed."""
    with step(tournament_id, (Status.ANNOUNCED,), by, "open registration", reason, now) as tournament:
        if tournament.starts_at is not None and tournament.starts_at <= now:
            raise Refused(msg("The announced start has passed. Change it first."), code="bad_start")
        tournament.status = Status.REGISTRATION
        tournament.save(update_fields=["status"])
        tell(tournament, "opened", _may_be_interested(tournament), moment=now)


def invite(tournament_id: int, people: Sequence[Player], by: Player, reason: str, *, now: datetime) -> None:
    """Invite players and mail them. A second invitation changes nothing. Raises `Closed` after registration."""
    with step(tournament_id, (Status.ANNOUNCED, Status.REGISTRATION), by, "invite", reason, now) as tournament:
        Invited.objects.bulk_create((Invited(tournament=tournament, player=player) for player in people), ignore_conflicts=True)
        tell(tournament, "invited", [player.pk for player in people if not player.is_bot], moment=tournament.created_at)


def call_in(tournament_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Start the check-in. Raises `Closed` unless registration is open."""
    with step(tournament_id, (Status.REGISTRATION,), by, "call in", reason, now) as tournament:
        lifecycle.call_in(tournament, now)


def start(tournament_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Draw the seeds and pair the first round; after a check-in only players who checked in.

    Raises `Closed` outside registration and check-in, `Refused` with too few players.
    """
    with step(tournament_id, lifecycle.BEFORE, by, "start", reason, now) as tournament:
        lifecycle.begin(tournament, now)


def approve(tournament_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Approve the final table. Raises `Closed` before all rounds are played."""
    with step(tournament_id, (Status.REVIEW,), by, "approve", reason, now) as tournament:
        tournament.status, tournament.closed_at = Status.CLOSED, now
        tournament.save(update_fields=["status", "closed_at"])
        tell(tournament, "closed", everybody(tournament), moment=now)


def cancel(tournament_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Cancel the tournament; running games go on as ordinary games. Raises `Closed` after its end."""
    with step(tournament_id, LIVING, by, "cancel", reason, now) as tournament:
        ruling = log.add(log.latest(tournament), was=tournament.status)
        if tournament.paused_at is not None:
            until = tournament.paused_until.isoformat() if tournament.paused_until is not None else None
            log.add(ruling, paused=True, until=until)
            clocks.end_pause(tournament, now)
        tournament.status, tournament.closed_at = Status.CANCELLED, now
        tournament.save(update_fields=["status", "closed_at"])
        tell(tournament, "cancelled", people_of(tournament), moment=now, ruling=ruling.pk)


def check_uninvolved(by: Player, concerned: Collection[int]) -> None:
    """Raise `NotYours` if an act concerns the acting director as a player; `concerned` are player ids."""
    if by.pk in concerned:
        raise NotYours(msg("This concerns you as a player: ask another director, or appoint an official."), code="own_game")


def _may_be_interested(tournament: Tournament) -> list[int]:
    """The ids of invited players, and of players of the tournament that this one follows."""
    invited = tournament.invited.filter(player__is_bot=False).values_list("player_id", flat=True)
    before = (
        tournament.follows.entries.filter(player__is_bot=False, player__is_active=True, seed__isnull=False) if tournament.follows else None
    )
    return list(dict.fromkeys([*invited, *(before.order_by("seed").values_list("player_id", flat=True) if before is not None else ())]))


@contextmanager
def step(tournament_id: int, allowed: Sequence[str], by: Player, action: str, reason: str, now: datetime) -> Iterator[Tournament]:
    """A transaction in which the tournament is locked and the ruling is stored. Raises `Closed` unless its status is one of `allowed`."""
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update(of=("self",)).select_related("director", "follows").get(pk=tournament_id)
        if tournament.status not in allowed:
            status = str(Status(tournament.status).label)
            raise Closed(msg("This is not possible: the tournament is now “{status}”.", status=status), code="moved_on")
        log.rule(tournament, action, by, reason, now)
        yield tournament
