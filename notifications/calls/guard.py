"""Which addresses we call. People name the servers, so none of them may lie inside our own network (OWASP: SSRF).

The judgement is about the numeric address that is connected to, not about the name: a name is looked up once, and the
connection goes to one of the addresses that were judged. A name that answers differently the next time gains nothing.
It is made twice: when somebody gives an address (`given`), so that they hear of it at once, and at every call.
"""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Callable, Iterable
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
"""Below it only the ports of the web are called: a POST to a mail server is understood there, too."""

GIVEN_SECONDS = 1.0
"""So long somebody who gives an address waits for name servers; one that cannot be looked up by then is judged at the first call."""

_NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*", re.IGNORECASE)
_NUMBER = re.compile(r"([0-9]+|0x[0-9a-f]*)", re.IGNORECASE)
"""A name whose last part is a number is an IPv4 address to resolvers (WHATWG URL, "ends in a number"): 127.1, 0x7f000001, 2130706433."""

_lookups = threading.BoundedSemaphore(256)
_lookups_of_visitors = threading.BoundedSemaphore(1)
"""Room for look-ups under way in this process: those of calls, and those of visitors who give an address. Of these there is one at a
time, so that a silent name server costs a web process at most GIVEN_SECONDS in the time its resolver takes to give up."""

_LIVE_IPV6 = IPv6Network("2000::/3")
_SPECIAL = tuple(map(ip_network, ("2001::/32", "192.0.0.0/24", "192.88.99.0/24", "2001:db8::/32", "3fff::/20")))
"""Teredo, what is for protocols, the relays of 6to4, and what is for books, whatever Python's version knows of them."""


class Forbidden(Exception):
    """This address must not be called; the text says why, for whoever gave it."""


class NotFound(Exception):
    """The name could not be looked up at the moment."""


def checked(url: str) -> SplitResult:
    """The parts of an address people gave us. Raises `Forbidden` when it cannot be called whatever its name stands for."""
    if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or any(char in url for char in ' \\"<>^`{|}'):
        raise Forbidden(_("An address has at most %(most)d plain characters, without spaces.") % {"most": LONGEST_URL})
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Forbidden(_("This is not the address of a server.")) from error
    if parts.scheme != "https" and not (parts.scheme == "http" and _plain_allowed()):
        raise Forbidden(_("The address must begin with https://."))
    if not parts.hostname or parts.username is not None or parts.fragment:
        raise Forbidden(_("The address needs a host, and neither a password nor a # part."))
    if not _usual(parts.hostname):
        raise Forbidden(_("The host must be a name like hooks.example.org, or an IP address in its usual form."))
    if port is not None and port < FIRST_FREE_PORT and port not in PORTS:
        raise Forbidden(_("Ports below 1024 are not called, except 80 and 443."))
    return parts


def _usual(host: str) -> bool:
    """Whether a host is written in the one way that every resolver, proxy and certificate check reads alike."""
    if ":" in host or _NUMBER.fullmatch(host.rpartition(".")[2]):
        return _is_literal(host)
    return len(host) <= 253 and _NAME.fullmatch(host) is not None


def _is_literal(host: str) -> bool:
    """A dotted quad or an IPv6 address, without a zone."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return "%" not in host


def given(url: str) -> None:
    """Judge an address as somebody gives it. Raises `Forbidden` as a call would, except for a name that cannot be looked up right now."""
    parts = checked(url)
    try:
        addresses(str(parts.hostname), port_of(parts), plain=parts.scheme == "http", seconds=GIVEN_SECONDS, resolve=_look_up_for_visitor)
    except NotFound:
        return  # every call asks again


def port_of(parts: SplitResult) -> int:
    """The port of a checked address."""
    return parts.port or (443 if parts.scheme == "https" else 80)


def _plain_allowed() -> bool:
    return bool(settings.DEBUG or settings.FATE_WEBHOOK_NETWORKS)


def addresses(
    host: str, port: int, *, plain: bool, seconds: float, resolve: Callable[..., Iterable[Address]] | None = None
) -> list[Address]:
    """Look `host` up once and return its addresses. Raises `NotFound`, or `Forbidden` unless every one of them may be called.

    `plain` is for calls without TLS: they are for servers the operator has allowed by address, and for development.
    """
    found = list((resolve or look_up)(host, port, seconds))
    if not found:
        raise NotFound(_("The name %(host)s is not known.") % {"host": host})
    for address in found:
        if not _allowed(address, plain=plain):
            raise Forbidden(_("The address of %(host)s lies in a network that is not called from here.") % {"host": host})
    return found


def _allowed(address: Address, *, plain: bool) -> bool:
    if any(address in network for network in settings.FATE_WEBHOOK_NETWORKS):
        return True
    return public(address) and (not plain or settings.DEBUG)


def public(address: Address) -> bool:
    """Whether this address belongs to the open internet, however it is wrapped."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return public(address.ipv4_mapped)
        if address not in _LIVE_IPV6 or (address.sixtofour is not None and not public(address.sixtofour)):
            return False
    if any(address in network for network in _SPECIAL):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def look_up(host: str, port: int, seconds: float, room: threading.Semaphore = _lookups) -> list[Address]:
    """All addresses of a name, in the order to try them. Raises `NotFound`; a name server that is silent counts as that.

    The system's resolver knows no time limit, so each look-up has a thread of its own, as far as there is `room` for one.
    """
    if _is_literal(host):
        return [ip_address(host)]
    until, answered = time.monotonic() + seconds, SimpleQueue[Any]()
    try:
        if not room.acquire(blocking=False):
            raise Empty
        threading.Thread(target=_ask, args=[host, port, answered, room], name="calls-lookup", daemon=True).start()
        found = answered.get(timeout=max(until - time.monotonic(), 0.0))
    except Empty as error:
        raise NotFound(_("The name %(host)s could not be looked up.") % {"host": host}) from error
    if isinstance(found, Exception):
        raise NotFound(_("The name %(host)s could not be looked up.") % {"host": host}) from found
    return list(dict.fromkeys(ip_address(str(answer[4][0]).partition("%")[0]) for answer in found))


def _look_up_for_visitor(host: str, port: int, seconds: float) -> list[Address]:
    return look_up(host, port, seconds, _lookups_of_visitors)


def _ask(host: str, port: int, answered: SimpleQueue[Any], room: threading.Semaphore) -> None:
    """Put what the system's resolver says or raises into `answered`."""
    try:
        answered.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
    except (OSError, UnicodeError) as error:
        answered.put(error)
    finally:
        room.release()
