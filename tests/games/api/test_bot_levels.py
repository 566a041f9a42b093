"""Tests of bots of three levels at tables of the API."""

from __future__ import annotations

import pytest

from games.models import Player
from tests.games.api.conftest import Call

pytestmark = pytest.mark.django_db


def test_the_host_seats_a_bot_of_a_level(alice: Player, call: Call) -> None:
    code = call(alice).post("games", {"rules": "turn_of_fate", "seats": 2}).json()["code"]
    seated = call(alice).post(f"games/{code}/bots", {"level": "fair"})
    assert seated.status_code == 200
    assert Player.objects.filter(seats__game__code=code, bot_level="fair").count() == 1


def test_a_level_that_is_none_is_refused(alice: Player, call: Call) -> None:
    code = call(alice).post("games", {"rules": "turn_of_fate", "seats": 2}).json()["code"]
    refused = call(alice).post(f"games/{code}/bots", {"level": "godlike"})
    assert refused.status_code == 422
    assert "level" in refused.content.decode()
