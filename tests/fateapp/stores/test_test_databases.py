"""The databases of the tests themselves."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.backends.utils import CursorWrapper

SITE, NONE = ("10s", "3s"), ("0", "0")


def limits(cursor: CursorWrapper) -> tuple[str, ...]:
    """How long a statement and a wait for a lock may take."""
    cursor.execute("SELECT current_setting('statement_timeout'), current_setting('lock_timeout')")
    found: tuple[str, ...] = cursor.fetchone()
    return found


@pytest.mark.django_db(transaction=True)
def test_creating_and_dropping_has_no_time_limit() -> None:
    """The site's own limit of ten seconds made the end of a run fail on a busy machine."""
    connection.close()  # making the tables had lifted the limits of this session
    with connection.creation._nodb_cursor() as administration, connection.cursor() as site:
        assert (limits(administration), limits(site)) == (NONE, SITE)


@pytest.mark.django_db(transaction=True)
def test_emptying_tables_has_no_time_limit_and_leaves_the_session_its_own() -> None:
    """Not even one millisecond is too short for it."""
    connection.close()
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = '1ms'")
        connection.ops.execute_sql_flush(["SELECT pg_sleep(0.05)"])
        cursor.execute("RESET statement_timeout")
        assert limits(cursor) == SITE
