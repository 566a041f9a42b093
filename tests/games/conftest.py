"""Fixtures: the players alice and bob, carol (no seat), dora (a bot), and a running game."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from allauth.account.models import EmailAddress

from games.models import Game, Player
from games.services.clocks.pace import per_move
from games.services.tables import lobby

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
"""A Monday. Tests pass times as arguments and never wait."""

DAY = timedelta(days=1)


def person(name: str, **fields: object) -> Player:
    """A player with a confirmed address of the same name."""
    player = Player.objects.create_user(f"{name}@example.org", None, name=name, **fields)
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player


@pytest.fixture
def alice(db: None) -> Player:
    """A player, and the host."""
    return person("alice")


@pytest.fixture
def bob(db: None) -> Player:
    """A player."""
    return person("bob")


@pytest.fixture
def carol(db: None) -> Player:
    """A person without a seat."""
    return person("carol")


@pytest.fixture
def dora(db: None) -> Player:
    """A bot."""
    return Player.objects.create_bot()


def start(*players: Player, rules: str = "turn_of_fate", now: datetime = NOON, **settings: object) -> Game:
    """A running game of these players, seated in this order."""
    settings = {"pace": per_move(int(DAY.total_seconds())), "random_seats": False, **settings}
    game = lobby.create(players[0], rules, len(players), now=now, **settings)
    for player in players[1:]:
        lobby.take_seat(game, player, now=now)
    game.refresh_from_db()
    return game


@pytest.fixture
def game(alice: Player, bob: Player) -> Game:
    """Turn of Fate, alice against bob, one day per move, started at noon."""
    return start(alice, bob)
