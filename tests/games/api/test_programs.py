"""Tests of the documented clients and bots against a site that loses, repeats and cuts off answers: no duplicate answer, none missing."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from fateapp.installation import CODE as PROJECT
from games.client import Client, Line, aio, first_choice, play
from tests.games.api.test_fault_proxy import serving

GAME = {"code": "k3m", "rules": "turn_of_fate", "status": "active"}
ASKED = {"kind": "play", "shape": "one", "least": 1, "most": 1, "given": None, "options": [{"token": "pass", "number": 1}]}
LOST, PROXY = None, (502, "<h1>Bad gateway</h1>")


def view(nth: int, given: str | None = None) -> dict[str, Any]:
    return {"game": GAME, "seq": nth + 2, "nth": nth, "decision": ASKED | {"given": given}}


def line(number: int, nth: int, status: str = "active", **more: Any) -> str:
    facts = {"type": "game", "id": str(number), "game": "k3m", "status": status, "seq": nth + 2, "seat": 0, "nth": nth}
    return json.dumps(facts | {"my_turn": status == "active"} | more) + "\n"


SEALED = line(11, 2, view=view(2))
STREAMS = [
    SEALED + SEALED + line(12, 2, view=view(2)) + line(13, 3)[:20],  # sent three times, then half a line
    SEALED + line(14, 3) + line(15, 3, view=view(3)) + line(16, 4, "finished"),  # repeated; without the table; with it, too late
]
ANSWERS = [
    LOST,
    PROXY,
    (200, {"seq": 4, "final": False, "my_turn": False, "view": view(2, "pass")}),
    (409, {"type": "/api/v1/docs#problem-stale", "detail": "Too late."}),
    (200, {"seq": 6, "over": True, "my_turn": False, "view": view(4) | {"decision": None}}),
]


class Site(BaseHTTPRequestHandler):
    """A server that sends the answers it is given and stores the requests."""

    streams: Iterator[str]
    answers: Iterator[Any]
    resumed: list[str | None]
    moves: list[tuple[int, str | None]]

    def do_GET(self) -> None:
        if self.path.startswith("/api/v1/stream"):
            self.resumed.append(self.headers["Last-Event-ID"])
            self.say(200, next(self.streams), "application/x-ndjson")
        elif self.path.partition("?")[0].endswith("/view"):
            self.say(200, view(3))
        else:
            self.say(200, {"stream": f"http://{self.headers['Host']}/api/v1/stream"})

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.moves.append((asked["nth"], self.headers["Idempotency-Key"]))
        answer = next(self.answers)
        if answer is not LOST:
            self.say(*answer)

    def say(self, status: int, said: Any, kind: str = "application/json") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write((said if isinstance(said, str) else json.dumps(said)).encode())

    def log_message(self, *parts: Any) -> None:
        """Log nothing."""


def finished(line: Line) -> bool:
    return line.status == "finished"


def by_threads(site: str) -> None:
    play(Client(site, "fate_x"), first_choice, until=finished)


def by_asyncio(site: str) -> None:
    async def whole() -> None:
        async with aio.AsyncClient(site, "fate_x") as client:
            await aio.play(client, first_choice, until=finished)

    with ThreadPoolExecutor(1) as elsewhere:  # where a browser test ran before, this thread already has an event loop
        elsewhere.submit(asyncio.run, whole()).result()


def by_node(site: str) -> None:
    done = subprocess.run(["node", str(PROJECT / "docs" / "bot.mjs"), site, "fate_x", "1"], capture_output=True, text=True, check=False)
    assert done.stdout == "1 games finished\n", done.stderr


@pytest.mark.parametrize("program", [by_threads, by_asyncio, by_node])
def test_nothing_is_answered_twice_and_nothing_is_missed(program: Callable[[str], None]) -> None:
    if program is by_node and shutil.which("node") is None:
        pytest.skip("node is not installed: docs/bot.mjs is not tried")
    told: dict[str, Any] = {"streams": iter(STREAMS), "answers": iter(ANSWERS), "resumed": [], "moves": []}
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (Site,), told))) as port:
        program(f"http://127.0.0.1:{port}")
    assert told["resumed"] == [None, "12"]
    assert [nth for nth, _key in told["moves"]] == [2, 2, 2, 3, 3]
    keys = [key for _nth, key in told["moves"]]
    assert None not in keys
    assert (len(set(keys[:3])), len(set(keys[2:]))) == (1, 3), "what is sent again has its key, another answer has another"
