"""The players whom a finished game rates, with their ranks."""

from games.models import Game, Move, Seat, Tenure

BY_HOUSE = (Move.Source.TIMEOUT, Move.Source.AUTOPILOT, Move.Source.BOT, Move.Source.CHANCE, Move.Source.DESK)
"""Sources of answers that are no decisions of a person."""

BEFORE = ("left", "removed")
"""Values of `Tenure.ended_by` before the start of a game."""


def ranks_of(game: Game) -> dict[int, int]:
    """The ranks by player id of those whom this game rates; {} when it rates nobody. Three queries.

    The first holder of each seat is rated: by the game's result if they played to its end, else with the last rank. A game with at least
    two people rates the people, any other game the programs. Guests without an address are not rated.
    """
    if game.status != Game.Status.FINISHED or game.result is None or game.voided_at is not None:
        return {}
    seats = {seat.pk: seat for seat in Seat.objects.filter(game=game)}
    first: dict[int, Tenure] = {}
    tenures = Tenure.objects.filter(seat__game=game, player__is_bot=False, player__email__isnull=False).exclude(ended_by__in=BEFORE)
    for tenure in tenures.select_related("player").order_by("since", "pk"):
        first.setdefault(tenure.seat_id, tenure)
    people = {pk: tenure for pk, tenure in first.items() if not tenure.player.by_program}
    first = people if len(people) > 1 else {pk: tenure for pk, tenure in first.items() if pk not in people}
    if len(first) < 2 or not {seats[pk].index for pk in first} <= _deciders(game):
        return {}
    last = len(seats) + 1
    return {
        tenure.player_id: game.result["ranks"][seats[pk].index] if tenure.until is None and seats[pk].state == Seat.State.PLAYING else last
        for pk, tenure in first.items()
    }


def _deciders(game: Game) -> set[int]:
    """The seats for which a person has made a decision."""
    moves = Move.objects.filter(game=game, kind=Move.Kind.ANSWER, seat__gte=0).exclude(source__in=BY_HOUSE)
    return set(moves.order_by().values_list("seat", flat=True).distinct())
