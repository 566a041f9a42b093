"""A turn as the person whose turn it is lived it: from their answer to one question until somebody else acts."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Game, Move
from games.rules.contract import CHANCE

MOST_READ = 300


@dataclass(frozen=True, slots=True)
class OwnTurn:
    """`begun` is the place of the first answer in the log, None when the question was never answered by its seat.

    `goes_on`: nobody else has answered since; `latest`: this seat has answered nothing in a later turn.
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
    away = next((place for place, one in enumerate(seats) if one != seat), len(seats))
    return OwnTurn(begun, away == len(seats), seat not in seats[away:])
