"""Tests of unexpected errors: the visitor gets an error page in any case, and the log has the cause."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import OperationalError, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings

from fateapp import urls
from fateapp.web import health, sessions
from games.queries.process_cache import BoundedCache
from games.templatetags import frame
from tests.games.conftest import person


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


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("error", "status", "code"), [(ZeroDivisionError(), 500, "server_error"), (OperationalError("gone"), 503, "unavailable")]
)
def test_error_of_the_middleware_is_a_problem_document_below_api(
    error: Exception, status: int, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request with a session passes the middleware of pages, which reads the session before the API has the request."""

    def broken(_session: sessions.SessionStore) -> None:
        raise error

    browser = Client(raise_request_exception=False)
    browser.force_login(person("alice"))
    monkeypatch.setattr(sessions.SessionStore, "load", broken)
    answer = browser.get("/api/v1/me", headers={"Origin": "https://board.example"})
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    problem = answer.json()
    assert (problem["status"], problem["code"], problem["request_id"]) == (status, code, answer["X-Request-ID"])
    assert answer.get("Retry-After") == ("5" if status == 503 else None)
    assert answer["Access-Control-Allow-Origin"] == "*"
    page = browser.get("/")
    assert (page.status_code, page["Content-Type"]) == (status, "text/html; charset=utf-8")
