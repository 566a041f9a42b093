"""Tests of names: a name that cannot be part of a URL is refused wherever a name can be set, and stored ones were changed."""

from __future__ import annotations

import importlib
import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.mails.account import send_due
from games.models import Game, Player
from games.models.player import check_name, name_key
from games.queries.people.profiles import active_player
from games.services.clocks.pace import per_move
from games.services.errors import Refused
from games.services.operations import demo, roles
from games.services.people import api_tokens, profile
from games.services.tables import lobby
from notifications.clock import database_now
from notifications.models import Message
from tests.games.conftest import NOON, person, start
from tests.games.moves import move

pytestmark = pytest.mark.django_db
migration = importlib.import_module("games.migrations.0003_sign_in_and_names")

BAD = [
    *(".", "..", "...", ". .", "-", "--", "_-", "' '"),
    *("a/b", "a\\b", "../..", "%2e%2e", "a?b", "a#b", "a%b", "a&b", "a;b", "<b>x</b>", "a:b", "@a"),
    *("a\x00b", "a\nb", "a\tb", "a\x7fb", "a\x85b", "\ud800a"),
    *("a\u202eb", "a\u2066b", "a\u200fb", "\u202aab\u202c"),  # bidi
    *("a\u200bb", "a\u00adb", "a\ufeffb", "\u3164\u3164", "a\u3164", "\u115f\u1160", "\uffa0a", "\u2800\u2800"),  # invisible
    *("  ", " a b", "a  b", "a\u00a0b", "a\u2003b"),
    *("½½", "a⁄b", "\u2024\u2024", "\uff0e\uff0e", "\uff0f\uff0f"),  # their compatibility forms would be refused
    *("ﷺ" * 2, "ﷺ" * 30, "a" * 31, "a"),
]
GOOD = ["Ada", "d'Artagnan", "J. R.", "_x_", "Jürgen", "Ольга", "محمد", "王小明", "Zoë-Anna", "a.b", "x.", ".x", "42", "Ａｎｎ", "ＡＢ Ｃ"]


@pytest.mark.parametrize("name", BAD, ids=ascii)
def test_bad_name_is_refused_by_form_and_api_and_service(alice: Player, name: str) -> None:
    with pytest.raises(ValidationError):
        check_name(name)
    with pytest.raises(Refused):
        profile.change(alice, now=NOON, name=name)
    if "\ud800" not in name:
        form = Client().post("/accounts/signup/", {"name": name, "email": "new@example.org", "zone": "UTC"})
        if name.strip() == name:
            assert form.status_code == 200
            assert form.context["form"].errors["name"]
    browser = Client()
    _token, key = api_tokens.make(alice, "test", list(api_tokens.SCOPES), now=database_now())
    answer = browser.patch(
        "/api/v1/me", json.dumps({"name": name}), content_type="application/json", headers={"authorization": f"Bearer {key}"}
    )
    assert 400 <= answer.status_code < 500
    alice.refresh_from_db()
    assert alice.name == "alice"


@pytest.mark.parametrize("name", [".", "a/b", "a\u202eb"])
def test_bad_name_is_refused_by_createsuperuser(name: str) -> None:
    with pytest.raises(CommandError, match="name"):
        call_command("createsuperuser", "--noinput", email="op@example.org", name=name)


@pytest.mark.parametrize("name", GOOD)
def test_good_name_comes_through_every_address(alice: Player, name: str) -> None:
    somebody_else = Player.objects.create_user("other@example.org", name=name)
    path = reverse("games:person", args=[name])
    assert not set(path.strip("/").split("/")) & {".", "..", "%2e", "%2E%2E"}
    browser = Client()
    browser.force_login(alice)
    for written in (path, f"/players/{quote(name, safe='')}/"):
        assert browser.get(written).context["somebody"] == somebody_else


def old(name: str, address: str) -> Player:
    """A person whose name was accepted before the check."""
    player = Player.objects.create_user(address, name="Somebody else")
    Player.objects.filter(pk=player.pk).update(name=name, name_key=f"{name_key(name)[:50]}{player.pk}")
    return player


