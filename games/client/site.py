"""Base of both clients: address and token, errors, retries, and detection of outdated stream lines."""

import json
from collections.abc import Collection, Mapping
from typing import Any

from .calls import Call
from .views import Json, Line, Outcome

TRIES = 5
LONGEST_PAUSE = 30.0
BUSY = (429, 502, 503, 504)
"""Statuses of a busy or restarting server, after which the same request is retried."""


class Problem(Exception):
    """An error response of the server (RFC 9457). `kind` is the part of its `type` after "#problem-", like `stale` or `illegal`."""

    def __init__(self, status: int, document: Json, retry_after: float | None = None) -> None:
        super().__init__(f"{status}: {document.get('detail') or document.get('title') or 'no reason given'}")
        self.status, self.document, self.retry_after = status, document, retry_after
        self.kind = str(document.get("type", "")).rpartition("#problem-")[2]
        self.code = str(document.get("code", ""))

    @property
    def passes(self) -> bool:
        """Whether the error is temporary, so that the same request can be retried."""
        return self.status in BUSY or self.kind == "in-flight"


class Site:
    """One account at one site: address, token, and the last accepted answer in each game."""

    def __init__(self, site: str, key: str, omit: Collection[str] = ()) -> None:
        self.api = site.rstrip("/") + "/api/v1"
        self.headers = {"Authorization": f"Bearer {key}", "Accept": "application/json", "User-Agent": "fateapp-client/1"}
        self.omit = {"omit": ",".join(omit)} if omit else {}
        """The query parameter of requests for views: parts (`scene`, `text`) that the server omits. Old servers respond with 400."""
        self.stream_url = ""
        self.answered: dict[str, tuple[int, int]] = {}
        """The last accepted answer by game: the length of the log after it (`seq`), and the answered question (`nth`)."""

    def remember(self, code: str, nth: int, outcome: Outcome) -> Outcome:
        """Store `seq` and `nth` of an accepted answer."""
        self.answered[code] = (outcome.seq, nth)
        return outcome

    def is_old(self, line: Line) -> bool:
        """Whether a stream line is older than the last answer in its game, because it arrived late or again after a reconnect."""
        seq, nth = self.answered.get(line.game, (0, -1))
        return line.seq < seq or line.nth <= nth

    def query(self, call: Call[Any]) -> dict[str, str]:
        return call.query | self.omit if call.shows else call.query

    @property
    def stream_query(self) -> dict[str, str]:
        return {"include": "view", **self.omit}

    def stream_headers(self, last: str) -> dict[str, str]:
        """The headers of the stream, from now on or after the line with the id `last`."""
        return self.headers | {"Accept": "application/x-ndjson"} | ({"Last-Event-ID": last} if last else {})


def pause(error: Exception, tries_left: int) -> float:
    """Seconds to wait before a retry. Raises `error` if it is not temporary or no tries are left."""
    if not tries_left or (isinstance(error, Problem) and not error.passes):
        raise error
    if isinstance(error, Problem):
        return min(error.retry_after or 1.0, LONGEST_PAUSE)
    return 0.2 * (TRIES - tries_left)


def problem(status: int, headers: Mapping[str, str], body: bytes) -> Problem:
    """Make a `Problem` from an error response. Responses of proxies without a JSON object have an empty document."""
    wait = headers.get("Retry-After", "")
    try:
        document = json.loads(body)
    except ValueError:
        document = {}
    return Problem(status, document if isinstance(document, dict) else {}, float(wait) if wait.isdigit() else None)


def parsed(status: int, headers: Mapping[str, str], body: bytes) -> Json:
    """The JSON object of a response, {} without a body. Raises `Problem` for an error response."""
    if status >= 400:
        raise problem(status, headers, body)
    found: Json = json.loads(body) if body else {}
    return found


class Lines:
    """Splits the chunks of a stream into lines. An incomplete line at the end of the stream is dropped."""

    def __init__(self) -> None:
        self._rest = b""

    def of(self, piece: bytes) -> list[Line | None]:
        """The lines that are complete after this chunk; None for a keep-alive."""
        *whole, self._rest = (self._rest + piece).split(b"\n")
        return [Line.of(json.loads(line)) if line.strip() else None for line in whole]
