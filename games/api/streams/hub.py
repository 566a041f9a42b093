"""The hub of all open streams of a process. A query twice a second reads the states of all games; each stream gets its changes.

A stream sends states, not events: a slow client gets the latest state of each game once, and a client that resumes gets the states of
the games that changed meanwhile. So no change is lost, and queues are short. After a hint of another process (`broker.pubsub`),
the named games are read at once; without hints, the next regular query finds the changes.
"""

import asyncio
import logging
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime

from django.db import DatabaseError
from redis.exceptions import RedisError

from games.api.streams.database import in_database
from games.api.streams.tables import Views, Wishes, hinted
from games.queries.tables import stream_state
from games.queries.tables.stream_state import Standing, Standings
from games.services.people import api_tokens, sessions
from notifications.broker import pubsub
from notifications.clock import database_now

log = logging.getLogger(__name__)

POLL = 0.5
LISTEN_AGAIN = 5.0
CHECK_CREDENTIALS_EVERY = 7.0
MOST_PER_PERSON = 3
MOST_STREAMS = 1_000
MOST_OPENING = 100
"""Most streams that wait for their first lines at the same time: about 0.1 s of database time."""


class Stream:
    """One open stream. `told` has the last sent state by game code, `waiting` the queued states.

    `views` were read together with `waiting`. A stream with `wanted` None gets no views. It was opened with a token (its id) or a session
    (its key).
    """

    def __init__(self, player: int, token: int | None, wanted: Wishes | None = None, *, session: str | None = None) -> None:
        self.player, self.token, self.wanted, self.session = player, token, wanted, session
        self.views: Views = {}
        self.told: dict[str, Standing] = {}
        self.waiting: dict[str, Standing] = {}
        self.moment: datetime | None = None
        self.closed = False
        self.something = asyncio.Event()

    def begin(self, first: dict[str, Standing]) -> None:
        """Set the states that are sent first. The queue is emptied; the next query finds its changes again."""
        self.told, self.waiting, self.views = dict(first), {}, {}
        self.something.clear()

    def offer(self, standings: dict[str, Standing], moment: datetime, views: Views | None = None) -> None:
        """Queue the states that differ from those sent; views of an earlier moment are dropped."""
        changed = {code: standing for code, standing in standings.items() if self.told.get(code) != standing}
        if changed:
            for code in changed:
                self.views.pop(code, None)
                if views is not None and code in views:
                    self.views[code] = views[code]
            self.told |= changed
            self.waiting |= changed
            self.moment = moment
            self.something.set()

    def take(self) -> list[Standing]:
        """Empty the queue and return its states, one per game."""
        found, self.waiting = list(self.waiting.values()), {}
        self.something.clear()
        for standing in found:
            if standing.status != "active":
                self.told.pop(standing.game, None)
        return found

    def take_views(self) -> Views:
        """Return and clear the views that belong to the states of `take`."""
        found, self.views = self.views, {}
        return found

    def close(self) -> None:
        """Mark the stream as closed, because its token or session is no longer valid; the application then ends the response."""
        self.closed = True
        self.something.set()


class TooMany(Exception):
    """The limit of streams is reached, for this person (`person`) or for the process."""

    def __init__(self, *, person: bool) -> None:
        super().__init__("There is no place for one more stream.")
        self.person = person


