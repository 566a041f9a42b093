"""Persist an answer and what follows from it: automatic answers, log, next questions with their deadlines, outbox.

Every service that changes a running game uses it (`answers`, `undo`, `leaving`, `starting`, `operations`).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from games.models import Game, Move, Seat
from games.rules.contract import CHANCE, Entry, Result
from games.rules.messages import msg
from games.rules.session import Session
from games.services import task_signals
from games.services.absence import stand_in
from games.services.absence.ladder import ladder_of
from games.services.clocks import deadlines
from games.services.clocks.pace import Pace, pace_of
from games.services.errors import Trouble
from games.services.orders import delay, execution
from games.services.tables import store

Signature = tuple[Any, ...]
Row = dict[str, Any]
"""One row of the log or of the outbox, by column, as `store.write` takes it."""

ON_PAGE_DELAY = 180
"""Seconds before the next question of a turn is sent to a player who has just answered on a page and sees that question there."""


@dataclass(frozen=True, slots=True)
class Cause:
    """The answer that caused a change: its seat, the text as typed, the story and the source.

    `on_page` is True when it was given on a page that shows the next question.
    """

    seat: int
    said: str
    story: str
    source: str
    player_id: int | None
    kind: str = Move.Kind.ANSWER
    on_page: bool = False


def questions_of(session: Session[Any]) -> dict[int, Signature]:
    """The questions by seat, in comparable form: a seat whose signature is unchanged keeps its question number and its clock."""
    return {
        question.seat: (question.kind, tuple(question.tokens), question.shape, question.least, question.most)
        for question in session.questions
    }


def settle(game: store.RunningGame, session: Session[Any], *, begun_by_hand: bool = True, at_once: int | None = None) -> list[Entry]:
    """Give all automatic answers until a player must decide; returns their log entries.

    Chance, questions with a single answer, standing orders and the stand-in of absent players answer automatically. A turn that a player
    began by hand is not continued by their orders, unless `begun_by_hand` is False. At a table that delays orders, those of the seat
    `at_once` answer its open question first; other orders wait. Raises `Trouble` when the rules raise an error.
    """
    chance, ladder = game.chance(), ladder_of(game)
    by_hand = session.in_turn if begun_by_hand else None
    entries: list[Entry] = []
    try:
        if at_once is not None:
            entries += execution.carry_out(game, session, at_once) or []
        entries += session.settle(chance.draw)
        while True:
            by_hand = by_hand if session.in_turn == by_hand else None
            automatic = execution.only_answer(session, by_hand) or execution.next_answer(game, session, by_hand)
            if automatic is None and (seat := _absent_seat(game, session)) is not None:
                automatic = stand_in.play_for(session, seat, ladder)[1]
            if automatic is None:
                game.delayed_seats = execution.delayed_seats(game, session, by_hand)
                return entries
            entries += automatic + session.settle(chance.draw)
    except Exception as error:
        raise Trouble(msg("An error occurred in the rules of this game. An operator has to fix it.")) from error


def _absent_seat(game: store.RunningGame, session: Session[Any]) -> int | None:
    """The first seat with an open question whose player is away or has left."""
    return next((seat for seat in session.unanswered if game.seats[seat].state != Seat.State.PLAYING), None)


def record(
    game: store.RunningGame,
    session: Session[Any],
    before: dict[int, Signature],
    entries: Sequence[Entry],
    cause: Cause | None,
    now: datetime,
    *,
    extra: Sequence[Row] = (),
    messages: Sequence[Row | None] = (),
    result: Result | None = None,
    at: datetime | None = None,
) -> None:
    """Write a change and its consequences in one statement, and signal the workers after the commit.

    `before` are the questions before the change; `cause` is the answer that caused it; `extra` are log rows that precede it; `messages`
    are outbox rows that precede those of the change. `result` overrides the result of the rules (resignation, adjudication). `at` is the
    time of the log lines where it differs from `now`: a timeout is dated at its deadline, but the clocks of the next questions start
    `now`. Raises `store.ConcurrentChange`.
    """
    result = result or session.result
    moves = [*extra, *_log_rows(game, entries, cause, at or now, len(extra))]
    asked_anew = _update_questions(game, session, before, entries, now, over=result is not None)
    if cause is not None and cause.player_id is not None and cause.source != Move.Source.TIMEOUT:
        game.seats[cause.seat].timeouts = 0
    following = _turn_messages(game, asked_anew, cause, now) if result is None else [_game_over(game, seat) for seat in game.seats]
    outbox_rows = [row for row in (*messages, *following) if row is not None]
    store.write(
        game,
        position=store.position_text(session),
        moves=moves,
        messages=outbox_rows,
        waiting=[] if result is not None else list(session.waiting_for),
        status=Game.Status.ACTIVE if result is None else Game.Status.FINISHED,
        result=None if result is None else _stored_result(game, session, result),
        now=now,
        ended_at=None if result is None else now,
    )
    game.session = session
    task_signals.game_changed_after_commit(game.code)
    task_signals.after_commit(bots=any(seat.is_bot for seat in asked_anew), mail=bool(outbox_rows))


def _turn_messages(game: store.RunningGame, asked: Sequence[store.RunningSeat], cause: Cause | None, now: datetime) -> list[Row | None]:
    """The outbox rows of seats with a new question. The holder of a delayed order gets none; their deputy does."""
    on_page = cause.seat if cause is not None and cause.on_page else None
    rows = ((seat, your_turn(game, seat, now, on_page=seat.index == on_page)) for seat in asked)
    return [row for seat, turn in rows for row in (turn if seat.order_at is None else turn[1:])]


def log_line(seq: int, seat: int, kind: str, source: str, player_id: int | None, now: datetime, **more: Any) -> Row:
    plain: Row = {"nth": 0, "text": "", "said": "", "story": "", "events": "[]"}
    return plain | {"seq": seq, "seat": seat, "kind": kind, "source": source, "player_id": player_id, "at": now} | more


def _log_rows(game: store.RunningGame, entries: Sequence[Entry], cause: Cause | None, now: datetime, skip: int) -> list[Row]:
    """The log rows of the entries. Only the causing answer has the typed text, the story and the source that `cause` names."""
    rows: list[Row] = []
    nth = {seat.index: seat.nth for seat in game.seats}
    for number, entry in enumerate(entries, start=game.seq + skip):
        events = store.entry_events(entry)
        row = log_line(number, entry.seat, Move.Kind.ANSWER, Move.Source.CHANCE, None, now, text=entry.text, events=events)
        if entry.seat != CHANCE:
            holder = game.seats[entry.seat]
            row |= {"player_id": holder.player_id, "nth": nth[entry.seat]}
            nth[entry.seat] += not entry.text.startswith("!")
            if isinstance(entry, execution.OrderEntry):
                row["source"] = Move.Source.ORDER
            elif isinstance(entry, execution.ForcedEntry):
                row["source"] = Move.Source.AUTOPILOT
            elif cause is not None and entry.seat == cause.seat and not any(earlier["seat"] == entry.seat for earlier in rows):
                row |= {"kind": cause.kind, "source": cause.source, "player_id": cause.player_id}
                row |= {"said": cause.said.strip()[:200], "story": cause.story}
            else:
                row["source"] = Move.Source.SEALED if holder.state == Seat.State.PLAYING else Move.Source.AUTOPILOT
        rows.append(row)
    return rows


def _update_questions(
    game: store.RunningGame, session: Session[Any], before: dict[int, Signature], entries: Sequence[Entry], now: datetime, *, over: bool
) -> list[store.RunningSeat]:
    """Update every seat's question number, deadline and reminder; returns the seats with a new question."""
    after = {} if over else questions_of(session)
    unanswered = () if over else session.unanswered
    answered = [entry.seat for entry in entries if not entry.text.startswith("!") and entry.seat != CHANCE]  # a remark answers nothing
    pace, asked_anew = pace_of(game), []
    for seat in game.seats:
        closed = answered.count(seat.index)
        changed = seat.index in before and before[seat.index] != after.get(seat.index)
        seat.nth += closed or int(changed)
        if closed and seat.asked_at is not None:
            _stop_clock(game, seat, pace, now)
        is_new = seat.index in after and (bool(closed) or changed or seat.index not in before)
        if is_new:
            start_clock(game, seat, pace, now)
            asked_anew.append(seat)
        elif seat.index not in unanswered:
            seat.due_at = seat.remind_at = seat.asked_at = seat.order_at = None
        if seat.index in unanswered and seat.index in game.delayed_seats and seat.order_at is None:
            seat.order_at = delay.moment(game, seat, now, goes_on=answered[-1:] == [seat.index])
            seat.remind_at = None
        seat.pending = seat.index in unanswered
    return asked_anew


