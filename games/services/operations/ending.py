"""Staff actions that end a game: adjudicate it, cancel it, or declare a finished one void."""

from datetime import datetime

from django.db import transaction

from games.models import Game, Player, Seat
from games.rules.messages import msg
from games.services.errors import Closed, Refused
from games.services.operations import arranged_games
from games.services.operations.adjudication import judge
from games.services.operations.audit import begin, log_to_table
from games.services.ratings import rate
from games.services.tables import held_answers
from notifications import outbox


def adjudicate(game_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """End a running game now, by its tournament's rule for late games, else by its public scores.

    Raises `Closed`, `NotYours`, `Refused` or `Trouble`.
    """
    with transaction.atomic():
        arranged_games.hooks.judged(game_id, by, reason, now)  # locks the tournament, which is locked before its games
        game = begin(game_id, by, "adjudicate", reason, now)
        log_to_table(game, "adjudicate", by, reason, now)
        judge(game_id, now)


def cancel(game_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Cancel a running game: it has no result, is not rated, and hidden cards stay hidden. Raises `Refused` for a tournament's game."""
    with transaction.atomic():
        game = begin(game_id, by, "cancel", reason, now)
        if arranged_games.hooks.waits_for(game_id):
            raise Refused(msg("A tournament needs the result of this game. Judge it instead."), code="tournament_game")
        log_to_table(game, "cancel", by, reason, now)
        stop_without_result(game_id, now)
        people = [seat.player_id for seat in game.seats if not seat.is_bot and seat.player_id is not None]
        outbox.put_many(
            outbox.News("cancelled", pk, f"cancelled:{game.code}:{pk}", payload={"game": game.code}, thread=game.code) for pk in people
        )


def stop_without_result(game_id: int, now: datetime) -> None:
    """End a running game whose row is locked, without a result, and close all its questions."""
    Game.objects.filter(pk=game_id).update(status=Game.Status.CANCELLED, ended_at=now, waiting=[])
    closed = {"live": False, "pending": False, "asked_at": None, "due_at": None, "remind_at": None, "order_at": None, "away_until": None}
    Seat.objects.filter(game_id=game_id).update(**closed, **held_answers.CLEARED)


def void(game_id: int, by: Player, reason: str, *, now: datetime) -> int:
    """Declare a finished game void: it counts for no rating and no tournament. Returns the number of games that are rated again.

    Raises `Closed`, and `Refused` where its tournament needs a result.
    """
    with transaction.atomic():
        arranged_games.hooks.voided(game_id, by, reason, now)  # locks the tournament, which is locked before its games
        row = Game.objects.get(pk=game_id)
        rate.lock_pool(row.rules)  # before the game, in the same order as `rate`
        game = begin(game_id, by, "void", reason, now, status=Game.Status.FINISHED)
        row.refresh_from_db(fields=["voided_at"])
        if row.voided_at is not None:
            raise Closed(msg("This game is already void."), code="voided")
        log_to_table(game, "void", by, reason, now)
        return rate.take_back(row, now)
