"""Tests of web push from a message to the decrypted bytes, and of devices whose push service refuses."""

from __future__ import annotations

import base64
import json
from io import StringIO
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from django.core.management import call_command
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from notifications.channels.push import keys, service
from notifications.channels.push.channel import CHANNEL
from notifications.channels.push.keys import BadKey, decoded, encoded
from notifications.channels.push.service import BadSubscription
from notifications.delivery.deliver import Delivered, deliver_due
from notifications.lanes.lane import Lane
from notifications.lanes.round import call_due
from notifications.models import Circuit, Message, Preference, PushDevice
from notifications.preferences.changes import choose
from tests.notifications.cast import NOON, Book, MakePlayer, queue
from tests.notifications.push.browser import Browser
from tests.notifications.receiver import Receiver
from tests.notifications.sink import Sink


@pytest.fixture
def anna(make_player: MakePlayer, book: Book, settings: Settings) -> Any:
    """A player with a browser, on a site with web push."""
    settings.FATE_VAPID_KEY = encoded(b"a key of thirty-two bytes, fixed")
    return make_player("anna")


def push_due() -> Delivered:
    """One round of calls."""
    return call_due(NOON)


def claims_of(header: str) -> dict[str, Any]:
    """The claims of `vapid t=<JWT>,k=<key>`; the signature must be valid for the site's public key."""
    scheme, _space, rest = header.partition(" ")
    given = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, given["k"]) == ("vapid", keys.public_key())
    signed, _dot, signature = given["t"].rpartition(".")
    raw = decoded(signature)
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(given["k"]))
    both = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point.verify(both, signed.encode(), ec.ECDSA(hashes.SHA256()))
    head, claims = (json.loads(decoded(part)) for part in signed.split("."))
    assert head["alg"] == "ES256"
    return dict(claims)


def test_only_the_browser_can_read_the_news(anna: Any, sink: Sink, receiver: Receiver) -> None:
    browser = Browser()
    device = browser.subscribe(anna, receiver.url("/201"))
    queue(anna, "a1", thread="abc")

    assert deliver_due(NOON) == Delivered(found=1, sent=1, fanned_out=1)
    assert push_due() == Delivered(found=1, sent=1)

    (call,) = receiver.calls
    news = browser.read(call)
    assert (news["title"], news["body"], news["link"]) == ("News a1", "Your turn", "http://127.0.0.1:8000/messages/")
    assert news["tag"] == call.headers["topic"]
    assert b"News" not in call.body
    assert json.loads(Message.objects.get(channel=device.channel).text) == news
    with pytest.raises(http_ece.ECEException):
        Browser().read(call)


def test_the_push_service_learns_who_we_are_and_how_long(anna: Any, sink: Sink, receiver: Receiver) -> None:
    Browser().subscribe(anna, receiver.url("/201"))
    queue(anna, "a1")
    deliver_due(NOON)
    push_due()

    (call,) = receiver.calls
    claims = claims_of(call.headers["authorization"])
    assert claims["aud"] == f"http://127.0.0.1:{receiver.port}"
    assert claims["sub"].startswith(("mailto:", "https:"))
    assert 0 < claims["exp"] - NOON.timestamp() <= 24 * 3600
    assert (call.headers["ttl"], call.headers["urgency"]) == ("86400", "normal")


def test_newer_news_of_a_game_replaces_older(anna: Any, sink: Sink, receiver: Receiver) -> None:
    Browser().subscribe(anna, receiver.url("/201"))
    for key, thread in (("a1", "abc"), ("a2", "abc"), ("a3", "xyz")):
        queue(anna, key, thread=thread)
    deliver_due(NOON)
    push_due()

    first, second, other = [call.headers["topic"] for call in receiver.calls]
    assert first == second != other
    assert len(first) == 32
    assert "abc" not in first


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(anna: Any, sink: Sink, receiver: Receiver, status: int) -> None:
    Browser().subscribe(anna, receiver.url(f"/{status}"))
    queue(anna, "a1")
    deliver_due(NOON)

    assert push_due() == Delivered(found=1, bounced=1)
    assert not PushDevice.objects.exists()
    queue(anna, "a2")
    assert deliver_due(NOON).fanned_out == 0


@pytest.mark.parametrize(("status", "outcome"), [(429, "later"), (500, "later"), (302, "later"), (413, "bounced"), (403, "bounced")])
def test_other_refusals_keep_the_device(anna: Any, sink: Sink, receiver: Receiver, status: int, outcome: str) -> None:
    Browser().subscribe(anna, receiver.url(f"/{status}"))
    queue(anna, "a1")
    deliver_due(NOON)

    assert push_due() == Delivered(found=1, **{outcome: 1})
    assert PushDevice.objects.exists()


def test_a_push_service_inside_our_network_is_never_called(anna: Any, sink: Sink, receiver: Receiver, settings: Settings) -> None:
    Browser().subscribe(anna, receiver.url("/201"))
    settings.FATE_WEBHOOK_NETWORKS = []
    PushDevice.objects.update(endpoint=f"https://127.0.0.1:{receiver.port}/201")
    queue(anna, "a1")
    deliver_due(NOON)

    assert push_due() == Delivered(found=1, bounced=1)
    assert receiver.calls == []


def test_a_kind_can_be_switched_off_for_devices_alone(anna: Any, sink: Sink, receiver: Receiver) -> None:
    Browser().subscribe(anna, receiver.url("/201"))
    choose(anna, [Preference(kind="turn", channel="push", enabled=False)], window=10, hour=8)
    queue(anna, "a1")
    deliver_due(NOON)

    assert push_due() == Delivered()
    assert (len(sink.mails), receiver.calls) == (1, [])


