"""Tests of the pages that belong to mails: answering by a link, a guest's seat, the reply box of the development mailbox."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import Settings

from games.mails.table_words import ANSWER, GUEST
from games.models import Game, Move, Player
from games.services.clocks.pace import per_move
from games.services.tables import lobby
from notifications.clock import database_now
from notifications.models import InboundMail, Message
from tests.games.conftest import NOON
from tests.games.moves import asked
from tests.games.replies.mailing import facts, newest, post, send

pytestmark = pytest.mark.django_db


def answer_path(player: Player) -> str:
    found = re.search(r"(/answer/[^/\s]+/)", newest(player, "your_turn").text)
    assert found is not None
    return found[1]


def test_answer_link_shows_by_get_and_plays_by_post(game: Game, client: Client) -> None:
    player = asked(game).player
    assert player is not None
    post()
    path, before = answer_path(player), facts(game)

    page = client.get(f"{path}?choice=1")
    assert (page.status_code, facts(game)) == (200, before)
    token = page.context["chosen"]
    assert token

    assert client.post(path, {"choice": token, "story": "By link."}).status_code == 302
    move = Move.objects.get(game=game, source="mail")
    assert (move.text, move.story, move.player) == (token, "By link.", player)
    assert "session" not in client.cookies
    after = facts(game)
    assert client.post(path, {"choice": "nonsense"}).status_code == 409
    assert b"Result of your move" in client.get(path).content
    assert facts(game) == after


def test_answer_link_is_for_one_purpose_and_one_player(game: Game, client: Client) -> None:
    player = asked(game).player
    assert player is not None
    other = game.seats.exclude(player=player).get().player
    assert other is not None
    forged = ANSWER.sign({"player": other.pk, "game": game.code, "nth": game.seats.get(player=other).nth})
    before = facts(game)
    assert client.post(f"/answer/{forged}/", {"choice": "1"}).status_code >= 400
    assert client.post(f"/answer/{GUEST.sign({'player': player.pk, 'game': game.code})}/", {"choice": "1"}).status_code == 404
    assert client.post(f"/answer/{forged[:-2]}/", {"choice": "1"}).status_code == 404
    assert facts(game) == before


def test_guest_is_invited_by_address_sits_down_by_link_and_plays(alice: Player, client: Client) -> None:
    game = lobby.create(alice, "turn_of_fate", 2, now=database_now(), pace=per_move(86_400))
    client.force_login(alice)
    assert client.post(f"/g/{game.code}/guest/", {"address": "Grace@example.net"}).status_code == 302
    post()
    grace = Player.objects.get(email__iexact="grace@example.net")
    assert not grace.has_usable_password()
    found = re.search(r"(/guest/[^/\s]+/)", newest(grace, "invitation").text)
    assert found is not None

    stranger = Client()
    assert stranger.get(found[1]).status_code == 200
    assert not game.seats.filter(player=grace).exists()
    assert stranger.post(found[1]).status_code == 200
    game.refresh_from_db()
    assert game.status == Game.Status.ACTIVE
    assert "session" not in stranger.cookies

    post()
    while asked(game).player != grace:
        send(alice, "1")
        post()
    send(grace, "1")
    assert Move.objects.filter(game=game, player=grace, source="mail").exists()


def test_only_the_host_invites_and_not_without_end(alice: Player, bob: Player, client: Client) -> None:
    game = lobby.create(alice, "turn_of_fate", 2, now=NOON, pace=per_move(86_400), visibility=Game.Visibility.PUBLIC)
    client.force_login(bob)
    assert client.post(f"/g/{game.code}/guest/", {"address": "x@example.net"}).status_code == 403
    client.force_login(alice)
    assert client.post(f"/g/{game.code}/guest/", {"address": "not an address"}).status_code == 422
    statuses = [client.post(f"/g/{game.code}/guest/", {"address": f"x{n}@example.net"}).status_code for n in range(22)]
    assert statuses == [302] * 20 + [422] * 2


def test_reply_box_of_the_development_mailbox_takes_the_same_way(game: Game, client: Client, settings: Settings) -> None:
    settings.FATE_MAILBOX = True
    player = asked(game).player
    assert player is not None
    post()
    mail = newest(player, "your_turn")
    client.force_login(player)
    assert b"Reply to this mail" in client.get(f"/dev/mail/{mail.pk}/").content

    assert client.post(f"/dev/mail/{mail.pk}/reply/", {"text": "1\nstory: From the box."}).status_code == 302

    assert InboundMail.objects.get().way == "mailbox"
    assert Move.objects.get(game=game, source="mail").story == "From the box."
    client.force_login(game.seats.exclude(player=player).get().player)  # type: ignore[arg-type]
    assert client.post(f"/dev/mail/{mail.pk}/reply/", {"text": "1"}).status_code == 404
    settings.FATE_MAILBOX = False
    client.force_login(player)
    assert client.post(f"/dev/mail/{mail.pk}/reply/", {"text": "1"}).status_code == 404


def test_hook_takes_raw_mails_with_its_secret_only(game: Game, client: Client, settings: Settings) -> None:
    player = asked(game).player
    assert player is not None
    post()
    to = Message.objects.get(recipient=player, kind="your_turn", state="sent").reply_to
    raw = f"From: {player.email}\r\nTo: {to}\r\nMessage-ID: <hook@example.org>\r\n\r\n1\r\n".encode()

    def status(**headers: str) -> int:
        return client.post("/mail/hook/", raw, content_type="message/rfc822", **headers).status_code  # type: ignore[arg-type]

    assert status() == 404
    settings.FATE_MAILIN_WEBHOOK_SECRET = "name:password"
    assert status() == 401
    assert status(HTTP_AUTHORIZATION="Basic bmFtZTp3cm9uZw==") == 401
    assert [status(HTTP_AUTHORIZATION="Basic bmFtZTpwYXNzd29yZA==") for _time in range(2)] == [200, 200]
    assert InboundMail.objects.get().way == "webhook"
