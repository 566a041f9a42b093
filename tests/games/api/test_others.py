"""Tests of the API for other people (notes, blocks, reports, ratings) and one's own time (week, absences, calendar, devices)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Block, CalendarLink, PersonalNote, Player, Rating, Report
from notifications.models import PushDevice
from tests.games.api.conftest import Call
from tests.games.conftest import person, start
from tests.games.moves import play_out

pytestmark = pytest.mark.django_db


def test_note_is_mine_alone_and_forgotten_when_empty(call: Call, alice: Player, bob: Player) -> None:
    program = call(alice)
    assert program.send("put", "players/bob/note", {"text": " bluffs "}).json() == {"text": "bluffs"}
    assert program.get("players/bob/note").json() == {"text": "bluffs"}
    assert call(bob).get("players/bob/note").json() == {"text": ""}
    program.send("put", "players/bob/note", {"text": ""})
    assert not PersonalNote.objects.exists()
    assert call(alice, "game:read").get("players/bob/note").status_code == 403


def test_block_is_kept_once_listed_and_lifted(call: Call, alice: Player, bob: Player, dora: Player) -> None:
    program = call(alice)
    for _twice in range(2):
        assert program.send("put", "players/bob/block").status_code == 204
    assert [row["name"] for row in program.get("me/blocks").json()["items"]] == ["bob"]
    assert Block.objects.count() == 1
    assert call(bob).get("me/blocks").json()["items"] == []
    assert program.send("put", f"players/{dora.name}/block").json()["code"] == "not_blockable"
    assert program.send("put", "players/nobody/block").json()["code"] == "no_such_player"
    assert program.send("delete", "players/bob/block").status_code == 204
    assert not Block.objects.exists()


def test_report_reaches_the_house_once(call: Call, alice: Player, bob: Player) -> None:
    body = {"matter": Report.Matter.values[0], "text": "Something that happened at our table."}
    assert call(alice).post("players/bob/report", body).status_code == 202
    assert call(alice).post("players/bob/report", body).json()["code"] == "already_reported"
    assert call(alice).post("players/bob/report", body | {"matter": "weather"}).json()["code"] == "invalid"
    assert Report.objects.get().about == bob


@pytest.mark.parametrize("count", [1, 3])
def test_ratings_and_blocks_take_as_many_queries_for_three_as_for_one(
    call: Call, alice: Player, bob: Player, count: int, django_assert_num_queries: Any
) -> None:
    rules = ("turn_of_fate", "tempting_fate", "fate_foretold")[:count]
    Rating.objects.bulk_create(Rating(player=bob, rules=key, games=9, mu=25.0, sigma=5.0) for key in rules)
    for number in range(count):
        Block.objects.create(owner=alice, blocked=person(f"other{number}"), since=timezone.now())
    PushDevice.objects.bulk_create(PushDevice(owner=alice, endpoint=f"https://push.example/{n}", name=f"{n}") for n in range(count))
    program = call(alice)
    program.get("me")  # stores the token's use
    with django_assert_num_queries(3):  # queries: the token with the clock, bob, his ratings
        rows = program.get("players/bob/ratings").json()["items"]
    assert sorted(row["rules"] for row in rows) == sorted(rules)
    with django_assert_num_queries(2):
        assert len(program.get("me/blocks").json()["items"]) == count
    with django_assert_num_queries(2):
        assert len(program.get("me/devices").json()["items"]) == count
    assert program.get("players/bob/ratings/turn_of_fate").json() == {"items": [], "next": None}
    assert program.get("players/bob/ratings/chess").status_code == 404
    assert program.get("players/bob").json()["reliability"] is None  # no value after so few games


def test_week_is_replaced_and_judged(call: Call, alice: Player) -> None:
    program = call(alice)
    wish = {"quiet_from": "22:30", "quiet_to": "07:00", "days_off": [5, 6], "leads": [60, 1440], "volunteer": True}
    kept = program.send("put", "me/time", wish).json()
    assert kept == wish | {"leads": [1440, 60]} == program.get("me/time").json()
    refused = (
        {"quiet_from": "22:30"}, {"quiet_from": "25:00", "quiet_to": "07:00"}, {"quiet_from": "00:00", "quiet_to": "23:00"},
        {"days_off": [0, 1, 2, 3]}, {"leads": [1] * 6}, {"days_off": "all"},
    )  # fmt: skip
    for wrong in refused:
        assert program.send("put", "me/time", wrong).status_code == 422, wrong
    assert program.get("me/time").json() == kept
    assert program.send("put", "me/time").json() == {
        "quiet_from": None, "quiet_to": None, "days_off": [], "leads": None, "volunteer": False
    }  # fmt: skip


def test_absence_is_declared_once_and_taken_back(call: Call, alice: Player) -> None:
    program, now = call(alice), timezone.now().replace(microsecond=0)
    away = {"start": (now + timedelta(days=2)).isoformat(), "end": (now + timedelta(days=9)).isoformat()}
    for _twice in range(2):
        rows = program.post("me/absences", away).json()["items"]
    assert rows == program.get("me/absences").json()["items"]
    assert [row["running"] for row in rows] == [False]
    for wrong in (
        {"start": away["start"], "end": away["start"]},
        away | {"end": "tomorrow"},
        away | {"end": "2999-01-01T00:00:00Z"},
        away | {"end": ""},
        {},
    ):
        assert program.post("me/absences", wrong).status_code == 422, wrong
    assert program.post("me/absences/withdraw", {"start": rows[0]["start"]}).json()["items"] == []
    assert program.code("me/absences/withdraw", {"start": rows[0]["start"]}) == "refused"


def test_calendar_address_is_made_in_a_session_only(call: Call, client: Client, alice: Player) -> None:
    assert call(alice).code("me/calendar") == "forbidden"
    client.force_login(alice)
    address = client.post("/api/v1/me/calendar", {}, content_type="application/json").json()["address"]
    assert client.get("/calendar/" + address.rpartition("/")[2]).status_code == 200
    assert client.get("/api/v1/me/calendar").json()["made_at"]
    assert client.delete("/api/v1/me/calendar").status_code == 204
    assert not CalendarLink.objects.exists()


def test_devices_are_mine_and_thrown_out(call: Call, alice: Player, bob: Player) -> None:
    device = PushDevice.objects.create(owner=alice, endpoint="https://push.example/1", name="Firefox, Linux")
    program = call(alice)
    assert [row["name"] for row in program.get("me/devices").json()["items"]] == ["Firefox, Linux"]
    assert "push.example" not in program.get("me/devices").content.decode()
    assert call(bob).send("delete", f"me/devices/{device.pk}").status_code == 404
    assert program.send("delete", f"me/devices/{device.pk}").status_code == 204
    wrong = {"endpoint": "https://push.example/2", "p256dh": "x", "auth": "y"}
    assert program.post("me/devices", wrong).json()["code"] in ("no_push", "bad_subscription")
    assert not PushDevice.objects.exists()


def test_devices_have_preferences_of_their_own(call: Call, alice: Player) -> None:
    program = call(alice)
    before = program.get("me/preferences").json()["kinds"]["your_turn"]
    kept = program.send("put", "me/preferences", {"kinds": {"your_turn": {"enabled": True, "push": False}}}).json()["kinds"]["your_turn"]
    assert (before["push"], kept["push"], kept["enabled"]) == (True, False, True)
    assert program.send("put", "me/preferences", {"kinds": {"your_turn": {"enabled": True, "push": 1}}}).status_code == 422


def test_chronicle_is_its_players_own_until_all_share_it(call: Call, alice: Player, bob: Player, carol: Player) -> None:
    game = start(alice, bob, visibility="public")
    path = f"games/{game.code}/chronicle"
    assert call(alice).get(path).status_code == 404
    play_out(game)
    book = call(alice).get(path).json()
    assert (book["shared"], book["agreed"], book["ranking"][0]["rank"]) == (False, False, 1)
    assert (book["chapters"][-1]["seq"], all(chapter["lines"] and chapter["text"] for chapter in book["chapters"])) == (game.seq, True)
    assert call(carol).get(path).status_code == 404
    assert call(carol).post(f"{path}/share", {"agreed": True}).status_code == 404
    for player in (alice, bob):
        assert call(player).post(f"{path}/share", {"agreed": True}).status_code == 204
    shared = call(carol).get(path).json()
    assert (shared["shared"], shared["agreed"], shared["chapters"]) == (True, None, book["chapters"])
    assert call(carol).post(f"{path}/share", {"agreed": False}).json()["code"] == "not_your_seat"


@pytest.mark.parametrize("count", [1, 2])
def test_readings_are_asked_once_and_opened_to_others(
    call: Call, alice: Player, bob: Player, carol: Player, count: int, django_assert_num_queries: Any
) -> None:
    game = start(alice, bob, rules="tempting_fate", visibility="public")
    path = f"games/{game.code}/readings"
    play_out(game)
    kinds = list(game.book.readings.KINDS)[:count]
    layout = next(iter(game.book.readings.LAYOUTS))
    program = call(alice)
    made = [program.post(path, {"kind": kind, "layout": layout}, **{"Idempotency-Key": kind}).json() for kind in kinds]
    assert program.post(path, {"kind": kinds[0], "layout": layout}).json() == made[0]
    with django_assert_num_queries(3):  # queries: the token with the clock, the game with its seats, the readings
        assert program.get(path).json()["items"] == made
    assert call(carol).get(path).json()["items"] == []
    assert call(bob).send("patch", f"{path}/{made[0]['id']}", {"published": True}).json()["code"] == "not_your_seat"
    assert program.send("patch", f"{path}/{made[0]['id']}", {"published": True}).json() == made[0] | {"published": True}
    assert [row["id"] for row in call(carol).get(path).json()["items"]] == [made[0]["id"]]
    assert call(carol).post(path, {"kind": kinds[0]}).json()["type"].endswith("not-your-seat")


def test_a_default_by_the_number_of_players_is_named_and_used(call: Call, alice: Player) -> None:
    program = call(alice)
    schema = program.get("rules/fate_foretold").json()["options"]["properties"]["alignment_threshold"]
    assert schema["x-defaults"] == {"3": 5, "4": 5, "5": 4, "6": 4}
    assert "default" not in schema
    made = program.post("games", {"rules": "fate_foretold", "seats": 5}).json()
    assert made["options"]["alignment_threshold"] == 4
