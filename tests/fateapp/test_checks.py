"""Tests of the numbered system checks, each with a configuration that triggers it."""

from __future__ import annotations

from ipaddress import ip_network
from pathlib import Path

import psycopg
import pytest
from django.core.checks import CheckMessage
from django.core.exceptions import ImproperlyConfigured
from pytest_django.fixtures import Settings

from fateapp import checks, environment


def ids(messages: list[CheckMessage]) -> list[str]:
    """The numbers of the messages."""
    return [message.id or "" for message in messages]


def test_configuration_for_this_machine_is_clean(settings: Settings) -> None:
    """The configuration that `manage.py up` makes: a lasting key, mails shown on a page."""
    settings.SECRET_KEY, settings.SECRET_KEY_IS_LASTING = "k" * 48, True
    found = [check(None) for check in (checks.site_address, checks.secret_key, checks.time_zone, checks.driver, checks.debug, checks.mail)]
    assert found == [[], [], [], [], [], []]


def test_address_that_is_not_answered_is_an_error(settings: Settings) -> None:
    """E001: the host of FATE_SITE_URL is not in ALLOWED_HOSTS."""
    settings.SITE_HOST, settings.ALLOWED_HOSTS = "fate.example", ["other.example"]
    assert ids(checks.site_address(None)) == ["fate.E001"]


def test_https_without_a_proxy_is_a_warning(settings: Settings) -> None:
    """W004: the server speaks plain HTTP here."""
    settings.SITE_IS_SECURE = True
    assert ids(checks.site_address(None)) == ["fate.W004"]


def test_short_key_is_an_error(settings: Settings) -> None:
    """E002: the key is too short."""
    settings.SECRET_KEY, settings.SECRET_KEY_IS_LASTING = "guess", True
    assert ids(checks.secret_key(None)) == ["fate.E002"]


def test_key_of_this_process_only_is_a_warning_and_servers_refuse_it(settings: Settings) -> None:
    """W001: management commands run without a lasting key, servers refuse to start."""
    settings.SECRET_KEY_IS_LASTING = False
    assert ids(checks.secret_key(None)) == ["fate.W001"]
    with pytest.raises(ImproperlyConfigured, match="Set FATE_SECRET_KEY"):
        checks.refuse_without_key()


def test_zone_other_than_utc_is_an_error(settings: Settings) -> None:
    """E003: the time zone of the process is not UTC."""
    settings.TIME_ZONE = "Europe/Paris"
    assert ids(checks.time_zone(None)) == ["fate.E003"]


def test_slow_driver_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """E004: psycopg falls back to its Python implementation without a message."""
    monkeypatch.setattr(psycopg.pq, "__impl__", "python")
    assert ids(checks.driver(None)) == ["fate.E004"]


@pytest.mark.parametrize(
    ("host", "numbers"), [("localhost", []), ("127.0.0.1", []), ("192.168.1.5", ["fate.E005"]), ("fate.example", ["fate.E005"])]
)
def test_debug_is_for_this_machine_only(settings: Settings, host: str, numbers: list[str]) -> None:
    """E005: DEBUG is allowed on a loopback address only."""
    settings.DEBUG, settings.SITE_HOST = True, host
    assert ids(checks.debug(None)) == numbers


def test_public_site_without_mail_is_a_warning(settings: Settings) -> None:
    """W002: without a mail relay no turn mails are sent."""
    settings.SITE_HOST, settings.MAIL_IS_CONFIGURED = "fate.example", False
    assert ids(checks.mail(None)) == ["fate.W002"]


def test_unknown_name_is_a_warning_with_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    """W003, also for a name with the suffix _FILE."""
    monkeypatch.setenv("FATE_REDDIS_URL_FILE", "/run/secrets/x")
    found = [message for message in checks.unknown_names(None) if "REDDIS" in message.msg]
    assert [(message.id, message.hint) for message in found] == [("fate.W003", "Did you mean FATE_REDIS_URL?")]


@pytest.mark.parametrize("suffix", ["", "_FILE"])
def test_former_name_of_a_setting_is_read_with_a_warning(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """W003 names the present setting, which has precedence if both are set."""
    (file := tmp_path / "networks").write_text("10.1.0.0/16")
    monkeypatch.setenv(f"FATE_CALLS_ALLOWED{suffix}", str(file) if suffix else "10.1.0.0/16")
    assert environment.read("FATE_WEBHOOK_NETWORKS") == [ip_network("10.1.0.0/16")]
    found = [(message.id, message.hint) for message in checks.unknown_names(None) if "CALLS" in message.msg]
    assert found == [("fate.W003", "It is named FATE_WEBHOOK_NETWORKS now; the former name is still read by versions before 2.")]
    monkeypatch.setenv("FATE_WEBHOOK_NETWORKS", "10.2.0.0/16")
    assert environment.read("FATE_WEBHOOK_NETWORKS") == [ip_network("10.2.0.0/16")]