def test_migration_mends_names_once_and_tells_their_owners(alice: Player) -> None:
    taken = Player.objects.create_user("ann@example.org", name="Ann")
    people = [old(name, f"p{number}@example.org") for number, name in enumerate(("..", ".", "A\u3164nn", "½ Ann", "Ann/", "ok"))]
    migration.mend_names(apps, None)
    names = []
    for player in people:
        player.refresh_from_db()
        names.append(player.name)
        check_name(player.name)
    assert names == ["Player", "Player 2", "Ann 2", "1 2 Ann", "Ann 3", "ok"]
    assert [player.name_chosen for player in people] == [False] * 5 + [True]
    assert {player.name_key for player in people[:5]} == {name_key(name) for name in names[:5]}
    taken.refresh_from_db()
    assert (taken.name, taken.name_chosen) == ("Ann", True)
    migration.mend_names(apps, None)
    assert list(Player.objects.filter(pk__in=[player.pk for player in people]).order_by("pk").values_list("name", flat=True)) == names

    browser = Client()
    browser.force_login(people[0])
    assert "You have not chosen this name yourself" in browser.get("/lobby/").content.decode()
    browser.post("/settings/", {"name": "Piet", "language": "en", "zone": "UTC"})
    assert "You have not chosen this name yourself" not in browser.get("/lobby/").content.decode()


@pytest.mark.parametrize("name", BAD, ids=ascii)
def test_migration_makes_a_fit_name_of_any(name: str) -> None:
    if "\x00" in name or "\ud800" in name:
        return  # databases cannot store these
    assert migration.fits(migration.cleaned(name))
    check_name(migration.cleaned(name))


def test_migration_takes_the_admin_from_the_demo_person_only(alice: Player) -> None:
    changed = {"name": "Ada Prime"}, {"password": "argon2$x"}, {"role": "moderator"}, {"factor": True}
    for change in changed:
        demo_person = Player.objects.create_superuser(demo.HOST, None, **({"name": change.get("name", "Ada")}))
        if "password" in change:
            Player.objects.filter(pk=demo_person.pk).update(password=change["password"])
        if "role" in change:
            roles.give(demo_person, "moderator")
        if "factor" in change:
            Authenticator.objects.create(user=demo_person, type="totp", data={})
        migration.demote_demo_person(apps, None)
        demo_person.refresh_from_db()
        assert demo_person.is_superuser, change
        demo_person.delete()
    ada = Player.objects.create_superuser(demo.HOST, None, name="Ada")
    other = Player.objects.create_superuser("op@example.org", None, name="Op")
    migration.demote_demo_person(apps, None)
    for player in (ada, other):
        player.refresh_from_db()
    assert (ada.is_superuser, ada.is_staff, other.is_superuser) == (False, False, True)


def test_demo_person_is_no_administrator() -> None:
    host = demo.ensure_demo(database_now())
    assert (host.is_staff, host.is_superuser, host.has_perm("games.view_game")) == (False, False, False)


@pytest.fixture
def table(alice: Player) -> Game:
    """An open table of alice."""
    return lobby.create(alice, "destined_to_fail", 3, now=database_now(), pace=per_move(86_400))


def invite(table: Game, host: Player, address: str) -> Any:
    browser = Client()
    browser.force_login(host)
    return browser.post(f"/g/{table.code}/guest/", {"address": address}, follow=True)


def guest_path(player: Player) -> str:
    """The path of the link in the newest invitation."""
    from notifications.delivery import deliver

    deliver.deliver_due(database_now())
    text = Message.objects.filter(recipient=player, kind="invitation").latest("pk").text
    return re.search(r"https?://[^/]+(/guest/\S+)", text)[1]  # type: ignore[index]


@pytest.mark.parametrize(("language", "begins"), [("en", "Guest "), ("de", "Gast "), ("fr", "Invité ")])
def test_guest_is_not_called_after_the_address(alice: Player, table: Game, language: str, begins: str) -> None:
    Player.objects.filter(pk=alice.pk).update(language=language)
    with translation.override("en"):
        invite(table, alice, "grace.hopper@example.net")
        send_due(database_now)
    guest = Player.objects.get(email="grace.hopper@example.net")
    assert re.fullmatch(rf"{begins}\d{{4,7}}", guest.name)
    assert not guest.name_chosen
    check_name(guest.name)
    assert active_player(guest.name) is None  # they have no page before their first visit
    lobby.take_seat(table, guest, now=database_now())
    assert active_player(guest.name) == guest


