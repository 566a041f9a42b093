"""Tests of the server as a program: several processes on one socket, restarted when one ends, and an orderly shutdown."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import pytest

from fateapp.embedded.processes import is_alive
from fateapp.installation import CODE as PROJECT
from tests.fateapp.edge.echo import in_a_loop, parse
from tests.fateapp.waiting import until
from tests.ports import free_port

Server = tuple[subprocess.Popen[bytes], int]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of two processes that answer with their number."""
    port = free_port()
    words = ["fateapp.edge", "pages", "--port", str(port), "--workers", "2", "tests.fateapp.edge.hello:application"]
    settings = {"DJANGO_SETTINGS_MODULE": "fateapp.settings", "FATE_SECRET_KEY": "k" * 40, "FATE_DATA_DIR": str(tmp_path)}
    process = subprocess.Popen([sys.executable, "-m", *words], cwd=PROJECT, env=os.environ | settings)
    try:
        until(lambda: answer(port), "the first answer", 60)
        yield process, port
    finally:
        process.kill()
        process.wait()


def answer(port: int, path: str = "/") -> int:
    """The number of the answering process; 0 without a response."""
    line = HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        line.request("GET", path)
        return int(line.getresponse().read())
    except (OSError, HTTPException):
        return 0
    finally:
        line.close()


async def at_once(port: int, clients: int) -> list[int]:
    """The numbers of the processes that answer so many clients, all of which connect before the first one sends a request."""
    lines = await asyncio.gather(*(asyncio.open_connection("127.0.0.1", port) for _ in range(clients)))
    for _reader, writer in lines:
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    found = [await asyncio.wait_for(reader.read(), 10) for reader, _writer in lines]
    for _reader, writer in lines:
        writer.close()
    return [int(one.body) for raw in found for one in parse(raw)]


def children(pid: int) -> list[int]:
    """The live child processes of a process."""
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split() if is_alive(int(word))]


def test_process_that_is_killed_is_started_again_and_the_other_goes_on(server: Server) -> None:
    process, port = server
    first, second = children(process.pid)
    os.kill(first, signal.SIGKILL)
    assert all(answer(port) == second for _ in range(5))
    until(lambda: first not in (now := children(process.pid)) and len(now) == 2, "another process", 10)


@pytest.mark.parametrize("clients", [8, 64])
def test_clients_that_connect_at_the_same_time_are_spread_over_the_processes(server: Server, clients: int) -> None:
    process, port = server
    until(lambda: {answer(port) for _ in range(4)} == set(children(process.pid)), "both processes", 30)
    found = Counter(in_a_loop(at_once(port, clients)))
    assert found.keys() == set(children(process.pid))
    assert min(found.values()) >= clients / 4


def test_process_accepts_while_the_other_is_stopped(server: Server) -> None:
    process, port = server
    first, second = children(process.pid)
    os.kill(first, signal.SIGSTOP)
    try:
        assert set(in_a_loop(at_once(port, 20))) == {second}
    finally:
        os.kill(first, signal.SIGCONT)


def test_request_that_was_begun_is_answered_before_the_end(server: Server) -> None:
    process, port = server
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(answer(port, "/slow")))
    thread.start()
    time.sleep(0.4)
    process.terminate()
    thread.join(timeout=10)
    assert found[0] > 0
    assert process.wait(timeout=10) == 0


def test_processes_end_with_the_first_one(server: Server) -> None:
    process, _port = server
    workers = children(process.pid)
    process.kill()
    until(lambda: not any(is_alive(worker) for worker in workers), "the end of all", 10)


CHECKS_FAIL = """
import asyncio, socket
from fateapp.edge import process
from fateapp.edge.connections import Connections
from fateapp.edge.counts import Table
from tests.fateapp.edge.echo import Echo

async def fail(self):
    raise RuntimeError("the checks have failed")

Connections.check_periodically = fail
Echo.stop = lambda self: None
listener = socket.socket()
listener.bind(("127.0.0.1", 0))
asyncio.run(process._serve(listener, Echo, Table(1).row(0), None))
"""


def test_process_without_checks_of_slow_clients_ends_with_the_error() -> None:
    """It went on, and slow clients stayed for ever; the first process starts it again."""
    done = subprocess.run([sys.executable, "-c", CHECKS_FAIL], cwd=PROJECT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert done.stderr.endswith("RuntimeError: the checks have failed\n")


def test_port_that_is_taken_is_a_sentence(server: Server) -> None:
    _process, port = server
    words = [sys.executable, "-m", "fateapp.edge", "pages", "--port", str(port), "x:y"]
    done = subprocess.run(words, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == f"Cannot listen on 127.0.0.1 port {port}: Address already in use.\n"


def test_program_on_another_origin_can_read_that_its_body_is_too_long(server: Server) -> None:
    _process, port = server
    line = HTTPConnection("127.0.0.1", port, timeout=10)
    line.request("POST", "/api/v1/games", headers={"Content-Length": "600000", "Origin": "https://board.example"})
    found = line.getresponse()
    assert (found.status, found.getheader("Access-Control-Allow-Origin")) == (413, "*")
    assert b'"too_large"' in found.read()
    line.close()
