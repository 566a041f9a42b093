"""The two addresses for machines."""

from __future__ import annotations

import pytest
from django.db import OperationalError, connection
from django.test import Client

from fateapp import health


def test_healthz_needs_no_database(client: Client) -> None:
    """It says only that the process answers."""
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"alive\n")
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_readyz_with_a_database_is_ready(client: Client) -> None:
    """The cache's table is there too."""
    assert client.get("/readyz").status_code == 200


@pytest.mark.django_db
def test_readyz_without_a_database_is_503(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A load balancer looks elsewhere."""

    def refuse() -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(connection, "cursor", refuse)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"the database does not answer\n")


@pytest.mark.django_db
def test_readyz_before_migrations_is_503(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new version does not get visitors before its tables are there."""
    monkeypatch.setattr(health, "known_migrations", lambda: frozenset({("games", "9999_tomorrow")}))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"1 migrations are not applied yet\n")
