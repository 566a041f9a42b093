"""Tests of the circuit breaker: when it opens and for how long, which messages wait for it, and what closes it."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest

from notifications.calls import post as posting
from notifications.channels.push.keys import encoded
from notifications.channels.webhook import service
from notifications.lanes import circuits
from notifications.lanes.process import FanOut
from notifications.lanes.round import call_due
from notifications.models import Circuit, Message, PushDevice, Webhook
from tests.notifications.cast import NOON, Book, MakePlayer, queue
from tests.notifications.push.browser import Browser
from tests.notifications.receiver import Receiver
from tests.query_plans import runs_of

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.fixture
def anna(make_player: MakePlayer, book: Book, settings: Any) -> Any:
    """A player on a site with web push."""
    settings.FATE_VAPID_KEY = encoded(b"a key of thirty-two bytes, fixed")
    return make_player("anna")


def hook(owner: Any, receiver: Receiver, path: str) -> Webhook:
    """A webhook with the URL of a path of the receiver."""
    return service.create(owner, receiver.url(path), ["turn"])[0]


def told(webhook: Webhook | PushDevice, *keys: str) -> list[Message]:
    """Queue messages to one endpoint."""
    return [queue(webhook.owner, key, channel=webhook.channel) for key in keys]


def test_three_failures_open_it_and_the_rest_waits_without_losing_an_attempt(anna: Any, receiver: Receiver) -> None:
    webhook = hook(anna, receiver, "/500")
    told(webhook, *"abcde")

    done = call_due(NOON)

    assert (done.later, done.unreachable, len(receiver.calls)) == (3, 2, 3)
    circuit = Circuit.objects.get()
    assert (circuit.name, circuit.failures, circuit.failing_since) == (webhook.channel, 3, NOON)
    assert MINUTE <= circuit.open_until - NOON <= 1.25 * MINUTE
    waiting = Message.objects.filter(attempts=0)
    assert set(waiting.values_list("state", "not_before", "error")) == {("queued", circuit.open_until, circuits.WAITING)}


def test_one_silence_opens_it(anna: Any, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "SECONDS", 0.3)
    told(hook(anna, receiver, "/hang"), "a", "b")

    assert call_due(NOON).later == 1
    assert Circuit.objects.get().open_until > NOON
    assert len(receiver.calls) == 1


def test_it_is_tried_with_one_call_and_opens_for_twice_as_long_up_to_an_hour(anna: Any, receiver: Receiver) -> None:
    told(hook(anna, receiver, "/500"), *(str(number) for number in range(30)))
    call_due(NOON)
    lengths = []
    for _trial in range(9):
        now = Circuit.objects.get().open_until
        assert now is not None
        before = len(receiver.calls)
        call_due(now)
        assert len(receiver.calls) == before + 1
        lengths.append(Circuit.objects.get().open_until - now)
    assert lengths[0] >= 2 * MINUTE
    assert all(later >= 1.5 * earlier for earlier, later in pairwise(lengths[:4]))
    assert lengths[-1] == HOUR


def test_a_success_closes_it_and_everything_that_waited_is_called_at_once(anna: Any, receiver: Receiver) -> None:
    webhook = hook(anna, receiver, "/500")
    told(webhook, *"abcdef")
    call_due(NOON)
    Webhook.objects.update(url=receiver.url("/fine"))
    now = Circuit.objects.get().open_until

    done = call_due(now)

    assert done.sent >= 4
    circuit = Circuit.objects.get()
    assert (circuit.failures, circuit.open_until, circuit.failing_since, circuit.prompt) == (0, None, None, True)
    assert not Message.objects.filter(error=circuits.WAITING).exists()


def test_other_endpoints_are_called_while_it_is_open(anna: Any, make_player: MakePlayer, receiver: Receiver) -> None:
    bad, good = hook(anna, receiver, "/500"), hook(make_player("berta"), receiver, "/fine")
    told(bad, *"abcd")
    call_due(NOON)
    told(bad, *"xyz")
    told(good, *"xyz")

    assert call_due(NOON).sent == 3


@pytest.mark.parametrize("way", ["test", "redeliver"])
def test_its_owner_may_have_it_tried_at_once(anna: Any, receiver: Receiver, way: str) -> None:
    webhook = hook(anna, receiver, "/500")
    old = queue(anna, "old", channel=webhook.channel, state="sent")
    told(webhook, *"abcd")
    call_due(NOON)
    Webhook.objects.update(url=receiver.url("/fine"))
    before = len(receiver.calls)

    service.test(anna, webhook.pk, now=NOON) if way == "test" else service.redeliver(anna, webhook.pk, old.pk)
    call_due(NOON + timedelta(seconds=1))

    assert [call.path for call in receiver.calls[before:]] == ["/fine", "/fine"]  # the trial and the waiting ones; the others in a minute


def test_another_address_begins_anew(anna: Any, receiver: Receiver) -> None:
    webhook = hook(anna, receiver, "/500")
    told(webhook, *"abcd")
    call_due(NOON)

    service.change(anna, webhook.pk, url=receiver.url("/fine"))

    assert not Circuit.objects.exists()
    assert not Message.objects.filter(error=circuits.WAITING).exists()


def test_a_push_service_has_one_circuit_for_all_and_a_refused_device_does_not_open_it(
    anna: Any, make_player: MakePlayer, receiver: Receiver
) -> None:
    people = [anna, *(make_player(f"p{number}") for number in range(7))]
    for number, person in enumerate(people):
        told(Browser().subscribe(person, receiver.url(f"/413?{number}")), "a")
    call_due(NOON)
    assert not Circuit.objects.exists()
    for device in PushDevice.objects.all():
        device.endpoint = device.endpoint.replace("/413", "/503")
        device.save()
        told(device, "b")

    call_due(NOON)

    circuit = Circuit.objects.get()
    assert circuit.name == f"push:127.0.0.1:{receiver.port}"
    assert circuit.failures == 5
    assert circuit.open_until > NOON
    told(PushDevice.objects.order_by("id")[0], "c")
    before = len(receiver.calls)
    assert call_due(NOON).unreachable == 1
    assert len(receiver.calls) == before


def test_what_waits_for_days_is_given_up_and_goes_its_next_way(anna: Any, receiver: Receiver) -> None:
    device = Browser().subscribe(anna, receiver.url("/503"))
    told(device, "a")
    Circuit.objects.create(
        name=f"push:127.0.0.1:{receiver.port}", failures=40, failing_since=NOON - circuits.PATIENCE, open_until=NOON + MINUTE
    )

    call_due(NOON)

    assert list(Message.objects.order_by("id").values_list("channel", "state")) == [(device.channel, "dead"), ("email", "queued")]


def test_spreading_waits_for_no_mail_and_is_done_once(anna: Any, receiver: Receiver) -> None:
    hook(anna, receiver, "/fine")
    queue(anna, "a")
    rounds = FanOut()

    assert [rounds.round(NOON) for _time in range(3)] == [1, 0, 0]
    assert call_due(NOON).sent == 1
    queue(anna, "b")
    assert [FanOut().round(NOON), FanOut().round(NOON)] == [2, 2]  # what a new process adds already exists and stays unique
    assert Message.objects.exclude(channel="email").count() == 2
    assert Message.objects.filter(channel="email", state="queued", attempts=0).count() == 2


def test_long_unchanged_circuits_are_forgotten(db: None) -> None:
    Circuit.objects.create(name="webhook:1", changed_at=NOON - circuits.KEPT - MINUTE)
    Circuit.objects.create(name="webhook:2", changed_at=NOON)
    circuits.forget(NOON)
    assert Circuit.objects.get().name == "webhook:2"


def test_what_waits_for_an_endpoint_is_looked_for_once(anna: Any, receiver: Receiver) -> None:
    waiting = told(hook(anna, receiver, "/away"), *(f"turn {number}" for number in range(20)))
    values = [[waiting[0].channel], [NOON + HOUR], NOON, circuits.WAITING]
    assert runs_of("LockRows", circuits.POSTPONE, values) == [1]
    assert Message.objects.filter(not_before=NOON + HOUR, error=circuits.WAITING).count() == 20
