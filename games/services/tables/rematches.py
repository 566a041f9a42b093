"""Rematches: another table of the same game for the same players."""

from datetime import datetime

from django.db import transaction

from games.models import Game, Player, Seat
from games.rules.messages import msg
from games.services.absence.ladder import ladder_of
from games.services.clocks.pace import pace_of
from games.services.errors import Closed, NotYours
from games.services.tables import invitations, lobby, switches


def create(game: Game, by: Player, *, now: datetime) -> Game:
    """Announce a rematch: the newest rules with those options that they still have, and the seats shifted by one.

    The player who asks and the bots are seated; the others are invited. Asking again joins the same table. Raises `Closed` or
    `NotYours`.
    """
    with transaction.atomic():
        game = lobby.lock(game)
        if game.status != Game.Status.FINISHED:
            raise Closed(msg("You can ask for a rematch once the game is over."), code="not_over")
        seats = list(game.seats.select_related("player").order_by("index"))
        if by.pk not in {seat.player_id for seat in seats}:
            raise NotYours(msg("Only those who played can ask for a rematch."))
        existing = game.rematches.exclude(status=Game.Status.CANCELLED).first()
        if existing is not None:
            lobby.take_seat(existing, by, now=now, invitation=existing.invitation)
            return existing
        return _copy_table(game, seats, by, now)


def _copy_table(game: Game, seats: list[Seat], by: Player, now: datetime) -> Game:
    options = lobby.newest(game.rules).known_options(game.options)
    table = lobby.create(
        by, game.rules, game.seat_count, now=now, options=options, pace=pace_of(game), visibility=game.visibility,
        forfeit_after=game.forfeit_after, ladder=ladder_of(game), host_plays=False, **switches.values(game),
    )  # fmt: skip
    table.rematch_of = game
    table.save(update_fields=["rematch_of"])
    for seat in [seats[-1], *seats[:-1]]:
        if seat.player is not None and (seat.is_bot or seat.player_id == by.pk):
            lobby.take_seat(table, seat.player, now=now, invitation=table.invitation)
    invited = [seat.player for seat in seats if seat.player and not seat.is_bot and seat.player_id != by.pk]
    invitations.invite(table, by, invited)
    return table
