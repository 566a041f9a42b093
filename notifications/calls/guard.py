"""Check which URLs may be called. Users provide them, so none may lead into the site's own network (SSRF, OWASP).

The check applies to the numeric address that is connected to, not to the name. A name is resolved once, and the connection goes to one of
the checked addresses; a name that resolves differently the next time (DNS rebinding) gains nothing. It runs when a user submits a URL
(`check_submitted`), so that the user sees the error at once, and again at every call.
"""

import re
import socket
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from queue import Empty, SimpleQueue
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

Address = IPv4Address | IPv6Address

LONGEST_URL = 500
PORTS = frozenset({80, 443})
FIRST_FREE_PORT = 1024
"""Below it only the web's ports are called: other servers, such as mail servers, could act on a POST."""

SUBMITTED_SECONDS = 1.0
"""How long a user who submits a URL waits for DNS; a name that is not resolved by then is checked at the first call."""

_NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*", re.IGNORECASE)
_NUMBER = re.compile(r"([0-9]+|0x[0-9a-f]*)", re.IGNORECASE)
"""A name whose last part is a number is an IPv4 address to resolvers (WHATWG URL, "ends in a number"): 127.1, 0x7f000001, 2130706433."""

_lookups = threading.BoundedSemaphore(256)
_visitor_lookups = threading.BoundedSemaphore(1)
"""Limits of concurrent DNS look-ups in this process: those of calls, and those of users who submit a URL. Of the latter there is one at a
time, so that a silent name server blocks a web process for at most SUBMITTED_SECONDS until its resolver times out.
"""

_GLOBAL_IPV6 = IPv6Network("2000::/3")
_SPECIAL = tuple(map(ip_network, ("2001::/32", "192.0.0.0/24", "192.88.99.0/24", "2001:db8::/32", "3fff::/20")))
"""Teredo, protocol assignments, 6to4 relays, and documentation networks, whichever of them this version of Python knows."""


class Forbidden(Exception):
    """This URL must not be called; the text says why, for its owner."""


class NotFound(Exception):
    """The name cannot be resolved at the moment."""


def checked(url: str) -> SplitResult:
    """Parse a URL. Raises `Forbidden` when it may not be called, whatever its host resolves to."""
    if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or any(char in url for char in ' \\"<>^`{|}'):
        raise Forbidden(_("An address has at most %(most)d plain characters, without spaces.") % {"most": LONGEST_URL})
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Forbidden(_("This is not the address of a server.")) from error
    if parts.scheme != "https" and not (parts.scheme == "http" and _http_allowed()):
        raise Forbidden(_("The address must begin with https://."))
    if not parts.hostname or parts.username is not None or parts.fragment:
        raise Forbidden(_("The address needs a host, and neither a password nor a # part."))
    if not _is_canonical(parts.hostname):
        raise Forbidden(_("The host must be a name like hooks.example.org, or an IP address in its usual form."))
    if port is not None and port < FIRST_FREE_PORT and port not in PORTS:
        raise Forbidden(_("Ports below 1024 are not called, except 80 and 443."))
    return parts


def _is_canonical(host: str) -> bool:
    """Whether a host is written in the one form that every resolver, proxy and certificate check understands alike."""
    if ":" in host or _NUMBER.fullmatch(host.rpartition(".")[2]):
        return _is_literal(host)
    return len(host) <= 253 and _NAME.fullmatch(host) is not None


def _is_literal(host: str) -> bool:
    """Whether it is a dotted quad or an IPv6 address without a zone."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return "%" not in host


def check_submitted(url: str) -> None:
    """Check a URL that a user submits. Raises `Forbidden` as a call would, but accepts a name that cannot be resolved at the moment."""
    parts = checked(url)
    resolve = partial(look_up, slots=_visitor_lookups)
    try:
        addresses(str(parts.hostname), port_of(parts), http=parts.scheme == "http", seconds=SUBMITTED_SECONDS, resolve=resolve)
    except NotFound:
        return  # every call checks it again


def port_of(parts: SplitResult) -> int:
    return parts.port or (443 if parts.scheme == "https" else 80)


def _http_allowed() -> bool:
    return bool(settings.DEBUG or settings.FATE_WEBHOOK_NETWORKS)


def addresses(
    host: str, port: int, *, http: bool, seconds: float, resolve: Callable[..., Iterable[Address]] | None = None
) -> list[Address]:
    """Resolve `host` once and return its addresses. Raises `NotFound`, or `Forbidden` unless every address may be called.

    `http` means a call without TLS, which is allowed to FATE_WEBHOOK_NETWORKS and with FATE_DEBUG only.
    """
    found = list((resolve or look_up)(host, port, seconds))
    if not found:
        raise NotFound(_("The name %(host)s is not known.") % {"host": host})
    for address in found:
        if not _allowed(address, http=http):
            raise Forbidden(_("The address of %(host)s lies in a network that is not called from here.") % {"host": host})
    return found


def _allowed(address: Address, *, http: bool) -> bool:
    if any(address in network for network in settings.FATE_WEBHOOK_NETWORKS):
        return True
    return public(address) and (not http or settings.DEBUG)


def public(address: Address) -> bool:
    """Whether an address is on the public internet, also when it is wrapped in IPv6 (mapped, 6to4)."""
    wrapped = isinstance(address, IPv6Address) and address.sixtofour is not None
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return public(address.ipv4_mapped)
        if address not in _GLOBAL_IPV6 or (address.sixtofour is not None and not public(address.sixtofour)):
            return False
    if any(address in network for network in _SPECIAL):
        return False
    known = wrapped or address.is_global  # Python 3.11.2 calls no 6to4 address global; the address inside is checked above
    return known and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def look_up(host: str, port: int, seconds: float, slots: threading.Semaphore = _lookups) -> list[Address]:
    """All addresses of a name, in the order to try them. Raises `NotFound`, also when no name server answers in time.

    The system's resolver has no timeout, so each look-up runs in a thread of its own, as long as `slots` has a free one.
    """
    if _is_literal(host):
        return [ip_address(host)]
    deadline, answers = time.monotonic() + seconds, SimpleQueue[Any]()
    try:
        if not slots.acquire(blocking=False):
            raise Empty
        threading.Thread(target=_resolve, args=[host, port, answers, slots], name="calls-lookup", daemon=True).start()
        found = answers.get(timeout=max(deadline - time.monotonic(), 0.0))
    except Empty as error:
        raise NotFound(_("The name %(host)s could not be looked up.") % {"host": host}) from error
    if isinstance(found, Exception):
        raise NotFound(_("The name %(host)s could not be looked up.") % {"host": host}) from found
    return list(dict.fromkeys(ip_address(str(answer[4][0]).partition("%")[0]) for answer in found))


def _resolve(host: str, port: int, answers: SimpleQueue[Any], slots: threading.Semaphore) -> None:
    """Put the result of the system's resolver, or its error, into `answers`."""
    try:
        answers.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
    except (OSError, UnicodeError) as error:
        answers.put(error)
    finally:
        slots.release()
