"""Staff access to the hidden cards of a seat, which the game's log shows to its players."""

from datetime import datetime

from django.db import transaction

from games.models import Player
from games.rules.contract import View
from games.rules.messages import msg
from games.services.errors import Refused
from games.services.operations.audit import begin, log_to_table


def peek(game_id: int, by: Player, reason: str, *, seat: int, now: datetime) -> View:
    """The view of one seat of a running game; a line in the game's log is written first. Raises what `begin` raises, or `Trouble`."""
    with transaction.atomic():
        game = begin(game_id, by, "peek", reason, now)
        if not 0 <= seat < len(game.seats):
            raise Refused(msg("There is no such seat."), code="no_such_seat")
        log_to_table(game, "peek", by, reason, now, seat=seat)
        return game.load_session().view(seat)
