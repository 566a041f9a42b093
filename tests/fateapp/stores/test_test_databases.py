"""Tests of the creation and emptying of test databases."""

from __future__ import annotations

import psycopg
import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.db.backends.utils import CursorWrapper

from fateapp.embedded.instance_record import Stores
from games.models import Player
from tests.databases import Emptying

SITE, NONE = ("10s", "3s"), ("0", "0")


def limits(cursor: CursorWrapper) -> tuple[str, ...]:
    """The statement timeout and the lock timeout of the session."""
    cursor.execute("SELECT current_setting('statement_timeout'), current_setting('lock_timeout')")
    found: tuple[str, ...] = cursor.fetchone()
    return found


@pytest.mark.django_db(transaction=True)
def test_creating_and_dropping_has_no_time_limit() -> None:
    """The site's limit of ten seconds made the end of a run fail on a busy machine."""
    connection.close()  # making the tables had lifted the limits of this session
    with connection.creation._nodb_cursor() as administration, connection.cursor() as site:
        assert (limits(administration), limits(site)) == (NONE, SITE)


@pytest.mark.django_db(transaction=True)
def test_emptying_tables_has_no_time_limit_and_leaves_the_session_its_own() -> None:
    """A statement of 50 ms succeeds despite a statement timeout of 1 ms."""
    connection.close()
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = '1ms'")
        connection.ops.execute_sql_flush(["SELECT pg_sleep(0.05)"])
        cursor.execute("RESET statement_timeout")
        assert limits(cursor) == SITE


@pytest.mark.django_db(transaction=True)
def test_emptying_deletes_what_a_test_made_and_keeps_what_migrate_makes() -> None:
    """Append-only tables are emptied, too; a changed row of those that stay is restored."""
    empty = Emptying()
    empty()
    before = dict(empty.kept)
    Player.objects.create_user("ada@example.org", name="Ada")
    assert empty.delete_rows()
    assert Player.objects.count() == 0
    Group.objects.create(name="made by a test")
    assert not empty.delete_rows()
    empty()
    assert not Group.objects.filter(name="made by a test").exists()
    assert set(empty.kept) == set(before)


def test_copy_of_the_migrated_database_has_its_tables_and_no_rows(stores: Stores, with_tables: str) -> None:
    """Without a server of its own the run has no such database, and `migrate` does the work each time."""
    url = stores.database_url or ""
    with psycopg.connect(url, autocommit=True) as line:
        line.execute(f"CREATE DATABASE copied {with_tables}")
        try:
            with psycopg.connect(url.replace("/fate?", "/copied?")) as copy:
                tables = copy.execute("SELECT to_regclass('games_game') IS NOT NULL").fetchone()
                assert tables == (bool(with_tables),)
                assert not with_tables or copy.execute("SELECT count(*) FROM games_player").fetchone() == (0,)
        finally:
            line.execute("DROP DATABASE copied WITH (FORCE)")
