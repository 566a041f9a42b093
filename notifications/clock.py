"""The current time. Everything else in this app gets `now` as a parameter."""

from __future__ import annotations

from datetime import datetime

from django.db import connection


def database_now() -> datetime:
    """The database's clock, so that a worker whose own clock is wrong sends nothing early or late."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now
