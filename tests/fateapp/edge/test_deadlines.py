"""Tests of the deadlines for slow clients: the server closes the connection; until then only this connection is occupied."""

from __future__ import annotations

import asyncio
import socket
import time
from dataclasses import replace

import pytest

from fateapp.edge import connections
from fateapp.edge.limits import LIMITS
from tests.fateapp.edge.echo import Echo, in_a_loop, served
from tests.stopwatch import stretched

QUICK = replace(
    LIMITS, head_seconds=0.5, body_seconds=3.0, body_grace=0.5, body_rate=1000, idle_seconds=0.6, write_seconds=0.5, linger_seconds=0.3
)
GET = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"


@pytest.fixture(autouse=True)
def _looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "CHECK_SECONDS", 0.05)


async def drip(place: tuple[str, int], begin: bytes, piece: bytes, every: float) -> tuple[float, bytes]:
    """Send `begin`, then `piece` repeatedly; returns the seconds until the server closed the connection, and its response."""
    reader, writer = await asyncio.open_connection(*place)
    begun, found = time.monotonic(), b""
    writer.write(begin)
    while time.monotonic() - begun < 5:
        writer.write(piece)
        try:
            chunk = await asyncio.wait_for(reader.read(1000), every)
        except TimeoutError:
            continue
        except ConnectionResetError:
            break
        if not chunk:
            break
        found += chunk
    writer.close()
    return time.monotonic() - begun, found


@pytest.mark.parametrize(
    ("begin", "piece", "most", "status"),
    [
        (b"", b"", 0.9, b""),
        (b"GET / HTT", b"", 0.9, b"408"),
        (b"GET / HTTP/1.1\r\nHost: a\r\n", b"X: y\r\n", 0.9, b"408"),
        (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n", b"x", 1.0, b"408"),
        (b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n", 1.0, b"408"),
        (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\n", b"x" * 400, 3.5, b"408"),
    ],
)
def test_request_that_does_not_become_complete_is_ended_in_time(begin: bytes, piece: bytes, most: float, status: bytes) -> None:
    async def run() -> tuple[float, bytes, Echo]:
        echo = Echo()
        async with served(echo, QUICK) as place:
            seconds, found = await drip(place, begin, piece, 0.1)
        return seconds, found, echo

    seconds, found, echo = in_a_loop(run())
    assert 0.4 < seconds < stretched(most + 0.5)
    assert found[9:12] == status
    assert echo.seen == []
    assert echo.connections.counts.get("cut_408") == 1


def test_body_that_arrives_steadily_is_taken() -> None:
    async def run() -> list[tuple[str, bytes, bytes, int]]:
        echo = Echo()
        async with served(echo, QUICK) as place:
            _reader, writer = await asyncio.open_connection(*place)
            writer.write(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4000\r\n\r\n")
            for _ in range(10):
                writer.write(b"x" * 400)
                await asyncio.sleep(0.15)
            await asyncio.sleep(0.1)
            writer.close()
        return echo.seen

    assert [length for _method, _path, _body, length in in_a_loop(run())] == [4000]


def test_unused_connection_is_ended_after_its_time() -> None:
    async def run() -> float:
        async with served(Echo(), QUICK) as place:
            reader, writer = await asyncio.open_connection(*place)
            writer.write(GET)
            begun = time.monotonic()
            try:
                while await asyncio.wait_for(reader.read(1000), 5):
                    pass
            except ConnectionResetError:
                pass
            writer.close()
            return time.monotonic() - begun

    assert 0.5 < in_a_loop(run()) < 1.5


def test_client_that_does_not_read_its_answer_is_cut_and_one_that_reads_slowly_is_not() -> None:
    size = 8_000_000

    async def reader_of(place: tuple[str, int], pause: float) -> int:
        line = socket.create_connection(place)
        if pause > 1:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        line.setblocking(False)
        loop, found = asyncio.get_running_loop(), 0
        await loop.sock_sendall(line, GET)
        with line:
            begun = time.monotonic()
            while time.monotonic() - begun < 6 and found < size:
                await asyncio.sleep(pause)
                try:
                    chunk = await loop.sock_recv(line, 1 << 16)
                except ConnectionResetError:
                    break
                if not chunk:
                    break
                found += len(chunk)
        return found

    async def run() -> tuple[int, int, Echo]:
        echo = Echo(size=size)
        async with served(echo, QUICK) as place:
            fast, none = await asyncio.gather(reader_of(place, 0), reader_of(place, 3))
        return fast, none, echo

    fast, none, echo = in_a_loop(run())
    assert fast >= size
    assert none < size
    assert echo.connections.counts.get("cut_slow_reader") == 1


def test_too_many_connections_end_those_that_have_waited_longest() -> None:
    few = replace(LIMITS, connections=40)

    async def run() -> tuple[list[bytes], int]:
        echo = Echo()
        async with served(echo, few) as place:
            lines = [await asyncio.open_connection(*place) for _ in range(100)]
            answers = []
            for _ in range(10):
                reader, writer = await asyncio.open_connection(*place)
                writer.write(GET)
                answers.append((await asyncio.wait_for(reader.read(1000), 2))[9:12])
                writer.close()
            most = len(echo.connections.open)
            for _reader, writer in lines:
                writer.close()
        return answers, most

    answers, most = in_a_loop(run())
    assert answers == [b"200"] * 10
    assert most <= 40


def test_all_bodies_together_are_bounded() -> None:
    small = replace(LIMITS, all_bodies_bytes=300_000)
    head = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100001\r\n\r\n"

    async def run() -> tuple[bytes, int]:
        echo = Echo()
        async with served(echo, small) as place:
            lines = [await asyncio.open_connection(*place) for _ in range(4)]
            for _reader, writer in lines:
                writer.write(head + b"x" * 100_000)
            done, _pending = await asyncio.wait(
                [asyncio.create_task(reader.read(1000)) for reader, _writer in lines], timeout=2, return_when=asyncio.FIRST_COMPLETED
            )
            found = [task.result() for task in done]
            for _reader, writer in lines:
                writer.close()
            await asyncio.sleep(0.2)
            return found[0][9:12], echo.connections.bodies.held

    assert in_a_loop(run()) == (b"503", 0)
