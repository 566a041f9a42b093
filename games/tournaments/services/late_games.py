"""Late games: a game that is still running at the end of its round is adjudicated by the announced rule for late games."""

from datetime import datetime

import structlog
from django.db import transaction

from games.models.game import rules_available
from games.rules.errors import UnknownRules
from games.services.errors import Trouble
from games.services.operations.adjudication import judge
from games.tournaments.models import Pairing, Tournament
from games.tournaments.services.notices import at_table, tell
from games.tournaments.services.pairing import running_in

log = structlog.get_logger(__name__)


def judge_overdue(tournament: Tournament, now: datetime) -> None:
    """Decide every running game whose round has ended, and mail its players.

    A game whose rules have failed waits for an operator. A game whose rules this process does not have is skipped.
    """
    late = running_in(tournament.rounds.filter(ends_at__lte=now)).filter(rules_available())
    judged = [game_id for game_id in list(late.values_list("pk", flat=True)) if _judge(game_id, now)]
    for row in Pairing.of_games(*judged).order_by("pk"):
        tell(tournament, "late", at_table(tournament, row.seats), moment=now, pairing=row.pk)


def _judge(game_id: int, now: datetime) -> bool:
    try:
        with transaction.atomic():
            judge(game_id, now, said="late")
    except Trouble:
        log.warning("late_game_failed", game=game_id)
        return False
    except UnknownRules:  # migrated to other rules since it was selected
        return False
    return True


def rule_of(game_id: int) -> str | None:
    """The rule for late games of the tournament of this game; None for a game outside tournaments."""
    return Pairing.of_games(game_id).values_list("round__tournament__late_rule", flat=True).first()


def waits_for(game_id: int) -> bool:
    """Whether the game belongs to a pairing, so that a tournament depends on its result."""
    return Pairing.of_games(game_id).exists()
