"""The SQL of the one hot path: lock a game, read its seats, write everything a move changes with one statement.

Everywhere else the ORM is used. Here it would cost six times the CPU (docs/decisions/0001-hand-written-sql.md). Seats are
read by a second statement on purpose: in READ COMMITTED a subquery of the locking statement would keep its older snapshot.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import orjson
from django.db import connection

from games.rules.chance import Chance
from games.rules.contract import Entry, Position, Seat
from games.rules.game import Game as Rules
from games.rules.messages import msg
from games.rules.registry import all_games
from games.rules.session import Session
from games.services.errors import Closed, Trouble
from games.services.hours import Interval, PersonalTime
from notifications import trace

LOCKED = (
    *("id", "code", "rules", "rules_version", "status", "seat_count", "position", "seq"),
    *("pace", "pauses", "absences_count", "forfeit_after", "ladder", "secret", "waiting", "trouble", "started_at"),
)
LOCK = f"SELECT {', '.join(LOCKED)} FROM games_game WHERE {{column}} = %s FOR UPDATE"
SEATS = """
SELECT s.id, s.index, s.player_id, s.is_bot, s.state, s.nth, s.pending, s.asked_at, s.due_at, s.remind_at, s.timeouts, s.reserve,
    s.extra, s.deputy_id, s.deputy_until, s.word, coalesce(p.zone, 'UTC'), coalesce(p.personal::text, '{}'),
    s.orders::text
FROM games_seat s LEFT JOIN games_player p ON p.id = s.player_id WHERE s.game_id = %s ORDER BY s.index
"""
CHAIR = """
SELECT s.game_id, s.index, clock_timestamp() FROM games_seat s JOIN games_game g ON g.id = s.game_id
WHERE g.code = %(code)s AND (s.player_id = %(player)s OR s.deputy_id = %(player)s AND s.deputy_until > clock_timestamp())
ORDER BY s.player_id = %(player)s DESC, s.index LIMIT 1
"""
WRITE = """
WITH moves AS (
    INSERT INTO games_move (game_id, seq, seat, nth, kind, text, said, source, player_id, story, at, events)
    SELECT %(game)s, m.seq, m.seat, m.nth, m.kind, m.text, m.said, m.source, m.player_id, m.story, m.at, m.events
    FROM json_to_recordset(%(moves)s) AS m(seq int, seat int, nth int, kind text, text text, said text, source text,
        player_id bigint, story text, at timestamptz, events text)
), seats AS (
    UPDATE games_seat s SET nth = c.nth, pending = c.pending, asked_at = c.asked_at, due_at = c.due_at,
        remind_at = c.remind_at, timeouts = c.timeouts, reserve = c.reserve, extra = c.extra, state = c.state, live = c.live
    FROM json_to_recordset(%(seats)s) AS c(id bigint, nth int, pending boolean, asked_at timestamptz, due_at timestamptz,
        remind_at timestamptz, timeouts int, reserve int, extra int, state text, live boolean)
    WHERE s.id = c.id
), news AS (
    INSERT INTO notifications_message (kind, recipient_id, channel, key, payload, thread, topic, not_before, request_id)
    SELECT n.kind, n.recipient_id, 'email', n.key, n.payload, n.thread, n.topic, %(now)s, %(request_id)s
    FROM json_to_recordset(%(news)s) AS n(kind text, recipient_id bigint, key text, payload jsonb, thread text, topic text)
    ON CONFLICT (recipient_id, channel, key) DO NOTHING
), followers AS (
    INSERT INTO notifications_message (kind, recipient_id, channel, key, payload, thread, not_before, request_id)
    SELECT 'table_changed', w.owner_id, 'webhook:' || w.id, 'table:' || w.about || ':' || %(seq)s,
        jsonb_build_object('game', w.about, 'seq', %(seq)s), w.about, %(now)s, %(request_id)s
    FROM notifications_webhook w
    WHERE w.about = %(code)s AND w.about <> '' AND w.disabled_at IS NULL AND %(moved)s
    ON CONFLICT (recipient_id, channel, key) DO NOTHING
)
UPDATE games_game SET position = %(position)s, seq = %(seq)s, waiting = %(waiting)s, status = %(status)s,
    result = %(result)s, moved_at = CASE WHEN %(moved)s THEN %(now)s ELSE moved_at END, ended_at = %(ended_at)s
