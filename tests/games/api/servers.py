"""The site's own web and stream processes, run against the database of the tests: real HTTP over real sockets."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from django.conf import settings
from django.db import connection
from psycopg.conninfo import conninfo_to_dict

from fateapp import processes
from tests.fateapp.test_up import free_port
from tests.fateapp.waiting import until

FAILED = re.compile("api_failed|Internal Server Error|Traceback")
"""What a process writes down when a request broke it."""


def database_url() -> str:
    """The address of the test database, for another process."""
    parts = connection.get_connection_params()
    facts = {
        "host": parts.get("host", ""),
        "port": parts.get("port", ""),
        "user": parts.get("user", ""),
        "password": parts.get("password", ""),
    }
    query = "&".join(f"{name}={value}" for name, value in conninfo_to_dict(**{k: v for k, v in facts.items() if v}).items())
    return f"postgresql:///{parts['dbname']}?{query}"


@contextmanager
def running(log: Path, *, workers: int = 2) -> Iterator[str]:
    """The address of a site with so many web workers and a stream process beside them."""
    port = free_port()
    site = f"http://127.0.0.1:{port}"
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "fateapp.settings",
        "FATE_DATABASE_URL": database_url(),
        "FATE_REDIS_URL": settings.REDIS_URL,
        "FATE_SECRET_KEY": "k" * 40,
        "FATE_SITE_URL": site,
        "FATE_STREAM_URL": f"http://127.0.0.1:{processes.stream_port(port)}/api/v1/stream",
        "FATE_API_RATE": "900000",
        "FATE_DATA_DIR": str(log.parent / "data"),
    }
    commands = processes.commands("127.0.0.1", port, workers)
    with log.open("wb") as output:
        started = [
            subprocess.Popen([sys.executable, "-m", *commands[name].split()], env=environment, stdout=output, stderr=output)
            for name in ("web", "stream")
        ]
        try:
            until(lambda: all(answers(place) for place in (port, processes.stream_port(port))), "the web and stream processes")
            yield site
        finally:
            for process in started:
                process.terminate()
            for process in started:
                process.wait(timeout=30)
    written = log.read_text(errors="replace")
    assert not FAILED.search(written), written[-20_000:]


def answers(port: int) -> bool:
    """Whether something that is ours listens there."""
    line = HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        line.request("GET", "/api/v1/stream")
        return line.getresponse().status in (307, 401)
    except (OSError, HTTPException):
        return False
    finally:
        line.close()
