"""Shift of the ends of rounds and of announced starts by the length of a downtime of the site, like the deadlines of games."""

from datetime import datetime

from django.db import connection

MOVE_ROUNDS = """
UPDATE games_round r SET ends_at = r.ends_at + (%(now)s - greatest(%(since)s, r.started_at))
FROM games_tournament t WHERE t.id = r.tournament_id AND t.paused_at IS NULL AND r.ends_at > %(since)s AND r.started_at < %(now)s
"""
MOVE_STARTS = """
UPDATE games_tournament SET starts_at = starts_at + (%(now)s - %(since)s) WHERE status = 'check_in' AND starts_at > %(since)s
"""


def move(since: datetime, now: datetime) -> None:
    """Move future ends and starts by the downtime from `since` to `now`, in the transaction that moves the deadlines of games."""
    with connection.cursor() as cursor:
        for statement in (MOVE_ROUNDS, MOVE_STARTS):
            cursor.execute(statement, {"since": since, "now": now})
