"""What happened in a game, as one viewer may read it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson
from django.db.models import QuerySet

from games.models import Game, Move, Talk
from games.models.rows import Columns, rows
from games.rules.contract import CHANCE, View
from games.rules.messages import Message, Who, msg

MOST_LINES = 200
NO_END = 2**31 - 1
MOVE = Columns(Move, "m")
READ = f"SELECT {MOVE.sql} FROM games_move m WHERE m.game_id = %s AND m.seq >= %s AND m.seq < %s ORDER BY m.seq DESC LIMIT %s"


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line: who did something, what follows from it as sentences, and the story told with it."""

    seq: int
    at: datetime
    seat: int
    kind: str
    source: str
    sentences: tuple[Message, ...]
    story: str
    events: tuple[Mapping[str, Any], ...] = ()
    """What followed from it, as this viewer may know it."""

    @property
    def named(self) -> tuple[str, ...]:
        """The texts in its events: among them the ids of what moved."""
        return tuple(_texts(list(self.events)))

    @property
    def by_chance(self) -> bool:
        """Nobody did it: the deck or the dice."""
        return self.seat == CHANCE and self.kind != Move.Kind.DESK


def _seen(game: Game, move: Move, viewer: int | None, view: View | None) -> list[dict[str, Any]]:
    """A line's events for one viewer: public parts, and of that seat's private part what it may still know."""
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

    `view` is what the viewer may know now; None before the start of the game. `deputy`: the viewer stands in for somebody, whose orders
    are not theirs to know of.
    """
    moves = rows(READ, [game.pk, after, NO_END if upto is None else upto, most])
    found = [_line(game, MOVE.must(move), viewer, view, deputy=deputy) for move in moves]
    return [line for line in reversed(found) if line.sentences or line.story]


def since_my_last_move(game: Game, seat: int, view: View | None, most: int = MOST_LINES, *, deputy: bool = False) -> list[LogLine]:
    """What happened after this seat's last own answer: the recap of a turn mail. Two queries."""
    last = _own(game, seat, deputy=deputy).order_by("-seq").values_list("seq", flat=True).first()
    return lines(game, seat, view, after=0 if last is None else last, most=most, deputy=deputy)


def said_since_my_last_move(game: Game, seat: int, most: int = 20, *, deputy: bool = False) -> list[Talk]:
    """What the others said at the table after this seat's last own answer, oldest first; the newest `most`. Two queries."""
    last = _own(game, seat, deputy=deputy).order_by("-seq").values_list("at", flat=True).first()
    talk = Talk.objects.filter(game=game).exclude(seat=seat).select_related("player")
    fresh = talk if last is None else talk.filter(at__gte=last)
    return list(reversed(fresh.order_by("-id")[:most]))


def _own(game: Game, seat: int, *, deputy: bool) -> QuerySet[Move]:
    """What a seat has said itself; what its standing orders have done is news to whoever holds it, and a move by hand to the deputy."""
    moves = Move.objects.filter(game=game, seat=seat)
    return moves if deputy else moves.exclude(source=Move.Source.ORDER)


def _line(game: Game, move: Move, viewer: int | None, view: View | None, *, deputy: bool) -> LogLine:
    if move.kind == Move.Kind.DESK:
        return LogLine(move.seq, move.at, move.seat, move.kind, move.source, (_staff_sentence(move),), move.story)
    book, events = game.book_of(move.seq), _seen(game, move, viewer, view)
    sentences: Sequence[Message] = [book.tell(event) for event in events]
    source = _source(game, move, None if deputy else viewer)
    extra = TABLE_SENTENCES.get((move.kind, source)) or TABLE_SENTENCES.get((move.kind, ""))
    if extra is not None:
        sentences = [msg(extra.text, who=Who(move.seat)), *sentences]
    return LogLine(move.seq, move.at, move.seat, move.kind, source, tuple(sentences), move.story, tuple(events))


def _source(game: Game, move: Move, viewer: int | None) -> str:
    """The way an answer came. While the game runs, a standing order's looks to all others like one given by hand."""
    hidden = move.source == Move.Source.ORDER and viewer != move.seat and game.status != Game.Status.FINISHED
    return Move.Source.FORM if hidden else move.source


def _staff_sentence(move: Move) -> Message:
    text = STAFF_ACTIONS.get(move.said, msg("The house has done something here: {what}.")).text
    return msg(text, what=move.said) if move.seat == CHANCE else msg(text, what=move.said, who=Who(move.seat))


TABLE_SENTENCES: dict[tuple[str, str], Message] = {
    (Move.Kind.UNDO, ""): msg("{who:{who} takes|You take} the last choice back."),
    (Move.Kind.RESIGN, ""): msg("{who:{who} resigns|You resign}."),
    (Move.Kind.FORFEIT, ""): msg("{who:{who} has|You have} run out of time too often {who:and loses|and lose} the seat."),
    (Move.Kind.ANSWER, Move.Source.TIMEOUT): msg(
        "{who:{who}’s time ran out; a move is made for them|Your time ran out; a move is made for you}."
    ),
    (Move.Kind.ANSWER, Move.Source.AUTOPILOT): msg("{who:{who}’s seat plays|Your seat plays} by itself."),
    (Move.Kind.ANSWER, Move.Source.DEPUTY): msg("{who:{who}’s deputy plays|Your deputy plays}."),
    (Move.Kind.ANSWER, Move.Source.ORDER): msg("{who:{who}’s standing order plays|Your standing order plays}."),
}
"""Sentences that come from the table rather than from the rules, by (kind, source)."""

STAFF_ACTIONS = {
    "extend": msg("The house gives {who:{who}|you} more time."),
    "pause": msg("The house stops the clocks of this table."),
    "resume": msg("The house lets the clocks run again."),
    "replace": msg("The house gives a seat to a substitute: {who:{who}|you}."),
    "adjudicate": msg("The house ends the game and judges it."),
    "late": msg("The round of the tournament is over: the game is decided by the rule for late games."),
    "cancel": msg("The house calls this game off."),
    "void": msg("The house declares this game void; it counts for no rating."),
    "unstick": msg("The house has repaired this game; it goes on."),
    "upgrade": msg("From here on the game is played by its new rules."),
    "peek": msg("The house has looked at what {who:{who} sees|you see}."),
}
"""Sentences for what the house did at a table, by the action's name; the reason follows as the line's story."""
