"""Bots of the site: they get the view of their seat, like a person, and answer by the same service.

Easy bots answer at once by the game's advice. Bots that search ahead are served by `searching_bots`, in a process of its own; where no
such process runs, the advice answers for them after `SEARCH_TIMEOUT`.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import OperationalError, transaction
from django.db.models import Q

from games.models import BotLevel, Game, Move, Player, Seat
from games.models.game import rules_available
from games.rules.errors import RulesError, UnknownRules
from games.services.errors import Trouble
from games.services.tables import answers, store
from games.services.tables.locked_rows import mark_failed_game, skip_locked_game

SEARCHING = (BotLevel.FAIR, BotLevel.HARD)
SEARCH_TIMEOUT = timedelta(minutes=30)
"""After this time the advice answers for a bot that searches ahead."""
MOST_IN_A_ROW = 500
"""The most answers in one game in one call; the rest is left to the next call."""


def play_bots(now: datetime, limit: int = 50, *, asked_before: datetime | None = None) -> int:
    """Let bots answer their open questions, game by game; returns the number of answers. `asked_before` leaves out newer questions."""
    waiting = Seat.objects.filter(rules_available("game__"), pending=True, is_bot=True, live=True, game__trouble="").order_by("game_id")
    if asked_before is not None:
        waiting = waiting.filter(asked_at__lt=asked_before)
    at_once = ~Q(player__bot_level__in=SEARCHING) | Q(asked_at__lt=now - SEARCH_TIMEOUT)
    games = list(waiting.filter(at_once).values_list("game_id", flat=True).distinct()[:limit])
    return sum(play_in(game_id, now) for game_id in games)


def play_in(game_id: int, now: datetime) -> int:
    """Let the bots of one game answer until only people are asked; returns the number of answers.

    A game whose rules fail is marked. A locked game, or one whose rules this process does not have, is skipped.
    """
    for count in range(MOST_IN_A_ROW):
        try:
            if not _answer_once(game_id, now):
                return count
        except (Trouble, UnknownRules) as error:
            mark_failed_game(game_id, error)
            return count
        except OperationalError as error:
            skip_locked_game(game_id, error)
            return count
    return MOST_IN_A_ROW


def _answer_once(game_id: int, now: datetime) -> bool:
    """Give one answer of one bot; False where there is none to give, for example because another worker was faster."""
    game = _read_unless_locked(game_id)
    if game is None:
        return False
    asked = [seat for seat in game.seats if seat.is_bot and seat.pending]
    searching = set(searching_players(asked)) if asked else set()
    seat = next((seat for seat in asked if seat.player_id not in searching or _is_overdue(seat, now)), None)
    if seat is None or game.status != Game.Status.ACTIVE or game.trouble:
        return False
    session = game.load_session()
    decision = session.decision(seat.index)
    if decision is None:
        return False
    text = session.game.advise(session.view(seat.index), decision)
    try:
        answers.answer(game_id, seat.index, seat.nth, text, source=Move.Source.BOT, now=now, player_id=seat.player_id)
    except (Trouble, UnknownRules):
        raise
    except RulesError:
        return _answer_by_fallback(game_id, seat, now)
    return True


def searching_players(seats: Collection[store.RunningSeat]) -> dict[int, str]:
    """The levels of those bots of these seats that search ahead, by player id. One query."""
    found = Player.objects.filter(pk__in=[seat.player_id for seat in seats], bot_level__in=SEARCHING)
    return dict(found.values_list("pk", "bot_level"))


def _is_overdue(seat: store.RunningSeat, now: datetime) -> bool:
    return seat.asked_at is not None and seat.asked_at < now - SEARCH_TIMEOUT


def _answer_by_fallback(game_id: int, seat: store.RunningSeat, now: datetime) -> bool:
    """Answer by the rules' fallback, because the rules refused the advice. False where the game is locked."""
    game = _read_unless_locked(game_id)
    if game is None or not game.seats[seat.index].pending or game.seats[seat.index].nth != seat.nth:
        return game is not None
    session = game.load_session()
    decision = session.decision(seat.index)
    assert decision is not None
    text = session.game.fallback(session.table, decision)
    answers.answer(game_id, seat.index, seat.nth, text, source=Move.Source.BOT, now=now, player_id=seat.player_id)
    return True


def _read_unless_locked(game_id: int) -> store.RunningGame | None:
    with transaction.atomic():
        if not Game.objects.select_for_update(skip_locked=True).filter(pk=game_id).values_list("pk").first():
            return None
        return store.read_game(id=game_id)
