"""The log of a game, as one viewer may read it."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson
from django.db.models import QuerySet

from games.models import Game, Move, Talk
from games.models.rows import Columns, rows
from games.rules.contract import CHANCE, View
from games.rules.errors import UnknownRules
from games.rules.messages import Message, Who, msg

log = logging.getLogger(__name__)

MOST_LINES = 200
MOST_REMARKS = 20
NO_END = 2**31 - 1
MOVE = Columns(Move, "m")
READ = f"SELECT {MOVE.sql} FROM games_move m WHERE m.game_id = %s AND m.seq >= %s AND m.seq < %s ORDER BY m.seq DESC LIMIT %s"


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log: its seat, kind and source, its events as sentences, and the story."""

    seq: int
    at: datetime
    seat: int
    kind: str
    source: str
    sentences: tuple[Message, ...]
    story: str
    events: tuple[Mapping[str, Any], ...] = ()
    """The events of the line, as this viewer may know them."""

    @property
    def named(self) -> tuple[str, ...]:
        """All texts in the events, among them the ids of cards that moved."""
        return tuple(_texts(list(self.events)))

    @property
    def by_chance(self) -> bool:
        return self.seat == CHANCE and self.kind != Move.Kind.DESK


def _seen(game: Game, move: Move, viewer: int | None, view: View | None) -> list[dict[str, Any]]:
    """The events of a line for one viewer: the public parts, and of the seat's private parts what `Game.recall` keeps."""
    seen = []
    for event in orjson.loads(move.events):
        own: Mapping[str, Any] = event["private"].get(str(viewer), {}) if viewer is not None else {}
        if own and view is not None:
            own = game.book.recall(view, own)
        seen.append({"kind": event["kind"], **event["public"], **own})
    return seen


def _texts(value: Any) -> Iterator[str]:
    """All texts in plain JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


def lines(
    game: Game,
    viewer: int | None,
    view: View | None,
    *,
    after: int = 0,
    upto: int | None = None,
    most: int = MOST_LINES,
    deputy: bool = False,
) -> list[LogLine]:
    """The last `most` lines with `after` <= seq < `upto`, oldest first, as the viewer may know them. One query.

    `viewer` is a seat, None for spectators. `view` is the viewer's current view; None before the start of the game. `deputy`: the viewer
    is the deputy of the seat, from whom its standing orders are hidden.
    """
    moves = rows(READ, [game.pk, after, NO_END if upto is None else upto, most])
    found = [_line(game, MOVE.read_required(move), viewer, view, deputy=deputy) for move in moves]
    return [line for line in reversed(found) if line.sentences or line.story]


def since_my_last_move(game: Game, seat: int, view: View | None, most: int = MOST_LINES, *, deputy: bool = False) -> list[LogLine]:
    """The lines after the last answer of this seat, for the recap in a turn mail. Two queries."""
    last = _own_moves(game, seat, deputy=deputy).order_by("-seq").values_list("seq", flat=True).first()
    return lines(game, seat, view, after=0 if last is None else last, most=most, deputy=deputy)


def said_since_my_last_move(game: Game, seat: int, *, deputy: bool = False) -> list[Talk]:
    """The newest MOST_REMARKS remarks of other seats after the last answer of this seat, oldest first. Two queries."""
    last = _own_moves(game, seat, deputy=deputy).order_by("-seq").values_list("at", flat=True).first()
    talk = Talk.objects.filter(game=game).exclude(seat=seat).select_related("player")
    fresh = talk if last is None else talk.filter(at__gte=last)
    return list(reversed(fresh.order_by("-id")[:MOST_REMARKS]))


def _own_moves(game: Game, seat: int, *, deputy: bool) -> QuerySet[Move]:
    """The moves of a seat that its viewer gave: those of standing orders count only for the deputy, to whom they look given by hand."""
    moves = Move.objects.filter(game=game, seat=seat)
    return moves if deputy else moves.exclude(source=Move.Source.ORDER)


def _line(game: Game, move: Move, viewer: int | None, view: View | None, *, deputy: bool) -> LogLine:
    if move.kind == Move.Kind.DESK:
        return LogLine(move.seq, move.at, move.seat, move.kind, move.source, (_staff_sentence(move),), move.story)
    sentences: Sequence[Message]
    try:
        events = _seen(game, move, viewer, view)
        sentences = [game.book_of(move.seq).tell(event) for event in events]
    except UnknownRules:
        raise
    except Exception:  # damaged JSON raises whatever reading it raises: the other lines are shown
        log.exception("line_unreadable: line %d of the log of game %s", move.seq, game.code)
        events, sentences = [], [UNREADABLE]
    source = _source(game, move, None if deputy else viewer)
    extra = TABLE_SENTENCES.get((move.kind, source)) or TABLE_SENTENCES.get((move.kind, ""))
    if extra is not None:
        sentences = [msg(extra.text, who=Who(move.seat)), *sentences]
    return LogLine(move.seq, move.at, move.seat, move.kind, source, tuple(sentences), move.story, tuple(events))


def _source(game: Game, move: Move, viewer: int | None) -> str:
    """The source of an answer. While the game runs, an answer of a standing order looks to others like one given by hand."""
    hidden = move.source == Move.Source.ORDER and viewer != move.seat and game.status != Game.Status.FINISHED
    return Move.Source.FORM if hidden else move.source


def _staff_sentence(move: Move) -> Message:
    text = STAFF_ACTIONS.get(move.said, msg("The staff took an action: {what}.")).text
    return msg(text, what=move.said) if move.seat == CHANCE else msg(text, what=move.said, who=Who(move.seat))


UNREADABLE = msg("This line of the log cannot be read; an operator has to look at it.")
"""In place of the events of a line whose stored text is damaged."""

TABLE_SENTENCES: dict[tuple[str, str], Message] = {
    (Move.Kind.UNDO, ""): msg("{who:{who} undoes the last choice|You undo the last choice}."),
    (Move.Kind.RESIGN, ""): msg("{who:{who} resigns|You resign}."),
    (Move.Kind.FORFEIT, ""): msg("{who:{who} has|You have} run out of time too often {who:and loses|and lose} the seat."),
    (Move.Kind.ANSWER, Move.Source.TIMEOUT): msg(
        "{who:{who}’s time ran out; a move is made for them|Your time ran out; a move is made for you}."
    ),
    (Move.Kind.ANSWER, Move.Source.AUTOPILOT): msg("{who:{who}’s seat is|Your seat is} on autopilot."),
    (Move.Kind.ANSWER, Move.Source.DEPUTY): msg("{who:{who}’s deputy plays|Your deputy plays}."),
    (Move.Kind.ANSWER, Move.Source.ORDER): msg("{who:{who}’s standing order plays|Your standing order plays}."),
}
"""Sentences that precede those of the rules, by (kind, source)."""

STAFF_ACTIONS = {
    "extend": msg("The staff gave {who:{who}|you} more time."),
    "pause": msg("The staff stopped the clocks of this table."),
    "resume": msg("The staff restarted the clocks of this table."),
    "replace": msg("The staff gave a seat to a substitute: {who:{who}|you}."),
    "adjudicate": msg("The staff ended the game and judged it."),
    "late": msg("The round of the tournament is over: the game is decided by the rule for late games."),
    "cancel": msg("The staff cancelled this game."),
    "void": msg("The staff declared this game void. It does not count for ratings."),
    "unstick": msg("The staff repaired this game. It goes on."),
    "upgrade": msg("From here on the game is played by its new rules."),
    "peek": msg("The staff looked at what {who:{who} sees|you see}."),
}
"""Sentences about actions of staff, by the name of the action; the reason is the story of the line."""
