"""From the rows of a tournament to plain JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.api.base.shapes import player, say
from games.models import Player
from games.rules.messages import Message, Reader
from games.tournaments.formats.scoring import Line, decimal
from games.tournaments.models import Entry, Pairing, Round
from games.tournaments.queries.listing import Row


def tournament(row: Row) -> dict[str, Any]:
    """What is announced, and the reader's own place."""
    it = row.tournament
    return {
        "code": it.code,
        "url": it.get_absolute_url(),
        "title": it.title,
        "text": it.text,
        "rules": it.rules,
        "options": it.options,
        "pace": it.pace,
        "format": it.format,
        "round_count": it.round_count,
        "table_sizes": [it.least, it.most],
        "cap": it.cap,
        "round_days": it.round_days,
        "late_rule": it.late_rule,
        "half_byes": it.half_byes,
        "status": it.status,
        "director": player(it.director),
        "entered": row.entered,
        "created_at": it.created_at,
        "closed_at": it.closed_at,
        "my_entry": None if row.mine is None else place(row.mine) | {"rests": row.mine.rests},
    }


def place(it: Entry) -> dict[str, Any]:
    """A place; without a seed it is not drawn yet, or on the waiting list."""
    return {"seed": it.seed, "withdrawn": it.withdrawn, "entered_at": it.entered_at}


def entry(it: Entry) -> dict[str, Any]:
    """A place and who has it."""
    return {"player": player(it.player), **place(it)}


def standing(line: Line, someone: Player, withdrawn: bool) -> dict[str, Any]:
    """A line of the table; points as a decimal with two digits at most."""
    return {"rank": line.rank, "player": player(someone), "points": decimal(line.points), "withdrawn": withdrawn}


def round_(it: Round) -> dict[str, Any]:
    """A round; `ends_at` is when its late games are adjudicated."""
    return {"number": it.number, "started_at": it.started_at, "ends_at": it.ends_at, "closed_at": it.closed_at}


def pairing(it: Pairing, people: Mapping[int, Player], reader: Reader) -> dict[str, Any]:
    """Who meets whom by seat, why, and how it ended. A bye has no game."""
    result = None if it.game is None else it.game.result
    return {
        "round": it.round.number,
        "number": it.number,
        "players": [player(people.get(seed)) for seed in it.seats],
        "why": say(Message(it.why, it.params), reader),
        "game": None if it.game is None else it.game.code,
        "ranks": None if result is None else result["ranks"],
    }
