"""Games of one person against the house's bots: nobody else is asked, announced to or told, so whoever has no address may play them."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.models import Game, Player, Seat
from games.services.clocks.pace import PRESETS
from games.services.tables import lobby

PACE = PRESETS["week"]
"""There is nobody to wait for a move, so there is time; a game that is never played on ends all the same."""


def start(player: Player, rules: str, *, now: datetime) -> Game:
    """A game with as few bots as the game is best with, begun at once. The one that is going on, if there is one: nobody has two of them.

    Raises `Refused` for a game that does not exist.
    """
    book = lobby.newest(rules)
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)  # a second press waits here for the first
        others = Seat.objects.filter(game=OuterRef("pk"), is_bot=False).exclude(player=player)
        running = Game.objects.filter(~Exists(others), host=player, rules=rules, status=Game.Status.ACTIVE, seats__player=player)
        known = running.order_by("-pk").first()
        if known is not None:
            return known
        seats = (book.best_seats or book.seats)[0]
        game = lobby.create(player, rules, seats, now=now, pace=PACE, host_plays=False)
        lobby.take_seat(game, player, now=now, invitation=game.invitation)
        for _bot in range(seats - 1):
            lobby.seat_bot(game, player, now=now)
        game.refresh_from_db()
        return game
