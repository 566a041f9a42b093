"""What waits for somebody of the house: stuck games, messages given up, late sweeps, reports, tournaments to approve."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count

from games.models import Game, Heartbeat, Report, Seat, Tournament
from notifications.models import Message

MOST = 20
LATE_AFTER = timedelta(minutes=2)
"""A deadline that has been past for so long has been missed by the sweeper."""

UNRATED_AFTER = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Inbox:
    """At most `MOST` of each. `silent` is how long the sweeper has not been heard of, None while it is well."""

    stuck: list[Game]
    dead: list[Message]
    late: list[Seat]
    silent: timedelta | None
    unrated: list[Game]
    reports: list[Report]
    review: list[Tournament]


def inbox(now: datetime) -> Inbox:
    """Everything that waits. Seven queries, each served by an index of the few rows it looks for."""
    games = Game.objects.defer("position", "secret")
    beat = Heartbeat.objects.values_list("beat_at", flat=True).first()
    reports = Report.objects.filter(closed_at=None, merged_into=None).select_related("about", "reporter", "game")
    late = Seat.objects.filter(due_at__lt=now - LATE_AFTER).select_related("game", "player").defer("game__position", "game__secret")
    return Inbox(
        stuck=list(games.exclude(trouble="").exclude(status=Game.Status.CANCELLED).order_by("moved_at")[:MOST]),
        dead=list(
            Message.objects.filter(state=Message.State.DEAD).select_related("recipient").defer("text", "html").order_by("-pk")[:MOST]
        ),
        late=list(late.order_by("due_at")[:MOST]),
        silent=now - beat if beat is not None and now - beat > LATE_AFTER else None,
        unrated=list(
            games.filter(status=Game.Status.FINISHED, rated_at=None, ended_at__lt=now - UNRATED_AFTER).order_by("ended_at", "pk")[:MOST]
        ),
        reports=list(reports.annotate(others=Count("merged")).order_by("at")[:MOST]),
        review=list(Tournament.objects.filter(status=Tournament.Status.REVIEW).order_by("pk")[:MOST]),
    )
