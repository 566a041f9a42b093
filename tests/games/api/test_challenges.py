"""Tests of challenges by name: who may be challenged, joining, declining with a reason, games of two people, names."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game, Player
from notifications.models import Message
from tests.games.api.conftest import Call
from tests.games.conftest import start
from tests.games.moves import play_out


def announced(call: Call, host: Player) -> str:
    return str(call(host).post("games", {"rules": "turn_of_fate", "seats": 2}).json()["code"])


def test_challenged_person_finds_the_table_and_joins(call: Call, alice: Player, bob: Player) -> None:
    code = announced(call, alice)
    assert call(bob).get(f"games/{code}").status_code == 404
    assert call(alice).post(f"games/{code}/challenge", {"name": "bob"}).status_code == 200
    [found] = call(bob).get("me/challenges").json()["items"]
    assert (found["game"], found["by"]["name"], found["rules"]) == (code, "alice", "turn_of_fate")
    joined = call(bob).post(f"games/{code}/join", {"invitation": found["invitation"]})
    assert joined.json()["status"] == "active"
    assert call(bob).get("me/challenges").json()["items"] == []


def test_declined_challenge_is_told_with_its_reason(call: Call, alice: Player, bob: Player) -> None:
    code = announced(call, alice)
    call(alice).post(f"games/{code}/challenge", {"name": "bob"})
    [found] = call(bob).get("me/challenges").json()["items"]
    body = {"reason": "Too many  games already.", "invitation": found["invitation"]}
    assert call(bob).post(f"games/{code}/decline", body).status_code == 200
    news = Message.objects.get(recipient=alice, kind="invitation_news")
    assert (news.payload["what"], news.payload["reason"]) == ("declined", "Too many games already.")
    assert call(bob).get("me/challenges").json()["items"] == []


def test_who_was_not_asked_cannot_decline(call: Call, alice: Player, carol: Player) -> None:
    code = announced(call, alice)
    assert call(carol).code(f"games/{code}/decline", {"invitation": Game.objects.get(code=code).invitation}) == "not-your-seat"


@pytest.mark.parametrize(
    ("wish", "met", "fits"), [("all", False, True), ("known", False, False), ("known", True, True), ("nobody", True, False)]
)
def test_who_may_be_challenged_is_theirs_to_say(call: Call, alice: Player, bob: Player, wish: str, met: bool, fits: bool) -> None:
    if met:
        start(alice, bob)
    assert call(bob).send("patch", "me", {"challenges": wish}).json()["challenges"] == wish
    answer = call(alice).post(f"games/{announced(call, alice)}/challenge", {"name": "bob"})
    assert (answer.status_code, answer.json().get("code") == "not_challengeable") == (200 if fits else 422, not fits)


def test_only_the_host_asks_and_never_a_bot_of_the_house(call: Call, alice: Player, bob: Player) -> None:
    code, bot = announced(call, alice), Player.objects.create_bot()
    public = call(alice).post("games", {"rules": "turn_of_fate", "seats": 2, "visibility": "public"}).json()["code"]
    assert call(bob).code(f"games/{public}/challenge", {"name": "alice"}) == "not-your-seat"
    assert call(alice).code(f"games/{code}/challenge", {"name": bot.name}) == "refused"
    assert call(alice).code(f"games/{code}/challenge", {"name": "alice"}) == "refused"


def test_who_keeps_apart_hears_nothing_and_is_not_betrayed(call: Call, alice: Player, bob: Player) -> None:
    call(bob).send("put", "players/alice/block")
    code = announced(call, alice)
    assert call(alice).post(f"games/{code}/challenge", {"name": "bob"}).status_code == 200
    assert call(bob).get("me/challenges").json()["items"] == []


def test_account_that_a_program_plays_is_shown_as_one(call: Call, alice: Player, bob: Player) -> None:
    assert call(alice).send("patch", "me", {"by_program": True}).json()["bot"] is True
    assert call(bob).get("players/alice").json()["bot"] is True
    game = start(alice, bob)
    assert [seat["player"]["bot"] for seat in call(bob).get(f"games/{game.code}").json()["seats"]].count(True) == 1


def test_games_of_one_person_and_between_two(call: Call, alice: Player, bob: Player, carol: Player, django_assert_num_queries: Any) -> None:
    over, other = start(alice, bob), start(bob, carol)
    play_out(over)
    program = call(bob)
    assert [it["code"] for it in program.get("games?player=alice").json()["items"]] == [over.code]
    assert [it["code"] for it in program.get("games?player=bob&with=carol").json()["items"]] == [other.code]
    assert program.get("games?player=nobody").status_code == 404
    [met] = program.get("players/bob/head-to-head/alice").json()["items"]
    assert (met["rules"], met["games"], met["ahead"] + met["level"] + met["behind"]) == ("turn_of_fate", 1, 1)
    private = call(carol).get("players/bob/head-to-head/alice").json()["items"]
    assert len(private) == int(over.visibility == Game.Visibility.PUBLIC)


def test_people_are_found_by_the_beginning_of_their_names(call: Call, alice: Player, bob: Player) -> None:
    assert [it["name"] for it in call(bob).get("players?name=AL").json()["items"]] == ["alice"]
    assert [call(bob).get(f"players?name={name}").status_code for name in ("a", "a%2Fb", "a%00b", "a%7Cb")] == [400] * 4
    assert [call(bob).get(f"players?name={name}").json()["items"] for name in ("%C3%A9a", "a%20'-._", "%F0%90%AD%A5V")] == [[]] * 3
    assert call(bob).get("players").json()["items"] == []
