"""Tests of the responses to requests that the server refuses before a view is called, over real sockets."""

from __future__ import annotations

import asyncio
import json

import pytest

from fateapp.edge import counts
from fateapp.edge.error_responses import KINDS, invalid_request_response
from fateapp.edge.limits import LIMITS, Limits
from tests.fateapp.edge.echo import Answer, Echo, in_a_loop, parse, served

LONG = b"Content-Length: 600000\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"


async def _asked(raw: bytes, limits: Limits = LIMITS) -> list[Answer]:
    echo = Echo()
    async with served(echo, limits) as place:
        echo.connections.error_response = invalid_request_response
        reader, writer = await asyncio.open_connection(*place)
        writer.write(raw)
        found = await reader.read()
        writer.close()
    return list(parse(found))


def post(path: bytes, headers: bytes, body: bytes = b"") -> Answer:
    """The response to one POST."""
    return in_a_loop(_asked(b"POST " + path + b" HTTP/1.1\r\nHost: a\r\n" + headers + b"\r\n" + body))[-1]


@pytest.mark.parametrize("path", [b"/api/v1/games", b"/oauth/token"])
@pytest.mark.parametrize(("headers", "body"), [(LONG, b""), (CHUNKED, b"80001\r\n" + b"x" * 0x80001)], ids=["length", "chunks"])
def test_other_origins_can_read_that_a_body_is_too_long(path: bytes, headers: bytes, body: bytes) -> None:
    answer = post(path, headers + b"X-Request-ID: 0123456789abcdef\r\n", body)
    assert answer.status == 413
    assert b"Access-Control-Allow-Origin: *" in answer.head
    assert b"X-Request-ID: 0123456789abcdef" in answer.head
    problem = json.loads(answer.body)
    assert (problem["code"], problem["detail"]) == ("too_large", "A body has at most 524288 bytes here.")
    assert problem["request_id"] == "0123456789abcdef"


@pytest.mark.parametrize(
    ("request_line", "headers", "status", "code"),
    [
        (b"POST /api/v1/games HTTP/1.1", b"Transfer-Encoding: gzip, chunked\r\n", 501, "not_implemented"),
        (b"FOO /api/v1/games?limit=1 HTTP/1.1", b"", 501, "not_implemented"),
        (b"get /api/v1/games HTTP/1.1", b"", 501, "not_implemented"),
        (b"GET /api/v1/games HTTP/1.1", b"Host: b\r\n", 400, "bad_request"),
        ("GET /api/v1/players/jürgen HTTP/1.1".encode(), b"", 400, "bad_request"),
        (b"GET /api/v1/games HTTP/1.1", b"X-Long: " + b"x" * 70_000 + b"\r\n", 431, "head_too_large"),
        (b"GET /api/v1/games HTTP/2.0", b"", 505, "version_not_supported"),
        (b"GET /api/v1/games HTTP/0.9", b"", 505, "version_not_supported"),
    ],
    ids=["coding", "unknown method", "small letters", "two hosts", "not encoded", "long head", "HTTP/2", "HTTP/0.9"],
)
def test_what_is_wrong_with_a_request_of_the_api_is_a_problem_document(request_line: bytes, headers: bytes, status: int, code: str) -> None:
    answer = in_a_loop(_asked(request_line + b"\r\nHost: a\r\n" + headers + b"\r\n"))[-1]
    assert answer.status == status
    assert b"Access-Control-Allow-Origin: *" in answer.head
    assert b"application/problem+json" in answer.head
    problem = json.loads(answer.body)
    assert (problem["status"], problem["code"]) == (status, code)
    assert ("percent-encode" in problem["detail"]) is (b"players" in request_line)


@pytest.mark.parametrize(
    "raw", [b"POST /api/v1/games HTTP/1.1\r\n", b"POST /api/v1/games HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"]
)
def test_request_to_the_api_that_does_not_arrive_is_a_problem_document(raw: bytes) -> None:
    answer = in_a_loop(_asked(raw, Limits(head_seconds=0.1, body_seconds=0.1)))[-1]
    assert (answer.status, json.loads(answer.body)["code"]) == (408, "request_timeout")
    assert b"Access-Control-Allow-Origin: *" in answer.head


def test_every_status_of_a_refusal_has_a_kind_of_problem() -> None:
    """`counts` lists the statuses with which the server refuses a request."""
    refused = {int(name.removeprefix("cut_")) for name in counts.NAMES if name.removeprefix("cut_").isdecimal()}
    assert refused == KINDS.keys()


@pytest.mark.parametrize("line", [b"FOO /new/ HTTP/1.1", b"\x16\x03\x01\x02", b"FOO api HTTP/1.1"], ids=["page", "TLS", "target"])
def test_unknown_method_elsewhere_is_answered_with_text(line: bytes) -> None:
    answer = in_a_loop(_asked(line + b"\r\nHost: a\r\n\r\n"))[-1]
    assert answer.status == (501 if line.startswith(b"FOO /") else 400)
    assert b"text/plain" in answer.head


def test_what_follows_a_body_that_was_longer_than_its_length_is_not_called_a_method() -> None:
    answers = in_a_loop(_asked(b'POST /api/v1/games HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n{}  "seats": 2}'))
    assert [answer.status for answer in answers] == [200, 400]
    assert b"POST" not in answers[1].body
    assert b"Invalid method" in answers[1].body


def test_body_too_long_for_a_page_is_answered_with_a_sentence() -> None:
    answer = post(b"/new/", LONG)
    assert (answer.status, answer.body) == (413, b"A body has at most 524288 bytes here.\n")
    assert b"Access-Control" not in answer.head


def test_refusal_behind_an_answer_that_is_owed_names_its_own_request() -> None:
    ahead = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    answers = in_a_loop(_asked(ahead + b"POST /api/v1/games HTTP/1.1\r\nHost: a\r\n" + LONG + b"\r\n"))
    assert [answer.status for answer in answers] == [200, 413]
    assert json.loads(answers[1].body)["code"] == "too_large"
