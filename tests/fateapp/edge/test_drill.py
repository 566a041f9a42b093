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


MOVES = 8_000
"""Games for each way: more than the clients answer."""
ATTEMPTS = 3
"""Other programs of the machine may delay one measurement; a fault of the server is found in every one."""


def measured(file: Path) -> dict[str, Any]:
    """The results of the drill by way; `failed` is its error output if it did not end well."""
    words = ["--connections", "200", "--streams", "200", "--seconds", "2", "--rounds", "1", "--games", str(MOVES * len(WAYS))]
    command = [sys.executable, str(PROJECT / "deploy/drill/edge.py"), *words, "--json", str(file), "--proxy", *WAYS]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return {"failed": done.stderr[-3000:]} if done.returncode else dict(json.loads(file.read_text()))


def faults(found: dict[str, Any]) -> list[Any]:
    """What keeps others out: refused or slow pages and moves, streams other than the 3 of the token, refusals without Retry-After."""
    if "failed" in found:
        return [found["failed"]]
    wrong: list[Any] = []
    for way in WAYS:
        dripping, streams = found[way]["dripping"], found[way]["streams"]
        wrong += [(way, "refused", dripping)] if dripping["refused"] else []
        for kind in ("page", "move"):
            slow = dripping[kind]["ratio"] > 2 and dripping[kind]["with_ms"] >= NOTICEABLE
            wrong += [(way, kind, dripping)] if slow else []
        wrong += [(way, streams)] if streams["statuses"].get("200") != 3 or streams["another_person"] != 200 else []
        wrong += [(way, crowd) for crowd in found[way]["crowd"] if crowd["without_retry_after"]]
    return wrong


def test_slow_and_many_clients_keep_nobody_out(tmp_path: Path) -> None:
    for attempt in range(ATTEMPTS):
        wrong = faults(measured(tmp_path / f"out-{attempt}"))
        if not wrong:
            break
    assert wrong == []
