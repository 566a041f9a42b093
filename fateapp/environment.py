"""Every setting an operator can set, in one table: name, type, default, meaning.

`settings.py` reads its values here, `manage.py config` prints them, and the README's table is generated from it. A value can also be read
from a file: `FATE_SECRET_KEY_FILE=/run/secrets/key` sets FATE_SECRET_KEY to the content of that file.
"""

import difflib
import os
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from ipaddress import ip_address
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

from environ.fileaware_mapping import FileAwareMapping

import notifications.channels
from fateapp import installation
from fateapp.bad_setting import BadSetting
from fateapp.setting_kinds import (
    UNSIGNED_PROVIDERS,
    broker_url,
    choice,
    contact,
    database_url,
    domain,
    folder,
    listeners,
    mail_url,
    name_and_password,
    networks,
    providers,
    redis_url,
    secret_key,
    sender,
    site,
    switch,
    text,
    url,
    vapid_key,
    whole,
    words,
)

__all__ = ["BY_NAME", "SETTINGS", "BadSetting", "Setting", "contact", "contradictions", "read", "read_all", "settings_of",
           "unknown_names"]  # fmt: skip


@dataclass(frozen=True)
class Setting:
    """One environment variable. `kind` converts its text; `default` is written as an operator would write it, None means "not set"."""

    name: str
    kind: Callable[[str], Any]
    default: str | None
    meaning: str
    secret: bool = False
    former_name: str = ""


