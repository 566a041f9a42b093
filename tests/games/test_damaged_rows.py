"""A damaged row affects its own game only, with a clear error that names the game in the log of the site."""

from __future__ import annotations

from asyncio import new_event_loop
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client

from games.api.streams.tables import Asked, views_of
from games.models import Game, Move, Player, Review, Seat
from games.models.audit import AuditEvent
from games.queries.history.review import own_decisions
from games.rules.registry import all_games
from games.services.clocks.pace import PRESETS
from games.services.history import reviews
from games.services.tables import bots, lobby, searching_bots
from games.tournaments.models import Tournament
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


MOMENT = '"2026-11-26T12:00:00+00:00"'
SHAPES: dict[tuple[str, str], tuple[list[str], list[str]]] = {  # table and column: values that are stored, values that are refused
    ("game", "carried"): (['[{"version": 1, "options": {}, "upto": 4}]'], ['[{"version": 1, "upto": 4}]', "[[]]"]),
    ("game", "options"): (["{}"], ["[5]"]),
    ("game", "pace"): (['{"kind": "none"}'], ["[5]"]),
    ("game", "pauses"): ([f'[[{MOMENT}, null, ""], [{MOMENT}, {MOMENT}, "why"]]'], [f"[[{MOMENT}, null]]", '[["x", null, ""]]', "[{}]"]),
    ("game", "ladder"): (["{}"], ["[5]"]),
    ("game", "proposal"): (['{"days": 2, "why": "", "by": 0, "yes": [0]}'], ["{}", '{"days": 2, "why": "", "by": 0, "yes": 5}']),
    ("game", "waiting"): (["[]", "[0, 1]"], ["{}", '["x"]', "[null]", "[[]]"]),
    ("game", "result"): (
        ['{"ranks": [1, 2], "scores": [null, 4], "reason": "x"}'],
        ["{}", '{"ranks": [1], "scores": [4], "reason": "x"}', '{"ranks": 5, "scores": [1, 2], "reason": "x"}'],
    ),
    ("seat", "orders"): (["{}", '{"slot": "text"}'], ["[]", '{"slot": 5}']),
    ("seat", "held_answer"): (['{"nth": 3, "text": "a", "said": "b", "story": "", "player": 4}'], ["{}", '{"nth": 3}']),
    ("player", "personal"): (
        ["{}", f'{{"quiet": [60, 120], "days_off": [5], "leads": [30], "absences": [[{MOMENT}, {MOMENT}]]}}'],
        ["[]", '{"quiet": 5}', '{"days_off": 5}', '{"leads": ["x"]}', '{"absences": [5]}'],
    ),
    ("tournament", "options"): (["{}"], ["[5]"]),
    ("tournament", "pace"): (['{"kind": "none"}'], ["[5]"]),
    ("tournament", "tie_breaks"): (['["BH"]'], ["{}", "[5]"]),
    ("tournament", "forbidden"): (["[[1, 2]]"], ["{}", "[5]", "[[1]]"]),
}


def put(table: str, column: str, value: str) -> None:
    """Store this JSON in all rows of a table."""
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE games_{table} SET {column} = %s::jsonb", [value])


@pytest.mark.parametrize(("table", "column"), SHAPES)
def test_database_refuses_values_that_no_reader_could_use(table: str, column: str, alice: Player, bob: Player) -> None:
    start(alice, bob)
    Tournament.objects.create(title="Cup", rules="turn_of_fate")
    fitting, others = SHAPES[table, column]
    for value in fitting:
        put(table, column, value)
    for value in ("null", "5", '"x"', *others):
        with pytest.raises(IntegrityError, match=f"{table}_{column}_shape"), transaction.atomic():
            put(table, column, value)


