"""The visits of a player to a game: answers by hand, the visits in which they were given, and answers of standing orders."""

from dataclasses import dataclass
from datetime import timedelta

from games.models import Game, Move
from games.rules.contract import Seat

APART = timedelta(minutes=15)
"""A longer time between two answers by hand separates two visits."""


@dataclass(frozen=True, slots=True)
class Visits:
    """The number of answers by hand, of the visits in which they were given, and of answers of standing orders."""

    answers: int
    visits: int
    ordered: int


def visits_of(game: Game, seat: Seat) -> Visits:
    """The visits of a seat's player so far. One query."""
    moves = Move.objects.filter(game=game, seat=seat, kind=Move.Kind.ANSWER).order_by("seq").values_list("at", "source")
    given = list(moves)
    by_hand = [at for at, source in given if source in Move.BY_HAND]
    begun = sum(not place or at - by_hand[place - 1] > APART for place, at in enumerate(by_hand))
    return Visits(len(by_hand), begun, sum(source == Move.Source.ORDER for _at, source in given))
