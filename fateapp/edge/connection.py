"""One connection: parse requests, pass complete ones to the service, send the responses in order; each phase has a deadline.

llhttp (httptools) parses strictly: what two servers could parse differently is answered with 400 and closes the connection. Requests of one
connection are served one after the other; of later ones, UNREAD bytes are read ahead.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections import deque
from contextlib import suppress
from enum import Enum
from typing import TYPE_CHECKING, cast

import httptools

from fateapp.edge import response
from fateapp.edge.body import Body, TooMuchError
from fateapp.edge.request import BadRequestError, Request

if TYPE_CHECKING:
    from fateapp.edge.connections import Connections

UNREAD = 64 * 1024
"""Bytes of later requests that are buffered while one is being answered; then the socket is not read."""
SLICE = 4096
"""Bytes that are parsed before checking whether a request is complete, which limits the pipelined requests in memory."""

REQUEST_LINE = re.compile(rb"(?P<method>[\w!#$%&'*+.^`|~-]{1,40}) (?P<target>/[^\x00-\x20\x7f]*) HTTP/1\.[01]\r?\n")
"""The line that begins a request with a target in origin-form (RFC 9112 3.1), also one with characters that are not ASCII."""

CHUNK_SIZE = re.compile(rb"[0-9a-fA-F]+")

UNREAD_TARGET = (httptools.HttpParserInvalidMethodError, httptools.HttpParserInvalidURLError)


class Phase(Enum):
    """What the connection waits for; `Connections` checks the deadline of each phase."""

    IDLE = "idle"
    HEAD = "head"
    BODY = "body"
    ANSWER = "answer"
    LINGER = "linger"


class Connection(asyncio.Protocol):
    """Created for every accepted connection; `connections` has all connections, the limits and the service."""

    def __init__(self, connections: Connections) -> None:
        self.connections = connections
        self.phase, self.since = Phase.HEAD, connections.now()
        self.slow_since: float | None = None
        self.slow_left = 0
        """Bytes of answers that had not been taken at `slow_since`."""
        self.request: Request | None = None
        """The one that is being read."""
        self.is_lost = False
        self.drained: asyncio.Event | None = None
        self._current: Request | None = None
        """The one that is being answered."""
        self._queued: deque[Request] = deque()
        self._refusal: BadRequestError | None = None
        self._refused: Request | None = None
        """What is wrong with the request behind the one that is being answered, and that request."""
        self._upgrade_request: Request | None = None
        """One that asks for another protocol, until it is read again without that."""
        self._at_eof = False
        self._unread = bytearray()
        self._completed = False
        """Whether a request has ended within the bytes that are read now."""
        self._before = b""
        """The last two bytes before those that are read now."""
        self._chunk_begun: int | None = None
        """How much has arrived of a chunk whose size was read just now."""
        self._parser = httptools.HttpRequestParser(self)

    # --- the socket ---------------------------------------------------------------------------------------------------
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._socket: socket.socket = transport.get_extra_info("socket")._sock  # the wrapper around it has no `send`
        self.connections.add(self)

    def data_received(self, data: bytes) -> None:
        self.connections.process_sent()
        for at in range(0, len(data), SLICE):
            if self._current is not None:
                self._keep_unread(data[at:])
                return
            if self.phase is Phase.LINGER:
                return
            self._feed(data[at : at + SLICE])

    def _keep_unread(self, data: bytes) -> None:
        self._unread += data
        if len(self._unread) > UNREAD:
            self.transport.pause_reading()

    def eof_received(self) -> bool:
        """The client sends no more. When its request is still queued, it counts as disconnected, as with most servers."""
        self.connections.process_sent()
        self._at_eof = True
        if self._current is None or self.connections.service.client_disconnected(self._current):
            return False
        self._current.keep_alive = False
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed. The socket is closed after this, so the request thread must not be sending."""
        with self.connections.sending:
            self.is_lost = True
        self.connections.remove(self)
        if self._current is not None:
            self._current.disconnected = True
            self.connections.service.client_disconnected(self._current)
        for request in (self.request, *self._queued):
            if request is not None:
                request.body.close()
        if self.drained is not None:
            self.drained.set()

    def pause_writing(self) -> None:
        """The client reads its response slowly."""
        self.start_slow_period()
        self.connections.add_slow_reader(self)

    def start_slow_period(self) -> None:
        """Start a new period in which it has to read a minimum."""
        self.slow_since, self.slow_left = self.connections.now(), self.transport.get_write_buffer_size()

    def resume_writing(self) -> None:
        """The buffer is empty again."""
        self.slow_since = None
        self.connections.slow.pop(self, None)
        if self.drained is not None:
            self.drained.set()

    # --- reading ------------------------------------------------------------------------------------------------------
    def _feed(self, data: bytes) -> None:
        self._completed = False
        try:
            self._parser.feed_data(data)
            if self.phase is Phase.HEAD and self.request is not None:
                self.request.head_bytes += len(data)
                self._check_head_size(self.request)
            if self._chunk_begun is not None and self.request is not None:
                self._check_chunk_size(self.request, self._before + data, self._chunk_begun)
            self._before = (self._before + data[-2:])[-2:]
        except httptools.HttpParserUpgrade as upgrade:
            self._ignore_upgrade(data[upgrade.args[0] :])
        except httptools.HttpParserCallbackError as error:
            if not isinstance(error.__context__, BadRequestError):
                raise
            self._refuse(error.__context__)
        except httptools.HttpParserError as error:
            self._refuse_unreadable(data, error)
        except BadRequestError as error:
            self._refuse(error)

    def _refuse_unreadable(self, data: bytes, error: httptools.HttpParserError) -> None:
        """llhttp knows no target where it stops at the method (501, RFC 9110 9.1) or within the target, so it is read from the line.

        Data that begins with another request has no such line, like the rest of a body that was longer than its Content-Length.
        """
        line = REQUEST_LINE.match(data) if isinstance(error, UNREAD_TARGET) and not self._completed else None
        if line is None or self.request is None:
            self._refuse(BadRequestError(400, f"This is not HTTP/1.1: {error}."))
            return
        self.request.target = line["target"]
        if isinstance(error, httptools.HttpParserInvalidMethodError):
            method = line["method"].decode("ascii")
            self._refuse(BadRequestError(501, f"This server knows no method {method}. Names of methods are in capital letters."))
        else:
            self._refuse(BadRequestError(400, "The target has characters that no URL has; percent-encode them (RFC 3986 2.1)."))

    def _ignore_upgrade(self, rest: bytes) -> None:
        """The client requests an upgrade (RFC 9110 7.8), at which llhttp stops after the head: parse it again without that header."""
        self._parser = httptools.HttpRequestParser(self)
        if self._upgrade_request is not None:
            head, self._upgrade_request = self._upgrade_request.head_without(b"upgrade"), None
            self._feed(head)
        self._feed(rest)

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        if self.phase is Phase.LINGER:
            raise BadRequestError(400, "Nothing may follow the last request.")
        self.request = Request(self, Body(self.connections.bodies))
        if self._current is None:
            self._enter(Phase.HEAD)

    def on_url(self, url: bytes) -> None:
        assert self.request is not None
        self.request.target += url

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header; trailers after a chunked body are dropped."""
        request = self.request
        assert request is not None
        if request.method:
            request.head_bytes += len(name) + len(value) + 4
        else:
            request.headers.append((name.lower(), value))
        self._check_head_size(request)

    def _check_head_size(self, request: Request) -> None:
        limits = self.connections.limits
        if request.head_bytes > limits.head_bytes or len(request.headers) > limits.head_lines:
            raise BadRequestError(431, f"A head has at most {limits.head_bytes} bytes and {limits.head_lines} lines.")

    def on_headers_complete(self) -> None:
        """The head is complete: refuse the request now, or read the body."""
        request = self.request
        assert request is not None
        request.method = self._parser.get_method().decode("ascii")
        request.version = self._parser.get_http_version()
        request.keep_alive = self._parser.should_keep_alive()
        request.head_bytes = 0
        request.check()
        if self._parser.should_upgrade():
            self._upgrade_request = request
            return
        if (request.length or 0) > self.connections.limits.body_limit(request.path):
            self._refuse_long_body(request)
        if self._current is None:
            self._enter(Phase.BODY)
            if (request.header(b"expect") or b"").lower() == b"100-continue":
                self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    def on_chunk_header(self) -> None:
        """The size of a chunk has been read. The parser does not tell it."""
        self._chunk_begun = 0

    def on_chunk_complete(self) -> None:
        self._chunk_begun = None

    def _check_chunk_size(self, request: Request, data: bytes, begun: int) -> None:
        """Refuse a chunk that is too long before it arrives. `data` ends with `begun` bytes of the chunk, and its size stands before them.

        A size line that arrived in pieces is not checked: then the limit counts for the bytes that arrive.
        """
        self._chunk_begun = None
        end = len(data) - begun - 2
        digits = CHUNK_SIZE.match(data, data.rfind(b"\r\n", 0, max(end, 0)) + 2)
        if digits is not None and digits.end() <= end and digits.start() > 1:
            ahead = request.body.length - begun + int(digits[0], 16)
            if ahead > self.connections.limits.body_limit(request.path):
                self._refuse_long_body(request)

    def on_body(self, chunk: bytes) -> None:
        request = self.request
        assert request is not None
        if self._chunk_begun is not None:
            self._chunk_begun += len(chunk)
        if request.body.length + len(chunk) > self.connections.limits.body_limit(request.path):
            self._refuse_long_body(request)
        try:
            request.body.add(chunk)
        except TooMuchError:
            raise BadRequestError(503, "The server holds as many bodies as it may; try again soon.") from None

    def _refuse_long_body(self, request: Request) -> None:
        raise BadRequestError(413, f"A body has at most {self.connections.limits.body_limit(request.path)} bytes here.")

    def on_message_complete(self) -> None:
        request, self.request = self.request, None
        assert request is not None
        self._completed = True
        if request is self._upgrade_request:
            return
        self._queued.append(request)
        if self._current is None:
            self._serve_next()

    # --- answering ----------------------------------------------------------------------------------------------------
    def _serve_next(self) -> None:
        self._current = self._queued.popleft()
        self._enter(Phase.ANSWER)
        self._current.began = self.since
        self.connections.service.handle(self._current)

    def send_now(self, request: Request, data: bytes) -> bool:
        """Called in the request thread: send a response without waking the event loop.

        Returns whether the event loop has to be woken for `process_sent`: the kernel did not take everything, or something follows this
        response.
        """
        with self.connections.sending:
            if not self.is_lost and not self.transport.get_write_buffer_size():
                with suppress(OSError):  # its buffer is full, or the client has gone: the event loop will see which
                    data = data[self._socket.send(data) :]
        self.connections.done.append((request, data))
        return bool(data or self._unread or self._queued or self.is_lost or not request.keep_alive)

    def answered(self, request: Request, data: bytes) -> None:
        """Send the (last part of the) response to `request`, and continue with the next request."""
        request.body.close()
        if self._current is not request or self.transport.is_closing():
            return
        self._current = None
        if data:
            self.transport.write(data)
        if not request.keep_alive:
            self._end()
        elif self._queued:
            self._serve_next()
        elif self._refusal is not None:
            self._refuse(self._refusal)
        else:
            self._continue()

    def _continue(self) -> None:
        """Read on; a partly received request keeps its deadline."""
        if self.request is None:
            self._enter(Phase.IDLE)
        else:
            self._enter(Phase.BODY if self.request.method else Phase.HEAD)
        if self._unread:
            data, self._unread = bytes(self._unread), bytearray()
            self.transport.resume_reading()
            self.data_received(data)

    def _refuse(self, error: BadRequestError) -> None:
        """Send an error after the pending responses, then close."""
        request, self.request = self.request, None
        if request is not None:
            request.body.close()
        if self._current is not None:
            self._refusal, self._refused = error, request
            return
        if self.phase is Phase.LINGER:
            return
        self.connections.count_refused(error.status)
        headers, body = self.connections.error_response(request or self._refused, error)
        again = [("Retry-After", "5")] if error.status == 503 else []
        self.transport.write(response.closing(error.status, [*headers, *again], body))
        self._end()

    def time_out(self, error: BadRequestError | None = None) -> None:
        """A deadline has passed: send an error if a request had begun, otherwise close."""
        if error is not None and self.request is not None:
            self._refuse(error)
        elif error is not None:
            self.connections.count_refused(error.status)
            self.transport.close()
        else:
            self.transport.abort()

    def finish(self) -> None:
        """Close after the pending responses, because the process stops."""
        if self._current is None:
            self.transport.close()
        for request in (self._current, *self._queued):
            if request is not None:
                request.keep_alive = False

    def _end(self) -> None:
        """No more requests. Input is read and dropped for a moment, because closing at once could destroy the response in transit."""
        self._enter(Phase.LINGER)
        self._unread.clear()
        if self._at_eof:
            self.transport.close()
            return
        try:
            self.transport.write_eof()
        except OSError:  # the client has reset the connection, which the event loop has not read yet
            self.transport.abort()
        else:
            self.transport.resume_reading()

    def _enter(self, phase: Phase) -> None:
        self.phase = phase
        self.since = self.connections.now()
