"""Runs the process of webhook and push calls as the site does, with the database of the test."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection

from tests.stopwatch import stretched


@contextmanager
def calling(log: Path, **more: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run the process while the block lasts."""
    process = start(log, more)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(stretched(15))


def start(log: Path, more: Mapping[str, str] = {}) -> subprocess.Popen[bytes]:
    """Start it; its output is appended to the log."""
    given = urlsplit(os.environ["FATE_DATABASE_URL"])
    wanted = {
        "FATE_DATABASE_URL": given._replace(path="/" + connection.settings_dict["NAME"]).geturl(),
        "FATE_SECRET_KEY": settings.SECRET_KEY,
        "FATE_WEBHOOK_NETWORKS": "127.0.0.0/8",
    }
    command = [sys.executable, "-m", "fateapp", "calls"]
    with log.open("ab") as output:
        return subprocess.Popen(command, env=os.environ | wanted | dict(more), cwd=settings.BASE_DIR, stdout=output, stderr=output)


def eventually(true: Callable[[], bool], what: str, seconds: float = 45) -> None:
    """Wait until a condition holds; longer on an overloaded machine."""
    end = time.monotonic() + stretched(seconds)
    while not true():
        assert time.monotonic() < end, f"in {seconds:.0f} s or longer: {what}"
        time.sleep(0.02)