def test_guest_chooses_a_name_when_sitting_down(alice: Player, table: Game) -> None:
    invite(table, alice, "grace@example.net")
    send_due(database_now)
    guest = Player.objects.get(email="grace@example.net")
    path, browser = guest_path(guest), Client()
    assert "grace" not in browser.get(path).content.decode().lower().replace("grace@", "")
    refused = browser.post(path, {"name": "alice"})
    assert refused.status_code in (409, 422)
    assert not table.seats.filter(player=guest).exists()
    assert 'value="alice"' in refused.content.decode()
    page = browser.post(path, {"name": "Grace H."}).content.decode()
    guest.refresh_from_db()
    assert (guest.name, guest.name_chosen) == ("Grace H.", True)
    assert "You are at this table as Grace H." in page
    browser.post(path, {"name": "Other"})
    guest.refresh_from_db()
    assert guest.name == "Grace H."


def test_guest_without_a_name_may_choose_one_after_sitting_down(alice: Player, table: Game) -> None:
    invite(table, alice, "grace@example.net")
    send_due(database_now)
    guest = Player.objects.get(email="grace@example.net")
    path, browser = guest_path(guest), Client()
    assert 'name="name"' in browser.post(path).content.decode()
    browser.post(path, {"name": "Grace"})
    assert Player.objects.get(pk=guest.pk).name == "Grace"


def test_invitation_says_the_same_whether_the_address_is_known(alice: Player, bob: Player, carol: Player, table: Game) -> None:
    Player.objects.create_user("off@example.org", name="Shut out", is_active=False)
    from games.services.people import relations as people

    people.block(bob, alice, now=NOON)
    pages = []
    for address in ("zzz@example.org", str(bob.email), str(carol.email), "off@example.org"):
        for _time in range(2):
            answer = invite(table, alice, address)
            assert answer.status_code == 200
            pages.append(re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", answer.content.decode()))
            send_due(database_now)
    assert len(set(pages)) == 1


def test_signin_command_prints_a_link_for_a_name_or_an_address(alice: Player, capsys: pytest.CaptureFixture[str]) -> None:
    for who in ("alice", "ALICE", str(alice.email)):
        call_command("signin", who)
        link = capsys.readouterr().out.strip()
        browser = Client()
        path = "/" + link.split("/", 3)[3]
        browser.post(path)
        assert int(browser.session["_auth_user_id"]) == alice.pk
    with pytest.raises(CommandError, match="Nobody who can sign in"):
        call_command("signin", "nobody-here")


def test_somebody_signed_in_makes_a_link_for_another_device(alice: Player) -> None:
    browser, other = Client(), Client()
    browser.force_login(alice)
    page = browser.post("/settings/sign-in-link/").content.decode()
    path = re.search(r'value="https?://[^/]+(/sign-in/[^"]+)"', page)[1]  # type: ignore[index]
    other.post(path)
    assert int(other.session["_auth_user_id"]) == alice.pk
    assert Client().post("/settings/sign-in-link/").headers["Location"].startswith("/accounts/login/")


def test_name_from_right_to_left_is_isolated_in_the_sentences_of_a_page(client: Client) -> None:
    noa, ada = person("נועה"), person("Ada")
    game = start(ada, noa)
    client.force_login(noa)
    move(game)
    log = client.get(game.get_absolute_url()).content.decode()
    assert "\u2068" not in log  # only her own moves are told, as "you"
    client.force_login(ada)
    while not game.moves.filter(seat=1).exists():
        move(game)
    log = client.get(game.get_absolute_url()).content.decode().partition('class="log"')[2].partition("</ol>")[0]
    assert "\u2068נועה\u2069" in log
    assert log.count("נועה") == log.count("\u2068נועה\u2069")
    assert "\u2068Ada" not in log
