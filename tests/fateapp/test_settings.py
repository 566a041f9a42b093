"""Tests of Django settings that are derived from the environment, each in a new Python process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings

from fateapp.embedded.instance_record import Stores
from fateapp.installation import CODE as PROJECT
from notifications.channels.push import keys
from tests.conftest import without_a_site

PROBE = "import json, sys; from django.conf import settings as s; print(json.dumps({n: getattr(s, n) for n in sys.argv[1:]}, default=str))"


def probe(tmp_path: Path, *names: str, **environment: str) -> dict[str, Any]:
    """The named settings under these environment variables."""
    base = {name: value for name, value in os.environ.items() if not name.startswith("FATE_")}
    base |= {"DJANGO_SETTINGS_MODULE": "fateapp.settings", "FATE_DATA_DIR": str(tmp_path)} | environment
    said = subprocess.run([sys.executable, "-c", PROBE, *names], env=base, cwd=PROJECT, capture_output=True, text=True, check=False)
    if said.returncode:
        raise AssertionError(said.stderr.splitlines()[-1])
    found: dict[str, Any] = json.loads(said.stdout)
    return found


def test_secure_site_has_secure_cookies_and_one_origin(tmp_path: Path) -> None:
    """All of it is derived from the site's address."""
    assert probe(
        tmp_path,
        *("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SESSION_COOKIE_NAME", "CSRF_TRUSTED_ORIGINS"),
        *("SECURE_HSTS_SECONDS", "MAIL_DOMAIN", "DEBUG"),
        FATE_SITE_URL="https://fate.example",
    ) == {
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SESSION_COOKIE_NAME": "__Host-session",
        "CSRF_TRUSTED_ORIGINS": ["https://fate.example"],
        "SECURE_HSTS_SECONDS": 31_536_000,
        "MAIL_DOMAIN": "fate.example",
        "DEBUG": False,
    }  # fmt: skip


def test_site_without_anything_is_for_this_machine(tmp_path: Path) -> None:
    """Mails are shown on the mailbox page, no forwarded header is trusted, and DEBUG is off."""
    assert probe(tmp_path, "FATE_MAILBOX", "EMAIL_BACKEND", "SECURE_PROXY_SSL_HEADER", "SESSION_COOKIE_SECURE", "DEBUG") == {
        "FATE_MAILBOX": True,
        "EMAIL_BACKEND": "notifications.channels.email.mailbox.Backend",
        "SECURE_PROXY_SSL_HEADER": None,
        "SESSION_COOKIE_SECURE": False,
        "DEBUG": False,
    }


def test_site_behind_a_proxy_believes_one_hop(tmp_path: Path) -> None:
    """Django, allauth and DRF use the same number of proxies."""
    found = probe(tmp_path, "SECURE_PROXY_SSL_HEADER", "ALLAUTH_TRUSTED_PROXY_COUNT", "REST_FRAMEWORK", FATE_PROXY_COUNT="1")
    assert found["SECURE_PROXY_SSL_HEADER"] == ["HTTP_X_FORWARDED_PROTO", "https"]
    assert (found["ALLAUTH_TRUSTED_PROXY_COUNT"], found["REST_FRAMEWORK"]["NUM_PROXIES"]) == (1, 1)


def test_site_with_a_relay_sends(tmp_path: Path) -> None:
    """There is no mailbox page."""
    found = probe(tmp_path, "FATE_MAILBOX", "EMAIL_BACKEND", "EMAIL_HOST", "EMAIL_TIMEOUT", FATE_EMAIL_URL="smtp://relay:25")
    assert found == {
        "FATE_MAILBOX": False,
        "EMAIL_BACKEND": "notifications.channels.email.smtp.Backend",
        "EMAIL_HOST": "relay",
        "EMAIL_TIMEOUT": 30,
    }


def test_stores_left_by_up_are_found(tmp_path: Path) -> None:
    """`manage.py shell` beside a running site finds its stores."""
    (tmp_path / "stores.json").write_text(
        json.dumps({"database_url": "postgresql://fate:x@/fate?host=/run/here", "redis_url": "unix:///run/v.sock"})
    )
    (tmp_path / "secret-key").write_text("k" * 48)
    found = probe(tmp_path, "DATABASES", "CELERY_BROKER_URL", "SECRET_KEY", "SECRET_KEY_IS_LASTING")
    assert found["DATABASES"]["default"]["HOST"] == "/run/here"
    assert found["CELERY_BROKER_URL"] == "redis+socket:///run/v.sock?virtual_host=0"
    assert (found["SECRET_KEY"], found["SECRET_KEY_IS_LASTING"]) == ("k" * 48, True)


def test_sender_without_an_address_is_refused(tmp_path: Path) -> None:
    """The site would otherwise notice with the first mail."""
    with pytest.raises(AssertionError, match="FATE_EMAIL_FROM 'The Oracle' holds no address"):
        probe(tmp_path, "DEFAULT_FROM_EMAIL", FATE_EMAIL_FROM="The Oracle")


def test_policy_allows_nothing_unsafe(tmp_path: Path) -> None:
    """The policy by directive; only the site's own hosts are allowed."""
    directives = probe(tmp_path, "CONTENT_SECURITY_POLICY")["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]
    assert directives["default-src"] == ["'none'"]
    assert {word for words in directives.values() for word in words} == {"'none'", "'self'", "data:"}


def test_tests_use_nothing_of_a_site_that_was_started_in_their_folder(settings: LazySettings) -> None:
    """After `manage.py up`, tests would otherwise have its secret key and with it Web Push, and count more queries."""
    assert not settings.DATA_DIR.exists()
    settings.STORES, settings.SECRET_KEY, settings.SECRET_KEY_IS_LASTING = Stores("postgresql:///site"), "k" * 48, True
    settings.FATE_VAPID_KEY = ""
    assert keys.available()
    without_a_site(settings)
    assert (settings.STORES, settings.SECRET_KEY_IS_LASTING, keys.available()) == (Stores(), False, False)
