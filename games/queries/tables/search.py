"""Search for games by filters, for the API. One statement for any filters, written by hand (docs/decisions, 0062)."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from games.models import Game, Player, Seat
from games.models.rows import Columns, rows
from games.queries.tables.lists import Row

UNREAD = ("position", "secret", "trouble", "changes")
GAME = Columns(Game, "g", tuple(field.attname for field in Game._meta.concrete_fields if field.name not in UNREAD))
NAME = ("id", "name", "is_bot", "by_program")
HOST, PLAYER = Columns(Player, "h", NAME), Columns(Player, "p", NAME)
SEAT = Columns(Seat, "s", ("id", "game_id", "index", "player_id", "state", "nth", "pending", "due_at"))
SITS = "SELECT 1 FROM games_seat own WHERE own.game_id = g.id AND own.player_id = %(me)s"
OWN = "(g.host_id = %(me)s OR g.id IN (SELECT game_id FROM games_seat WHERE player_id = %(me)s))"
KNOWN = f"(g.visibility = 'public' OR g.host_id = %(me)s OR EXISTS ({SITS}))"
ASKED = f"EXISTS ({SITS} AND own.live AND own.pending)"
READ = f"""
SELECT {GAME.sql}, g.trouble <> '', {HOST.sql}, {SEAT.sql}, {PLAYER.sql}
FROM (SELECT * FROM games_game g WHERE {{where}} ORDER BY g.id DESC LIMIT %(limit)s) g
LEFT JOIN games_player h ON h.id = g.host_id
LEFT JOIN games_seat s ON s.game_id = g.id LEFT JOIN games_player p ON p.id = s.player_id
ORDER BY g.id DESC, s.index
"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The filters; None and "" mean any value.

    `before` is the id of the last game of the previous page; `player` and `other` are ids of players who have seats.
    """

    status: str = ""
    rules: str = ""
    mine: bool | None = None
    my_turn: bool | None = None
    before: int | None = None
    player: int | None = None
    other: int | None = None

    def where(self, me: int | None) -> str:
        """The SQL condition: one of a limited number of texts, so that each is prepared once."""
        parts = [KNOWN if me is not None else "g.visibility = 'public'"]
        if self.status:
            parts.append("g.status = %(status)s")
        if self.rules:
            parts.append("g.rules = %(rules)s")
        if self.mine is not None:
            parts.append(OWN if self.mine and me is not None else "false" if self.mine else f"NOT coalesce({OWN}, false)")
        if self.my_turn is not None and me is not None:
            parts.append(ASKED if self.my_turn else f"NOT {ASKED}")
        if self.before is not None:
            parts.append("g.id < %(before)s")
        for name in ("player", "other"):
            if getattr(self, name) is not None:
                parts.append(f"g.id IN (SELECT game_id FROM games_seat WHERE player_id = %({name})s)")
        return " AND ".join(parts)


def find(player: Player | None, wanted: Wanted, limit: int) -> list[Row]:
    """Games that match, newest first: public ones, and those in which the player has a seat or is the host. One query."""
    me = player.pk if player is not None else None
    values: dict[str, Any] = {"me": me, "limit": limit, "status": wanted.status, "rules": wanted.rules}
    values |= {"before": wanted.before, "player": wanted.player, "other": wanted.other}
    found = rows(READ.format(where=wanted.where(me)), values)
    return [_row(list(places), me) for _game, places in groupby(found, key=lambda row: row[0])]


def _row(places: list[tuple[Any, ...]], me: int | None) -> Row:
    """The entry of one game, from the result rows of its seats."""
    game = GAME.read_required(places[0])
    game.trouble = "yes" if places[0][GAME.width] else ""
    start = GAME.width + 1
    game.host = HOST.read(places[0], start)
    seats: list[Seat] = []
    for place in places:
        seat = SEAT.read(place, start + HOST.width)
        if seat is not None:
            seat.player = PLAYER.read(place, start + HOST.width + SEAT.width)
            seats.append(seat)
    return Row(game, tuple(seats), next((seat for seat in seats if me is not None and seat.player_id == me), None))
