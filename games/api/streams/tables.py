"""Views of games for streams. Simultaneous requests are combined, so a game is read and its position restored once for all viewers."""

import asyncio
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.utils import translation

from games.api.base import shapes
from games.api.streams.database import in_database
from games.queries.process_cache import BoundedCache
from games.queries.tables import stream_state
from games.queries.tables.stream_state import Standing, Standings
from games.queries.tables.table import Look, looks_at, looks_of
from games.render.reader import Pieces, once, reader_for
from games.rules.errors import Damaged, UnknownRules

Views = dict[str, dict[str, Any]]
"""Views of one player, by the code of the game."""

Beside = dict[tuple[str, str], Pieces]
"""Rendered zones of one read, by code of the game and language, shared by its viewers."""

kept: BoundedCache[Pieces] = BoundedCache(256)
"""Rendered zones of earlier views by player and game, because most zones do not change from one move to the next.

Players do not share them; otherwise the time until a line arrives would show what other players have seen.
"""


@dataclass(frozen=True, slots=True)
class Wishes:
    """The options of a stream: `ndjson` or server-sent events, lines with `views`, their language, and the omitted parts of views."""

    ndjson: bool
    views: bool
    language: str
    omit: frozenset[str] = frozenset()


class Asked(NamedTuple):
    """A request for the views of one player of these games, in a language and without the parts `omit`. `found` gets the result."""

    player: int
    codes: Collection[str]
    language: str
    found: asyncio.Future[Views]
    omit: frozenset[str] = frozenset()


class Tables:
    """Reads views for the streams of a process. Requests that arrive during a query are combined into the next one."""

    def __init__(self) -> None:
        self._asked: list[Asked] = []
        self._reading: asyncio.Task[None] | None = None

    async def views(self, player: int, codes: Collection[str], language: str, omit: frozenset[str] = frozenset()) -> Views:
        """The views of a player. Games that do not exist or that the player may not see are left out. Raises DatabaseError."""
        loop = asyncio.get_running_loop()
        asked = Asked(player, codes, language, loop.create_future(), omit)
        self._asked.append(asked)
        if self._reading is None or self._reading.done():
            self._reading = loop.create_task(self._read())
        return await asked.found

    async def _read(self) -> None:
        while self._asked:
            asked, self._asked = self._asked, []
            try:
                found = await in_database(lambda now=asked: views_of(now))  # type: ignore[misc]
            except Exception as error:  # passed on to every request of this query
                for one in asked:
                    if not one.found.done():
                        one.found.set_exception(error)
            else:
                for one, views in zip(asked, found, strict=True):
                    if not one.found.done():
                        one.found.set_result(views)


def views_of(asked: Sequence[Asked]) -> list[Views]:
    """The views of each request. One query per game."""
    people: dict[str, set[int]] = defaultdict(set)
    for one in asked:
        for code in one.codes:
            people[code].add(one.player)
    looks = {code: looks_at(code, there) for code, there in people.items()}
    beside: Beside = defaultdict(dict)
    found: list[Views] = []
    for one in asked:
        there = {code: look for code in one.codes if (look := looks[code].get(one.player)) is not None}
        found.append(_views(one.player, there, one.language, one.omit, beside))
    return found


def hinted(
    codes: Collection[str], listeners: Mapping[int, Collection[Wishes]]
) -> tuple[datetime | None, Standings, dict[tuple[int, Wishes | None], Views]]:
    """The states of these games for the seated players in `listeners`, and the requested views by player and options.

    One query. The time is None if no listener has a seat in one of the games.
    """
    if not any(listeners.values()):
        return *stream_state.of_games(codes), {}
    moment, tables = looks_of(codes, listeners)
    standings: Standings = defaultdict(dict)
    views: dict[tuple[int, Wishes | None], Views] = defaultdict(dict)
    for looks in tables:
        beside: Beside = defaultdict(dict)
        for player, look in looks.items():
            standings[player][look.game.code] = _standing(look)
            for wanted in listeners[player]:
                with suppress(Exception):  # a stream reads a missing view again, so that an error affects this stream only
                    views[player, wanted] |= _views(player, {look.game.code: look}, wanted.language, wanted.omit, beside)
    return moment, standings, views


def _standing(look: Look) -> Standing:
    game, mine = look.game, look.mine
    assert mine is not None
    return Standing(game.code, game.status, game.seq, mine.index, mine.nth, mine.pending and mine.live, mine.due_at)


def _views(player: int, looks: Mapping[str, Look], language: str, omit: Collection[str], beside: Beside) -> Views:
    found = {}
    with translation.override(language):
        for code, look in looks.items():
            try:
                kept_reader = once(reader_for(look.names), _own(player, language, look), beside[code, language])
                found[code] = shapes.view(look, kept_reader, omit)
            except UnknownRules:
                continue  # this process does not have the rules of the game: it is left out
            except Damaged:
                continue  # logged; the other games of this read, which may be of other players, are shown
    return found


def _own(player: int, language: str, look: Look) -> Pieces:
    """The cached zones of a player. The key contains everything except the zone on which the rendered text depends."""
    key = (look.game.code, player, language, *look.names)
    own = kept.get(key)
    if own is None:
        kept.put(key, own := {})
    return own
