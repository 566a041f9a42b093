"""Health checks: liveness and readiness."""

from datetime import timedelta

from django.core.cache import caches
from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from fateapp.schema.expected import applied_migrations, known_migrations
from fateapp.schema.watch import watch
from games.models import Heartbeat
from notifications.clock import database_now

LATE_AFTER = timedelta(seconds=60)
"""After this time without a round of deadlines, /readyz reports it."""


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 as long as this process answers."""
    return HttpResponse("alive\n", content_type="text/plain")


def missing_migrations() -> int:
    """How many migrations of this version are not applied. Additional ones belong to a newer version."""
    return len(known_migrations() - applied_migrations())


def schema_problem() -> str:
    """Why this version cannot work with its database, with the remedy; "" when it can. Raises database errors."""
    if unapplied := missing_migrations():
        return f"{unapplied} migrations are not applied yet"
    return watch.sentence()


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """200 when the database responds and fits this version, otherwise 503 with a sentence.

    A sweeper that does not run is reported on a second line without changing the status: games can be played, and taking all web processes
    out of service would not help.
    """
    try:
        said = schema_problem()
        if not said:
            caches["default"].get("ready")
    except Error:
        said = "the database does not answer"
    if said:
        return HttpResponse(f"{said}\n", status=503, content_type="text/plain; charset=utf-8")
    return HttpResponse("ready\n" + sweeper_trouble(), content_type="text/plain")


def sweeper_trouble() -> str:
    """A line about failing or missing rounds of deadlines; "" when there is none. Details are in the metrics and in `doctor`."""
    heart = Heartbeat.objects.filter(pk=1).first()
    if heart is None:
        return "no deadline has ever been judged: the sweeper does not run\n"
    ago = database_now() - (heart.swept_at or heart.beat_at)
    if not heart.failures and ago <= LATE_AFTER:
        return ""
    return f"the last round of deadlines that worked was {ago.total_seconds():.0f} s ago, {heart.failures} have failed since\n"
