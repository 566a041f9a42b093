"""Constraints of JSON columns, and what their migration does with damaged values that are there already."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.db import IntegrityError, connection, transaction

from notifications.channels.webhook.models import Webhook
from notifications.models import InboundMail, ReplyAddress
from tests.games.conftest import person

pytestmark = pytest.mark.django_db

COLUMNS = [("webhook", "kinds", "[5]"), ("inboundmail", "progress", "[5]")]


def make() -> tuple[Webhook, InboundMail]:
    """A webhook and a received mail of one person."""
    owner = person("owner")
    webhook = Webhook.objects.create(owner=owner, url="https://hook.example/", kinds=["your_turn"], secret="s")
    address = ReplyAddress.objects.create(person=owner, purpose="turn", key="k")
    return webhook, InboundMail.objects.create(address=address, message_id="<1@example.org>", sender="a@example.org", way="smtp", raw=b"")


@pytest.mark.parametrize(("table", "column", "value"), COLUMNS)
def test_database_refuses_values_that_no_reader_could_use(table: str, column: str, value: str) -> None:
    make()
    for damaged in ("null", "5", '{"x": 5}', value):
        with (
            pytest.raises(IntegrityError, match=f"{table}_{column}_shape"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(f"UPDATE notifications_{table} SET {column} = %s::jsonb", [damaged])


def test_migration_switches_off_a_damaged_webhook_and_gives_up_a_damaged_mail() -> None:
    webhook, mail = make()
    migration = import_module("notifications.migrations.0006_shapes_of_stored_json")
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for statement in migration.BACKWARDS:
            cursor.execute(statement)
        for table, column, value in COLUMNS:
            cursor.execute(f"UPDATE notifications_{table} SET {column} = %s::jsonb", [value])
        for statement in migration.FORWARDS:
            cursor.execute(statement, None)
    webhook.refresh_from_db()
    mail.refresh_from_db()
    assert (webhook.kinds, webhook.disabled_at is None, webhook.disabled_why) == ([], False, "Damaged kinds: [5]")
    assert (mail.progress, mail.state, mail.reason) == ([], InboundMail.State.FAILED, "Damaged progress: [5]")
