"""A guest's address belongs to one person: nobody signs up a second time with it."""

from __future__ import annotations

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from games.models import Player
from games.services import lobby
from games.services.pace import per_move
from notifications.clock import database_now
from tests.games.moves import asked
from tests.games.replies.mailing import newest, post, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def grace(alice: Player) -> Player:
    """Invited by address, seated by the word yes, and through her first move by mail."""
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


def test_sign_up_with_a_guests_address_makes_no_second_person(grace: Player, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    cache.clear()
    Client().post("/accounts/signup/", {"name": "Somebody", "email": "grace@example.net"}, follow=True)
    assert Player.objects.filter(email__iexact="grace@example.net").count() == 1
    assert not Player.objects.filter(name="Somebody").exists()
    assert mail.outbox[-1].to == ["grace@example.net"]
