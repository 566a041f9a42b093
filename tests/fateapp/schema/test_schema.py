"""Tests of the schema check: missing objects of the real schema are named with the remedy and added without loss; nothing is guessed."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from fateapp import urls
from fateapp.ops.doctor import Level, stores
from fateapp.schema import catalogue, difference, expected, interrupted_migrations, repair
from fateapp.schema.watch import Watch, watch
from fateapp.web import error_pages
from games.models import Game, Player, Seat
from tests.bench import schema_description
from tests.games.conftest import alice, bob, game  # noqa: F401 - fixtures

pytestmark = pytest.mark.django_db

OLDEST = """
ALTER TABLE games_seat DROP COLUMN orders; ALTER TABLE games_game DROP COLUMN changes;
DROP INDEX message_kept; DROP INDEX message_old
"""
"""The tables of commit 2d54b13."""

NO_ORDERS = ("column games_seat.orders is missing.", "constraint games_seat.seat_orders_shape is missing.")
"""What is said of tables without this column; its constraint went with it."""


@pytest.fixture(autouse=True)
def looked_at_anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Clear the cached result of the check; keep results for the length of a test, independent of the load of the machine."""
    monkeypatch.setattr("fateapp.schema.watch.PAUSE", 3600.0)
    watch.forget()
    yield
    watch.forget()


