"""Tests of the parsing of FATE_DATABASE_URL, FATE_REDIS_URL and FATE_EMAIL_URL."""

from __future__ import annotations

import pytest

from fateapp import service_urls
from fateapp.environment import BadSetting


def test_database_on_a_socket_keeps_capitals_and_odd_passwords() -> None:
    """libpq parses the URL, so all its syntax is accepted."""
    found = service_urls.database("postgresql://fate:p%40ss@/fate?host=%2FVar%2Frun&sslmode=require")
    assert {name: found[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")} == {
        "NAME": "fate",
        "USER": "fate",
        "PASSWORD": "p@ss",
        "HOST": "/Var/run",
        "PORT": "",
    }
    assert found["OPTIONS"]["sslmode"] == "require"
    assert found["OPTIONS"]["options"].startswith("-c statement_timeout=10s -c lock_timeout=3s")
    assert (found["CONN_MAX_AGE"], found["CONN_HEALTH_CHECKS"]) == (None, True)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("postgres://fate@host/fate?nonsense=1", r"FATE_DATABASE_URL cannot be read: .*nonsense"),
        ("postgres://fate@host", r"FATE_DATABASE_URL names no database"),
    ],
)
def test_database_unreadable_is_explained(address: str, sentence: str) -> None:
    """The error quotes libpq."""
    with pytest.raises(BadSetting, match=sentence):
        service_urls.database(address)


@pytest.mark.parametrize(
    ("address", "spelling"),
    [
        ("redis://:pw@host:6380/2", "redis://:pw@host:6380/2"),
        ("unix:///run/valkey.sock", "redis+socket:///run/valkey.sock?virtual_host=0"),
        ("unix:///run/v%20k.sock?db=3", "redis+socket:///run/v k.sock?virtual_host=3"),
    ],
)
def test_broker_is_spelled_for_celery(address: str, spelling: str) -> None:
    """Only URLs of sockets change."""
    assert service_urls.broker(address) == spelling


def test_mail_relay_with_tls() -> None:
    """Port 587, the usual submission port."""
    assert service_urls.mail("smtp+tls://fate%40x:p%3Aw@mail.example:587") == {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_FILE_PATH": "",
        "EMAIL_HOST": "mail.example",
        "EMAIL_HOST_PASSWORD": "p:w",
        "EMAIL_HOST_USER": "fate@x",
        "EMAIL_PORT": 587,
        "EMAIL_USE_TLS": True,
    }


@pytest.mark.parametrize("address", ["smtp://host:port", "smtp://host/?colour=blue"])
def test_mail_relay_unreadable_is_explained(address: str) -> None:
    """Invalid ports and unknown options."""
    with pytest.raises(BadSetting, match=r"^FATE_EMAIL_URL "):
        service_urls.mail(address)
