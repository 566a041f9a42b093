"""Tests of the Location header of 201 answers (RFC 9110, 15.3.2), also in repeated answers to the same key."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.api.base.schema import committed
from games.models import Game, Player
from games.services.operations import roles
from tests.games.api.conftest import Call

pytestmark = pytest.mark.django_db
MADE_BY = {
    "games_create": ("games", {"rules": "turn_of_fate", "seats": 2}),
    "talk_create": ("games/{code}/talk", {"text": "Good luck!"}),
    "webhooks_create": ("webhooks", {"url": "https://hook.example/", "kinds": ["your_turn"]}),
    "tokens_create": ("tokens", {"name": "bot", "scopes": ["game:read"]}),
    "calendar_create": ("me/calendar", {}),
    "tournaments_create": ("tournaments", {"title": "Spring cup", "rules": "turn_of_fate", "reason": "It is spring."}),
}


def test_every_201_is_described_with_its_location_and_tested_here() -> None:
    document = committed()
    operations = [operation for methods in document["paths"].values() for name, operation in methods.items() if name != "parameters"]
    shared = document["components"].get("responses", {})
    answers = [
        (operation["operationId"], code, shared[answer["$ref"].rpartition("/")[2]] if "$ref" in answer else answer)
        for operation in operations
        for code, answer in operation["responses"].items()
    ]
    creating = {name: answer for name, code, answer in answers if code == "201"}
    assert set(creating) == {*MADE_BY, "devices_create", "addresses_create"}  # tested in tests/notifications/push and channels
    assert all("Location" in answer["headers"] for answer in creating.values())
    before_counting = {"401", "403", "406", "503"}  # these answers come before the request is counted
    counted = [answer for name, code, answer in answers if code not in before_counting and not name.startswith("stream")]
    assert len(counted) > 300
    assert all("RateLimit" in answer["headers"] for answer in counted)


@pytest.mark.parametrize("name", list(MADE_BY))
def test_the_address_is_one_of_ours_and_shows_what_was_made(name: str, game: Game, alice: Player, client: Client) -> None:
    path, body = MADE_BY[name]
    roles.give(alice, "director")  # a director may announce tournaments
    client.force_login(alice)  # tokens and calendars can be created in a session only
    answer = client.post(f"/api/v1/{path.format(code=game.code)}", body, content_type="application/json")
    assert answer.status_code == 201, answer.content
    where, made = answer.headers["Location"], answer.json()
    assert where.startswith("/api/v1/")
    found = client.get(where)
    if name == "tokens_create":  # tokens are withdrawn at their address but shown in the list only
        assert found.status_code == 405
        assert client.delete(where).status_code == 204
        return
    assert found.status_code == 200
    facts: Any = found.json()
    shown = {"games_create": "code", "webhooks_create": "id", "tournaments_create": "code"}.get(name)
    if shown:
        assert facts[shown] == made[shown]
    if name == "talk_create":
        assert [one["id"] for one in facts["items"]] == [made["id"]]


def test_a_repeated_request_is_told_the_same_address(call: Call, alice: Player) -> None:
    program, body = call(alice), {"rules": "turn_of_fate", "seats": 2}
    answers = [program.post("games", body, **{"Idempotency-Key": "one"}) for _ in range(2)]
    assert [answer.headers.get("Idempotent-Replayed") for answer in answers] == [None, "true"]
    assert answers[0].headers["Location"] == answers[1].headers["Location"] == f"/api/v1/games/{answers[0].json()['code']}"
