"""Readings of the cards after a game: one for each player and kind, drawn from the game's secret and stored."""

from datetime import datetime
from typing import Any

from django.db import transaction

from games.models import Game, Reading, Seat
from games.models.stored_position import resume
from games.rules.author import Readings
from games.rules.chance import Chance
from games.rules.messages import msg
from games.services.errors import Closed, NotYours, Refused

MOST_GAMES = 2
"""Most games of a match whose cards can be read."""

FIRST_DRAW = 1_000_000
"""The number of the first draw of a reading. It is larger than the number of any draw that the rules make."""


def offered(game: Game) -> Readings:
    """The readings that the rules of this game offer. Raises `Refused` for games without readings."""
    readings: Readings | None = game.book.readings
    if readings is None:
        raise Refused(msg("This game has no readings."), code="no_readings")
    return readings


def ask(game: Game, seat: Seat | None, number: int, kind: str, layout: str, *, now: datetime) -> Reading:
    """Draw a reading for a seat of that game, of game `number` of the match; the same kind again returns the stored one.

    Raises `Illegal` while that game of the match runs or for an unknown kind or layout, `NotYours`, `Closed`, `Refused` or
    `UnreadablePosition`.
    """
    readings = offered(game)
    if seat is None:
        raise NotYours(msg("Only players of this game can ask the cards."))
    with transaction.atomic():
        locked = Game.objects.select_for_update().get(pk=game.pk)
        stored = Reading.objects.filter(game=game, number=number, seat=seat.index, kind=kind).first()
        if stored is not None:
            return stored
        if not locked.position:
            raise Closed(msg("The game has not started yet."), code="not_over")
        session = resume(locked)
        over = locked.status == Game.Status.FINISHED
        facts: Any = readings.draw_reading(session.table, number, seat.index, kind, layout, _draw_from(locked), broken_off=over)
        return Reading.objects.create(game=game, number=number, seat=seat.index, kind=kind, facts=facts, at=now)


def publish(reading: Reading, seat: Seat, *, published: bool) -> None:
    """Show a seat's own reading to spectators, or hide it again. Raises `NotYours`."""
    if seat.game_id != reading.game_id or seat.index != reading.seat:
        raise NotYours(msg("Only the player who asked for a reading can publish it."))
    Reading.objects.filter(pk=reading.pk).update(published=published)


def _draw_from(game: Game) -> Any:
    """A function `(number, label, n, k)` that draws from the game's secret."""
    words = list(game.seats.order_by("index").values_list("word", flat=True))
    rules = game.announced_rules
    chance = Chance(bytes(game.secret), game=game.code, rules=rules, seats=game.seat_count, words=words)
    return lambda number, label, n, k: chance.draw(FIRST_DRAW + number, label, n, k)
