"""Tests of a guest who later makes the address an account: the seat, the games and the mails remain."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from games.mails.account import send_due
from games.models import Game, Move, Player
from games.services.clocks.pace import per_move
from games.services.tables import lobby
from notifications.clock import database_now
from notifications.models import Message
from tests.games.moves import asked
from tests.games.replies.mailing import newest, post, send

pytestmark = pytest.mark.django_db
CODE = re.compile(r"^\s*([A-Z0-9]{3,}-?[A-Z0-9]{3,})\s*$", re.MULTILINE)


@pytest.fixture
def grace(alice: Player) -> Player:
    """A guest invited by address, who accepted by mail and has made a first move by mail."""
    game = lobby.create(alice, "turn_of_fate", 2, now=database_now(), pace=per_move(86_400))
    host = Client()
    host.force_login(alice)
    host.post(f"/g/{game.code}/guest/", {"address": "grace@example.net"})
    post()
    guest = Player.objects.get(email="grace@example.net")
    send(guest, "Yes", mail=newest(guest, "invitation"))
    post()
    while asked(game).player != guest:
        send(alice, "1")
        post()
    send(guest, "1")
    return guest


def test_guest_claims_the_account_by_a_code_and_keeps_everything(grace: Player, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    cache.clear()
    game = Game.objects.get()
    moves = list(Move.objects.filter(player=grace).order_by("pk").values_list("pk", flat=True))
    mails = Message.objects.filter(recipient=grace).count()
    assert moves

    browser = Client()
    browser.post("/accounts/login/", {"login": "Grace@Example.net"})
    send_due(database_now)
    assert not EmailAddress.objects.get(user=grace).verified
    found = CODE.search(str(mail.outbox[-1].body))
    assert found is not None
    assert mail.outbox[-1].to == ["grace@example.net"]
    codes = len(mail.outbox)
    browser.post("/accounts/login/code/confirm/", {"code": found[1]}, follow=True)  # also confirms the address
    assert EmailAddress.objects.get(user=grace).verified
    assert len(mail.outbox) == codes

    home = browser.get("/").content.decode()
    assert f"/g/{game.code}/" in home
    page = browser.get("/settings/").content.decode()
    assert f'value="{grace.name}"' in page
    answer = browser.post("/settings/", {"name": "Grace Hopper", "language": "en", "zone": "UTC"})
    assert answer.status_code == 302
    grace.refresh_from_db()
    assert grace.name == "Grace Hopper"
    assert browser.get(f"/g/{game.code}/").context["look"].mine.player == grace
    assert list(Move.objects.filter(player=grace, pk__in=moves).order_by("pk").values_list("pk", flat=True)) == moves
    assert Message.objects.filter(recipient=grace).count() == mails
    assert Player.objects.filter(email__iexact="grace@example.net").count() == 1


def test_sign_up_with_a_guests_address_makes_no_second_person(grace: Player, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    cache.clear()
    Client().post("/accounts/signup/", {"name": "Somebody", "email": "grace@example.net"}, follow=True)
    send_due(database_now)
    assert Player.objects.filter(email__iexact="grace@example.net").count() == 1
    assert not Player.objects.filter(name="Somebody").exists()
    assert mail.outbox[-1].to == ["grace@example.net"]


def test_from_the_invitation_to_the_table_in_two_presses(client: Client, alice: Player) -> None:
    """The link in the mail, then a name and “Join”: the next page shows the table."""
    table = lobby.create(alice, "turn_of_fate", 2, now=database_now(), pace=per_move(86_400))
    client.force_login(alice)
    client.post(f"/g/{table.code}/guest/", {"address": "grace@example.net"})
    post()
    guest = Player.objects.get(email="grace@example.net")
    link = re.search(r"https?://[^/\s]+(/guest/\S+)", newest(guest, "invitation").text)
    assert link is not None
    stranger = Client()
    first = stranger.get(link[1]).content.decode()
    assert 'name="name"' in first
    assert 'href="/learn/turn_of_fate/"' in first
    seated = stranger.post(link[1], {"name": "Grace"}).content.decode()
    assert 'class="scene"' in seated
    guest.refresh_from_db()
    assert guest.name == "Grace"
