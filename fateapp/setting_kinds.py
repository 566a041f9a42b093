"""Types of settings: each converts the text of an environment variable, or raises ValueError with what is wrong.

`fateapp.environment.read` completes the sentence: the name of the setting before it, a full stop after it.
"""

import re
from collections.abc import Callable
from email.utils import parseaddr
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from fateapp import broker, installation

YES = frozenset({"1", "yes", "true", "on"})
NO = frozenset({"0", "no", "false", "off", ""})
LABEL = r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"
HOST = re.compile(rf"{LABEL}(\.{LABEL})*\.?")
SHORTEST_KEY = 32
IN_A_PASSWORD = "in a name or password, write / as %2F, # as %23 and ? as %3F"


def text(value: str) -> str:
    return value


def switch(value: str) -> bool:
    """1/0, yes/no, true/false or on/off."""
    if value.lower() not in YES | NO:
        raise ValueError("is neither yes nor no; write 1 or 0")
    return value.lower() in YES


def whole(least: int, most: int = 999_999) -> Callable[[str], int]:
    """A type for integers in a range."""

    def whole_number(value: str) -> int:
        if not re.fullmatch(r"[0-9]{1,6}", value) or not least <= int(value) <= most:
            raise ValueError(f"is not a whole number from {least} to {most}")
        return int(value)

    return whole_number


def secret_key(value: str) -> str:
    """A key of at least SHORTEST_KEY characters."""
    if len(value) < SHORTEST_KEY:
        maker = "python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"
        raise ValueError(f"has {len(value)} characters and needs {SHORTEST_KEY} or more; this makes one: {maker}")
    return value


def is_host(name: str) -> bool:
    """Whether it is a valid host: an IP address or a DNS name (xn--… for letters beyond ASCII)."""
    try:
        ip_address(name)
    except ValueError:
        return len(name) < 254 and bool(HOST.fullmatch(name.lower())) and not re.fullmatch(r"[0-9.]+", name)
    return True


def domain(value: str) -> str:
    if not is_host(value):
        raise ValueError("is not a name such as fate.example")
    return value


def wrong_port(value: str) -> str:
    """The message about the port of a URL. A character of the password that ends the host is the usual cause; no part of it is shown."""
    return "has a port that is not a number from 0 to 65535" + (f"; {IN_A_PASSWORD}" if "@" in value else "")


def split(value: str) -> SplitResult:
    """The parts of a URL with a valid host and port."""
    try:
        parts = urlsplit(value)
        _port = parts.port
    except ValueError:
        raise ValueError(wrong_port(value)) from None
    if parts.hostname and not is_host(parts.hostname):
        raise ValueError("has a host that is neither a name (xn--… for letters beyond ASCII) nor an IP address")
    return parts


def words(value: str) -> list[str]:
    """A comma-separated list."""
    return [word.strip() for word in value.split(",") if word.strip()]


UNSIGNED_PROVIDERS = ("postmark", "sendgrid")
MAIL_PROVIDERS = ("mailersend", "mailgun", "mandrill", *UNSIGNED_PROVIDERS)
"""Providers whose inbound webhooks are supported; the last two do not sign and need FATE_MAILIN_WEBHOOK_SECRET."""


def providers(value: str) -> list[str]:
    """Mail providers with their signing keys: mailgun=key,postmark"""
    named = {word.partition("=")[0]: word.partition("=")[2] for word in words(value)}
    if named.keys() - set(MAIL_PROVIDERS):
        raise ValueError(f"names a provider other than {', '.join(MAIL_PROVIDERS)}")
    if without := [name for name, key in named.items() if not key and name not in UNSIGNED_PROVIDERS]:
        raise ValueError(f"has no signing key for {without[0]}; write {without[0]}=<the key>")
    return words(value)


def networks(value: str) -> list[IPv4Network | IPv6Network]:
    """A comma-separated list of networks such as 10.1.0.0/16."""
    try:
        return [ip_network(word) for word in words(value)]
    except ValueError:
        raise ValueError("is not a list of networks such as 10.1.0.0/16,fd00::/8") from None


def folder(value: str) -> Path:
    """A path; a relative one starts at the project's directory, or at the current one with an installed package."""
    return (installation.HOME / Path(value).expanduser()).absolute()


