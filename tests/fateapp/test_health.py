"""Tests of the health endpoints /healthz and /readyz."""

from __future__ import annotations

import pytest
from django.db import OperationalError, connection
from django.test import Client

from fateapp.web import health


def test_healthz_needs_no_database(client: Client) -> None:
    """It reports only that the process answers."""
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"alive\n")
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_readyz_with_a_database_is_ready(client: Client) -> None:
    """The table of the cache exists, too."""
    assert client.get("/readyz").status_code == 200


@pytest.mark.django_db
def test_readyz_without_a_database_is_503(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A load balancer then uses another process."""

    def refuse() -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(connection, "cursor", refuse)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"the database does not answer\n")


@pytest.mark.django_db
def test_readyz_before_migrations_is_503(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new version gets no visitors before its tables exist."""
    monkeypatch.setattr(health, "known_migrations", lambda: frozenset({("games", "9999_tomorrow")}))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"1 migrations are not applied yet\n")
