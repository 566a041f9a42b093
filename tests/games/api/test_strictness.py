"""Tests of invalid input: the answer is a problem document with a 4xx status, never HTML or a 500."""

from __future__ import annotations

import gzip
import json
import random
import re
import string
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from games.api.base import pagination, strict_json
from games.api.base.accept import quality
from games.api.base.problems import Problem
from games.models import Game, Player
from tests.games.api.conftest import Call

BAD_BODIES = {
    "deep lists": b"[" * 100_000,
    "deep objects": b'{"a":' * 50_000,
    "deep inside": b'{"text":' + b"[" * 30 + b"]" * 30 + b"}",
    "not json": b"{text}",
    "a vertical tab": b"\x0b",
    "cut off": b'{"text": "1',
    "twice": b'{"text": "1", "text": "2"}',
    "NaN": b'{"nth": NaN}',
    "Infinity": b'{"nth": -Infinity}',
    "overflow": b'{"nth": 1e999}',
    "many digits": b'{"nth": ' + b"9" * 5000 + b"}",
    "NUL": b'{"text": "a\\u0000"}',
    "half a surrogate": b'{"text": "\\ud800"}',
    "bad utf-8": b'{"text": "\xff"}',
    "utf-16": '{"text": "1"}'.encode("utf-16"),
}


@pytest.mark.parametrize("body", BAD_BODIES.values(), ids=list(BAD_BODIES))
def test_body_that_is_no_clean_json_is_400(game: Game, call: Call, alice: Player, body: bytes) -> None:
    answer = call(alice).post(f"games/{game.code}/moves", body)
    if len(body) > strict_json.MOST_BYTES:
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    else:
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_json")
    assert answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b'\xef\xbb\xbf{"text": "1"}', "The body begins with a byte order mark; send it without (RFC 8259, 8.1)."),
        (b'{"text": "a\tb"}', "The body is not JSON: Invalid control character at line 1, column 12."),
        (b'{"text": "a', "The body is not JSON: Unterminated string starting at line 1, column 10."),
    ],
)
def test_reason_why_a_body_is_no_json_is_a_sentence_about_the_body(game: Game, call: Call, alice: Player, body: bytes, detail: str) -> None:
    assert call(alice).post(f"games/{game.code}/moves", body).json()["detail"] == detail


def test_long_body_is_413(game: Game, call: Call, alice: Player) -> None:
    answer = call(alice).post(f"games/{game.code}/moves", b'{"text": "' + b"x" * strict_json.MOST_BYTES + b'"}')
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("value", ["[]", '"text"', "1", "null", "true"])
def test_body_that_is_no_object_is_422(game: Game, call: Call, alice: Player, value: str) -> None:
    answer = call(alice).post(f"games/{game.code}/moves", value.encode())
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "not_an_object")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml"])
def test_other_media_types_are_415(game: Game, call: Call, alice: Player, kind: str) -> None:
    program = call(alice)
    path = f"/api/v1/games/{game.code}/moves"
    answer = program.client.post(path, data=b"text=1", content_type=kind, headers=program.headers)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


def test_body_without_a_media_type_is_415_and_says_what_is_missing(game: Game, call: Call, alice: Player) -> None:
    program = call(alice)
    answer = program.client.post(f"/api/v1/games/{game.code}/moves", data=b"{}", content_type="", headers=program.headers)
    assert (answer.status_code, answer.json()["detail"]) == (415, "The Content-Type is missing; it has to be application/json.")


def test_body_that_is_compressed_is_415(game: Game, call: Call, alice: Player) -> None:
    answer = call(alice).post(f"games/{game.code}/moves", gzip.compress(b'{"text": "1"}'), **{"Content-Encoding": "gzip"})
    assert (answer.status_code, answer.json()["code"], answer.headers["Accept-Encoding"]) == (415, "bad_encoding", "identity")
    assert call(alice).post(f"games/{game.code}/talk", {"text": "Hello"}, **{"Content-Encoding": "identity"}).status_code == 201


@pytest.mark.parametrize(
    "query",
    [
        *("cursor=cD0n", "cursor=%FF", "cursor=", "cursor=PDE&cursor=PDE"),
        *("limit=0", "limit=101", "limit=-1", "limit=x", "page=2"),
        *("status=done", "mine=1", "my_turn=yes", "rules=" + "x" * 201, "rules=%00"),
    ],
)
def test_bad_query_is_400(call: Call, alice: Player, query: str) -> None:
    answer = call(alice).get(f"games?{query}")
    assert answer.status_code == 400, answer.content
    assert answer.json()["code"] in ("bad_parameter", "bad_cursor")


