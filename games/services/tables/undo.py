"""Undo: the last answer of a turn that is not over, as long as it has revealed nothing."""

from datetime import datetime

from games.models import Move
from games.rules.messages import msg
from games.rules.session import Session
from games.services.errors import Stale
from games.services.tables import answers, consequences, held_answers, store


def take_back(game_id: int, seat: int, nth: int, *, source: str, now: datetime, player_id: int) -> int:
    """Undo the seat's last answer; `nth` is the number of its open question. Returns the length of the log.

    Raises `Illegal` when the rules do not allow it, `Stale` when the table has moved on, `NotYours`, `Closed`, `Trouble`.
    """
    with store.changing(game_id) as game:
        holder = answers.open_seat(game, seat, player_id, now)
        if nth != holder.nth:
            raise Stale(msg("The table has changed since this page was loaded. Please look at it again."))
        session = game.load_session()
        before = consequences.questions_of(session)
        earlier = Session.resume(session.game, session.undone(seat))
        line = consequences.log_line(game.seq, seat, Move.Kind.UNDO, source, player_id, now, nth=holder.nth)
        holder.nth += 1 if seat not in before else 0
        held_answers.forget(holder.id)  # a held answer must not apply to the question that is asked again
        consequences.record(game, earlier, before, [], None, now, extra=[line])
        return game.seq + 1
