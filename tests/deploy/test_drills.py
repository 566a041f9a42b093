"""Runs the drills of deploy/drill in their short form: each starts a site, causes its fault and checks the result by itself."""

from __future__ import annotations

import subprocess
import sys

import pytest

from fateapp.installation import CODE as PROJECT

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("up"), pytest.mark.timeout(900)]


@pytest.mark.parametrize(
    "command",
    [
        ["late.py", "--deadlines", "300", "--over", "5", "--mail", "15", "--kill", "3"],
        ["storm.py", "--kills", "9", "--minutes", "5"],
    ],
    ids=lambda command: command[0],
)
def test_drill_finds_nothing_wrong(command: list[str]) -> None:
    script, *rest = command
    line = [sys.executable, str(PROJECT / "deploy/drill" / script), *rest]
    done = subprocess.run(line, capture_output=True, text=True, timeout=850, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
