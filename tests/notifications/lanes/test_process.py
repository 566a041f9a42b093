"""Tests of the process of calls: hanging servers delay no others, two processes call once, kill -9 loses nothing, SIGTERM ends it."""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from notifications.channels.webhook import service
from notifications.models import Circuit, Message
from tests.notifications.calling import calling, eventually, start
from tests.notifications.cast import MakePlayer
from tests.notifications.hanging import Hanging
from tests.notifications.lanes.crowd import Crowd, arrived, number_of, p95, webhooks_at
from tests.notifications.receiver import Receiver
from tests.stopwatch import stretched

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A server that answers at once."""
    with Receiver() as running:
        yield running


def people(make_player: MakePlayer, name: str, count: int) -> list[Any]:
    """This many players."""
    return [make_player(f"{name}{number}") for number in range(count)]


def settled() -> bool:
    """Whether no message is queued or being sent."""
    return not Message.objects.filter(state__in=["queued", "sending"]).exists()


def sessions() -> set[int]:
    """The server processes of all other connections to the test's database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
        return {pid for (pid,) in cursor.fetchall()}


def test_servers_that_hang_delay_nobody_else(make_player: MakePlayer, receiver: arrived, tmp_path: Path) -> None:
    """The short form of tests/notifications/lanes/drill.py: thirty hanging servers of ten players, four messages each."""
    crowd, others = Crowd(), webhooks_at([receiver.url(f"/{n}x") for n in range(5)], people(make_player, "other", 5))
    with Hanging(30) as hanging, calling(tmp_path / "log"):
        slow = webhooks_at(hanging.urls, people(make_player, "slow", 10))
        crowd.trickle(others, receiver, 2, 0.3)
        without = crowd.trickle(others, receiver, 8, 0.25)
        for _message in range(4):
            crowd.send(slow)
        eventually(lambda: hanging.accepted >= 30, "the others are called at the same time")
        with_them = crowd.trickle(others, receiver, 8, 0.25)
        assert (
            Message.objects.filter(state="sending", recipient__name__startswith="slow").count() == 30
        )  # they do hang, and each gets one call at a time
    assert p95(with_them) <= 2 * max(p95(without), stretched(0.5))
    assert {len(times) for times in arrived(receiver).values()} == {1}


def test_two_processes_call_once_and_each_endpoint_in_order(make_player: MakePlayer, receiver: arrived, tmp_path: Path) -> None:
    crowd, hooks = Crowd(), webhooks_at([receiver.url(f"/{n}x") for n in range(8)], people(make_player, "p", 8))
    with calling(tmp_path / "one"), calling(tmp_path / "two"):
        for _message in range(25):
            crowd.send(hooks)
        eventually(settled, "everything is called")
    assert Counter(number_of(call) for call in receiver.calls) == dict.fromkeys(range(200), 1)
    for hook in range(8):
        numbers = [number_of(call) for call in receiver.calls if call.path == f"/{hook}x"]
        assert numbers == sorted(numbers)
    assert set(Message.objects.values_list("state", "attempts", "crashes")) == {("sent", 1, 0)}


def test_kill_in_the_middle_loses_nothing(make_player: MakePlayer, receiver: arrived, tmp_path: Path) -> None:
    crowd, hooks = Crowd(), webhooks_at([receiver.url(f"/{n}x") for n in range(6)], people(make_player, "p", 6))
    for _message in range(15):
        crowd.send(hooks)
    of_others = sessions()
    for _kill in range(3):
        process, before = start(tmp_path / "log"), len(receiver.calls)
        eventually(lambda before=before: len(receiver.calls) > before + 5, "it calls")  # type: ignore[misc]
        process.send_signal(signal.SIGKILL)
        process.wait(stretched(15))
        eventually(lambda: sessions() <= of_others, "its last statement has ended")  # it may still commit that it sends more
        Message.objects.filter(state="sending").update(lease_until=Message.objects.values("created_at")[:1])  # the leases expire
    with calling(tmp_path / "log"):
        eventually(settled, "everything is called")
    assert set(arrived(receiver)) == set(range(90))
    assert set(Message.objects.values_list("state", flat=True)) == {"sent"}
    repeated = sum(len(times) - 1 for times in arrived(receiver).values())
    assert repeated <= sum(Message.objects.values_list("crashes", flat=True))  # at most those that were being sent when it was killed


def test_term_is_obeyed_while_servers_hang_and_hands_their_messages_back(make_player: MakePlayer, tmp_path: Path) -> None:
    with Hanging(6) as hanging:
        slow = webhooks_at(hanging.urls, people(make_player, "slow", 6))
        process = start(tmp_path / "log")
        Crowd().send(slow)
        eventually(lambda: hanging.accepted == 6, "they are called")
        process.terminate()
        assert process.wait(stretched(60)) == 0, (tmp_path / "log").read_text()
    # no call timed out, which would have been an attempt
    assert set(Message.objects.values_list("state", "attempts", "crashes")) == {("queued", 0, 0)}


def test_open_circuit_survives_a_restart(make_player: MakePlayer, receiver: arrived, tmp_path: Path) -> None:
    (hook,) = webhooks_at([receiver.url("/500")], [make_player("anna")])
    crowd = Crowd()
    for _message in range(5):
        crowd.send([hook])
    for _start in range(2):
        with calling(tmp_path / "log"):
            eventually(lambda: Circuit.objects.exclude(open_until=None).exists(), "the circuit opens")
            eventually(lambda: not Message.objects.filter(state="sending").exists(), "nothing is under way")
            time.sleep(1.5)
    assert len(receiver.calls) == 3
    assert Circuit.objects.get().failures == 3
    assert Message.objects.filter(state="queued", attempts=0).count() == 2
    service.enable(hook.owner, hook.pk)
    with calling(tmp_path / "log"):
        eventually(lambda: len(receiver.calls) > 3, "it is tried again")
