"""Read a game with its seats, and write everything a move changes, with one SQL statement each.

The rest of the code uses the ORM, which would take six times the CPU time for this (docs/decisions/0001-hand-written-sql.md). Writing
is optimistic: it succeeds only if the column `changes` is as it was read; otherwise it raises `ConcurrentChange`, and the caller repeats
its work under the game's row lock (docs/decisions/0072-read-think-write.md).
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

import orjson
from django.db import transaction

from games.models import Game, Seat as SeatRow
from games.models.game import announced_rules
from games.models.rows import prepared, rows
from games.models.stored_position import resume
from games.rules.chance import Chance
from games.rules.contract import Entry, Seat
from games.rules.errors import UnreadablePosition
from games.rules.game import Game as Rules
from games.rules.messages import msg
from games.rules.registry import game_in
from games.rules.session import Session
from games.services import idempotency
from games.services.clocks.availability import Interval, PersonalTime
from games.services.errors import Closed, Trouble
from notifications import correlation_id
from notifications.outbox.sql import put_for_followers, put_from

GAME = (
    *("id", "code", "rules", "rules_version", "carried", "status", "seat_count", "seq", "changes"),
    *("pace", "pauses", "absences_count", "forfeit_after", "ladder", "secret", "waiting", "trouble", "started_at"),
    "orders_delayed",
)
READ = f"""
SELECT clock_timestamp(), CASE WHEN s.index = 0 THEN g.position END, {", ".join(f"g.{name}" for name in GAME)},
    s.id, s.index, s.player_id, s.is_bot, s.live, s.state, s.nth, s.pending, s.asked_at, s.due_at, s.remind_at, s.timeouts, s.reserve,
    s.extra, s.order_at, s.deputy_id, s.deputy_until, s.word, coalesce(p.zone, 'UTC'), coalesce(p.personal::text, '{{{{}}}}'),
    s.orders::text
