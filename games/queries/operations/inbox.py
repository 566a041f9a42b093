"""The inbox of staff: stuck games, failed messages, late deadlines, unrated games, open reports, and parts of other apps."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count
from django.db.models.functions import Coalesce

from games.models import Game, Heartbeat, Report, Seat
from notifications.models import Message

MOST = 20
"""The most rows of one part."""
LATE_AFTER = timedelta(minutes=2)
"""A deadline that passed longer ago than this was missed by the sweeper."""

UNRATED_AFTER = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Inbox:
    """At most `MOST` rows of each part. `silent` is the time since the last round of the sweeper, None unless it is late."""

    stuck: list[Game]
    dead: list[Message]
    late: list[Seat]
    silent: timedelta | None
    unrated: list[Game]
    reports: list[Report]
    registered: Mapping[str, list[Any]]
    """The rows of parts that other apps have registered, by name."""


_registered: dict[str, Callable[[], list[Any]]] = {}


def register(name: str, waiting: Callable[[], list[Any]]) -> None:
    """Register a part: `waiting` reads at most `MOST` rows with one query. Called once per process, from `AppConfig.ready`."""
    _registered[name] = waiting


def inbox(now: datetime) -> Inbox:
    """The whole inbox. Six queries and one for each registered part, each served by a partial index."""
    games = Game.objects.defer("position", "secret")
    beat = Heartbeat.objects.values_list(Coalesce("swept_at", "beat_at"), flat=True).first()
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
        registered={name: waiting() for name, waiting in _registered.items()},
    )
