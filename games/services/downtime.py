"""Our own downtime costs nobody a game: a silent sweeper moves every running clock by the silence, once, before it judges."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import connection, transaction

from games.models import Heartbeat, Outage
from notifications import trace

log = logging.getLogger(__name__)

LONGEST_SILENCE = timedelta(minutes=5)
"""A gap between two rounds that is longer than this counts as downtime."""

TAKE_YOUR_TIME = "SET LOCAL statement_timeout = 0"
"""Moving the clocks of a hundred thousand games takes longer than any statement for a page may, and giving up would begin it anew."""

HOLD_GAMES = """
WITH held AS (
    SELECT g.id FROM games_game g
    WHERE EXISTS (SELECT FROM games_seat s WHERE s.game_id = g.id AND s.due_at > %(since)s AND s.asked_at < %(now)s)
    ORDER BY g.id FOR UPDATE
)
UPDATE games_game g SET changes = g.changes + 1 FROM held WHERE g.id = held.id
"""
"""Whoever changes a game's clocks holds its row and counts in its `changes`: a move that is written before finds its seats moved
afterwards, and one that was read before must be read again. Otherwise it would write back the deadlines it had read."""

MOVE_CLOCKS = """
UPDATE games_seat SET
    due_at = due_at + (%(now)s - greatest(%(since)s, asked_at)),
    remind_at = remind_at + (%(now)s - greatest(%(since)s, asked_at)),
    asked_at = asked_at + (%(now)s - greatest(%(since)s, asked_at)),
    shifts = shifts + 1
WHERE due_at > %(since)s AND asked_at < %(now)s
"""
MOVE_ENDS = "UPDATE games_seat SET away_until = away_until + (%(now)s - %(since)s) WHERE away_until > %(since)s"
MOVE_ROUNDS = """
UPDATE games_round r SET ends_at = r.ends_at + (%(now)s - greatest(%(since)s, r.started_at))
FROM games_tournament t WHERE t.id = r.tournament_id AND t.paused_at IS NULL AND r.ends_at > %(since)s AND r.started_at < %(now)s
"""
MOVE_STARTS = """
UPDATE games_tournament SET starts_at = starts_at + (%(now)s - %(since)s) WHERE status = 'check_in' AND starts_at > %(since)s
"""
TELL = """
INSERT INTO notifications_message (kind, recipient_id, channel, key, payload, thread, topic, not_before, request_id)
SELECT DISTINCT 'clocks_moved', player_id, 'email', %(key)s, %(payload)s::jsonb, '', '', %(now)s::timestamptz, %(request_id)s
FROM games_seat WHERE due_at > %(now)s AND pending AND NOT is_bot AND player_id IS NOT NULL
ON CONFLICT (recipient_id, channel, key) DO NOTHING
"""


def beat(now: datetime) -> Outage | None:
    """Note a round of the sweeper. After a silence, first move all clocks by it and tell those who have something to decide.

    Clocks that began during the silence are moved by the part of it they ran through. One transaction, serialised by the
    heartbeat's row lock: a crash in the middle leaves everything as it was, and a second sweeper finds it done.
    """
    with transaction.atomic():
        last = Heartbeat.objects.select_for_update().filter(pk=1).first()
        if last is None:
            Heartbeat.objects.bulk_create([Heartbeat(pk=1, beat_at=now)], ignore_conflicts=True)
            return None
        silence, since = now - last.beat_at, last.beat_at
        if silence < -LONGEST_SILENCE:
            log.warning(
                "clock_set_back: by %s; deadlines that were set by the wrong time stay where they are, which costs nobody a game", -silence
            )
            Heartbeat.objects.filter(pk=1).update(beat_at=now)
            return None
        if silence < timedelta():
            return None  # a slower sweeper with an older moment
        Heartbeat.objects.filter(pk=1).update(beat_at=now)
        return _give_back(since, now) if silence > LONGEST_SILENCE else None


def _give_back(since: datetime, now: datetime) -> Outage:
    outage = Outage.objects.create(start=since, end=now)
    with connection.cursor() as cursor:
        cursor.execute(TAKE_YOUR_TIME)
        cursor.execute(HOLD_GAMES, {"since": since, "now": now})
        cursor.execute(MOVE_CLOCKS, {"since": since, "now": now})
        outage.clocks = cursor.rowcount
        for statement in (MOVE_ENDS, MOVE_ROUNDS, MOVE_STARTS):
            cursor.execute(statement, {"since": since, "now": now})
        cursor.execute(
            TELL, {"now": now, "key": f"outage:{outage.pk}", "payload": f'{{"outage": {outage.pk}}}', "request_id": trace.current()}
        )
    outage.save(update_fields=["clocks"])
    return outage
