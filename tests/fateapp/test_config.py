"""Tests of `manage.py config`."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from fateapp.environment import SETTINGS


def printed(**options: object) -> str:
    """The output of the command."""
    out = StringIO()
    call_command("config", stdout=out, **options)
    return out.getvalue()


def test_config_masks_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """The output can be pasted into a support request."""
    monkeypatch.setenv("FATE_EMAIL_URL", "smtp://name:hunter2@relay")
    monkeypatch.setenv("FATE_WORKERS", "7")
    text = printed()
    assert "hunter2" not in text
    assert "FATE_EMAIL_URL=(set, hidden)" in text.splitlines()
    assert "FATE_WORKERS=7" in text.splitlines()


def test_config_as_markdown_has_a_row_per_setting() -> None:
    """The table of the README."""
    assert [line.split("`")[1] for line in printed(markdown=True).splitlines()[2:]] == [setting.name for setting in SETTINGS]
