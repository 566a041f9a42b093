"""ASGI application of the stream process: GET /api/v1/stream sends the changes in the caller's games as server-sent events or NDJSON.

A line has the length of a game's log and whether it is the caller's turn. The client then fetches the view, or gets it in the line with
`include=view`. Permission is checked when the view is read.
"""

import asyncio
import hashlib
import io
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest
from django.db import DatabaseError
from django.utils.module_loading import import_string

from games.api.base import cross_origin
from games.api.base.problems import MEDIA_TYPE, Problem, challenge
from games.api.base.requests import request_id
from games.api.streams.database import in_database
from games.api.streams.hub import EVENT_ID, MOST_PER_PERSON, Hub, Stream, TooMany, event_id
from games.api.streams.lines import encoded, lines, wishes
from games.api.streams.tables import Wishes
from games.queries.tables import stream_state
from games.services.people import api_tokens
from notifications.clock import database_now

Scope = MutableMapping[str, Any]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[Any]]

PATH = "/api/v1/stream"
KEEP_ALIVE = 7.0
HUB = Hub()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one request: a problem document, or a stream that ends when either side closes the connection."""
    request = ASGIRequest(dict(scope), io.BytesIO())
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        await _head(send, 204, cross_origin.STREAM_PREFLIGHT)
        await send({"type": "http.response.body", "body": b"", "more_body": False})
        return
    gone = asyncio.ensure_future(_until_disconnected(receive))
    try:
        with _place(request):
            await _stream(request, send, gone)
    except Problem as problem:
        await _refuse(send, problem, request_id(request))
    except SuspiciousOperation:  # another Host, or more parameters than are read
        await _refuse(send, Problem("bad-request"), request_id(request))
    finally:
        gone.cancel()


async def _stream(request: ASGIRequest, send: Send, gone: asyncio.Future[None]) -> None:
    """Open a stream and send its lines. Raises `Problem` before the first line."""
    wanted = wishes(request)
    with HUB.being_opened():
        stream, since, moment = await _open(request, wanted)
    try:
        if gone.done():
            return
        await _start(send, wanted.ndjson, request.headers.get("Origin"))
        for line in await lines(
            stream.player, list(stream.told.values()), since or moment, wanted
        ):  # after a broken connection, the client resumes after the last line it received
            await _send(send, line)
        await _send(send, encoded({"type": "ready", "id": event_id(moment)}, wanted))
        await _tell(stream, send, gone, wanted)
    finally:
        HUB.leave(stream)


@contextmanager
def _place(request: ASGIRequest) -> Iterator[None]:
    """Count the request under its credential before the credential is checked. Raises `Problem`."""
    if request.method != "GET":
        raise Problem("method-not-allowed", headers={"Allow": "GET"})
    request.get_host()  # raises SuspiciousOperation for the name of another server
    given = request.headers.get("Authorization") or request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if not given:
        raise Problem("not-signed-in", headers=challenge())
    try:
        with HUB.place_for(hashlib.sha256(given.encode("utf-8", "replace")).hexdigest()):
            yield
    except TooMany as error:
        if error.person:
            detail = f"You have {MOST_PER_PERSON} streams open already."
            raise Problem("too-many-requests", detail, headers={"Retry-After": "10"}) from error
        raise Problem("unavailable", "There are as many streams as this server takes.", headers={"Retry-After": "30"}) from error


async def _tell(stream: Stream, send: Send, gone: asyncio.Future[None], wanted: Wishes) -> None:
    """Send lines as they come, and an empty one after `KEEP_ALIVE` seconds without any."""
    gone.add_done_callback(lambda _gone: stream.something.set())
    while not gone.done() and not stream.closed:
        with suppress(TimeoutError):
            async with asyncio.timeout(KEEP_ALIVE):
                await stream.something.wait()
        if gone.done():
            return
        found, views = stream.take(), stream.take_views()
        if found and stream.moment is not None:
            for line in await lines(stream.player, found, stream.moment, wanted, views):
                await _send(send, line)
        else:
            await _send(send, b"\n" if wanted.ndjson else b":\n\n")
    if stream.closed:
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _open(request: ASGIRequest, wanted: Wishes) -> tuple[Stream, datetime | None, datetime]:
    """Authenticate, join the hub and read the first states.

    Returns the stream, the time from which it is resumed (None if new), and the time of its first lines. Raises `Problem` and `TooMany`.
    """
    resumed = _resumed(request.headers.get("Last-Event-ID", ""))
    try:
        player, token, session = await in_database(lambda: _who(request))
        stream = Stream(player, token, wanted, session=session)
        HUB.join(stream)
        try:
            first, since, moment = await in_database(lambda: _standings(player, resumed))
        except BaseException:
            HUB.leave(stream)
            raise
    except DatabaseError as error:
        raise Problem("unavailable", headers={"Retry-After": "5"}) from error
    stream.begin(first)
    return stream, since, moment


def _who(request: ASGIRequest) -> tuple[int, int | None, str | None]:
    """The id of the player, and the id of the token that was sent or else the key of the session. Raises `Problem` without either."""
    header = request.headers.get("Authorization", "")
    if header:
        found = api_tokens.recognise(header.partition(" ")[2].strip())
        token = found[0] if found is not None else None
        if token is None or not header.lower().startswith("bearer "):
            raise Problem("not-signed-in", "This token is not valid.", headers=challenge("invalid_token"))
        if "game:read" not in token.scopes:
            headers = challenge("insufficient_scope", "game:read")
            raise Problem("insufficient-scope", "This token lacks the scope game:read.", headers=headers, scope="game:read")
        return token.player_id, token.pk, None
    store = import_string(f"{settings.SESSION_ENGINE}.SessionStore")
    request.session = store(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    user: Any = get_user(request)
    if not user.is_authenticated:
        raise Problem("not-signed-in", headers=challenge())
    return user.pk, None, request.session.session_key


def _standings(player: int, since: datetime | None) -> tuple[dict[str, stream_state.Standing], datetime | None, datetime]:
    """The first states, the time from which the stream is resumed (None if new), and the time of the query.

    A Last-Event-ID that lies in the future, because the clock of the database was set back, says nothing about what the client has seen:
    the stream begins like a new one. A refusal would end a browser's EventSource, which sends the same id again and again.
    """
    moment = database_now()
    if since is not None and since <= moment + stream_state.SLACK:
        return stream_state.changed_since(player, since), since, moment
    return stream_state.running([player]).get(player, {}), None, moment


def _resumed(text: str) -> datetime | None:
    """The time in a Last-Event-ID; None for an empty one, so that all running games are sent. Raises `Problem` for an invalid one."""
    if not text:
        return None
    if EVENT_ID.fullmatch(text) is None:
        raise Problem("bad-request", "This Last-Event-ID is not the `id` of a line of this stream.", code="bad_event_id")
    return datetime.fromtimestamp(int(text) / 1_000_000, UTC)


async def _start(send: Send, ndjson: bool, origin: str | None) -> None:
    """Send the head of the response. All origins may read it with a token, the origin of the site also with the session cookie."""
    kind = "application/x-ndjson" if ndjson else "text/event-stream"
    headers = {"Content-Type": kind, "Cache-Control": "no-store, private", "X-Accel-Buffering": "no", **cross_origin.ANSWER}
    if origin is not None and origin == settings.SITE_URL:
        headers |= {"Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true", "Vary": "Origin"}
    await _head(send, 200, headers)


async def _head(send: Send, status: int, headers: Mapping[str, str]) -> None:
    encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": encoded})


async def _send(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _until_disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _refuse(send: Send, problem: Problem, identity: str) -> None:
    headers = {"Content-Type": MEDIA_TYPE, "Cache-Control": "no-store", "X-Request-ID": identity, **problem.headers}
    await _head(send, problem.status, headers | cross_origin.ANSWER)
    await send({"type": "http.response.body", "body": json.dumps(problem.document(identity)).encode(), "more_body": False})
