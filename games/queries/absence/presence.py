"""The seats a table waits for, deputies, offered seats and pauses, as a viewer may see them.

In a sealed phase no time shows which seats have answered.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from games.models import Game, Player, Seat
from games.queries.tables.table import Look

MOST_OFFERS = 50


@dataclass(frozen=True, slots=True)
class AwaitedSeat:
    """A seat that the table waits for: since when, its deadline, and whether its player may be unavailable.

    In a sealed phase `since` is that of the phase, and `due_at` is None unless the seat is the viewer's own (`mine`).
    """

    seat: Seat
    since: datetime | None
    due_at: datetime | None
    resting: str
    """"" or "night" (quiet hours, a day off) or "away" (a declared absence)."""

    nudged: bool
    """Whether a nudge was sent within a day."""
    mine: bool


def waited_for(look: Look, now: datetime, resting: Callable[[Seat], str]) -> list[AwaitedSeat]:
    """The seats that the table publicly waits for; `resting` returns the value of that field. No query."""
    alone = len(look.game.waiting) == 1
    return [_awaited(look, seat, now, resting(seat), alone=alone) for seat in look.waiting_for if seat.player is not None]


def waiting_since(look: Look) -> list[tuple[Seat, datetime | None]]:
    """The same seats, each with the moment since which the table publicly waits for it. No query."""
    return [(seat, _since(look, seat)) for seat in look.waiting_for if seat.player is not None]


def _since(look: Look, seat: Seat) -> datetime | None:
    """If several seats are asked, the last public move: the clock of a seat would show whether it has answered."""
    return seat.asked_at if len(look.game.waiting) == 1 or seat == look.mine else look.game.moved_at


def _awaited(look: Look, seat: Seat, now: datetime, resting: str, *, alone: bool) -> AwaitedSeat:
    mine = seat == look.mine
    nudged = seat.nudged_at is not None and (now - seat.nudged_at).total_seconds() < 86_400
    return AwaitedSeat(seat, _since(look, seat), seat.due_at if alone or mine else None, resting, nudged, mine)


def deputised_by(player: Player, now: datetime) -> list[Seat]:
    """The seats of running games of which this player is the deputy at this moment. One query."""
    seats = Seat.objects.filter(deputy=player, deputy_until__gt=now, live=True)
    return list(seats.select_related("game", "player").order_by("deputy_until"))


def offered_seats(player: Player) -> list[Seat]:
    """Seats on autopilot in public games of which this player has never had a seat. One query."""
    seats = Seat.objects.filter(state=Seat.State.AWAY, live=True, game__visibility=Game.Visibility.PUBLIC)
    eligible = seats.exclude(game__seats__tenures__player=player).exclude(game__seats__deputy=player)
    return list(eligible.select_related("game").order_by("-game__moved_at")[:MOST_OFFERS])


def open_pause(game: Game, now: datetime) -> dict[str, datetime | str | None] | None:
    """The current pause as `{"until": …, "why": …}`, or None; `until` is None where only a director can end it."""
    if not game.pauses:
        return None
    _start, end, why = game.pauses[-1]
    until = datetime.fromisoformat(end) if end else None
    return {"until": until, "why": why} if until is None or until > now else None
