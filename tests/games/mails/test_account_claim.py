"""Tests of the claim of account mails: the rows are selected once, whatever plan PostgreSQL chooses."""

from __future__ import annotations

import pytest
from django.db import connection

from games.mails import account
from games.models import AccountMail
from notifications.clock import database_now
from tests.query_plans import runs_of

pytestmark = pytest.mark.django_db


def ask(count: int) -> None:
    AccountMail.objects.bulk_create(AccountMail(purpose="sign_up", address=f"nobody{n}@example.org") for n in range(count))


def test_rows_are_picked_once_also_in_a_flood_after_quiet_days() -> None:
    ask(300)
    AccountMail.objects.all().delete()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_accountmail")  # as autovacuum may do before many rows arrive: the planner expects one row
    ask(300)
    now = database_now()
    claim = {"lease": now + account.LEASE, "now": now, "limit": 20, "most": account.MOST_TRIES}
    assert runs_of("LockRows", account.CLAIM, claim) == [1]
    assert AccountMail.objects.filter(attempts=1).count() == 20
