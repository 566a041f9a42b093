"""Requests over HTTP with the deploy configuration, compared with the bare twins: two web workers, one and eight connections, CPU of
all processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import repeat
from random import Random
from typing import Any
from urllib.parse import urlencode

import orjson
from django.conf import settings

from games.rules.game import Game as Rules
from games.services.people import api_tokens
from notifications.clock import database_now
from tests.bench import load, own_site, population, told, twins
from tests.bench.cells import Cell, Turn
from tests.bench.load import Request
from tests.bench.memory import servers_seconds
from tests.bench.moves import YARDSTICK_8, Copies, pgbench
from tests.bench.pages import TOKEN, sign_in
from tests.bench.stores import Stores, vacuum

WORKERS = 2
TWINS = "tests.bench.served:application"
FRESH = 10_000
"""Copies of games at their first question: every form POST of a measurement answers another one, so none has to be read first."""
GROUPS = 200
"""Groups of users that share these games: fifty each, a realistic number."""
TURN = "HTTP: form POST, then another player's view"
TOLD = "HTTP: move of the API, then both players' views by their streams"
BARE = "HTTP: move of the API, then both players' views without scene and text"
WITHOUT = "include=view&omit=scene,text"
Supply = Callable[[], Iterator[Request]]


@dataclass(frozen=True, slots=True)
class Ports:
    """Addresses of the site and of the comparison server (the bare twins)."""

    site: int
    stream_url: str
    twins: int


@dataclass(frozen=True, slots=True)
class Group:
    """Users with a game, one answer to it as form and as API body, and the credentials of the answering player and of another one."""

    game: int
    form: bytes
    body: bytes
    cookie: dict[str, str]
    bearer: dict[str, str]
    other: dict[str, str]


@contextmanager
def servers(place: Stores) -> Iterator[Ports]:
    """Serve both with the deploy configuration, each by its own processes. Raises TimeoutError when one does not start."""
    common = {"FATE_SECRET_KEY": settings.SECRET_KEY, "FATE_DATA_DIR": str(place.root), "FATE_LOG_LEVEL": "ERROR"}
    site_served = own_site.served(place.root / "site.log", workers=WORKERS, settings_=common)
    twins_served = own_site.served(place.root / "twins.log", workers=WORKERS, settings_=common, application=TWINS)
    with site_served as site, twins_served as bare:
        yield Ports(site.port, site.stream_url, bare.port)


def cells(place: Stores, ports: Ports, copies: Copies, stocks: list[population.Stock]) -> list[Cell]:
    """Every kind of request, each compared with its bare twin, over one and over eight connections."""
    stock = next(one for one in stocks if one.book.key == "turn_of_fate")
    groups = [_group(stock.book, number) for number in range(GROUPS)]
    vacuum()
    shown, reader = population.somebodys_games(stock.book, "Reader")
    own, bare = {"Cookie": sign_in(reader)}, {"Cookie": sign_in(reader, twins.BACKEND)}
    token = {"Authorization": f"Bearer {api_tokens.make(reader, 'bench', ['game:read'], now=database_now())[1]}"}
    size = _size(ports.site, shown.get_absolute_url(), own)
    found = [Cell(YARDSTICK_8, lambda seconds: pgbench(place.programs, copies, seconds, clients=8))]
    supplies: list[tuple[str, Supply, str]] = [
        ("HTTP: empty view", _same("/bench/empty/", {}), ""),
        ("HTTP: bare page", _same(f"/bench/page/{shown.code}/{size}/", bare), ""),
        ("HTTP: table page", _same(shown.get_absolute_url(), own), "HTTP: bare page"),
        ("HTTP: my games", _same("/", own), "HTTP: bare page"),
        ("HTTP: lobby", _same("/lobby/", own), "HTTP: bare page"),
        ("HTTP: bare form POST", _bare_posts(copies, bare), YARDSTICK_8),
        ("HTTP: form POST", _posts(groups), "HTTP: bare form POST"),
        ("HTTP: DRF ModelSerializer view", _same(f"/bench/row/{shown.code}/", token), ""),
        ("HTTP: seat view of the API", _same(f"/api/v1/games/{shown.code}/view", token), "HTTP: DRF ModelSerializer view"),
        ("HTTP: move of the API", _moves(groups), "HTTP: bare form POST"),
        ("HTTP: DRF ModelSerializer list", _same("/bench/rows/", token), ""),
        ("HTTP: list of the API", _same("/api/v1/games", token), "HTTP: DRF ModelSerializer list"),
    ]
    turns, playing = _turns(groups), told.pairs(stock.book)
    for connections in (1, 8):
        for name, supply, against in supplies:
            other = f"{against} ×{connections}" if against.startswith("HTTP") else against
            port = ports.site if against.startswith("HTTP") else ports.twins
            found.append(Cell(f"{name} ×{connections}", _run(port, supply, connections), other))
        found.append(Cell(f"{TURN} ×{connections}", _run(ports.site, turns, connections, steps=2)))
        found.append(Cell(f"{TOLD} ×{connections}", told.run(ports.site, ports.stream_url, playing, connections)))
        found.append(Cell(f"{BARE} ×{connections}", told.run(ports.site, ports.stream_url, playing, connections, WITHOUT)))
    return found


def _run(port: int, supply: Supply, connections: int, steps: int = 1) -> Callable[[float], Turn]:
    def run(seconds: float) -> Turn:
        load.drive(port, supply, connections=connections, seconds=0.2, steps=steps)  # connections to the database, caches
        before = servers_seconds()
        took, each = load.drive(port, supply, connections=connections, seconds=seconds, steps=steps)
        return Turn(len(each) / took, each, (servers_seconds() - before) / len(each))

    return run


def _same(path: str, headers: dict[str, str]) -> Supply:
    raw = load.get(path, headers)
    return lambda: repeat((raw, 200))


def _size(port: int, path: str, headers: dict[str, str]) -> int:
    """Size of the page in bytes; fails when the page is not served."""
    return load.size_of(port, load.get(path, headers))


def _bare_posts(copies: Copies, cookie: dict[str, str]) -> Supply:
    body = urlencode({"csrfmiddlewaretoken": TOKEN, "choice": "token", "seat": 0, "nth": 1}).encode()

    def supply() -> Iterator[Request]:
        rng = Random(7)
        while True:
            yield load.post(f"/bench/move/{copies.one(rng)}/", cookie, body), 302

    return supply


def _posts(groups: list[Group]) -> Supply:
    """Each copy of a game is answered once, by the next free connection."""
    fresh = _copies(groups)

    def supply() -> Iterator[Request]:
        for number, group in fresh:
            yield load.post(f"/g/0{number}/answer/", group.cookie, group.form), 302

    return supply


def _moves(groups: list[Group]) -> Supply:
    """The same through the API: every request answers another copy."""
    fresh = _copies(groups)

    def supply() -> Iterator[Request]:
        for number, group in fresh:
            yield load.post(f"/api/v1/games/0{number}/moves", group.bearer, group.body, "application/json"), 200

    return supply


def _turns(groups: list[Group]) -> Supply:
    """An answer by form, then another player's view of the same table: the work that the peer does for each move."""
    fresh = _copies(groups)

    def supply() -> Iterator[Request]:
        for number, group in fresh:
            yield load.post(f"/g/0{number}/answer/", group.cookie, group.form), 302
            yield load.get(f"/api/v1/games/0{number}/view", group.other), 200

    return supply


