"""Tests with kill -9 at each step between the arrival of a reply and the end of its processing: each reply takes effect exactly once."""

from __future__ import annotations

import os
import smtplib
import subprocess
import sys
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.db import connection

from games.models import Game, Move, Player
from notifications.clock import database_now
from notifications.inbound import addresses, store, worker
from notifications.models import InboundMail
from tests.games.conftest import person, start
from tests.games.moves import asked
from tests.games.replies.mailing import AUTHSERV, newest, post, raw_reply

pytestmark = pytest.mark.django_db(transaction=True)
WORKER = "import django; django.setup(); from notifications.tasks import read_mail; read_mail()"


def environment(**more: str) -> dict[str, str]:
    """The environment of another process: the test's database and the settings of this folder's tests."""
    url = urlsplit(os.environ["FATE_DATABASE_URL"])._replace(path="/" + connection.settings_dict["NAME"]).geturl()
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "fateapp.settings",
        "FATE_DATABASE_URL": url,
        "FATE_MAILIN_DOMAIN": "play.example.org",
        "FATE_MAILIN_AUTHSERV": AUTHSERV,
        "FATE_SECRET_KEY": "a key for tests that is long enough, really",
        **more,
    }


@pytest.fixture
def player() -> Player:
    """The player who is asked, with the turn mail received."""
    game = start(person("alice"), person("bob"))
    who = asked(game).player
    assert who is not None
    post()
    return who


@pytest.fixture
def mailin() -> Iterator[list[subprocess.Popen[str]]]:
    """The mail servers that a test starts; all are stopped afterwards."""
    started: list[subprocess.Popen[str]] = []
    yield started
    for process in started:
        process.kill()
        process.communicate()


def listen(started: list[subprocess.Popen[str]], **more: str) -> int:
    """Start the mail server on a free port, and wait until it reports the port."""
    command = [sys.executable, "-W", "ignore", "-m", "fateapp", "mailin"]
    where = environment(FATE_MAILIN_LISTEN="smtp://127.0.0.1:0", **more)
    process = subprocess.Popen(command, env=where, stdout=subprocess.PIPE, text=True)
    started.append(process)
    assert process.stdout is not None
    return int(next(line for line in process.stdout if "on port" in line).rsplit(" ", 1)[1])


def hand_over(port: int, raw: bytes, to: str) -> None:
    with smtplib.SMTP("127.0.0.1", port, timeout=60) as line:
        line.sendmail("sender@example.org", [to], raw)


def test_killed_between_storing_and_acknowledging(player: Player, mailin: list[subprocess.Popen[str]]) -> None:
    to = newest(player, "your_turn").reply_to
    raw = raw_reply(str(player.email), to, "1")
    with pytest.raises((smtplib.SMTPServerDisconnected, OSError)):
        hand_over(listen(mailin, FATE_FAULTS="mailin.stored"), raw, to)

    hand_over(listen(mailin), raw, to)  # a mail server that gets no reply code delivers the mail again

    assert InboundMail.objects.count() == 1
    worker.work_off(database_now)
    assert Move.objects.filter(source="mail").count() == 1


def test_killed_after_acknowledging_before_anybody_was_woken(player: Player, mailin: list[subprocess.Popen[str]]) -> None:
    to = newest(player, "your_turn").reply_to
    raw = raw_reply(str(player.email), to, "1")
    port = listen(mailin)
    hand_over(port, raw, to)
    mailin[0].kill()
    mailin[0].wait()

    assert InboundMail.objects.get().state == "received"
    _work()  # the worker polls every few seconds, notified or not
    assert Move.objects.filter(source="mail").count() == 1


@pytest.mark.parametrize(
    ("point", "moves"), [("inbound.claimed", 0), ("inbound.moved", 1), ("inbound.acted", 1), ("inbound.marked", 1)]
)  # fmt: skip
def test_worker_killed_at_each_step(player: Player, point: str, moves: int) -> None:
    to = newest(player, "your_turn").reply_to
    _keep(player, to)

    assert _work(FATE_FAULTS=point) == -9

    assert Move.objects.filter(source="mail").count() == moves
    again = 0 if point == "inbound.marked" else 1
    assert InboundMail.objects.filter(state="received").update(lease_until=None) == again  # after the lease has run out
    assert _work() == 0
    mail = InboundMail.objects.get()
    assert (mail.state, mail.attempts, mail.progress[0]["what"]) == (
        "done",
        1 + again,
        "repeated" if point == "inbound.moved" else "played",
    )
    assert Move.objects.filter(source="mail").count() == 1
    assert Game.objects.get().trouble == ""


def _work(**more: str) -> int:
    """Run a worker process once over the received mails; returns its exit code."""
    return subprocess.run([sys.executable, "-W", "ignore", "-c", WORKER], env=environment(**more), check=False, timeout=250).returncode


def _keep(player: Player, to: str) -> None:

    address = addresses.find(to)
    assert address is not None
    store.keep(raw_reply(str(player.email), to, "1"), address, sender=str(player.email), way="smtp")
