"""Conversion of model rows and views into JSON data. It builds dicts without DRF serializers, which is about ten times as fast."""

from collections.abc import Collection, Sequence
from typing import Any

from games.models import Game, Player, Seat
from games.queries.history.log import LogLine
from games.queries.tables.table import Look
from games.render.reader import OnceReader, once
from games.render.text import decision_text, scene_text
from games.render.words import how_to_answer, said
from games.rules.board import Board, Piece
from games.rules.contract import Decision, Result
from games.rules.messages import Message, Reader
from games.rules.scene import Card, Counter, Pile, Scene, Zone
from games.services.tables import switches

OMITTED = ("scene", "text")
"""The parts of a view that `omit` may name."""


def say(message: Message | None, reader: Reader) -> str | None:
    """A message as text of one line; None for None."""
    return None if message is None else said(message, reader)


def player(someone: Player | None) -> dict[str, Any] | None:
    """The name and kind of a player; None for None. `bot` is true for bots of the site and for accounts of programs."""
    return None if someone is None else {"name": someone.name, "bot": someone.is_bot or someone.by_program}


def game(row: Game, seats: Sequence[Seat], mine: Seat | None, reader: Reader) -> dict[str, Any]:
    started = row.started_at is not None
    return {
        "code": row.code,
        "url": row.get_absolute_url(),
        "rules": row.rules,
        "rules_version": row.rules_version,
        "title": say(row.title, reader),
        "status": row.status,
        "visibility": row.visibility,
        "seat_count": row.seat_count,
        "seats": [{"index": seat.index, "player": player(seat.player), "state": seat.state} for seat in seats],
        "host": player(row.host),
        "note": row.note,
        "options": row.options,
        "pace": row.pace,
        "ladder": row.ladder,
        "forfeit_after": row.forfeit_after,
        **switches.values(row),
        "seq": row.seq,
        "waiting_for": row.waiting if row.status == Game.Status.ACTIVE else [],
        "in_trouble": bool(row.trouble),
        "result": result(row, reader),
        "commitment": row.commitment,
        "created_at": row.created_at,
        "started_at": row.started_at,
        "moved_at": row.moved_at,
        "ended_at": row.ended_at,
        "my_seat": mine.index if mine is not None else None,
        "my_turn": bool(mine is not None and started and mine.pending),
        "nth": mine.nth if mine is not None and started else None,
        "due_at": mine.due_at if mine is not None else None,
    }


def result(row: Game, reader: Reader) -> dict[str, Any] | None:
    """The result of a game: ranks and scores by seat, the reason as a key and as text; None while it runs."""
    if row.result is None:
        return None
    ending = Result.load(row.result)
    words = say(row.book.reason(ending), reader) if row.is_known else None
    return {"ranks": list(ending.ranks), "scores": list(ending.scores), "reason": ending.reason, "words": words}


def view(look: Look, reader: Reader, omit: Collection[str] = ()) -> dict[str, Any]:
    """The view of a game for one viewer, with all data that a program needs to play.

    Parts named by `omit` (`OMITTED`) are not computed: `scene` is None then, and `text` is empty.
    """
    reader = reader if isinstance(reader, OnceReader) else once(reader)
    seen, question = look.view, look.decision
    return {
        "game": game(look.game, look.seats, look.mine, reader),
        "viewer": look.viewer,
        "seq": look.game.seq,
        "nth": look.mine.nth if look.mine is not None and look.viewer is not None else None,
        "decision": None if question is None else decision(question, reader),
        "may_undo": look.may_undo,
        "scene": None if "scene" in omit or look.scene is None else scene(look.scene, reader),
        "table": None if seen is None else seen.table,
        "text": "" if "text" in omit else text(look, reader),
    }


def text(look: Look, reader: Reader) -> str:
    """The table and the open question as plain text; empty before the start."""
    texts = [] if look.scene is None else [scene_text(look.scene, reader)]
    texts += [] if look.decision is None else [decision_text(look.decision, reader)]
    return "\n\n".join(texts)


def decision(question: Decision, reader: Reader) -> dict[str, Any]:
    return {
        "kind": question.kind,
        "prompt": say(question.prompt, reader),
        "how": say(how_to_answer(question), reader),
        "shape": str(question.shape),
        "least": question.least,
        "most": question.most,
        "wait": str(question.wait),
        "rule": question.rule,
        "given": question.given,
        "options": [
            {
                "number": number,
                "token": option.token,
                "label": say(option.label, reader),
                "outcome": say(option.outcome, reader),
                "touches": list(option.touches),
            }
            for number, option in enumerate(question.options, start=1)
        ],
        "barred": [{"touches": list(it.touches), "reason": say(it.reason, reader), "rule": it.rule} for it in question.barred],
    }


def scene(it: Scene, reader: Reader) -> dict[str, Any]:
    """The visible objects on the table: notes, counters and zones."""
    return {
        "notes": [say(note, reader) for note in it.notes],
        "counters": [counter(one, reader) for one in it.counters],
        "zones": [kept_zone(one, reader) for one in it.zones],
    }


def counter(it: Counter, reader: Reader) -> dict[str, Any]:
    return {"title": say(it.title, reader), "value": it.value, "owner": it.owner, "most": it.most}


def kept_zone(it: Zone, reader: Reader) -> dict[str, Any]:
    """A zone of the scene, from the cache of a `OnceReader` if it was rendered before."""
    return reader.piece("data", it, None, lambda: zone(it, reader)) if isinstance(reader, OnceReader) else zone(it, reader)


def zone(it: Zone, reader: Reader) -> dict[str, Any]:
    """A zone of the scene, with its piles or its board."""
    return {
        "id": it.id,
        "title": say(it.title, reader),
        "owner": it.owner,
        "layout": str(it.layout),
        "notes": [say(note, reader) for note in it.notes],
        "empty": say(it.empty, reader),
        "piles": [pile(one, reader) for one in it.piles],
        "board": board(it.board, reader) if it.board is not None else None,
    }


def board(it: Board, reader: Reader) -> dict[str, Any]:
    """A board: its form, its size and its cells."""
    cells = [{"id": one.id, "piece": piece(one.piece, reader) if one.piece else None, "note": say(one.note, reader)} for one in it.cells]
    return {"form": str(it.form), "columns": it.columns, "rows": it.rows, "cells": cells}


def piece(it: Piece, reader: Reader) -> dict[str, Any]:
    return {"id": it.id, "mark": it.mark, "name": say(it.name, reader), "owner": it.owner}


def pile(it: Pile, reader: Reader) -> dict[str, Any]:
    """A pile: its visible cards from bottom to top; `count` further cards lie face down."""
    return {
        "id": it.id,
        "title": say(it.title, reader),
        "count": it.count,
        "notes": [say(note, reader) for note in it.notes],
        "cards": [card(one, reader) for one in it.cards],
    }


def card(it: Card, reader: Reader) -> dict[str, Any]:
    """A card; a face-down card has an empty id."""
    return {
        "id": it.id,
        "name": say(it.name, reader),
        "value": it.value,
        "suits": [{"key": suit.key, "name": say(suit.name, reader), "letter": suit.letter, "glyph": suit.glyph} for suit in it.suits],
        "text": say(it.text, reader),
        "face": it.face,
        "marks": [say(mark, reader) for mark in it.marks],
    }


def log_line(line: LogLine, reader: Reader) -> dict[str, Any]:
    return {
        "seq": line.seq,
        "at": line.at,
        "seat": None if line.by_chance else line.seat,
        "kind": line.kind,
        "source": line.source,
        "sentences": [said(sentence, reader) for sentence in line.sentences],
        "story": line.story,
    }
