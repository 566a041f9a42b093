"""The client and the bot loop for asyncio. It needs httpx: `pip install "fateapp-client[async]"`."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import httpx

from . import calls
from .bot import LONGEST_BREAK, MOVED_ON, SHORTEST_BREAK, log
from .calls import Call
from .site import TRIES, Lines, Problem, Site, parsed, pause, problem
from .views import Game, Json, Line, Outcome, View

P = ParamSpec("P")
T = TypeVar("T")
Choose = Callable[[View], str | Awaitable[str]]


def asking(make: Callable[P, Call[T]]) -> Callable[Concatenate[AsyncClient, P], Coroutine[Any, Any, T]]:
    """Make a coroutine method from a function that builds a `Call`: it sends the call and returns the parsed response."""

    @wraps(make)
    async def method(client: AsyncClient, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await client.ask(make(*args, **kwargs))

    return method


class AsyncClient(Site):
    """The asyncio client of one account at one site. Methods as of `Client`; they raise `Problem`, or errors of httpx.

    async with AsyncClient("https://fate.example", "fate_…") as client:
        await play(client, random_player)
    """

    def __init__(self, site: str, key: str, *, timeout: float = 15.0, omit: Collection[str] = ()) -> None:
        super().__init__(site, key, omit)
        self._http = httpx.AsyncClient(headers=self.headers, timeout=timeout)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._http.aclose()

    get, post, put = asking(calls.get), asking(calls.post), asking(calls.put)
    patch, delete = asking(calls.patch), asking(calls.delete)
    me, announce, join, view = asking(calls.me), asking(calls.announce), asking(calls.join), asking(calls.view)
    undo, resign, say, rest = asking(calls.undo), asking(calls.resign), asking(calls.say), asking(calls.rest)
    orders, order, withdraw_order = asking(calls.orders), asking(calls.order), asking(calls.withdraw_order)

    async def answer(self, code: str, nth: int, text: str, story: str = "") -> Outcome:
        """Answer the open question `nth` of a game with `text`. The outcome has the new view. `story` is a line of story for the log."""
        return self.remember(code, nth, await self.ask(calls.answer(code, nth, text, story)))

    async def my_turns(self) -> list[Game]:
        """The games in which the account is to move."""
        return [Game.of(found) async for found in self.pages("/games", mine=True, my_turn=True)]

    async def pages(self, path: str, **query: Any) -> AsyncIterator[Json]:
        """Iterate over all items of a paginated list, one request per page."""
        while True:
            page = await self.get(path, **query)
            for item in page["items"]:
                yield item
            if page["next"] is None:
                return
            query["cursor"] = page["next"]

    async def stream(self, last: str = "") -> AsyncIterator[Line | None]:
        """Lines of the stream with the view of each game, from now on or after the line with the id `last`; None for a keep-alive.

        Ends when the server closes the connection. Raises `Problem`, or errors of httpx.
        """
        self.stream_url = self.stream_url or (await self.get("/"))["stream"]
        how: Json = {"headers": self.stream_headers(last), "timeout": httpx.Timeout(10, read=30), "params": self.stream_query}
        lines = Lines()
        async with self._http.stream("GET", self.stream_url, **how) as response:
            if response.status_code != 200:
                raise problem(response.status_code, response.headers, await response.aread())
            async for piece in response.aiter_bytes():
                for line in lines.of(piece):
                    yield line

    async def ask(self, call: Call[T]) -> T:
        """Send a call and return its parsed response. Network errors and the statuses in `BUSY` are retried, at most `TRIES` attempts.

        Raises `Problem`, or errors of httpx.
        """
        for tries_left in reversed(range(TRIES)):
            try:
                return call.read(await self._asked(call))
            except (Problem, httpx.TransportError) as error:
                await asyncio.sleep(pause(error, tries_left))
        raise AssertionError("the last try either answers or raises")

    async def _asked(self, call: Call[Any]) -> Json:
        url, query = self.api + call.path, self.query(call)
        response = await self._http.request(call.method, url, params=query, content=call.body, headers=call.headers)
        return parsed(response.status_code, response.headers, response.content)


async def step(client: AsyncClient, code: str, choose: Choose, view: View | None = None) -> bool:
    """Answer the open questions of one game until it is another player's turn. Returns True if the game is over.

    `view` is the present view if it is known.
    """
    while True:
        try:
            view = view or await client.view(code)
            if view.decision is None or view.decision.given is not None or view.nth is None:
                return view.game.over
            text = choose(view)
            outcome = await client.answer(code, view.nth, await text if inspect.isawaitable(text) else text)
            if outcome.over or not outcome.my_turn:
                return outcome.over
            view = outcome.view
        except Problem as refused:
            if refused.kind not in MOVED_ON:
                raise
            log.info("%s moved on: %s", code, refused)
            if refused.kind in ("closed", "not-found"):
                return True
            view = None


async def play(client: AsyncClient, choose: Choose, *, until: Callable[[Line], bool] | None = None) -> None:
    """Play all games of the account in an endless loop: read the stream, answer open questions, reconnect with exponential back-off.

    `choose` may be a coroutine function. `until(line)` is called after each processed line; the loop ends when it returns true.
    """
    last, wait = "", SHORTEST_BREAK
    while True:
        try:
            async for line in client.stream(last):
                wait = SHORTEST_BREAK
                if line is None:
                    continue
                if line.type == "game" and line.my_turn and not client.is_old(line):
                    await step(client, line.game, choose, line.view)
                last = line.id
                if until is not None and until(line):
                    return
        except Problem as refused:
            if not refused.passes:
                raise
            wait = refused.retry_after or wait
        except httpx.TransportError as error:
            log.info("the stream broke, trying again: %s", error)
        await asyncio.sleep(wait)
        wait = min(wait * 2, LONGEST_BREAK)
