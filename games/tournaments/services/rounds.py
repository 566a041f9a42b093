"""Advancing tournaments: decide late games, close a finished round and pair the next one, or ask the director for approval.

One step is one transaction under the lock of the tournament's row, and rounds are unique per number, so a task may run twice or be
interrupted without harm. Games are locked after the tournament, in the order of their ids.
"""

from datetime import datetime

import structlog
from django.db import transaction

from games.rules.errors import UnknownRules
from games.rules.messages import msg
from games.tournaments.formats import early_closing
from games.tournaments.formats.meetings import Meeting
from games.tournaments.models import Round, Tournament
from games.tournaments.services import interventions, lifecycle, presence
from games.tournaments.services.late_games import judge_overdue
from games.tournaments.services.notices import officials, tell
from games.tournaments.services.pairing import begin_next, running_in
from games.transient_errors import database_unavailable
from notifications.process import faults

log = structlog.get_logger(__name__)


def advance_all(now: datetime) -> int:
    """Advance every tournament by one step if it is due; returns how many were advanced.

    A failure is logged, does not stop the others, and is told to the director once a day. A tournament whose games need rules that this
    process does not have is skipped.
    """
    moved = 0
    for pk in list(lifecycle.living().order_by("pk").values_list("pk", flat=True)):
        try:
            moved += advance(pk, now)
            faults.hit("pairing.committed")
        except UnknownRules as error:
            log.info("tournament_skipped", tournament=pk, why=str(error))
        except Exception as error:
            log.exception("tournament_failed", tournament=pk)
            if not database_unavailable(error):
                _tell_director(pk, now)
    return moved


def _tell_director(tournament_id: int, now: datetime) -> None:
    with transaction.atomic():
        tournament = Tournament.objects.only("code").filter(pk=tournament_id).first()
        if tournament is not None:  # it may have been deleted meanwhile
            tell(tournament, "failed", officials(tournament), moment=now.replace(hour=0, minute=0, second=0))


def advance(tournament_id: int, now: datetime) -> bool:
    """One step: start or check-in at the announced hour, end of a pause, end of a round with the pairing of the next one or the review.

    False if nothing is due.
    """
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update(of=("self",)).select_related("director").get(pk=tournament_id)
        if tournament.status in lifecycle.BEFORE:
            return lifecycle.move_on(tournament, now)
        if tournament.status != Tournament.Status.RUNNING:
            return False
        if tournament.paused_at is not None:
            if tournament.paused_until is None or now < tournament.paused_until:
                return False
            interventions.go_on(tournament, now)
        judge_overdue(tournament, now)
        current = tournament.rounds.order_by("-number").first()
        if current is not None and current.closed_at is None:
            presence.forfeit_absent(tournament, current, now)
            presence.remind_at_half_time(tournament, current, now)
        if current is None or current.closed_at is not None:
            return begin_next(tournament, now)
        if not _over(tournament, current, now):
            return False
        current.closed_at = now
        current.save(update_fields=["closed_at"])
        begin_next(tournament, now)
        return True


def _over(tournament: Tournament, current: Round, now: datetime) -> bool:
    """Whether the round may be closed: its end has passed (rounds by date), and no game runs or none can change a decision of the stage."""
    if tournament.by_date and current.ends_at is not None and now < current.ends_at:
        return False
    return not running_in(tournament.rounds.filter(pk=current.pk)).exists() or _settled(tournament, current)


def _settled(tournament: Tournament, current: Round) -> bool:
    stakes = tournament.formula.stakes(tournament.field())
    if not stakes:
        return False
    pairings = current.pairings.select_related("round", "game", "second").order_by("number")
    running = [Meeting(tuple(row.seats), msg(row.why), row.label) for row in pairings if row.ruled is None and row.played() is None]
    return early_closing.settled(stakes, running, double=tournament.games_each == 2)
