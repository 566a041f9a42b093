"""Tests of the table of `bench --idle`; the site it measures is tested in tests/fateapp/test_up.py."""

from __future__ import annotations

import os
import subprocess

from tests.bench import idle, memory


def test_report_adds_up() -> None:
    found = idle.Found({"web": (3, 140.4), "Valkey": (1, 5.0)}, 51, 9.0, 4.25)
    assert idle.report(found)[-3:] == ["| in all | 4 | 145 |", "", "51 kinds of pages seen; first start 9.0 s, second 4.2 s."]


def test_weights_are_those_of_the_whole_family() -> None:
    """This process is counted, under no name of the site's processes."""
    found = idle.weights(os.getpid())
    assert sum(count for count, _weight in found.values()) >= 1
    assert all(weight > 0 for _count, weight in found.values())


def test_process_that_has_ended_weighs_nothing() -> None:
    """PostgreSQL's helper processes may end during the measurement."""
    gone = subprocess.Popen(["true"])
    gone.wait()
    assert (memory.family(gone.pid), memory.own_megabytes(gone.pid), memory.command_line(gone.pid)) == ([gone.pid], 0.0, "")
