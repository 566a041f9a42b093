"""Test with kill -9 of everything but the web server and PostgreSQL: moves are accepted at once, and every mail is sent once."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from collections.abc import Iterator
from html import unescape
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import psycopg
import pytest

from fateapp.embedded import instance_record
from tests.fateapp.test_up import Site, manage, running_site
from tests.fateapp.waiting import until
from tests.stopwatch import stretched

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("up")]
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
NTH = re.compile(r'name="nth" value="(\d+)"')
CHOICE = re.compile(r'name="choice" value="([^"]+)"')
MESSAGES = "SELECT key, kind, state FROM notifications_message ORDER BY id"
TURN = """SELECT pending, nth FROM games_seat JOIN games_game ON games_game.id = games_seat.game_id
          WHERE NOT is_bot AND games_game.status IN ('active', 'finished')"""


@pytest.fixture
def site() -> Iterator[Site]:
    """A site whose processes the test may kill."""
    with running_site() as made:
        yield made


def ask_database(site: Site, statement: str) -> list[tuple[Any, ...]]:
    """The rows of a statement, from the database of the site."""
    with psycopg.connect(instance_record.load(site.root / "data").database_url or "") as line:
        return line.execute(statement).fetchall()


def post(web: OpenerDirector, page: str, address: str, **fields: str) -> str:
    """Send a form of `page` and return the response."""
    token = TOKEN.search(page)
    assert token is not None
    data = urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
    text: str = web.open(address, data, timeout=60).read().decode()
    return text


def test_moves_are_accepted_and_every_mail_is_sent_once(site: Site) -> None:
    home, web = f"http://127.0.0.1:{site.port}", build_opener(HTTPCookieProcessor(CookieJar()))
    link = home + json.loads(manage(site, "demo", "--print-link").splitlines()[-1])["path"]
    page = post(web, web.open(link, timeout=60).read().decode(), link)
    until(lambda: ask_database(site, TURN)[0][0], "the first turn of the person")
    found = re.search(r'href="(/g/[a-z0-9]+/)"', page)
    assert found is not None
    table = home + found[1]
    for _ in range(2):
        page = web.open(table, timeout=60).read().decode()
        nth, choice = NTH.search(page), CHOICE.findall(page)
        assert nth is not None
        for name in ("worker", "beat", "valkey"):
            pid = site.pid(name)
            if pid is not None:
                os.kill(pid, signal.SIGKILL)
        begun = time.monotonic()
        page = post(web, page, f"{table}answer/", nth=nth[1], choice=unescape(choice[0]))
        assert "Nothing has changed." not in page
        assert time.monotonic() - begun < stretched(10)
        until(lambda nth=nth: (True, int(nth[1]) + 1) in ask_database(site, TURN), "the bot's answer after everything came back", 90)
    until(lambda: all(state in ("sent", "superseded") for _key, _kind, state in ask_database(site, MESSAGES)), "the mails", 60)
    messages = ask_database(site, MESSAGES)
    turns = [key for key, kind, state in messages if kind == "your_turn" and state == "sent"]
    assert len(turns) == len(set(turns))
    assert any(key.endswith(":2") for key in turns)