FROM games_game g JOIN games_seat s ON s.game_id = g.id LEFT JOIN games_player p ON p.id = s.player_id
WHERE g.{{column}} = %s ORDER BY s.index
"""
"""One statement, so that game and seats are one snapshot. Only the row of the first seat has the position, which may be long."""
BY = {column: READ.format(column=column) for column in ("id", "code")}
LOCK = "UPDATE games_game SET changes = changes + 1 WHERE id = %s"
LOCK_DUE = """
UPDATE games_game SET changes = changes + 1 WHERE id = (
    SELECT g.id FROM games_game g JOIN games_seat s ON s.game_id = g.id
    WHERE g.id = %s AND s.index = %s AND s.{clock} <= %s FOR UPDATE OF g SKIP LOCKED
)
"""
"""No row is updated where the game is locked by another transaction or the moment of the seat has changed. It does not wait."""
NEWS = """held, json_to_recordset(%(news)s)
    AS n(kind text, recipient_id bigint, key text, payload jsonb, thread text, topic text, delay int)"""
CHANGED = "(SELECT %(code)s AS thread, %(seq)s::int AS number FROM held WHERE %(moved)s) AS n"
WRITE = f"""
WITH held AS (
    UPDATE games_game SET position = %(position)s, seq = %(seq)s, waiting = %(waiting)s, status = %(status)s, result = %(result)s,
        moved_at = CASE WHEN %(moved)s THEN greatest(moved_at, %(now)s) ELSE moved_at END, ended_at = %(ended_at)s, changes = changes + 1
    WHERE id = %(game)s AND changes = %(changes)s
    RETURNING id, moved_at
), moves AS (
    INSERT INTO games_move (game_id, seq, seat, nth, kind, text, said, source, player_id, story, at, events)
    SELECT held.id, m.seq, m.seat, m.nth, m.kind, m.text, m.said, m.source, m.player_id, m.story, greatest(m.at, last.at), m.events
    FROM held CROSS JOIN json_to_recordset(%(moves)s) AS m(seq int, seat int, nth int, kind text, text text, said text, source text,
        player_id bigint, story text, at timestamptz, events text)
    LEFT JOIN games_move last ON last.game_id = held.id AND last.seq = %(first)s - 1
), seats AS (
    UPDATE games_seat s SET nth = c.nth, pending = c.pending, asked_at = c.asked_at, due_at = c.due_at,
        remind_at = c.remind_at, order_at = c.order_at, timeouts = c.timeouts, reserve = c.reserve, extra = c.extra,
        state = c.state, live = c.live
    FROM held, json_to_recordset(%(seats)s) AS c(index int, nth int, pending boolean, asked_at timestamptz, due_at timestamptz,
        remind_at timestamptz, order_at timestamptz, timeouts int, reserve int, extra int, state text, live boolean)
    WHERE s.game_id = held.id AND s.index = c.index
), news AS ({put_from(NEWS, delay="coalesce(n.delay, 0)")}
), followers AS ({put_for_followers("table_changed", CHANGED)}
)
SELECT moved_at FROM held
"""
"""A log line is never dated before the previous one, even where clocks of machines differ (docs/decisions/0084-log-times.md)."""
WRITTEN = ("nth", "pending", "asked_at", "due_at", "remind_at", "order_at", "timeouts", "reserve", "extra", "state", "live")
"""The columns of a seat that a move may change."""
OWN_TO_A_SEAT = ("id", "index", "player_id", "is_bot", *WRITTEN, "deputy_id", "deputy_until", "word")
"""The columns of a seat that `RunningSeat` has unchanged."""


SeatClock = Literal["due_at", "order_at", "held_until", "away_until"]
"""The columns of a seat with a moment at which the sweeper acts."""


class ConcurrentChange(Exception):
    """Another transaction has changed the game since it was read; nothing was written."""


@dataclass(slots=True)
class RunningSeat:
    """One seat as it was read with its game. `write` updates it where the columns of `WRITTEN` have changed."""

    id: int
    index: Seat
    player_id: int | None
    is_bot: bool
    live: bool
    state: str
    nth: int
    pending: bool
    asked_at: datetime | None
    due_at: datetime | None
    remind_at: datetime | None
    timeouts: int
    reserve: int
    extra: int
    order_at: datetime | None
    deputy_id: int | None
    deputy_until: datetime | None
    word: str
    zone: str
    personal: str
    orders: str
    """Standing orders as JSON, read only: `services.orders.filing` writes them."""
    as_read: tuple[Any, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.as_read = self.facts

    @property
    def facts(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in WRITTEN])

    def deputy_at(self, now: datetime) -> int | None:
        """The id of the deputy who may play for the holder at this moment, or None."""
        return self.deputy_id if self.deputy_until is not None and now < self.deputy_until else None


@dataclass(slots=True)
class RunningGame:
    """A game as it was read at `moment`, with or without its row lock."""

    moment: datetime
    position: str
    id: int
    code: str
    rules: str
    rules_version: int
    carried: list[dict[str, Any]]
    status: str
    seat_count: int
    seq: int
    changes: int
    pace: dict[str, Any]
    pauses: list[list[str | None]]
    absences_count: bool
    forfeit_after: int
    ladder: dict[str, Any]
    secret: bytes
    waiting: list[Seat]
    trouble: str
    started_at: datetime | None
    orders_delayed: bool
    seats: list[RunningSeat]
    delayed_seats: frozenset[Seat] = frozenset()
    """The seats whose orders will answer their open questions later; known after `consequences.settle`."""
    written: dict[str, Any] | None = None
    """The columns of the game as `write` has written them; None before. Its other fields stay as they were read."""
    session: Session[Any] | None = None
    """The session at the position that was written by `consequences.record`; None before."""

    @property
    def book(self) -> Rules[Any]:
        """The rules. Raises `UnknownRules` where this process does not have that version of them."""
        return game_in(self.rules, self.rules_version)

    def load_session(self) -> Session[Any]:
        """Resume the game at its stored position. Raises `UnknownRules`, or `Trouble` when the position cannot be read."""
        try:
            return resume(self)
        except UnreadablePosition as error:
            raise Trouble(error.message) from error

    def seat_of(self, player_id: int) -> Seat | None:
        """The seat that this player plays: their own, or one as its deputy; None when there is none."""
        own = next((seat.index for seat in self.seats if seat.player_id == player_id), None)
        return own if own is not None else next((seat.index for seat in self.seats if seat.deputy_at(self.moment) == player_id), None)

    def stopped(self, now: datetime) -> list[Interval]:
        """The pauses of this game; one that has not ended yet stops the clock until `now`."""
        pauses = ((datetime.fromisoformat(start or ""), datetime.fromisoformat(end) if end else now) for start, end, _why in self.pauses)
        return [Interval(start, end) for start, end in pauses]

    def person(self, seat: RunningSeat) -> PersonalTime:
        """The personal time of the seat's holder; with absences only where this table counts them."""
        if seat.personal == "{}":
            return PersonalTime.read(seat.zone, {})
        data: dict[str, Any] = orjson.loads(seat.personal)
        if not self.absences_count:
            data.pop("absences", None)
        return PersonalTime.read(seat.zone, data)

    def chance(self) -> Chance:
        """The verifiable random source of this game."""
        rules = announced_rules(self.rules, self.rules_version, self.carried)
        return Chance(self.secret, game=self.code, rules=rules, seats=self.seat_count, words=[seat.word for seat in self.seats])


def read_game(*, id: int | None = None, code: str | None = None) -> RunningGame:
    """One game with its seats, by its id or its code. One statement. Raises `Closed` when there is none."""
    found = rows(BY["code" if code is not None else "id"], [code if code is not None else id])
    if not found:
        raise Closed(msg("There is no such game."), code="no_such_game")
    return running_game(found)


