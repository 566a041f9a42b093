"""The site's web and stream processes on the test database, for tests over real HTTP."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench.own_site import served

FAILED = re.compile("api_failed|Internal Server Error|Traceback")
"""The log output of a process after a server error."""


@contextmanager
def running(log: Path, *, workers: int = 2) -> Iterator[str]:
    """Start web workers and a stream process; yields the address of the site. The log may show no server error."""
    with served(log, workers=workers) as it:
        yield it.site
    written = log.read_text(errors="replace")
    assert not FAILED.search(written), written[-20_000:]
