"""The site's web and stream processes on the test database, for tests over real HTTP."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

from tests.bench.own_site import Served, served
from tests.fateapp.waiting import until

FAILED = re.compile("api_failed|Internal Server Error|Traceback")
"""The log output of a process after a server error."""


@contextmanager
def running(log: Path, *, workers: int = 2) -> Iterator[str]:
    """Start web workers and a stream process; yields the address of the site. The log may show no server error."""
    with served(log, workers=workers) as it:
        yield it.site
    assert_no_server_error(log)


@contextmanager
def shared(it: Served, log: Path) -> Iterator[Served]:
    """Processes that serve several tests, for one test: ends when they have answered every request, after which tables may be emptied.
    The log may show no server error since the start of this test.
    """
    start = log.stat().st_size
    yield it
    until(lambda: not open_transactions(), "the end of the requests of this test", 60)
    assert_no_server_error(log, start)


def open_transactions() -> int:
    """How many other sessions of this database execute a statement or have a transaction open."""
    busy = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'"
    with connection.cursor() as cursor:
        cursor.execute(busy)
        return int(cursor.fetchone()[0])


def assert_no_server_error(log: Path, start: int = 0) -> None:
    """The log shows no server error after its first `start` bytes."""
    written = log.read_bytes()[start:].decode(errors="replace")
    assert not FAILED.search(written), written[-20_000:]
