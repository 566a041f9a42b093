"""Test of `manage.py bench` as a process: it runs on databases of its own and prints its figures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fateapp.installation import CODE as PROJECT

LONG_GAME = "move: service, turn_of_fate, game of 400 lines"

pytestmark = [pytest.mark.slow]


def test_quick_run_measures_a_move_a_page_and_a_post(tmp_path: Path) -> None:
    """Measures with the real rules, each with its comparison. The figures are not checked: the machine is shared."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FATE_")}
    command = [
        sys.executable,
        str(PROJECT / "manage.py"),
        "bench",
        "--quick",
        "--only",
        "turn_of_fate",
        "--json",
        str(tmp_path / "out.json"),
    ]
    done = subprocess.run(
        [*command, "--markdown", str(tmp_path / "out.md")], env=environment, capture_output=True, text=True, timeout=220, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    figures = {row["name"]: row for row in json.loads((tmp_path / "out.json").read_text())["figures"]}
    for name in ("move: service, turn_of_fate", "form POST: turn_of_fate", "engine: turn_of_fate, load + apply + store", LONG_GAME):
        assert figures[name]["rate"] > 0
        assert figures[name]["ratio"] > 0
        assert figures[name]["against"] in figures
    assert "Index Scan using seat_due" in (tmp_path / "out.md").read_text()
