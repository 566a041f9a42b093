"""Responses as bytes: the head, a complete response, and a plain one for a refused request."""

import time
from collections.abc import Sequence
from email.utils import formatdate
from functools import lru_cache
from http import HTTPStatus

Headers = Sequence[tuple[str, str]]
REASONS = {status.value: f"{status.value} {status.phrase}" for status in HTTPStatus}
BODILESS = frozenset({204, 304})


def date() -> str:
    """The Date header of the current second."""
    return _date(int(time.time()))


@lru_cache(maxsize=2)
def _date(second: int) -> str:
    return formatdate(second, usegmt=True)


def complete(status: str, headers: Headers, body: bytes, *, method: str, version: str, keep_alive: bool) -> bytes:
    """A complete response; Content-Length is added unless the application sets it."""
    code = int(status[:3])
    lines = [f"HTTP/1.1 {status}"]
    known = set()
    for name, value in headers:
        lines.append(f"{name}: {value}")
        known.add(name.lower())
    if "content-length" not in known and code not in BODILESS:
        lines.append(f"Content-Length: {len(body)}")
    if "date" not in known:
        lines.append(f"Date: {date()}")
    if not keep_alive:
        lines.append("Connection: close")
    elif version == "1.0":
        lines.append("Connection: keep-alive")
    lines.append("\r\n")
    head = "\r\n".join(lines).encode("latin-1")
    return head if method == "HEAD" or code in BODILESS else head + body


def head(status: str, headers: Headers) -> bytes:
    """The head of a response that ends with the connection (RFC 9112 6.3, rule 8)."""
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in headers), f"Date: {date()}", "Connection: close", "\r\n"]
    return "\r\n".join(lines).encode("latin-1")


def plain(status: int, text: str, headers: Headers = ()) -> bytes:
    """A plain text response that closes the connection."""
    return closing(status, [("Content-Type", "text/plain; charset=utf-8"), *headers], f"{text}\n".encode())


def closing(status: int, headers: Headers, body: bytes) -> bytes:
    """A response that closes the connection, to a request that was not read completely."""
    given = [*headers, ("Cache-Control", "no-store")]
    return complete(REASONS[status], given, body, method="GET", version="1.1", keep_alive=False)
