"""Tests of the middleware of pages: requests with a token alone skip it, all other requests run it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.test import Client
from django_htmx.middleware import HtmxMiddleware

from fateapp.web import page_middleware
from games.models import Game, Player
from tests.games.api.conftest import Call

ORIGIN = "https://elsewhere.example"
EVERY_ANSWER = ("Content-Security-Policy", "X-Frame-Options", "X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy")
OF_ITS_REQUEST = {"X-Request-ID", "RateLimit"}
"""Headers whose value differs from request to request."""


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """The number of runs of each page middleware."""
    found: Counter[str] = Counter()

    def counted(kind: type, method: str) -> None:
        real = getattr(kind, method)

        def wrapped(self: Any, request: Any) -> Any:
            found[kind.__name__] += 1
            return real(self, request)

        monkeypatch.setattr(kind, method, wrapped)

    for kind in (SessionMiddleware, AuthenticationMiddleware, MessageMiddleware):
        counted(kind, "process_request")
    counted(HtmxMiddleware, "__call__")
    return found


def test_token_alone_passes_the_middleware_of_pages_by(call: Call, alice: Player, ran: Counter[str]) -> None:
    assert call(alice).get("me").status_code == 200
    assert not ran


@pytest.mark.parametrize("path", ["/api/v1/me", "/"])
def test_cookie_and_pages_pass_through_all_of_it(call: Call, alice: Player, ran: Counter[str], path: str) -> None:
    program = call(alice)
    headers = program.headers | ({"Cookie": "a=b"} if path != "/" else {})
    assert program.client.get(path, headers=headers).status_code == 200
    assert ran == dict.fromkeys(("SessionMiddleware", "AuthenticationMiddleware", "MessageMiddleware", "HtmxMiddleware"), 1)


@pytest.mark.parametrize("path", ["me", "games?mine=true", "players/nobody", "games/nothing/view"])
def test_answers_are_the_same_as_with_a_cookie(call: Call, alice: Player, path: str) -> None:
    program = call(alice)
    one, other = program.get(path, Origin=ORIGIN), program.get(path, Origin=ORIGIN, Cookie="a=b")
    assert (one.status_code, set(one.headers)) == (other.status_code, set(other.headers))
    assert {name: it for name, it in one.headers.items() if name not in OF_ITS_REQUEST} == {
        name: it for name, it in other.headers.items() if name not in OF_ITS_REQUEST
    }
    assert set(EVERY_ANSWER) <= set(one.headers)
    assert one.headers["Access-Control-Allow-Origin"] == "*"
    assert one.headers["RateLimit"].startswith('"read";r=')
    assert one.headers["X-Request-ID"] != other.headers["X-Request-ID"]


def test_language_of_an_answer_is_that_of_the_request(call: Call, alice: Player, game: Game) -> None:
    program = call(alice)
    german, english = (program.get(f"games/{game.code}/view", **{"Accept-Language": language}) for language in ("de", "en"))
    assert (german.headers["Content-Language"], english.headers["Content-Language"]) == ("de", "en")
    assert german.json()["text"] != english.json()["text"]


def test_session_needs_the_csrf_token_also_beside_an_empty_token(alice: Player, game: Game) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    for headers in ({}, {"Authorization": ""}):
        answer = browser.put(f"/api/v1/games/{game.code}/notes", {"text": "x"}, content_type="application/json", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "csrf")


def test_session_does_not_count_beside_a_token_that_is_not_valid(alice: Player) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    assert browser.get("/api/v1/me").status_code == 200
    assert browser.get("/api/v1/me", headers={"Authorization": "Bearer fate_wrong"}).status_code == 401


def test_unknown_host_is_refused_with_a_token(call: Call, alice: Player) -> None:
    assert call(alice).get("me", Host="other.example").status_code == 400


def test_limit_of_a_token_holds(call: Call, alice: Player, settings: Any) -> None:
    settings.FATE_API_RATE = 2
    program = call(alice)
    assert [program.get("me").status_code for _each in range(3)] == [200, 200, 429]


def test_only_the_api_is_meant(rf: Any) -> None:
    token = {"Authorization": "Bearer fate_x"}
    assert page_middleware.by_token_alone(rf.get("/api/v1/me", headers=token))
    assert not page_middleware.by_token_alone(rf.get("/g/abc/", headers=token))
    assert not page_middleware.by_token_alone(rf.get("/apinot/", headers=token))
    assert not page_middleware.by_token_alone(rf.get("/api/v1/me"))
