"""`/metrics` for Prometheus: figures of the whole site, read from the database at the moment they are asked for.

Nothing is counted in the processes, so any number of web processes give the same answer and a restart loses nothing. Two
figures deserve an alarm (deploy/prometheus/alerts.yaml): the oldest overdue deadline and the oldest unsent message.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector, CollectorRegistry

SECONDS = {
    "fate_oldest_overdue_deadline_seconds": (
        "Age of the oldest deadline that has passed and was not judged yet.",
        "SELECT coalesce(extract(epoch FROM now() - min(due_at)), 0) FROM games_seat WHERE due_at <= now()",
    ),
    "fate_oldest_unsent_message_seconds": (
        "How long the oldest message that may be sent has been waiting.",
        "SELECT coalesce(extract(epoch FROM now() - min(not_before)), 0) FROM notifications_message"
        " WHERE state = 'queued' AND not_before <= now()",
    ),
    "fate_sweeper_lag_seconds": (
        "Time since the last round of deadlines; minus one when there was none yet.",
        "SELECT coalesce(extract(epoch FROM now() - max(beat_at)), -1) FROM games_heartbeat",
    ),
    "fate_message_attempts_most": (
        "The most attempts any message in the queue has had.",
        "SELECT coalesce(max(attempts), 0) FROM notifications_message WHERE state IN ('queued', 'sending')",
    ),
    "fate_games_in_trouble": (
        "Running games whose rules stopped; an operator has to look at them.",
        "SELECT count(*) FROM games_game WHERE status = 'active' AND trouble <> ''",
    ),
}
STATES = {
    "fate_games": ("Games by state.", "status", "SELECT status, count(*) FROM games_game GROUP BY 1 ORDER BY 1"),
    "fate_messages": (
        "Messages that are not settled, and those given up, by state.",
        "state",
        "SELECT state, count(*) FROM notifications_message WHERE state IN ('queued', 'sending', 'dead', 'bounced') GROUP BY 1 ORDER BY 1",
    ),
}


def figures() -> dict[str, float]:
    """The figures of `SECONDS` by name, as the database sees them now. Raises django.db.Error when it cannot be asked."""
    found: dict[str, float] = {}
    with connection.cursor() as cursor:
        for name, (_meaning, sql) in SECONDS.items():
            cursor.execute(sql)
            found[name] = max(float(cursor.fetchone()[0]), -1.0)
    return found


class Site(Collector):
    """Reads everything when it is collected."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """One query per figure."""
        for name, value in figures().items():
            yield GaugeMetricFamily(name, SECONDS[name][0], value=value)
        with connection.cursor() as cursor:
            for name, (meaning, label, sql) in STATES.items():
                cursor.execute(sql)
                family = GaugeMetricFamily(name, meaning, labels=[label])
                for state, count in cursor.fetchall():
                    family.add_metric([state], count)
                yield family


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures, for who has the token; 404 where none is set, so that nothing shows that there could be any."""
    token: str | None = settings.FATE["FATE_METRICS_TOKEN"]
    if not token:
        return plain("There are no metrics here.\n", 404)
    given = request.headers.get("Authorization", "")
    if not secrets.compare_digest(given.encode("utf-8", "replace"), f"Bearer {token}".encode()):
        return plain("The metrics need the token of FATE_METRICS_TOKEN.\n", 401, **{"WWW-Authenticate": "Bearer"})
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Site())
    try:
        text = generate_latest(registry)
    except Error:
        return plain("The database does not answer.\n", 503)
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)


def plain(text: str, status: int, **headers: Any) -> HttpResponse:
    """A sentence."""
    return HttpResponse(text, status=status, content_type="text/plain; charset=utf-8", headers=headers)
