"""What of tournaments waits for a director: final tables to approve, calls to answer."""

from __future__ import annotations

from games.queries.operations.inbox import MOST
from games.tournaments.models import Call, Tournament


def waiting_for_approval() -> list[Tournament]:
    """At most `MOST`, the oldest first. One query."""
    return list(Tournament.objects.filter(status=Tournament.Status.REVIEW).order_by("pk")[:MOST])


def open_calls() -> list[Call]:
    """At most `MOST`, the oldest first. One query."""
    return list(
        Call.objects.filter(answered_at=None)
        .select_related("tournament", "player", "game")
        .defer("game__position", "game__secret")
        .order_by("at")[:MOST]
    )
