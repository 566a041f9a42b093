"""Fixtures of the tournament tests."""

from __future__ import annotations

import pytest
from django.test import Client

from games.services.operations import roles
from tests.games.conftest import person


@pytest.fixture
def olga(db: None) -> Client:
    """A client signed in to the admin as a director."""
    client = Client()
    player = person("olga")
    roles.give(player, "director")
    client.force_login(player)
    return client