def test_parameter_of_a_list_without_parameters_is_400_and_says_that_there_are_none(call: Call, alice: Player) -> None:
    answer = call(alice).get("rules?limit=1")
    assert (answer.status_code, answer.json()["detail"]) == (400, "There is no parameter “limit” here; there are none.")


@pytest.mark.parametrize(
    "path", ["nowhere", "games/aaaaaaaa", "games/aaaaaaaa/view", "rules/chess", "players/nobody", "tokens/99999999999999999999"]
)
def test_what_is_not_there_is_404_as_a_problem(call: Call, alice: Player, path: str) -> None:
    program = call(alice)
    answer = program.send("delete", path) if path.startswith("tokens") else program.get(path)
    wanted = 403 if path.startswith("tokens") else 404  # tokens cannot be managed with a token
    assert (answer.status_code, answer.headers["Content-Type"]) == (wanted, "application/problem+json")


def test_method_that_is_not_there_is_405_with_those_that_are(call: Call, alice: Player) -> None:
    answer = call(alice).send("delete", "games")
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


def test_options_are_the_methods_and_no_names_of_the_code(call: Call, alice: Player) -> None:
    answer = call(alice).send("options", "games")
    assert (answer.status_code, answer.headers["Allow"], answer.content) == (204, "GET, POST, HEAD, OPTIONS", b"")


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://testserver:8001"])
def test_session_is_ignored_on_a_page_of_another_origin(client: Client, alice: Player, origin: str) -> None:
    client.force_login(alice)
    assert client.get("/api/v1/me", headers={"Origin": "http://testserver"}).json()["name"] == alice.name
    for method in ("get", "patch"):
        answer = client.generic(method, "/api/v1/me", b"{}", "application/json", headers={"Origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("put", "tokens", "GET, POST, HEAD, OPTIONS"),
        ("get", "me/erase", "POST, OPTIONS"),
        ("delete", "games", "GET, POST, HEAD, OPTIONS"),
    ],
)
def test_method_that_is_not_there_is_405_for_a_token_that_may_do_nothing_there(
    call: Call, alice: Player, method: str, path: str, allowed: str
) -> None:
    program = call(alice, "me:read")
    answer = program.send(method, path)
    assert (answer.status_code, answer.headers["Allow"], answer.json()["code"]) == (405, allowed, "method_not_allowed")
    assert program.send("post", path).status_code == 403


@pytest.mark.parametrize("condition", ["If-Match", "If-None-Match"])
def test_condition_on_a_change_that_does_not_evaluate_it_is_400_and_changes_nothing(call: Call, alice: Player, condition: str) -> None:
    program = call(alice)
    tag = program.get("me").headers["ETag"]
    answer = program.send("patch", "me", {"sounds": True}, **{condition: tag})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_condition")
    assert program.get("me", **{"If-None-Match": tag}).status_code == 304
    assert program.send("patch", "me", {"sounds": True}).status_code == 200


