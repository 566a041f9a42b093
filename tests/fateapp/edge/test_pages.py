"""Tests of the request thread: a WSGI application behind admission control, over real sockets."""

from __future__ import annotations

import asyncio
import re
import socket
import struct
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any

from fateapp.edge.admission import BURST, PRIORITY, SOON, Admission
from fateapp.edge.connections import Connections
from fateapp.edge.environ import EnvironFactory
from fateapp.edge.pages import Pages
from fateapp.edge.priorities import SIGNED_IN, KnownCredentials, PriorityChooser
from fateapp.edge.request import Request
from tests.fateapp.edge.echo import Answer, counts, in_a_loop, parse
from tests.stopwatch import stretched

StartResponse = Callable[..., Any]


class Application:
    """Waits at /slow until it is released; keeps the environ of every request."""

    def __init__(self) -> None:
        self.environ_factory: list[dict[str, Any]] = []
        self.go = threading.Event()

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        environ["read"] = environ["wsgi.input"].read()
        self.environ_factory.append(environ)
        if environ["PATH_INFO"] == "/slow":
            self.go.wait(10)
        if environ["PATH_INFO"] == "/broken":
            raise ValueError("broken")
        environ[SIGNED_IN] = "session=good" in environ.get("HTTP_COOKIE", "")
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [environ["PATH_INFO"].encode("latin-1")]


def refusal(request: Request, seconds: float) -> tuple[list[tuple[str, str]], bytes]:
    """A short response with status 503."""
    return [("Content-Type", "text/plain")], b"busy"


@asynccontextmanager
async def pages(application: Application, seconds: float = 5) -> AsyncIterator[tuple[tuple[str, int], Pages]]:
    """Serve the application while the block lasts."""
    row = counts()
    priority_chooser = PriorityChooser(KnownCredentials(), "session", lambda path: path.startswith(b"/answer/good"))
    service = Pages(application, Admission(seconds), EnvironFactory("a", 1), priority_chooser, refusal, row)
    connections = Connections(service, row)
    server = await asyncio.get_running_loop().create_server(connections.new_connection, "127.0.0.1", 0)
    watching = asyncio.create_task(connections.check_periodically())
    try:
        yield server.sockets[0].getsockname()[:2], service
    finally:
        application.go.set()
        server.close()
        await connections.finish(2)
        watching.cancel()


async def one(place: tuple[str, int], target: str = "/", headers: str = "", body: bytes = b"", method: str = "GET") -> Answer:
    """The response to one request on its own connection."""
    reader, writer = await asyncio.open_connection(*place)
    writer.write(f"{method} {target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{headers}\r\n".encode("latin-1") + body)
    found = await asyncio.wait_for(reader.read(), 12)
    writer.close()
    return parse(found)[0]


async def until(holds: Callable[[], bool]) -> None:
    """Wait until the condition holds."""
    deadline = time.monotonic() + 5
    while not holds():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.005)


def test_environ_says_what_came_over_the_wire() -> None:
    application = Application()

    async def run() -> None:
        async with pages(application) as (place, _service):
            headers = "Transfer-Encoding: chunked\r\nX-One: 1\r\nX-One: 2\r\nCookie: a=b\r\nCookie: c=d\r\n"
            headers += "X_Forwarded_For: evil\r\nContent-Type: text/x\r\n"
            await one(place, "/caf%C3%A9%2Fx?q=%20&r=1", headers, b"3\r\nabc\r\n0\r\n\r\n", "POST")
            await one(place, "http://a/path?x#y")

    in_a_loop(run())
    first, second = application.environ_factory
    assert first["PATH_INFO"].encode("latin-1").decode() == "/café/x"
    assert first["QUERY_STRING"] == "q=%20&r=1"
    assert (first["CONTENT_LENGTH"], first["read"], first["CONTENT_TYPE"]) == ("3", b"abc", "text/x")
    assert (first["HTTP_X_ONE"], first["HTTP_COOKIE"]) == ("1, 2", "a=b; c=d")
    assert not {"HTTP_X_FORWARDED_FOR", "HTTP_TRANSFER_ENCODING", "HTTP_CONTENT_LENGTH", "HTTP_CONTENT_TYPE"} & set(first)
    assert (second["PATH_INFO"], second["QUERY_STRING"], second["CONTENT_LENGTH"]) == ("/path", "x", "")
    assert first["REMOTE_ADDR"] == "127.0.0.1"


