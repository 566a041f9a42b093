"""Tests of the admin: access, rights of each role, actions in three steps, the inbox, people."""

from __future__ import annotations

import io
import re
import zipfile
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries, Settings

from games.models import AuditEvent, Game, Heartbeat, Player, Report, Seat
from games.services.clocks.pace import per_move
from games.services.operations import roles
from games.services.people import relations
from games.services.tables import answers, lobby
from notifications.clock import database_now
from notifications.models import Message, Suppression
from tests.games.conftest import DAY, NOON, person, start
from tests.games.moves import move, play_out

pytestmark = pytest.mark.django_db(transaction=True)


def worker(*names: str) -> Client:
    """A signed-in staff member with these roles."""
    player = person("-".join(names) or "plain", is_staff=True)
    for name in names:
        roles.give(player, name)
    client = Client()
    client.force_login(player)
    return client


def act(client: Client, row: Any, key: str, **data: Any) -> Any:
    """Run all three steps of an action; returns the last answer."""
    path = f"/admin/games/{row._meta.model_name}/{row.pk}/acts/{key}/"
    assert client.get(path).status_code == 200
    data = {"reason": "It had to be.", **data}
    preview = client.post(path, data)
    assert "This will happen" in preview.content.decode(), preview.content.decode()
    return client.post(path, data | {"sure": "yes"})


def test_who_gets_in(client: Client, alice: Player) -> None:
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/accounts/login/")
    client.force_login(alice)
    assert client.get("/admin/", follow=True).status_code == 404
    assert client.get("/admin/login/").status_code == 404
    assert worker("director").get("/admin/").status_code == 200


def test_a_second_factor_can_be_required(settings: Settings) -> None:
    settings.FATE_ADMIN_MFA = True
    client = worker("director")
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/accounts/2fa/")
    assert "Staff need a second factor" in answer.content.decode()
    Authenticator.objects.create(user=Player.objects.get(name="director"), type=Authenticator.Type.TOTP, data={})
    assert client.get("/admin/").status_code == 200


def test_roles_are_made_by_migrations_and_given_by_a_command(alice: Player, capsys: pytest.CaptureFixture[str]) -> None:
    assert set(Group.objects.values_list("name", flat=True)) == set(roles.ROLES)
    for name, permissions in roles.ROLES.items():
        assert Group.objects.get(name=name).permissions.count() == len(permissions)
    call_command("role", "director", "alice@example.org")
    assert "director: alice <alice@example.org>" in capsys.readouterr().out
    alice.refresh_from_db()
    assert alice.is_staff
    assert alice.has_perm("games.referee_game")
    call_command("role", "director", "alice@example.org", take=True)
    alice = Player.objects.get(pk=alice.pk)
    assert not alice.is_staff
    assert not alice.has_perm("games.referee_game")


def test_admin_greets_by_name() -> None:
    """The greeting shows no address to bystanders."""
    page = worker("director").get("/admin/").content.decode()
    assert ("<strong>director</strong>" in page, "director@example.org" in page) == (True, False)


@pytest.mark.parametrize("who", ["Alice", "ALICE@example.org"])
def test_role_is_given_by_name_or_address(alice: Player, who: str) -> None:
    """`manage.py signin` finds people in the same ways: the person of the demo, and a guest, have no address."""
    call_command("role", "director", who)
    assert alice.groups.get().name == "director"


def test_role_of_nobody_is_refused_with_the_remedy() -> None:
    with pytest.raises(CommandError, match="Nobody here is called “zoe”, or has that address; they sign up first"):
        call_command("role", "director", "zoe")


@pytest.mark.parametrize(
    ("role", "allowed"),
    [
        ("director", {"extend", "pause", "replace", "adjudicate", "cancel"}),
        ("moderator", {"extend", "pause", "replace", "adjudicate", "cancel", "peek"}),
        ("operator", set()),
    ],
)
def test_what_each_role_may_do_to_a_running_game(game: Game, role: str, allowed: set[str]) -> None:
    client = worker(role)
    page = client.get(f"/admin/games/game/{game.pk}/change/").content.decode()
    keys = ("extend", "pause", "resume", "replace", "adjudicate", "cancel", "void", "unstick", "peek")
    assert {key for key in keys if f"acts/{key}/" in page} == allowed
    for key in ("extend", "peek", "unstick"):
        expected = 200 if key in allowed or (key, role) == ("unstick", "operator") else 403
        assert client.get(f"/admin/games/game/{game.pk}/acts/{key}/").status_code == expected


