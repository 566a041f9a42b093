"""SIGKILL every process of a site, one at a time, repeatedly, while programs play. Check that no acknowledged answer is lost or applied
twice.

.venv/bin/python deploy/drill/storm.py --kills 500

Each client records the answers that the site has acknowledged. A request that failed is sent again with the same Idempotency-Key until
there is a response. At the end the records are compared with the logs.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import psycopg

sys.path.insert(0, str(Path(__file__).parent))
from faults import Site, until

from tests.programs_of_up import PROGRAMS

CLIENTS = 4
TOKENS = """
import json; from games.models import Player; from notifications.clock import database_now
from games.services.people import api_tokens as tokens
people = [Player.objects.create_user(f"storm{n}@example.org", None, name=f"Storm {n}") for n in range(%d)]
print(json.dumps([tokens.make(who, "storm", ["game:read", "game:play", "table:write"], now=database_now())[1] for who in people]))
"""
LOGS = """
import json; from games.models import Move, Outage
from games.models import Game
lines = Move.objects.filter(source="api").order_by("game_id", "seq").values_list("game__code", "seat", "nth", "text")
backwards = 0
for game in Game.objects.all():
    at = list(game.moves.order_by("seq").values_list("at", flat=True))
    backwards += sum(later < earlier for earlier, later in zip(at, at[1:]))
print(json.dumps({"lines": list(lines), "backwards": backwards, "outages": Outage.objects.count(),
                  "bots": Move.objects.filter(source="bot").count(), "timeouts": Move.objects.filter(source="timeout").count()}))
"""
Answer = tuple[str, int, int, str]
"""Code of the game, seat, number of the question, text."""


@dataclass
class Client:
    """An API client that plays against a bot and records its acknowledged answers."""

    address: str
    token: str
    rng: random.Random
    acknowledged: list[Answer] = field(default_factory=list)
    met: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0

    def play(self, stop: threading.Event) -> None:
        """Play games one after the other; the current request is finished before the end."""
        code = ""
        while not stop.is_set():
            code = code or self.begin()
            view = self.ask("GET", f"games/{code}/view")
            if view is None or view["game"]["status"] != "active":
                code = ""
            elif not view.get("decision") or view["decision"]["given"] is not None:
                time.sleep(0.2)
            else:
                self.answer(code, view)

    def begin(self) -> str:
        """Start a new table with a bot; returns its code."""
        made = self.ask("POST", "games", {"rules": "turn_of_fate", "seats": 2, "bots": 1})
        if made is None:
            raise RuntimeError("The site refuses to make a table.")
        return str(made["code"])

    def answer(self, code: str, view: dict[str, Any]) -> None:
        """Send a random legal answer, and record it if it is acknowledged."""
        question = view["decision"]
        count = self.rng.randint(question["least"], question["most"])
        text = " ".join(option["token"] for option in self.rng.sample(question["options"], count))
        if self.ask("POST", f"games/{code}/moves", {"text": text, "nth": view["nth"]}) is not None:
            self.acknowledged.append((code, view["viewer"], view["nth"], text))

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Send a request; returns the JSON of the response, or None for a refusal. After any other error the request is retried."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", "Idempotency-Key": uuid.uuid4().hex}
        data = json.dumps(body).encode() if body is not None else None
        began = time.monotonic()
        while True:
            try:
                with urlopen(Request(f"{self.address}/api/v1/{path}", data, headers, method=method), timeout=20) as answer:
                    self.slowest = max(self.slowest, time.monotonic() - began)
                    return json.load(answer)
            except HTTPError as error:
                self.met[f"status {error.code}"] += 1
                problem = json.loads(error.read() or b"{}") if error.headers.get_content_type() == "application/problem+json" else {}
                if error.code < 500 and error.code != 429 and not str(problem.get("type", "")).endswith("#in-flight"):
                    return None
            except (OSError, HTTPException, ValueError):
                self.met["broken off"] += 1
            time.sleep(self.rng.uniform(0.05, 0.3))


def storm(site: Site, kills: int, end: float, rng: random.Random, only: list[str]) -> dict[str, list[float]]:
    """Kill each process in random order, with pauses of 0 to 1 s; returns the recovery times in seconds by process."""
    turn: list[str] = []
    back: dict[str, list[float]] = {name: [] for name in [*only, "the site"]}
    for number in range(kills):
        if time.monotonic() > end:
            break
        turn = turn if number % len(only) else rng.sample(only, len(only))
        name = turn[number % len(only)]
        until(f"{name} runs", lambda name=name: site.pid(name) is not None, 60)  # type: ignore[misc]
        pid = site.pid(name)
        if pid is None:
            continue
        os.kill(pid, signal.SIGKILL)
        killed = time.monotonic()
        until(f"{name} is back", lambda name=name, pid=pid: site.pid(name) not in (None, pid), 60, 0.02)  # type: ignore[misc]
        if name == "postgres":
            until("PostgreSQL answers", lambda: answers(site), 60, 0.02)
        back[name].append(time.monotonic() - killed)
        if name in ("postgres", "web"):
            until("the site answers", site.well, 120, 0.05)
            back["the site"].append(time.monotonic() - killed)
        time.sleep(rng.choice((0.0, 0.1, rng.uniform(0, 1))))
    return back


def database_url(site: Site) -> str:
    """The URL of the site's PostgreSQL."""
    return str(json.loads((site.root / "data/stores.json").read_text())["database_url"])


