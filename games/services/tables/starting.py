"""Start a game: draw seats, deal, ask the first questions, notify the players."""

from datetime import datetime

from games.models import Game, Seat
from games.rules.chance import Chance, commitment
from games.rules.contract import Entry
from games.services.clocks.pace import pace_of
from games.services.tables import consequences, store

DRAW_OF_SEATS = 4_294_967_295
"""The number of the draw that decides the seats. It is larger than the number of any draw that the rules make."""


def commitment_of(game: Game) -> str:
    """The commitment to a game's secret, which is published before anybody takes a seat."""
    return commitment(bytes(game.secret), game.code, game.announced_rules)


def start(game: Game, *, now: datetime) -> None:
    """Start the game of a full table whose row is locked by the running transaction. Raises `Trouble` when the rules fail."""
    if game.random_seats:
        _draw_seats(game)
    game.status, game.started_at = Game.Status.ACTIVE, now
    session = game.book.begin(game.seat_count, game.options)
    game.position = store.position_text(session)
    game.save(update_fields=["status", "started_at", "position"])
    game.seats.update(reserve=pace_of(game).start)
    opening = session.opening()
    locked = store.lock_game(game.pk)
    entries = [Entry(-1, "", opening)] if opening else []
    entries += consequences.settle(locked, session)
    started = [consequences.outbox_row(locked, seat, "game_started", f"started:{game.code}") for seat in locked.seats]
    consequences.record(locked, session, {}, entries, None, now, messages=started)


def _draw_seats(game: Game) -> None:
    """Draw the seats from the game's secret, so that the draw can be verified afterwards like every shuffle."""
    seats = list(game.seats.order_by("index"))
    chance = Chance(bytes(game.secret), game=game.code, rules=game.announced_rules, seats=game.seat_count)
    order = chance.draw(DRAW_OF_SEATS, "seats", len(seats), len(seats))
    # Seats change their index, not their holder: tenures, words and notes stay with them. PostgreSQL checks the unique key
    # row by row, so the seats get unused numbers first.
    for offset in (100, 0):
        for seat, index in zip(seats, order, strict=True):
            Seat.objects.filter(pk=seat.pk).update(index=index + offset)
