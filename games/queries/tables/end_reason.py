"""Why a game ended, with the name of the player who left it."""

from games.models import Seat
from games.queries.tables.table import Look
from games.rules.contract import Result
from games.rules.messages import Message, Who, msg


def reason_of(look: Look, result: Result) -> Message:
    """The sentence for why the game ended. A single player who resigned or lost on time is named, unless the account is deleted."""
    state = {"resigned": Seat.State.RESIGNED, "forfeited": Seat.State.FORFEITED}.get(result.reason)
    left = [seat.index for seat in look.seats if seat.state == state and seat.player is not None]
    if len(left) != 1:
        return look.game.book.reason(result)
    if state == Seat.State.RESIGNED:
        return msg("{who:{who} has|You have} resigned.", who=Who(left[0]))
    return msg("{who:{who} has|You have} run out of time too often.", who=Who(left[0]))
