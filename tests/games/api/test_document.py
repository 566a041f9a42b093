"""Tests of the API document against the server, for each operation: who may call it, required scope, answers and headers."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import yaml
from django.test import Client
from jsonschema import Draft202012Validator

from games.api.base.schema import COMMITTED, SafeLoader, committed, resolved, scope_of
from games.models import Player
from games.services.people.api_tokens import SCOPES
from tests.games.api.conftest import Call, Program
from tests.games.conftest import start
from tests.games.moves import play_out
from tests.games.tournaments.test_life import announced
from tests.openapi.parts import recorded

MOST_LINES = 9_000
SOMETIMES = {"Idempotent-Replayed", "Retry-After"}
"""Headers that are not in every answer."""


def operations() -> Iterator[Any]:
    """Method, path and description of each operation."""
    for path, methods in committed()["paths"].items():
        for method, found in methods.items():
            if path != "/stream":  # served by another process: test_over_http.py
                yield method, path, found


@pytest.fixture
def places(alice: Player, bob: Player) -> dict[str, str]:
    """An existing value for each variable of a path."""
    over = start(alice, bob)
    play_out(over)
    more = {"over": over.code, "cup": announced(alice, 1).code, "code": start(alice, bob).code}
    return {"name": "bob", "other": "alice", "key": "turn_of_fate", "seq": "0", "id": "1", "slot": "x", "medium": "email", **more}


def real(path: str, places: dict[str, str]) -> str:
    if path.startswith("/tournaments"):
        places = places | {"code": places["cup"]}
    elif path.endswith(("/export", "/chronicle")):
        places = places | {"code": places["over"]}
    return re.sub(r"\{(\w+)\}", lambda it: places[it[1]], path).strip("/")


def unreal(path: str) -> str:
    """The path with values that do not exist, so that a request changes nothing."""
    return re.sub(r"\{(\w+)\}", lambda it: "99999" if it[1] in ("id", "seq") else "zzz9", path).strip("/")


def ask(program: Program, method: str, path: str, places: dict[str, str]) -> Any:
    return program.get(real(path, places)) if method == "get" else program.send(method, unreal(path))


def documented(operation: dict[str, Any], status: int) -> dict[str, Any] | None:
    """The documented answer with this status, None if there is none."""
    found = operation["responses"].get(str(status))
    return None if found is None else resolved(found)


@dataclass
class Callers:
    """Callers: anonymous, with a session, with a token of one scope, and with a token of all other scopes."""

    call: Call
    player: Player
    made: dict[tuple[str, ...], Program] = field(default_factory=dict)

    def token(self, *scopes: str) -> Program:
        """A caller with a token of these scopes."""
        return self.made.setdefault(scopes, self.made.get(scopes) or self.call(self.player, *scopes))

    def browser(self) -> Program:
        """A caller with a session of the site's pages."""
        program = Program({}, Client(raise_request_exception=False))
        program.client.force_login(self.player)
        return program


def test_every_operation_is_as_documented(call: Call, alice: Player, places: dict[str, str], settings: Any) -> None:
    settings.FATE_API_RATE = 1_000_000
    callers = Callers(call, alice)
    browser = callers.browser()
    differences: list[str] = []
    for method, path, operation in operations():
        name, scope = operation["operationId"], scope_of(operation)
        nobody = ask(call(None), method, path, places)
        stranger = ask(callers.token(*(it for it in SCOPES if it != scope)), method, path, places)
        signed_in = ask(browser, method, path, places)
        answers = [nobody, stranger, signed_in]
        differences += [f"{name}: nobody gets {nobody.status_code}"] * ((nobody.status_code == 401) is ({} in operation["security"]))
        differences += [f"{name}: a session gets 401"] * (signed_in.status_code == 401)
        if scope is None:
            differences += [f"{name}: a token gets {stranger.status_code}"] * (code(stranger) != "forbidden")
        elif scope:
            granted = ask(callers.token(scope), method, path, places)
            answers.append(granted)
            differences += [f"{name}: without {scope} {stranger.status_code}"] * (stranger.json().get("scope") != scope)
            differences += [f"{name}: with {scope} {granted.status_code}"] * (code(granted) in ("insufficient_scope", "not_signed_in"))
        for answer in answers:
            differences += [f"{name}: {fault}" for fault in faults(operation, answer)]
    assert differences == []


