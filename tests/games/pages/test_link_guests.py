"""Tests of the invitation link of a table without an account: a name, a seat, a link to return, an account later."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from pytest_django import Settings

from games.mails import account
from games.models import Game, Player
from games.services.clocks.pace import per_move
from games.services.tables import lobby
from notifications.clock import database_now
from notifications.models import Message
from tests.games.conftest import person
from tests.games.page_faults import page_faults
from tests.games.replies.mailing import post

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kept_mails")]
CODE = re.compile(r"^([A-Z0-9]{3,}-?[A-Z0-9]{3,})$", re.MULTILINE)
OWN_LINK = re.compile(r'id="own-link"[^>]* value="([^"]+)"')


def announce(host: Player, seats: int = 2) -> tuple[Game, str]:
    """A private table and its invitation link."""
    game = lobby.create(host, "turn_of_fate" if seats == 2 else "destined_to_fail", seats, now=database_now(), pace=per_move(86_400))
    return game, f"/g/{game.code}/join/{game.invitation}/"


def browser(place: str = "192.0.2.1", **settings: object) -> Client:
    return Client(headers={"x-forwarded-for": place}, **settings)


def test_a_name_and_one_press_lead_to_the_table(alice: Player) -> None:
    game, link = announce(alice)
    guest = browser(enforce_csrf_checks=True)
    first = guest.get(link)
    page = first.content.decode()
    assert not page_faults(page)
    assert "no-store" in first["Cache-Control"]
    assert Player.objects.count() == 1
    assert guest.post(link, {"name": "Grace"}).status_code == 403  # without the CSRF token of the page
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    seated = guest.post(link, {**hidden, "name": "Grace", "zone": "Europe/Vienna"}, follow=True)
    assert seated.redirect_chain == [(f"/g/{game.code}/", 302)]
    table = seated.content.decode()
    assert not page_faults(table)
    assert 'class="scene cloth"' in table
    assert OWN_LINK.search(table)
    person_ = Player.objects.get(name="Grace")
    assert (person_.zone, person_.email) == ("Europe/Vienna", None)


def test_a_form_sent_twice_seats_once(alice: Player) -> None:
    game, link = announce(alice, 3)
    slip = re.search(r'name="slip" value="([^"]+)"', browser().get(link).content.decode())
    assert slip is not None
    for guest in (browser(), browser()):  # the second request was sent before the first was answered
        assert guest.post(link, {"name": "Grace", "slip": slip[1]}).status_code == 302
        assert "_auth_user_id" in guest.session
    assert game.seats.exclude(player=None).count() == 2


def test_a_name_that_is_taken_is_offered_with_a_number(alice: Player) -> None:
    _game, link = announce(alice)
    guest = browser()
    again = guest.post(link, {"name": "Alice"})
    assert again.status_code == 422
    assert 'value="Alice2"' in again.content.decode()
    assert guest.post(link, {"name": "Alice2"}).status_code == 302
    empty = browser().post(link, {"name": ""})
    assert empty.status_code in (409, 422)


def test_a_full_table_a_withdrawn_one_and_one_that_is_over_say_so(alice: Player, bob: Player) -> None:
    game, link = announce(alice)
    lobby.take_seat(game, bob, now=database_now())
    page = browser().get(link).content.decode()
    assert "This table is full." in page
    assert 'href="/learn/turn_of_fate/"' in page
    assert "Watch" not in page
    assert browser().post(link, {"name": "Grace"}).status_code == 409
    Game.objects.update(visibility=Game.Visibility.PUBLIC)
    assert ">Watch<" in browser().get(link).content.decode()
    Game.objects.update(status=Game.Status.FINISHED)
    assert "This game is over." in browser().get(link).content.decode()
    Game.objects.update(status=Game.Status.CANCELLED)
    assert "This table was cancelled." in browser().get(link).content.decode()
    assert browser().get(link[:-3] + "xx/").status_code in (200, 404)
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    assert browser().get(link[:-3] + "xx/").status_code == 404
    assert browser().post(link[:-3] + "xx/", {"name": "Grace"}).status_code == 404
    assert not Player.objects.filter(name="Grace").exists()


def test_who_is_signed_in_sits_down_as_before(alice: Player, bob: Player) -> None:
    game, link = announce(alice)
    member = browser()
    member.force_login(bob)
    page = member.get(link).content.decode()
    assert 'name="name"' not in page
    assert member.post(link, follow=True).redirect_chain == [(f"/g/{game.code}/", 302)]
    assert game.seats.filter(player=bob).exists()
    assert "Go to table" in member.get(link).content.decode()


def test_a_guest_takes_seats_at_further_tables_as_the_same_person(alice: Player) -> None:
    guest = browser()
    for _table in range(2):
        _game, link = announce(alice, 3)
        assert guest.post(link, {"name": "Grace"}).status_code == 302
    assert Player.objects.get(name="Grace").seats.count() == 2
    assert Player.objects.count() == 2


def test_both_sides_are_told_that_no_mail_comes(alice: Player, carol: Player) -> None:
    game, link = announce(alice, 3)
    guest, host = browser(), browser()
    host.force_login(alice)
    guest.post(link, {"name": "Grace"})
    assert "guest, gets no mails" in host.get(f"/g/{game.code}/").content.decode()
    assert "You get no mail when it is your turn" in guest.get(f"/g/{game.code}/").content.decode()
    lobby.take_seat(game, carol, now=database_now())
    page = {who: one.get(f"/g/{game.code}/").content.decode() for who, one in (("guest", guest), ("host", host))}
    game.refresh_from_db()
    waits_for = {game.seats.get(index=index).player.name for index in game.waiting}
    assert ("Grace gets no mails, so let them know yourself." in page["host"]) == ("Grace" in waits_for and alice.name not in waits_for)
    assert ("You get no mail when it is your turn:" in page["guest"]) == ("Grace" not in waits_for)
    Player.objects.filter(name="Grace").update(email="grace@example.net")
    assert "gets no mails" not in host.get(f"/g/{game.code}/").content.decode()  # the cached page is not shown again
    Game.objects.update(visibility=Game.Visibility.PUBLIC)
    Player.objects.filter(name="Grace").update(email=None)
    assert "gets no mails" not in browser().get(f"/g/{game.code}/").content.decode()  # strangers do not see it


def test_the_own_link_brings_a_guest_back_on_another_device(alice: Player) -> None:
    game, link = announce(alice)
    first, second = browser(), browser("198.51.100.7")
    found = OWN_LINK.search(first.post(link, {"name": "Grace"}, follow=True).content.decode())
    assert found is not None
    own = urlsplit(found[1]).path
    assert "_auth_user_id" not in second.session
    assert "Sign in as Grace" in second.get(own).content.decode()
    assert "_auth_user_id" not in second.session
    for device in (second, browser("203.0.113.9")):
        device.post(own)
        assert f"/g/{game.code}/" in device.get("/").content.decode()
    assert OWN_LINK.search(browser().get(link).content.decode()) is None  # nobody else sees it


def test_a_guest_confirms_an_address_and_keeps_everything(alice: Player) -> None:
    game, link = announce(alice)
    guest = browser()
    own = OWN_LINK.search(guest.post(link, {"name": "Grace"}, follow=True).content.decode())
    assert own is not None
    before = Player.objects.get(name="Grace")
    post()
    assert not Message.objects.filter(recipient=before, state=Message.State.SENT).exists()
    sent = guest.post("/accounts/email/", {"email": "Grace@Example.net", "action_add": "1"}, follow=True)
    assert sent.redirect_chain[-1][0].startswith("/accounts/confirm-email/")
    account.send_due(database_now)
    assert mail.outbox[-1].to == ["grace@example.net"]
    code = CODE.search(str(mail.outbox[-1].body))
    assert code is not None
    confirmed = guest.post("/accounts/confirm-email/", {"code": code[1]}, follow=True)
    assert confirmed.status_code == 200
    after = Player.objects.get(pk=before.pk)
    assert (after.name, after.email, after.name_chosen) == ("Grace", "grace@example.net", True)
    assert EmailAddress.objects.get(user=after).verified
    assert game.seats.filter(player=after).exists()
    page = guest.get(f"/g/{game.code}/").content.decode()
    assert OWN_LINK.search(page) is None
    assert "You are playing as a guest" not in page
    assert browser().post(urlsplit(own[1]).path).status_code == 410  # from now on, the guest signs in with a code


def test_the_address_of_somebody_else_is_mailed_and_not_given(alice: Player) -> None:
    """The sender learns nothing; only the code, which the owner gets, is a proof, and even that takes over no account."""
    person("ida")
    _game, link = announce(alice)
    guest = browser()
    guest.post(link, {"name": "Grace"})
    guest.post("/accounts/email/", {"email": "ida@example.org", "action_add": "1"})
    account.send_due(database_now)
    code = CODE.search(str(mail.outbox[-1].body))
    assert code is not None
    answer = guest.post("/accounts/confirm-email/", {"code": code[1]}, follow=True)
    assert answer.status_code == 200
    assert Player.objects.get(name="Grace").email is None
    assert Player.objects.get(name="ida").email == "ida@example.org"


def test_guests_are_limited_by_browser_and_network(alice: Player, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "guest_for_browser": "2/h/key", "guest_for_network": "3/h/key"}
    _game, link = announce(alice, 3)
    same = browser()
    for name in ("x", "y"):
        assert same.post(link, {"name": name}).status_code == 422  # counts whatever the result
    assert browser("192.0.2.77").post(link, {"name": "Grace"}).status_code == 302
    full = browser("192.0.2.200").post(link, {"name": "Ida"})
    assert (full.status_code, 'value="Ida"' in full.content.decode()) == (429, True)
    assert browser("198.51.100.7").post(link, {"name": "Ida"}).status_code == 302


def test_a_browser_that_was_a_guest_before_has_a_limit_of_its_own(alice: Player, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "guest_for_browser": "1/h/key"}
    same = browser()
    answers = []
    for name in ("Ida", "Joan", "Kay"):
        answers.append(same.post(announce(alice)[1], {"name": name}).status_code)
        same.post("/accounts/logout/")
    assert answers == [302, 302, 429]  # the first guest was created before the browser was known


def test_signing_out_warns_a_guest(alice: Player) -> None:
    _game, link = announce(alice)
    guest = browser()
    guest.post(link, {"name": "Grace"})
    assert '<a href="/accounts/logout/">' in guest.get("/").content.decode()
    assert "you cannot get back to your games" in guest.get("/accounts/logout/").content.decode()


PAGES = (
    *("/settings/", "/accounts/email/", "/accounts/2fa/", "/accounts/sessions/", "/messages/", "/messages/preferences/"),
    *("/settings/time/", "/settings/tokens/", "/lobby/", "/substitutes/", "/new/turn_of_fate/"),
)


@pytest.mark.parametrize("path", PAGES)
def test_pages_of_the_site_are_sound_for_a_guest(alice: Player, path: str) -> None:
    _game, link = announce(alice)
    guest = browser()
    guest.post(link, {"name": "Grace"})
    answer = guest.get(path, follow=True)
    assert answer.status_code == 200
    assert not page_faults(answer.content.decode())


@pytest.mark.parametrize(("language", "words"), [("de", "Du brauchst kein Konto."), ("fr", "Vous n’avez pas besoin de compte.")])
def test_the_page_and_the_guest_speak_the_language_of_the_browser(alice: Player, language: str, words: str) -> None:
    _game, link = announce(alice)
    guest = browser()
    assert words in guest.get(link, headers={"accept-language": language}).content.decode()
    guest.post(link, {"name": "Grace"}, headers={"accept-language": language})
    assert Player.objects.get(name="Grace").language == language
