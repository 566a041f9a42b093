"""Tests of the check of migrations: safe and unsafe statements."""

from __future__ import annotations

import pytest
from django.db import connection, migrations, models
from django.db.migrations.state import ProjectState

from tests.deploy import migration_lint


@pytest.mark.django_db(transaction=True)  # sqlmigrate refuses AddIndexConcurrently inside of a transaction
def test_every_migration_after_the_first_can_be_applied_under_play() -> None:
    found = [sentence for migration in migration_lint.later_migrations() for sentence in migration_lint.complaints(migration)]
    assert found == [], "See docs/upgrades.md."


@pytest.mark.parametrize(
    ("statement", "unsafe"),
    [
        ('ALTER TABLE "games_game" ADD COLUMN "mood" text NOT NULL', True),
        ('ALTER TABLE "games_game" ADD COLUMN "mood" text DEFAULT \'\' NOT NULL', False),
        ('ALTER TABLE "games_game" ADD COLUMN "mood" text NULL', False),
        ('ALTER TABLE "games_game" ALTER COLUMN "mood" DROP DEFAULT', True),
        ('ALTER TABLE "games_game" DROP COLUMN "mood" CASCADE', True),
        ('DROP TABLE "games_game" CASCADE', True),
        ('ALTER TABLE "games_game" RENAME COLUMN "mood" TO "temper"', True),
        ('ALTER TABLE "games_game" ALTER COLUMN "mood" TYPE integer', True),
        ('ALTER TABLE "games_game" ALTER COLUMN "mood" SET NOT NULL', True),
        ('CREATE INDEX "mood" ON "games_game" ("mood")', True),
        ('CREATE UNIQUE INDEX "mood" ON "games_game" ("mood")', True),
        ('CREATE INDEX CONCURRENTLY "mood" ON "games_game" ("mood")', False),
        ('ALTER TABLE "games_game" ADD CONSTRAINT "mood" CHECK (true)', True),
        ('ALTER TABLE "games_game" ADD CONSTRAINT "mood" CHECK (true) NOT VALID', False),
        ('ALTER TABLE "games_game" VALIDATE CONSTRAINT "mood"', False),
        ("LOCK TABLE games_game", True),
    ],
)
def test_statement(statement: str, unsafe: bool) -> None:
    assert bool(list(migration_lint.judge([statement]))) is unsafe


def test_table_of_the_same_migration_may_be_treated_in_any_way() -> None:
    """No process uses the table yet, so no lock can block one."""
    assert not list(migration_lint.judge(['CREATE TABLE "new" ("id" bigint)', 'CREATE INDEX "i" ON "new" ("id")', 'DROP TABLE "new"']))
    assert list(migration_lint.judge(['CREATE TABLE "new" ("id" bigint)', 'CREATE INDEX "i" ON "games_game" ("id")']))


def test_contracting_migration_may_remove_but_not_block() -> None:
    assert not list(migration_lint.judge(['ALTER TABLE "a" DROP COLUMN "b"'], contracts=True))
    assert list(migration_lint.judge(['CREATE INDEX "i" ON "a" ("b")'], contracts=True))


@pytest.mark.django_db
@pytest.mark.parametrize(("field", "unsafe"), [(models.TextField(default=""), True), (models.TextField(db_default=""), False)])
def test_djangos_own_sql_is_what_is_judged(field: models.Field, unsafe: bool) -> None:
    """With `default=` Django sets a default and drops it again; with `db_default=` the default stays for the version without the column."""

    class Model(migrations.CreateModel):
        """A model in the state of migrations only."""

    state = ProjectState()
    Model("Thing", [("id", models.BigAutoField(primary_key=True))]).state_forwards("games", state)
    migration = migrations.Migration("0099_mood", "games")
    migration.operations = [migrations.AddField("thing", "mood", field)]
    with connection.schema_editor(collect_sql=True, atomic=True) as editor:
        migration.apply(state, editor, collect_sql=True)
    statements = [statement for statement in editor.collected_sql or [] if not statement.startswith("--")]
    assert bool(list(migration_lint.judge(statements))) is unsafe
