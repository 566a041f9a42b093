"""Compensate downtime of the sweeper: after a gap, all running clocks are moved by its length before deadlines are carried out."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import F

from games.models import Heartbeat, Outage
from notifications import correlation_id
from notifications.outbox.sql import put_from

log = logging.getLogger(__name__)

LONGEST_SILENCE = timedelta(minutes=5)
"""A longer gap between two rounds is downtime."""

RECORD_INTERVAL = timedelta(seconds=5)
"""A successful round updates the heartbeat at most once in this time."""

NEVER = datetime.min.replace(tzinfo=UTC)
LONGEST_ERROR = 300
RECORD_ROUND = """
UPDATE games_heartbeat SET beat_at = greatest(beat_at, %(now)s), swept_at = greatest(swept_at, %(now)s), failures = 0, error = ''
WHERE id = 1
"""

NO_STATEMENT_TIMEOUT = "SET LOCAL statement_timeout = 0"
"""Moving the clocks of a hundred thousand games takes longer than the statement timeout; after a timeout the work would start again."""

LOCK_GAMES = """
WITH held AS (
    SELECT g.id FROM games_game g
    WHERE {games} AND EXISTS (SELECT FROM games_seat s WHERE s.game_id = g.id AND s.due_at > %(since)s AND s.asked_at < %(now)s)
    ORDER BY g.id FOR UPDATE
)
UPDATE games_game g SET changes = g.changes + 1 FROM held WHERE g.id = held.id
"""
"""Changing the clocks of a game locks its row and increments `changes`. A move that has read the game before then fails its optimistic
write and reads it again; otherwise it would write back the old deadlines. `{games}` is a condition on `games_game g`."""

MOVE_CLOCKS = """
UPDATE games_seat s SET
    due_at = s.due_at + (%(now)s - greatest(%(since)s, s.asked_at)),
    remind_at = s.remind_at + (%(now)s - greatest(%(since)s, s.asked_at)),
    asked_at = s.asked_at + (%(now)s - greatest(%(since)s, s.asked_at)),
    shifts = s.shifts + 1
FROM games_game g WHERE g.id = s.game_id AND {games} AND s.due_at > %(since)s AND s.asked_at < %(now)s
"""
MOVE_ENDS = """
UPDATE games_seat s SET away_until = s.away_until + (%(now)s - %(since)s)
FROM games_game g WHERE g.id = s.game_id AND {games} AND s.away_until > %(since)s
"""
NOTIFY = put_from("""(
    SELECT DISTINCT 'clocks_moved' AS kind, player_id AS recipient_id, %(key)s AS key, %(payload)s::jsonb AS payload,
        '' AS thread, '' AS topic
    FROM games_seat WHERE due_at > %(now)s AND pending AND NOT is_bot AND player_id IS NOT NULL) AS n""")

other_clocks: list[Callable[[datetime, datetime], None]] = []
"""Functions of other apps that move their own moments by the gap `(since, now)`, in the same transaction."""


def record_round(now: datetime) -> Outage | None:
    """Record a successful round of the sweeper; a gap before it is compensated first. Returns the outage, if there was one."""
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
    """After a gap, move all clocks by its length and notify players with an open question. Called before deadlines are carried out.

    A clock that started during the gap is moved by the rest of it. Everything is one transaction under the lock of the heartbeat's row:
    a crash changes nothing, and a second sweeper finds nothing left to do. Returns the outage, or None.
    """
    with transaction.atomic():
        last = Heartbeat.objects.filter(pk=1).values_list("beat_at", flat=True).first()
        if last is None or abs(now - last) <= LONGEST_SILENCE:
            return None
        since, swept_at = Heartbeat.objects.select_for_update().filter(pk=1).values_list("beat_at", "swept_at")[0]
        silence = now - since
        if abs(silence) <= LONGEST_SILENCE:
            return None  # another sweeper has compensated it
        Heartbeat.objects.filter(pk=1).update(beat_at=now)
        if silence < timedelta():
            log.warning(
                "clock_set_back: by %s; deadlines that were set by the wrong clock are not moved, so none passes too early", -silence
            )
            Heartbeat.objects.filter(pk=1, swept_at__gt=now).update(swept_at=now)
            return None
        continues = swept_at is None or swept_at < since
        return _move_all(Outage.objects.filter(end=since).first() if continues else None, since, now)


def record_failure(error: Exception) -> None:
    """Record a failed round; readiness, metrics and doctor report it until a round succeeds."""
    text = f"{type(error).__name__}: {error}".strip()[:LONGEST_ERROR]
    Heartbeat.objects.filter(pk=1).update(failures=F("failures") + 1, error=text)


def _move_all(earlier: Outage | None, since: datetime, now: datetime) -> Outage:
    """Move all clocks by the gap. `earlier` is the outage that continues because no round has succeeded since; its key is used again,
    so players are notified once.
    """
    outage = earlier or Outage.objects.create(start=since, end=now)
    outage.end = now
    outage.clocks = max(outage.clocks, move_clocks(since, now))
    for move in other_clocks:
        move(since, now)
    with connection.cursor() as cursor:
        cursor.execute(
            NOTIFY,
            {"now": now, "key": f"outage:{outage.pk}", "payload": f'{{"outage": {outage.pk}}}', "request_id": correlation_id.current()},
        )
    outage.save(update_fields=["end", "clocks"])
    return outage


def move_clocks(since: datetime, now: datetime, games: str = "true", **values: Any) -> int:
    """Move the clocks of games, and the times until which their seats are kept, by the gap; returns the number of clocks.

    `games` is an SQL condition on `games_game g`, with these values.
    """
    values |= {"since": since, "now": now}
    with connection.cursor() as cursor:
        cursor.execute(NO_STATEMENT_TIMEOUT)
        cursor.execute(LOCK_GAMES.format(games=games), values)
        cursor.execute(MOVE_CLOCKS.format(games=games), values)
        moved: int = cursor.rowcount
        cursor.execute(MOVE_ENDS.format(games=games), values)
    return moved