class Hub:
    def __init__(self) -> None:
        self.streams: dict[int, set[Stream]] = defaultdict(set)
        self.listeners: dict[int, frozenset[Wishes]] = {}
        """The options of the streams with views, by player with an open stream."""
        self.places: Counter[str] = Counter()
        """Number of streams, including those being opened, by the hash of their credential."""
        self.opening = 0
        self._hinted: set[str] = set()
        self._hint = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @contextmanager
    def place_for(self, credential: str) -> Iterator[None]:
        """Count a stream under its credential, from before the credential is checked until the stream ends.

        Nothing is awaited between the check and the count, so the limit also holds for simultaneous requests. A refusal needs no query.

        Raises `TooMany`: this credential, or all of them together, have as many streams and openings as they may.
        """
        if self.places[credential] >= MOST_PER_PERSON:
            raise TooMany(person=True)
        if self.places.total() >= MOST_STREAMS or self.opening >= MOST_OPENING:
            raise TooMany(person=False)
        self.places[credential] += 1
        try:
            yield
        finally:
            self.places[credential] -= 1
            if not self.places[credential]:
                del self.places[credential]

    @contextmanager
    def being_opened(self) -> Iterator[None]:
        """Count a stream that waits for the database (authentication and first lines) during the block."""
        self.opening += 1
        try:
            yield
        finally:
            self.opening -= 1

    def join(self, stream: Stream) -> None:
        """Add a stream, which gets changes from now on. Raises `TooMany` at the limit per player, over all credentials."""
        if len(self.streams.get(stream.player, ())) >= MOST_PER_PERSON:
            raise TooMany(person=True)
        self.streams[stream.player].add(stream)
        self._note_wishes(stream.player)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._look_again_and_again())

    def leave(self, stream: Stream) -> None:
        """Remove a stream. The queries stop after the last one."""
        self.streams[stream.player].discard(stream)
        if not self.streams[stream.player]:
            del self.streams[stream.player]
        self._note_wishes(stream.player)
        if not self.streams and self._task is not None:
            self._task.cancel()
            self._task = None

    def _note_wishes(self, player: int) -> None:
        streams = self.streams.get(player)
        if streams is None:
            self.listeners.pop(player, None)
        else:
            self.listeners[player] = frozenset(one.wanted for one in streams if one.wanted is not None and one.wanted.views)

    async def _look_again_and_again(self) -> None:
        listener = asyncio.create_task(self._listen())
        try:
            await self._look_in_turns()
        finally:
            listener.cancel()

    async def _look_in_turns(self) -> None:
        clock = asyncio.get_running_loop().time
        looked = checked = clock()
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hint.wait(), looked + POLL - clock())
            try:
                await self._look_at_hinted()
                if clock() - looked >= POLL:
                    looked = clock()
                    await self._look()
                if clock() - checked >= CHECK_CREDENTIALS_EVERY:
                    checked = clock()
                    await self._check_credentials()
            except DatabaseError as error:
                log.warning("stream_database_unavailable: the database does not answer, trying again (%s)", error)
                await asyncio.sleep(2)

    async def _listen(self) -> None:
        """Collect the codes of games named by hints, for `_look_at_hinted`."""
        while True:
            with suppress(RedisError, OSError):
                async for codes in pubsub.listen():
                    self._hinted |= codes
                    self._hint.set()
            await asyncio.sleep(LISTEN_AGAIN)

    async def _look_at_hinted(self) -> None:
        """Read the games that hints named. A finished game goes only to streams that had it as running."""
        codes, self._hinted = self._hinted, set()
        self._hint.clear()
        if not codes:
            return
        listeners = dict(self.listeners)  # a copy, because the database thread reads it while this thread changes the original
        moment, found, views = await in_database(lambda: hinted(codes, listeners))
        if moment is None:
            return
        for player, standings in found.items():
            for stream in self.streams.get(player, ()):
                known = {code: it for code, it in standings.items() if it.status == "active" or code in stream.told}
                stream.offer(known, moment, views.get((player, stream.wanted)))

    async def _look(self) -> None:
        players = list(self.streams)
        told = {(stream.player, code) for streams in self.streams.values() for stream in streams for code in stream.told}
        moment, found = await in_database(lambda: _now_and_before(players, told))
        for player in players:
            for stream in self.streams.get(player, ()):
                stream.offer(found.get(player, {}), moment)

    async def _check_credentials(self) -> None:
        streams = [stream for streams in self.streams.values() for stream in streams]
        tokens = {stream.token for stream in streams if stream.token is not None}
        keys = {stream.session for stream in streams if stream.session is not None}
        valid_tokens, valid_sessions = await in_database(lambda: _still_valid(tokens, keys))
        for stream in streams:
            if stream.token not in valid_tokens and (stream.session, stream.player) not in valid_sessions:
                stream.close()


def _still_valid(tokens: set[int], keys: set[str]) -> tuple[set[int], set[tuple[str, int]]]:
    """Which of these tokens are valid now, and which of these sessions, with the id of their player."""
    now = database_now()
    return (api_tokens.still_valid(tokens, now=now) if tokens else set(), sessions.still_valid(keys, now=now) if keys else set())


def _now_and_before(players: list[int], told: set[tuple[int, str]]) -> tuple[datetime, Standings]:
    """The states of running games, and the final states of those in `told` that have ended. Two queries, three if a game has ended."""
    moment, found = database_now(), stream_state.running(players)
    gone = [(player, code) for player, code in told if code not in found.get(player, {})]
    if gone:
        for player, standings in stream_state.named({player for player, _ in gone}, {code for _, code in gone}).items():
            found[player] = standings | found.get(player, {})
    return moment, found


EVENT_ID = re.compile("[1-9][0-9]{14,16}")
"""What `event_id` returns, of the years 1973 to 5138."""


def event_id(moment: datetime) -> str:
    """The id of a line: a time of the database's clock in microseconds since 1970."""
    return str(round(moment.timestamp() * 1_000_000))
