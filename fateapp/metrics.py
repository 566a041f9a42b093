"""`/metrics` for Prometheus: values of the whole site, read from the database at each scrape.

Processes count nothing themselves, so every web process gives the same answer and a restart loses nothing. Two metrics have alerts
(deploy/prometheus/alerts.yaml): the oldest overdue deadline and the oldest unsent message.
"""

import secrets
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector, CollectorRegistry

from fateapp.edge import counts
from notifications.outbox import metrics as messages

SECONDS = {
    "fate_oldest_overdue_deadline_seconds": (
        "Age of the oldest deadline that has passed and was not judged yet.",
        "SELECT coalesce(extract(epoch FROM now() - min(due_at)), 0) FROM games_seat WHERE due_at <= now()",
    ),
    "fate_sweeper_lag_seconds": (
        "Time since the last round of deadlines that worked; minus one when there was none yet.",
        "SELECT coalesce(extract(epoch FROM now() - max(least(coalesce(swept_at, beat_at), now()))), -1) FROM games_heartbeat",
    ),
    "fate_failed_rounds": (
        "Rounds of deadlines that failed since the last one that worked.",
        "SELECT coalesce(max(failures), 0) FROM games_heartbeat",
    ),
    "fate_games_in_trouble": (
        "Running games whose rules stopped; an operator has to look at them.",
        "SELECT count(*) FROM games_game WHERE status = 'active' AND trouble <> ''",
    ),
    **messages.SECONDS,
}
STATES = {"fate_games": ("Games by state.", "status", "SELECT status, count(*) FROM games_game GROUP BY 1 ORDER BY 1"), **messages.STATES}


def by_label(name: str) -> dict[str, float]:
    """One metric of `STATES` by label. Raises django.db.Error when the database is unavailable."""
    with connection.cursor() as cursor:
        cursor.execute(STATES[name][2], messages.parameters())
        return {label: float(value) for label, value in cursor.fetchall()}


def figures() -> dict[str, float]:
    """The metrics of `SECONDS` by name. Raises django.db.Error when the database is unavailable."""
    found: dict[str, float] = {}
    with connection.cursor() as cursor:
        for name, (_meaning, sql) in SECONDS.items():
            cursor.execute(sql)
            found[name] = max(float(cursor.fetchone()[0]), -1.0)
    return found


class Site(Collector):
    """Reads from the database when it is collected."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        for name, value in figures().items():
            yield GaugeMetricFamily(name, SECONDS[name][0], value=value)
        for name, (meaning, label, _sql) in STATES.items():
            family = GaugeMetricFamily(name, meaning, labels=[label])
            for which, value in by_label(name).items():
                family.add_metric([which], value)
            yield family


SERVED = {
    "served": ("fate_requests_served", "Requests that were answered, by lane."),
    "refused": ("fate_requests_refused", "Requests that were refused with 503, because the site was busy, by lane."),
    "abandoned": ("fate_requests_abandoned", "Requests whose client disconnected before they were started, by lane."),
}


class Server(Collector):
    """The counters of the web server, over all its processes; nothing in other processes."""

    def collect(self) -> Iterator[Metric]:
        """Read the shared memory."""
        table = counts.TABLE
        if table is None:
            return
        for what, (name, meaning) in SERVED.items():
            family = CounterMetricFamily(name, meaning, labels=["lane"])
            for priority in counts.PRIORITIES:
                family.add_metric([priority], table.total(f"{what}_{priority}"))
            yield family
        meaning = "Connections that were ended, by reason: a status, or what was too much."
        cut = CounterMetricFamily("fate_connections_cut", meaning, labels=["reason"])
        for name in counts.NAMES:
            if name.startswith("cut_"):
                cut.add_metric([name.removeprefix("cut_")], table.total(name))
        yield cut
        yield GaugeMetricFamily("fate_connections", "Open connections.", value=table.total("connections"))


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The metrics, for clients with the token; 404 without a configured token."""
    token: str | None = settings.FATE["FATE_METRICS_TOKEN"]
    if not token:
        return plain("There are no metrics here.\n", 404)
    given = request.headers.get("Authorization", "")
    if not secrets.compare_digest(given.encode("utf-8", "replace"), f"Bearer {token}".encode()):
        return plain("The metrics need the token of FATE_METRICS_TOKEN.\n", 401, **{"WWW-Authenticate": "Bearer"})
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Site())
    registry.register(Server())
    try:
        text = generate_latest(registry)
    except Error:
        return plain("The database does not answer.\n", 503)
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)


def plain(text: str, status: int, **headers: Any) -> HttpResponse:
    return HttpResponse(text, status=status, content_type="text/plain; charset=utf-8", headers=headers)
