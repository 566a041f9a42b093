"""Tests of one's own account by API: profile, settings, messages, tokens, export, deletion."""

from __future__ import annotations

import io
import json
import re
import zipfile
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from games.mails.table_words import ANSWER, GUEST
from games.models import ApiToken, Game, Player, Seat
from games.services.clocks.pace import PRESETS
from games.services.people import api_tokens
from games.services.tables import lobby
from notifications.inbound.holding import CONFIRM
from notifications.links import UNSUBSCRIBE
from notifications.models import Message
from tests.games.api.conftest import Call
from tests.games.conftest import NOON, start
from tests.games.moves import asked, move, play_out


def test_profile_is_changed_field_by_field(call: Call, alice: Player) -> None:
    program = call(alice)
    changed = program.send("patch", "me", {"zone": "Europe/Vienna"}).json()
    assert (changed["zone"], changed["name"], changed["language"]) == ("Europe/Vienna", "alice", "en")
    assert program.get("me").json() == changed


def test_another_time_zone_moves_the_open_deadlines(call: Call, alice: Player, bob: Player) -> None:
    game = start(alice, bob, now=timezone.now(), pace=PRESETS["evenings"])
    seat = asked(game)
    assert seat.player is not None
    assert call(seat.player).send("patch", "me", {"zone": "Asia/Tokyo"}).status_code == 200
    due_at = asked(game).due_at
    assert due_at is not None
    assert due_at.astimezone(ZoneInfo("Asia/Tokyo")).hour == 21


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": "BOB"}, "name_taken"),
        ({"name": "x"}, "bad_name"),
        ({"name": "a\u0430b"}, "bad_name"),
        ({"zone": "Mars/Olympus"}, "bad_zone"),
        ({"zone": "localtime"}, "bad_zone"),
        ({"zone": "Factory"}, "bad_zone"),
        ({"language": "xx"}, "bad_language"),
        ({"is_staff": True}, "invalid"),
        ({"email": "a@b.c"}, "invalid"),
        ({"id": 1, "password": "x"}, "invalid"),
    ],
)
def test_refused_profile_changes_nothing(call: Call, alice: Player, bob: Player, body: dict[str, Any], code: str) -> None:
    before = list(Player.objects.order_by("pk").values_list())
    answer = call(alice).send("patch", "me", body)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert list(Player.objects.order_by("pk").values_list()) == before


def test_preferences_are_kept(call: Call, alice: Player) -> None:
    program = call(alice)
    kept = program.send("put", "me/preferences", {"kinds": {"your_turn": {"enabled": False}}, "hour": 7}).json()
    assert (kept["kinds"]["your_turn"]["enabled"], kept["hour"]) == (False, 7)
    assert program.get("me/preferences").json() == kept
    for wrong in (
        {"nope": {"enabled": True}},
        {"your_turn": True},
        {"your_turn": {"enabled": 1}},
        {"your_turn": {"enabled": True, "x": 1}},
    ):
        assert program.send("put", "me/preferences", {"kinds": wrong}).status_code == 422
    assert program.get("me/preferences").json() == kept


def test_messages_are_mine_and_paged(call: Call, alice: Player, bob: Player) -> None:
    for number in range(3):
        for person in (alice, bob):
            Message.objects.create(kind="your_turn", recipient=person, key=f"{number}", subject=f"{person.name} {number}")
    program, seen, cursor = call(alice), [], ""
    while cursor is not None:
        page = program.get(f"me/messages?limit=2{cursor and f'&cursor={cursor}'}").json()
        seen += [item["subject"] for item in page["items"]]
        cursor = page["next"]
    assert seen == ["alice 2", "alice 1", "alice 0"]


def test_messages_and_archive_hold_no_link_that_acts(call: Call, alice: Player) -> None:
    """Who may read messages may not therefore answer questions or confirm replies."""
    links = [purpose.sign({"player": alice.pk, "game": "abc", "nth": 1}) for purpose in (ANSWER, GUEST, CONFIRM, UNSUBSCRIBE)]
    text = "\n".join(f"See http://127.0.0.1:8000/page/{link}/ now or write to play+{'a' * 32}@fate.example" for link in links)
    message = Message.objects.create(kind="your_turn", recipient=alice, key="1", text=text)
    program = call(alice, "me:read")
    told = program.get(f"me/messages/{message.pk}").json()["text"]
    assert told == "\n".join(["See  now or write to "] * len(links))
    with zipfile.ZipFile(io.BytesIO(program.get("me/archive").content)) as packed:
        assert json.loads(packed.read("messages.json"))[0]["text"] == told


def test_token_is_shown_once_and_only_its_hash_is_kept(alice: Player, client: Client) -> None:
    client.force_login(alice)
    made = client.post("/api/v1/tokens", {"name": "mine", "scopes": ["game:read"]}, content_type="application/json").json()
    assert made["key"].startswith("fate_")
    row = ApiToken.objects.get()
    assert made["key"] not in json.dumps([str(value) for value in row.__dict__.values()])
    listed = client.get("/api/v1/tokens").json()["items"]
    assert listed == [{name: value for name, value in made.items() if name != "key"}]
    assert client.delete(f"/api/v1/tokens/{row.pk}").status_code == 204
    assert Client().get("/api/v1/me", headers={"Authorization": f"Bearer {made['key']}"}).status_code == 401