def test_application_that_breaks_is_500_and_the_next_request_is_served() -> None:
    async def run() -> tuple[int, int]:
        async with pages(Application()) as (place, _service):
            return (await one(place, "/broken")).status, (await one(place)).status

    assert in_a_loop(run()) == (500, 200)


def test_who_would_be_one_too_many_is_refused_at_once_with_the_time_to_wait() -> None:
    application = Application()

    async def run() -> tuple[Answer, float, list[int]]:
        async with pages(application) as (place, service):
            slow = asyncio.create_task(one(place, "/slow"))
            await until(lambda: len(application.environ_factory) == 1)
            waiting = [asyncio.create_task(one(place, f"/{number}")) for number in range(BURST)]
            await until(lambda: service.counts.get("refused_stranger") == 0 and len(service.admission.queues[-1].waiting) == len(waiting))
            await asyncio.sleep(SOON)
            begun = time.monotonic()
            refused = await one(place, "/late")
            seconds = time.monotonic() - begun
            assert not application.go.is_set()
            application.go.set()
            statuses = [answer.status for answer in await asyncio.gather(slow, *waiting)]
            assert service.counts.get("refused_stranger") == 1
        return refused, seconds, statuses

    refused, seconds, statuses = in_a_loop(run())
    assert refused.status == 503
    assert re.search(rb"retry-after: [1-4]\r", refused.head.lower() + b"\r")
    assert seconds < stretched(1)
    assert statuses == [200] * (1 + BURST)


def test_moves_go_before_pages_before_lists_before_strangers_and_probes_before_all() -> None:
    application, good = Application(), "Cookie: x=y; session=good\r\n"
    wanted = [("/x", "", "GET"), ("/lobby/", good, "GET"), ("/g/abc/", good, "GET"), ("/static/a.css", "", "GET")]
    wanted += [("/g/abc/answer/", good, "POST"), ("/api/v1/games/abc/moves", good, "POST"), ("/answer/good/", "", "POST")]
    wanted.append(("/readyz", "", "GET"))

    async def run() -> list[str]:
        async with pages(application) as (place, service):
            await one(place, "/", good)
            await until(lambda: b"good" in service.priority_chooser.known)
            slow = asyncio.create_task(one(place, "/slow"))
            await until(lambda: len(application.environ_factory) == 2)
            tasks = [asyncio.create_task(one(place, path, headers, method=method)) for path, headers, method in wanted]
            await until(lambda: sum(len(queue.waiting) for queue in service.admission.queues) == len(wanted))
            together = time.monotonic()
            for request in (request for queue in service.admission.queues for request in queue.waiting):
                request.began = together  # independent of the time that the machine needed to deliver them
            application.go.set()
            await asyncio.gather(slow, *tasks)
        return [environ["PATH_INFO"] for environ in application.environ_factory[2:]]

    served = in_a_loop(run())
    assert sorted(served[1:4]) == ["/answer/good/", "/api/v1/games/abc/moves", "/g/abc/answer/"]
    assert [served[0], *served[4:]] == ["/readyz", "/static/a.css", "/g/abc/", "/lobby/", "/x"]


def test_preflight_costs_a_file_and_no_other_options_do() -> None:
    asks = "Access-Control-Request-Method: GET\r\n"

    async def run() -> list[int]:
        application = Application()
        async with pages(application) as (place, service):
            slow = asyncio.create_task(one(place, "/slow"))
            await until(lambda: len(application.environ_factory) == 1)
            asked = [("/api/v1/games", asks), ("/oauth/token", asks), ("/api/v1/games", ""), ("/g/abc/", asks)]
            tasks = [asyncio.create_task(one(place, path, headers, method="OPTIONS")) for path, headers in asked]
            await until(lambda: sum(len(queue.waiting) for queue in service.admission.queues) == len(asked))
            waiting = [len(service.admission.queues[PRIORITY[name]].waiting) for name in ("file", "stranger")]
            application.go.set()
            await asyncio.gather(slow, *tasks)
            return waiting

    assert in_a_loop(run()) == [2, 2]


