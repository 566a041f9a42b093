"""The priority of a request, by method, path, and whether its credential was valid recently. Without a database query.

A cookie or token counts only after a request with it was made by a signed-in person, so an invented one has no effect. A keyed hash of it
is remembered in memory that all processes of the server share.
"""

import hashlib
import mmap
import re
import secrets
from collections.abc import Callable
from ipaddress import ip_address

from fateapp.edge.admission import PRIORITY
from fateapp.edge.request import Request

PROBES = frozenset({b"/healthz", b"/readyz", b"/metrics"})
MOVES = re.compile(rb"/g/[^/]+/(answer|undo)/|/api/v1/games/[^/]+/(moves|undo)|/answer/[^/]+/")
LISTS = re.compile(
    rb"/(lobby|tournaments|players|messages|rules|dev|admin|calendar)/.*|/mail/hook/.*|/g/[^/]+/(chronicle|readings|game\.json|feed\.atom|table\.).*"
    rb"|/api/v1/(games|rules|tournaments.*|players/.*|me/.*|webhooks.*|docs|openapi\.yaml)|/api/v1/games/[^/]+/(log|export|chronicle|verification)"
)
SIGNED_IN = "fateapp.somebody"
"""Key in the environ after a request: a signed-in person made it (fateapp/web/request_log.py)."""
SLOTS = 1 << 16


class KnownCredentials:
    """Credentials that were valid recently, shared by all processes of a server."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(16)
        self._slots = memoryview(mmap.mmap(-1, SLOTS * 8)).cast("Q")

    def _hash(self, credential: bytes) -> int:
        return int.from_bytes(hashlib.blake2b(credential, digest_size=8, key=self._key).digest(), "little") or 1

    def add(self, credential: bytes) -> None:
        """Remember it; it may replace another one."""
        number = self._hash(credential)
        self._slots[number % SLOTS] = number

    def __contains__(self, credential: bytes) -> bool:
        number = self._hash(credential)
        return self._slots[number % SLOTS] == number


class PriorityChooser:
    """Finds the priority of a request."""

    def __init__(self, known: KnownCredentials, session_cookie: str, is_signed: Callable[[bytes], bool]) -> None:
        self.known, self.is_signed = known, is_signed
        self._cookie = re.compile(rb"(?:^|;\s*)" + re.escape(session_cookie.encode()) + rb"=([^;\s]+)")

    def priority(self, request: Request) -> int:
        path = request.path
        if path in PROBES:
            return PRIORITY["machine" if is_from_inside(request) else "stranger"]
        if path.startswith(b"/static/") or is_preflight(request):
            return PRIORITY["file"]
        credential = self.credential(request)
        if credential is None or credential not in self.known:
            linked = path.startswith(b"/answer/") and self.is_signed(path)
            return PRIORITY["move" if linked and request.method == "POST" else "page" if linked else "stranger"]
        if request.method == "POST" and MOVES.fullmatch(path):
            return PRIORITY["move"]
        return PRIORITY["list" if LISTS.fullmatch(path) else "page"]

    def credential(self, request: Request) -> bytes | None:
        """The token or session that was sent; None when there is none."""
        token = request.header(b"authorization")
        if token is not None:
            return token
        for name, value in request.headers:
            if name == b"cookie" and (found := self._cookie.search(value)):
                return found[1]
        return None


def is_preflight(request: Request) -> bool:
    """Whether a browser asks on behalf of another origin. This is answered before any view and costs as little as a file."""
    asks = request.method == "OPTIONS" and request.header(b"access-control-request-method") is not None
    return asks and request.path.startswith((b"/api/", b"/oauth/", b"/.well-known/"))


def is_from_inside(request: Request) -> bool:
    """Whether a health check from a private network asks, without a proxy."""
    peer = request.connection.transport.get_extra_info("peername") or ("127.0.0.1", 0)
    return request.header(b"x-forwarded-for") is None and ip_address(peer[0].partition("%")[0]).is_private
