"""Requests to the API: JSON in and out, problems as exceptions, safe repetition, and the stream as an iterator."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator
from typing import Any

import urllib3

from .views import Game, Json, Line, Orders, Outcome, View

TRIES = 5
LONGEST_PAUSE = 30.0


class Problem(Exception):
    """What the server refused (RFC 9457). `kind` is the stable end of its type, like `stale` or `illegal`."""

    def __init__(self, status: int, document: Json, retry_after: float | None = None) -> None:
        super().__init__(f"{status}: {document.get('detail') or document.get('title') or 'no reason given'}")
        self.status, self.document, self.retry_after = status, document, retry_after
        self.kind = str(document.get("type", "")).rpartition("#problem-")[2]
        self.code = str(document.get("code", ""))


class Client:
    """One person at one site. Not to be shared between threads."""

    def __init__(self, site: str, key: str, *, timeout: float = 15.0) -> None:
        self.api = site.rstrip("/") + "/api/v1"
        self._headers = {"Authorization": f"Bearer {key}", "Accept": "application/json", "User-Agent": "fateapp-client/1"}
        self._http = urllib3.PoolManager(timeout=timeout, retries=False)
        self._stream_url = ""
        self.seen: dict[str, int] = {}
        """How long the log of a game was after my last answer: lines of the stream that tell less are old."""

    def get(self, path: str, **query: Any) -> Json:
        """Read something. Raises `Problem`."""
        fields = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in query.items()}
        return self._tried("GET", path, fields=fields)

    def post(self, path: str, data: Json | None = None, *, once: str = "") -> Json:
        """Change something, once: the key makes it safe to try again when an answer is lost. Raises `Problem`."""
        return self._sent("POST", path, data, {"Idempotency-Key": once or str(uuid.uuid4())})

    def put(self, path: str, data: Json | None = None) -> Json:
        """Replace something. Raises `Problem`."""
        return self._sent("PUT", path, data)

    def patch(self, path: str, data: Json) -> Json:
        """Change parts of something. Raises `Problem`."""
        return self._sent("PATCH", path, data)

    def delete(self, path: str) -> Json:
        """Remove something. Raises `Problem`."""
        return self._sent("DELETE", path, None)

    def me(self) -> Json:
        """Who I am."""
        return self.get("/me")

    def my_turns(self) -> list[Game]:
        """The games that wait for me."""
        return [Game.of(found) for found in self.pages("/games", mine=True, my_turn=True)]

    def pages(self, path: str, **query: Any) -> Iterator[Json]:
        """Every item of a list, page by page."""
        while True:
            page = self.get(path, **query)
            yield from page["items"]
            if page["next"] is None:
                return
            query["cursor"] = page["next"]

    def announce(self, rules: str, seats: int, **wishes: Any) -> Game:
        """Announce a table and sit down; `wishes` are the other fields of the request, like `bots=1`."""
        return Game.of(self.post("/games", {"rules": rules, "seats": seats, **wishes}))

    def join(self, code: str, invitation: str = "") -> Game:
        """Sit down at a table; the last one to come starts the game."""
        return Game.of(self.post(f"/games/{code}/join", {"invitation": invitation}))

    def view(self, code: str) -> View:
        """The table as I see it."""
        return View.of(self.get(f"/games/{code}/view"))

    def answer(self, code: str, nth: int, text: str, story: str = "") -> Outcome:
        """Answer the open question of a game; the outcome holds the table as it is then."""
        outcome = Outcome.of(self.post(f"/games/{code}/moves?include=view", {"text": text, "nth": nth, "story": story}))
        self.seen[code] = outcome.seq
        return outcome

    def undo(self, code: str, nth: int) -> None:
        """Take my last answer back. Raises `Problem` when something became known by it."""
        self.post(f"/games/{code}/undo", {"nth": nth})

    def resign(self, code: str) -> None:
        """Give a running game up."""
        self.post(f"/games/{code}/resign")

    def say(self, code: str, text: str) -> None:
        """Say something at the table."""
        self.post(f"/games/{code}/talk", {"text": text})

    def orders(self, code: str) -> Orders:
        """My standing orders at a table, and what I may order."""
        return Orders.of(self.get(f"/games/{code}/orders"))

    def order(self, code: str, text: str) -> Orders:
        """Leave a standing order in the game's own words; it replaces the one for the same slot."""
        return Orders.of(self.post(f"/games/{code}/orders", {"text": text}))

    def withdraw_order(self, code: str, slot: str) -> None:
        """Forget the standing order of a slot."""
        self.delete(f"/games/{code}/orders/{slot}")

    def rest(self, tournament: str, number: int) -> Json:
        """Ask to sit out a round of a tournament for half a point; the tournament as it is now."""
        return self.post(f"/tournaments/{tournament}/rest", {"round": number})

    def stream(self, last: str = "") -> Iterator[Line | None]:
        """Lines of the stream from now on (or after `last`, the `id` of the last line), with the table in each; None for a keep-alive.

        Ends when the server hangs up. Raises `Problem`, or urllib3's errors when the network does.
        """
        self._stream_url = self._stream_url or self.get("/")["stream"]
        headers = self._headers | {"Accept": "application/x-ndjson"} | ({"Last-Event-ID": last} if last else {})
        timeout = urllib3.Timeout(connect=10, read=30)
        url = f"{self._stream_url}?include=view"
        answer = self._http.request("GET", url, headers=headers, preload_content=False, timeout=timeout, redirect=False)
        try:
            if answer.status != 200:
                raise _problem(answer, answer.read())
            for line in _lines(answer):
                yield Line.of(json.loads(line)) if line else None
        finally:
            answer.close()

    def _sent(self, method: str, path: str, data: Json | None, extra: Json | None = None) -> Json:
        return self._tried(method, path, body=json.dumps(data or {}).encode(), extra={"Content-Type": "application/json"} | (extra or {}))

    def _tried(self, method: str, path: str, *, extra: Json | None = None, **how: Any) -> Json:
        """Ask again where nothing is lost by it: no answer, 429, 503."""
        for tries_left in reversed(range(TRIES)):
            try:
                return self._asked(method, path, self._headers | (extra or {}), how)
            except Problem as problem:
                if (problem.status not in (429, 503) and problem.kind != "in-flight") or not tries_left:
                    raise
                time.sleep(min(problem.retry_after or 1.0, LONGEST_PAUSE))
            except urllib3.exceptions.HTTPError:
                if not tries_left:
                    raise
                time.sleep(0.2 * (TRIES - tries_left))
        raise AssertionError("the last try either answers or raises")

    def _asked(self, method: str, path: str, headers: dict[str, str], how: dict[str, Any]) -> Json:
        answer = self._http.request(method, self.api + path, headers=headers, **how)
        if answer.status >= 400:
            raise _problem(answer, answer.data)
        found: Json = json.loads(answer.data) if answer.data else {}
        return found


def _problem(answer: urllib3.BaseHTTPResponse, body: bytes) -> Problem:
    wait = answer.headers.get("Retry-After", "")
    try:
        document = json.loads(body)
    except ValueError:
        document = {}
    return Problem(answer.status, document if isinstance(document, dict) else {}, float(wait) if wait.isdigit() else None)


def _lines(answer: urllib3.BaseHTTPResponse) -> Iterator[bytes]:
    """Whole lines as soon as they are there."""
    rest = b""
    while True:
        piece = answer.read1() if hasattr(answer, "read1") else answer.read(1)
        if not piece:
            return
        *whole, rest = (rest + piece).split(b"\n")
        yield from whole
