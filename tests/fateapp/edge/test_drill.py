"""Test of deploy/drill/edge.py in its short form: how slow and many clients affect others."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fateapp.installation import CODE as PROJECT

pytestmark = [pytest.mark.slow]
WAYS = ["alone", *(name for name in ("caddy", "nginx") if shutil.which(name))]
NOTICEABLE = 300
"""Milliseconds. Below this, a ratio measures the load of the machine rather than the server."""


def test_slow_and_many_clients_keep_nobody_out(tmp_path: Path) -> None:
    words = [
        "--connections",
        "200",
        "--streams",
        "200",
        "--seconds",
        "2",
        "--rounds",
        "1",
        "--games",
        "24000",
        "--json",
        str(tmp_path / "out"),
    ]
    done = subprocess.run(
        [sys.executable, str(PROJECT / "deploy/drill/edge.py"), *words, "--proxy", *WAYS], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads((tmp_path / "out").read_text())
    for way in WAYS:
        dripping, streams = found[way]["dripping"], found[way]["streams"]
        assert dripping["refused"] == 0
        for kind in ("page", "move"):
            assert dripping[kind]["ratio"] <= 2 or dripping[kind]["with_ms"] < NOTICEABLE, (way, kind, dripping)
        assert streams["statuses"].pop("200") == 3
        assert streams["another_person"] == 200
        assert all(crowd["without_retry_after"] == 0 for crowd in found[way]["crowd"])
