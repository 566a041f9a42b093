"""The turn of a seat: from its answer to one question until another seat answers."""

from dataclasses import dataclass

from games.models import Game, Move
from games.rules.contract import CHANCE

MOST_READ = 300


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
