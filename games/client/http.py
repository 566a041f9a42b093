"""The synchronous HTTP client: JSON requests, errors as exceptions, automatic retries, and the stream as an iterator."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar
from urllib.parse import urlencode

import urllib3

from . import calls
from .calls import Call
from .site import TRIES, Lines, Problem, Site, parsed, pause, problem
from .views import Game, Json, Line, Outcome

P = ParamSpec("P")
T = TypeVar("T")


def asking(make: Callable[P, Call[T]]) -> Callable[Concatenate[Client, P], T]:
    """Make a method from a function that builds a `Call`: it sends the call and returns the parsed response."""

    @wraps(make)
    def method(client: Client, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return client.ask(make(*args, **kwargs))

    return method


class Client(Site):
    """The client of one account at one site. It is not thread-safe. Its methods raise `Problem`, or errors of urllib3.

    `omit` names parts of views (`scene`, `text`) that the program does not need; the server does not compute them.
    """

    def __init__(self, site: str, key: str, *, timeout: float = 15.0, omit: Collection[str] = ()) -> None:
        super().__init__(site, key, omit)
        self._http = urllib3.PoolManager(timeout=timeout, retries=False)

    get, post, put = asking(calls.get), asking(calls.post), asking(calls.put)
    patch, delete = asking(calls.patch), asking(calls.delete)
    me, announce, join, view = asking(calls.me), asking(calls.announce), asking(calls.join), asking(calls.view)
    undo, resign, say, rest = asking(calls.undo), asking(calls.resign), asking(calls.say), asking(calls.rest)
    orders, order, withdraw_order = asking(calls.orders), asking(calls.order), asking(calls.withdraw_order)

    def answer(self, code: str, nth: int, text: str, story: str = "") -> Outcome:
        """Answer the open question `nth` of a game with `text`. The outcome has the new view. `story` is a line of story for the log."""
        return self.remember(code, nth, self.ask(calls.answer(code, nth, text, story)))

    def my_turns(self) -> list[Game]:
        """The games in which the account is to move."""
        return [Game.of(found) for found in self.pages("/games", mine=True, my_turn=True)]

    def pages(self, path: str, **query: Any) -> Iterator[Json]:
        """Iterate over all items of a paginated list, one request per page."""
        while True:
            page = self.get(path, **query)
            yield from page["items"]
            if page["next"] is None:
                return
            query["cursor"] = page["next"]

    def stream(self, last: str = "") -> Iterator[Line | None]:
        """Lines of the stream with the view of each game, from now on or after the line with the id `last`; None for a keep-alive.

        Ends when the server closes the connection. Raises `Problem`, or errors of urllib3.
        """
        self.stream_url = self.stream_url or self.get("/")["stream"]
        timeout, lines = urllib3.Timeout(connect=10, read=30), Lines()
        url = f"{self.stream_url}?{urlencode(self.stream_query)}"
        response = self._http.request("GET", url, headers=self.stream_headers(last), preload_content=False, timeout=timeout, redirect=False)
        try:
            if response.status != 200:
                raise problem(response.status, response.headers, response.read())
            while piece := response.read1() if hasattr(response, "read1") else response.read(1):
                yield from lines.of(piece)
        finally:
            response.close()

    def ask(self, call: Call[T]) -> T:
        """Send a call and return its parsed response. Network errors and the statuses in `BUSY` are retried, at most `TRIES` attempts.

        Raises `Problem`, or errors of urllib3.
        """
        for tries_left in reversed(range(TRIES)):
            try:
                return call.read(self._asked(call))
            except (Problem, urllib3.exceptions.HTTPError) as error:
                time.sleep(pause(error, tries_left))
        raise AssertionError("the last try either answers or raises")

    def _asked(self, call: Call[Any]) -> Json:
        query = self.query(call)
        url = self.api + call.path + (f"?{urlencode(query)}" if query else "")
        response = self._http.request(call.method, url, body=call.body, headers=self.headers | call.headers)
        return parsed(response.status, response.headers, response.data)
