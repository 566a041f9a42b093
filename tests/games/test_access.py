"""Tests of access rights: every route of the site × eight kinds of callers × method, from one table. A new route needs a row.

A row names the callers with read and with write access at a private table (2xx, 3xx, or a refusal after the permission check:
400, 409, 412, 415, 422, 428), and those who may read when the table is public. All others are redirected to sign in, or get 401,
403 or 404. A row applies to all routes below it unless it ends with `$`; the longest matching row wins.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from pytest_django import Settings

from games.models import Game
from tests.games.access import ALL, API, NOBODY, PEOPLE, Cast, invite, routes, who_gets_through

SEATED = frozenset({"player", "opponent"})
PLAYER = frozenset({"player"})
STAFF = frozenset({"staff", "admin"})
ADMIN = frozenset({"admin"})
GAME, TABLE = API + "games/<slug:code>", "g/<slug:code>/"


@dataclass(frozen=True)
class Row:
    """Who may read (GET) and who may write; `public`: who may read when the table is public, if that differs."""

    read: frozenset[str]
    write: frozenset[str]
    public: frozenset[str] | None = None


ROWS: dict[str, Row] = {
    # ---- the API
    API + "$": Row(ALL, NOBODY),
    API + "docs$": Row(ALL, NOBODY),
    API + "openapi.yaml$": Row(ALL, NOBODY),
    API + "openapi.json$": Row(ALL, NOBODY),
    API + "asyncapi.json$": Row(ALL, NOBODY),
    API + "leaderboards/": Row(PEOPLE, NOBODY),
    API + "bot-ladder/": Row(PEOPLE, PEOPLE),
    API + "stream$": Row(ALL, NOBODY),
    API + "^": Row(NOBODY, NOBODY),  # every other address
    API + "rules": Row(ALL, NOBODY),
    API + "games$": Row(ALL, PEOPLE),
    GAME: Row(SEATED, SEATED),
    **{
        GAME + end: Row(SEATED, SEATED, public=ALL)
        for end in ("$", "/view$", "/log$", "/positions", "/export$", "/verification$", "/talk$", "/time$")
    },
    GAME + "/time/no-deputy$": Row(NOBODY, NOBODY),  # the seat has no deputy
    GAME + "/decline$": Row(NOBODY, NOBODY),  # there is no challenge
    **{GAME + end: Row(NOBODY, NOBODY) for end in ("/chronicle", "/readings")},  # only after the end of the game
    API + "substitutes$": Row(PEOPLE, NOBODY),
    **{API + f"tournaments/<slug:code>/{end}": Row(NOBODY, PLAYER) for end in ("withdraw", "check-in")},
    **{API + f"tournaments/<slug:code>/{end}": Row(NOBODY, PEOPLE) for end in ("rest", "no-rest")},  # the round is checked first
    API + "tournaments/<slug:code>/acts/": Row(PEOPLE, NOBODY),  # the existence of the key is checked first; there is no GET
    API + "tournaments/<slug:code>/acts": Row(frozenset({"admin"}), PEOPLE),  # GET only
    API + "tournaments$": Row(ALL, ADMIN),  # people who may announce tournaments
    API + "tournaments": Row(ALL, PEOPLE),
    API + "players": Row(PEOPLE, PEOPLE),
    API + "me": Row(PEOPLE, PEOPLE),
    API + "me/messages/<int:pk>": Row(PLAYER, PLAYER),
    API + "me/devices/<int:pk>$": Row(NOBODY, NOBODY),  # there are no devices
    API + "me/channels/<slug:medium>": Row(NOBODY, NOBODY),  # no channel has addresses here
    API + "webhooks": Row(PEOPLE, PEOPLE),
    API + "webhooks/<int:pk>": Row(PLAYER, PLAYER),
    API + "tokens/<int:pk>$": Row(PLAYER, PLAYER),
    API + "tokens$": Row(PEOPLE, PEOPLE),
    # ---- one table
    TABLE: Row(SEATED, SEATED),
    **{
        TABLE + end: Row(SEATED, SEATED, public=ALL)
        for end in ("$", "pulse/", "at/", "steps/", "text/", "table.", "game.json", "join/<", "time/$", "substitute/<")
    },
    **{TABLE + end: Row(NOBODY, PLAYER) for end in ("bot/", "guest/", "remove/", "cancel/")},  # only the host may
    **{TABLE + end: Row(NOBODY, NOBODY) for end in ("time/give/", "time/no-deputy/")},  # for others' seats; there is no deputy
    **{TABLE + end: Row(PEOPLE, NOBODY) for end in ("mine/$", "mine/time/$")},  # redirects to a page with its own check
    TABLE + "feed.atom": Row(NOBODY, NOBODY, public=ALL),
    TABLE + "letters/<int:pk>/share/": Row(NOBODY, NOBODY),  # there is no letter
    **{TABLE + end: Row(NOBODY, NOBODY) for end in ("chronicle", "readings/", "share.png")},  # only after the end of the game
    TABLE + "review/": Row(NOBODY, SEATED),  # also; an early request gets a notice
    "share/": Row(NOBODY, NOBODY),  # only after the end of a public game
    # ---- the site
    "$": Row(ALL, ALL),
    **{
        name: Row(ALL, NOBODY)
        for name in ("lobby/", "rules/", "healthz$", "readyz$", "sw.js$", "robots.txt$", ".well-known/", "credits/", "api/$")
    },
    **{name: Row(ALL, ALL) for name in ("learn/", "puzzles/")},
    **{name: Row(ALL, NOBODY) for name in ("api/$", "favicon.ico$", "icon/<int:waiting>.svg", "manifest.webmanifest$", "offline/")},
    ".well-known/change-password$": Row(NOBODY, NOBODY),  # redirects everybody
    **{name: Row(ALL, ALL) for name in ("language/", "settings/theme/", "sign-in/")},
    **{name: Row(PEOPLE, PEOPLE) for name in ("next$", "new/", "settings/", "substitutes/")},
    "new/<slug:key>/bots/": Row(ALL, ALL),  # a visitor without an account becomes a guest
    "tournaments/": Row(ALL, PEOPLE),
    **{f"tournaments/<slug:code>/{name}": Row(ALL, NOBODY) for name in ("export.", "people/")},  # files and cards; GET only
    "oauth/authorize": Row(PEOPLE, PEOPLE),
    "oauth/": Row(NOBODY, ALL),  # authenticated by the token in the request
    "leaderboards/<slug:key>/": Row(PEOPLE, NOBODY),
    "players/<str:name>/": Row(PEOPLE, PEOPLE),
    "players/<str:name>/$": Row(PEOPLE, NOBODY),
    **{
        name: Row(NOBODY, NOBODY) for name in ("metrics$", "healthz/mirror$", "mail/hook/", "calendar/", "guest/", "answer/")
    },  # behind a key or a signed link
    # ---- messages
    "messages/": Row(PEOPLE, PEOPLE),
    "messages/<int:pk>/": Row(PLAYER, PLAYER),
    "messages/webhooks/<int:pk>/": Row(PLAYER, PLAYER),
    **{f"messages/{name}/": Row(NOBODY, NOBODY) for name in ("unsubscribe", "confirm")},  # behind a signed link
    "messages/channels/": Row(NOBODY, NOBODY),  # no channel has addresses here
    "messages/push/": Row(NOBODY, NOBODY),  # only with a key pair, and there are no subscriptions
    # ---- accounts
    "accounts/": Row(PEOPLE, PEOPLE),
    **{f"accounts/{name}": Row(ALL, ALL) for name in ("login/", "logout/", "inactive/", "signup/")},
    "accounts/login/code/confirm/": Row(PEOPLE, PEOPLE),  # all others must request a code first
    **{f"accounts/password/reset/{name}": Row(ALL, ALL) for name in ("$", "done/", "complete/")},
    **{f"accounts/{name}": Row(NOBODY, NOBODY) for name in ("reauthenticate/", "password/reset/confirm/")},
    **{f"accounts/2fa/{name}": Row(NOBODY, NOBODY) for name in ("reauthenticate/", "totp/deactivate/", "webauthn/reauthenticate/")},
    **{f"accounts/2fa/{name}": Row(NOBODY, NOBODY) for name in ("recovery-codes/$", "recovery-codes/download/", "webauthn/keys/")},
    # ---- the admin, and routes of development only
    "admin/": Row(ADMIN, ADMIN),
    **{f"admin/{name}": Row(STAFF, STAFF) for name in ("$", "password_change/", "jsi18n/")},
    **{f"admin/{name}/": Row(ALL, ALL) for name in ("login", "logout")},
    "dev/mail/": Row(NOBODY, NOBODY),
}
MISSING = Row(NOBODY, NOBODY)
ROUTES = list(routes())
SECTIONS = ("api/v1/games", "api/v1/t", "api/v1/", "g/", "accounts/", "admin/games/", "admin/", "")


def key_of(route: str) -> str | None:
    """The key of the row of exactly this route, else of that with the longest prefix."""
    if route + "$" in ROWS:
        return route + "$"
    return next((prefix for prefix in sorted(ROWS, key=len, reverse=True) if prefix and route.startswith(prefix)), None)


def row_of(route: str) -> Row | None:
    key = key_of(route)
    return ROWS[key] if key is not None else None


def difference(route: str, method: str, found: set[str], wanted: frozenset[str] | set[str]) -> str:
    """The sentence about callers for whom a route and its row differ."""
    return f"{method} {route}: too many {sorted(found - wanted)}, missing {sorted(wanted - found)} by the row {key_of(route)!r} of ROWS"


def section_of(route: str) -> str:
    """The part of the site that a route is tested with."""
    return next(section for section in SECTIONS if route.startswith(section))


@pytest.fixture
def cast(db: None, settings: Any) -> Iterator[Cast]:
    """All callers, at a private table of a site with production settings. Without log lines, which would hide what is wrong."""
    settings.FATE_MAILBOX = False
    settings.FATE_API_RATE = 1_000_000
    logging.disable(logging.WARNING)
    yield invite()
    logging.disable(logging.NOTSET)


def test_every_route_has_a_row() -> None:
    assert [route for route in ROUTES if row_of(route) is None] == [], "give these routes rows in ROWS: who may read, who may write"


def test_every_row_has_a_route() -> None:
    used = {id(row_of(route)) for route in ROUTES}
    assert [prefix for prefix, row in ROWS.items() if id(row) not in used] == []


@pytest.mark.django_db
@pytest.mark.parametrize("section", SECTIONS)
def test_who_gets_through(cast: Cast, section: str, settings: Settings) -> None:
    """Exactly the callers in the row; in the admin, callers in the row may get 404 for objects without a page."""
    settings.STREAM_URL = "http://127.0.0.1:8001/api/v1/stream"  # another process, to which the site redirects
    wrong = []
    for route in (route for route in ROUTES if section_of(route) == section):
        row = row_of(route) or MISSING
        for method in ("get", "post", "put", "patch", "delete") if route.startswith(API) else ("get", "post"):
            wanted = row.read if method == "get" else row.write
            found, tried = who_gets_through(cast, route, method)
            if found != wanted & tried and not (route.startswith("admin/") and found < wanted):
                wrong.append(difference(route, method, found, wanted & tried))
    assert not wrong, "\n".join(wrong)


@pytest.mark.django_db
def test_who_may_read_a_public_table(cast: Cast) -> None:
    Game.objects.update(visibility=Game.Visibility.PUBLIC)
    wrong = []
    for route in (route for route in ROUTES if route.startswith((GAME, TABLE))):
        row = row_of(route) or MISSING
        found, tried = who_gets_through(cast, route, "get")
        wanted = row.read if row.public is None else row.public
        if found != wanted & tried:
            wrong.append(difference(route, "get", found, wanted & tried))
    assert not wrong, "\n".join(wrong)
