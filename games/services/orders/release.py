"""Delayed orders: what they answer is decided and played when their moment comes, from the orders as they stand then."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import Game, Seat
from games.models.game import known_here
from games.services.orders import execution
from games.services.tables import consequences, store
from games.services.tables.locked_rows import mark_failed_game


def release_due(now: datetime, limit: int = 500) -> int:
    """Let every order answer whose moment has come; returns how many did. A game whose rules break is marked and stops no other."""
    due = Seat.objects.filter(known_here("game__"), order_at__lte=now, live=True, game__trouble="").order_by("order_at")
    return sum(release(game_id, seat, now) for game_id, seat in list(due.values_list("game_id", "index")[:limit]))


def release(game_id: int, seat: int, now: datetime) -> bool:
    """Let the order of one seat answer; False when there is nothing to do any more, or somebody else holds the game."""
    try:
        with transaction.atomic(durable=True):
            game = store.lock_due(game_id, seat, now, clock="order_at")
            return game is not None and play(game, seat, now)
    except Exception as error:  # whatever it is, it is this game's alone
        return mark_failed_game(game_id, error)


def play(game: store.RunningGame, seat: int, now: datetime) -> bool:
    """Answer the open question of a seat of a locked game by its orders; where they no longer do, its person is asked now."""
    holder = game.seats[seat]
    if game.status != Game.Status.ACTIVE or game.trouble or holder.order_at is None:
        return False
    session = game.wake()
    before = consequences.questions_of(session)
    if seat not in session.unanswered:
        return False
    if execution.answer_now(game, session, seat) is None:
        consequences.ask_in_person(game, session, holder, now)
        return False
    entries = consequences.settle(game, session, begun_by_hand=False, at_once=seat)
    consequences.record(game, session, before, entries, None, now)
    return True
