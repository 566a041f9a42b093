"""Two addresses for machines: is the process alive, and can it do its work."""

from __future__ import annotations

from functools import cache

from django.core.cache import caches
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 as long as this process answers."""
    return HttpResponse("alive\n", content_type="text/plain")


def missing_migrations() -> int:
    """How many migrations of this version the database does not have. Those it has beyond that are a newer version's business."""
    applied = set(MigrationRecorder(connection).applied_migrations())
    return len(known_migrations() - applied)


@cache
def known_migrations() -> frozenset[tuple[str, str]]:
    """The migrations this version brings; read from disk once per process."""
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """200 when the database answers and has every table this version knows of, 503 otherwise."""
    try:
        unapplied = missing_migrations()
        caches["default"].get("ready")
    except Error:
        return HttpResponse("the database does not answer\n", status=503, content_type="text/plain")
    if unapplied:
        return HttpResponse(f"{unapplied} migrations are not applied yet\n", status=503, content_type="text/plain")
    return HttpResponse("ready\n", content_type="text/plain")