def site(value: str) -> str:
    """A URL like https://fate.example, without a path."""
    parts = split(value)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("is not an address such as https://fate.example")
    if parts.path.strip("/") or parts.query or parts.fragment or parts.username:
        raise ValueError("must be scheme and host only; running below a path is not supported")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def url(*schemes: str) -> Callable[[str], str]:
    """A type for URLs of servers with one of the given schemes."""

    def one_of_the_schemes(value: str) -> str:
        if value.split("://")[0] not in schemes or "://" not in value:
            raise ValueError(f"must begin with {' or '.join(f'{scheme}://' for scheme in schemes)}")
        if not split(value).hostname:
            raise ValueError(f"names no host; it looks like {schemes[0]}://host")
        return value

    return one_of_the_schemes


def database_url(value: str) -> str:
    """A PostgreSQL database, as libpq parses it: the host may be missing or be the directory of a socket. Raises BadSetting, too."""
    from fateapp import service_urls

    if not re.match(r"postgres(ql)?://", value):
        raise ValueError("must begin with postgres:// or postgresql://")
    if not re.fullmatch(r"[0-9,]*", service_urls.database(value)["PORT"]):
        raise ValueError(wrong_port(value))
    return value


def redis_url(value: str) -> str:
    """A Valkey or Redis server: redis://host:6379/0, or unix:///path."""
    if value.startswith("unix://"):
        if not urlsplit(value).path:
            raise ValueError("names no socket; it looks like unix:///run/valkey/valkey.sock")
        return value
    if not re.match(r"rediss?://", value):
        raise ValueError("must begin with redis:// or rediss:// or unix://")
    if not re.fullmatch(r"(/[0-9]*)?", split(value).path):
        raise ValueError("must end with the number of the database; it looks like redis://host:6379/0")
    return value


MAIL_SCHEMES = ("smtp", "smtps", "smtp+tls", "smtp+ssl", "consolemail", "filemail", "memorymail")


def mail_url(value: str) -> str:
    """A mail relay. Raises BadSetting, too."""
    from fateapp import service_urls

    if value.split("://")[0] not in MAIL_SCHEMES or "://" not in value:
        raise ValueError(f"must begin with {' or '.join(f'{scheme}://' for scheme in MAIL_SCHEMES)}")
    if value.startswith("smtp") and not split(value).hostname:
        raise ValueError("names no host; it looks like smtp+tls://name:password@host:587")
    service_urls.mail(value)
    return value


def sender(value: str) -> str:
    """The sender of mails: an address, with or without a name."""
    if not re.fullmatch(r"[^\s@<>\"]+@[^\s@<>\"]+", parseaddr(value)[1]) or any(letter in value for letter in "\r\n"):
        raise ValueError("holds no address; write it like this: Fate <fate@example.org>")
    return value


def name_and_password(value: str) -> str:
    """Credentials for HTTP Basic."""
    if not all(value.partition(":")):
        raise ValueError("is not a name and a password with a colon between")
    return value


def vapid_key(value: str) -> str:
    """A private key of the curve P-256 in base64url."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{43}", value):
        raise ValueError(f"is not a private key of 43 characters; `{installation.PROGRAM} vapid --new` makes one")
    return value


def contact(value: str) -> str:
    """A contact: a mail address, or a page (https://...)."""
    if re.fullmatch(r"https://[^\s/]+\S*", value):
        return value
    address = value.removeprefix("mailto:")
    if not re.fullmatch(r"[^\s@:]+@[^\s@]+", address):
        raise ValueError("is neither an address such as security@fate.example nor a page such as https://fate.example/security")
    return f"mailto:{address}"


def listeners(value: str) -> list[str]:
    """A comma-separated list of smtp://host:port and lmtp://host:port."""
    for word in words(value):
        parts = split(word)
        if parts.scheme not in ("smtp", "lmtp") or not parts.hostname or not re.search(r":[0-9]{1,5}$", parts.netloc):
            raise ValueError("is not a list of addresses such as smtp://127.0.0.1:8025,lmtp://127.0.0.1:8024")
    return words(value)


def choice(*words_allowed: str) -> Callable[[str], str]:
    """A type for one of several words."""

    def one_of_the_words(value: str) -> str:
        if value.lower() not in words_allowed:
            raise ValueError(f"must be one of {', '.join(words_allowed)}")
        return value.lower()

    return one_of_the_words


BROKER_SCHEMES = ("amqp", "amqps", "sentinel", "redis", "rediss", "unix")


def broker_url(value: str) -> str:
    """A message broker: RabbitMQ, Valkey, or Valkey with Sentinel."""
    if value.split("://")[0] not in BROKER_SCHEMES or "://" not in value:
        raise ValueError(f"must begin with {' or '.join(f'{scheme}://' for scheme in BROKER_SCHEMES)}")
    if value.startswith("amqp"):
        split(value)
    broker.settings(value)
    return redis_url(value) if value.startswith(("redis", "unix")) else value
