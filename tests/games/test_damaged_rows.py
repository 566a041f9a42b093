"""A damaged row affects its own game only, with a clear error that names the game in the log of the site."""

from __future__ import annotations

from asyncio import new_event_loop
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test import Client

from games.api.streams.tables import Asked, views_of
from games.models import Game, Move, Player, Review, Seat
from games.queries.history.decisions import own_decisions
from games.rules.registry import all_games
from games.services.history import reviews
from games.services.tables import bots, searching_bots
from tests.games.conftest import DAY, NOON, person, start
from tests.games.moves import asked, move, play_out, sweep_at

FIVE = ("council_of_kings", "destined_to_fail", "fate_foretold", "tempting_fate", "turn_of_fate")
DAMAGED = {
    "cut off": '{"table": {"sc',
    "empty": "{}",
    "null": "null",
    "a list": "[]",
    "without a field": '{"table": {}, "since": [], "sealed": {}}',
    "number for a list": '{"table": {}, "since": 5, "sealed": {}, "draws": 0}',
}
PAGES = ("", "text/", "table.txt", "table.svg", "at/1/", "steps/1/", "feed.atom", "?hint")
RESOURCES = ("view", "log", "orders")


def running(*players: Player, rules: str = "turn_of_fate") -> Game:
    """A public game after four answers; the first players are given, the others are new."""
    others = [person(f"{rules}{number}") for number in range(len(players), all_games()[rules].seats[0])]
    game = start(*players, *others, rules=rules, visibility="public")
    for _ in range(4):
        move(game)
    return game


def damage(game: Game, position: str | None = "{") -> None:
    """Overwrite the stored position (None: leave it), and make pages that are cached for this state outdated."""
    game.refresh_from_db()
    Game.objects.filter(pk=game.pk).update(position=game.position if position is None else position, changes=game.changes + 1)
    game.refresh_from_db()


@contextmanager
def bypassing_triggers() -> Iterator[None]:
    """The log is append-only; a damaged disk does not ask the trigger."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        yield
        cursor.execute("SET LOCAL session_replication_role = origin")


@pytest.mark.parametrize("rules", FIVE)
@pytest.mark.parametrize("stored", DAMAGED.values(), ids=DAMAGED)
def test_unreadable_position_is_a_clear_error_of_its_game(
    rules: str, stored: str, client: Client, alice: Player, bob: Player, caplog: pytest.LogCaptureFixture
) -> None:
    hurt, sound = running(alice, bob, rules=rules), running(alice, bob)
    damage(hurt, stored)
    client.force_login(alice)
    for page in PAGES:
        answer = client.get(f"/g/{hurt.code}/{page}")
        assert answer.status_code == 409, page
        assert "The stored position of this game cannot be read" in answer.content.decode()
    for name in RESOURCES:
        answer = client.get(f"/api/v1/games/{hurt.code}/{name}")
        assert (answer.status_code, answer["Content-Type"]) == (409, "application/problem+json"), name
        assert answer.json()["code"] == "trouble"
    for address in ("/", "/lobby/", "/api/v1/games", "/api/v1/me/games/export", f"/g/{sound.code}/", f"/api/v1/games/{sound.code}/view"):
        assert client.get(address).status_code == 200, address
    assert f"manage.py audit --rebuild {hurt.code}" in caplog.text
    assert f"--rebuild {sound.code}" not in caplog.text


def test_streams_leave_an_unreadable_game_out(alice: Player, bob: Player) -> None:
    hurt, sound = running(alice, bob), running(alice, bob)
    damage(hurt)
    codes = (hurt.code, sound.code)
    loop = new_event_loop()
    found = views_of([Asked(player.pk, codes, "en", loop.create_future()) for player in (alice, bob)])
    loop.close()
    assert [list(views) for views in found] == [[sound.code], [sound.code]]


def test_sweeper_stops_an_unreadable_game_and_serves_the_others(alice: Player, bob: Player) -> None:
    hurt, sound = running(alice, bob), running(alice, bob)
    damage(hurt)
    assert sweep_at(NOON + 2 * DAY).timeouts == 1
    hurt.refresh_from_db()
    assert hurt.trouble.startswith(f"The stored position of game {hurt.code} cannot be read.")
    assert f"--rebuild {hurt.code}" in hurt.trouble[:160]  # the inbox of the admin shows as much
    assert not hurt.seats.exclude(due_at=None).exists()
    assert Game.objects.get(pk=sound.pk).seq > sound.seq


@pytest.mark.parametrize("level", ["easy", "fair"])
def test_bots_serve_other_games_and_try_an_unreadable_one_once(level: str, alice: Player) -> None:
    bot = Player.objects.create_bot(level)
    games = [start(alice, bot) for _ in range(2)]
    for game in games:
        while asked(game).player == alice:
            move(game)
    hurt, sound = games
    damage(hurt)
    sound.refresh_from_db()
    for _ in range(2):
        _ = searching_bots.play(lambda: NOON, seconds=2) if level == "fair" else bots.play_bots(NOON, limit=1)
    assert Game.objects.get(pk=hurt.pk).trouble
    assert Game.objects.get(pk=sound.pk).seq > sound.seq
    assert Seat.objects.filter(game=hurt, pending=True).exists()


def test_review_of_a_log_that_does_not_replay_does_not_stop_the_next_one(
    alice: Player, bob: Player, caplog: pytest.LogCaptureFixture
) -> None:
    games = [start(alice, bob) for _ in range(2)]
    for game in games:
        play_out(game)
        reviews.ask(game, alice, now=NOON)
    with bypassing_triggers():
        Move.objects.filter(game=games[0], seq__gt=1).update(text="no such card")
    for _ in games:
        assert reviews.work(own_decisions, seconds=0.5)
    assert f"review_failed: the log of game {games[0].code}" in caplog.text
    assert Review.objects.get(game=games[0]).judged == []
    assert Review.objects.get(game=games[1]).judged != []


@pytest.mark.parametrize("events", ['[{"kind": "dr', "null", "[5]", "[{}]", '[{"kind": "unknown", "public": {}, "private": {}}]'])
def test_damaged_events_hide_their_line_only(
    events: str, client: Client, alice: Player, bob: Player, caplog: pytest.LogCaptureFixture
) -> None:
    game = running(alice, bob)
    with bypassing_triggers():
        Move.objects.filter(game=game, seq=1).update(events=events)
    damage(game, None)
    client.force_login(alice)
    for page in PAGES:
        assert client.get(f"/g/{game.code}/{page}").status_code == 200, page
    page = client.get(f"/g/{game.code}/").content.decode()
    assert "This line of the log cannot be read" in page
    log = client.get(f"/api/v1/games/{game.code}/log")
    assert log.status_code == 200
    assert len(log.json()["items"]) > 1
    assert f"line_unreadable: line 1 of the log of game {game.code}" in caplog.text
    play_out(game)
    assert client.get(f"/g/{game.code}/chronicle/").status_code == 200