def test_three_steps_and_only_the_last_one_acts(game: Game, carol: Player) -> None:
    client, seat = worker("director"), Seat.objects.get(game=game, pending=True)
    path = f"/admin/games/game/{game.pk}/acts/extend/"
    assert "Please give a reason" not in client.get(path).content.decode()
    missing = client.post(path, {"seat": seat.index, "days": 2, "sure": "yes"})
    assert "This field is required" in missing.content.decode()
    preview = client.post(path, {"seat": seat.index, "days": 2, "reason": "Asked for by mail."}).content.decode()
    assert f"{Player.objects.get(pk=seat.player_id).name} gets 2 more days" in preview
    assert not AuditEvent.objects.exists()
    done = client.post(path, {"seat": seat.index, "days": 2, "reason": "Asked for by mail.", "sure": "yes"}, follow=True)
    assert "Done: Give more time." in done.content.decode()
    event = AuditEvent.objects.get()
    assert (event.action, event.by.name, event.reason) == ("extend", "director", "Asked for by mail.")


def test_a_refusal_is_shown_and_the_form_kept(game: Game) -> None:
    director = person("both", is_staff=True)
    roles.give(director, "director")
    Seat.objects.filter(game=game, index=0).update(player=director)
    client = Client()
    client.force_login(director)
    answer = act(client, game, "pause", days=3)
    assert "You play in this game" in answer.content.decode()
    assert not AuditEvent.objects.exists()


def test_reports_are_chosen_by_open_and_closed(alice: Player, bob: Player) -> None:
    """The filter is not "column is empty"."""
    client = worker("moderator")
    for about, closed_at in ((alice, None), (bob, NOON)):
        Report.objects.create(about=about, matter="name", text=f"On {about.name}.", at=NOON, closed_at=closed_at)
    page = client.get("/admin/games/report/").content.decode()
    assert ("Not empty" in page, "?state=open" in page, "?state=closed" in page) == (False, True, True)
    for state, pks in (("open", [alice.pk]), ("closed", [bob.pk]), ("", [bob.pk, alice.pk])):
        rows = client.get("/admin/games/report/", {"state": state} if state else {}).context["cl"].result_list
        assert [row.about_id for row in rows] == pks


def test_replacing_somebody_by_name(game: Game, carol: Player) -> None:
    client = worker("director")
    wrong = client.post(f"/admin/games/game/{game.pk}/acts/replace/", {"seat": 0, "substitute": "nobody", "reason": "x"})
    assert "There is nobody of that name." in wrong.content.decode()
    assert act(client, game, "replace", seat=0, substitute="Carol").status_code == 302
    assert Seat.objects.get(game=game, index=0).player == carol


def test_looking_at_hidden_cards_shows_them_once_and_says_so(game: Game) -> None:
    answer = act(worker("moderator"), game, "peek", seat=1)
    assert "no-store" in answer.headers["Cache-Control"]
    assert "Players see in their log that you looked." in answer.content.decode()
    hand = [line for line in answer.content.decode().splitlines() if "hand" in line.lower()]
    assert hand
    assert game.moves.get(kind="desk").said == "peek"


def test_no_list_and_no_page_shows_hidden_cards(game: Game) -> None:
    client = worker("moderator", "operator", "director")
    move(game)
    game.refresh_from_db()
    row = f"/admin/games/game/{game.pk}"
    paths = ["/admin/", "/admin/games/game/", f"{row}/change/", f"{row}/history/", "/admin/games/move/"]
    paths += [f"/admin/games/move/{pk}/change/" for pk in game.moves.values_list("pk", flat=True)]
    for path in paths:
        page = client.get(path)
        assert page.status_code == 200, path
        text = page.content.decode()
        assert bytes(game.secret).hex() not in text
        assert not any(line.text and f">{line.text}<" in text for line in game.moves.all()), path


