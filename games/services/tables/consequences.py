"""Persist an answer and what follows from it: automatic answers, log, next questions with their deadlines, outbox.

Used by every service that changes a running game (`answers`, `undo`, `leaving`, `starting`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from games.models import Game, Move, Seat
from games.rules.contract import CHANCE, Entry, Result
from games.rules.messages import msg
from games.rules.session import Session
from games.services import task_signals
from games.services.absence import stand_in
from games.services.absence.ladder import Ladder
from games.services.clocks import deadlines
from games.services.clocks.pace import Pace
from games.services.errors import Trouble
from games.services.orders import delay, execution
from games.services.tables import store

Signature = tuple[Any, ...]

STAYS = 180
"""Seconds in which whoever answers on a page is left to answer the next question of their turn there, before it is mailed to them."""


@dataclass(frozen=True, slots=True)
class Line:
    """The answer that caused a change: seat, text as typed, story, source. `here`: given on a page that shows what is asked next."""

    seat: int
    said: str
    story: str
    source: str
    player_id: int | None
    kind: str = Move.Kind.ANSWER
    here: bool = False


def questions_of(session: Session[Any]) -> dict[int, Signature]:
    """What is asked of each seat, comparable: a seat whose signature stays keeps its question, its form and its clock."""
    return {
        question.seat: (question.kind, tuple(question.tokens), question.shape, question.least, question.most)
        for question in session.questions
    }


def settle(game: store.RunningGame, session: Session[Any], *, begun_by_hand: bool = True, at_once: int | None = None) -> list[Entry]:
    """Let chance, questions with one answer, standing orders, and the stand-in for absent people answer, until somebody must decide.

    A turn that goes on stays in the hands of whoever has begun it, unless `begun_by_hand` is False. At a table that delays orders those
    of the seat `at_once` answer its open question first; all others wait. Raises `Trouble` when the rules
    break on the way.
    """
    chance, ladder = game.chance(), Ladder.read(game.ladder)
    by_hand = session.in_turn if begun_by_hand else None
    entries: list[Entry] = []
    try:
        if at_once is not None:
            entries += execution.carry_out(game, session, at_once) or []
        entries += session.settle(chance.draw)
        while True:
            by_hand = by_hand if session.in_turn == by_hand else None
            came = execution.only_answer(session, by_hand) or execution.next_answer(game, session, by_hand)
            if came is None and (seat := _deserted(game, session)) is not None:
                came = stand_in.play_for(session, seat, ladder)[1]
            if came is None:
                game.held_back = execution.held_back(game, session, by_hand)
                return entries
            entries += came + session.settle(chance.draw)
    except Exception as error:
        raise Trouble(msg("The rules of this game stopped; an operator has to look at it.")) from error


def _deserted(game: store.RunningGame, session: Session[Any]) -> int | None:
    return next((seat for seat in session.unanswered if game.seats[seat].state != Seat.State.PLAYING), None)


def record(
    game: store.RunningGame,
    session: Session[Any],
    before: dict[int, Signature],
    entries: Sequence[Entry],
    line: Line | None,
    now: datetime,
    *,
    extra: Sequence[dict[str, Any]] = (),
    news: Sequence[dict[str, Any] | None] = (),
    result: Result | None = None,
    at: datetime | None = None,
) -> None:
    """Write the change and its consequences; `line` is the answer that caused it, `extra` further log lines before it.

    `news` is told before what follows from the change; `result` overrides that of the rules (resignation, adjudication); `at` dates the
    log lines otherwise than `now`: a timeout happened when it was due, while the clocks of those who are asked next begin when they can
    know.
    """
    result = result or session.result
    moves = [*extra, *_lines(game, entries, line, at or now, len(extra))]
    asked_anew = _ask(game, session, before, entries, now, over=result is not None)
    if line is not None and line.player_id is not None and line.source != Move.Source.TIMEOUT:
        game.seats[line.seat].timeouts = 0
    if result is not None:
        told = [*news, *(_game_over(game, seat) for seat in game.seats)]
    else:
        here = line.seat if line is not None and line.here else None
        rows = ((seat, your_turn(game, seat, now, here=seat.index == here)) for seat in asked_anew)
        told = [*news, *(row for seat, asked in rows for row in (asked if seat.order_at is None else asked[1:]))]
    store.write(
        game,
        position=store.position_text(session),
        moves=moves,
        news=[item for item in told if item is not None],
        waiting=[] if result is not None else list(session.waiting_for),
        status=Game.Status.ACTIVE if result is None else Game.Status.FINISHED,
        result=None if result is None else _final(game, session, result),
        now=now,
        ended_at=None if result is None else now,
    )
    task_signals.game_changed_after_commit(game.code)
    task_signals.after_commit(bots=any(seat.is_bot for seat in asked_anew), mail=any(told))


def log_line(seq: int, seat: int, kind: str, source: str, player_id: int | None, now: datetime, **more: Any) -> dict[str, Any]:
    """One row of the log as `store.write` takes it."""
    plain: dict[str, Any] = {"nth": 0, "text": "", "said": "", "story": "", "events": "[]"}
    return plain | {"seq": seq, "seat": seat, "kind": kind, "source": source, "player_id": player_id, "at": now} | more


def _lines(game: store.RunningGame, entries: Sequence[Entry], line: Line | None, now: datetime, skip: int) -> list[dict[str, Any]]:
    """The log rows of the entries; only the causing answer carries what was typed, the story and the person's way."""
    rows: list[dict[str, Any]] = []
    nth = {seat.index: seat.nth for seat in game.seats}
    for number, entry in enumerate(entries, start=game.seq + skip):
        make = partial(log_line, number, entry.seat, now=now, text=entry.text, events=store.entry_events(entry))
        if entry.seat == CHANCE:
            rows.append(make(kind=Move.Kind.ANSWER, source=Move.Source.CHANCE, player_id=None))
            continue
        if isinstance(entry, execution.ByOrder):
            row = make(kind=Move.Kind.ANSWER, source=Move.Source.ORDER, player_id=game.seats[entry.seat].player_id)
        elif isinstance(entry, execution.ByItself):
            row = make(kind=Move.Kind.ANSWER, source=Move.Source.AUTOPILOT, player_id=game.seats[entry.seat].player_id)
        elif line is not None and entry.seat == line.seat and not any(row["seat"] == entry.seat for row in rows):
            row = make(kind=line.kind, source=line.source, player_id=line.player_id)
            row |= {"said": line.said.strip()[:200], "story": line.story}
        else:
            holder = game.seats[entry.seat]
            source = Move.Source.SEALED if holder.state == Seat.State.PLAYING else Move.Source.AUTOPILOT
            row = make(kind=Move.Kind.ANSWER, source=source, player_id=holder.player_id)
        rows.append(row | {"nth": nth[entry.seat]})
        nth[entry.seat] += not entry.text.startswith("!")
    return rows


