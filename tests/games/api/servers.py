"""The site's own web and stream processes, run against the database of the tests: real HTTP over real sockets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench.own_site import served

FAILED = re.compile("api_failed|Internal Server Error|Traceback")
"""What a process writes down when a request broke it."""


@contextmanager
def running(log: Path, *, workers: int = 2) -> Iterator[str]:
    """The address of a site with so many web workers and a stream process beside them; no request may break."""
    with served(log, workers=workers) as it:
        yield it.site
    written = log.read_text(errors="replace")
    assert not FAILED.search(written), written[-20_000:]