def code(answer: Any) -> str:
    """The problem code of an answer; "" for a success."""
    return "" if answer.status_code < 400 else str(answer.json()["code"])


def faults(operation: dict[str, Any], answer: Any) -> list[str]:
    """Deviations of an answer from the document: status, headers, media type."""
    said = documented(operation, answer.status_code)
    if said is None:
        return [f"{answer.status_code} is not documented"]
    lacking = set(said.get("headers", {})) - SOMETIMES - set(answer.headers)
    kind = answer.headers.get("Content-Type", "")
    found = [f"{answer.status_code} without {', '.join(sorted(lacking))}"] if lacking else []
    return found + ([f"{answer.status_code} as {kind}"] if answer.content and kind not in said.get("content", {}) else [])


@pytest.mark.parametrize("name", ["ETag", "RateLimit", "RateLimit-Policy", "X-Request-ID"])
def test_header_is_documented_for_reading(name: str) -> None:
    read = {path: documented(methods["get"], 200) or {} for path, methods in committed()["paths"].items() if "get" in methods}
    json = {path: it["headers"] for path, it in read.items() if "application/json" in it["content"]}
    lacking = [path for path, headers in json.items() if name not in headers]
    assert lacking == []


def test_document_is_short_enough_to_be_read() -> None:
    assert len(COMMITTED.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_every_request_and_answer_has_an_example_that_was_recorded() -> None:
    bodies = {found["operationId"] for methods in committed()["paths"].values() for found in methods.values() if "requestBody" in found}
    answers = committed()["components"]["responses"]
    bare = {name for name, it in answers.items() if "examples" not in it.get("content", {}).get("application/json", {"examples": 1})}
    assert (bodies - set(recorded()["requests"]), bare) == (set(), set())


def test_examples_fit_what_they_show() -> None:
    schemas, shown = committed()["components"]["schemas"], recorded()["answers"]
    wrong = []
    for name in schemas.keys() & shown.keys():
        judge = Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": committed()["components"]})
        wrong += [f"{name}: {fault.message}" for fault in judge.iter_errors(shown[name])]
    assert wrong == [], "tests/games/api/recording.py says how examples are recorded anew"


def test_recorded_answers_have_no_fields_that_the_document_lacks() -> None:
    """Clients may refuse fields that they do not know."""
    schemas, shown = closed(committed()["components"]["schemas"]), recorded()["answers"]
    found = []
    for name in schemas.keys() & shown.keys():
        judge = Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}})
        found += [f"{name}: {fault.message}" for fault in judge.iter_errors(shown[name])]
    assert found == []


def closed(schemas: dict[str, Any]) -> dict[str, Any]:
    """The schemas without fields that they do not name."""
    return {
        name: it if "additionalProperties" in it or "properties" not in it else it | {"additionalProperties": False}
        for name, it in schemas.items()
    }


@pytest.mark.parametrize("kind", ["yaml", "json"])
def test_document_is_served_compressed_and_with_an_etag(kind: str) -> None:
    answer = Client().get(f"/api/v1/openapi.{kind}", headers={"Accept-Encoding": "gzip"})
    assert (answer.headers["Content-Type"], answer.headers["Content-Encoding"]) == (f"application/{kind}", "gzip")
    assert yaml.load(gzip.decompress(answer.content), Loader=SafeLoader) == committed()
    assert_read_once(f"/api/v1/openapi.{kind}")


def test_events_are_described_in_a_document_with_an_etag() -> None:
    assert_read_once("/api/v1/asyncapi.json")


def assert_read_once(path: str) -> None:
    """The second request is answered with 304 and the caching headers (RFC 9110, 15.4.5)."""
    answer = Client().get(path, headers={"Accept-Encoding": "gzip"})
    again = Client().get(path, headers={"Accept-Encoding": "gzip", "If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["Cache-Control"] == answer.headers["Cache-Control"] == "max-age=300"
    for held in (answer, again):
        assert "Accept-Encoding" in held.headers["Vary"]
