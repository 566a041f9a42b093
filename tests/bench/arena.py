"""The arena: bots built on the public client play whole games against each other over HTTP, many at the same time.

Every bot is a user with a token and one open stream. The stream tells it when it is to move, and it answers through the API, as an
external program does. At the end, the site and the bots must agree that every game is over.
"""

from __future__ import annotations

import random
import runpy
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, cast

from games.client import Choose, Client, Line, play, random_player
from games.models import Game, Move, Player
from games.rules.game import Game as Rules
from games.services.people import api_tokens
from notifications.clock import database_now

PATIENCE = 6 * 3600.0


def bot_in(path: Path) -> Choose:
    """Return the function `choose` of a Python file. Raises ValueError when it has none."""
    choose = runpy.run_path(str(path)).get("choose")
    if not callable(choose):
        raise ValueError(f"{path} has no function “choose” that takes a view and gives a text; docs/bot.py is an example.")
    return cast(Choose, choose)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Totals of the games of one kind."""

    rules: str
    bots: int
    games: int
    moves: int
    seconds: float
    ends: dict[str, int]


@dataclass
class Bot:
    """One program: its client, its strategy, and the finished games that its stream has reported."""

    client: Client
    choose: Choose
    ended: set[str] = field(default_factory=set)
    failure: BaseException | None = None

    def run(self, codes: frozenset[str]) -> None:
        """Play until these games are over; keep an exception for the thread that waits for this one."""
        try:
            play(self.client, self.choose, until=lambda line: self._heard(line, codes))
        except BaseException as error:
            self.failure = error

    def _heard(self, line: Line, codes: frozenset[str]) -> bool:
        if line.type == "game" and line.status != "active":
            self.ended.add(line.game)
        return codes <= self.ended


def contest(site: str, book: Rules[Any], games: int, seed: int, choose: Choose | None = None) -> Outcome:
    """Play so many games with as many bots as a game needs, by `choose` or else at random. Raises RuntimeError when a bot fails."""
    ways = [choose or partial(random_player, rng=random.Random(seed + number)) for number in range(book.seats[0])]
    bots = [Bot(_client(site, book, number), way) for number, way in enumerate(ways)]
    started = time.monotonic()
    codes = frozenset(_table(bots, book) for _ in range(games))
    threads = [threading.Thread(target=bot.run, args=(codes,), daemon=True) for bot in bots]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=PATIENCE)
    for bot in bots:
        if bot.failure is not None or bot.ended != codes:
            raise RuntimeError(f"A bot stopped at {len(bot.ended)} of {games} games of {book.key}.") from bot.failure
    over = Game.objects.filter(code__in=codes, status=Game.Status.FINISHED, trouble="")
    if over.count() != games:
        raise RuntimeError(f"The bots heard of {games} ends of {book.key}, the site knows {over.count()}.")
    moves = Move.objects.filter(game__in=over, source=Move.Source.API).count()
    ends = Counter(result["reason"] for result in over.values_list("result", flat=True) if result is not None)
    return Outcome(book.key, len(bots), games, moves, time.monotonic() - started, dict(ends.most_common()))


def _client(site: str, book: Rules[Any], number: int) -> Client:
    name = f"{book.key[:20]} {number + 1}".replace("_", " ")
    someone = Player.objects.create_user(f"{book.key}{number}@arena.example", None, name=name)
    _token, key = api_tokens.make(someone, "arena", ["game:read", "game:play", "table:write"], now=database_now())
    return Client(site, key, timeout=60.0)


def _table(bots: list[Bot], book: Rules[Any]) -> str:
    """Create a game of all bots through the API: one announces it, the others join."""
    code = bots[0].client.announce(book.key, len(bots), visibility="public", preset="none").code
    for bot in bots[1:]:
        bot.client.join(code)
    return code
