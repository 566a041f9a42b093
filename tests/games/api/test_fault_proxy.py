"""Tests of docs/fault_proxy.py: a whole game is played through its faults, and mistakes of a client are named."""

from __future__ import annotations

import importlib.util
import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import urllib3
from django.utils import timezone

from fateapp.installation import CODE as PROJECT
from games.client import Client, Line, play, random_player
from games.services.people import api_tokens
from tests.games.api.servers import running
from tests.games.conftest import person, start

WHO = {"Authorization": "Bearer fate_x"}
MOVES = "/api/v1/games/k3m/moves"
STREAM = "/api/v1/stream?include=view"


def loaded() -> ModuleType:
    """The file loaded as a module: it belongs to no package."""
    spec = importlib.util.spec_from_file_location("fault_proxy", PROJECT / "docs" / "fault_proxy.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PROXY = loaded()


@contextmanager
def between(site: str, **how: Any) -> Iterator[tuple[str, Any]]:
    """The address of a proxy in front of this site, and its state."""
    faults = PROXY.Faults(site, **how)
    with serving(PROXY.serve(faults, 0)) as port:
        yield f"http://127.0.0.1:{port}", faults


@contextmanager
def serving(server: ThreadingHTTPServer) -> Iterator[int]:
    """The port of a server that runs inside the block."""
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Recorder(BaseHTTPRequestHandler):
    """A server that gives every request the same answer and stores the requests; also serves as a webhook's target."""

    came: Queue[tuple[str, str, bytes]]

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.came.put((self.command, self.path, body))
        content = json.dumps({"number": self.came.qsize()}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = answer

    def log_message(self, *parts: Any) -> None:
        """Log nothing."""


@contextmanager
def recorder() -> Iterator[tuple[str, Queue[tuple[str, str, bytes]]]]:
    came: Queue[tuple[str, str, bytes]] = Queue()
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (Recorder,), {"came": came}))) as port:
        yield f"http://127.0.0.1:{port}", came


def ask(method: str, url: str, **how: Any) -> urllib3.BaseHTTPResponse:
    return urllib3.request(method, url, retries=False, timeout=30, **how)


@pytest.mark.slow
@pytest.mark.xdist_group("api-http")
@pytest.mark.django_db(transaction=True)
def test_programs_of_the_client_play_a_whole_game_through_every_fault(tmp_path: Path) -> None:
    people = [person("alice"), person("bob")]
    game = start(*people, rules="turn_of_fate", now=timezone.now())
    keys = [api_tokens.make(one, "bot", ["game:read", "game:play"], now=timezone.now())[1] for one in people]
    only = tuple(name for name in PROXY.FAULTS if name not in PROXY.REFUSALS)  # each of which takes a second
    with (
        running(tmp_path / "log") as site,
        between(site, only=only, rate=0.3, seed=3, longest=0.05, silence=0.1) as (address, faults),
        ThreadPoolExecutor(2) as pool,
    ):
        for one in [pool.submit(play, Client(address, key), random_player, until=ended) for key in keys]:
            one.result(timeout=240)
    game.refresh_from_db()
    assert game.status == "finished"
    assert faults.mistakes == {}
    assert {"lost-answer", "lost-request", "twice"} <= set(faults.happened)


def ended(line: Line) -> bool:
    """Whether this line reports the end of the game."""
    return line.status == "finished"


@pytest.mark.parametrize(("fault", "status", "asked"), [("busy", 503, 0), ("limited", 429, 0), ("twice", 200, 2), ("slow", 200, 1)])
def test_post_meets_its_fault(fault: str, status: int, asked: int) -> None:
    with recorder() as (site, came), between(site, only=(fault,), rate=1.0, longest=0.01) as (address, faults):
        answer = ask("POST", address + MOVES, body=b"{}")
    assert (answer.status, came.qsize(), "Retry-After" in answer.headers) == (status, asked, asked == 0)
    assert faults.happened == {fault: 1}


@pytest.mark.parametrize(("fault", "asked"), [("lost-request", 0), ("lost-answer", 1)])
def test_connection_ends_without_an_answer(fault: str, asked: int) -> None:
    with recorder() as (site, came), between(site, only=(fault,), rate=1.0) as (address, _faults):
        with pytest.raises(urllib3.exceptions.HTTPError):
            ask("POST", address + MOVES, body=b"{}")
        assert came.qsize() == asked


def test_old_view_is_the_answer_of_the_time_before() -> None:
    with recorder() as (site, _came), between(site, only=("old-view",), rate=1.0) as (address, _faults):
        seen = [ask("GET", f"{address}/api/v1/games/k3m/view", headers=WHO).json()["number"] for _time in range(3)]
    assert seen == [1, 1, 2]


def test_call_of_a_webhook_is_passed_on_twice_as_it_came() -> None:
    with recorder() as (program, came):
        with between("", only=("call-twice",), rate=1.0, longest=0.01, deliver_to=f"{program}/hook") as (address, _faults):
            assert ask("POST", f"{address}/webhook", body=b'{"type":"your_turn"}').status == 204
        assert [came.get(timeout=30), came.get(timeout=30)] == [("POST", "/hook", b'{"type":"your_turn"}')] * 2


def test_late_call_of_a_webhook_is_taken_at_once_and_may_arrive_after_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[tuple[float, Callable[[], None]]] = []

    class Held:
        def __init__(self, seconds: float, call: Callable[[], None]) -> None:
            held.append((seconds, call))

        def start(self) -> None:
            """Started by the test instead."""

    with recorder() as (program, came):
        with between("", only=("late-call",), rate=1.0, longest=60.0, deliver_to=f"{program}/hook") as (address, faults):
            monkeypatch.setattr(PROXY, "threading", SimpleNamespace(Timer=Held))
            assert [ask("POST", f"{address}/webhook", body=body).status for body in (b"1", b"2")] == [204, 204]
            assert came.empty()
            for _seconds, call in reversed(held):
                call()
        assert [came.get(timeout=30)[2], came.get(timeout=30)[2]] == [b"2", b"1"]
    assert (faults.happened, all(0 < seconds <= 60 for seconds, _call in held)) == ({"late-call": 2}, True)


@pytest.mark.parametrize(("key", "mistaken"), [("first", False), ("second", True), ("", True)])
def test_post_that_is_sent_again_keeps_its_key(key: str, mistaken: bool) -> None:
    faults = PROXY.Faults("")
    faults.lost["Bearer fate_x", MOVES] = ("first", b"{}")
    faults.judge("POST", MOVES, WHO | {"Idempotency-Key": key}, b"{}")
    assert bool(faults.mistakes) == mistaken
    assert any("MISTAKE" in line for line in faults.report()) == mistaken


@pytest.mark.parametrize(("last", "mistaken"), [("17", False), ("16", False), ("18", True), ("", True)])
def test_stream_is_opened_again_where_it_broke(last: str, mistaken: bool) -> None:
    faults = PROXY.Faults("")
    faults.last_id["Bearer fate_x"] = "17"
    faults.judge("GET", STREAM, WHO | {"Last-Event-ID": last}, b"")
    assert bool(faults.mistakes) == mistaken


def test_who_is_told_to_wait_waits() -> None:
    with recorder() as (site, _came), between(site, only=("busy",), rate=1.0) as (address, faults):
        for _time in range(2):
            ask("POST", address + MOVES, body=b"{}", headers=WHO)
    assert faults.mistakes == {"came back before Retry-After": 1}