WHERE id = %(game)s
"""


@dataclass(slots=True)
class LockedSeat:
    """One seat under the lock of its game; written back as a whole when it changed."""

    id: int
    index: Seat
    player_id: int | None
    is_bot: bool
    state: str
    nth: int
    pending: bool
    asked_at: datetime | None
    due_at: datetime | None
    remind_at: datetime | None
    timeouts: int
    reserve: int
    extra: int
    deputy_id: int | None
    deputy_until: datetime | None
    word: str
    zone: str
    personal: str
    orders: str
    """Standing orders as JSON, read only: `services.orders.filing` writes them."""

    def deputy_at(self, now: datetime) -> int | None:
        """Who may play for the holder at this moment, or None."""
        return self.deputy_id if self.deputy_until is not None and now < self.deputy_until else None


@dataclass(slots=True)
class LockedGame:
    """A game whose row is locked by the running transaction, everything re-read after the lock was taken."""

    id: int
    code: str
    rules: str
    rules_version: int
    status: str
    seat_count: int
    position: str
    seq: int
    pace: dict[str, Any]
    pauses: list[list[str | None]]
    absences_count: bool
    forfeit_after: int
    ladder: dict[str, Any]
    secret: bytes
    waiting: list[Seat]
    trouble: str
    started_at: datetime | None
    seats: list[LockedSeat] = field(default_factory=list)

    @property
    def book(self) -> Rules[Any]:
        """The rules. Raises `Trouble` when this server does not have them in the version the game began with."""
        rules = all_games().get(self.rules)
        if rules is None or rules.version != self.rules_version:
            raise Trouble(msg("This server does not have version {version} of these rules.", version=self.rules_version))
        return rules

    def wake(self) -> Session[Any]:
        """The game, awake at its stored position. Raises `Trouble` when the position cannot be read."""
        try:
            return self.book.resume(Position.from_json(orjson.loads(self.position)))
        except Exception as error:
            raise Trouble(msg("The stored position of this game cannot be read; an operator has to look at it.")) from error

    def stopped(self, now: datetime) -> list[Interval]:
        """The pauses of this game; one that has not ended yet stops the clock until `now`."""
        pauses = ((datetime.fromisoformat(start or ""), datetime.fromisoformat(end) if end else now) for start, end, _why in self.pauses)
        return [Interval(start, end) for start, end in pauses]

    def person(self, seat: LockedSeat) -> PersonalTime:
        """The personal time of who sits there, absences only where this table counts them."""
        if seat.personal == "{}":
            return PersonalTime.read(seat.zone, {})
        data: dict[str, Any] = orjson.loads(seat.personal)
        if not self.absences_count:
            data.pop("absences", None)
        return PersonalTime.read(seat.zone, data)

    def chance(self) -> Chance:
        """The provable chance of this game."""
        rules = f"{self.rules}/{self.rules_version}"
        return Chance(self.secret, game=self.code, rules=rules, seats=self.seat_count, words=[seat.word for seat in self.seats])


def lock_game(*, code: str | None = None, id: int | None = None) -> LockedGame:
    """Lock one game for the running transaction and read it with its seats. Raises `Closed` when there is none."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK.format(column="code" if code is not None else "id"), [code if code is not None else id])
        row = cursor.fetchone()
        if row is None:
            raise Closed(msg("There is no such game."), code="no_such_game")
        facts = dict(zip(LOCKED, row, strict=True))
        facts |= {name: orjson.loads(facts[name]) for name in ("pace", "pauses", "ladder", "waiting")} | {"secret": bytes(facts["secret"])}
        game = LockedGame(**facts)
        cursor.execute(SEATS, [game.id])
        game.seats = [LockedSeat(*seat) for seat in cursor.fetchall()]
    return game


def chair(code: str, player_id: int) -> tuple[int, Seat, datetime] | None:
    """The game of this code, the seat this person plays there (their own, or as a deputy), and the moment; None when there is none."""
    with connection.cursor() as cursor:
        cursor.execute(CHAIR, {"code": code, "player": player_id})
        found: tuple[int, Seat, datetime] | None = cursor.fetchone()
    return found


def entry_events(entry: Entry) -> str:
    """The events of a log line as stored text."""
    facts = [{"kind": event.kind, "public": event.public, "private": event.private} for event in entry.events]
    return orjson.dumps(facts, option=orjson.OPT_NON_STR_KEYS).decode()


def position_text(session: Session[Any]) -> str:
    """A position as stored text."""
    return orjson.dumps(session.position.to_json()).decode()


def write(
    game: LockedGame,
    *,
    position: str,
    moves: list[dict[str, Any]],
    news: list[dict[str, Any]],
    waiting: list[Seat],
    status: str,
    result: dict[str, Any] | None,
    now: datetime,
    ended_at: datetime | None,
) -> None:
    """Write a whole change of a locked game with one statement: log lines, seats, outbox, position."""
    live = status == "active"
    seats = [
        {
            "id": seat.id,
            "nth": seat.nth,
            "pending": seat.pending,
            "asked_at": seat.asked_at,
            "due_at": seat.due_at,
            "remind_at": seat.remind_at,
            "timeouts": seat.timeouts,
            "reserve": seat.reserve,
            "extra": seat.extra,
            "state": seat.state,
            "live": live,
        }
        for seat in game.seats
    ]
    facts: dict[str, Any] = {
        "game": game.id,
        "code": game.code,
        "moves": orjson.dumps(moves).decode(),
        "seats": orjson.dumps(seats).decode(),
        "news": orjson.dumps(news).decode(),
        "request_id": trace.current(),
        "position": position,
        "seq": game.seq + len(moves),
        "waiting": orjson.dumps(waiting).decode(),
        "status": status,
        "result": orjson.dumps(result).decode() if result is not None else None,
        "now": now,
        "moved": bool(moves),  # a sealed answer leaves no trace that others could see, not even a moment
        "ended_at": ended_at,
    }
    with connection.cursor() as cursor:
        cursor.execute(WRITE, facts)
