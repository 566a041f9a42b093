"""A game played again from its log: as it stood at any line, and every draw of chance for the verifier."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
    return replayed(game, moves.values(*COLUMNS))


def opening(game: Game) -> Session[Any]:
    """The game before the first line of its log. Raises `UnknownRules`."""
    book, options = game.beginning
    return book.begin(game.seat_count, options)


def replayed(game: Game, lines: Iterable[dict[str, Any]]) -> Iterator[Step]:
    """These lines played again from the opening. Raises what the rules raise when a line does not fit, and `UnknownRules`."""
    session = opening(game)
    for line in lines:
        session = _by_the_rules_of(game, session, line["seq"])
        wanted = session.wants_chance
        draw = None
        if line["seat"] == CHANCE and line["text"] and wanted is not None:
            draw = {"number": session.draws, "label": wanted.label, "n": wanted.n, "k": wanted.k}
        session = _fed(session, line)
        yield Step(line, draw, session)


def _by_the_rules_of(game: Game, session: Session[Any], seq: int) -> Session[Any]:
    """The same game, carried over where another version of its rules begins with this line."""
    for stage in game.carried:
        if stage["upto"] == seq:
            session = game.book_of(seq).take_over(session.position, stage["version"])
    return session


def at(game: Game, seq: int) -> Session[Any]:
    """The game as it stood when its log had `seq` lines. One query."""
    session = opening(game)
    for step in replay(game, seq):
        session = step.session
    return session


def _fed(session: Session[Any], line: dict[str, Any]) -> Session[Any]:
    if line["kind"] == Move.Kind.UNDO:
        return session.at(session.undone(line["seat"]))
    answers = line["kind"] in (Move.Kind.ANSWER, Move.Kind.REMARK)
    if answers and (line["text"] or line["seat"] != CHANCE):  # chance's empty line only tells the opening
        session.feed(line["seat"], line["text"])
    return session
