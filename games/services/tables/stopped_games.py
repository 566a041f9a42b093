"""Resume stopped games: on an operator's request, or automatically where they were stopped by a process without their rules."""

import logging
from datetime import datetime
from typing import Any

from django.db import OperationalError, transaction

from games.models import Game
from games.models.game import rules_available
from games.rules.errors import UnknownRules
from games.rules.messages import msg
from games.services.errors import Trouble
from games.services.tables import consequences, store
from games.services.tables.locked_rows import skip_locked_game

log = logging.getLogger(__name__)

MOST_AT_ONCE = 500
WITHOUT_RULES = "This server does not have version "
"""The beginning of `Game.trouble` of games that releases up to 0.1 stopped because they did not have the version of their rules."""


def resume_all(now: datetime) -> int:
    """Resume games that were stopped by a process without their rules, if this process has them; returns their number."""
    stopped = Game.objects.exclude(trouble="").filter(rules_available(), trouble__startswith=WITHOUT_RULES, status=Game.Status.ACTIVE)
    return sum(_resume_one(game_id, now) for game_id in list(stopped.order_by("moved_at").values_list("pk", flat=True)[:MOST_AT_ONCE]))


def _resume_one(game_id: int, now: datetime) -> bool:
    """Resume one game; an error of its rules replaces the stored reason."""
    try:
        with transaction.atomic(durable=True):
            game = store.lock_game(game_id)
            if game.status == Game.Status.ACTIVE and game.trouble.startswith(WITHOUT_RULES):
                resume(game, now)
                log.info("game_resumed: %s was stopped by a process without its rules", game.code)
        return True
    except Trouble as trouble:
        Game.objects.filter(pk=game_id, trouble__startswith=WITHOUT_RULES).update(trouble=str(trouble.__cause__ or trouble)[:2000])
        return False
    except UnknownRules:  # carried over to a version that this process does not have
        return False
    except OperationalError as error:
        return skip_locked_game(game_id, error)


def resume(game: store.RunningGame, now: datetime, *lines: dict[str, Any]) -> None:
    """Resume a locked game whose rules had failed, with new clocks; `lines` are added to its log.

    Raises `Trouble` when the rules fail again.
    """
    session = game.load_session()
    unchanged = {seat: question for seat, question in consequences.questions_of(session).items() if seat not in session.unanswered}
    entries = consequences.settle(game, session)
    if not session.unanswered and session.result is None:
        raise Trouble(msg("The rules ask nobody anything, and do not end the game; a new version of them has to mend it."))
    consequences.record(game, session, unchanged, entries, None, now, extra=lines)
    Game.objects.filter(pk=game.id).update(trouble="")
