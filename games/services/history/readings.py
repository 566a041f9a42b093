"""Readings of the cards after a game: each player once for each kind, drawn from the game's own secret, kept as drawn."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import orjson
from django.db import transaction

from games.models import Game, Reading, Seat
from games.rules.author import Readings
from games.rules.chance import Chance
from games.rules.contract import Position
from games.rules.messages import msg
from games.services.errors import Closed, NotYours, Refused

FIRST_DRAW = 1_000_000
"""Draws of readings are numbered from here: no game makes that many, and no reading disturbs a draw of the rules."""


def offered(game: Game) -> Readings:
    """What can be read at this table. Raises `Refused` for games without readings."""
    readings: Readings | None = game.book.readings
    if readings is None:
        raise Refused(msg("This game has no readings."), code="no_readings")
    return readings


def ask(game: Game, seat: Seat, number: int, kind: str, layout: str, *, now: datetime) -> Reading:
    """Lay the cards for a player; the same kind again gives the reading that was drawn first.

    Raises `Illegal` while that game of the match runs or for an unknown kind or layout, `NotYours`, `Refused`.
    """
    readings = offered(game)
    if seat.game_id != game.pk:
        raise NotYours(msg("Only players of this game can ask the cards."))
    with transaction.atomic():
        locked = Game.objects.select_for_update().get(pk=game.pk)
        known = Reading.objects.filter(game=game, number=number, seat=seat.index, kind=kind).first()
        if known is not None:
            return known
        if not locked.position:
            raise Closed(msg("The game has not begun."), code="not_over")
        session = locked.book.resume(Position.from_json(orjson.loads(locked.position)))
        over = locked.status == Game.Status.FINISHED
        facts: Any = readings.draw_reading(session.table, number, seat.index, kind, layout, _chance(locked), broken_off=over)
        return Reading.objects.create(game=game, number=number, seat=seat.index, kind=kind, facts=facts, at=now)


def publish(reading: Reading, seat: Seat, *, published: bool) -> None:
    """Open one's own reading to spectators, or close it again. Raises `NotYours`."""
    if seat.game_id != reading.game_id or seat.index != reading.seat:
        raise NotYours(msg("Only who asked for a reading can publish it."))
    Reading.objects.filter(pk=reading.pk).update(published=published)


def _chance(game: Game) -> Any:
    words = list(game.seats.order_by("index").values_list("word", flat=True))
    rules = game.announced_rules
    chance = Chance(bytes(game.secret), game=game.code, rules=rules, seats=game.seat_count, words=words)
    return lambda number, label, n, k: chance.draw(FIRST_DRAW + number, label, n, k)
