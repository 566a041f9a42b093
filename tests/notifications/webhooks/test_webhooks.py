"""Tests of webhooks from a message to the signed call, and of webhooks whose server fails."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries, Settings
from standardwebhooks.webhooks import Webhook as Verifier, WebhookVerificationError

from notifications.calls import post as posting
from notifications.channels.webhook import about, service
from notifications.channels.webhook.channel import CHANNEL
from notifications.channels.webhook.health import LOGGED, PATIENCE
from notifications.channels.webhook.service import BadWebhook, NoSuchWebhook
from notifications.clock import database_now
from notifications.delivery.deliver import Delivered, deliver_due
from notifications.housekeeping import tidy
from notifications.lanes import round as rounds
from notifications.models import Message, Webhook, WebhookCall
from notifications.process.other_process import RETRY_AFTER
from tests.notifications.cast import NOON, Book, MakePlayer, queue
from tests.notifications.receiver import Receiver
from tests.notifications.sink import Sink

MINUTE = timedelta(minutes=1)


@pytest.fixture
def anna(make_player: MakePlayer, book: Book) -> Any:
    """A player who owns webhooks."""
    return make_player("anna")


def call_due(now: Any = NOON) -> Delivered:
    """One round of calls."""
    return rounds.call_due(now)


def hook(owner: Any, receiver: Receiver, path: str = "/", wanted: tuple[str, ...] = ("turn",)) -> Webhook:
    """A webhook at a path of the receiver."""
    return service.create(owner, receiver.url(path), wanted)[0]


def message_of(webhook: Webhook) -> Message:
    """The only message to this webhook."""
    return Message.objects.get(channel=webhook.channel)


def test_news_is_a_call_that_the_public_library_verifies(anna: Any, sink: Sink, receiver: Receiver) -> None:
    webhook, secret = service.create(anna, receiver.url("/in"), ["turn"])
    now = database_now()
    row = queue(anna, "a1", payload={"game": "abc", "seat": 1}, not_before=now)

    assert deliver_due(now) == Delivered(found=1, sent=1, fanned_out=1)
    assert call_due(now) == Delivered(found=1, sent=1)

    (call,) = receiver.calls
    said = Verifier(secret).verify(call.body, dict(call.headers))
    assert said["type"] == "turn"
    assert said["timestamp"] == row.created_at.isoformat()
    assert said["data"] == {"game": "abc", "seat": 1, "title": "News a1", "link": "http://127.0.0.1:8000/messages/"}
    message = message_of(webhook)
    assert (message.state, json.loads(message.text)) == ("sent", said)
    assert "It is a1" not in call.body.decode()
    with pytest.raises(WebhookVerificationError):
        Verifier(service.new_secret()).verify(call.body, dict(call.headers))
    with pytest.raises(WebhookVerificationError):
        Verifier(secret).verify(call.body.replace(b"abc", b"abd"), dict(call.headers))


def test_a_repeated_call_has_the_same_id(anna: Any, sink: Sink, receiver: Receiver) -> None:
    webhook = hook(anna, receiver)
    queue(anna, "a1")
    deliver_due(NOON)
    call_due()

    service.redeliver(anna, webhook.pk, message_of(webhook).pk)
    call_due(NOON + MINUTE)

    first, second = receiver.calls
    assert first.headers["webhook-id"] == second.headers["webhook-id"] != ""
    assert first.headers["webhook-timestamp"] != second.headers["webhook-timestamp"]


def test_only_chosen_kinds_are_told_and_only_to_their_owner(anna: Any, make_player: MakePlayer, sink: Sink, receiver: Receiver) -> None:
    berta = make_player("berta")
    hook(anna, receiver, "/turns", ("turn",))
    hook(anna, receiver, "/talk", ("chat",))
    hook(berta, receiver, "/both", ("turn", "chat"))
    queue(anna, "a1")
    queue(berta, "b1", kind="chat")
    deliver_due(NOON)
    call_due()

    assert sorted(call.path for call in receiver.calls) == ["/both", "/turns"]


def test_a_webhook_does_not_wait_for_company_nor_for_the_mail(anna: Any, sink: Sink, receiver: Receiver) -> None:
    hook(anna, receiver, wanted=("chat",))
    queue(anna, "a1", kind="chat")

    assert deliver_due(NOON) == Delivered(found=1, held=1, fanned_out=1)
    assert call_due().sent == 1
    assert deliver_due(NOON + timedelta(hours=1)) == Delivered(found=1, sent=1)
    assert call_due(NOON + timedelta(hours=1)) == Delivered()


def test_what_is_no_longer_true_is_not_told(anna: Any, book: Book, sink: Sink, receiver: Receiver) -> None:
    hook(anna, receiver)
    queue(anna, "a1")
    deliver_due(NOON)
    book.gone.add("a1")

    assert call_due() == Delivered(found=1, superseded=1)
    assert receiver.calls == []


def test_what_only_another_process_knows_is_left_to_it_and_is_no_attempt(anna: Any, book: Book, sink: Sink, receiver: Receiver) -> None:
    webhook = hook(anna, receiver)
    queue(anna, "a1")
    deliver_due(NOON)
    book.elsewhere.add("a1")

    assert call_due() == Delivered(found=1, later=1)
    message = message_of(webhook)
    assert (message.state, message.attempts, message.crashes, message.not_before) == ("queued", 0, 0, NOON + RETRY_AFTER)
    book.elsewhere.clear()
    assert call_due(NOON + RETRY_AFTER) == Delivered(found=1, sent=1)


def test_a_failed_call_is_logged_and_tried_again(anna: Any, sink: Sink, receiver: Receiver) -> None:
    webhook = hook(anna, receiver, "/500")
    queue(anna, "a1")
    deliver_due(NOON)

    assert call_due() == Delivered(found=1, later=1)

    message, call = message_of(webhook), WebhookCall.objects.get()
    webhook.refresh_from_db()
    assert (message.state, message.attempts) == ("queued", 1)
    assert (call.status, call.answer, call.error) == (500, "Ouch, says the server", "The server answered 500.")
    assert (webhook.failing_since, webhook.disabled_at) == (NOON, None)
    Webhook.objects.update(url=receiver.url("/"))
    assert call_due(NOON + timedelta(hours=1)).sent == 1
    webhook.refresh_from_db()
    assert webhook.failing_since is None
    assert [call.well for call in WebhookCall.objects.order_by("id")] == [False, True]


@pytest.mark.parametrize("path", ["/302", "/404"])
def test_redirections_and_refusals_are_failures(anna: Any, sink: Sink, receiver: Receiver, path: str) -> None:
    hook(anna, receiver, path)
    queue(anna, "a1")
    deliver_due(NOON)

    assert call_due() == Delivered(found=1, later=1)
    assert [call.path for call in receiver.calls] == [path]


def test_a_server_that_hangs_is_asked_once_a_round(anna: Any, sink: Sink, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "SECONDS", 0.3)
    hook(anna, receiver, "/hang")
    hook(anna, receiver, "/")
    for key in ("a1", "a2", "a3"):
        queue(anna, key)
    deliver_due(NOON)

    assert call_due() == Delivered(found=6, sent=3, later=1, unreachable=2)

    assert sorted(call.path for call in receiver.calls) == ["/", "/", "/", "/hang"]
    hanging = Message.objects.filter(channel__startswith="webhook:", state="queued")
    assert sorted(hanging.values_list("attempts", flat=True)) == [0, 0, 1]


def test_gone_switches_off_at_once_and_tells_the_owner(anna: Any, sink: Sink, receiver: Receiver) -> None:
    webhook = hook(anna, receiver, "/410")
    for key in ("a1", "a2"):
        queue(anna, key)
    deliver_due(NOON)
    call_due()

    webhook.refresh_from_db()
    assert webhook.disabled_at == NOON
    later = database_now()
    call_due(later)
    assert len(receiver.calls) == 1  # an endpoint gets one call at a time, so none after the first response
    deliver_due(later)
    (mail,) = [mail for mail in sink.mails if webhook.url in mail.get_body(("plain",)).get_content()]  # type: ignore[union-attr]
    assert (mail["To"], mail["Subject"]) == ("anna@example.org", "Your webhook was turned off")
    queue(anna, "a3")
    assert deliver_due(later).fanned_out == 0


def test_days_of_nothing_but_failures_switch_off(anna: Any, sink: Sink, receiver: Receiver) -> None:
    webhook = hook(anna, receiver, "/500")
    queue(anna, "a1")
    deliver_due(NOON)
    call_due()
    for moment in (NOON + PATIENCE - MINUTE, NOON + PATIENCE):
        Message.objects.filter(channel=webhook.channel).update(not_before=NOON, attempts=1)
        webhook.refresh_from_db()
        assert webhook.disabled_at is None
        call_due(moment)

    webhook.refresh_from_db()
    assert webhook.disabled_at == NOON + PATIENCE
    service.enable(anna, webhook.pk)
    webhook.refresh_from_db()
    assert (webhook.disabled_at, webhook.failing_since, webhook.why) == (None, None, "")


def test_an_address_that_leads_inside_is_never_called(anna: Any, sink: Sink, receiver: Receiver, settings: Settings) -> None:
    webhook = hook(anna, receiver)
    settings.FATE_WEBHOOK_NETWORKS = []
    Webhook.objects.update(url=f"https://127.0.0.1:{receiver.port}/")
    queue(anna, "a1")
    deliver_due(NOON)

    assert call_due() == Delivered(found=1, bounced=1)
    assert (receiver.calls, message_of(webhook).state) == ([], "bounced")
    assert WebhookCall.objects.get().status is None


def test_both_secrets_sign_while_they_overlap(anna: Any, sink: Sink, receiver: Receiver) -> None:
    webhook, old = service.create(anna, receiver.url(), ["turn"])
    now = database_now()
    new = service.rotate(anna, webhook.pk, now=now)
    queue(anna, "a1", not_before=now)
    deliver_due(now)
    call_due(now)

    (call,) = receiver.calls
    for secret in (old, new):
        Verifier(secret).verify(call.body, dict(call.headers))
    webhook.refresh_from_db()
    assert webhook.secrets(now + service.OVERLAP) == [new]


def test_a_test_goes_to_one_webhook(anna: Any, sink: Sink, receiver: Receiver) -> None:
    webhook, other = hook(anna, receiver, "/one"), hook(anna, receiver, "/two")
    now = database_now()
    service.test(anna, webhook.pk, now=now)
    call_due(database_now())

    assert [call.path for call in receiver.calls] == ["/one"]
    assert json.loads(receiver.calls[0].body)["type"] == "webhook_test"
    assert not WebhookCall.objects.filter(webhook=other).exists()


def test_each_test_is_a_call_and_the_day_has_a_limit(anna: Any, sink: Sink, receiver: Receiver) -> None:
    webhook, now = hook(anna, receiver), database_now()
    for seconds in range(service.TESTS_PER_DAY):
        service.test(anna, webhook.pk, now=now + timedelta(milliseconds=seconds))
        call_due(database_now())
    assert len(receiver.calls) == service.TESTS_PER_DAY
    with pytest.raises(service.BadWebhook, match="enough tests"):
        service.test(anna, webhook.pk, now=now + timedelta(minutes=2))


def test_nothing_can_be_done_to_the_webhook_of_somebody_else(anna: Any, make_player: MakePlayer, receiver: Receiver) -> None:
    webhook, berta = hook(anna, receiver), make_player("berta")
    before = Webhook.objects.values().get()

    for act in (
        lambda: service.change(berta, webhook.pk, url="https://example.org/"),
        lambda: service.rotate(berta, webhook.pk, now=NOON),
        lambda: service.enable(berta, webhook.pk),
        lambda: service.test(berta, webhook.pk, now=NOON),
        lambda: service.redeliver(berta, webhook.pk, 1),
    ):
        with pytest.raises(NoSuchWebhook):
            act()
    assert not CHANNEL.remove(berta, webhook.pk)
    assert Webhook.objects.values().get() == before


@pytest.mark.parametrize(
    ("url", "wanted", "thread", "code"),
    [
        ("http://example.org/", ["turn"], "", "bad_address"),
        ("https://example.org/", [], "", "bad_kinds"),
        ("https://example.org/", ["invented"], "", "bad_kinds"),
        ("https://example.org/", ["turn"], "abc", "bad_kinds"),
        ("https://example.org/", [], "secret", "no_such_thread"),
    ],
)
def test_create_refuses_in_words(anna: Any, url: str, wanted: list[str], thread: str, code: str) -> None:
    with pytest.raises(BadWebhook) as refusal:
        service.create(anna, url, wanted, about=thread)
    assert refusal.value.code == code
    assert not Webhook.objects.exists()


def test_create_takes_a_thread_only_from_those_who_may_follow_it(anna: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(about, "_checks", [lambda person, thread: (person.name, thread) == ("anna", "abc")])

    assert service.create(anna, "https://example.org/", about="abc")[0].about == "abc"
    with pytest.raises(BadWebhook):
        service.create(anna, "https://example.org/", about="xyz")


def test_there_is_a_limit_and_no_address_twice(anna: Any) -> None:
    for number in range(service.MOST):
        service.create(anna, f"https://example.org/{number}", ["turn"])
        with pytest.raises(BadWebhook):
            service.create(anna, f"https://example.org/{number}", ["turn"])
    with pytest.raises(BadWebhook) as refusal:
        service.create(anna, "https://example.org/more", ["turn"])
    assert refusal.value.code == "too_many"


def test_delete_withdraws_what_is_queued(anna: Any, sink: Sink, receiver: Receiver) -> None:
    webhook = hook(anna, receiver)
    queue(anna, "a1")
    deliver_due(NOON)

    assert CHANNEL.remove(anna, webhook.pk)
    assert message_of(webhook).state == "superseded"
    assert call_due() == Delivered()


def test_the_log_is_kept_short(anna: Any, receiver: Receiver) -> None:
    webhook, other = hook(anna, receiver, "/one"), hook(anna, receiver, "/two")
    row = queue(anna, "a1", state="sent")
    for one, count in ((webhook, LOGGED + 5), (other, 3)):
        WebhookCall.objects.bulk_create(WebhookCall(webhook=one, message=row, at=NOON, milliseconds=n) for n in range(count))

    tidy(database_now())

    assert [call.milliseconds for call in webhook.calls.order_by("id")] == list(range(5, LOGGED + 5))
    assert other.calls.count() == 3


@pytest.mark.parametrize("count", [1, 3])
def test_spreading_needs_the_same_queries_for_any_number(
    anna: Any, make_player: MakePlayer, sink: Sink, receiver: Receiver, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count):
        person = make_player(f"player{number}")
        hook(person, receiver)
        queue(person, "k")

    # savepoint, lost leases, due rows, people, webhooks, choices, same news, preferences, rhythms, suppressions, lease, release; one each
    with django_assert_num_queries(12 + count):
        assert deliver_due(NOON) == Delivered(found=count, sent=count, fanned_out=count)
