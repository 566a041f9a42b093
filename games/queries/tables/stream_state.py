"""The state of the games of many players, in one query, which event streams compare every second.

It contains no hidden information of others: each player gets only their own open questions, and the public length of the log.
"""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from games.models.rows import rows

SLACK = timedelta(seconds=15)
"""Longer than any transaction (statement_timeout is ten seconds), so that changes committed late are found."""

STANDING = """
s.player_id, g.code, g.status, g.seq, s.index, s.nth, s.pending AND s.live, s.due_at,
    greatest(g.started_at, g.moved_at, g.ended_at, s.asked_at)
FROM games_seat s JOIN games_game g ON g.id = s.game_id
"""
RUNNING = "SELECT" + STANDING + "WHERE s.player_id = ANY(%s) AND s.live"
NAMED = "SELECT" + STANDING + "WHERE s.player_id = ANY(%s) AND g.code = ANY(%s)"
CALLED = "SELECT statement_timestamp()," + STANDING + "WHERE g.code = ANY(%s)"
ENDED = "SELECT" + STANDING + "WHERE s.player_id = %s AND NOT s.live AND g.ended_at >= %s"


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of one game for one of its players."""

    game: str
    status: str
    seq: int
    seat: int
    nth: int
    my_turn: bool
    due_at: datetime | None

    def facts(self) -> dict[str, Any]:
        """The state as JSON data for an event."""
        return {name: getattr(self, name) for name in self.__slots__}


Standings = dict[int, dict[str, Standing]]


def running(players: Collection[int]) -> Standings:
    """The running games of these players, by player id and code. One query."""
    return _by_person(rows(RUNNING, [list(players)]))


def named(players: Collection[int], codes: Collection[str]) -> Standings:
    """The games with these codes, running or not, for those of the players who have a seat there. One query."""
    return _by_person(rows(NAMED, [list(players), list(codes)]))


def of_games(codes: Collection[str]) -> tuple[datetime | None, Standings]:
    """The games with these codes, running or not, for all their players, and the time of the query (None without rows). One query."""
    found = [row for row in rows(CALLED, [list(codes)]) if row[1] is not None]
    return (found[0][0] if found else None), _by_person([row[1:] for row in found])


def changed_since(player: int, moment: datetime) -> dict[str, Standing]:
    """A player's games that changed at `moment` or later, and up to `SLACK` before it. Two queries."""
    since = moment - SLACK
    found = [row for row in rows(RUNNING, [[player]]) if row[-1] is not None and row[-1] >= since]
    found += rows(ENDED, [player, since])
    return _by_person(found).get(player, {})


def _by_person(rows: list[Any]) -> Standings:
    found: Standings = defaultdict(dict)
    for player, code, *facts, _changed in rows:
        found[player][code] = Standing(code, *facts)
    return found
