"""The calls a lane could make: the first due message of every endpoint with the endpoint's state, and the calls in flight.

An endpoint has one call at a time, so only its first message counts. The query jumps from endpoint to endpoint in the index
`message_call_due` (loose index scan): its cost grows with the number of endpoints that have a queued message, not with the number of
messages.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from notifications import kinds
from notifications.channels.registry import calling

MOST = 1000
"""Candidates read in one claim; endpoints that respond promptly come first, so that slow ones cannot crowd them out."""

FIND = """
WITH RECURSIVE head AS (
  (SELECT channel, not_before, id FROM notifications_message
    WHERE state = 'queued' AND channel <> 'email' AND kind = ANY(%(kinds)s) ORDER BY channel, not_before, id LIMIT 1)
  UNION ALL
  SELECT jump.* FROM head CROSS JOIN LATERAL (
    SELECT channel, not_before, id FROM notifications_message
     WHERE state = 'queued' AND channel <> 'email' AND kind = ANY(%(kinds)s) AND channel > head.channel
     ORDER BY channel, not_before, id LIMIT 1) AS jump
), chosen AS (
  SELECT id, false AS busy FROM head WHERE not_before <= %(now)s AND channel ~ %(endpoint)s
  UNION ALL
  SELECT id, true FROM notifications_message WHERE lease_until IS NOT NULL AND state = 'sending' AND channel ~ %(endpoint)s
), message AS (
  SELECT m.id, m.channel, m.recipient_id, m.not_before, m.crashes, chosen.busy,
         CASE WHEN m.channel ~ %(endpoint)s THEN split_part(m.channel, ':', 2)::bigint END AS number
    FROM chosen JOIN notifications_message AS m USING (id)
), p AS (
  SELECT message.*, coalesce(lower(substring(e.address FROM '//([^/?#]*)')), '') AS host
    FROM message LEFT JOIN (SELECT id, {address} AS address FROM {table}) AS e ON e.id = message.number
)
SELECT p.id, p.channel, p.recipient_id, p.host, {circuit} AS circuit, p.busy, p.crashes,
       coalesce(c.failures, 0), coalesce(c.prompt, false), c.open_until, c.failing_since
  FROM p LEFT JOIN notifications_circuit AS c ON c.name = {circuit}
 ORDER BY p.busy DESC, c.prompt DESC NULLS LAST, p.not_before, p.id LIMIT %(most)s
"""
"""The channel is matched again before its number is cast: PostgreSQL may join the endpoints before it filters, and the channel of a mail
has no number.
"""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One message and its endpoint. `busy`: its call is in flight. `host` is empty when the endpoint does not exist any more."""

    id: int
    channel: str
    person: int
    host: str
    circuit: str
    busy: bool
    crashes: int
    failures: int
    prompt: bool
    open_until: datetime | None
    failing_since: datetime | None


def candidates(medium: str, now: datetime) -> list[Candidate]:
    """The calls in flight in this lane (of all processes), then the due ones, prompt endpoints first. One query."""
    given: dict[str, Any] = {"kinds": kinds.names(), "now": now, "endpoint": f"^{medium}:[0-9]{{1,18}}$", "most": MOST}
    with connection.cursor() as cursor:
        cursor.execute(_find(medium), given)
        return [Candidate(*row) for row in cursor.fetchall()]


def _find(medium: str) -> str:
    source = calling(medium).source
    circuit = "p.channel" if source.circuit_per_endpoint else f"'{medium}:' || p.host"
    return FIND.format(table=source.table, address=source.address, circuit=circuit)