def answers(site: Site) -> bool:
    """Whether PostgreSQL responds."""
    try:
        psycopg.connect(database_url(site), connect_timeout=5).close()
    except psycopg.OperationalError:
        return False
    return True


def judge(site: Site, clients: list[Client]) -> bool:
    """Compare the acknowledged answers with the logs; print and return the result."""
    found = json.loads(site.manage("shell", "-v0", "-c", LOGS).splitlines()[-1])
    written = Counter((code, seat, nth, text) for code, seat, nth, text in found["lines"])
    told = Counter(answer for client in clients for answer in client.acknowledged)
    lost = [answer for answer in told if answer not in written]
    doubled = [answer for answer, times in (written | told).items() if times > 1]
    questions = Counter(answer[:3] for answer in written.elements())
    doubled += [question for question, times in questions.items() if times > 1]
    untold = len(written) - len(set(written) & set(told))
    met = sum((client.met for client in clients), Counter[str]())
    slowest = max(client.slowest for client in clients)
    rest = {name: number for name, number in found.items() if name != "lines"}
    print(f"== {told.total()} answers acknowledged, {len(lost)} lost, {len(doubled)} doubled, {untold} written that nobody was told of")
    print(f"== {rest}; slowest answer {slowest:.1f} s; {dict(met)}", flush=True)
    print(lost[:5], doubled[:5], flush=True) if lost or doubled else None
    return bool(told) and not lost and not doubled and not untold and not found["backwards"] and not found["outages"]


def main() -> int:
    """Start a site, play and kill, compare; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--minutes", type=float, default=60, help="at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--keep", action="store_true", help="leave its directory, with the logs")
    parser.add_argument("--only", nargs="*", choices=list(PROGRAMS), default=list(PROGRAMS), help="these processes, not all")
    chosen = parser.parse_args()
    root = Path(tempfile.mkdtemp(prefix="fate-drill-"))
    root.chmod(0o711)
    site = Site(root, {"FATE_API_RATE": "100000"}, chosen.port)
    try:
        site.started()
        return 0 if run(site, chosen.kills, 60 * chosen.minutes, random.Random(chosen.seed), chosen.only) else 1
    finally:
        site.process.terminate()
        print(f"== up ended with {site.process.wait(120)}", flush=True)
        print(f"== its directory is {root}") if chosen.keep else shutil.rmtree(root)


def run(site: Site, kills: int, seconds: float, rng: random.Random, only: list[str]) -> bool:
    """Play during the kills, then compare."""
    keys = json.loads(site.manage("shell", "-v0", "-c", TOKENS % CLIENTS).splitlines()[-1])
    clients = [Client(site.address, key, random.Random(rng.random())) for key in keys]
    stop = threading.Event()
    threads = [threading.Thread(target=client.play, args=(stop,)) for client in clients]
    for thread in threads:
        thread.start()
    began = time.monotonic()
    try:
        back = storm(site, kills, began + seconds, rng, only)
    finally:
        stop.set()
        for thread in threads:
            thread.join(120)
    done = sum(len(times) for name, times in back.items() if name in PROGRAMS)
    print(f"== {done} kills in {time.monotonic() - began:.0f} s; seconds until there again, median and longest:")
    print({name: (round(sorted(times)[len(times) // 2], 1), round(max(times), 1)) for name, times in back.items() if times}, flush=True)
    until("every process is back", lambda: all(site.pid(name) for name in PROGRAMS) and site.well())
    well = judge(site, clients)
    print(site.manage("audit"), flush=True)
    return well


if __name__ == "__main__":
    sys.exit(main())
