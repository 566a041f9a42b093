"""Compensate downtime of the sweeper: after a gap, all running clocks are moved by it, once, before any deadline is judged."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from django.db import connection, transaction
from django.db.models import F

from games.models import Heartbeat, Outage
from notifications import correlation_id
from notifications.outbox_sql import put_from

log = logging.getLogger(__name__)

LONGEST_SILENCE = timedelta(minutes=5)
"""A gap between two rounds that is longer than this counts as downtime."""

RECORD_INTERVAL = timedelta(seconds=5)
"""A round that finds nothing to do writes nothing, unless the last note is older than this."""

NEVER = datetime.min.replace(tzinfo=UTC)
LONGEST_ERROR = 300
RECORD_ROUND = """
UPDATE games_heartbeat SET beat_at = greatest(beat_at, %(now)s), swept_at = greatest(swept_at, %(now)s), failures = 0, error = ''
WHERE id = 1
"""

NO_STATEMENT_TIMEOUT = "SET LOCAL statement_timeout = 0"
"""Moving the clocks of a hundred thousand games takes longer than any statement for a page may, and giving up would begin it anew."""

LOCK_GAMES = """
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
NOTIFY = put_from("""(
    SELECT DISTINCT 'clocks_moved' AS kind, player_id AS recipient_id, %(key)s AS key, %(payload)s::jsonb AS payload,
        '' AS thread, '' AS topic
    FROM games_seat WHERE due_at > %(now)s AND pending AND NOT is_bot AND player_id IS NOT NULL) AS n""")


_registered: list[Callable[[datetime, datetime], None]] = []


def register(move: Callable[[datetime, datetime], None]) -> None:
    """Let another app move its own moments by a silence `(since, now)`, in the same transaction. Called once, from `AppConfig.ready`."""
    _registered.append(move)


def record_round(now: datetime) -> Outage | None:
    """Record a successful round of the sweeper; a gap before it is compensated first (`compensate`)."""
    with transaction.atomic():
        outage = compensate(now)
        last = Heartbeat.objects.filter(pk=1).first()
        if last is None:
            Heartbeat.objects.bulk_create([Heartbeat(pk=1, beat_at=now, swept_at=now)], ignore_conflicts=True)
        elif last.failures or now - (last.swept_at or NEVER) >= RECORD_INTERVAL:
            with connection.cursor() as cursor:
                cursor.execute(RECORD_ROUND, {"now": now})
    return outage


def compensate(now: datetime) -> Outage | None:
    """After a gap, move all clocks by its length and notify those who are asked something. Called before deadlines are judged.

    Clocks that began during the silence are moved by the part of it they ran through. One transaction, serialised by the
    heartbeat's row lock: a crash in the middle leaves everything as it was, and a second sweeper finds it done.
    """
    with transaction.atomic():
        last = Heartbeat.objects.filter(pk=1).values_list("beat_at", flat=True).first()
        if last is None or abs(now - last) <= LONGEST_SILENCE:
            return None
        since, swept_at = Heartbeat.objects.select_for_update().filter(pk=1).values_list("beat_at", "swept_at")[0]
        silence = now - since
        if abs(silence) <= LONGEST_SILENCE:
            return None  # another sweeper was faster
        Heartbeat.objects.filter(pk=1).update(beat_at=now)
        if silence < timedelta():
            log.warning(
                "clock_set_back: by %s; deadlines that were set by the wrong time stay where they are, which costs nobody a game", -silence
            )
            Heartbeat.objects.filter(pk=1, swept_at__gt=now).update(swept_at=now)
            return None
        goes_on = swept_at is None or swept_at < since
        return _move_all(Outage.objects.filter(end=since).first() if goes_on else None, since, now)


def record_failure(error: Exception) -> None:
    """Record a failed round; readiness, metrics and doctor show it until a round succeeds."""
    text = f"{type(error).__name__}: {error}".strip()[:LONGEST_ERROR]
    Heartbeat.objects.filter(pk=1).update(failures=F("failures") + 1, error=text)


def _move_all(earlier: Outage | None, since: datetime, now: datetime) -> Outage:
    """Move all clocks. `earlier` is an outage that continues: compensated, but no round has succeeded since; people are notified once."""
    outage = earlier or Outage.objects.create(start=since, end=now)
    outage.end = now
    with connection.cursor() as cursor:
        cursor.execute(NO_STATEMENT_TIMEOUT)
        cursor.execute(LOCK_GAMES, {"since": since, "now": now})
        cursor.execute(MOVE_CLOCKS, {"since": since, "now": now})
        outage.clocks = max(outage.clocks, cursor.rowcount)
        cursor.execute(MOVE_ENDS, {"since": since, "now": now})
        for move in _registered:
            move(since, now)
        cursor.execute(
            NOTIFY,
            {"now": now, "key": f"outage:{outage.pk}", "payload": f'{{"outage": {outage.pk}}}', "request_id": correlation_id.current()},
        )
    outage.save(update_fields=["end", "clocks"])
    return outage
