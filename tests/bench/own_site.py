"""The site's own web and stream processes on free ports of this machine: real HTTP, for measurements and tests."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from django.conf import settings
from django.db import connection
from psycopg.conninfo import conninfo_to_dict

from fateapp import processes
from tests.ports import free_port

PATIENCE = 180.0
"""Seconds for a start, which takes two on an idle machine and over sixty with fifteen other programs on two cores."""
WSGI = "fateapp.wsgi:application"


@dataclass(frozen=True, slots=True)
class Served:
    """Addresses of the site and its streams, and the stream server's process."""

    port: int
    site: str
    stream_url: str
    stream: subprocess.Popen[bytes]


@contextmanager
def served(log: Path, *, workers: int = 2, application: str = WSGI, settings_: Mapping[str, str] | None = None) -> Iterator[Served]:
    """Run both on this process's databases while the block lasts; their output goes to `log`. `settings_` are further FATE_ settings.
    Raises TimeoutError when they do not respond.
    """
    port = free_port()
    environment = os.environ | _environment(log.parent / "data", port) | dict(settings_ or {})
    commands = processes.commands("127.0.0.1", port, workers)
    with log.open("wb") as output:
        started = {
            name: subprocess.Popen(
                [sys.executable, "-m", *commands[name].replace(WSGI, application).split()], env=environment, stdout=output, stderr=output
            )
            for name in ("web", "stream")
        }
        try:
            for place in (port, processes.stream_port(port)):
                _wait_for(place, log)
            yield Served(port, environment["FATE_SITE_URL"], environment["FATE_STREAM_URL"], started["stream"])
        finally:
            for process in started.values():
                process.terminate()
            for process in started.values():
                process.wait(timeout=30)


def _environment(data: Path, port: int) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "fateapp.settings",
        "FATE_DATABASE_URL": database_url(),
        "FATE_REDIS_URL": settings.REDIS_URL,
        "FATE_SECRET_KEY": "k" * 40,
        "FATE_SITE_URL": f"http://127.0.0.1:{port}",
        "FATE_STREAM_URL": f"http://127.0.0.1:{processes.stream_port(port)}/api/v1/stream",
        "FATE_API_RATE": "900000",
        "FATE_DATA_DIR": str(data),
    }


def database_url() -> str:
    """The address of the database this process uses, for another process."""
    known = connection.get_connection_params()
    parts = {name: known.get(name, "") for name in ("host", "port", "user", "password")}
    found = conninfo_to_dict(**{name: value for name, value in parts.items() if value})
    return f"postgresql:///{known['dbname']}?{'&'.join(f'{name}={value}' for name, value in found.items())}"


def _wait_for(port: int, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not _answers(port):
        if time.monotonic() > deadline:
            raise TimeoutError(f"The process at port {port} does not answer: {log.read_text(errors='replace')[-2000:]}")
        time.sleep(0.05)


def _answers(port: int) -> bool:
    """Whether a server of this site listens at the address."""
    line = HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        line.request("GET", "/api/v1/stream")
        return line.getresponse().status in (307, 401)
    except (OSError, HTTPException):
        return False
    finally:
        line.close()