def test_token_works_until_it_expires_and_notes_its_use(alice: Player) -> None:
    now = timezone.now()
    token, key = api_tokens.make(alice, "short", ["me:read"], now=now, days=1)
    assert api_tokens.recognise(key, now=now + timedelta(hours=23)) == (token, now + timedelta(hours=23))
    token.refresh_from_db()
    assert token.last_used_at == now + timedelta(hours=23)
    assert api_tokens.recognise(key, now=now + timedelta(days=1)) is None
    assert api_tokens.recognise(key[:-1], now=now) is None
    alice.is_active = False
    alice.save()
    assert api_tokens.recognise(key, now=now) is None


def test_token_without_the_scope_is_403_and_names_it(call: Call, game: Game, alice: Player) -> None:
    answer = call(alice, "game:read").post(f"games/{game.code}/moves", {"text": "1", "nth": 0})
    assert (answer.status_code, answer.json()["scope"]) == (403, "game:play")
    assert 'scope="game:play"' in answer.headers["WWW-Authenticate"]


@pytest.mark.django_db
@pytest.mark.parametrize(("given", "error"), [("", False), ("Bearer fate_withdrawn", True), ("Basic YWxpY2U6eA==", True)])
def test_challenge_says_whether_a_token_was_sent_that_is_not_valid(call: Call, given: str, error: bool) -> None:
    answer = call(None).get("me", **({"Authorization": given} if given else {}))
    assert (answer.status_code, 'error="invalid_token"' in answer.headers["WWW-Authenticate"]) == (401, error)