def _ask(
    game: store.RunningGame, session: Session[Any], before: dict[int, Signature], entries: Sequence[Entry], now: datetime, *, over: bool
) -> list[store.RunningSeat]:
    """Bring every seat's question, deadline and reminder up to date; returns the seats that are asked something new."""
    after = {} if over else questions_of(session)
    unanswered = () if over else session.unanswered
    answered = [entry.seat for entry in entries if not entry.text.startswith("!") and entry.seat != CHANCE]  # a remark answers nothing
    pace, asked_anew = Pace.read(game.pace), []
    for seat in game.seats:
        closed = answered.count(seat.index)
        changed = seat.index in before and before[seat.index] != after.get(seat.index)
        seat.nth += closed or int(changed)
        if closed and seat.asked_at is not None:
            _stop_clock(game, seat, pace, now)
        fresh = seat.index in after and (bool(closed) or changed or seat.index not in before)
        if fresh:
            start_clock(game, seat, pace, now)
            asked_anew.append(seat)
        elif seat.index not in unanswered:
            seat.due_at = seat.remind_at = seat.asked_at = seat.order_at = None
        if seat.index in unanswered and seat.index in game.held_back and seat.order_at is None:
            seat.order_at = delay.moment(game, seat, now, goes_on=answered[-1:] == [seat.index])
            seat.remind_at = None
        seat.pending = seat.index in unanswered
    return asked_anew


