"""Convert the URLs an operator sets (PostgreSQL, Valkey, mail relay) into the settings of the libraries."""

from typing import Any

import environ
import psycopg
from django.core.exceptions import ImproperlyConfigured
from psycopg.conninfo import conninfo_to_dict

from fateapp.bad_setting import BadSetting
from fateapp.broker import celery_url as broker

__all__ = ["broker", "database", "mail"]

SESSION = "-c statement_timeout=10s -c lock_timeout=3s -c idle_in_transaction_session_timeout=30s"
"""Limits of every database session. `manage.py migrate` lifts the first one for itself."""


def database(address: str, *, pooler: bool = False) -> dict[str, Any]:
    """Django's settings of a PostgreSQL database, parsed by libpq.

    Connections are persistent and checked before use: one connection per request makes pages four times slower. With a `pooler` (PgBouncer
    in transaction mode) the next statement may run in another session, so nothing is kept in it: the limits of `SESSION` have to be set for
    the role, and there are no server-side cursors (docs/scaling.md).

    Raises `BadSetting`: libpq cannot parse the URL, or it names no database.
    """
    try:
        parts = conninfo_to_dict(address)
    except psycopg.ProgrammingError as error:
        reason = str(error).strip()
        if "percent-encoded" in reason:  # libpq quotes the name or the password
            reason = "a % is not followed by two digits of its code; write % itself as %25"
        raise BadSetting(f"FATE_DATABASE_URL cannot be read: {reason}.") from error
    if not parts.get("dbname"):
        raise BadSetting("FATE_DATABASE_URL names no database; it ends like this: @host/fate.")
    options = {"connect_timeout": 3, "application_name": "fateapp", **parts}
    if not pooler:
        options["options"] = f"{SESSION} {parts.get('options', '')}".strip()
    return {
        "ENGINE": "fateapp.postgresql",
        "NAME": options.pop("dbname"),
        "USER": options.pop("user", ""),
        "PASSWORD": options.pop("password", ""),
        "HOST": options.pop("host", ""),
        "PORT": str(options.pop("port", "")),
        "OPTIONS": options,
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": pooler,
    }


def mail(address: str) -> dict[str, Any]:
    """Django's EMAIL_* settings for a relay. Raises `BadSetting`: the URL cannot be parsed."""
    try:
        wanted: dict[str, Any] = environ.Env.email_url_config(address)
    except (ValueError, ImproperlyConfigured) as error:
        raise BadSetting(f"FATE_EMAIL_URL cannot be read: {error}.") from error
    options = wanted.pop("OPTIONS", {})
    if options:
        raise BadSetting(f"FATE_EMAIL_URL has unknown options: {', '.join(sorted(options)).lower()}.")
    return {name: value for name, value in wanted.items() if value is not None}
