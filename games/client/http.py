"""Requests to the API: JSON in and out, problems as exceptions, safe repetition, and the stream as an iterator."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Iterator
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar
from urllib.parse import urlencode

import urllib3

from . import calls
from .calls import Call
from .site import TRIES, Lines, Problem, Site, pause, problem
from .views import Game, Json, Line, Outcome

P = ParamSpec("P")
T = TypeVar("T")


def asking(make: Callable[P, Call[T]]) -> Callable[Concatenate[Client, P], T]:
    """A method that makes such a call and asks it."""

    @wraps(make)
    def method(client: Client, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return client.ask(make(*args, **kwargs))

    return method


class Client(Site):
    """One person at one site. Not to be shared between threads. Its methods raise `Problem`, or errors of urllib3.

    `omit` names the parts of every view that the program does not need, of `scene` and `text`: the site does not compute them.
    """

    def __init__(self, site: str, key: str, *, timeout: float = 15.0, omit: Collection[str] = ()) -> None:
        super().__init__(site, key, omit)
        self._http = urllib3.PoolManager(timeout=timeout, retries=False)
        self._stream_url = ""

    get, post, put = asking(calls.get), asking(calls.post), asking(calls.put)
    patch, delete = asking(calls.patch), asking(calls.delete)
    me, announce, join, view = asking(calls.me), asking(calls.announce), asking(calls.join), asking(calls.view)
    undo, resign, say, rest = asking(calls.undo), asking(calls.resign), asking(calls.say), asking(calls.rest)
    orders, order, withdraw_order = asking(calls.orders), asking(calls.order), asking(calls.withdraw_order)

    def answer(self, code: str, nth: int, text: str, story: str = "") -> Outcome:
        """Answer the open question of a game; the outcome holds the table as it is then."""
        return self.remember(code, nth, self.ask(calls.answer(code, nth, text, story)))

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

    def stream(self, last: str = "") -> Iterator[Line | None]:
        """Lines of the stream from now on (or after `last`, the `id` of the last line), with the table in each; None for a keep-alive.

        Ends when the server hangs up. Raises `Problem`, or urllib3's errors when the network does.
        """
        self._stream_url = self._stream_url or self.get("/")["stream"]
        timeout, lines = urllib3.Timeout(connect=10, read=30), Lines()
        url = f"{self._stream_url}?{urlencode(self.stream_query)}"
        answer = self._http.request("GET", url, headers=self.stream_headers(last), preload_content=False, timeout=timeout, redirect=False)
        try:
            if answer.status != 200:
                raise problem(answer.status, answer.headers, answer.read())
            while piece := answer.read1() if hasattr(answer, "read1") else answer.read(1):
                yield from lines.of(piece)
        finally:
            answer.close()

    def ask(self, call: Call[T]) -> T:
        """Ask, and ask again where nothing is lost by it: no answer, 429, 502, 503, 504."""
        for tries_left in reversed(range(TRIES)):
            try:
                return call.read(self._asked(call))
            except (Problem, urllib3.exceptions.HTTPError) as error:
                time.sleep(pause(error, tries_left))
        raise AssertionError("the last try either answers or raises")

    def _asked(self, call: Call[Any]) -> Json:
        query = self.query(call)
        url = self.api + call.path + (f"?{urlencode(query)}" if query else "")
        body = None if call.data is None else json.dumps(call.data).encode()
        answer = self._http.request(call.method, url, body=body, headers=self.headers | call.headers)
        if answer.status >= 400:
            raise problem(answer.status, answer.headers, answer.data)
        found: Json = json.loads(answer.data) if answer.data else {}
        return found
