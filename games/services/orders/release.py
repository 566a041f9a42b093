"""Release delayed orders: when their moment comes, the current orders of the seat answer its open question."""

from datetime import datetime

from games.models import Game, Seat
from games.services.orders import execution
from games.services.tables import consequences, store
from games.services.tables.locked_rows import act_on_due


def release_due(now: datetime, limit: int = 500) -> int:
    """Execute the delayed orders that are due; returns the number of answers."""
    return act_on_due(Seat.objects.filter(order_at__lte=now, live=True), now, limit, "order_at", play)


def play(game: store.RunningGame, seat: int, now: datetime) -> bool:
    """Answer the open question of a seat of a locked game by its orders; True if they did. Otherwise its holder is notified of it."""
    holder = game.seats[seat]
    if game.status != Game.Status.ACTIVE or game.trouble or holder.order_at is None:
        return False
    session = game.load_session()
    before = consequences.questions_of(session)
    if seat not in session.unanswered:
        return False
    if execution.answer_now(game, session, seat) is None:
        consequences.ask_holder(game, session, holder, now)
        return False
    entries = consequences.settle(game, session, begun_by_hand=False, at_once=seat)
    consequences.record(game, session, before, entries, None, now)
    return True