def test_inbox_collects_what_waits(alice: Player, bob: Player) -> None:
    stuck, late = start(alice, bob), start(alice, bob)
    answers.mark_trouble(stuck.pk, "KeyError: 'wyrm'")
    Seat.objects.filter(game=late, pending=True).update(due_at=database_now() - DAY)
    Message.objects.create(kind="your_turn", recipient=alice, key="x", state="dead", error="550 no such user")
    relations.report(alice, bob, "conduct", "He shouted at the deck.", now=database_now())
    Heartbeat.objects.create(pk=1, beat_at=database_now() - DAY)
    text = worker("operator", "moderator").get("/admin/inbox/").content.decode()
    for expected in ("KeyError", late.code, "550 no such user", "rude or unwanted words: bob", "sweeper has not run"):
        assert expected in text
    director = worker("director").get("/admin/inbox/").content.decode()
    assert "KeyError" in director
    assert "550 no such user" not in director
    assert "rude or unwanted words" not in director


def test_an_empty_inbox_says_so_in_a_fixed_number_of_queries(django_assert_num_queries: DjangoAssertNumQueries, alice: Player) -> None:
    client = worker("operator", "moderator", "director")
    with django_assert_num_queries(13):
        assert "Nothing to do." in client.get("/admin/inbox/").content.decode()
    for name in ("p1", "p2", "p3"):
        relations.report(alice, person(name), "conduct", "He shouted at the deck.", now=database_now())
    with django_assert_num_queries(13):
        client.get("/admin/inbox/")


def test_shutting_out_and_letting_in(alice: Player, bob: Player) -> None:
    table = lobby.create(alice, "turn_of_fate", 2, now=NOON, pace=per_move(86_400))
    theirs = Client()
    theirs.force_login(alice)
    client = worker("moderator")
    assert act(client, alice, "ban").status_code == 302
    assert theirs.get("/settings/").status_code == 302
    table.refresh_from_db()
    assert table.status == Game.Status.CANCELLED
    assert act(client, alice, "unban").status_code == 302
    alice.refresh_from_db()
    assert alice.is_active
    assert list(AuditEvent.objects.order_by("pk").values_list("action", "subject")) == [
        ("ban", f"player {alice.pk}"),
        ("unban", f"player {alice.pk}"),
    ]


@pytest.mark.parametrize("key", ["ban", "forget"])
def test_opponents_are_left_to_somebody_else(key: str, alice: Player, bob: Player) -> None:
    """Who shuts out or deletes an opponent would win the game."""
    client = worker("moderator")
    game, typed = start(alice, Player.objects.get(name="moderator")), {"name": "alice"} if key == "forget" else {}
    answer = act(client, alice, key, **typed)
    assert "You play in a game or tournament with alice." in answer.content.decode()
    assert Player.objects.get(pk=alice.pk).is_active
    assert not AuditEvent.objects.exists()
    play_out(game)
    assert act(client, alice, key, **typed).status_code == 302


def test_superusers_may_shut_out_opponents(alice: Player) -> None:
    boss, client = person("boss", is_staff=True, is_superuser=True), Client()
    client.force_login(boss)
    start(alice, boss)
    assert act(client, alice, "ban").status_code == 302


def test_nobody_is_shut_out_of_their_own_house() -> None:
    boss = person("boss", is_staff=True, is_superuser=True)
    answer = act(worker("moderator"), boss, "ban")
    assert "to bots, to staff or to yourself" in answer.content.decode()
    boss.refresh_from_db()
    assert boss.is_active


def test_handing_out_and_deleting(alice: Player, bob: Player) -> None:
    play_out(start(alice, bob))
    client = worker("moderator")
    answer = act(client, alice, "export")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        assert b"alice@example.org" in packed.read("profile.json")
    wrong = act(client, alice, "forget", name="bob")
    assert "not the name of this person" in wrong.content.decode()
    assert act(client, alice, "forget", name="alice").status_code == 302
    alice.refresh_from_db()
    assert alice.name == f"former player {alice.pk}"
    assert list(AuditEvent.objects.order_by("pk").values_list("action", flat=True)) == ["export", "forget"]


def test_bare_staff_find_no_inbox() -> None:
    """The inbox is shown only to people who may act on a part of it."""
    assert worker().get("/admin/inbox/").status_code == 403
    assert worker("operator").get("/admin/inbox/").status_code == 200


