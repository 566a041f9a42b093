"""Pages and form posts through the whole of Django in this process, without a network: the CPU time of a web worker."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.handlers.wsgi import WSGIHandler

from games.models import Game, Player
from games.pages.people import middleware
from notifications.clock import database_now
from tests.bench import population, twins
from tests.bench.cells import Cell, Turn, repeat
from tests.bench.moves import Copies

BARE_PAGE, BARE_POST = "bare page of the size of the table", "bare form POST: one function call"
TOKEN = "b" * 32
OWN_BACKEND = "games.pages.people.auth_backend.Backend"


@dataclass
class Browser:
    """Sends requests to the WSGI application as a signed-in browser."""

    application: WSGIHandler

    def request(self, cookie: str, path: str, form: dict[str, Any] | None = None, query: str = "") -> tuple[int, int]:
        """Status and size of the response."""
        body = urlencode({"csrfmiddlewaretoken": TOKEN, **form}).encode() if form is not None else b""
        said: list[Any] = []
        environ = {
            "REQUEST_METHOD": "GET" if form is None else "POST",
            "PATH_INFO": path,
            "SCRIPT_NAME": "",
            "QUERY_STRING": query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "localhost",
            "HTTP_COOKIE": cookie,
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": io.StringIO(),
        }

        def start(status: str, headers: Any, error: Any = None, /) -> Callable[[bytes], object]:
            said.append(status)
            return said.append

        response = self.application(environ, start)
        size = sum(map(len, response))
        response.close()
        return int(said[0][:3]), size

    def get(self, cookie: str, path: str, query: str = "") -> int:
        """The size of a page. Raises RuntimeError when it is not served."""
        status, size = self.request(cookie, path, query=query)
        if status != 200:
            raise RuntimeError(f"{path} answered {status}; nothing can be measured.")
        return size

    def post(self, cookie: str, path: str, form: dict[str, Any]) -> None:
        """Post a form. Raises RuntimeError when it is not accepted."""
        status, _size = self.request(cookie, path, form)
        if status != 302:
            raise RuntimeError(f"The form at {path} answered {status}; nothing can be measured.")


def sign_in(player: Player, backend: str = OWN_BACKEND) -> str:
    """A session for this user; returns the cookies. The client's address counts as recorded for today, so that no request records it."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(player.pk), backend
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session[middleware.KEPT] = database_now().date().isoformat()
    session.create()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}; {middleware.COOKIE}=bench; {settings.CSRF_COOKIE_NAME}={TOKEN}"


def cells(copies: Copies, stocks: list[population.Stock]) -> list[Cell]:
    """Pages compared with a bare page, form posts with a bare form post."""
    browser, bare = Browser(WSGIHandler()), Browser(twins.application())
    cookies = {player.pk: sign_in(player) for stock in stocks for player in stock.players}
    tables = [population.somebodys_games(stock.book, f"{stock.book.key}-reader") for stock in stocks]
    found = [_table(browser, table, sign_in(reader)) for table, reader in tables]
    table, reader = tables[-1]
    own, twin, rng = sign_in(reader), sign_in(reader, twins.BACKEND), random.Random(5)
    size = browser.get(own, table.get_absolute_url())
    found.insert(0, Cell(BARE_PAGE, _get(bare, twin, f"/bench/page/{table.code}/{size}/")))
    found += [Cell(f"page: {name}", _get(browser, own, path), BARE_PAGE) for name, path in (("my games", "/"), ("lobby", "/lobby/"))]
    found.append(Cell(BARE_POST, lambda seconds: repeat(lambda: _bare_post(bare, twin, copies.one(rng)), seconds)))
    return found + [Cell(f"form POST: {stock.book.key}", _post(browser, cookies, stock), BARE_POST) for stock in stocks]


def _table(browser: Browser, table: Game, cookie: str) -> Cell:
    """The table page of one kind of game, at its first question."""
    size = browser.get(cookie, path := table.get_absolute_url())
    return Cell(f"page: table of {table.rules} ({size / 1000:.0f} kB)", _get(browser, cookie, path), BARE_PAGE)


def _get(browser: Browser, cookie: str, path: str) -> Callable[[float], Turn]:
    return lambda seconds: repeat(lambda: lambda: browser.get(cookie, path), seconds)


def _bare_post(browser: Browser, cookie: str, pk: int) -> Callable[[], object]:
    return lambda: browser.post(cookie, f"/bench/move/{pk}/", {"choice": "token", "seat": 0, "nth": 1})


def _post(browser: Browser, cookies: dict[int, str], stock: population.Stock) -> Callable[[float], Turn]:
    def prepare() -> Callable[[], object]:
        given = stock.next()
        code = Game.objects.values_list("code", flat=True).get(pk=given.game)
        form = {"seat": given.seat, "nth": given.nth, "text": given.text, "story": ""}
        return lambda: browser.post(cookies[given.player], f"/g/{code}/answer/", form)

    return lambda seconds: repeat(prepare, seconds)
