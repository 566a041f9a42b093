"""Demo data of the first run: two people without staff rights, bots, a game that waits for a move, and an open table."""

from datetime import datetime

from allauth.account.models import EmailAddress
from django.db import transaction

from games.models import Game, Player
from games.rules.registry import all_games
from games.services.clocks.pace import PRESETS
from games.services.tables import lobby

HOST = "ada@fate.example"
FRIEND = "ben@fate.example"
FIRST_GAME = "turn_of_fate"


def ensure_demo(now: datetime) -> Player:
    """Create the demo people and, if there are no games, a game against bots and an open table. Returns the host. Idempotent."""
    with transaction.atomic():
        host = _person(HOST, "Ada")
        friend = _person(FRIEND, "Ben")
        if not Game.objects.exists():
            book = all_games()[FIRST_GAME]
            game = lobby.create(host, book.key, book.seats[0], now=now, pace=PRESETS["three-days"], visibility=Game.Visibility.PUBLIC)
            for _ in range(book.seats[0] - 1):
                lobby.seat_bot(game, host, now=now)
            note = "A quiet game, one move a day. Everybody is welcome."
            lobby.create(friend, book.key, book.seats[0], now=now, pace=PRESETS["day"], visibility=Game.Visibility.PUBLIC, note=note)
    return host


def _person(email: str, name: str) -> Player:
    player = Player.objects.filter(email=email).first()
    if player is None:
        player = Player.objects.create_user(email, None, name=name)
        EmailAddress.objects.create(user=player, email=email, verified=True, primary=True)
    return player
