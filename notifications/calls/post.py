"""One POST to a stranger's server: to a judged address, within a time, reading a bounded answer, following nowhere."""

from __future__ import annotations

import http.client
import io
import socket
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import SplitResult

from django.utils.translation import gettext as _

from notifications.calls import guard

SECONDS = 10.0
"""For everything together: looking up, connecting, TLS, sending, and the whole answer."""

BODY_SECONDS = 2.0
"""For what follows the headers: the status says what became of the call, and of the body only the beginning is shown."""

MOST_READ = 65_536
"""Bytes of an answer, headers included; what follows is not read."""


class NoAnswer(Exception):
    """The server could not be reached, broke off, or took too long."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server said: status, the first bytes of its body, headers by lower-case name."""

    status: int
    body: bytes
    headers: Mapping[str, str]


def post(url: str, body: bytes, headers: Mapping[str, str], *, resolve: Callable[..., Any] | None = None) -> Answer:
    """Send `body`. Raises `guard.Forbidden` before anything is sent, or `NoAnswer`.

    A redirection is an answer like any other: the next address would have to be judged anew, and would get our signature.
    """
    parts = guard.checked(url)
    deadline = time.monotonic() + SECONDS
    port = guard.port_of(parts)
    host = str(parts.hostname)
    try:
        found = guard.addresses(host, port, plain=parts.scheme == "http", seconds=SECONDS, resolve=resolve)
        with _connect([str(address) for address in found], port, deadline) as plain_socket:
            if parts.scheme == "http":
                return _exchange(_Line(plain_socket, deadline), parts, body, headers)
            with _trust().wrap_socket(plain_socket, server_hostname=host) as secure:
                return _exchange(_Line(secure, deadline), parts, body, headers)
    except guard.NotFound as error:
        raise NoAnswer(str(error)) from error
    except TimeoutError as error:
        raise NoAnswer(_("The server did not answer within %(seconds)d seconds.") % {"seconds": SECONDS}) from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NoAnswer(_("The connection failed: %(why)s") % {"why": f"{type(error).__name__}: {error}"}) from error


def _connect(addresses: list[str], port: int, deadline: float) -> socket.socket:
    """Connect to the first address that takes the call; the numeric address is what was judged, so nothing is looked up again.

    A silent address leaves the others of its name an equal share of the time.
    """
    failed: OSError | None = None
    for number, address in enumerate(addresses):
        try:
            connected = socket.create_connection((address, port), timeout=_left(deadline) / (len(addresses) - number))
        except OSError as error:
            failed = error
            continue
        connected.settimeout(_left(deadline))
        return connected
    raise failed or OSError("no address")


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


class _Line:
    """A socket as `http.client` uses one, whose every step ends at the deadline and which reads no more than MOST_READ."""

    def __init__(self, connected: socket.socket, deadline: float) -> None:
        self._socket, self._deadline = connected, deadline
        self._held = bytearray()
        self.heard = _Bounded(connected, deadline)

    def sendall(self, data: bytes) -> None:
        """Keep it until the answer is awaited: head and body leave in one piece, for servers that hang up after their first read."""
        self._held += data

    def makefile(self, mode: str) -> io.BufferedReader:
        """Send what is held; the result is what the server says, as a file. Raises TimeoutError at the deadline."""
        self._socket.settimeout(_left(self._deadline))
        self._socket.sendall(self._held)
        return io.BufferedReader(self.heard)

    def close(self) -> None:
        """Whoever opened the socket closes it."""


class _Bounded(io.RawIOBase):
    """The bytes of an answer until the deadline or the limit; a server that drips a byte a second gains nothing by it."""

    def __init__(self, connected: socket.socket, deadline: float) -> None:
        super().__init__()
        self._socket, self._deadline, self.room = connected, deadline, MOST_READ

    def hurry(self, seconds: float) -> None:
        """From now on there are so many seconds left at most."""
        self._deadline = min(self._deadline, time.monotonic() + seconds)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self.room:
            return 0
        self._socket.settimeout(_left(self._deadline))
        count = self._socket.recv_into(memoryview(buffer)[: self.room])
        self.room -= count
        return count


def _exchange(line: _Line, parts: SplitResult, body: bytes, headers: Mapping[str, str]) -> Answer:
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port)
    connection.sock = line
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    connection.putrequest("POST", target, skip_host=True, skip_accept_encoding=True)
    for name, value in {"Host": parts.netloc, **headers, "Content-Length": str(len(body)), "Connection": "close"}.items():
        connection.putheader(name, value)
    connection.endheaders(body)
    answer = connection.getresponse()
    if not line.heard.room:
        raise http.client.HTTPException("the headers have no end")
    line.heard.hurry(BODY_SECONDS)
    said = {name.lower(): value for name, value in answer.getheaders()}
    return Answer(answer.status, _start_of(answer), said)


def _start_of(answer: http.client.HTTPResponse) -> bytes:
    """As much of the body as arrives within the limits; the status is known already, so a body broken off is no failure."""
    read = bytearray()
    try:
        while piece := answer.read1(4096):
            read += piece
    except (OSError, http.client.HTTPException):
        return bytes(read)
    return bytes(read)


@cache
def _trust() -> ssl.SSLContext:
    """The certificates this machine trusts."""
    return ssl.create_default_context()
