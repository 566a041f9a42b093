"""Helpers of the access matrix: every route of the site, eight kinds of callers, and the test whether a caller gets access."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.models import ApiToken, Game, Player, Tenure
from games.rules.puzzles import puzzles
from games.services.people import api_tokens
from games.tournaments.models import Tournament
from games.tournaments.services import entering
from notifications.channels.webhook.service import new_secret
from notifications.models import Message, Webhook
from tests.games.conftest import NOON, person, start
from tests.games.moves import move
from tests.games.page_faults import page_faults

WHO = ("anonymous", "stranger", "opponent", "player", "spectator", "former", "staff", "admin")
ALL = frozenset(WHO)
PEOPLE = ALL - {"anonymous"}
NOBODY: frozenset[str] = frozenset()
API = "api/v1/"
SIGN_IN = ("/accounts/login/", "/admin/login/")
PLACE = re.compile(r"<(?:\w+:)?(\w+)>")


@dataclass(frozen=True)
class Cast:
    """A table of player and opponent, one client for each kind of caller, and the objects that belong to the player alone."""

    game: Game
    clients: dict[str, Client]
    message: int
    token: int
    webhook: int


def invite() -> Cast:
    """Create all callers and a running table; a tournament, entered by the player, has the same code as the table."""
    player, opponent, former = person("player"), person("opponent"), person("former")
    game = start(player, opponent)
    Tenure.objects.create(seat=game.seats.get(index=0), player=former, since=NOON, until=NOON, ended_by="left")
    cup = Tournament.objects.create(code=game.code, title="Cup", rules="turn_of_fate", status=Tournament.Status.REGISTRATION)
    entering.enter(cup.pk, player, now=NOON)
    cup.entries.update(seed=1)  # the state after the draw of the first round: the page of the first entrant exists
    message = Message.objects.create(kind="your_turn", recipient=player, key="the player's", subject="Your turn")
    webhook = Webhook.objects.create(owner=player, url="https://hook.example/", kinds=["your_turn"], secret=new_secret())
    token: ApiToken = api_tokens.make(player, "the player's", ["game:read"], now=NOON)[0]
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
    return Cast(game, clients, message.pk, token.pk, webhook.pk)


def routes(patterns: list[Any] | None = None, prefix: str = "") -> Iterator[str]:
    """All routes of the site as URL patterns."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route


def path_of(route: str, cast: Cast) -> str:
    """A concrete address for this pattern. Signed values are invalid."""
    pk = cast.webhook if "webhooks" in route else cast.message if "messages" in route else cast.token
    values = {"code": cast.game.code, "key": "turn_of_fate", "seq": "1", "pk": str(pk), "name": "opponent", "other": "player"}
    values |= {"kind": "csv"} if "export." in route else {}
    values |= {"name": next(iter(puzzles("turn_of_fate")))} if route.startswith("puzzles/") else {}
    route = re.sub(r"\^?\(\?P<app_label>.*", "games/", route)  # a few routes are regular expressions
    route = re.sub(r"\^?\(\?P<(url|rest)>.*", "nowhere", route)
    return "/" + PLACE.sub(lambda part: values.get(part[1], "1"), route)


def who_gets_through(cast: Cast, route: str, method: str) -> tuple[set[str], set[str]]:
    """The callers that get access, and those whose answer says something about access (405 does not). All changes are rolled back.

    Every page returned on the way must be valid HTML.
    """
    path, found, tried = path_of(route, cast), set(), set()
    for who, client in cast.clients.items():
        cookies, here = client.cookies.copy(), transaction.savepoint()  # not atomic(): a move must open the outermost transaction
        how = {"data": {}, "content_type": "application/json"} if route.startswith(API) and method != "get" else {}
        answer = getattr(client, method)(path, **how)
        transaction.savepoint_rollback(here)
        client.cookies = cookies  # undoes a sign-out, too
        assert answer.status_code < 500, (who, method, path, answer.content[:2000])
        if answer.content[:100].lstrip().lower().startswith(b"<!doctype html"):
            faults = page_faults(answer.content.decode())
            assert not faults, (who, method, path, faults)
        if answer.status_code != 405:
            tried.add(who)
        if _through(answer):
            found.add(who)
    return found, tried


def _through(answer: Any) -> bool:
    """Whether this answer was given after the permission check had passed."""
    status, there = answer.status_code, answer.headers.get("Location", "")
    if status in (401, 404, 405):
        return False
    if status == 403:  # the API's refusal of actions of the host gives the reason to those who may see the table
        return bool(answer.headers["Content-Type"].endswith("json") and answer.json().get("code") == "not_host")
    return not (300 <= status < 400 and (there.startswith(SIGN_IN) or _leads_on(there)))


def _leads_on(there: str) -> bool:
    """Whether this is the page to which Django's admin redirects staff from missing or forbidden objects."""
    return there.endswith("/change/") or there == "/admin/"
