"""Who may do what: every address of the site × seven kinds of people × method, from one table. A new route needs a row.

A row says who gets through (2xx, 3xx or a refusal that comes after permission: 400, 405, 409, 412, 415, 422, 428) for reading and
for writing. Everybody else is sent to sign in, or gets 401, 403 or 404. Each request runs in its own savepoint.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.models import Game, Player, Tenure, Tournament
from games.services.tournaments import entering
from tests.games.conftest import NOON, person, start
from tests.games.moves import move

WHO = ("anonymous", "stranger", "opponent", "player", "spectator", "former", "staff", "admin")
ALL = frozenset(WHO)
PEOPLE = ALL - {"anonymous"}
SEATED = frozenset({"player", "opponent"})
NOBODY: frozenset[str] = frozenset()
ADMIN = frozenset({"admin"})


@dataclass(frozen=True)
class Row:
    """Who may read (GET) and who may write (POST) below a prefix of the route; the table is a private one."""

    read: frozenset[str]
    write: frozenset[str]


API = "api/v1/"
ROWS: dict[str, Row] = {
    API + "games/<slug:code>/positions": Row(SEATED, SEATED),
    API + "games/<slug:code>": Row(SEATED, SEATED),
    API + "games": Row(ALL, PEOPLE),
    API + "rules": Row(ALL, PEOPLE),
    API + "docs": Row(ALL, NOBODY),
    API + "openapi.yaml": Row(ALL, NOBODY),
    API + "stream": Row(ALL, PEOPLE),
    API + "<path:rest>": Row(NOBODY, NOBODY),
    API + "tournaments/<slug:code>/withdraw": Row(NOBODY, frozenset({"player"})),
    API + "tournaments": Row(ALL, PEOPLE),
    API + "players": Row(PEOPLE, PEOPLE),
    API + "me": Row(PEOPLE, PEOPLE),
    API + "tokens/<int:pk>": Row(PEOPLE, PEOPLE),
    API + "tokens": Row(PEOPLE, PEOPLE),
    API: Row(ALL, PEOPLE),
}


def routes(patterns: list[Any] | None = None, prefix: str = "") -> Iterator[str]:
    """Every address of the API as its pattern."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route


def row_of(route: str) -> Row | None:
    """The row of the longest prefix."""
    return next((ROWS[prefix] for prefix in sorted(ROWS, key=len, reverse=True) if route.startswith(prefix)), None)


ROUTES = [route for route in routes() if route.startswith(API)]
NEVER_LET = (401, 403, 404)


def test_every_route_of_the_api_has_a_row_of_its_own() -> None:
    missing = [route for route in ROUTES if row_of(route) is None or (row_of(route) is ROWS[API] and route != API)]
    assert missing == []


@pytest.fixture
def cast(db: None) -> dict[str, Client]:
    """A private game of player and opponent, and one browser for everybody."""
    player, opponent, former = person("player"), person("opponent"), person("former")
    game = start(player, opponent)
    Tenure.objects.create(seat=game.seats.get(index=0), player=former, since=NOON, until=NOON, ended_by="left")
    cup = Tournament.objects.create(code=game.code, title="Cup", rules="turn_of_fate", status=Tournament.Status.REGISTRATION)
    entering.enter(cup.pk, player, now=NOON)
    people: dict[str, Player | None] = {
        "anonymous": None,
        "stranger": person("stranger"),
        "opponent": opponent,
        "player": player,
        "spectator": person("spectator"),
        "former": former,
        "staff": person("staffer", is_staff=True),
        "admin": person("boss", is_staff=True, is_superuser=True),
    }
    clients = {}
    for who, someone in people.items():
        clients[who] = Client(raise_request_exception=False)
        if someone is not None:
            clients[who].force_login(someone)
    move(game)
    return clients


def path_of(route: str, game: Game) -> str:
    values = {"<slug:code>": game.code, "<slug:key>": "turn_of_fate", "<int:seq>": "1", "<int:pk>": "1", "<str:name>": "opponent"}
    for part, value in values.items():
        route = route.replace(part, value)
    return "/" + route.replace("<path:rest>", "nowhere/at/all")


def through(answer: Any) -> bool:
    """Whether this answer came after the permission had been given."""
    if answer.status_code in (401, 403):
        return answer.status_code == 403 and answer.json().get("code") == "not_host"  # seen, and told what is missing
    missing = answer.status_code == 404 and answer.json().get("detail") != "You have no such token."
    return not missing and answer.status_code < 500


@pytest.mark.django_db
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete"])
def test_who_gets_through(cast: dict[str, Client], route: str, method: str) -> None:
    row = row_of(route)
    assert row is not None
    path, wanted = path_of(route, Game.objects.get()), row.read if method == "get" else row.write
    found, tried = set(), set()  # 405 says nothing about permission
    for who, client in cast.items():
        here = transaction.savepoint()  # not atomic(): a move insists on being the outermost transaction
        how = {} if method == "get" else {"data": {}, "content_type": "application/json"}
        answer = getattr(client, method)(path, **how)
        transaction.savepoint_rollback(here)
        assert answer.status_code < 500, (who, answer.content)
        if answer.status_code == 405 or (answer.status_code == 401 and path.endswith("nowhere/at/all")):
            continue
        page = not answer.headers.get("Content-Type", "").endswith("json")
        tried.add(who)
        if answer.status_code < 400 if page else through(answer):
            found.add(who)
    assert found == wanted & tried
