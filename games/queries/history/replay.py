"""Replay a game from its log: the session after each line, and every draw of chance for verification."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from games.models import Game, Move
from games.models.stored_settings import stored
from games.rules.contract import CHANCE
from games.rules.session import Session

COLUMNS = ("seq", "seat", "nth", "kind", "text", "source", "story", "at")


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the log, its draw (number, label, n, k) if it is of chance, and the session after it."""

    line: dict[str, Any]
    draw: dict[str, Any] | None
    session: Session[Any]


def replay(game: Game, upto: int | None = None) -> Iterator[Step]:
    """Replay the lines with `seq` < `upto`, in order. One query. The session of a step changes with the next step."""
    moves = Move.objects.filter(game=game).order_by("seq")
    if upto is not None:
        moves = moves.filter(seq__lt=upto)
    return replayed(game, moves.values(*COLUMNS))


def opening(game: Game) -> Session[Any]:
    """The session before the first line of the log. Raises `UnknownRules` or `UnreadableSetting`."""
    book, options = game.beginning
    return book.begin(game.seat_count, stored(game, "options", lambda _: book.settle_options(game.seat_count, options)))


def replayed(game: Game, lines: Iterable[dict[str, Any]]) -> Iterator[Step]:
    """Replay these lines from the opening. Raises `UnknownRules`, and the errors of the rules for an illegal line."""
    session = opening(game)
    for line in lines:
        session = _carried_over(game, session, line["seq"])
        wanted = session.wants_chance
        draw = None
        if line["seat"] == CHANCE and line["text"] and wanted is not None:
            draw = {"number": session.draws, "label": wanted.label, "n": wanted.n, "k": wanted.k}
        session = _applied(session, line)
        yield Step(line, draw, session)


def _carried_over(game: Game, session: Session[Any], seq: int) -> Session[Any]:
    """The session, under another version of the rules if the game was carried over at this line."""
    for stage in game.carried:
        if stage["upto"] == seq:
            session = game.book_of(seq).take_over(session.position, stage["version"])
    return session


def at(game: Game, seq: int) -> Session[Any]:
    """The session when the log had `seq` lines. One query."""
    return after(game, replay(game, seq))


def after(game: Game, steps: Iterable[Step]) -> Session[Any]:
    """The session after these steps. Raises what the rules raise when a line does not fit."""
    session = opening(game)
    for step in steps:
        session = step.session
    return session


def _applied(session: Session[Any], line: dict[str, Any]) -> Session[Any]:
    if line["kind"] == Move.Kind.UNDO:
        return Session.resume(session.game, session.undone(line["seat"]))
    answers = line["kind"] in (Move.Kind.ANSWER, Move.Kind.REMARK)
    if answers and (line["text"] or line["seat"] != CHANCE):  # an empty line of chance only has the events of the opening
        session.feed(line["seat"], line["text"])
    return session