def test_session_needs_the_csrf_token(game: Game, alice: Player) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    assert browser.get("/api/v1/me").status_code == 200
    answer = browser.post(f"/api/v1/games/{game.code}/resign", {}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
    browser.get("/settings/tokens/new")
    token = browser.cookies["csrf"].value
    answer = browser.post(f"/api/v1/games/{game.code}/resign", {}, content_type="application/json", headers={"X-CSRFToken": token})
    assert answer.status_code == 200


def test_link_fills_in_the_form_of_a_token_and_makes_none(client: Client, alice: Player) -> None:
    client.force_login(alice)
    page = client.get("/settings/tokens/new?scopes[]=game:play&scopes[]=bogus&description=My+bot").content.decode()
    assert 'value="My bot"' in page
    assert page.count("checked") == 1
    assert not ApiToken.objects.exists()
    made = client.post("/settings/tokens/new", {"name": "My bot", "scopes": ["game:play"], "days": ""}).content.decode()
    token = ApiToken.objects.get()
    assert f"{token.hint}" in made
    client.post(f"/settings/tokens/{token.pk}/withdraw")
    assert not ApiToken.objects.exists()


def test_too_many_requests_are_429_with_the_time_to_wait(call: Call, alice: Player, settings: Any) -> None:
    settings.FATE_API_RATE = 5
    program = call(alice)
    answers = [program.get("me") for _ in range(6)]
    assert answers[-1].status_code == 429
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 60
    assert {answer.headers["RateLimit-Policy"] for answer in answers} == {'"read";q=5;w=60'}
    assert re.fullmatch(r'"read";r=0;t=[0-9]+', answers[-1].headers["RateLimit"])
    assert program.post("games").headers["RateLimit-Policy"] == '"change";q=2;w=60'  # has its own limit


@pytest.mark.parametrize("path", ["me/games/export", "me/archive"])
def test_exports_of_everything_count_as_many_requests(call: Call, alice: Player, settings: Any, path: str) -> None:
    settings.FATE_API_RATE = 30
    program = call(alice)
    assert [program.get(path).status_code for _ in range(2)] == [200, 429]


def test_strangers_of_one_network_have_one_limit(settings: Any) -> None:
    settings.FATE_API_RATE = 10  # two for strangers
    stranger = Client()
    answers = [stranger.get("/api/v1/rules", REMOTE_ADDR=f"2001:db8:7:7::{number}").status_code for number in range(1, 4)]
    assert answers == [200, 200, 429]
    assert stranger.get("/api/v1/rules", REMOTE_ADDR="2001:db8:7:8::1").status_code == 200


def test_archive_holds_what_is_mine_and_nothing_of_others(call: Call, game: Game, alice: Player, bob: Player) -> None:
    Seat.objects.filter(game=game, player=alice).update(notes="mine alone")
    Seat.objects.filter(game=game, player=bob).update(notes="bob's secret")
    move(game, story="Once")
    answer = call(alice).get("me/archive")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        texts = {name: packed.read(name).decode() for name in packed.namelist()}
    files = {name for name in texts if name.endswith(".json")}
    assert files == set(re.findall(r"^\w+\.json", texts["README.txt"], re.MULTILINE))
    assert files > {f"{name}.json" for name in ("profile", "seats", "tenures", "moves", "messages", "readings", "tokens", "choices")}
    assert "mine alone" in texts["seats.json"]
    assert "bob's secret" not in "".join(texts.values())
    assert json.loads(texts["profile.json"])["email"] == "alice@example.org"


def test_being_forgotten_ends_commitments_and_leaves_the_games_of_others_whole(alice: Player, bob: Player, client: Client) -> None:
    game = start(alice, bob)
    move(game, story="Kept for bob")
    waiting = lobby.create(alice, "turn_of_fate", 2, now=NOON, pace=PRESETS["day"], visibility="public")
    visited = lobby.create(bob, "lone_star", 3, now=NOON, pace=PRESETS["day"], visibility="public")
    lobby.take_seat(visited, alice, now=NOON)
    client.force_login(alice)
    wrong = client.post("/api/v1/me/erase", {"name": "bob"}, content_type="application/json")
    assert (wrong.status_code, Player.objects.get(pk=alice.pk).name) == (422, "alice")
    assert client.post("/api/v1/me/erase", {"name": "alice"}, content_type="application/json").status_code == 204
    for table in (game, waiting, visited):
        table.refresh_from_db()
    assert (game.status, waiting.status, visited.status) == ("finished", "cancelled", "open")
    gone = Player.objects.get(pk=alice.pk)
    assert (gone.name, gone.is_active, gone.email) == (f"former player {gone.pk}", False, f"former-player-{gone.pk}@invalid")
    assert not Message.objects.filter(recipient=alice).exists()
    client.force_login(bob)
    log = client.get(f"/api/v1/games/{game.code}/log").content.decode()
    assert "Kept for bob" in log
    assert "alice" not in log
    assert client.get(f"/api/v1/games/{game.code}/export").json()["players"].count(gone.name) == 1


def test_account_is_deleted_though_somebody_has_the_name_it_gets(client: Client, alice: Player, bob: Player) -> None:
    """The deletion ended in an error, because names are unique. Nobody can take such a name now; who has one keeps it."""
    Player.objects.filter(pk=bob.pk).update(name=f"Former Player {alice.pk}", name_key=f"former player {alice.pk}")
    client.force_login(alice)
    assert client.post("/api/v1/me/erase", {"name": "alice"}, content_type="application/json").status_code == 204
    assert Player.objects.get(pk=alice.pk).name == f"former player {alice.pk}2"
    client.force_login(bob)
    kept = client.patch("/api/v1/me", {"name": f"Former Player {alice.pk}", "sounds": True}, content_type="application/json")
    assert (kept.status_code, kept.json()["sounds"]) == (200, True)
    other = client.patch("/api/v1/me", {"name": "former player 7"}, content_type="application/json")
    assert (other.status_code, other.json()["code"]) == (422, "bad_name")


def test_seat_is_taken_with_a_word_and_freed_by_the_host(call: Call, alice: Player, bob: Player) -> None:
    made = call(alice).post("games", {"rules": "fate_foretold", "seats": 3, "visibility": "public"}).json()
    joined = call(bob).post(f"games/{made['code']}/join", {"word": "a word of my own"})
    assert [seat["player"] and seat["player"]["name"] for seat in joined.json()["seats"]] == ["alice", "bob", None]
    freed = call(alice).post(f"games/{made['code']}/free", {"seat": 1})
    assert [seat["player"] and seat["player"]["name"] for seat in freed.json()["seats"]] == ["alice", None, None]


def test_person_is_erased_with_their_own_name_only(alice: Player) -> None:
    browser = Client()
    browser.force_login(alice)
    wrong = browser.post("/api/v1/me/erase", {"name": "bob"}, content_type="application/json")
    assert wrong.json()["errors"][0]["code"] == "wrong_name"
    assert browser.post("/api/v1/me/erase", {"name": "alice"}, content_type="application/json").status_code == 204
    assert not Player.objects.filter(name="alice").exists()


def test_finished_games_are_exported_as_lines_page_by_page(call: Call, alice: Player, bob: Player, django_assert_num_queries: Any) -> None:
    over = [start(alice, bob), start(alice, bob), start(alice, bob)]
    for game in over:
        play_out(game)
    start(alice, bob)
    program = call(alice)
    program.get("rules")  # stores the token's use
    for size, link in ((1, True), (3, False)):
        with django_assert_num_queries(4):  # queries: the token, games, seats with their people, logs
            answer = program.get(f"me/games/export?limit={size}")
        found = [json.loads(line) for line in answer.content.splitlines()]
        assert [line["game"] for line in found] == [game.code for game in over[:size]]
        assert ("Link" in answer.headers) is link
    assert found[2] == program.get(f"games/{over[2].code}/export").json()
    [following] = re.findall("v1/(.*)>", program.get("me/games/export?limit=2").headers["Link"])
    following = program.get(following)
    assert [json.loads(line)["game"] for line in following.content.splitlines()] == [over[2].code]
