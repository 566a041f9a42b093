"""Tests of the output of `manage.py prepare`, as `manage.py up` parses it."""

from __future__ import annotations

import os
from io import StringIO
from pathlib import Path

import pytest

from fateapp import preparation
from fateapp.installation import CODE as PROJECT
from fateapp.progress import Progress
from fateapp.terminal import Terminal


def test_warning_keeps_its_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The warning about a misspelt setting includes the suggested name."""
    lines = ["WARNINGS:", "?: (fate.W003) FATE_PRT is not a setting of fateapp.", "\tHINT: Did you mean FATE_PORT?", "step: tables"]
    (tmp_path / "manage.py").write_text(f"print({chr(10).join(lines)!r})")
    monkeypatch.setattr("fateapp.installation.CODE", tmp_path)
    heard = preparation.Preparation(dict(os.environ) | {"PYTHONPATH": str(PROJECT)}, demo=False)
    with Progress(Terminal(StringIO())) as progress:
        heard.run(progress)
    assert heard.warnings == ["(fate.W003) FATE_PRT is not a setting of fateapp. Did you mean FATE_PORT?"]


@pytest.mark.parametrize(
    ("is_terminal", "said"),
    [
        (True, "\r\x1b[2K  … tables\r\x1b[2K  … tables: games.0001\r\x1b[2K  done: tables (0.0 s)\n"),
        (False, "    games.0001\n  done: tables (0.0 s)\n"),
    ],
)
def test_step_is_one_line_on_a_terminal(is_terminal: bool, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line is rewritten while the step runs; without a terminal, plain lines are printed."""
    monkeypatch.setattr("fateapp.progress.time.monotonic", lambda: 0.0)
    stream = StringIO()
    with Progress(Terminal(stream, is_terminal=is_terminal)) as progress:
        progress.step("tables")
        progress.detail("games.0001")
    assert stream.getvalue() == said


def test_long_line_is_cut_to_the_width_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrapped line could not be rewritten."""
    monkeypatch.setenv("COLUMNS", "12")
    stream = StringIO()
    Terminal(stream, is_terminal=True).replace("applying games.0001")
    assert stream.getvalue() == "\r\x1b[2Kapplying g…"