def _stop_clock(game: store.RunningGame, seat: store.RunningSeat, pace: Pace, now: datetime) -> None:
    """Subtract the running time of the question from the seat's bank or reserve, and add the increment of the move."""
    assert seat.asked_at is not None
    if pace.kind in ("bank", "reserve"):
        used = deadlines.used(seat.asked_at, now, game.person(seat), game.stopped(now))
        seat.reserve = pace.left(seat.reserve, max(used - timedelta(seconds=seat.extra), timedelta()))


def start_clock(game: store.RunningGame, seat: store.RunningSeat, pace: Pace, now: datetime) -> None:
    """Start the clock of a question that is asked now: set its deadline and first reminder. Bots have no deadline."""
    seat.asked_at, seat.extra, seat.order_at = now, 0, None
    set_deadlines(game, seat, pace, now)


def set_deadlines(game: store.RunningGame, seat: store.RunningSeat, pace: Pace, now: datetime) -> None:
    """Compute the deadline and the next reminder of the open question from its start and the current pauses and absences."""
    seat.due_at = seat.remind_at = None
    if seat.asked_at is None or seat.is_bot or not (pace.limited or seat.extra) or (game.pauses and game.pauses[-1][1] is None):
        return
    person = game.person(seat)
    seat.due_at = deadlines.deadline(pace, seat.asked_at, seat.reserve, person, game.stopped(now), timedelta(seconds=seat.extra))
    if seat.order_at is None:
        seat.remind_at = deadlines.next_reminder(seat.asked_at, seat.due_at, now, deadlines.LEADS if person.leads is None else person.leads)


