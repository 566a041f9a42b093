"""A game played again from its log: as it stood at any line, and every draw of chance for the verifier."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.models import Game, Move
from games.rules.contract import CHANCE
from games.rules.session import Session

COLUMNS = ("seq", "seat", "nth", "kind", "text", "source", "story", "at")


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the log, the draw it answers (number, label, n, k) if it is chance's, and the game after it."""

    line: dict[str, Any]
    draw: dict[str, Any] | None
    session: Session[Any]


def replay(game: Game, upto: int | None = None) -> Iterator[Step]:
    """Every line with `seq` < `upto` played again, in order. One query. The session of a step moves on with the next one."""
    moves = Move.objects.filter(game=game).order_by("seq")
    if upto is not None:
        moves = moves.filter(seq__lt=upto)
    session = game.book.begin(game.seat_count, game.options)
    for line in moves.values(*COLUMNS):
        wanted = session.wants_chance
        draw = None
        if line["seat"] == CHANCE and line["text"] and wanted is not None:
            draw = {"number": session.draws, "label": wanted.label, "n": wanted.n, "k": wanted.k}
        session = _fed(session, line)
        yield Step(line, draw, session)


def at(game: Game, seq: int) -> Session[Any]:
    """The game as it stood when its log had `seq` lines. One query."""
    session = game.book.begin(game.seat_count, game.options)
    for step in replay(game, seq):
        session = step.session
    return session


def _fed(session: Session[Any], line: dict[str, Any]) -> Session[Any]:
    if line["kind"] == Move.Kind.UNDO:
        return session.game.resume(session.undone(line["seat"]))
    answers = line["kind"] in (Move.Kind.ANSWER, Move.Kind.REMARK)
    if answers and (line["text"] or line["seat"] != CHANCE):  # chance's empty line only tells the opening
        session.feed(line["seat"], line["text"])
    return session
