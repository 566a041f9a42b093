"""Views for streams: those that ask at the same moment share the reading, so a table is read and woken once for all who look at it."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from django.utils import translation

from games.api.base import shapes
from games.api.base.views import reader
from games.api.streams.hub import in_database
from games.queries.process_cache import BoundedCache
from games.queries.tables.table import Look, looks_at
from games.render.reader import Pieces, once
from games.rules.errors import UnknownRules

Views = dict[str, dict[str, Any]]
"""Tables as somebody may see them, by code."""

kept: BoundedCache[Pieces] = BoundedCache(256)
"""Zones as they were put into words for each listener's table: from one move to the next most stay equal.

Each listener has their own, so that how long a line takes tells nobody what others were told before.
"""


class Asked(NamedTuple):
    """Who wants to see which tables in which language."""

    player: int
    codes: Collection[str]
    language: str
    found: asyncio.Future[Views]


class Tables:
    """What the streams of this process show. While one reading goes on, the next is gathered."""

    def __init__(self) -> None:
        self._asked: list[Asked] = []
        self._reading: asyncio.Task[None] | None = None

    async def views(self, player: int, codes: Collection[str], language: str) -> Views:
        """These tables as this person may see them now; one that is gone is left out. Raises DatabaseError."""
        loop = asyncio.get_running_loop()
        asked = Asked(player, codes, language, loop.create_future())
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
    beside: dict[tuple[str, str], Pieces] = defaultdict(dict)
    return [_views(one, looks, beside) for one in asked]


def _views(asked: Asked, looks: dict[str, dict[int, Look]], beside: dict[tuple[str, str], Pieces]) -> Views:
    found = {}
    with translation.override(asked.language):
        for code in asked.codes:
            look = looks[code].get(asked.player)
            try:
                if look is not None:
                    found[code] = shapes.view(look, once(reader(look.names), _own(asked, look), beside[code, asked.language]))
            except UnknownRules:
                continue  # this process does not have its rules: the table is left out
    return found


def _own(asked: Asked, look: Look) -> Pieces:
    """What was kept for this listener, under everything but the zones that its words depend on."""
    key = (look.game.code, asked.player, asked.language, *look.names)
    own = kept.get(key)
    if own is None:
        kept.put(key, own := {})
    return own
