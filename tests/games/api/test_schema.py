"""The OpenAPI document: as the code says, valid, and kept by every answer (schemathesis over every operation)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
import yaml
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as rehearsal
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games.api.problems import KINDS
from games.api.schema import COMMITTED
from games.models import Game, Move, Player, Seat
from games.services import tokens
from tests.games.conftest import person, start
from tests.games.moves import move

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]
DOCUMENT: dict[str, Any] = yaml.safe_load(COMMITTED.read_text(encoding="utf-8"))
NEVER = ("/api/v1/me/erase",)  # would leave nobody to ask for the rest


def test_committed_document_is_what_the_code_says() -> None:
    with GENERATOR_STATS.silence():
        made = SchemaGenerator().get_schema(request=None, public=True)
    assert not GENERATOR_STATS._warn_cache
    validate_schema(made)
    assert yaml.safe_load(yaml.safe_dump(made)) == DOCUMENT, "python3 manage.py spectacular --fail-on-warn --file docs/openapi.yaml"


def test_every_operation_is_described_in_words() -> None:
    bare = [path for path, methods in DOCUMENT["paths"].items() for found in methods.values() if not found.get("description")]
    assert bare == []


def test_docs_page_has_every_operation_and_problem_and_nothing_from_elsewhere(db: None) -> None:
    page = Client().get("/api/v1/docs").content.decode()
    for methods in DOCUMENT["paths"].values():
        for found in methods.values():
            assert f'id="{found["operationId"]}"' in page
    for kind in KINDS:
        assert f'id="problem-{kind}"' in page
    assert 'src="http' not in page


def snapshot() -> list[Any]:
    return [list(model.objects.order_by("pk").values_list()) for model in (Game, Seat, Move)]


@pytest.fixture
def one_connection() -> Iterator[None]:
    """A WSGI handler closes the database connection between requests; here it is the test's own, inside its transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.django_db
def test_every_answer_keeps_to_the_document(one_connection: None, settings: Any) -> None:
    """Generated requests of two people with games in progress; whatever is refused has changed no game."""
    settings.FATE_API_RATE = 10_000_000
    alice, bob = person("alice"), person("bob")
    game = start(alice, bob, visibility="public")
    over = start(alice, bob, rules="turn_of_fate")
    for _ in range(3):
        move(over)
    keys = [key_of(player) for player in (alice, bob)]
    loaded = schemathesis.openapi.from_dict(_with_known(DOCUMENT, game.code))
    loaded.app = WSGIHandler()
    count = 0
    for result in loaded.get_all_operations():
        operation = result.ok()
        if operation.path in NEVER:
            continue
        count += 1
        exercise(operation, keys)
    assert count > 25


def key_of(player: Player) -> str:
    return tokens.make(player, "schemathesis", list(tokens.SCOPES), now=player.joined_at)[1]


def exercise(operation: Any, keys: list[str]) -> None:
    """A few dozen generated requests to one operation."""

    @rehearsal(
        max_examples=12,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],
    )
    @given(case=operation.as_strategy())
    def run(case: Any) -> None:
        before = snapshot()
        headers = {"Authorization": f"Bearer {keys[len(str(case.body)) % 2]}"}
        answer = case.call(headers=headers)
        case.validate_response(answer, checks=CHECKS)
        if not 200 <= answer.status_code < 300:
            assert snapshot() == before

    run()


def _with_known(document: dict[str, Any], code: str) -> dict[str, Any]:
    """The document with the code of a real game for every `code` in a path, so that requests get past "not found"."""
    copy: dict[str, Any] = yaml.safe_load(yaml.safe_dump(document))
    for methods in copy["paths"].values():
        for found in methods.values():
            for parameter in found.get("parameters", []):
                if parameter["in"] == "path" and parameter["name"] == "code":
                    parameter["schema"] = {"type": "string", "enum": [code]}
    return copy
