"""Own moves: answers that a player gave by hand, by a standing order or by a deputy, and those of a bot.

Without two seats that have made one, a game counts as not played in a tournament.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

from games.models import Move
from games.rules.session import Session
from games.services.tables.store import RunningGame

NOT_THEIR_OWN = (Move.Source.TIMEOUT, Move.Source.AUTOPILOT, Move.Source.CHANCE, Move.Source.DESK)
"""Sources of answers that are not own moves."""


def own_moves(game: RunningGame, session: Session[Any]) -> dict[int, int]:
    """The number of own moves by seat of a running game, including a sealed answer that is not in the log yet. One query."""
    given = Move.objects.filter(game_id=game.id, kind=Move.Kind.ANSWER, seat__gte=0).exclude(source__in=NOT_THEIR_OWN)
    count = Counter(given.values_list("seat", flat=True))
    sealed = {question.seat for question in session.questions} - set(session.unanswered)
    return {seat.index: count[seat.index] + (seat.index in sealed) for seat in game.seats}


def moved_in(games: Collection[int]) -> dict[int, set[int]]:
    """The seats with an own move in the log, by id of the game. One query."""
    moved: dict[int, set[int]] = {game: set() for game in games}
    given = Move.objects.filter(game__in=games, kind=Move.Kind.ANSWER, seat__gte=0).exclude(source__in=NOT_THEIR_OWN)
    for game, seat in given.order_by().values_list("game_id", "seat").distinct():
        moved[game].add(seat)
    return moved
