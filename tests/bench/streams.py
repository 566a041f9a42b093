"""Cost of open streams: memory (PSS) of the stream process before and after they are opened."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from dataclasses import dataclass
from urllib.parse import urlsplit

from games.api.streams.hub import MOST_PER_PERSON
from games.models import Player
from games.rules.registry import all_games
from games.services.clocks.pace import PRESETS
from games.services.people import api_tokens
from games.services.tables import lobby
from notifications.clock import database_now
from tests.bench.memory import megabytes

GAMES = 3
"""Running games of each user with a stream."""


@dataclass(frozen=True, slots=True)
class Weight:
    """Megabytes of the stream process and its children with one stream, and with `streams` streams."""

    streams: int
    before: float
    after: float


def weigh(stream_url: str, pid: int, count: int) -> Weight:
    """Open so many streams of users with running games and keep them open until each has received the state of its games."""
    keys = listeners(-(-count // MOST_PER_PERSON))
    with ExitStack() as held:
        held.enter_context(_listen(stream_url, keys[0]))
        before = megabytes(pid)
        for number in range(1, count):
            held.enter_context(_listen(stream_url, keys[number % len(keys)]))
        return Weight(count, before, megabytes(pid))


def listeners(count: int) -> list[str]:
    """Tokens of so many users; each has a few games with the next one."""
    now, rules = database_now(), next(key for key, book in all_games().items() if book.seats[0] == 2)
    people = [Player.objects.create_user(f"l{n}@listen.example", None, name=f"Listener {n}") for n in range(max(count, 2))]
    for number, someone in enumerate(people):
        for _game in range(GAMES if number % 2 == 0 else 0):
            game = lobby.create(someone, rules, 2, now=now, pace=PRESETS["none"])
            lobby.take_seat(game, people[(number + 1) % len(people)], now=now)
    return [api_tokens.make(someone, "listen", ["game:read"], now=now)[1] for someone in people[:count]]


def _listen(url: str, key: str) -> socket.socket:
    """Open a stream and wait for `ready`. Raises ConnectionError when it is refused."""
    parts = urlsplit(url)
    line = socket.create_connection((parts.hostname or "", parts.port or 80), timeout=30)
    words = [
        f"GET {parts.path} HTTP/1.1",
        f"Host: {parts.hostname}",
        f"Authorization: Bearer {key}",
        "Accept: application/x-ndjson",
        "",
        "",
    ]
    line.sendall("\r\n".join(words).encode())
    heard = b""
    while b'"ready"' not in heard:
        piece = line.recv(65536)
        if not piece or not (heard + piece).startswith(b"HTTP/1.1 200"):
            raise ConnectionError(f"The stream was refused: {(heard + piece)[:300]!r}")
        heard += piece
    return line
