"""Tests with kill -9 at each step of a delivery in another process, against a real mail server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings as site
from django.db import connection

from notifications.channels.webhook import service as webhooks
from notifications.clock import database_now
from notifications.delivery.claim import LEASE
from notifications.delivery.deliver import deliver_due
from notifications.delivery.results import MAX_CRASHES
from notifications.lanes.round import call_due
from notifications.models import Message
from tests.notifications.cast import MakePlayer, queue, states
from tests.notifications.receiver import Receiver
from tests.notifications.sink import Sink

PEOPLE = ("anna", "berta", "carla")

pytestmark = pytest.mark.django_db(transaction=True)


def run_worker(sink: Sink, fault: str) -> int:
    """`manage.py deliver` in another process; returns its exit code (negative: the signal that ended it)."""
    given = urlsplit(os.environ["FATE_DATABASE_URL"])
    address = given._replace(path="/" + connection.settings_dict["NAME"]).geturl()
    wanted = {
        "DJANGO_SETTINGS_MODULE": "fateapp.settings",
        "FATE_DATABASE_URL": address,
        "FATE_EMAIL_URL": f"smtp://127.0.0.1:{sink.port}",
        "FATE_SECRET_KEY": site.SECRET_KEY,
        "FATE_WEBHOOK_NETWORKS": "127.0.0.1/32",
        "FATE_FAULTS": fault,
    }
    command = [sys.executable, "-m", "django", "deliver"]
    done = subprocess.run(
        command, env=os.environ | wanted, cwd=Path(site.BASE_DIR), capture_output=True, text=True, timeout=200, check=False
    )
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return done.returncode


@pytest.mark.parametrize(
    ("fault", "left", "arrived"),
    [
        ("deliver.claimed", ["sending", "sending", "sending"], 0),
        ("deliver.composed:2", ["sent", "sending", "sending"], 1),
        ("deliver.accepted:2", ["sent", "sending", "sending"], 2),
        ("deliver.marked:2", ["sent", "sent", "sending"], 2),
    ],
)
def test_worker_killed_every_mail_arrives_and_repeats_only_if_accepted_but_not_marked(
    make_player: MakePlayer, sink: Sink, fault: str, left: list[str], arrived: int
) -> None:
    now = database_now()
    rows = [
        queue(make_player(name), "test", kind="test", not_before=now - timedelta(seconds=3 - number)) for number, name in enumerate(PEOPLE)
    ]

    assert run_worker(sink, fault) == -signal.SIGKILL
    assert (states(*rows), len(sink.mails)) == (left, arrived)

    assert deliver_due(now + LEASE / 2).found == 0
    after = database_now() + LEASE
    while deliver_due(after).found:
        pass

    assert states(*rows) == ["sent"] * 3
    repeats = {name: len(sink.to(f"{name}@example.org")) for name in PEOPLE}
    assert repeats == {"anna": 1, "berta": 2 if fault.startswith("deliver.accepted") else 1, "carla": 1}
    assert len({mail["Message-ID"] for mail in sink.mails}) == 3
    assert list(Message.objects.order_by("id").values_list("crashes", flat=True)) == [int(state == "sending") for state in left]


def test_worker_without_faults_delivers_and_says_so(make_player: MakePlayer, sink: Sink) -> None:
    row = queue(make_player("anna"), "test", kind="test", not_before=database_now())

    assert run_worker(sink, "") == 0
    assert (states(row), len(sink.mails)) == (["sent"], 1)


@pytest.mark.parametrize(
    ("fault", "calls"), [("deliver.claimed", 1), ("deliver.composed", 1), ("deliver.accepted", 2), ("deliver.marked", 1)]
)
def test_worker_killed_every_call_is_made_and_repeats_under_its_id(
    make_player: MakePlayer, sink: Sink, receiver: Receiver, fault: str, calls: int
) -> None:
    anna = make_player("anna")
    webhook, _secret = webhooks.create(anna, receiver.url(), ["your_turn"])
    row = queue(anna, "k", kind="webhook_test", channel=webhook.channel, payload={"webhook": webhook.pk}, not_before=database_now())

    assert run_worker(sink, fault) == -signal.SIGKILL
    call_due(database_now() + LEASE)

    assert (states(row), len(receiver.calls)) == (["sent"], calls)
    assert len({call.headers["webhook-id"] for call in receiver.calls}) == 1


@pytest.mark.slow
def test_message_that_kills_every_worker_dies_alone(make_player: MakePlayer, sink: Sink) -> None:
    due = database_now() - timedelta(seconds=10)
    rows = [queue(make_player(name), "test", kind="test", not_before=due + timedelta(seconds=number)) for number, name in enumerate(PEOPLE)]

    for _worker in range(MAX_CRASHES):  # the first row of the queue is always anna's
        assert run_worker(sink, "deliver.composed") == -signal.SIGKILL
        Message.objects.filter(state="sending").update(lease_until=due)
    assert list(Message.objects.order_by("id").values_list("crashes", flat=True)) == [MAX_CRASHES - 1, 1, 1]

    while deliver_due(database_now()).found:
        pass
    assert states(*rows) == ["dead", "sent", "sent"]
    assert [mail["To"] for mail in sink.mails] == ["berta@example.org", "carla@example.org"]
