"""Rate limits for sign-in codes: by network, and by whether this browser has signed in with the address before.

A browser that has signed in keeps a signed cookie that names (as keyed hashes) the addresses it was for. Requests with it have limits
of their own, so that a flood of requests for an address cannot exhaust its owner's limit.
"""

from datetime import timedelta
from ipaddress import ip_address, ip_network
from secrets import token_urlsafe
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import Player
from games.pages.requests import set_cookie

COOKIE = "__Host-browser" if settings.SITE_IS_SECURE else "browser"
SALT = "games.browser"
LASTS = timedelta(days=400)
"""The longest time browsers keep a cookie."""

MOST_PEOPLE = 5
PREFIX = {4: 24, 6: 48}
"""Prefix lengths of networks as providers assign them: one customer usually has all addresses of such a network."""


def network(request: HttpRequest) -> str:
    address = ip_address(get_adapter(request).get_client_ip(request))
    address = getattr(address, "ipv4_mapped", None) or address
    return str(ip_network(f"{address}/{PREFIX[address.version]}", strict=False))


def known_browser(request: HttpRequest, address: str) -> str:
    """The id of this browser if it has signed in with this address, else ""."""
    found = _read(request)
    hashes = [_hash(address, key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    known = [constant_time_compare(kept, mine) for kept in found["for"] for mine in hashes]
    return found["id"] if any(known) else ""


def remember(request: HttpRequest, response: HttpResponse, player: Player) -> None:
    """Store in the browser's cookie that this player has signed in; for guests without an address, only that it is known."""
    found, mine = _read(request), [_hash(player.email, settings.SECRET_KEY)] if player.email else []
    kept = [*mine, *(other for other in found["for"] if other not in mine)][:MOST_PEOPLE]
    value = signing.dumps({"id": found["id"], "for": kept}, salt=SALT)
    set_cookie(response, COOKIE, value, seconds=int(LASTS.total_seconds()))


def may_ask(request: HttpRequest, address: str) -> bool:
    """Whether this browser, address and network may ask for one more code. No limit counts by the email address alone."""
    if name := known_browser(request, address):
        return bool(ratelimit.consume(request, action="code_for_known", key=name))
    if not ratelimit.consume(request, action="code_for_address"):
        return False
    return bool(ratelimit.consume(request, action="code_for_network", key=network(request)))


def may_be_guest(request: HttpRequest) -> bool:
    """Whether a new guest may be created here: counted by browser, if known, by IP address and by network."""
    ways = (("guest_for_browser", _read(request)["id"]), ("guest_for_address", None), ("guest_for_network", network(request)))
    return all(ratelimit.consume(request, action=action, key=key) for action, key in ways)


def may_try(request: HttpRequest, address: str) -> bool:
    """Whether a code may be tried from here. Wrong ones count by network, except in a browser known for this address."""
    return bool(known_browser(request, address) or ratelimit.consume(request, action="wrong_code", key=network(request), dry_run=True))


def note_wrong_code(request: HttpRequest, address: str) -> None:
    if not known_browser(request, address):
        ratelimit.consume(request, action="wrong_code", key=network(request))


def _read(request: HttpRequest) -> dict[str, Any]:
    try:
        found: dict[str, Any] = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return {"id": token_urlsafe(16), "for": []}
    return found


def _hash(address: str, key: str) -> str:
    return salted_hmac(SALT, address.lower(), secret=key, algorithm="sha256").hexdigest()[:32]