def ask_holder(game: store.RunningGame, session: Session[Any], seat: store.RunningSeat, now: datetime) -> None:
    """Cancel the delayed order of a seat and notify its holder of the open question."""
    seat.order_at = None
    if seat.due_at is not None:
        set_deadlines(game, seat, pace_of(game), now)
    record(game, session, questions_of(session), [], None, now, messages=your_turn(game, seat, now, on_page=False))


def your_turn(game: store.RunningGame, seat: store.RunningSeat, now: datetime, *, on_page: bool) -> list[Row | None]:
    """The outbox rows for the holder of a seat, then for the deputy if there is one. `on_page` delays them by `ON_PAGE_DELAY`."""
    key, topic = f"turn:{game.code}:{seat.index}:{seat.nth}", f"turn:{game.code}:{seat.index}"
    row = outbox_row(game, seat, "your_turn", key, topic=topic)
    if row is not None and on_page:
        row |= {"delay": ON_PAGE_DELAY}
    deputy = seat.deputy_at(now)
    return [row, row | {"recipient_id": deputy}] if row is not None and deputy is not None else [row]


def _game_over(game: store.RunningGame, seat: store.RunningSeat) -> Row | None:
    return outbox_row(game, seat, "game_over", f"over:{game.code}:{seat.index}")


def outbox_row(game: store.RunningGame, seat: store.RunningSeat, kind: str, key: str, *, topic: str = "") -> Row | None:
    """One outbox row as `store.write` takes it, or None for a bot or a free seat."""
    if seat.is_bot or seat.player_id is None:
        return None
    payload = {"game": game.code, "seat": seat.index, "nth": seat.nth}
    return {"kind": kind, "recipient_id": seat.player_id, "key": key, "payload": payload, "thread": game.code, "topic": topic}


def ranks_without(keys: Sequence[int], left: Collection[int]) -> list[int]:
    """The ranks by rising key, equal ones alike (1, 1, 3); the seats in `left` share the last rank."""
    stayed = [key for seat, key in enumerate(keys) if seat not in left]
    return [len(stayed) + 1 if seat in left else 1 + sum(other < key for other in stayed) for seat, key in enumerate(keys)]


def _stored_result(game: store.RunningGame, session: Session[Any], result: Result) -> dict[str, Any]:
    """The result as it is stored. Players who left a game that others finished share the last rank."""
    left = {seat.index for seat in game.seats if seat.state in (Seat.State.RESIGNED, Seat.State.FORFEITED)}
    ranks = list(result.ranks)
    if session.result is not None and left and len(left) < len(ranks):
        ranks = ranks_without(ranks, left)
    return {"ranks": ranks, "scores": list(result.scores), "reason": result.reason}
