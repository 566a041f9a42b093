"""Tests of a table's time by API: pauses, deputies, nudges, autopilot; and table talk."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from games.models import Player, Seat, Talk
from games.services.absence.ladder import Ladder
from games.services.clocks.pace import PRESETS
from games.services.tables import lobby
from games.tasks import send_account_mails
from tests.games.api.conftest import Call
from tests.games.api.test_tournaments import everything
from tests.games.conftest import DAY, person, start
from tests.games.moves import asked


@pytest.mark.django_db(transaction=True)
def test_pause_is_proposed_agreed_and_ended_each_once_under_a_key(call: Call) -> None:
    alice, bob, carol = person("alice"), person("bob"), person("carol")
    path = f"games/{start(alice, bob, visibility='public', now=timezone.now()).code}/time"
    first, second = call(alice), call(bob)
    body = {"days": 3, "why": "going hiking"}
    proposed = second.post(f"{path}/pause", body, **{"Idempotency-Key": "rest"})
    assert (proposed.status_code, proposed.json()["pause"], proposed.json()["proposal"]["yes"]) == (200, None, [1])
    assert second.post(f"{path}/pause", body, **{"Idempotency-Key": "rest"}).content == proposed.content
    assert first.get(path).json()["proposal"]["why"] == "going hiking"
    assert call(carol).get(path).json()["proposal"] is None
    assert first.post(f"{path}/agree", **{"Idempotency-Key": "yes"}).json()["pause"]["why"] == "going hiking"
    assert first.code(f"{path}/agree") == "closed"
    assert second.post(f"{path}/resume", **{"Idempotency-Key": "on"}).json()["pause"] is None
    assert second.post(f"{path}/pause", {"days": 5}).json()["proposal"]["days"] == 5
    assert first.post(f"{path}/decline", **{"Idempotency-Key": "no"}).json()["proposal"] is None
    assert first.post(f"{path}/pause", {"days": 2}).json()["pause"] is not None  # the host may do this


@pytest.mark.django_db(transaction=True)
def test_deputy_sees_the_seat_until_dismissed(call: Call) -> None:
    alice, bob, carol = person("alice"), person("bob"), person("carol")
    path = f"games/{start(alice, bob, now=timezone.now()).code}"
    holder, friend = call(alice), call(carol)
    assert friend.get(f"{path}/view").status_code == 404
    named = holder.post(f"{path}/time/deputy", {"name": "Carol", "days": 3}, **{"Idempotency-Key": "d"}).json()
    assert named["deputy"] == {"name": "carol", "bot": False}
    assert friend.get(f"{path}/view").json()["viewer"] == 0
    assert friend.get(f"{path}/time").json()["playing_for"]["name"] == "alice"
    assert friend.post(f"{path}/time/no-deputy", **{"Idempotency-Key": "n"}).status_code == 200
    assert friend.get(f"{path}/time").status_code == 404  # the caller may not see the table any more
    assert holder.get(f"{path}/time").json()["deputy"] is None
    assert holder.code(f"{path}/time/deputy", {"name": "nobody", "days": 3}) == "not-found"


@pytest.mark.django_db(transaction=True)
def test_seat_is_offered_found_and_taken_over(call: Call) -> None:
    alice, bob, carol, dave = (person(name) for name in ("alice", "bob", "carol", "dave"))
    game = start(alice, bob, carol, rules="lone_star", visibility="public", now=timezone.now(), ladder=Ladder("bot", 1))
    path = f"games/{game.code}/time"
    assert call(bob).post(f"{path}/hand-over", **{"Idempotency-Key": "h"}).json()["offered"] == [1]
    assert call(bob).post(f"{path}/come-back", **{"Idempotency-Key": "b"}).json()["offered"] == []
    call(bob).post(f"{path}/hand-over")
    stranger = call(dave)
    assert [(it["game"], it["seat"]) for it in stranger.get("substitutes").json()["items"]] == [(game.code, 1)]
    assert call(alice).post(f"{path}/offer", {"seat": 1, "name": "dave"}).status_code == 200
    assert call(bob).code(f"{path}/offer", {"seat": 1, "name": "dave"}) == "not-your-seat"
    assert stranger.post(f"{path}/take-over", {"seat": 1}, **{"Idempotency-Key": "t"}).status_code == 200
    assert Seat.objects.get(game=game, index=1).player == dave
    assert stranger.get("substitutes").json()["items"] == []


def test_nudge_and_time_given(call: Call, alice: Player, bob: Player, carol: Player) -> None:
    game = start(alice, bob, now=timezone.now())
    seat = asked(game)
    other = call(bob if seat.player == alice else alice)
    path = f"games/{game.code}/time"
    assert other.post(f"{path}/nudge", {"seat": seat.index}).json()["waiting"][0]["nudged"] is True
    assert other.code(f"{path}/nudge", {"seat": seat.index}) == "refused"
    assert other.post(f"{path}/give", {"seat": seat.index, "days": 2}).status_code == 200
    assert Seat.objects.get(pk=seat.pk).extra == 2 * DAY.total_seconds()
    assert other.code(f"{path}/give", {"seat": 1 - seat.index, "days": 2}) == "not-your-seat"
    assert call(carol).code(f"{path}/nudge", {"seat": seat.index}) == "not-found"


def test_talk_is_read_by_all_who_see_the_table_and_said_by_those_who_sit(call: Call, alice: Player, bob: Player, carol: Player) -> None:
    path = f"games/{start(alice, bob, visibility='public').code}/talk"
    said = call(alice).post(path, {"text": " Good   luck! "}, **{"Idempotency-Key": "x"})
    assert (said.status_code, said.json()["text"], said.json()["seat"]) == (201, "Good luck!", 0)
    assert call(alice).post(path, {"text": " Good   luck! "}, **{"Idempotency-Key": "x"}).json() == said.json()
    assert call(None).get(path).json() == {"items": [said.json()], "next": None}
    assert call(carol).code(path, {"text": "I only look on"}) == "not-your-seat"
    assert call(bob).code(path, {"text": "   "}) == "refused"
    assert call(alice, "game:read").code(path, {"text": "x"}) == "insufficient-scope"


@pytest.mark.parametrize("count", [1, 3])
def test_reading_takes_as_many_queries_for_three_rows_as_for_one(
    call: Call, alice: Player, bob: Player, carol: Player, count: int, django_assert_num_queries: Any
) -> None:
    players = [alice, bob, carol][: max(count, 2)]
    game = start(*players, rules="lone_star" if count == 3 else "turn_of_fate")
    Talk.objects.bulk_create(Talk(game=game, seat=0, player=alice, text=f"{number}", at=game.created_at) for number in range(count))
    program = call(alice)
    program.get("me")  # stores the token's use
    with django_assert_num_queries(3):  # queries: the token with the clock, the game with its seats, the talk
        assert len(program.get(f"games/{game.code}/talk").json()["items"]) == count
    with django_assert_num_queries(2):
        assert program.get(f"games/{game.code}/time").status_code == 200
    assert [item["text"] for item in everything(program, f"games/{game.code}/talk", 2)] == [str(n) for n in reversed(range(count))]


def test_host_invites_an_address(call: Call, alice: Player, bob: Player) -> None:
    row = lobby.create(alice, "turn_of_fate", 2, now=timezone.now(), pace=PRESETS["day"], visibility="public")
    path = f"games/{row.code}/guest"
    assert call(alice).post(path, {"address": "aunt@example.org"}, **{"Idempotency-Key": "g"}).status_code == 200
    send_account_mails()  # done by the worker in production
    assert Player.objects.filter(email="aunt@example.org").exists()
    assert call(alice).code(path, {"address": "no address"}) == "refused"
    assert call(bob).code(path, {"address": "aunt@example.org"}) == "not-your-seat"
