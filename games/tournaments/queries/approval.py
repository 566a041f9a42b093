"""Tournaments that wait for somebody to approve their final table."""

from __future__ import annotations

from games.queries.operations.inbox import MOST
from games.tournaments.models import Tournament


def waiting_for_approval() -> list[Tournament]:
    """At most `MOST`, the oldest first. One query."""
    return list(Tournament.objects.filter(status=Tournament.Status.REVIEW).order_by("pk")[:MOST])
