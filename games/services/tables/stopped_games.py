"""Resume a game that was stopped because its rules had failed."""

from datetime import datetime
from typing import Any

from games.models import Game
from games.rules.messages import msg
from games.services.errors import Trouble
from games.services.tables import consequences, store


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
