"""docs/board.html on an origin of its own: somebody signs in with this site there, plays a whole game, and takes it back."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from games.models import ApiToken, Game, Player
from games.services.tables import bots
from notifications.clock import database_now
from tests.e2e.conftest import session_cookie

DOCS = Path(__file__).resolve().parents[2] / "docs"
ANSWER_WHILE_ASKED = """async () => {
  await open(code);
  while (view.decision) await answer(view.decision.options[0].token);
  return view.game.status;
}"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_words: Any) -> None:
        """Nothing."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """Another origin that serves docs/."""
    handler = partial(_Quiet, directory=str(DOCS))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_board_on_another_origin_plays_a_whole_game(browser: Browser, live_server: Any, settings: Any, elsewhere: str) -> None:
    settings.SITE_URL = live_server.url
    ada = Player.objects.create_user("ada@example.org", None, name="Ada")
    context = browser.new_context()
    context.add_cookies([session_cookie(ada, live_server.url)])
    page = context.new_page()
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.goto(f"{elsewhere}/board.html")
    page.get_by_label("Site").fill(live_server.url)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Allow", exact=True).click()
    page.get_by_label("Game", exact=True).select_option("turn_of_fate")
    page.get_by_role("button", name="New game against a bot").click()
    page.get_by_text("Pass: play nothing").wait_for()
    while page.evaluate(ANSWER_WHILE_ASKED) == "active":
        assert bots.play_bots(database_now())
    page.get_by_text("The game is over.").wait_for()
    token = ApiToken.objects.get(player=ada)
    assert (token.name, sorted(token.scopes)) == (elsewhere.removeprefix("http://"), ["game:play", "game:read", "table:write"])
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign in").wait_for()
    assert not ApiToken.objects.exists()
    assert Game.objects.get().status == Game.Status.FINISHED
    assert trouble == []
    context.close()