def test_addresses_are_suppressed_and_tried_again_with_a_reason(alice: Player) -> None:
    """The audit event names the person, not the address."""
    client = worker("operator")
    assert (
        "No mails are sent to alice@example.org"
        in client.post(f"/admin/games/player/{alice.pk}/acts/suppress/", {"reason": "She asked for it."}).content.decode()
    )
    assert act(client, alice, "suppress").status_code == 302
    row = Suppression.objects.get()
    assert (row.address, row.reason, row.until) == ("alice@example.org", "It had to be.", None)
    assert "acts/suppress/" not in client.get(f"/admin/games/player/{alice.pk}/change/").content.decode()
    lift = f"/admin/notifications/suppression/{row.pk}/acts/lift/"
    assert worker("director").post(lift, {"reason": "x", "sure": "yes"}).status_code == 403
    assert client.post(lift, {"reason": "She is back.", "sure": "yes"}).status_code == 302
    assert not Suppression.objects.exists()
    events = AuditEvent.objects.order_by("pk").values_list("action", "subject", "reason")
    assert list(events) == [
        ("suppress address", f"player {alice.pk}", "It had to be."), ("lift suppression", f"player {alice.pk}", "She is back."),
    ]  # fmt: skip


def test_sending_again_is_kept_with_its_reason_and_needs_something_settled(alice: Player) -> None:
    """Only operators may send messages again; a selection without a settled message is refused."""
    dead = Message.objects.create(kind="your_turn", recipient=alice, key="x", state="dead")
    waiting = Message.objects.create(kind="your_turn", recipient=alice, key="y")
    choice = {"action": "send_again", "sure": "yes", "reason": "The relay was down."}
    client, path = worker("operator"), "/admin/notifications/message/"
    refused = client.post(path, choice | {"_selected_action": [waiting.pk]}, follow=True)
    assert "None of these messages is settled" in refused.content.decode()
    assert not AuditEvent.objects.exists()
    client.post(path, choice | {"_selected_action": [dead.pk, waiting.pk]})
    event = AuditEvent.objects.get()
    assert (event.action, event.subject) == ("send again", f"messages {dead.pk}–{waiting.pk} (1)")
    assert Message.objects.filter(state="queued").count() == 2


@pytest.mark.parametrize("count", [1, 3])
def test_act_on_many_that_would_be_refused_is_not_foretold(alice: Player, bob: Player, carol: Player, count: int) -> None:
    """No reason is asked for, either; and an announced action is carried out only after the confirmation."""
    about = [person(f"p{number}") for number in range(count)]
    reports = [relations.report(alice, one, "conduct", "He shouted at the deck.", now=NOON).pk for one in about]
    client, path = worker("moderator"), "/admin/games/report/"
    answer = client.post(path, {"action": "merge", "_selected_action": reports}, follow=True)
    page = answer.content.decode()
    assert ("Choose two or more open reports about the same person." in page, "This will happen" in page) == (True, False)
    more = relations.report(bob, about[0], "conduct", "Shouting at me.", now=NOON).pk
    answer = client.post(path, {"action": "merge", "_selected_action": [reports[0], more]})
    assert "This will happen" in answer.content.decode()
    assert (Report.objects.exclude(merged_into=None).count(), AuditEvent.objects.count()) == (0, 0)


def test_message_on_its_way_is_not_foretold_to_be_sent_again(alice: Player) -> None:
    waiting = Message.objects.create(kind="your_turn", recipient=alice, key="y")
    dead = Message.objects.create(kind="your_turn", recipient=alice, key="x", state="dead")
    client, path = worker("operator"), "/admin/notifications/message/"
    refused = client.post(path, {"action": "send_again", "_selected_action": [waiting.pk]}, follow=True).content.decode()
    assert ("None of these messages is settled" in refused, "This will happen" in refused) == (True, False)
    assert (
        "1 message (your_turn) is queued again."
        in client.post(path, {"action": "send_again", "_selected_action": [dead.pk]}).content.decode()
    )
    dead.refresh_from_db()
    assert dead.state == "dead"


