"""One parsed request, and the validation of its head."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fateapp.edge.body import Body

if TYPE_CHECKING:
    from fateapp.edge.connection import Connection

SPACE = b" \t"
ABSOLUTE = re.compile(rb"[^/?#]*://([^/?#]*)")
"""A target in absolute-form, with its host and port."""


class BadRequestError(Exception):
    """The request is refused, with a status and a sentence for developers."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


@dataclass(slots=True, eq=False)
class Request:
    """Header names are lower case. `disconnected` is set when the client has disconnected."""

    connection: Connection
    body: Body
    target: bytes = b""
    method: str = ""
    version: str = "1.1"
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    head_bytes: int = 0
    keep_alive: bool = False
    disconnected: bool = False
    priority: int = 0
    """Its index in `counts.PRIORITIES`."""
    began: float = 0.0
    """When it was complete and its turn had come, by the clock of `Connections.now`."""

    def header(self, name: bytes) -> bytes | None:
        return next((value for known, value in self.headers if known == name), None)

    @property
    def path(self) -> bytes:
        """The target without its query, as it was sent; absolute-form loses its authority (RFC 9112 3.2.2)."""
        path = self.target.split(b"#", 1)[0].split(b"?", 1)[0]
        if path[:1] != b"/" and b"://" in path:
            path = b"/" + path.split(b"://", 1)[1].partition(b"/")[2]
        return path

    @property
    def query(self) -> bytes:
        """What follows the question mark."""
        return self.target.split(b"#", 1)[0].partition(b"?")[2]

    def check(self) -> None:
        """Refuse a head that two servers could parse differently. Raises `BadRequestError` with the status that RFC 9112 requires."""
        if self.version not in ("1.0", "1.1"):
            raise BadRequestError(505, "This server speaks HTTP/1.1.")
        if self.method == "CONNECT":
            raise BadRequestError(501, "This server is no proxy.")
        hosts = [value for name, value in self.headers if name == b"host"]
        if len(hosts) > 1 or (not hosts and self.version == "1.1"):
            raise BadRequestError(400, "A request has one Host header (RFC 9112 3.2).")
        absolute = ABSOLUTE.match(self.target)
        if absolute and [absolute[1].lower()] != [host.strip(SPACE).lower() for host in hosts]:
            raise BadRequestError(400, "The host of the target is not that of the Host header (RFC 9112 3.2).")
        codings = [value.strip(SPACE).lower() for name, value in self.headers if name == b"transfer-encoding"]
        if codings and self.header(b"content-length") is not None:
            raise BadRequestError(400, "Content-Length and Transfer-Encoding exclude each other (RFC 9112 6.3).")
        if codings and self.version == "1.0":
            raise BadRequestError(400, "HTTP/1.0 has no Transfer-Encoding (RFC 9112 6.1).")
        if codings not in ([], [b"chunked"]):
            raise BadRequestError(501, "The only transfer coding taken here is chunked (RFC 9112 6.1).")

    def head_without(self, name: bytes) -> bytes:
        """The head as bytes to be parsed again, without the headers of this name."""
        lines = [b"%s: %s" % field for field in self.headers if field[0] != name]
        return b"\r\n".join([b"%s %s HTTP/1.1" % (self.method.encode(), self.target), *lines, b"", b""])

    @property
    def length(self) -> int | None:
        """The value of Content-Length; None without one."""
        given = self.header(b"content-length")
        return int(given) if given is not None else None
