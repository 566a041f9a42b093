"""Every setting an operator can make, in one table: name, kind, default, meaning.

`settings.py` reads its values here, `manage.py config` prints them, and the table in the README is made from it. A value may
stand in a file instead: `FATE_SECRET_KEY_FILE=/run/secrets/key` is the same as `FATE_SECRET_KEY=<content of that file>`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from environ.fileaware_mapping import FileAwareMapping

from fateapp import broker

PROJECT = Path(__file__).resolve().parent.parent
YES = frozenset({"1", "yes", "true", "on"})
NO = frozenset({"0", "no", "false", "off", ""})


class BadSetting(ImproperlyConfigured):
    """A value in the environment cannot be used; the text names the variable and the remedy."""


def text(value: str) -> str:
    """Any text."""
    return value


def switch(value: str) -> bool:
    """1/0, yes/no, true/false or on/off."""
    if value.lower() not in YES | NO:
        raise ValueError("is neither yes nor no; write 1 or 0")
    return value.lower() in YES


def number(value: str) -> int:
    """A whole number, zero or more."""
    if not re.fullmatch(r"[0-9]{1,6}", value):
        raise ValueError("is not a whole number from 0 to 999999")
    return int(value)


def words(value: str) -> list[str]:
    """A list with commas between."""
    return [word.strip() for word in value.split(",") if word.strip()]


MAIL_PROVIDERS = ("mailersend", "mailgun", "mandrill", "postmark", "sendgrid")
"""Whose inbound webhooks we read; the last two sign nothing and have to send FATE_MAILIN_WEBHOOK_SECRET."""


def providers(value: str) -> list[str]:
    """Mail providers with their signing keys: mailgun=key,postmark"""
    if {word.partition("=")[0] for word in words(value)} - set(MAIL_PROVIDERS):
        raise ValueError(f"names a provider other than {', '.join(MAIL_PROVIDERS)}")
    return words(value)


def networks(value: str) -> list[IPv4Network | IPv6Network]:
    """Networks such as 10.1.0.0/16, with commas between."""
    try:
        return [ip_network(word) for word in words(value)]
    except ValueError:
        raise ValueError("is not a list of networks such as 10.1.0.0/16,fd00::/8") from None


def folder(value: str) -> Path:
    """A path; a relative one starts at the project's folder."""
    return (PROJECT / Path(value).expanduser()).absolute()


def site(value: str) -> str:
    """An address like https://fate.example, without a path."""
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("is not an address such as https://fate.example")
    if parts.path.strip("/") or parts.query or parts.fragment or parts.username:
        raise ValueError("must be scheme and host only; running below a path is not supported")
    try:
        _port = parts.port
    except ValueError:
        raise ValueError("has a port that is not a number from 0 to 65535") from None
    return f"{parts.scheme}://{parts.netloc.lower()}"


def url(*schemes: str) -> Callable[[str], str]:
    """A kind for addresses of servers: one of the given schemes, then ://."""

    def one_of_the_schemes(value: str) -> str:
        if value.split("://")[0] not in schemes or "://" not in value:
            raise ValueError(f"must begin with {' or '.join(f'{scheme}://' for scheme in schemes)}")
        return value

    return one_of_the_schemes


def contact(value: str) -> str:
    """Whom to write to: an address, or a page (https://...)."""
    if re.fullmatch(r"https://[^\s/]+\S*", value):
        return value
    address = value.removeprefix("mailto:")
    if not re.fullmatch(r"[^\s@:]+@[^\s@]+", address):
        raise ValueError("is neither an address such as security@fate.example nor a page such as https://fate.example/security")
    return f"mailto:{address}"


def listeners(value: str) -> list[str]:
    """Where mail is received: smtp://host:port and lmtp://host:port, with commas between."""
    for word in words(value):
        parts = urlsplit(word)
        if parts.scheme not in ("smtp", "lmtp") or not parts.hostname or not re.search(r":[0-9]{1,5}$", parts.netloc):
            raise ValueError("is not a list of addresses such as smtp://127.0.0.1:8025,lmtp://127.0.0.1:8024")
    return words(value)


