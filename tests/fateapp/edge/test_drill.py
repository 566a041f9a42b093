"""Test of deploy/drill/edge.py in its short form: how slow and many clients affect others."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fateapp.installation import CODE as PROJECT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]
WAYS = ["alone", *(name for name in ("caddy", "nginx") if shutil.which(name))]
NOTICEABLE = 300
"""Milliseconds. Below this, a ratio measures the load of the machine rather than the server."""


MOVES = 5_000
"""Games for each way: more than the clients answer."""
ATTEMPTS = 3
"""Measurements of time, which other programs of the machine may disturb. Everything else has to be right in each of them."""


def measured(file: Path) -> dict[str, Any]:
    """The results of the drill by way."""
    words = ["--connections", "200", "--streams", "200", "--seconds", "2", "--rounds", "1", "--games", str(MOVES * len(WAYS))]
    words += ["--crowd-seconds", "1.5"]  # refusals come with the first burst; the processors are busy meanwhile
    command = [sys.executable, str(PROJECT / "deploy/drill/edge.py"), *words, "--json", str(file), "--proxy", *WAYS]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return dict(json.loads(file.read_text()))


def slow(way: str, dripping: dict[str, Any]) -> list[Any]:
    """Pages and moves that take noticeably longer beside slow clients."""
    return [
        (way, kind, dripping[kind]) for kind in ("page", "move") if dripping[kind]["ratio"] > 2 and dripping[kind]["with_ms"] >= NOTICEABLE
    ]


def test_slow_and_many_clients_keep_nobody_out(tmp_path: Path) -> None:
    """None is refused and none waits noticeably; the 200 streams of one token are 3, another person's is served."""
    waited: list[Any] = []
    for attempt in range(ATTEMPTS):
        found = measured(tmp_path / f"out-{attempt}")
        for way in WAYS:
            streams = found[way]["streams"]
            assert found[way]["dripping"]["refused"] == 0
            assert (streams["statuses"].get("200"), streams["another_person"]) == (3, 200), streams
            assert all(crowd["without_retry_after"] == 0 for crowd in found[way]["crowd"])
        waited = [one for way in WAYS for one in slow(way, found[way]["dripping"])]
        if not waited:
            break
    assert waited == []