def test_a_browser_belongs_to_whoever_used_it_last(anna: Any, make_player: MakePlayer, sink: Sink, receiver: Receiver) -> None:
    berta, browser = make_player("berta"), Browser()
    browser.subscribe(anna, receiver.url("/201"))
    queue(anna, "a1")
    deliver_due(NOON)
    browser.subscribe(berta, receiver.url("/201"))

    assert push_due() == Delivered(found=1, superseded=1)
    assert PushDevice.objects.get().owner == berta
    assert receiver.calls == []


def test_the_oldest_device_makes_room(anna: Any) -> None:
    for number in range(service.MOST + 2):
        Browser().subscribe(anna, f"https://push.example/{number}")

    kept = PushDevice.objects.values_list("endpoint", flat=True)
    assert list(kept) == [f"https://push.example/{number}" for number in range(2, service.MOST + 2)]


@pytest.mark.parametrize(
    ("endpoint", "p256dh", "auth"),
    [
        ("http://push.example/", None, None),
        ("https://192.168.1.1/", None, None),
        ("https://[::1]/", None, None),
        ("https://push.example/", "AAAA", None),
        ("https://push.example/", encoded(b"\x04" + b"\x01" * 64), None),
        ("https://push.example/", None, encoded(b"short")),
        ("https://push.example/", None, "not base64!"),
        (17, None, None),
    ],
)
def test_what_no_browser_gives_is_refused(anna: Any, endpoint: Any, p256dh: Any, auth: Any) -> None:
    browser = Browser()
    with pytest.raises(BadSubscription):
        service.subscribe(anna, endpoint, p256dh or browser.p256dh, auth or encoded(browser.auth))
    assert not PushDevice.objects.exists()


def test_the_key_follows_from_the_secret_key_unless_one_is_set(settings: Settings) -> None:
    settings.FATE_VAPID_KEY, settings.SECRET_KEY_IS_LASTING = "", True
    settings.SECRET_KEY = "a" * 50
    derived = keys.private_key()
    settings.SECRET_KEY = "b" * 50
    assert keys.private_key() != derived
    settings.FATE_VAPID_KEY = derived
    assert keys.private_key() == derived
    assert len(decoded(keys.public_key())) == 65
    settings.FATE_VAPID_KEY, settings.SECRET_KEY_IS_LASTING = "", False
    assert not keys.available()
    settings.FATE_VAPID_KEY = "nonsense"
    with pytest.raises(BadKey):
        keys.public_key()


def test_vapid_prints_the_key_in_force_or_a_new_one(settings: Settings) -> None:
    settings.FATE_VAPID_KEY = keys.new_key()
    said = StringIO()
    call_command("vapid", stdout=said)
    call_command("vapid", "--new", stdout=said)

    first, second = said.getvalue().split()
    assert first == f"FATE_VAPID_KEY={settings.FATE_VAPID_KEY}"
    assert len(base64.urlsafe_b64decode(second.partition("=")[2] + "=")) == 32


def test_a_browser_subscribes_and_is_thrown_out_again(anna: Any, client: Client) -> None:
    client.force_login(anna)
    browser = Browser()
    given = {
        "endpoint": "https://push.example/x",
        "keys": {"p256dh": browser.p256dh, "auth": encoded(browser.auth)},
        "expirationTime": None,
    }
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"

    assert (
        client.post("/messages/push/", json.dumps(given), content_type="application/json", headers={"User-Agent": agent}).status_code == 204
    )
    device = PushDevice.objects.get()
    assert (device.owner, device.name) == (anna, "Firefox, Linux")
    page = client.get("/messages/preferences/").content.decode()
    assert "Firefox, Linux" in page
    assert keys.public_key() in page
    assert client.post(f"/messages/push/{device.pk}/remove/").status_code == 302
    assert not PushDevice.objects.exists()


@pytest.mark.parametrize("body", ["", "[]", "null", "{}", '{"endpoint": "https://push.example/", "keys": 7}', '{"endpoint": "http://x/"}'])
def test_subscribing_with_nonsense_is_an_error_in_words(anna: Any, client: Client, body: str) -> None:
    client.force_login(anna)

    answer = client.post("/messages/push/", body, content_type="application/json")

    assert answer.status_code == 400
    assert answer.json()["error"]
    assert not PushDevice.objects.exists()


def test_the_device_of_somebody_else_does_not_exist(anna: Any, make_player: MakePlayer, client: Client) -> None:
    device = Browser().subscribe(make_player("berta"), "https://push.example/x")
    client.force_login(anna)

    assert client.post(f"/messages/push/{device.pk}/remove/").status_code == 404
    assert PushDevice.objects.exists()


def test_the_service_worker_has_a_lasting_address(client: Client) -> None:
    answer = client.get("/sw.js")

    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer["Cache-Control"]
    assert b"showNotification" in answer.content


@pytest.mark.parametrize("count", [1, 3])
def test_devices_need_the_same_queries_for_any_number(
    anna: Any, sink: Sink, receiver: Receiver, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count):
        Browser().subscribe(anna, receiver.url(f"/201?{number}"))
    queue(anna, "a1")
    deliver_due(NOON)

    Circuit.objects.create(name=f"push:127.0.0.1:{receiver.port}", prompt=True)
    lane = Lane(CHANNEL.rules, lambda: NOON)
    # savepoint, our turn, lost leases, endpoints, due rows, people, devices, preferences, rhythms, suppressions, lease, release; one each
    with django_assert_num_queries(12 + count):
        assert lane.begin() == count
    with django_assert_num_queries(3 * count):  # savepoint, mark, release: a working endpoint needs no further queries
        while lane.in_flight:
            lane.settle(5)
    assert lane.tally["sent"] == count