@pytest.mark.parametrize(("path", "media_type"), [("/api/v1/me", "application/problem+json"), ("/lobby/", "text/html; charset=utf-8")])
def test_other_host_is_400_and_a_problem_below_the_api(call: Call, alice: Player, path: str, media_type: str) -> None:
    program = call(alice)
    answer = program.client.get(path, headers=program.headers | {"Host": "evil.example", "X-Request-ID": "0123456789abcdef"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (400, media_type)
    if path.startswith("/api/"):
        problem = answer.json()
        assert (problem["code"], problem["request_id"]) == ("bad_request", "0123456789abcdef")
        assert problem["detail"] == "The site is not known by the name in the Host header."


@pytest.mark.parametrize("path", ["openapi.yaml", "openapi.json", "asyncapi.json", "docs"])
def test_documents_are_read_only_and_say_so(call: Call, path: str) -> None:
    answer = call(None).post(path)
    assert (answer.status_code, answer.headers["Allow"], answer.json()["code"]) == (405, "GET, HEAD", "method_not_allowed")


@pytest.mark.parametrize("given", ["abc", "x" * 65, "a b c d e f", "12345678\u00e9"])
def test_strange_request_id_is_replaced(call: Call, given: str) -> None:
    answer = call(None).get("rules", **{"X-Request-ID": given})
    assert answer.headers["X-Request-ID"] != given


def test_own_request_id_comes_back(call: Call) -> None:
    assert call(None).get("rules", **{"X-Request-ID": "my-trace-0001"}).headers["X-Request-ID"] == "my-trace-0001"


def test_failure_of_ours_is_a_problem_without_details(call: Call, alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    from games.api.people import me

    def broken(_player: Any) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(me, "myself", broken)
    answer = call(alice).get("me")
    assert (answer.status_code, answer.json()["code"]) == (500, "server_error")
    assert "secret detail" not in json.dumps(answer.json())


def test_transaction_ended_by_the_database_is_503_with_a_time_to_come_back(
    call: Call, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL ends a transaction that is idle for too long; the client may send the same request again."""
    from games.api.people import me

    def slow(player: Player) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("DO $$ BEGIN RAISE SQLSTATE '25P03' USING MESSAGE = 'terminating connection'; END $$")

    monkeypatch.setattr(me, "myself", slow)
    answer = call(alice).get("me")
    assert (answer.status_code, answer.json()["code"], answer.headers["Retry-After"]) == (503, "unavailable", "5")


def test_every_fault_of_a_body_is_told_at_once(call: Call, alice: Player) -> None:
    answer = call(alice).post("games", {"seats": "2", "pase": {}, "visibility": "hidden", "colour": 1})
    errors = answer.json()["errors"]
    assert "One of these is wanted: private, unlisted, public." in [error["detail"] for error in errors]
    assert {error["pointer"]: error["code"] for error in errors} == {
        "#/rules": "required",
        "#/seats": "invalid",
        "#/visibility": "invalid_choice",
        "#/colour": "unknown",
        "#/pase": "unknown",
    }


@pytest.mark.parametrize(
    "accept", ["application/xml", "text/html", "text/html;q=0.9, image/*", "application/json;q=0", "*/*, application/json;q=0.0"]
)
def test_other_formats_are_406(call: Call, accept: str) -> None:
    answer = call(None).get("rules", Accept=accept)
    assert (answer.status_code, answer.json()["code"]) == (406, "not_acceptable")


@pytest.mark.parametrize(
    "accept", ["application/json", "*/*", "application/*;q=0.5", "text/html, */*;q=0.1", "application/problem+json, application/json"]
)
def test_accepted_formats_are_json(call: Call, accept: str) -> None:
    assert call(None).get("rules", Accept=accept).headers["Content-Type"] == "application/json"


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        *(("", 1), ("application/json", 1), ("APPLICATION/JSON ; Q=0.5", 0.5), ("application/json;version=1", 1), ("text/json", 0)),
        *(("*/*;q=0.1, application/*;q=0.2", 0.2), ("application/json;q=0, */*", 0), ("application/json;q=0.3, application/json", 1)),
    ],
)
def test_most_specific_range_of_accept_decides(header: str, wanted: float) -> None:
    assert quality(header, "application/json") == wanted


def test_archive_is_accepted_as_a_zip(call: Call, alice: Player) -> None:
    program = call(alice)
    assert program.get("me/archive", Accept="application/zip").headers["Content-Type"] == "application/zip"
    assert program.get("me/archive", Accept="text/html").status_code == 406


def test_body_that_is_announced_without_its_length_is_411(call: Call, alice: Player) -> None:
    program = call(alice)
    length = {"CONTENT_LENGTH": ""}
    answer = program.client.post("/api/v1/games", {}, content_type="application/json", headers=program.headers, **length)
    assert (answer.status_code, answer.json()["code"]) == (411, "length_required")


def test_pattern_of_cursors_fits_all_of_them_and_nothing_else() -> None:
    rng = random.Random(1)
    numbers = [*range(1200), *(rng.randrange(10**length) for length in range(4, 18)), 10**17 - 1]
    assert all(re.fullmatch(pagination.PATTERN, pagination.cursor(number)) for number in numbers)
    letters = string.ascii_letters + string.digits + "-_"
    near = [pagination.cursor(number)[:place] + letter for number in (7, 12, 345, 6789) for place in range(8) for letter in letters]
    near += ["", "PDA=", "PDAw", pagination.cursor(10**17)]
    assert [text for text in near if bool(re.fullmatch(pagination.PATTERN, text)) != _is_taken(text)] == []


def _is_taken(text: str) -> bool:
    try:
        return pagination.cursor(pagination.read_cursor(text)) == text
    except Problem:
        return False


def test_first_request_without_a_token_says_where_one_is_made(client: Client, carol: Player) -> None:
    answer = client.get("/api/v1/me")
    assert answer.status_code == 401
    said = answer.json()["detail"]
    assert "“Authorization: Bearer fate_…”" in said
    address = re.search(r"http://\S+?(/settings/tokens/)\.$", said)
    assert address is not None
    client.force_login(carol)
    assert client.get(address[1]).status_code == 200


@pytest.mark.parametrize("address", ["/api", "/api/"])
def test_address_that_programmers_try_first_leads_to_the_documentation(db: None, client: Client, address: str) -> None:
    assert client.get(address, follow=True).redirect_chain[-1] == ("/api/v1/docs", 302)
    assert 'href="/api/v1/docs">API</a>' in client.get("/").content.decode()
