"""Tests of finished games: score by parts, course of the game, what may be shared; and of the installable web app."""

from __future__ import annotations

import base64
import hashlib
import re
import struct
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client

from games.models import Game, Player
from games.queries.history import ending
from games.queries.process_cache import BoundedCache
from games.render import sheets
from games.render.words import signed
from games.rules.author import Rules
from games.rules.contract import Result
from games.rules.registry import all_games
from tests.games.conftest import person, start
from tests.games.moves import move, play_out

every_game = pytest.mark.parametrize("key", [key for key in all_games() if key != "lone_star"])
SHARED = 'property="og:image"'


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "curves", BoundedCache(8))


def finished(*players: Player, **settings: Any) -> Game:
    game = start(*players, **settings)
    play_out(game)
    return game


def seats_of(key: str, alice: Player) -> list[Player]:
    return [alice, *(person(f"friend{number}") for number in range(1, all_games()[key].seats[0]))]


@every_game
def test_page_of_a_finished_game_tells_what_was_won_by_what(key: str, client: Client, alice: Player) -> None:
    game = finished(*seats_of(key, alice), rules=key)
    client.force_login(alice)
    page = client.get(game.get_absolute_url()).content.decode()
    assert page.count('class="felt account') == game.seat_count
    assert ('class="card-picture"' in page) == (type(all_games()[key]).breakdown is not Rules.breakdown)
    assert page.index("Rematch") < page.index("The chronicle")
    assert game.result is not None
    for score in game.result["scores"]:
        counted = key != "fate_foretold"  # won or lost: 1 or 0 points would say nothing
        assert (f'<p class="account-score">{signed(score)}</p>' in page) == counted


@pytest.mark.parametrize("friends", [1, 3])
def test_page_of_a_finished_game_asks_the_same_number_of_queries(
    friends: int, client: Client, alice: Player, django_assert_num_queries: Any
) -> None:
    game = finished(alice, *(person(f"friend{number}") for number in range(friends)), rules="lone_star")
    client.force_login(alice)
    client.get(game.get_absolute_url())
    ending.curves.put((game.pk, game.seq, game.status), ending.Curve((), None))
    with django_assert_num_queries(8):
        assert client.get(game.get_absolute_url(), {"again": "1"}).status_code == 200


def test_course_ends_with_the_result_and_is_worked_out_once(alice: Player, bob: Player, django_assert_num_queries: Any) -> None:
    game = finished(alice, bob)
    assert game.result is not None
    result = Result(tuple(game.result["ranks"]), tuple(game.result["scores"]), game.result["reason"])
    with django_assert_num_queries(1):
        course = ending.curve(game, result)
        assert ending.curve(game, result) is course
    assert course.points[-1][1] == result.scores
    leads = [scores[0] - scores[1] for _seq, scores in course.points]
    winner = 1 if result.scores[0] > result.scores[1] else -1  # type: ignore[operator]
    steps = [winner * (after - before) for before, after in pairwise(leads)]
    at = [seq for seq, _scores in course.points].index(course.turning)
    assert steps[at - 1] == max(steps)


def test_a_draw_has_no_turning_point() -> None:
    assert ending._turning(((1, (0, 0)), (2, (3, 0)), (3, (3, 3))), Result((1, 1), (3, 3), "drawn")) is None


def test_finished_public_games_are_shared_with_a_picture(client: Client, alice: Player, bob: Player) -> None:
    game = finished(alice, bob, visibility="public")
    page = client.get(game.get_absolute_url()).content.decode()
    assert f'<meta property="og:image" content="http://testserver{game.get_absolute_url()}share.png">' in page
    answer = client.get(f"{game.get_absolute_url()}share.png")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
    assert sheets.credit().encode("latin-1") in answer.content
    assert "public" in answer["Cache-Control"]


def test_page_for_crawlers_says_what_everybody_may_know_to_its_players_too(client: Client, alice: Player, bob: Player) -> None:
    game = finished(alice, bob, visibility="public")
    client.force_login(alice)
    page = client.get(f"/share/{game.code}/").content.decode()
    assert f'<meta property="og:image" content="http://testserver/share/{game.code}/picture.png">' in page
    assert '<meta name="robots" content="noindex">' in page
    assert "You win" not in page
    assert client.get(f"/share/{game.code}/picture.png")["Content-Type"] == "image/png"
    assert f"/share/{game.code}/" in client.get(game.get_absolute_url()).content.decode()


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_other_finished_games_have_no_picture_to_share(visibility: str, client: Client, alice: Player, bob: Player) -> None:
    game = finished(alice, bob, visibility=visibility)
    client.force_login(alice)
    assert SHARED not in client.get(game.get_absolute_url()).content.decode()
    for address in (f"{game.get_absolute_url()}share.png", f"/share/{game.code}/", f"/share/{game.code}/picture.png"):
        assert client.get(address).status_code == 404


def test_running_games_have_no_picture_to_share(client: Client, alice: Player, bob: Player) -> None:
    game = start(alice, bob, visibility="public")
    move(game)
    assert SHARED not in client.get(game.get_absolute_url()).content.decode()
    for address in (f"{game.get_absolute_url()}share.png", f"/share/{game.code}/", f"/share/{game.code}/picture.png"):
        assert client.get(address).status_code == 404


def test_credits_name_every_author_and_the_licence(client: Client, db: None) -> None:
    page = client.get("/credits/").content.decode()
    assert all(f"Icons made by {author}" in page for author in sheets.authors())
    assert sheets.LICENCE_URL in page
    assert page.count("<li><svg") == len({one.name for sheet in sheets.sheets().values() for one in sheet.values()})
    assert 'href="/credits/"' in client.get("/").content.decode()
    assert 'href="/credits/"' in client.get("/rules/turn_of_fate/").content.decode().partition("<footer")[0]


def test_site_can_be_installed(client: Client) -> None:
    told = client.get("/manifest.webmanifest")
    assert told["Content-Type"] == "application/manifest+json"
    assert {icon["sizes"] for icon in told.json()["icons"]} == {"192x192", "512x512"}
    assert client.get("/favicon.ico").status_code == 302
    answer = client.get("/offline/")
    offline = answer.content.decode()
    [style] = re.findall(r"<style>(.*?)</style>", offline, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"'sha256-{digest}'" in answer.headers["Content-Security-Policy"]
    assert "unsafe-inline" not in answer.headers["Content-Security-Policy"]
    assert "<script" not in offline
    assert "/static/" not in offline
    assert b"/offline/" in client.get("/sw.js").content


def test_list_shows_the_table_and_what_is_most_urgent_first(client: Client, alice: Player, bob: Player) -> None:
    games = [start(alice, bob) for _ in range(2)]
    client.force_login(alice)
    page = client.get("/").content.decode()
    assert page.count('class="mini-table felt cloth-teal"') == 2
    waiting = [game for game in games if game.seats.filter(player=alice, pending=True).exists()]
    assert page.count("badge-turn") == len(waiting)
    assert page.count('class="game-card asked"') == len(waiting)


def test_small_pictures_show_nothing_hidden(client: Client, alice: Player, bob: Player) -> None:
    """Spectators see only the cards that lie in the trick."""
    game = start(alice, bob, rules="destined_to_fail", visibility="public")
    for _ in range(4):
        move(game)
    page = client.get("/lobby/").content.decode()
    seen = page.partition('<span class="mini-table felt cloth-indigo"')[2].partition("</a>")[0]
    assert 0 < seen.count("card-picture") <= game.seat_count
