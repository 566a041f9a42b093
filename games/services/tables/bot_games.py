"""Games of one person against the site's bots. They reach no other person, so guests without an address may play them."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.models import Game, Player, Seat
from games.rules.game import Game as Rules
from games.services.clocks.pace import PRESETS
from games.services.tables import lobby

PACE = PRESETS["week"]
"""A long pace, because only bots wait for a move; an abandoned game ends by its timeouts."""


def seats_at(book: Rules[Any]) -> int:
    """The smallest recommended number of seats."""
    return (book.best_seats or book.seats)[0]


def start(player: Player, rules: str, *, now: datetime) -> Game:
    """Start a game with the smallest recommended number of seats, or return the one that is running already.

    Each person has at most one such game of each kind. Raises `Refused` for a game that does not exist.
    """
    book = lobby.newest(rules)
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)  # serialises repeated requests
        others = Seat.objects.filter(game=OuterRef("pk"), is_bot=False).exclude(player=player)
        running = Game.objects.filter(~Exists(others), host=player, rules=rules, status=Game.Status.ACTIVE, seats__player=player)
        existing = running.order_by("-pk").first()
        if existing is not None:
            return existing
        seats = seats_at(book)
        game = lobby.create(player, rules, seats, now=now, pace=PACE, host_plays=False)
        lobby.take_seat(game, player, now=now, invitation=game.invitation)
        for _bot in range(seats - 1):
            lobby.seat_bot(game, player, now=now)
        game.refresh_from_db()
        return game