MOST_WORKERS = 256
SETTINGS: tuple[Setting, ...] = (
    Setting("FATE_SITE_URL", site, "http://127.0.0.1:8000", "The public address; host checks, cookies and the mail domain follow from it."),
    Setting("FATE_DATA_DIR", folder, ".fate", "Where `manage.py up` keeps its databases, secret key and static files."),
    Setting("FATE_SECRET_KEY", secret_key, None, "Signs sessions and links; 32 characters or more. `manage.py up` makes one.", secret=True),
    Setting("FATE_SECRET_KEY_FALLBACKS", words, "", "Older secret keys that are still accepted, with commas between.", secret=True),
    Setting("FATE_DATABASE_URL", database_url, None, "A PostgreSQL server from 15 on; without it, one is run here.", secret=True),
    Setting("FATE_DATABASE_POOLER", switch, "0", "1: FATE_DATABASE_URL leads to PgBouncer in transaction mode (docs/scaling.md)."),
    Setting("FATE_REDIS_URL", redis_url, None, "A Valkey or Redis server; without it, one is run here.", secret=True),
    Setting(
        "FATE_BROKER_URL",
        broker_url,
        None,
        "Where Celery's calls go if not to FATE_REDIS_URL: amqp:// (RabbitMQ) or sentinel:// (docs/scaling.md).",
        secret=True,
    ),
    Setting(
        "FATE_EMAIL_URL", mail_url, None, "The mail relay: smtp+tls://name:password@host:587; without it, mails stay here.", secret=True
    ),
    Setting("FATE_EMAIL_FROM", sender, None, "The sender of all mails; fate@ and the host of the site unless set."),
    Setting(
        "FATE_SECURITY_CONTACT",
        contact,
        None,
        "The contact in /.well-known/security.txt: an address, or a page (https://...); the address of FATE_EMAIL_FROM unless set.",
    ),
    Setting("FATE_DKIM_SELECTOR", text, None, "The DKIM selector of the relay's key; used by `manage.py doctor` only."),
    Setting("FATE_MAILIN_DOMAIN", domain, None, "Where replies arrive: mail for play+...@this domain is brought to `manage.py mailin`."),
    Setting(
        "FATE_MAILIN_LISTEN",
        listeners,
        "",
        "Where `manage.py mailin` listens: smtp://127.0.0.1:8025, lmtp://127.0.0.1:8024; empty: nowhere.",
    ),
    Setting(
        "FATE_MAILIN_AUTHSERV",
        text,
        None,
        "The name our mail server writes into Authentication-Results; without one, DKIM, SPF and DMARC are checked here.",
    ),
    Setting(
        "FATE_MAILIN_ARC_SEALERS",
        words,
        "",
        "Forwarders whose ARC seals are trusted, by domain, with commas between: mailbox.example,lists.example.org.",
    ),
    Setting(
        "FATE_MAILIN_TRUST",
        choice("strict", "casual"),
        "strict",
        "casual: anyone who knows a reply address may play, without proof of the sender.",
    ),
    Setting("FATE_MAILIN_IMAP_URL", url("imap", "imaps"), None, "A mailbox that `manage.py mailpoll` looks into for replies.", secret=True),
    Setting(
        "FATE_MAILIN_WEBHOOK_SECRET", name_and_password, None, "name:password of the mail provider's webhook at /mail/hook/.", secret=True
    ),
    Setting(
        "FATE_MAILIN_PROVIDERS",
        providers,
        "",
        "Providers that post replies to /mail/hook/<name>/, with signing keys: mailgun=key,mailersend=key,mandrill=key,postmark,sendgrid.",
        secret=True,
    ),
    Setting(
        "FATE_WEBHOOK_NETWORKS",
        networks,
        "",
        "Networks of your own that webhooks may call, also without TLS: 10.1.0.0/16; all others must be public and use https.",
        former_name="FATE_CALLS_ALLOWED",
    ),
    Setting(
        "FATE_VAPID_KEY",
        vapid_key,
        None,
        "The key of web push; derived from the secret key unless set. See `manage.py vapid`.",
        secret=True,
    ),
    Setting(
        "FATE_ADMIN_MFA",
        choice("auto", "on", "off"),
        "auto",
        "Whether the admin asks for a second factor; auto: where the site is reached by https.",
    ),
    Setting(
        "FATE_FINGERPRINTS",
        switch,
        "1",
        "Keep keyed hashes of network and browser of those who move, for 30 days, so that directors see who plays from one place.",
        former_name="FATE_TRACES",
    ),
    Setting("FATE_PROXY_COUNT", whole(0), "0", "The number of reverse proxies in front; decides which client address is trusted."),
    Setting(
        "FATE_API_RATE",
        whole(1),
        "1200",
        "Requests per minute of one API token or person; half of that for changes, a fifth for strangers.",
    ),
    Setting(
        "FATE_STRANGER_MAILS",
        whole(0),
        "500",
        "Mails a day to addresses without an account, all together: sign-up codes, invitations; one network takes a tenth at most.",
    ),
    Setting("FATE_STREAM_URL", url("https", "http"), None, "Where the stream of the API is reached, if not at /api/v1/stream of the site."),
    Setting("FATE_LANGUAGE", choice("en", "de", "fr"), "en", "The language of people who have not chosen one."),
    Setting("FATE_WORKERS", whole(1, MOST_WORKERS), "2", "Web processes; as many as there are cores."),
    Setting("FATE_METRICS_TOKEN", text, None, "The bearer token for /metrics; without it, there is no such page.", secret=True),
    Setting("FATE_LOG_LEVEL", choice("debug", "info", "warning", "error"), "info", "How much is logged."),
    Setting("FATE_LOG_FORMAT", choice("text", "json"), "text", "One line for people, or one JSON object per line."),
    Setting("FATE_SENTRY_DSN", url("http", "https"), None, "Where errors are reported; needs fateapp[sentry].", secret=True),
    Setting("FATE_OTLP_ENDPOINT", url("http", "https"), None, "An OpenTelemetry collector for traces; needs fateapp[opentelemetry]."),
    Setting("FATE_DEBUG", switch, "0", "Error pages with program state. Never where strangers can reach them."),
    Setting(
        "FATE_BACKUP_KEEP", whole(0), "7", "Nightly backups that `manage.py up` keeps in backups/ of its data directory; 0: it makes none."
    ),
    Setting("FATE_PG_BIN", folder, None, "Folder with PostgreSQL programs (initdb, postgres) to use instead of the bundled ones."),
    Setting("FATE_VALKEY_BIN", folder, None, "A valkey-server or redis-server to use instead of the bundled one."),
    Setting("FATE_RUN_AS", text, None, "Started as root: the account under which the database servers run."),
)


