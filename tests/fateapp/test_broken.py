"""Something broke: people get a page in any case, and the log says why."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from fateapp import health


def fail() -> int:
    """What a mistake in our code does."""
    raise ZeroDivisionError


@pytest.mark.django_db
@pytest.mark.parametrize("collected", [True, False])
def test_page_comes_with_or_without_static_files(
    collected: bool, settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Without `collectstatic` no page with a style sheet can be made, this one neither."""
    if not collected:
        settings.STATIC_ROOT = tmp_path
        backend = "whitenoise.storage.CompressedManifestStaticFilesStorage"
        settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": backend}}
    monkeypatch.setattr(health, "missing_migrations", fail)

    answer = Client(raise_request_exception=False).get("/readyz", headers={"Accept-Language": "de"})

    assert (answer.status_code, answer["Content-Type"]) == (500, "text/html; charset=utf-8")
    assert ("fate.css" in answer.text) is collected
    assert "Bei uns ist etwas kaputtgegangen" in answer.text
    assert any("error_page_is_bare" in line.message for line in caplog.records) is not collected
