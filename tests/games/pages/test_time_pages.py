"""Tests of the pages of time: one's own settings, a table's clocks, open seats, the pace of a new table."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.models import Game, Player, Seat
from games.rules.turn_of_fate import GAME
from games.services.absence.ladder import Ladder
from games.services.clocks import pauses
from games.services.clocks.pace import PRESETS, per_move
from games.services.tables import lobby
from notifications.clock import database_now
from tests.games.conftest import person, start
from tests.games.moves import asked, move, play_out

DAY = timedelta(days=1)
NEW = {"seats": "2", "bots": "0", "pace": "day", "absent": "three", "absences_count": "on", "visibility": "private"}
NEW |= {f"option-{option.key}": str(option.default) for option in GAME.options if not isinstance(option.default, bool)}


@pytest.fixture
def table(alice: Player, bob: Player) -> Game:
    return start(alice, bob, visibility="public", now=database_now(), ladder=Ladder("bot", autopilot_after=2))


def url(game: Game, name: str = "time-table") -> str:
    return reverse(f"games:{name}", args=[game.code])


def without_tokens(page: str) -> str:
    return re.sub(r'value="[A-Za-z0-9]{64}"', "", page)


def text(client: Client, path: str) -> str:
    page = client.get(path)
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    return page.content.decode()


def test_my_time_is_kept_and_shown_again(client: Client, alice: Player) -> None:
    client.force_login(alice)
    week = {"quiet_from": "22:00", "quiet_to": "07:30", "days_off": ["5", "6"], "leads": "48, 4, 0.5", "volunteer": "on"}
    assert client.post("/settings/time/", week).status_code == 302
    alice.refresh_from_db()
    assert alice.personal == {"quiet": [1320, 450], "days_off": [5, 6], "leads": [2880, 240, 30]}
    assert alice.volunteer
    page = text(client, "/settings/time/")
    assert 'value="22:00"' in page
    assert 'value="48, 4, 0.5"' in page
    assert client.post("/settings/time/", {"leads": "0"}).status_code == 302
    alice.refresh_from_db()
    assert alice.personal == {"leads": []}


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize(
    ("typed", "minutes"), [("48; 4; 0,5", [2880, 240, 30]), ("24, 4", [1440, 240]), ("0,5", [30]), ("0.5", [30]), ("12;0.5", [720, 30])]
)
def test_comma_of_a_number_is_read_as_its_language_writes_it(
    client: Client, alice: Player, language: str, typed: str, minutes: list[int]
) -> None:
    Player.objects.filter(pk=alice.pk).update(language=language)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    client.force_login(alice)
    assert client.post("/settings/time/", {"leads": typed}).status_code == 302
    alice.refresh_from_db()
    assert alice.personal["leads"] == minutes
    shown = "; ".join(f"{value / 60:g}".replace(".", ",") for value in minutes)
    assert f'name="leads" value="{shown}"' in client.get("/settings/time/").content.decode()


@pytest.mark.parametrize(
    ("posted", "words"),
    [
        ({"quiet_from": "22:00"}, "a start and an end"),
        ({"quiet_from": "06:00", "quiet_to": "05:00"}, "at most 14 hours"),
        ({"days_off": ["0", "1", "2", "3"]}, "at most 3 days off"),
        ({"leads": "soon"}, "hours as numbers"),
        ({"leads": "nan"}, "hours as numbers"),
        ({"leads": "1e400"}, "hours as numbers"),
        ({"leads": "-4"}, "up to 5 reminders"),
    ],
)
def test_week_that_does_not_fit_is_refused_in_words(client: Client, alice: Player, posted: dict[str, Any], words: str) -> None:
    client.force_login(alice)
    page = client.post("/settings/time/", posted)
    assert page.status_code == 422
    assert words in page.content.decode()
    alice.refresh_from_db()
    assert alice.personal == {}


def test_absence_is_declared_in_ones_own_zone_and_taken_back(client: Client, alice: Player) -> None:
    alice.zone = "Pacific/Auckland"
    alice.save()
    client.force_login(alice)
    day = (database_now() + 10 * DAY).date()
    posted = {"start": f"{day}T18:00", "end": f"{day + 5 * DAY}T08:00"}
    assert client.post("/settings/time/absence/", posted).status_code == 302
    alice.refresh_from_db()
    (away,) = alice.personal["absences"]
    assert away[0].startswith(str(day))  # 18:00 in Auckland is the morning of the same day in UTC
    page = text(client, "/settings/time/")
    assert "Used so far: 5." in page
    assert client.post("/settings/time/absence/back/", {"start": away[0]}).status_code == 302
    assert client.post("/settings/time/absence/back/", {"start": away[0]}).status_code == 422
    assert client.post("/settings/time/absence/back/", {"start": "x"}).status_code == 422
    alice.refresh_from_db()
    assert alice.personal["absences"] == []


@pytest.mark.parametrize("posted", [{}, {"start": "2026-03-02T10:00"}, {"start": "2099-01-01T10:00", "end": "2099-01-03T10:00"}])
def test_absence_that_does_not_fit_is_refused(client: Client, alice: Player, posted: dict[str, str]) -> None:
    client.force_login(alice)
    assert client.post("/settings/time/absence/", posted).status_code == 422


def test_clocks_say_who_is_waited_for_and_that_it_is_night(client: Client, table: Game) -> None:
    seat = asked(table)
    assert seat.player is not None
    now = database_now()
    begin = (now.hour * 60 + now.minute - 60) % 1440
    Player.objects.filter(pk=seat.player.pk).update(personal={"quiet": [begin, (begin + 600) % 1440]})
    other = Seat.objects.select_related("player").get(game=table, index=1 - seat.index).player
    assert other is not None
    client.force_login(other)
    page = text(client, url(table))
    assert f"quiet time for {seat.player.name}" in page
    assert f"Nudge {seat.player.name}" in page
    assert "your time" in page
    assert client.post(url(table, "nudge"), {"seat": seat.index}).status_code == 302
    assert "nudged" in text(client, url(table))
    assert client.post(url(table, "nudge"), {"seat": seat.index}).status_code == 422


def test_clocks_of_a_sealed_phase_show_no_answer(client: Client, alice: Player, bob: Player) -> None:
    game = start(alice, bob, rules="lone_star", now=database_now())
    client.force_login(bob)
    before = text(client, url(game))
    Seat.objects.filter(game=game, player=alice).update(pending=False, asked_at=None, due_at=None, remind_at=None)
    assert without_tokens(text(client, url(game))) == without_tokens(before)


def test_everything_about_time_is_done_by_forms(client: Client, table: Game, alice: Player, bob: Player, carol: Player) -> None:
    client.force_login(alice)
    assert client.post(url(table, "pause"), {"days": "3", "why": "Snow"}).status_code == 302
    assert "Snow" in text(client, url(table))
    assert client.post(url(table, "resume")).status_code == 302
    assert client.post(url(table, "pause"), {"days": "20"}).status_code == 302
    client.force_login(bob)
    assert "Proposed: 20 days" in text(client, url(table))
    assert client.post(url(table, "pause-decline")).status_code == 302
    mine = Seat.objects.get(game=table, player=alice)
    assert client.post(url(table, "deputy"), {"name": "carol", "days": "3"}).status_code == 302
    client.force_login(carol)
    assert "You play for bob" in text(client, url(table))
    assert client.post(url(table, "no-deputy")).status_code == 302
    client.force_login(alice)
    assert client.post(url(table, "hand-over")).status_code == 302
    assert "Take my seat back" in text(client, url(table))
    assert client.post(url(table, "come-back")).status_code == 302
    client.post(url(table, "hand-over"))
    assert client.post(url(table, "invite-substitute"), {"seat": mine.index, "name": "Erin"}).status_code == 422
    erin = person("Erin")
    assert client.post(url(table, "invite-substitute"), {"seat": mine.index, "name": "erin"}).status_code == 302
    client.force_login(erin)
    assert table.code in text(client, "/substitutes/")
    offered = reverse("games:offered", args=[table.code, table.invitation])
    assert "Take this seat" in text(client, offered)
    assert client.post(url(table, "take-over"), {"seat": mine.index}).status_code == 302
    mine.refresh_from_db()
    assert mine.player_id == erin.pk


@pytest.mark.parametrize(
    "name", ["nudge", "pause", "pause-agree", "pause-decline", "resume", "give-time", "deputy", "no-deputy", "hand-over"]
)
def test_stranger_changes_nothing(client: Client, table: Game, carol: Player, name: str) -> None:
    client.force_login(carol)
    before = list(Seat.objects.order_by("pk").values_list()), list(Game.objects.values_list())
    assert client.get(url(table, name)).status_code == 405
    for posted in ({}, {"seat": "0", "days": "1", "name": "carol"}, {"seat": "x", "days": "-1", "name": "\x00"}):
        assert client.post(url(table, name), posted).status_code in (403, 409, 422)
    assert (list(Seat.objects.order_by("pk").values_list()), list(Game.objects.values_list())) == before


@pytest.mark.parametrize("many", [1, 3])
def test_list_of_free_seats_costs_the_same_for_any_number(
    client: Client, alice: Player, bob: Player, carol: Player, django_assert_num_queries: Any, many: int
) -> None:
    for _ in range(many):
        game = start(alice, bob, visibility="public", now=database_now())
        Seat.objects.filter(game=game, player=alice).update(state="away")
    client.force_login(carol)
    client.get("/substitutes/")
    with django_assert_num_queries(4):  # queries: session, person, the person again, seats
        assert client.get("/substitutes/").content.count(b"last move") == many


@pytest.mark.parametrize(
    ("own", "pace"),
    [
        ({"own_kind": "move", "own_hours": "12"}, {"kind": "move", "seconds": 43_200}),
        ({"own_kind": "reserve", "own_hours": "6", "own_start": "48"}, {"kind": "reserve", "seconds": 21_600, "start": 172_800}),
        (
            {"own_kind": "bank", "own_hours": "6", "own_start": "48", "own_cap": "96"},
            {"kind": "bank", "seconds": 21_600, "start": 172_800, "cap": 345_600},
        ),
        ({"own_kind": "daily", "own_hour": "20", "own_days": ["4", "0"]}, {"kind": "daily", "hour": 20, "days": [0, 4]}),
    ],
)
def test_own_numbers_make_a_pace(client: Client, alice: Player, own: dict[str, Any], pace: dict[str, Any]) -> None:
    client.force_login(alice)
    assert client.post("/new/turn_of_fate/", NEW | {"pace": "own"} | own).status_code == 302
    assert Game.objects.get().pace == pace


@pytest.mark.parametrize(
    "own",
    [
        {},
        {"own_kind": "move"},
        {"own_kind": "move", "own_hours": "0"},
        {"own_kind": "move", "own_hours": "two days"},
        {"own_kind": "reserve", "own_hours": "12", "own_start": "nan"},
        {"own_kind": "daily", "own_hour": "25"},
        {"own_kind": "daily", "own_hour": "9", "own_days": ["7"]},
        {"own_kind": "bank", "own_hours": "6", "own_start": "5", "own_cap": "9"},
        {"own_kind": "daily"},
        {"own_kind": "x"},
    ],
)
def test_own_numbers_that_make_no_pace_are_refused(client: Client, alice: Player, own: dict[str, Any]) -> None:
    client.force_login(alice)
    page = client.post("/new/turn_of_fate/", NEW | {"pace": "own"} | own)
    assert page.status_code == 422
    assert '<details class="panel" open>' in page.content.decode()
    assert not Game.objects.exists()


def test_table_keeps_the_chosen_ladder_and_shows_it(client: Client, alice: Player) -> None:
    client.force_login(alice)
    form = {name: value for name, value in NEW.items() if name != "absences_count"}
    assert "2 players: 6 to 8 days, most likely 7" in text(client, "/new/turn_of_fate/")
    client.post("/new/turn_of_fate/", form | {"absent": "substitute"})
    game = Game.objects.get()
    assert (Ladder.read(game.ladder), game.forfeit_after, game.absences_count) == (Ladder("bot", 2, 7), 3, False)
    page = text(client, url(game))
    assert "7 days later the seat is lost." in page
    assert "absences do not stop the clock" in page
    assert "About 22 turns; at 8 hours each 6 to 8 days, most likely 7." in page


def test_length_is_foretold_from_what_the_group_has_played(client: Client, alice: Player, bob: Player) -> None:
    old = start(alice, bob, now=database_now() - 22 * DAY)
    play_out(old, now=database_now())
    client.force_login(alice)
    client.post("/new/turn_of_fate/", NEW | {"pace": "week"})
    game = Game.objects.exclude(pk=old.pk).get()
    assert "About 22 turns; at 24 hours each 19 to 24 days, most likely 22." in text(client, url(game))


def test_pace_limits_the_length_foretold_to_who_is_invited_and_in_the_list_too(client: Client, alice: Player) -> None:
    game = lobby.create(alice, "turn_of_fate", 2, now=database_now(), pace=per_move(3_600), visibility=Game.Visibility.PUBLIC)
    invited = client.get(reverse("games:invited", args=[game.code, game.invitation])).content.decode()
    client.force_login(alice)
    listed = text(client, reverse("games:home"))
    assert "about 1 day" in invited
    assert "about 1 day" in listed


def test_running_game_foretells_its_end(client: Client, table: Game, alice: Player) -> None:
    client.force_login(alice)
    assert "so far" not in text(client, url(table))
    move(table, now=database_now())
    assert "1 turn so far, less than a minute." in text(client, url(table))


def test_pause_is_shown_until_its_end(client: Client, table: Game, alice: Player) -> None:
    pauses.propose(table.pk, alice.pk, 2, "Snow", now=database_now())
    client.force_login(alice)
    assert "Paused until" in text(client, url(table))


def test_table_says_since_when_it_waits_and_that_a_seat_plays_by_itself(client: Client, table: Game, alice: Player, bob: Player) -> None:
    seat = asked(table)
    assert seat.asked_at is not None
    client.force_login(alice if seat.player_id == bob.pk else bob)
    assert f'Since <time datetime="{seat.asked_at.isoformat(timespec="minutes")}">' in text(client, url(table, "table"))
    Seat.objects.filter(game=table, player=alice).update(state="away")
    client.force_login(alice)
    page = text(client, url(table, "table"))
    assert "on autopilot" in page
    assert "Take it back" in page


@pytest.mark.parametrize(
    ("ladder", "timeouts", "words"),
    [
        (Ladder(), 0, "If you do not play by then, this is played for you: "),
        (Ladder(), 2, "If you do not play by then, you lose your seat"),
        (Ladder("bot"), 0, "If you do not play by then, a bot moves for you."),
        (Ladder("bot", 2, 7), 1, "your seat goes on autopilot and is offered to a substitute"),
        (Ladder(ending="adjudicate"), 2, "the game ends and the others’ scores decide"),
    ],
)
def test_table_says_what_happens_to_who_does_nothing(
    client: Client, alice: Player, bob: Player, ladder: Ladder, timeouts: int, words: str
) -> None:
    game = start(alice, bob, now=database_now(), ladder=ladder)
    seat = asked(game)
    Seat.objects.filter(pk=seat.pk).update(timeouts=timeouts)
    assert seat.player is not None
    client.force_login(seat.player)
    assert words in text(client, url(game, "table"))


def test_change_of_zone_moves_the_open_deadlines(client: Client, alice: Player, bob: Player) -> None:
    game = start(alice, bob, now=database_now(), pace=PRESETS["evenings"])
    seat = asked(game)
    assert seat.player is not None
    client.force_login(seat.player)
    posted = {"name": seat.player.name, "language": "en", "zone": "Asia/Tokyo"}
    assert client.post("/settings/", posted).status_code == 302
    due_at = asked(game).due_at
    assert due_at is not None
    assert due_at.astimezone(ZoneInfo("Asia/Tokyo")).hour == 21
