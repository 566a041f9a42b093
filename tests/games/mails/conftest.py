"""Fixtures: a site that receives replies, and games that are equal in every test."""

from __future__ import annotations

import random
from ipaddress import ip_network

import pytest
from pytest_django import Settings

from games.models import Game
from games.models.game import CODE_ALPHABET, SECRET_BYTES
from tests.games.replies.mailing import AUTHSERV


@pytest.fixture
def receiving(settings: Settings) -> None:
    """Switch on the reception of replies."""
    settings.FATE_REPLIES, settings.MAILIN_DOMAIN = True, "play.example.org"
    settings.FATE_WEBHOOK_NETWORKS = [ip_network("127.0.0.0/8")]
    settings.FATE_MAILIN_AUTHSERV, settings.FATE_MAILIN_CASUAL = AUTHSERV, False


@pytest.fixture
def same_house(monkeypatch: pytest.MonkeyPatch, fate: None) -> None:
    """Give all games the same secret: the next seat is drawn from it, and the table of audiences names people."""
    rng = random.Random(5)
    monkeypatch.setattr(Game._meta.get_field("secret"), "_get_default", lambda: rng.randbytes(SECRET_BYTES))
    monkeypatch.setattr(Game._meta.get_field("code"), "_get_default", lambda: "".join(rng.choices(CODE_ALPHABET, k=8)))
