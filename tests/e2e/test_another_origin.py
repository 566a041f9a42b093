"""docs/board.html on an origin of its own: somebody signs in with this site there, plays a whole game, and takes it back."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser

from games.models import ApiToken, Game, Player
from tests.e2e.conftest import session_cookie
from tests.games.api.servers import running

FIRST_CHOICE = """async () => {
  while (view.game.status === "active") {
    if (!view.decision) { await new Promise(later => setTimeout(later, 50)); continue; }
    await answer(view.decision.options[0].token);
  }
  return view.game.status;
}"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_words: Any) -> None:
        """Nothing."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """Another origin that serves docs/."""
    handler = partial(_Quiet, directory=str(Path(settings.BASE_DIR) / "docs"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_board_on_another_origin_plays_a_whole_game(browser: Browser, elsewhere: str, tmp_path: Path) -> None:
    ada = Player.objects.create_user("ada@example.org", None, name="Ada")
    with running(tmp_path / "log", workers=1) as site:
        context = browser.new_context()
        context.add_cookies([session_cookie(ada, site)])
        page = context.new_page()
        trouble: list[str] = []
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(f"{elsewhere}/board.html")
        page.get_by_label("Site").fill(site)
        page.get_by_role("button", name="Sign in").click()
        page.screenshot(path="/tmp/o1.png"); print(page.url, page.content()[:3000])
        page.get_by_role("button", name="Allow", exact=True).click()
        page.get_by_label("Game", exact=True).select_option("turn_of_fate")
        page.get_by_role("button", name="New game against a bot").click()
        page.get_by_role("button", name="Pass: play nothing").wait_for()
        assert page.evaluate(FIRST_CHOICE) == "finished"
        page.get_by_text("The game is over.").wait_for()
        token = ApiToken.objects.get(player=ada)
        assert (token.name, sorted(token.scopes)) == (elsewhere.removeprefix("http://"), ["game:play", "game:read", "table:write"])
        page.get_by_role("button", name="Sign out").click()
        page.get_by_role("button", name="Sign in").wait_for()
        assert not ApiToken.objects.exists()
        assert Game.objects.get().status == Game.Status.FINISHED
        assert trouble == []
        context.close()