def test_roles_and_lost_factors_are_the_superusers_acts(alice: Player) -> None:
    """Only superusers see them; the rows of accounts have no forms in the admin."""
    boss = Client()
    boss.force_login(person("boss", is_staff=True, is_superuser=True))
    Authenticator.objects.create(user=alice, type=Authenticator.Type.TOTP, data={})
    everybody_else = worker("director", "moderator", "operator")
    for key in ("give-role", "take-role", "drop-factors"):
        assert everybody_else.get(f"/admin/games/player/{alice.pk}/acts/{key}/").status_code == 403
    assert act(boss, alice, "give-role", role="moderator").status_code == 302
    assert Player.objects.get(pk=alice.pk).has_perm("games.peek_game")
    assert act(boss, alice, "take-role", role="moderator").status_code == 302
    assert not Player.objects.get(pk=alice.pk).is_staff
    assert act(boss, alice, "drop-factors").status_code == 302
    assert not Authenticator.objects.exists()
    assert set(AuditEvent.objects.values_list("action", flat=True)) == {
        "give role moderator", "take role moderator", "drop second factors",
    }  # fmt: skip
    for path in ("account/emailaddress/", "mfa/authenticator/", "usersessions/usersession/", "auth/group/"):
        assert boss.get(f"/admin/{path}").status_code == 404
    assert boss.post(f"/admin/games/player/{alice.pk}/change/", {"name": "bob"}).status_code == 403


def test_reports_are_merged_into_the_oldest_and_closed_together(alice: Player, bob: Player, carol: Player) -> None:
    first = relations.report(alice, bob, "conduct", "He shouted at the deck.", now=NOON)
    second = relations.report(carol, bob, "conduct", "Shouting again at me.", now=NOON + DAY)
    other = relations.report(bob, carol, "name", "That name is not nice.", now=NOON)
    client, path = worker("moderator"), "/admin/games/report/"
    choice = {"action": "merge", "_selected_action": [first.pk, second.pk]}
    preview = client.post(path, choice).content.decode()
    assert "These 2 reports become one case, led by the oldest: bob." in preview
    assert "This field is required" in client.post(path, choice | {"sure": "yes", "reason": ""}).content.decode()
    assert not Report.objects.exclude(merged_into=None).exists()
    choice |= {"sure": "yes", "reason": "The same evening."}
    mixed = client.post(path, choice | {"_selected_action": [first.pk, other.pk]}, follow=True)
    assert "about the same person" in mixed.content.decode()
    assert f"Merged into case {first.pk}." in client.post(path, choice, follow=True).content.decode()
    second.refresh_from_db()
    assert second.merged_into == first
    assert act(client, second, "close").status_code == 302
    closed = list(Report.objects.exclude(closed_at=None).order_by("pk").values_list("pk", "outcome"))
    assert closed == [(first.pk, "It had to be."), (second.pk, "It had to be.")]
    assert client.get(f"{path}{first.pk}/acts/close/").status_code == 200
    assert worker("operator").get(path).status_code == 403


@pytest.mark.parametrize("path", ["game", "player", "move", "report", "rating", "auditevent", "tournament"])
def test_lists_take_as_many_queries_for_three_rows_as_for_one(
    path: str, django_assert_num_queries: DjangoAssertNumQueries, alice: Player, bob: Player
) -> None:
    boss = person("boss", is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(boss)
    counts = []
    for number in range(2):
        for _row in range(1 + number):
            game = start(alice, bob)
            play_out(game)
            relations.report(alice, person(f"rude{_row}{number}"), "conduct", "He shouted at the deck.", now=NOON + _row * DAY)
        with CaptureQueriesContext(connection) as made:
            assert client.get(f"/admin/games/{path}/").status_code == 200
        counts.append(len(made))
    assert counts[0] == counts[1] <= 8


def test_lists_name_a_game_by_its_title_and_one_that_is_gone_by_its_key(game: Game) -> None:
    gone = Game.objects.create(rules="no_longer_here", seat_count=2)
    listed = worker("director").get("/admin/games/game/").content.decode()
    titles = re.findall(r'field-game_title">([^<]+)<', listed)
    assert titles == [gone.rules, "Turn of Fate"]


def test_games_and_people_are_found_by_whole_names_whatever_their_case(alice: Player, bob: Player) -> None:
    game, other = start(alice, bob), start(bob, alice)
    client = worker("director")

    def found(address: str) -> set[str]:
        text = client.get(address).content.decode()
        return {name for name in (f">{game.code}<", f">{other.code}<", ">alice<", ">bob<") if name in text.partition("<tbody>")[2]}

    assert found(f"/admin/games/game/?q={game.code.upper()}") == {f">{game.code}<", ">alice<"}
    assert found("/admin/games/game/?q=Bob") == {f">{other.code}<", ">bob<"}
    assert found("/admin/games/player/?q=ALICE") == {">alice<"}
    assert found("/admin/games/player/?q=Bob@Example.org") == {">bob<"}
    assert found("/admin/games/player/?q=ali") == set()
