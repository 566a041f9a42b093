"""What both clients share: who asks where, what a refusal is, when to ask again, which lines of a stream are old."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from .calls import Call
from .views import Json, Line, Outcome

TRIES = 5
LONGEST_PAUSE = 30.0
BUSY = (429, 502, 503, 504)
"""The site is busy, or being replaced: nothing is wrong with the request."""


class Problem(Exception):
    """What the server refused (RFC 9457). `kind` is the stable end of its type, like `stale` or `illegal`."""

    def __init__(self, status: int, document: Json, retry_after: float | None = None) -> None:
        super().__init__(f"{status}: {document.get('detail') or document.get('title') or 'no reason given'}")
        self.status, self.document, self.retry_after = status, document, retry_after
        self.kind = str(document.get("type", "")).rpartition("#problem-")[2]
        self.code = str(document.get("code", ""))

    @property
    def passes(self) -> bool:
        """Whether the same request may be taken a moment later."""
        return self.status in BUSY or self.kind == "in-flight"


class Site:
    """One person at one site: the address, the token, and what was answered last in each game."""

    def __init__(self, site: str, key: str, omit: Collection[str] = ()) -> None:
        self.api = site.rstrip("/") + "/api/v1"
        self.headers = {"Authorization": f"Bearer {key}", "Accept": "application/json", "User-Agent": "fateapp-client/1"}
        self.omit = {"omit": ",".join(omit)} if omit else {}
        """The parameter of every view: the parts that the site leaves out, of `scene` and `text`. A site without it answers 400."""
        self.answered: dict[str, tuple[int, int]] = {}
        """By game, my last answer: how long the log was after it, and which question (`nth`) it was given to."""

    def remember(self, code: str, nth: int, outcome: Outcome) -> Outcome:
        """Note what was answered."""
        self.answered[code] = (outcome.seq, nth)
        return outcome

    def is_old(self, line: Line) -> bool:
        """Whether a line of the stream is from before my last answer there: it came late, or once more after a break."""
        seq, nth = self.answered.get(line.game, (0, -1))
        return line.seq < seq or line.nth <= nth

    def query(self, call: Call[Any]) -> dict[str, str]:
        """The query parameters of a call."""
        return call.query | self.omit if call.shows else call.query

    @property
    def stream_query(self) -> dict[str, str]:
        """Those of the stream."""
        return {"include": "view", **self.omit}

    def stream_headers(self, last: str) -> dict[str, str]:
        """For the stream from now on, or after the line with this `id`."""
        return self.headers | {"Accept": "application/x-ndjson"} | ({"Last-Event-ID": last} if last else {})


def pause(error: Exception, tries_left: int) -> float:
    """How many seconds to wait before the same request is sent again; `error` itself is raised where that would not help."""
    if not tries_left or (isinstance(error, Problem) and not error.passes):
        raise error
    if isinstance(error, Problem):
        return min(error.retry_after or 1.0, LONGEST_PAUSE)
    return 0.2 * (TRIES - tries_left)


def problem(status: int, headers: Mapping[str, str], body: bytes) -> Problem:
    """A refusal as an exception, also one by a proxy, which knows no problem documents."""
    wait = headers.get("Retry-After", "")
    try:
        document = json.loads(body)
    except ValueError:
        document = {}
    return Problem(status, document if isinstance(document, dict) else {}, float(wait) if wait.isdigit() else None)


class Lines:
    """Whole lines out of pieces of a stream; half a line at its end is thrown away."""

    def __init__(self) -> None:
        self._rest = b""

    def of(self, piece: bytes) -> list[Line | None]:
        """The lines that this piece completes; None for a keep-alive."""
        *whole, self._rest = (self._rest + piece).split(b"\n")
        return [Line.of(json.loads(line)) if line.strip() else None for line in whole]
