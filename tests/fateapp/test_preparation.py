"""What `manage.py prepare` says, as `manage.py up` hears it."""

from __future__ import annotations

import os
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from fateapp import preparation
from fateapp.places import CODE as PROJECT
from fateapp.progress import Progress


def test_warning_keeps_its_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A misspelt setting is told together with what was probably meant."""
    lines = ["WARNINGS:", "?: (fate.W003) FATE_PRT is not a setting of fateapp.", "\tHINT: Did you mean FATE_PORT?", "step: tables"]
    (tmp_path / "manage.py").write_text(f"print({chr(10).join(lines)!r})")
    monkeypatch.setattr("fateapp.places.CODE", tmp_path)
    heard = preparation.Preparation(dict(os.environ) | {"PYTHONPATH": str(PROJECT)}, demo=False)
    with Progress(Console(file=StringIO())) as progress:
        heard.run(progress)
    assert heard.warnings == ["(fate.W003) FATE_PRT is not a setting of fateapp. Did you mean FATE_PORT?"]