def test_stranger_is_served_while_others_ask_without_end() -> None:
    application, good = Application(), "Cookie: session=good\r\n"

    async def run() -> int:
        async with pages(application) as (place, service):
            await one(place, "/", good)
            await until(lambda: b"good" in service.priority_chooser.known)
            ended = asyncio.Event()

            async def ask_again() -> None:
                while not ended.is_set():
                    await one(place, "/g/abc/", good)

            others = [asyncio.create_task(ask_again()) for _ in range(12)]
            await asyncio.sleep(0.1)
            status = (await asyncio.wait_for(one(place, "/sign-in"), 4)).status
            ended.set()
            await asyncio.gather(*others)
        return status

    assert in_a_loop(run()) == 200


def test_credential_that_was_made_up_is_a_stranger() -> None:
    async def run() -> tuple[int, int]:
        async with pages(Application()) as (place, service):
            for _ in range(3):
                await one(place, "/g/abc/answer/", "Cookie: session=made-up\r\n", method="POST")
            await one(place, "/answer/forged/", method="POST")
            return service.counts.get("served_stranger"), service.counts.get("served_move")

    assert in_a_loop(run()) == (4, 0)


def test_request_of_a_client_that_hung_up_is_not_carried_out() -> None:
    application = Application()

    async def run() -> int:
        async with pages(application) as (place, service):
            slow = asyncio.create_task(one(place, "/slow"))
            await until(lambda: len(application.environ_factory) == 1)
            _reader, writer = await asyncio.open_connection(*place)
            writer.write(b"GET /gone HTTP/1.1\r\nHost: a\r\n\r\n")
            await until(lambda: len(service.admission.queues[-1].waiting) == 1)
            writer.close()
            await until(lambda: service.counts.get("abandoned_stranger") == 1)
            application.go.set()
            await slow
            await one(place, "/after")
        return service.counts.get("abandoned_stranger")

    assert in_a_loop(run()) == 1
    assert [environ["PATH_INFO"] for environ in application.environ_factory] == ["/slow", "/after"]


def test_request_that_has_waited_too_long_is_refused_instead_of_served_late() -> None:
    application = Application()

    async def run() -> Answer:
        async with pages(application, seconds=0.2) as (place, _service):
            slow = asyncio.create_task(one(place, "/slow"))
            await until(lambda: len(application.environ_factory) == 1)
            late = asyncio.create_task(one(place, "/late"))
            await asyncio.sleep(0.4)
            application.go.set()
            await slow
            return await late

    assert in_a_loop(run()).status == 503
    assert [environ["PATH_INFO"] for environ in application.environ_factory] == ["/slow"]


def test_many_at_once_are_no_overload() -> None:
    application = Application()

    async def run() -> list[int]:
        async with pages(application) as (place, _service):
            slow = asyncio.create_task(one(place, "/slow"))
            await until(lambda: len(application.environ_factory) == 1)
            many = [asyncio.create_task(one(place, f"/{number}")) for number in range(BURST)]
            await asyncio.sleep(0.2)
            application.go.set()
            return [answer.status for answer in await asyncio.gather(slow, *many)]

    assert in_a_loop(run()) == [200] * (BURST + 1)


def test_client_that_resets_after_its_response_disturbs_nobody() -> None:
    """The response is sent by the request thread; the client has reset the connection before the event loop wants to end it."""
    application, errors = Application(), list[Any]()

    async def run() -> int:
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: errors.append(context))
        async with pages(application) as (place, _service):
            with socket.create_connection(place) as client:
                client.sendall(b"GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                await until(lambda: bool(application.environ_factory))
                application.go.set()
                assert client.recv(65536).startswith(b"HTTP/1.1 200")  # the loop does not run meanwhile
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            return (await one(place)).status

    assert in_a_loop(run()) == 200
    assert errors == []
