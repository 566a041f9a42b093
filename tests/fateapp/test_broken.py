"""Tests of unexpected errors: the visitor gets an error page in any case, and the log has the cause."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings

from fateapp import health, urls
from games.queries.process_cache import BoundedCache
from games.templatetags import frame


def fail() -> int:
    """Stands for an error in the site's code."""
    raise ZeroDivisionError


@pytest.mark.django_db
@pytest.mark.parametrize("collected", [True, False])
def test_page_comes_with_or_without_static_files(
    collected: bool, settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Without `collectstatic` no page with a style sheet can be rendered, including the error page."""
    if not collected:
        settings.STATIC_ROOT = tmp_path
        backend = "whitenoise.storage.CompressedManifestStaticFilesStorage"
        settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": backend}}
    monkeypatch.setattr(health, "missing_migrations", fail)
    monkeypatch.setattr(frame, "pieces", BoundedCache(frame.MOST))  # as in a process that has just started

    answer = Client(raise_request_exception=False).get("/readyz", headers={"Accept-Language": "de"})

    assert (answer.status_code, answer["Content-Type"]) == (500, "text/html; charset=utf-8")
    assert ("fate.css" in answer.text) is collected
    assert "Bei uns ist etwas schiefgegangen" in answer.text
    assert any("error_page_failed" in line.message for line in caplog.records) is not collected


def no_room(request: HttpRequest) -> HttpResponse:
    """Raises the error that PostgreSQL reports when its disk is full."""
    with connection.cursor() as cursor:
        cursor.execute("DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$")
    return HttpResponse()


urlpatterns = [*urls.urlpatterns, path("no-room/", no_room)]
handler500 = urls.handler500


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_database_without_room_is_no_mistake_of_ours() -> None:
    """Pages and moves answer 503 with Retry-After, as the API does, so that browsers, proxies and monitors retry."""
    with transaction.atomic():
        answer = Client(raise_request_exception=False).get("/no-room/")
        transaction.set_rollback(True)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "Nothing you have done is lost" in answer.text