def _stop_clock(game: store.RunningGame, seat: store.RunningSeat, pace: Pace, now: datetime) -> None:
    """Take from the bank or reserve what the question has used, and add what the move earns."""
    assert seat.asked_at is not None
    if pace.kind in ("bank", "reserve"):
        taken = deadlines.used(seat.asked_at, now, game.person(seat), game.stopped(now))
        seat.reserve = pace.left(seat.reserve, max(taken - timedelta(seconds=seat.extra), timedelta()))


def start_clock(game: store.RunningGame, seat: store.RunningSeat, pace: Pace, now: datetime) -> None:
    """Set deadline and first reminder of a question asked now. Bots have no deadline."""
    seat.asked_at, seat.extra, seat.order_at = now, 0, None
    set_deadlines(game, seat, pace, now)


def set_deadlines(game: store.RunningGame, seat: store.RunningSeat, pace: Pace, now: datetime) -> None:
    """Compute deadline and next reminder of the open question from when it was asked and from what is known now."""
    seat.due_at = seat.remind_at = None
    if seat.asked_at is None or seat.is_bot or not (pace.limited or seat.extra) or (game.pauses and game.pauses[-1][1] is None):
        return
    person = game.person(seat)
    seat.due_at = deadlines.deadline(pace, seat.asked_at, seat.reserve, person, game.stopped(now), timedelta(seconds=seat.extra))
    if seat.order_at is None:
        seat.remind_at = deadlines.next_reminder(seat.asked_at, seat.due_at, now, deadlines.LEADS if person.leads is None else person.leads)


def ask_in_person(game: store.RunningGame, session: Session[Any], seat: store.RunningSeat, now: datetime) -> None:
    """The order that was to answer the open question of a seat does so no more: its person is told now that they are asked."""
    seat.order_at = None
    if seat.due_at is not None:
        set_deadlines(game, seat, Pace.read(game.pace), now)
    record(game, session, questions_of(session), [], None, now, news=your_turn(game, seat, now, here=False))


def your_turn(game: store.RunningGame, seat: store.RunningSeat, now: datetime, *, here: bool) -> list[dict[str, Any] | None]:
    """The news for who sits there, then for the deputy if there is one. A while later for somebody whose turn goes on before their eyes."""
    key, topic = f"turn:{game.code}:{seat.index}:{seat.nth}", f"turn:{game.code}:{seat.index}"
    row = news(game, seat, "your_turn", key, topic=topic)
    if row is not None and here:
        row |= {"delay": STAYS}
    deputy = seat.deputy_at(now)
    return [row, row | {"recipient_id": deputy}] if row is not None and deputy is not None else [row]


def _game_over(game: store.RunningGame, seat: store.RunningSeat) -> dict[str, Any] | None:
    return news(game, seat, "game_over", f"over:{game.code}:{seat.index}")


def news(game: store.RunningGame, seat: store.RunningSeat, kind: str, key: str, *, topic: str = "") -> dict[str, Any] | None:
    """One outbox row as `store.write` takes it, or None where nobody can read it."""
    if seat.is_bot or seat.player_id is None:
        return None
    payload = {"game": game.code, "seat": seat.index, "nth": seat.nth}
    return {"kind": kind, "recipient_id": seat.player_id, "key": key, "payload": payload, "thread": game.code, "topic": topic}


def ranks_without(ranks: Sequence[int], left: Collection[int]) -> list[int]:
    """The ranks when the seats in `left` come last: the others close up, equal ones share theirs (1, 1, 3)."""
    stayed = [rank for seat, rank in enumerate(ranks) if seat not in left]
    return [len(stayed) + 1 if seat in left else 1 + sum(other < rank for other in stayed) for seat, rank in enumerate(ranks)]


def _final(game: store.RunningGame, session: Session[Any], result: Result) -> dict[str, Any]:
    """The stored result. People who left while the game went on share the last rank."""
    left = {seat.index for seat in game.seats if seat.state in (Seat.State.RESIGNED, Seat.State.FORFEITED)}
    ranks = list(result.ranks)
    if session.result is not None and left and len(left) < len(ranks):
        ranks = ranks_without(ranks, left)
    return {"ranks": ranks, "scores": list(result.scores), "reason": result.reason}
