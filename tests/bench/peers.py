"""`bench --peers`: boardgame.io with its PostgreSQL store on the same server, with the same number of matches, in turns with the site.

It is installed from its package registry by npm into the folder of the measurement, which is removed afterwards.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

from tests.bench.cells import Cell, Turn
from tests.bench.memory import processor_seconds, servers_seconds
from tests.bench.stores import Stores
from tests.ports import free_port

PROGRAM = Path(__file__).parent / "boardgame"
TRIES = 3
"""Sometimes a match of the peer waits for an update that never arrives; such a turn is discarded and repeated."""
NAME = "peer: boardgame.io with PostgreSQL, moves"
DATABASE = "peer"


class NoPeerError(Exception):
    """The peer cannot be installed or started on this machine."""


@contextmanager
def boardgame(place: Stores) -> Iterator[int]:
    """Install and serve boardgame.io; yields the port. Raises `NoPeerError`."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        raise NoPeerError("bench --peers needs Node.js 18 or newer with npm; install it, or leave --peers out.")
    folder = place.root / "boardgame"
    shutil.copytree(PROGRAM, folder)
    done = subprocess.run([npm, "install", "--no-audit", "--no-fund"], cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode:
        raise NoPeerError(f"npm could not install boardgame.io: {done.stderr.strip()[-500:]}")
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {DATABASE}")
    port = free_port()
    known = connection.get_connection_params()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")} | {
        "NODE_ENV": "production",
        "PEER_PORT": str(port),
        "PEER_HOST": str(known["host"]),
        "PEER_DATABASE": DATABASE,
        "PEER_USER": str(known["user"]),
        "PEER_PASSWORD": str(known["password"]),
    }
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([node, "server.js"], cwd=folder, env=environment, stdout=log, stderr=log)
        try:
            _wait(process, folder / "log")
            yield port
        finally:
            process.terminate()
            process.wait(20)


def _wait(process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 60
    while "ready" not in log.read_text(errors="replace"):
        if process.poll() is not None or time.monotonic() > end:
            raise NoPeerError(f"boardgame.io did not start: {log.read_text(errors='replace')[-800:]}")
        time.sleep(0.1)


def cells(place: Stores, port: int, matches: tuple[int, ...] = (1, 8)) -> list[Cell]:
    """One cell for each number of matches; a move is finished when both players have received its update."""
    return [Cell(f"{NAME} ×{count}", _run(place.root / "boardgame", port, count)) for count in matches]


def _run(folder: Path, port: int, matches: int) -> Callable[[float], Turn]:
    def run(seconds: float) -> Turn:
        for _try in range(TRIES):
            words = ["node", "drive.js", str(port), str(matches), str(seconds)]
            with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as driver:
                assert driver.stdout is not None
                driver.stdout.readline()  # the matches are made
                before = servers_seconds() - processor_seconds(driver.pid)
                said, error = driver.communicate(timeout=seconds + 60)
            if not driver.returncode:
                found = json.loads(said)
                each: list[float] = found["each"]
                return Turn(len(each) / found["took"], tuple(each), (servers_seconds() - before) / len(each))
        raise NoPeerError(f"boardgame.io could not be measured: {error.strip()[-500:]}")

    return run
