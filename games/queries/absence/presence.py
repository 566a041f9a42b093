"""Who is away, who is expected, what the others may know about it: no clock of a sealed phase shows whose answer is in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from games.models import Game, Player, Seat
from games.queries.tables.table import Look

MOST_OFFERS = 50


@dataclass(frozen=True, slots=True)
class Waited:
    """Somebody the table waits for: since when, until when, and whether they may be asleep or away.

    In a sealed phase the moments are those of the phase: `due_at` is shown to the seat itself only.
    """

    seat: Seat
    since: datetime | None
    due_at: datetime | None
    resting: str
    """"" or "night" (quiet hours, a day off) or "away" (a declared absence)."""

    nudged: bool
    mine: bool


def waited_for(look: Look, now: datetime, resting: Callable[[Seat], str]) -> list[Waited]:
    """Whom everybody may know the table to wait for; `resting` says in which of these ways somebody rests. No further query."""
    alone = len(look.game.waiting) == 1
    return [_waited(look, seat, now, resting(seat), alone=alone) for seat in look.waiting_for if seat.player is not None]


def waiting_since(look: Look) -> list[tuple[Seat, datetime | None]]:
    """The same people with the moment since which everybody may know that the table waits for them."""
    return [(seat, _since(look, seat)) for seat in look.waiting_for if seat.player is not None]


def _since(look: Look, seat: Seat) -> datetime | None:
    """In a phase of several, when the phase was last seen to move: the seat's own clock would tell whose answer is in."""
    return seat.asked_at if len(look.game.waiting) == 1 or seat == look.mine else look.game.moved_at


def _waited(look: Look, seat: Seat, now: datetime, resting: str, *, alone: bool) -> Waited:
    mine = seat == look.mine
    nudged = seat.nudged_at is not None and (now - seat.nudged_at).total_seconds() < 86_400
    return Waited(seat, _since(look, seat), seat.due_at if alone or mine else None, resting, nudged, mine)


def deputised_by(player: Player, now: datetime) -> list[Seat]:
    """The seats of running games that this person plays for others at the moment. One query."""
    seats = Seat.objects.filter(deputy=player, deputy_until__gt=now, live=True)
    return list(seats.select_related("game", "player").order_by("deputy_until"))


def offered_seats(player: Player) -> list[Seat]:
    """Seats on autopilot in games one may find, which this person has never played in. One query."""
    seats = Seat.objects.filter(state=Seat.State.AWAY, live=True, game__visibility=Game.Visibility.PUBLIC)
    strange = seats.exclude(game__seats__tenures__player=player).exclude(game__seats__deputy=player)
    return list(strange.select_related("game").order_by("-game__moved_at")[:MOST_OFFERS])


def open_pause(game: Game, now: datetime) -> dict[str, datetime | str | None] | None:
    """The pause of this moment as `{"until": …, "why": …}`; `until` is None where only an operator ends it."""
    if not game.pauses:
        return None
    _start, end, why = game.pauses[-1]
    until = datetime.fromisoformat(end) if end else None
    return {"until": until, "why": why} if until is None or until > now else None