def test_migration_keeps_damaged_values_in_the_audit_log_and_stops_their_games(alice: Player, bob: Player) -> None:
    hurt, sound, over = running(alice, bob), running(alice, bob), running(alice, bob)
    play_out(over)
    migration = import_module("games.migrations.0019_shapes_of_stored_json")
    orders = '{"slot": ["' + "long " * 100 + '"]}'
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for statement in migration.backwards():
            cursor.execute(statement)
        cursor.execute("UPDATE games_game SET waiting = '5', pauses = '[[5]]' WHERE id = %s", [hurt.pk])
        cursor.execute("UPDATE games_game SET proposal = '[]' WHERE id = %s", [over.pk])
        cursor.execute("UPDATE games_seat SET orders = %s WHERE game_id = %s AND index = 0", [orders, sound.pk])
        for statement in migration.forwards():
            cursor.execute(statement, None)
    hurt.refresh_from_db()
    over.refresh_from_db()
    assert (hurt.waiting, hurt.pauses, over.proposal, over.trouble) == ([], [], None, "")
    said = "The stored value of {} was damaged and is replaced: {}"
    assert hurt.trouble == f"{said.format('pauses', '[[5]]')} {said.format('waiting', 5)}"
    assert not hurt.seats.exclude(due_at=None, remind_at=None).exists()
    assert sound.seats.exclude(due_at=None).exists()
    kept = [(event.subject, event.reason) for event in AuditEvent.objects.filter(action="damaged value replaced").order_by("pk")]
    assert kept[:3] == [
        (f"games_game {hurt.pk}", "pauses: [[5]]"),
        (f"games_game {over.pk}", "proposal: []"),
        (f"games_game {hurt.pk}", "waiting: 5"),
    ]
    assert "".join(reason.removeprefix("orders: ") for _subject, reason in kept[3:]) == orders


SETTINGS = {"pace": '{"kind": "bogus"}', "ladder": '{"plays": "nobody"}'}


@pytest.mark.parametrize("column", SETTINGS)
def test_unreadable_setting_is_a_clear_error_of_its_game(
    column: str, client: Client, alice: Player, bob: Player, caplog: pytest.LogCaptureFixture
) -> None:
    hurt, sound = running(alice, bob), running(alice, bob)
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE games_game SET {column} = %s WHERE id = %s", [SETTINGS[column], hurt.pk])
    damage(hurt, None)
    client.force_login(alice)
    for page in ("", "text/", "time/"):
        answer = client.get(f"/g/{hurt.code}/{page}")
        assert answer.status_code == 409, page
        assert f"A stored setting ({column}) cannot be read; an operator has to look at it." in answer.content.decode()
    for address in ("/", "/lobby/", "/api/v1/games", f"/api/v1/games/{hurt.code}/view", f"/g/{sound.code}/"):
        assert client.get(address).status_code == 200, address
    assert f"The stored {column} of game {hurt.code} cannot be read. Correct this column" in caplog.text
    assert sweep_at(NOON + 2 * DAY).timeouts == 1
    assert Game.objects.get(pk=hurt.pk).trouble.startswith(f"UnreadableSetting: The stored {column} of game {hurt.code}")
    assert Game.objects.get(pk=sound.pk).seq > sound.seq


@pytest.mark.parametrize("count", [1, 3])
def test_lobby_lists_an_open_game_whose_pace_cannot_be_read(
    count: int, client: Client, alice: Player, bob: Player, django_assert_num_queries: Any
) -> None:
    games = [lobby.create(alice, "turn_of_fate", 2, now=NOON, pace=PRESETS["day"], visibility="public") for _ in range(count)]
    put("game", "pace", SETTINGS["pace"])
    client.force_login(bob)
    with django_assert_num_queries(5):
        page = client.get("/lobby/").content.decode()
    assert page.count("A stored setting (pace) cannot be read") == count
    assert all(game.code in page for game in games)


def test_export_leaves_out_a_game_whose_settings_cannot_be_read(
    client: Client, alice: Player, bob: Player, caplog: pytest.LogCaptureFixture
) -> None:
    games = [start(alice, bob) for _ in range(2)]
    for game in games:
        play_out(game)
    Game.objects.filter(pk=games[0].pk).update(options={"unknown": 5})
    client.force_login(alice)
    lines = client.get("/api/v1/me/games/export").content.decode().splitlines()
    assert len(lines) == 1
    assert games[1].code in lines[0]
    assert f"export_failed: game {games[0].code} is left out" in caplog.text
    assert client.get(f"/g/{games[0].code}/at/1/").status_code == 409
    assert client.get(f"/api/v1/games/{games[0].code}/positions/1").status_code == 409


def test_tournament_whose_pace_cannot_be_read_is_an_error_of_its_own_pages(client: Client, alice: Player) -> None:
    hurt, sound = (Tournament.objects.create(title=title, rules="turn_of_fate", status="registration") for title in ("Cup", "Bowl"))
    Tournament.objects.filter(pk=hurt.pk).update(pace={"kind": "bogus"})
    client.force_login(alice)
    answer = client.get(f"/tournaments/{hurt.code}/")
    assert answer.status_code == 409
    assert "A stored setting (pace) cannot be read" in answer.content.decode()
    for address in ("/tournaments/", "/api/v1/tournaments", f"/tournaments/{sound.code}/"):
        assert client.get(address).status_code == 200, address
