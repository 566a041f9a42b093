"""Tests with kill -9 of the process that pairs a round: no partial round, and no duplicate."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from urllib.parse import urlsplit

import pytest
from django.db import connection

from games.models import Game, Move, Player, Seat
from games.tournaments.models import Pairing, Round, Tournament
from games.tournaments.services import director, rounds
from notifications.models import Message
from tests.games.conftest import NOON
from tests.games.moves import play_out
from tests.games.tournaments.test_life import announced

pytestmark = pytest.mark.django_db(transaction=True)
WORKER = "import django; django.setup(); from games.tournaments.tasks import advance_tournaments; advance_tournaments()"


def rows() -> dict[str, int]:
    """The number of rows of each table that belongs to a round."""
    return {model.__name__: model.objects.count() for model in (Round, Pairing, Game, Seat, Move, Message)}


@pytest.mark.parametrize("point", ["pairing.round", "pairing.paired:1", "pairing.paired:2", "pairing.committed"])
def test_process_killed_in_the_middle_of_pairing(carol: Player, point: str) -> None:
    """A round of two games for four bots; the worker is killed while it closes the first round and pairs the second one."""
    tournament = announced(carol, 4)
    director.start(tournament.pk, carol, "All are here.", now=NOON)
    for game in Game.objects.order_by("pk"):
        play_out(game)
    before = rows()
    url = urlsplit(os.environ["FATE_DATABASE_URL"])._replace(path="/" + connection.settings_dict["NAME"]).geturl()
    there = os.environ | {"DJANGO_SETTINGS_MODULE": "fateapp.settings", "FATE_DATABASE_URL": url, "FATE_FAULTS": point}
    killed = subprocess.run([sys.executable, "-W", "ignore", "-c", WORKER], env=there, check=False, timeout=120)
    assert killed.returncode == -signal.SIGKILL
    made = point == "pairing.committed"
    if not made:
        assert rows() == before
        assert Round.objects.get().closed_at is None
    assert [rounds.advance(tournament.pk, NOON), rounds.advance(tournament.pk, NOON)] == [not made, False]
    assert list(Round.objects.order_by("number").values_list("number", flat=True)) == [1, 2]
    assert (Pairing.objects.count(), Game.objects.count(), Game.objects.filter(status=Game.Status.ACTIVE).count()) == (4, 4, 2)
    assert Tournament.objects.get().status == Tournament.Status.RUNNING
