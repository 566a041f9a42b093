"""One HTTP POST to a checked address: with a deadline, a limit on the size of the response, and without following redirects."""

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
"""For everything together: DNS, connection, TLS, request and the whole response."""

BODY_SECONDS = 2.0
"""For the body of the response: the status decides the result, and only the beginning of the body is shown."""

MAX_RESPONSE = 65_536
"""Bytes of a response that are read, headers included."""


class NoResponse(Exception):
    """The server could not be reached, closed the connection, or took too long."""


@dataclass(frozen=True, slots=True)
class Response:
    """A response: status, the first bytes of the body, headers by lower-case name."""

    status: int
    body: bytes
    headers: Mapping[str, str]


def post(url: str, body: bytes, headers: Mapping[str, str], *, resolve: Callable[..., Any] | None = None) -> Response:
    """Send `body`. Raises `guard.Forbidden` before anything is sent, or `NoResponse`.

    A redirect is returned like any other response: its target would have to be checked, and would receive the signature.
    """
    parts = guard.checked(url)
    deadline = time.monotonic() + SECONDS
    port = guard.port_of(parts)
    host = str(parts.hostname)
    try:
        found = guard.addresses(host, port, http=parts.scheme == "http", seconds=SECONDS, resolve=resolve)
        with _connect([str(address) for address in found], port, deadline) as plain_socket:
            if parts.scheme == "http":
                return _exchange(_BoundedSocket(plain_socket, deadline), parts, body, headers)
            with _tls_context().wrap_socket(plain_socket, server_hostname=host) as secure:
                return _exchange(_BoundedSocket(secure, deadline), parts, body, headers)
    except guard.NotFound as error:
        raise NoResponse(str(error)) from error
    except TimeoutError as error:
        raise NoResponse(_("The server did not answer within %(seconds)d seconds.") % {"seconds": SECONDS}) from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NoResponse(_("The connection failed: %(why)s") % {"why": f"{type(error).__name__}: {error}"}) from error


def _connect(addresses: list[str], port: int, deadline: float) -> socket.socket:
    """Connect to the first address that accepts; the numeric addresses are the checked ones, so nothing is resolved again.

    The remaining time is divided equally among the addresses that are left.
    """
    failed: OSError | None = None
    for number, address in enumerate(addresses):
        try:
            connected = socket.create_connection((address, port), timeout=_time_left(deadline) / (len(addresses) - number))
        except OSError as error:
            failed = error
            continue
        connected.settimeout(_time_left(deadline))
        return connected
    raise failed or OSError("no address")


def _time_left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


class _BoundedSocket:
    """A socket for `http.client` whose every operation ends at the deadline and which reads at most MAX_RESPONSE bytes."""

    def __init__(self, connected: socket.socket, deadline: float) -> None:
        self._socket, self._deadline = connected, deadline
        self._buffer = bytearray()
        self.reader = _BoundedReader(connected, deadline)

    def sendall(self, data: bytes) -> None:
        """Buffer until the response is read: head and body are sent in one piece, for servers that close after their first read."""
        self._buffer += data

    def makefile(self, mode: str) -> io.BufferedReader:
        """Send the buffer and return the response as a file. Raises TimeoutError at the deadline."""
        self._socket.settimeout(_time_left(self._deadline))
        self._socket.sendall(self._buffer)
        return io.BufferedReader(self.reader)

    def close(self) -> None:
        """Nothing: the socket is closed by `post`, which opened it."""


class _BoundedReader(io.RawIOBase):
    """The bytes of a response until the deadline or the limit, also from a server that sends one byte at a time."""

    def __init__(self, connected: socket.socket, deadline: float) -> None:
        super().__init__()
        self._socket, self._deadline, self.remaining = connected, deadline, MAX_RESPONSE

    def shorten(self, seconds: float) -> None:
        """Move the deadline to at most `seconds` from now."""
        self._deadline = min(self._deadline, time.monotonic() + seconds)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self.remaining:
            return 0
        self._socket.settimeout(_time_left(self._deadline))
        count = self._socket.recv_into(memoryview(buffer)[: self.remaining])
        self.remaining -= count
        return count


def _exchange(connected: _BoundedSocket, parts: SplitResult, body: bytes, headers: Mapping[str, str]) -> Response:
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port)
    connection.sock = connected
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    connection.putrequest("POST", target, skip_host=True, skip_accept_encoding=True)
    for name, value in {"Host": parts.netloc, **headers, "Content-Length": str(len(body)), "Connection": "close"}.items():
        connection.putheader(name, value)
    connection.endheaders(body)
    response = connection.getresponse()
    if not connected.reader.remaining:
        raise http.client.HTTPException("the headers have no end")
    connected.reader.shorten(BODY_SECONDS)
    received = {name.lower(): value for name, value in response.getheaders()}
    return Response(response.status, _read_body(response), received)


def _read_body(response: http.client.HTTPResponse) -> bytes:
    """As much of the body as arrives within the limits. The status is known by then, so a body that breaks off is no error."""
    read = bytearray()
    try:
        while piece := response.read1(4096):
            read += piece
    except (OSError, http.client.HTTPException):
        return bytes(read)
    return bytes(read)


@cache
def _tls_context() -> ssl.SSLContext:
    """A TLS context with the certificates that this system trusts."""
    return ssl.create_default_context()
