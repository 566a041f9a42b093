"""From the rows of a tournament to plain JSON."""

from collections.abc import Mapping
from typing import Any

from games.api.base.shapes import player, say
from games.models import Player
from games.rules.messages import Message, Reader
from games.tournaments.formats.scoring import Line, decimal
from games.tournaments.models import Entry, Pairing, Round, Tournament
from games.tournaments.queries.listing import Row
from games.tournaments.queries.rulings import PublicRuling
from games.tournaments.services.announcement import ANNOUNCED


def tournament(row: Row) -> dict[str, Any]:
    it = row.tournament
    return {
        "code": it.code,
        "url": it.get_absolute_url(),
        **{one.name: _plain(it, one.name) for one in ANNOUNCED},
        "table_sizes": [it.least, it.most],
        "status": it.status,
        "paused_at": it.paused_at,
        "paused_until": it.paused_until,
        "director": player(it.director),
        "entered": row.entered,
        "created_at": it.created_at,
        "closed_at": it.closed_at,
        "my_entry": None if row.mine is None else place(row.mine) | {"rests": row.mine.rests},
    }


def _plain(it: Tournament, name: str) -> Any:
    value = getattr(it, name)
    return value.code if isinstance(value, Tournament) else value


def place(it: Entry) -> dict[str, Any]:
    """A place; without a seed it is not drawn yet, or on the waiting list."""
    return {"seed": it.seed, "withdrawn": it.withdrawn, "entered_at": it.entered_at}


def entry(it: Entry) -> dict[str, Any]:
    return {"player": player(it.player), **place(it)}


def standing(line: Line, someone: Player, withdrawn: bool) -> dict[str, Any]:
    """A line of the table; points and tie-breaks as decimals with two digits at most."""
    facts = {"rank": line.rank, "player": player(someone), "points": decimal(line.points), "withdrawn": withdrawn}
    return facts | {"tie_breaks": [decimal(value) for value in line.breaks]}


def round_(it: Round) -> dict[str, Any]:
    """A round; `ends_at` is when its late games are adjudicated; in a pause, its length is added."""
    return {"number": it.number, "started_at": it.started_at, "ends_at": it.ends_at, "closed_at": it.closed_at}


def ruling(it: PublicRuling) -> dict[str, Any]:
    """What was decided; `round` is null where it is about none."""
    people, number = it.people, it.round or None
    return {"at": it.at, "kind": it.kind, "act": str(it.act), "round": number, "people": people, "reason": it.reason}


def pairing(it: Pairing, people: Mapping[int, Player], reader: Reader) -> dict[str, Any]:
    """Who meets whom by seat, why, and how it ended. A bye has no game, nor has a meeting of somebody who has withdrawn."""
    result = None if it.game is None else it.game.result
    return {
        "round": it.round.number,
        "number": it.number,
        "players": [player(people.get(seed)) for seed in it.seats],
        "why": say(Message(it.why, it.params), reader),
        "ruled": it.ruled is not None,
        "game": None if it.game is None else it.game.code,
        "ranks": None if result is None else result["ranks"],
    }
