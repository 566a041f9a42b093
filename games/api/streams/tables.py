"""Views for streams: those that ask at the same moment share the reading, so a table is read and woken once for all who look at it."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.utils import translation

from games.api.base import shapes
from games.api.base.views import reader
from games.api.streams.database import in_database
from games.queries.process_cache import BoundedCache
from games.queries.tables import stream_state
from games.queries.tables.stream_state import Standing, Standings
from games.queries.tables.table import Look, looks_at, looks_of
from games.render.reader import Pieces, once
from games.rules.errors import UnknownRules

Views = dict[str, dict[str, Any]]
"""Tables as somebody may see them, by code."""

Beside = dict[tuple[str, str], Pieces]
"""What others are shown of a table in a language, within one reading."""

kept: BoundedCache[Pieces] = BoundedCache(256)
"""Zones as they were put into words for each listener's table: from one move to the next most stay equal.

Each listener has their own, so that how long a line takes tells nobody what others were told before.
"""


@dataclass(frozen=True, slots=True)
class Wishes:
    """One JSON object per line or server-sent events, with the view or without, in which language, without which parts of the view."""

    ndjson: bool
    views: bool
    language: str
    omit: frozenset[str] = frozenset()


class Asked(NamedTuple):
    """Who wants to see which tables in which language, without which parts."""

    player: int
    codes: Collection[str]
    language: str
    found: asyncio.Future[Views]
    omit: frozenset[str] = frozenset()


class Tables:
    """What the streams of this process show. While one reading goes on, the next is gathered."""

    def __init__(self) -> None:
        self._asked: list[Asked] = []
        self._reading: asyncio.Task[None] | None = None

    async def views(self, player: int, codes: Collection[str], language: str, omit: frozenset[str] = frozenset()) -> Views:
        """These tables as this person may see them now; one that is gone is left out. Raises DatabaseError."""
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
            except Exception as error:  # whoever asked has to know
                for one in asked:
                    if not one.found.done():
                        one.found.set_exception(error)
            else:
                for one, views in zip(asked, found, strict=True):
                    if not one.found.done():
                        one.found.set_result(views)


def views_of(asked: Sequence[Asked]) -> list[Views]:
    """For each what it has asked for. One query for each table."""
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
    """Where these games stand for the people in `listeners` (None: nobody of them sits there), and the views they wish. One query."""
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
                kept_reader = once(reader(look.names), _own(player, language, look), beside[code, language])
                found[code] = shapes.view(look, kept_reader, omit)
            except UnknownRules:
                continue  # this process does not have its rules: the table is left out
    return found


def _own(player: int, language: str, look: Look) -> Pieces:
    """What was kept for this listener, under everything but the zones that its words depend on."""
    key = (look.game.code, player, language, *look.names)
    own = kept.get(key)
    if own is None:
        kept.put(key, own := {})
    return own
