"""Numbered checks of the configuration. Every command runs them; errors keep the site from starting.

| number     | what |
|------------|------|
| fate.E001  | the site's address and the addresses it answers to disagree |
| fate.E002  | the secret key is too short |
| fate.E003  | the time zone of the process is not UTC |
| fate.E004  | psycopg runs in pure Python, several times slower |
| fate.E005  | error pages with program state on a site others can reach |
| fate.W001  | no lasting secret key |
| fate.W002  | no mail relay |
| fate.W003  | an unknown FATE_ name, with the nearest known one |
| fate.W004  | https without a proxy that ends TLS |
"""

from collections.abc import Sequence
from typing import Any

import psycopg
from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register
from django.core.exceptions import ImproperlyConfigured
from django.http.request import validate_host

from fateapp import environment, installation
from fateapp.environment import is_this_machine
from fateapp.setting_kinds import SHORTEST_KEY


@register
def site_address(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """E001, W004."""
    found: list[CheckMessage] = []
    if not validate_host(settings.SITE_HOST, settings.ALLOWED_HOSTS):
        found.append(
            Error(f"{settings.SITE_HOST} is not among ALLOWED_HOSTS.", hint="Set FATE_SITE_URL to the public address.", id="fate.E001")
        )
    if settings.SITE_IS_SECURE and not settings.PROXY_COUNT:
        hint = "Set FATE_PROXY_COUNT=1 when one reverse proxy ends TLS in front of the site."
        found.append(Warning("FATE_SITE_URL begins with https, but no proxy is announced.", hint=hint, id="fate.W004"))
    return found


@register
def secret_key(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """E002, W001."""
    if not settings.SECRET_KEY_IS_LASTING:
        hint = f"`{installation.PROGRAM} up` makes one in the data directory; elsewhere set FATE_SECRET_KEY or FATE_SECRET_KEY_FILE."
        return [Warning("There is no lasting secret key: sessions and links end with this process.", hint=hint, id="fate.W001")]
    if len(settings.SECRET_KEY) < SHORTEST_KEY:
        hint = "Make one: python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"
        return [Error(f"FATE_SECRET_KEY has fewer than {SHORTEST_KEY} characters.", hint=hint, id="fate.E002")]
    return []


def refuse_without_key() -> None:
    """For servers: without a lasting secret key each process would make its own, and sessions would not work.

    Raises `ImproperlyConfigured`: there is no lasting key.
    """
    if not settings.SECRET_KEY_IS_LASTING:
        raise ImproperlyConfigured(f"Set FATE_SECRET_KEY or FATE_SECRET_KEY_FILE, or let `{installation.PROGRAM} up` start the site.")


@register
def time_zone(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """E003."""
    if settings.TIME_ZONE == "UTC" and settings.USE_TZ:
        return []
    return [Error("The site counts in UTC; people see their own zone.", hint="Leave TIME_ZONE and USE_TZ alone.", id="fate.E003")]


@register
def driver(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """E004."""
    if psycopg.pq.__impl__ in ("binary", "c"):
        return []
    hint = "Install psycopg[binary] for this platform, as requirements.lock does."
    return [Error("psycopg fell back to pure Python.", hint=hint, id="fate.E004")]


@register
def debug(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """E005."""
    if not settings.DEBUG or is_this_machine(settings.SITE_HOST):
        return []
    hint = "Error pages would show hands and keys to strangers. Unset FATE_DEBUG."
    return [Error(f"FATE_DEBUG is on for {settings.SITE_URL}.", hint=hint, id="fate.E005")]


@register
def mail(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """W002; not for a site on a loopback address, which uses the mailbox page."""
    if settings.MAIL_IS_CONFIGURED or is_this_machine(settings.SITE_HOST):
        return []
    hint = "Set FATE_EMAIL_URL, for example smtp+tls://name:password@mail.example.org:587."
    return [Warning("No mail relay is set, so no turn mails are sent.", hint=hint, id="fate.W002")]


@register
def unknown_names(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """W003."""
    return [
        Warning(f"{name} is not a setting of fateapp.", hint=hint, id="fate.W003") for name, hint in environment.unknown_names().items()
    ]