def sql(statements: str) -> None:
    """Execute statements in the database of this test."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET CONSTRAINTS ALL IMMEDIATE; {statements}")  # otherwise foreign keys are checked at the end of the transaction


def oldest() -> None:
    """Make the tables those of commit 2d54b13, to which the migration of this constraint was not applied."""
    sql(f"{OLDEST}; DELETE FROM django_migrations WHERE app = 'games' AND name > '0019'")


def test_expected_json_is_what_the_migrations_make() -> None:
    """After a new migration, `python3 manage.py describe-schema` writes the file."""
    assert catalogue.read() == {name: definition for name, (definition, _since) in expected.everything().items()}
    assert expected.FILE.read_text() == expected.write(dict(expected.everything()))


def test_fresh_database_lacks_nothing() -> None:
    found = difference.look()
    assert (not found, found.sentence(), repair.repair()) == (True, "", [])


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("ALTER TABLE games_seat DROP COLUMN orders", " ".join(NO_ORDERS)),
        ("DROP INDEX message_kept", "index message_kept is missing."),
        ("ALTER TABLE games_seat DROP CONSTRAINT seat_once", "constraint games_seat.seat_once is missing."),
        ("DROP TRIGGER move_is_append_only ON games_move", "trigger games_move.move_is_append_only is missing."),
        ("DROP TABLE notifications_pushdevice", "table notifications_pushdevice is missing."),
        ("DROP TABLE fateapp_cache", "table fateapp_cache is missing."),
        (
            "DROP TRIGGER move_is_append_only ON games_move; DROP FUNCTION games_move_is_append_only()",
            "function games_move_is_append_only() is missing. trigger games_move.move_is_append_only is missing.",
        ),
        (
            "ALTER TABLE games_seat DROP CONSTRAINT games_seat_nth_check; ALTER TABLE games_seat ADD CONSTRAINT games_seat_nth_check "
            "CHECK (nth >= 0) NOT VALID",
            "constraint games_seat.games_seat_nth_check is not validated.",
        ),
        ("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'message_kept'::regclass", "index message_kept is not valid."),
        (OLDEST.partition(";")[0] + "; DROP INDEX message_old", f"{' '.join(NO_ORDERS)} index message_old is missing."),
    ],
)
def test_what_is_missing_is_named_and_repaired(statement: str, sentence: str) -> None:
    before = catalogue.read()
    sql(statement)
    found = difference.look()
    assert " ".join(found.sentences()).startswith(sentence)
    assert found.sentence().endswith(f" {difference.REMEDY}")
    assert repair.repair() == list(found.sentences())
    assert catalogue.read() == before
    assert repair.repair() == []


def test_table_of_the_oldest_commit_is_repaired_with_its_rows(game: Game) -> None:  # noqa: F811
    oldest()
    found = difference.look()
    assert (set(found.missing), repair.is_known(found)) == (set(repair.REWRITTEN), True)
    call_command("repair-schema", stdout=io.StringIO())
    assert list(Seat.objects.filter(game=game).values_list("orders", flat=True)) == [{}, {}]
    assert Game.objects.get(pk=game.pk).changes == 0


def test_column_without_a_default_of_the_database_is_filled_with_the_models(game: Game) -> None:  # noqa: F811
    sql("ALTER TABLE games_seat DROP COLUMN notes; ALTER TABLE games_game DROP COLUMN pauses, DROP COLUMN forfeit_after")
    repair.repair()
    assert set(Seat.objects.values_list("notes", flat=True)) == {""}
    assert list(Game.objects.values_list("pauses", "forfeit_after")) == [([], 3)]
    assert not difference.look()


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        (
            "ALTER TABLE games_seat ALTER COLUMN word TYPE text",
            "column games_seat.word is “text NOT NULL” and should be “character varying(80) NOT NULL”.",
        ),
        ("ALTER TABLE games_game DROP COLUMN code", "column games_game.code is missing, and nobody knows what it should hold"),
        ("ALTER TABLE games_game DROP COLUMN seat_count", "column games_game.seat_count is missing, and nobody knows what it should hold"),
        ("ALTER TABLE games_move DISABLE TRIGGER move_is_append_only", "trigger games_move.move_is_append_only is disabled."),
        (
            "CREATE OR REPLACE FUNCTION games_move_is_append_only() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
            "function games_move_is_append_only() is not the one of this version.",
        ),
    ],
)
def test_what_is_not_an_addition_is_refused_and_nothing_is_done(game: Game, statement: str, sentence: str) -> None:  # noqa: F811
    sql(f"{statement}; DROP INDEX message_kept")
    found = difference.look()
    with pytest.raises(CommandError) as caught:
        call_command("repair-schema", stdout=io.StringIO())
    assert sentence in str(caught.value)
    assert "nothing was changed" in str(caught.value)
    assert (difference.look(), repair.is_known(found)) == (found, False)


def test_rows_that_break_a_missing_constraint_are_named(game: Game) -> None:  # noqa: F811
    sql("ALTER TABLE games_seat DROP CONSTRAINT games_seat_nth_check; UPDATE games_seat SET nth = -1; DROP INDEX message_kept")
    with pytest.raises(CommandError, match=r"games_seat_nth_check.* is violated by some row.*Nothing was changed"):
        call_command("repair-schema", stdout=io.StringIO())
    assert "index message_kept" in difference.look().missing


def test_dry_run_shows_the_sql_and_changes_nothing() -> None:
    oldest()
    said = io.StringIO()
    call_command("repair-schema", dry_run=True, stdout=said)
    assert said.getvalue().splitlines() == [
        "-- column games_game.changes is missing.",
        "-- column games_seat.orders is missing.",
        "-- constraint games_game.games_game_changes_check is missing.",
        "-- index message_kept is missing.",
        "-- index message_old is missing.",
        'ALTER TABLE "games_game" ADD COLUMN "changes" integer DEFAULT 0 NOT NULL;',
        """ALTER TABLE "games_seat" ADD COLUMN "orders" jsonb DEFAULT '{}'::jsonb NOT NULL;""",
        "CREATE INDEX message_kept ON notifications_message USING btree (sent_at) WHERE NOT (html = ''::text AND text = ''::text);",
        "CREATE INDEX message_old ON notifications_message USING brin (created_at) WITH (autosummarize='on');",
        'ALTER TABLE "games_game" ADD CONSTRAINT "games_game_changes_check" CHECK (changes >= 0);',
        "-- Then 2 migrations would be applied.",
        "-- Nothing was changed.",
    ]
    assert set(difference.look().missing) == set(repair.REWRITTEN)


def test_what_a_newer_version_has_added_or_removed_is_its_own_business() -> None:
    """In a database that was migrated further, only the columns that the models use are required."""
    MigrationRecorder(connection).record_applied("games", "9999_tomorrow")
    sql("ALTER TABLE games_seat ADD COLUMN mood text; DROP INDEX message_kept; ALTER TABLE games_seat ALTER COLUMN word TYPE text")
    assert not difference.look()
    sql("ALTER TABLE games_seat DROP COLUMN orders")
    assert list(difference.look().sentences()) == [NO_ORDERS[0]]


def test_operators_own_tables_and_indexes_are_nobodys_business() -> None:
    sql("CREATE TABLE mine (id int); CREATE INDEX mine_too ON games_game (note); CREATE VIEW mine_as_well AS SELECT id FROM games_game")
    assert not difference.look()


def test_what_a_pending_migration_makes_is_not_asked_for_yet() -> None:
    sql("DROP TRIGGER audit_event_is_append_only ON games_auditevent; DELETE FROM django_migrations WHERE name = '0002_append_only'")
    assert not difference.look()
    sql("ALTER TABLE games_seat DROP COLUMN orders")
    assert list(difference.look().sentences()) == list(NO_ORDERS)


def test_migrate_refuses_to_build_upon_tables_that_do_not_fit() -> None:
    sql("ALTER TABLE games_seat DROP COLUMN orders")
    for words in (["migrate"], ["migrate", "--check"]):
        with pytest.raises(CommandError, match=r"seat_orders_shape is missing\. Stop the site and run: python3 manage\.py repair-schema"):
            call_command(*words, stdout=io.StringIO())


def test_restored_dump_with_its_moved_casts_is_the_same() -> None:
    """PostgreSQL prints this check constraint differently after it has read its own output."""
    name = "constraint notifications_message.message_state_known"
    wanted = expected.everything()[name].definition
    sql(f"ALTER TABLE notifications_message DROP CONSTRAINT message_state_known, ADD CONSTRAINT message_state_known {wanted}")
    assert catalogue.read()[name] != wanted
    assert not difference.look()


def test_half_noted_migration_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its tables exist, its row in django_migrations does not: `migrate` would fail each time."""
    done = ("notifications", "0004_endpoint")
    for name in ("0007_labels", "0006_shapes_of_stored_json", "0005_help_texts", "0004_endpoint"):
        MigrationRecorder(connection).record_unapplied("notifications", name)
    assert [str(migration) for migration in interrupted_migrations.unrecorded()] == ["notifications.0004_endpoint"]
    said = io.StringIO()
    call_command("repair-schema", stdout=said)
    assert "notifications.0004_endpoint was done already; it is noted as applied now." in said.getvalue()
    assert done in expected.applied_migrations()


