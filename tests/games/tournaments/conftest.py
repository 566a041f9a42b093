"""Somebody of the house at the desk."""

from __future__ import annotations

import pytest
from django.test import Client

from games.services.operations import roles
from tests.games.conftest import person


@pytest.fixture
def olga(db: None) -> Client:
    """A director of the house, in the admin."""
    client = Client()
    player = person("olga")
    roles.give(player, "director")
    client.force_login(player)
    return client