def _group(book: Rules[Any], number: int) -> Group:
    people = population.people(book.seats[0], f"Group{number}-")
    game = population.begin(book, people, database_now())
    given = population.next_answer(game.pk, Random(1))
    assert given is not None
    player = next(one for one in people if one.pk == given.player)
    other = next(one for one in people if one.pk != given.player)
    form = {"csrfmiddlewaretoken": TOKEN, "seat": given.seat, "nth": given.nth, "text": given.text, "story": ""}
    key = api_tokens.make(player, "bench", ["game:read", "game:play"], now=database_now())[1]
    return Group(
        game.pk,
        urlencode(form).encode(),
        orjson.dumps({"nth": given.nth, "text": given.text}),
        {"Cookie": sign_in(player)},
        {"Authorization": f"Bearer {key}"},
        {"Cookie": sign_in(other)},
    )


def _copies(groups: list[Group]) -> Iterator[tuple[int, Group]]:
    """Create new copies of the groups' games. The result yields each copy's number once, whichever connection asks."""
    first = population.next_number()
    population.copies([group.game for group in groups], first, first + FRESH - 1)

    def fresh() -> Iterator[tuple[int, Group]]:
        for number in range(first, first + FRESH):
            yield number, groups[number % len(groups)]
        raise RuntimeError("All copies of the games have been answered; measure for a shorter time.")

    return fresh()