def choice(*words_allowed: str) -> Callable[[str], str]:
    """A kind for one word out of a few."""

    def one_of_the_words(value: str) -> str:
        if value.lower() not in words_allowed:
            raise ValueError(f"must be one of {', '.join(words_allowed)}")
        return value.lower()

    return one_of_the_words


BROKER_SCHEMES = ("amqp", "amqps", "sentinel", "redis", "rediss", "unix")


def broker_url(value: str) -> str:
    """A message broker: RabbitMQ, Valkey, or the sentinels that know where Valkey is."""
    broker.settings(url(*BROKER_SCHEMES)(value))
    return value


@dataclass(frozen=True)
class Setting:
    """One variable. `default` is written as an operator would write it; None means "not set"."""

    name: str
    kind: Callable[[str], Any]
    default: str | None
    meaning: str
    secret: bool = False


MAIL_SCHEMES = ("smtp", "smtps", "smtp+tls", "smtp+ssl", "consolemail", "filemail", "memorymail")
SETTINGS = (
    Setting("FATE_SITE_URL", site, "http://127.0.0.1:8000", "The public address; host checks, cookies and the mail domain follow from it."),
    Setting("FATE_DATA_DIR", folder, ".fate", "Where `manage.py up` keeps its databases, secret key and static files."),
    Setting("FATE_SECRET_KEY", text, None, "Signs sessions and links; 32 characters or more. `manage.py up` makes one.", secret=True),
    Setting("FATE_SECRET_KEY_FALLBACKS", words, "", "Older secret keys that are still accepted, with commas between.", secret=True),
    Setting(
        "FATE_DATABASE_URL",
        url("postgres", "postgresql"),
        None,
        "A PostgreSQL server from 15 on; without it, one is run here.",
        secret=True,
    ),
    Setting("FATE_DATABASE_POOLER", switch, "0", "1: FATE_DATABASE_URL leads to PgBouncer in transaction mode (docs/scaling.md)."),
    Setting("FATE_REDIS_URL", url("redis", "rediss", "unix"), None, "A Valkey or Redis server; without it, one is run here.", secret=True),
    Setting(
        "FATE_BROKER_URL",
        broker_url,
        None,
        "Where Celery's calls go if not to FATE_REDIS_URL: amqp:// (RabbitMQ) or sentinel:// (docs/scaling.md).",
        secret=True,
    ),
    Setting(
        "FATE_EMAIL_URL",
        url(*MAIL_SCHEMES),
        None,
        "The mail relay: smtp+tls://name:password@host:587; without it, mails stay here.",
        secret=True,
    ),
    Setting("FATE_EMAIL_FROM", text, None, "The sender of all mails; fate@ and the host of the site unless set."),
    Setting(
        "FATE_SECURITY_CONTACT",
        contact,
        None,
        "Whom /.well-known/security.txt names: an address, or a page (https://...); the address of FATE_EMAIL_FROM unless set.",
    ),
    Setting("FATE_DKIM_SELECTOR", text, None, "Under which name the relay's DKIM key stands in the DNS; only `manage.py doctor` asks."),
    Setting("FATE_MAILIN_DOMAIN", text, None, "Where replies arrive: mail for play+...@this domain is brought to `manage.py mailin`."),
    Setting(
        "FATE_MAILIN_LISTEN",
        listeners,
        "",
        "Where `manage.py mailin` listens: smtp://127.0.0.1:8025, lmtp://127.0.0.1:8024; empty: nowhere.",
    ),
    Setting("FATE_MAILIN_AUTHSERV", text, None, "The name our mail server writes into Authentication-Results; nobody else's is believed."),
    Setting(
        "FATE_MAILIN_TRUST",
        choice("strict", "casual"),
        "strict",
        "casual: whoever knows a reply address may play, without proof of sender.",
    ),
    Setting("FATE_MAILIN_IMAP_URL", url("imap", "imaps"), None, "A mailbox that `manage.py mailpoll` looks into for replies.", secret=True),
    Setting("FATE_MAILIN_WEBHOOK_SECRET", text, None, "name:password of the mail provider's webhook at /mail/hook/.", secret=True),
    Setting(
        "FATE_MAILIN_PROVIDERS",
        providers,
        "",
        "Providers that post replies to /mail/hook/<name>/, with signing keys: mailgun=key,mailersend=key,mandrill=key,postmark,sendgrid.",
        secret=True,
    ),
    Setting(
        "FATE_CALLS_ALLOWED",
        networks,
        "",
        "Networks of your own that webhooks may call, also without TLS: 10.1.0.0/16; all others must be public and use https.",
    ),
    Setting(
        "FATE_VAPID_KEY",
        text,
        None,
        "The key of web push; it follows from the secret key unless set. See `manage.py vapid`.",
        secret=True,
    ),
    Setting(
        "FATE_ADMIN_MFA",
        choice("auto", "on", "off"),
        "auto",
        "Whether the admin asks for a second factor; auto: where the site is reached by https.",
    ),
    Setting(
        "FATE_TRACES",
        switch,
        "1",
        "Keep keyed hashes of network and browser of those who move, for 30 days, so that directors see who plays from one place.",
    ),
    Setting("FATE_PROXY_COUNT", number, "0", "How many reverse proxies stand in front; decides which client address is believed."),
    Setting(
        "FATE_API_RATE", number, "1200", "Requests per minute of one API token or person; half of that for changes, a fifth for strangers."
    ),
    Setting("FATE_STREAM_URL", text, None, "Where the stream of the API is reached, if not at /api/v1/stream of the site."),
    Setting("FATE_LANGUAGE", choice("en", "de", "fr"), "en", "The language of people who have not chosen one."),
    Setting("FATE_WORKERS", number, "2", "Web processes; as many as there are cores."),
    Setting(
        "FATE_METRICS_TOKEN",
        text,
        None,
        "Who asks /metrics has to send it as bearer token; without it, there is no such page.",
        secret=True,
    ),
    Setting("FATE_LOG_LEVEL", choice("debug", "info", "warning", "error"), "info", "How much is logged."),
    Setting("FATE_LOG_FORMAT", choice("text", "json"), "text", "One line for people, or one JSON object per line."),
    Setting("FATE_SENTRY_DSN", url("http", "https"), None, "Where errors are reported; needs fateapp[sentry].", secret=True),
    Setting("FATE_OTLP_ENDPOINT", url("http", "https"), None, "An OpenTelemetry collector for traces; needs fateapp[opentelemetry]."),
    Setting("FATE_DEBUG", switch, "0", "Error pages with program state. Never where strangers can reach them."),
    Setting(
        "FATE_BACKUP_KEEP", number, "7", "Nightly backups that `manage.py up` keeps in backups/ of its data directory; 0: it makes none."
    ),
    Setting("FATE_PG_BIN", folder, None, "Folder with PostgreSQL programs (initdb, postgres) to use instead of the bundled ones."),
    Setting("FATE_VALKEY_BIN", folder, None, "A valkey-server or redis-server to use instead of the bundled one."),
    Setting("FATE_RUN_AS", text, None, "Started as root: the account under which the database servers run."),
)
BY_NAME = {setting.name: setting for setting in SETTINGS}


def read(name: str, environment: Mapping[str, str] | None = None) -> Any:
    """The value of one setting, or its default; an empty value is the same as none.

    Raises:
        BadSetting: the value, or the file it should come from, cannot be used.
    """
    setting = BY_NAME[name]
    source = FileAwareMapping(os.environ if environment is None else environment, cache=False)
    try:
        value = str(source.get(name, "")).strip() or setting.default
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"{name}_FILE names a file that cannot be read: {error}.") from error
    if value is None:
        return None
    try:
        return setting.kind(value)
    except ValueError as error:
        shown = "" if setting.secret else f" {value!r}"
        raise BadSetting(f"{name}{shown} {error}.") from error


def read_all(environment: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Every setting by name.

    Raises:
        BadSetting: at the first value that cannot be used.
    """
    return {setting.name: read(setting.name, environment) for setting in SETTINGS}
