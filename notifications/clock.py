"""The current time. All other functions of this app take `now` as a parameter."""

from datetime import datetime

from django.db import connection


def database_now() -> datetime:
    """The clock of the database, so that a worker with a wrong clock sends nothing early or late."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now
