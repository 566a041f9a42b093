"""Tests of mails that must not play: forged, forwarded, replayed, by another person, automatic. And of confirming an unproven mail."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Game, Player
from notifications.clock import database_now
from notifications.inbound import addresses, store, worker
from notifications.models import InboundMail, Message
from tests.games.moves import asked
from tests.games.replies.mailing import AUTHSERV, facts, newest, post, raw_reply, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def player(game: Game) -> Player:
    """The player who is asked, with the turn mail received."""
    person = asked(game).player
    assert person is not None
    post()
    return person


def confirmations(player: Player) -> list[Message]:
    return list(Message.objects.filter(recipient=player, kind="confirm_reply", state="sent"))


@pytest.mark.parametrize(
    "how",
    [
        {"results": "mx.evil.example; dmarc=pass header.from=example.org"},
        {"results": f"{AUTHSERV}; dmarc=fail header.from=example.org"},
        {"sender": "evil@evil.example"},
        {"sender": "carol@example.org"},
    ],
)
def test_unverified_reply_changes_nothing_and_asks_the_owner_once(game: Game, player: Player, how: dict[str, str]) -> None:
    before = facts(game)

    held = [send(player, "1", **how), send(player, "2", **how)]
    post()

    assert facts(game) == before
    assert [mail.state for mail in held if mail] == ["held", "held"]
    assert len(confirmations(player)) == 1
    assert Message.objects.exclude(recipient=player).filter(kind__in=["confirm_reply", "reply_answer"]).count() == 0


def test_owner_confirms_by_button_and_it_plays_once(game: Game, player: Player, client: Client) -> None:
    before = facts(game)
    send(player, "1", results="")
    post()
    found = re.search(r"(/messages/confirm/[^/\s]+/)", confirmations(player)[0].text)
    assert found is not None

    for _time in range(3):
        assert b"1" in client.get(found[1]).content
        client.head(found[1])
    assert facts(game) == before

    assert client.post(found[1]).status_code == 200
    after = facts(game)
    assert after[0] > before[0]
    client.post(found[1])
    assert facts(game) == after


def test_replayed_mail_to_another_persons_address_is_held(game: Game, player: Player) -> None:
    other = game.seats.exclude(player=player).get().player
    assert other is not None
    held = send(player, "1", sender=str(other.email))
    assert held is not None
    assert held.state == InboundMail.State.HELD


@pytest.mark.parametrize("header", [{"Auto_Submitted": "auto-replied"}, {"Precedence": "bulk"}, {"List_Id": "<x.y>"}])
def test_mails_of_machines_are_neither_acted_on_nor_answered(game: Game, player: Player, header: dict[str, str]) -> None:
    before, mails = facts(game), Message.objects.count()

    ignored = send(player, "1", **header)
    post()

    assert ignored is not None
    assert ignored.state == InboundMail.State.IGNORED
    assert (facts(game), Message.objects.count()) == (before, mails)


def test_bounce_to_a_reply_address_does_not_play(game: Game, player: Player) -> None:
    """Its MAIL FROM is the null path, which the mail server passes on as `<>`."""
    before, to = facts(game), newest(player, "your_turn").reply_to
    address = addresses.find(to)
    assert address is not None
    store.keep(raw_reply(str(player.email), to, "1"), address, sender="<>", way=InboundMail.Way.SMTP)
    worker.work_off(database_now)
    assert (InboundMail.objects.get().reason, facts(game)) == ("null return path", before)


def test_links_of_every_mail_change_nothing_by_being_opened(game: Game, player: Player, client: Client) -> None:
    send(player, "xyzzy")
    send(player, "1", results="")
    post()
    links = {
        found
        for mail in Message.objects.filter(state="sent")
        for found in re.findall(r"https?://[^/\s\"]+(/[^\s\"<>]*)", mail.text + mail.html)
    }
    assert any(link.startswith("/answer/") for link in links)
    before = facts(game), InboundMail.objects.values_list("state", "confirmed").count(), Player.objects.values_list("last_login").count()
    for link in links:
        for _time in range(3):
            client.get(link)
            client.head(link)
    assert (facts(game), InboundMail.objects.count(), Player.objects.count()) == before
    assert "session" not in client.cookies