def settings_of(module: ModuleType) -> tuple[Setting, ...]:
    """The settings of one channel, as its `site_settings.py` lists them: name, meaning, whether it is secret."""
    return tuple(Setting(name, text, None, meaning, secret=secret) for name, meaning, secret in module.SETTINGS)


def _of_channels() -> Iterator[Setting]:
    for info in pkgutil.iter_modules(notifications.channels.__path__):
        if find_spec(name := f"notifications.channels.{info.name}.site_settings") if info.ispkg else None:
            yield from settings_of(import_module(name))


SETTINGS += tuple(_of_channels())
BY_NAME = {setting.name: setting for setting in SETTINGS}
RENAMED = {setting.former_name: setting.name for setting in SETTINGS if setting.former_name}
"""Former names are read, with a warning, until version 2."""


def read(name: str, environment: Mapping[str, str] | None = None) -> Any:
    """The value of one setting, or its default; an empty value counts as not set.

    Raises `BadSetting`: the value is invalid, or its file cannot be read.
    """
    setting = BY_NAME[name]
    source = FileAwareMapping(os.environ if environment is None else environment, cache=False)
    try:
        given = (str(source.get(known, "")).strip() for known in (name, setting.former_name) if known)
        value = next(filter(None, given), setting.default)
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"{name}_FILE names a file that cannot be read: {error}.") from error
    if value is None:
        return None
    try:
        return setting.kind(value)
    except ValueError as error:
        shown = "" if setting.secret else f" {value!r}"
        raise BadSetting(f"{name}{shown} {error}.") from error


def is_given(name: str) -> bool:
    """Whether the environment sets it, directly or by a file."""
    return name in os.environ or f"{name}_FILE" in os.environ


def read_all(environment: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Every setting by name. Raises `BadSetting` with one line for each invalid value."""
    values: dict[str, Any] = {}
    faults: list[str] = []
    for setting in SETTINGS:
        try:
            values[setting.name] = read(setting.name, environment)
        except BadSetting as error:
            faults.append(str(error))
    if faults := faults + contradictions(values):
        raise BadSetting("\n".join(faults))
    return values


def contradictions(values: Mapping[str, Any]) -> list[str]:
    """Values that exclude each other, as sentences; settings that could not be read are missing in `values`."""
    found = []
    if values.get("FATE_DEBUG") and not is_this_machine(urlsplit(values.get("FATE_SITE_URL", "//localhost")).hostname or ""):
        found.append(f"FATE_DEBUG is on for {values['FATE_SITE_URL']}: error pages would show hands and keys to strangers. Unset it.")
    unsigned = [word for word in values.get("FATE_MAILIN_PROVIDERS", []) if word.partition("=")[0] in UNSIGNED_PROVIDERS]
    if unsigned and "FATE_MAILIN_WEBHOOK_SECRET" in values and not values["FATE_MAILIN_WEBHOOK_SECRET"]:
        found.append(f"FATE_MAILIN_PROVIDERS names {unsigned[0]}, which signs nothing; set FATE_MAILIN_WEBHOOK_SECRET=name:password too.")
    return found


def is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def unknown_names(environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """Each FATE_ variable that is not a setting, with a hint: usually it is misspelt."""
    names = os.environ if environment is None else environment
    unknown = sorted(name for name in names if name.startswith("FATE_") and name.removesuffix("_FILE") not in BY_NAME)
    return {name: _remedy(name.removesuffix("_FILE")) for name in unknown}


def _remedy(name: str) -> str:
    if name in RENAMED:
        return f"It is named {RENAMED[name]} now; the former name is still read by versions before 2."
    near = difflib.get_close_matches(name, BY_NAME, n=1)
    return f"Did you mean {near[0]}?" if near else f"`{installation.PROGRAM} config` lists all names."
