"""Fair-play fingerprints: keyed hashes of networks and browsers. Directors see that two players share one, but not its value."""

from datetime import datetime, timedelta
from ipaddress import ip_address, ip_network

from django.utils.crypto import salted_hmac

from games.models import Trace

KEPT = timedelta(days=30)
"""Older fingerprints are deleted."""
SALT = "games.traces"
TAG_LENGTH = 32


def network(address: str) -> str:
    """The network of a client address: all of an IPv4 address, the first 64 bits of an IPv6 address, "" for an invalid one."""
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    found = getattr(found, "ipv4_mapped", None) or found
    return str(found) if found.version == 4 else str(ip_network((found, 64), strict=False))


def record(player_id: int, *, address: str, device: str, now: datetime) -> None:
    """Store the hashes of a player's network and browser; empty values are left out. One query."""
    values = {Trace.Kind.ADDRESS: network(address), Trace.Kind.DEVICE: device}
    rows = [Trace(player_id=player_id, kind=kind, tag=tag(kind, value), seen_at=now) for kind, value in values.items() if value]
    Trace.objects.bulk_create(rows, update_conflicts=True, unique_fields=["kind", "tag", "player"], update_fields=["seen_at"])


def tag(kind: str, value: str) -> str:
    """The stored HMAC of a network or browser, by the site's secret key."""
    return salted_hmac(SALT, f"{kind}:{value}", algorithm="sha256").hexdigest()[:TAG_LENGTH]


def forget(now: datetime) -> int:
    """Delete fingerprints older than `KEPT`; returns their number."""
    count, _rows = Trace.objects.filter(seen_at__lt=now - KEPT).delete()
    return count
