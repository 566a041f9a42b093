"""Keeping and forgetting from where people play. Directors see that two people share a place, never which place it is."""

from __future__ import annotations

from datetime import datetime, timedelta
from ipaddress import ip_address, ip_network

from django.utils.crypto import salted_hmac

from games.models import Trace

KEPT = timedelta(days=30)
SALT = "games.traces"
TAG_LENGTH = 32


def network(address: str) -> str:
    """The part of a client address that stays the same for a household: all of IPv4, the first 64 bits of IPv6; "" for none."""
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    return str(found) if found.version == 4 else str(ip_network((found, 64), strict=False))


def record(player_id: int, *, address: str, device: str, now: datetime) -> None:
    """Keep hashes of the network and the browser somebody plays from; what is empty is left out. One query."""
    places = {Trace.Kind.ADDRESS: network(address), Trace.Kind.DEVICE: device}
    rows = [Trace(player_id=player_id, kind=kind, tag=tag(kind, place), seen_at=now) for kind, place in places.items() if place]
    Trace.objects.bulk_create(rows, update_conflicts=True, unique_fields=["kind", "tag", "player"], update_fields=["seen_at"])


def tag(kind: str, place: str) -> str:
    """What is stored: worthless without the site's secret key."""
    return salted_hmac(SALT, f"{kind}:{place}", algorithm="sha256").hexdigest()[:TAG_LENGTH]


def forget(now: datetime) -> int:
    """Delete what is older than `KEPT`; returns how many."""
    count, _rows = Trace.objects.filter(seen_at__lt=now - KEPT).delete()
    return count
