"""Tests of webhooks by API: creating, changing, testing, redelivery; secrets are shown once; other people have no access."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game, Player
from notifications.clock import database_now
from notifications.models import Message, Webhook, WebhookCall
from tests.games.api.conftest import Call, Program
from tests.games.api.test_tournaments import everything

pytestmark = pytest.mark.django_db
HOOK = {"url": "https://8.8.8.8/hook", "kinds": ["your_turn"]}


def made(program: Program, **more: Any) -> dict[str, Any]:
    answer = program.post("webhooks", HOOK | more)
    assert answer.status_code == 201, answer.content
    found: dict[str, Any] = answer.json()
    return found


def called(alice: Player, pk: int, count: int) -> None:
    """Create this number of attempts, each for its own message."""
    for number in range(count):
        message = Message.objects.create(kind="your_turn", recipient=alice, channel=f"webhook:{pk}", key=f"{number}", state="sent")
        WebhookCall.objects.create(webhook_id=pk, message=message, at=database_now(), status=200 + number, milliseconds=5)


def test_secret_is_shown_once_and_changed_on_demand(call: Call, alice: Player) -> None:
    program = call(alice)
    first = made(program)
    assert first["secret"] == Webhook.objects.get().secret
    shown = program.get(f"webhooks/{first['id']}").json()
    assert "secret" not in shown
    assert shown == {name: value for name, value in first.items() if name != "secret"}
    second = program.post(f"webhooks/{first['id']}/rotate").json()
    assert second["secret"] == Webhook.objects.get().secret != first["secret"]
    changed = program.send("patch", f"webhooks/{first['id']}", {"kinds": ["game_over", "your_turn"]}).json()
    assert changed["kinds"] == ["game_over", "your_turn"]
    assert program.send("delete", f"webhooks/{first['id']}").status_code == 204
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"url": "https://8.8.8.8/", "kinds": ["no_such"]}, "bad_kinds"),
        ({"url": "https://8.8.8.8/"}, "bad_kinds"),
        ({"url": "ftp://8.8.8.8/", "kinds": ["your_turn"]}, "bad_address"),
        ({"url": "https://10.0.0.1/", "kinds": ["your_turn"]}, "bad_address"),
        ({"url": "https://[::ffff:127.0.0.1]/", "kinds": ["your_turn"]}, "bad_address"),
        ({"url": "https://localhost/", "kinds": ["your_turn"]}, "bad_address"),
        ({"url": "https://8.8.8.8/", "game": "nosuch"}, "no_such_thread"),
        ({"kinds": ["your_turn"]}, "invalid"),
        ({"url": "https://8.8.8.8/", "kinds": "your_turn"}, "invalid"),
        ({"url": "https://8.8.8.8/", "kinds": ["your_turn"], "secret": "x"}, "invalid"),
    ],
)
def test_refused_webhook_is_not_made(call: Call, alice: Player, body: dict[str, Any], code: str) -> None:
    answer = call(alice).post("webhooks", body)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert not Webhook.objects.exists()


def test_webhook_cannot_be_moved_inside(call: Call, alice: Player) -> None:
    program = call(alice)
    answer = program.send("patch", f"webhooks/{made(program)['id']}", {"url": "https://192.168.0.1/"})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_address")
    assert answer.json()["detail"] == "The address of 192.168.0.1 lies in a network that is not called from here."
    assert Webhook.objects.get().url == HOOK["url"]


def test_webhook_of_one_game_needs_no_kinds(call: Call, alice: Player, game: Game) -> None:
    assert made(call(alice), kinds=[], game=game.code)["game"] == game.code


def test_nobody_else_has_it(call: Call, alice: Player, bob: Player) -> None:
    pk, other = made(call(alice))["id"], call(bob)
    for method, path in (
        ("get", ""),
        ("patch", ""),
        ("delete", ""),
        ("get", "/calls"),
        *(("post", f"/{verb}") for verb in ("rotate", "test")),
    ):
        answer = other.get(f"webhooks/{pk}{path}") if method == "get" else other.send(method, f"webhooks/{pk}{path}")
        assert (method, path, answer.status_code, answer.json()["code"]) == (method, path, 404, "no_such_webhook")
    assert other.get("webhooks").json()["items"] == []
    assert Webhook.objects.count() == 1


def test_tested_and_sent_again(call: Call, alice: Player) -> None:
    program = call(alice)
    pk = made(program)["id"]
    assert program.post(f"webhooks/{pk}/test").status_code == 202
    assert Message.objects.get(channel=f"webhook:{pk}").kind == "webhook_test"
    called(alice, pk, 1)
    line = program.get(f"webhooks/{pk}/calls").json()["items"][0]
    assert program.post(f"webhooks/{pk}/redeliver", {"message": line["message"]}).status_code == 202
    assert Message.objects.get(pk=line["message"]).state == "queued"
    assert program.code(f"webhooks/{pk}/redeliver", {"message": line["message"]}) == "refused"  # still pending
    assert program.code(f"webhooks/{pk}/redeliver", {"message": 10**9}) == "refused"


def test_switched_off_and_on(call: Call, alice: Player) -> None:
    program = call(alice)
    pk = made(program)["id"]
    Webhook.objects.update(disabled_at=database_now(), disabled_why="gone")
    assert program.get(f"webhooks/{pk}").json()["disabled_at"]
    assert program.code(f"webhooks/{pk}/test") == "refused"
    assert program.post(f"webhooks/{pk}/enable").json()["disabled_at"] is None


def test_scopes(call: Call, alice: Player) -> None:
    assert call(alice, "me:read").post("webhooks", HOOK).status_code == 403
    assert call(alice, "game:play").get("webhooks").status_code == 403


@pytest.mark.parametrize("count", [1, 3])
def test_lists_are_paged_and_take_as_many_queries_for_three_rows_as_for_one(
    call: Call, alice: Player, count: int, django_assert_num_queries: Any
) -> None:
    program = call(alice)
    ids = [made(program, url=f"https://8.8.8.8/{number}")["id"] for number in range(count)]
    called(alice, ids[0], count)
    with django_assert_num_queries(2):  # queries: the token with the clock, the webhooks
        assert [item["id"] for item in program.get("webhooks").json()["items"]] == ids
    with django_assert_num_queries(3):  # and its calls
        assert len(program.get(f"webhooks/{ids[0]}/calls").json()["items"]) == count
    assert [item["id"] for item in everything(program, "webhooks", 2)] == ids
    assert [item["status"] for item in everything(program, f"webhooks/{ids[0]}/calls", 2)] == [200 + n for n in reversed(range(count))]


@pytest.mark.parametrize("count", [1, 3])
def test_messages_are_filtered_read_and_tested(call: Call, alice: Player, bob: Player, count: int, django_assert_num_queries: Any) -> None:
    for number in range(count):
        Message.objects.create(kind="your_turn", recipient=alice, key=f"{number}", thread="g1", text="Hello.")
    theirs, program = Message.objects.create(kind="your_turn", recipient=bob, key="theirs"), call(alice)
    program.get("me")
    with django_assert_num_queries(2):
        rows = program.get("me/messages?kind=your_turn&thread=g1&state=queued").json()["items"]
    assert len(rows) == count
    assert program.get("me/messages?thread=g2").json()["items"] == []
    assert program.get(f"me/messages/{rows[0]['id']}").json() == rows[0] | {"text": "Hello."}
    assert program.get(f"me/messages/{theirs.pk}").status_code == 404
    for _number in range(2):  # within one minute it is the same test
        assert program.post("me/messages/test").status_code == 202
    assert len(program.get("me/messages?kind=test").json()["items"]) in (1, 2)  # the minute may have changed
