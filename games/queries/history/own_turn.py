"""The turn of a seat, from its answer to one question until another seat answers; and the visits in which its player answered."""

from dataclasses import dataclass
from datetime import timedelta

from games.models import Game, Move
from games.rules.contract import CHANCE, Seat

MOST_READ = 300
APART = timedelta(minutes=15)
"""A longer time between two answers by hand separates two visits."""


@dataclass(frozen=True, slots=True)
class OwnTurn:
    """`begun` is the log line of the first answer; None when the seat has not answered the question.

    `goes_on`: no other seat has answered since. `latest`: this seat has no answer in a later turn.
    """

    begun: int | None = None
    goes_on: bool = False
    latest: bool = False


def own_turn(game: Game, seat: int, nth: int) -> OwnTurn:
    """The turn in which a seat answered question `nth`. Two queries."""
    answers = Move.objects.filter(game=game, kind=Move.Kind.ANSWER)
    begun = answers.filter(seat=seat, nth=nth).order_by("seq").values_list("seq", flat=True).first()
    if begun is None:
        return OwnTurn()
    seats = list(answers.filter(seq__gte=begun).exclude(seat=CHANCE).order_by("seq").values_list("seat", flat=True)[:MOST_READ])
    end = next((number for number, other in enumerate(seats) if other != seat), len(seats))
    return OwnTurn(begun, end == len(seats), seat not in seats[end:])


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
