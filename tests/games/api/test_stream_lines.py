"""Tests of the parameters and headers of a stream request."""

from __future__ import annotations

import io

import pytest
from django.core.handlers.asgi import ASGIRequest

from games.api.base.problems import Problem
from games.api.streams.lines import wishes


def asked(accept: str, query: bytes = b"") -> ASGIRequest:
    scope = {"type": "http", "method": "GET", "path": "/api/v1/stream", "query_string": query, "headers": [(b"accept", accept.encode())]}
    return ASGIRequest(scope, io.BytesIO())


@pytest.mark.parametrize(
    ("accept", "ndjson"),
    [
        *(("", False), ("*/*", False), ("text/*", False), ("text/event-stream", False), ("application/x-ndjson;q=0, */*", False)),
        *(("application/x-ndjson", True), ("application/*", True), ("text/event-stream;q=0.1, application/x-ndjson", True)),
        *(("application/x-ndjson, */*", True), ("Application/X-NDJSON", True), ("text/event-stream, application/x-ndjson;q=0.5", False)),
    ],
)
def test_format_is_what_accept_prefers(accept: str, ndjson: bool) -> None:
    assert wishes(asked(accept)).ndjson is ndjson


@pytest.mark.parametrize("accept", ["text/event-stream;q=0", "application/json", "*/*;q=0", "application/x-ndjson;q=0.0"])
def test_accept_that_excludes_both_formats_is_refused_unless_one_is_a_parameter(accept: str) -> None:
    with pytest.raises(Problem) as refused:
        wishes(asked(accept))
    assert refused.value.kind == "not-acceptable"
    assert wishes(asked(accept, b"format=ndjson")).ndjson