def test_index_whose_building_was_broken_off_is_cleared_for_its_pending_migration() -> None:
    """A concurrent build that does not get its lock leaves an invalid index, so the next attempt would find the name in use."""
    sql("UPDATE pg_index SET indisvalid = false WHERE indexrelid IN ('message_kept'::regclass, 'seat_due'::regclass)")
    MigrationRecorder(connection).record_unapplied("notifications", "0001_initial")
    assert interrupted_migrations.drop_invalid_indexes() == ["message_kept"]
    assert ("index message_kept" in catalogue.read(), interrupted_migrations.drop_invalid_indexes()) == (False, [])


def test_migration_that_is_half_done_or_has_sql_of_its_own_is_not_noted() -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied("games", "0002_append_only")
    assert interrupted_migrations.unrecorded() == []
    recorder.record_applied("games", "0002_append_only")
    recorder.record_unapplied("notifications", "0001_initial")
    sql("DROP INDEX message_kept")
    assert interrupted_migrations.unrecorded() == []


@contextmanager
def still_readable(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep the catalogue readable: a test runs in a transaction, which accepts no statements after an error; the site's requests do not."""
    looked, applied = catalogue.read(), expected.applied_migrations()
    with monkeypatch.context() as patch:
        patch.setattr(catalogue, "read", lambda: looked)
        patch.setattr(expected, "applied_migrations", lambda: applied)
        patch.setattr("fateapp.web.health.applied_migrations", lambda: applied)
        yield


@pytest.mark.parametrize("renders", [True, False])
def test_the_page_names_the_command_of_an_installed_site(renders: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(error_pages, "PROGRAM", "fateapp")
    if not renders:
        monkeypatch.setattr(error_pages, "render_to_string", lambda *_arguments: 1 / 0)
    assert "stop the site and run fateapp repair-schema." in error_pages.usual_or_bare("not_ready.html").text


def test_readyz_page_api_doctor_and_audit_say_it_and_none_is_a_500(
    alice: Player,  # noqa: F811
    game: Game,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(alice)
    assert (client.get("/readyz").status_code, client.get(f"/g/{game.code}/").status_code) == (200, 200)
    sql("ALTER TABLE games_seat DROP COLUMN orders")

    assert client.get("/readyz").status_code == 200, "the answer holds for some seconds"
    with still_readable(monkeypatch), transaction.atomic():
        page = client.get(f"/g/{game.code}/", headers={"Accept-Language": "de"})
        transaction.set_rollback(True)
    watch.forget()
    assert (page.status_code, page["Retry-After"]) == (503, "5")
    assert "python3 manage.py repair-schema" in page.text

    ready = client.get("/readyz")
    sentence = f"The database does not fit this version: {' '.join(NO_ORDERS)} {difference.REMEDY}"
    assert (ready.status_code, ready.text) == (503, f"{sentence}\n")
    with transaction.atomic():
        told = client.get(f"/api/v1/games/{game.code}")
        transaction.set_rollback(True)
    assert (told.status_code, told.json()["code"]) == (503, "unavailable")
    assert "/readyz" in told.json()["detail"]
    finding = next(finding for finding in stores.database() if finding.name == "tables")
    assert (finding.level, finding.said, finding.remedy) == (Level.FAIL, " ".join(NO_ORDERS), f"{difference.REMEDY}.")
    with pytest.raises(CommandError) as caught:
        call_command("audit", stdout=io.StringIO())
    assert str(caught.value) == sentence


def mistaken(request: HttpRequest) -> HttpResponse:
    """Execute a statement with a column that no version has."""
    sql("SELECT nothing FROM games_game")
    return HttpResponse()


urlpatterns = [*urls.urlpatterns, path("mistaken/", mistaken)]
handler500 = urls.handler500


@pytest.mark.urls(__name__)
def test_mistake_of_ours_is_still_a_500(monkeypatch: pytest.MonkeyPatch) -> None:
    """A statement that fails with a complete schema is a programming error."""
    with still_readable(monkeypatch), transaction.atomic():
        answer = Client(raise_request_exception=False).get("/mistaken/")
        transaction.set_rollback(True)
    assert answer.status_code == 500


def test_serving_processes_look_once_in_some_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []
    monkeypatch.setattr(difference, "look", lambda: looks.append(threading.get_ident()) or difference.Difference({"index x": ""}))
    fresh = Watch()
    assert {fresh.sentence() for _ in range(100)} == {f"The database does not fit this version: index x is missing. {difference.REMEDY}"}
    assert len(looks) == 1
    fresh.forget()
    fresh.sentence()
    assert len(looks) == 2


def test_each_object_stands_with_the_migration_that_gave_it_its_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each object belongs to the last migration that added, altered or removed it."""
    now = {"column a.b": "text", "index i": "new"}
    monkeypatch.setattr(catalogue, "read", lambda: now)
    first, second = ("games", "0001_initial"), ("games", "0002_more")
    before = {name: expected.Expected(text, first) for name, text in {"column a.b": "text", "index i": "old", "table gone": ""}.items()}
    assert schema_description._after(before, second) == {"column a.b": ("text", first), "index i": ("new", second)}
