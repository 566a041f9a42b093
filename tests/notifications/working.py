"""Runs a Celery worker as the site does, with the database of the test and its mail server."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection

from tests.notifications.sink import Sink

PROGRAM = [sys.executable, "-m", "celery", "-A", "fateapp.celery", "worker", "--pool=threads", "--concurrency=1"]


@contextmanager
def working(sink: Sink, log: Path, **broker: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run it while the block lasts; `broker` is the setting with the URL of the broker."""
    given = urlsplit(os.environ["FATE_DATABASE_URL"])
    wanted = {
        "FATE_DATABASE_URL": given._replace(path="/" + connection.settings_dict["NAME"]).geturl(),
        "FATE_EMAIL_URL": f"smtp://127.0.0.1:{sink.port}",
        "FATE_SECRET_KEY": settings.SECRET_KEY,
    } | broker
    command = [*PROGRAM, "--without-gossip", "--without-mingle"]
    with log.open("wb") as output:
        process = subprocess.Popen(command, env=os.environ | wanted, cwd=settings.BASE_DIR, stdout=output, stderr=output)
        try:
            yield process
        finally:
            process.terminate()
            process.wait(30)