def running_game(found: Sequence[Sequence[Any]]) -> RunningGame:
    """The game of the rows that `READ` finds, one for each seat."""
    first, end = found[0], 2 + len(GAME)
    facts = dict(zip(("moment", "position", *GAME), first[:end], strict=True))
    facts |= {name: orjson.loads(facts[name]) for name in ("carried", "pace", "pauses", "ladder", "waiting")} | {
        "secret": bytes(facts["secret"])
    }
    return RunningGame(**facts, seats=[RunningSeat(*row[end:]) for row in found])


def running_game_of(game: Game, seats: Sequence[SeatRow], moment: datetime) -> RunningGame:
    """The same from model instances with the players of the seats, as pages and views read them."""
    facts = {name: getattr(game, name) for name in GAME} | {"secret": bytes(game.secret)}
    return RunningGame(moment=moment, position=game.position, **facts, seats=[_running_seat(seat) for seat in seats])


def _running_seat(seat: SeatRow) -> RunningSeat:
    zone, personal = (seat.player.zone, seat.player.personal) if seat.player is not None else ("UTC", {})
    own = {name: getattr(seat, name) for name in OWN_TO_A_SEAT}
    return RunningSeat(**own, zone=zone, personal=orjson.dumps(personal).decode(), orders=orjson.dumps(seat.orders).decode())


def update_as_written(game: RunningGame, row: Game, seats: Sequence[SeatRow]) -> bool:
    """Bring model instances that were read together with `game` up to what `write` has written; False if it has not been called."""
    if game.written is None:
        return False
    for name, value in game.written.items():
        setattr(row, name, _stored(value))
    for seat, changed in zip(seats, game.seats, strict=True):
        for name, value in zip(WRITTEN, changed.facts, strict=True):
            setattr(seat, name, _stored(value))
    return True


def _stored(value: Any) -> Any:
    """A value as it would be read again: times are in UTC."""
    return value.astimezone(UTC) if isinstance(value, datetime) else value


def lock_game(id: int) -> RunningGame:
    """Lock one game for the running transaction and read it with its seats.

    A transaction that has read the game before without the lock gets `ConcurrentChange` when it writes. Raises `Closed` when there is
    no such game.
    """
    with prepared() as cursor:
        cursor.execute(LOCK, [id])
    return read_game(id=id)


@contextmanager
def changing(game_id: int) -> Iterator[RunningGame]:
    """Lock a game in the transaction of a service, which is the outermost one except inside `idempotency.run_once`."""
    with transaction.atomic(durable=idempotency.durable()):
        yield lock_game(game_id)


def lock_due(id: int, seat: Seat, now: datetime, *, clock: SeatClock = "due_at") -> RunningGame | None:
    """Lock and read a game if the moment `clock` of this seat has passed; None if it has not, or if the game is locked.

    `clock` names the deadline, the moment at which an order answers, a held answer is given, or an autopilot ends.
    """
    with prepared() as cursor:
        cursor.execute(LOCK_DUE.format(clock=clock), [id, seat, now])
        if not cursor.rowcount:
            return None
    return read_game(id=id)


def entry_events(entry: Entry) -> str:
    """The events of a log line as stored text."""
    facts = [{"kind": event.kind, "public": event.public, "private": event.private} for event in entry.events]
    return orjson.dumps(facts, option=orjson.OPT_NON_STR_KEYS).decode()


def position_text(session: Session[Any]) -> str:
    return orjson.dumps(session.position.to_json()).decode()


def write(
    game: RunningGame,
    *,
    position: str,
    moves: list[dict[str, Any]],
    messages: list[dict[str, Any]],
    waiting: list[Seat],
    status: str,
    result: dict[str, Any] | None,
    now: datetime,
    ended_at: datetime | None,
) -> None:
    """Write a whole change of a game with one statement: log lines, seats, outbox, position. Raises `ConcurrentChange`."""
    for seat in game.seats:
        seat.live = status == "active"
    changed = [dict(zip(WRITTEN, seat.facts, strict=True), index=seat.index) for seat in game.seats if seat.facts != seat.as_read]
    facts: dict[str, Any] = {
        "game": game.id,
        "changes": game.changes,
        "code": game.code,
        "moves": orjson.dumps(moves).decode(),
        "first": game.seq,
        "seats": orjson.dumps(changed).decode(),
        "news": orjson.dumps(messages).decode(),
        "request_id": correlation_id.current(),
        "position": position,
        "seq": game.seq + len(moves),
        "waiting": orjson.dumps(waiting).decode(),
        "status": status,
        "result": orjson.dumps(result).decode() if result is not None else None,
        "now": now,
        "moved": bool(moves),  # a sealed answer must not change `moved_at`, which others see
        "ended_at": ended_at,
    }
    found = rows(WRITE, facts)
    if not found:
        raise ConcurrentChange
    moved_at, own = found[0][0], {"position": position, "waiting": waiting, "status": status, "result": result, "ended_at": ended_at}
    game.written = own | {"seq": game.seq + len(moves), "moved_at": moved_at}
