"""Tests of mails to the address in From, through the site's mail server: programs that ignore Reply-To, commands, strangers, forgeries."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator

import pytest
from pytest_django import Settings

from games.models import Game, Move, Player, Seat
from notifications.clock import database_now
from notifications.inbound import addresses, worker
from notifications.inbound.poll import keep_any
from notifications.models import InboundMail, Message
from tests.games.conftest import person, start
from tests.games.moves import asked, move
from tests.games.replies.mailing import AUTHSERV, facts, newest, post, raw_reply
from tests.notifications.inbound.door import open_door

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=["smtp", "lmtp"])
def port(request: pytest.FixtureRequest) -> Iterator[tuple[str, int]]:
    """The site's mail server, for each protocol."""
    with open_door(request.param) as number:
        yield request.param, number


@pytest.fixture
def seat() -> Seat:
    """The seat that is asked in a game of alice and bob, with the turn mail sent."""
    game = start(person("alice"), person("bob"), now=database_now())
    post()
    return asked(game)


def hand_over(port: tuple[str, int], raw: bytes, to: str, sender: str) -> int:
    """The reply code of the mail server for a mail."""
    make = smtplib.LMTP if port[0] == "lmtp" else smtplib.SMTP
    with make("127.0.0.1", port[1], timeout=20) as line:
        line.ehlo()
        line.mail(sender)
        code = line.rcpt(to)[0]
        code = line.data(raw)[0] if code == 250 else code
    worker.work_off(database_now)
    post()
    return code


def player_of(seat: Seat) -> Player:
    assert seat.player is not None
    return seat.player


def test_reply_that_ignores_reply_to_is_played(port: tuple[str, int], seat: Seat) -> None:
    player = player_of(seat)
    mail = newest(player, "your_turn")
    for header in ({"In_Reply_To": mail.message_id}, {"References": f"<thread-{seat.game.code}@x.example> {mail.message_id}"}):
        raw = raw_reply(str(player.email), addresses.own(), "1\n", **header)
        assert hand_over(port, raw, addresses.own().upper(), str(player.email)) == 250
    assert Move.objects.filter(game=seat.game, seat=seat.index, source="mail").exists()
    assert InboundMail.objects.filter(address__purpose="turn", state="done").count() == 2


def test_reply_to_a_letter_named_after_dropped_news_is_played(port: tuple[str, int], seat: Seat) -> None:
    """Such as the receipt of a move that was to be sent with the next question, when both had already been reported."""
    player = player_of(seat)
    mail = newest(player, "your_turn")
    assert f"<o{mail.pk}." not in mail.message_id
    dropped = Message.objects.filter(message_id=mail.message_id).exclude(pk=mail.pk)
    assert dropped.update(state="superseded", reply_to="") == 1
    raw = raw_reply(str(player.email), addresses.own(), "1\n", In_Reply_To=mail.message_id)
    assert hand_over(port, raw, addresses.own(), str(player.email)) == 250
    assert Move.objects.filter(game=seat.game, seat=seat.index, source="mail").count() == 1


def test_reply_to_a_mail_without_a_question_belongs_to_its_game(port: tuple[str, int], seat: Seat) -> None:
    other = seat.game.seats.exclude(pk=seat.pk).get()
    player = player_of(other)
    mail = newest(player, "game_started")
    while asked(seat.game) != other:
        move(seat.game, now=database_now())
    post()
    before = facts(seat.game)
    raw = raw_reply(str(player.email), addresses.own(), "1\n", In_Reply_To=mail.message_id)
    assert hand_over(port, raw, addresses.own(), str(player.email)) == 250
    assert facts(seat.game) == before
    answer = newest(player, "reply_answer")
    assert "does not say which question it answers" in answer.text
    assert "\nPlay here:" in answer.text
    assert answer.reply_to == newest(player, "your_turn").reply_to


def test_command_of_a_known_person_needs_no_reference(port: tuple[str, int], seat: Seat) -> None:
    player = player_of(seat)
    raw = raw_reply(str(player.email), addresses.own(), "games\n")
    assert hand_over(port, raw, addresses.own(), str(player.email)) == 250
    assert "your turn since" in newest(player, "reply_answer").text
    assert hand_over(port, raw, addresses.own(), str(player.email)) == 250
    assert Message.objects.filter(kind="reply_answer").count() == 1, "one Message-ID is one mail"


def test_strangers_are_refused_where_the_refusal_reaches_them(port: tuple[str, int], seat: Seat) -> None:
    stranger = raw_reply("eve@elsewhere.example", addresses.own(), "help\n")
    assert hand_over(port, stranger, addresses.own(), "eve@elsewhere.example") == 550
    forged = raw_reply("eve@elsewhere.example", addresses.own(), "help\n", results=f"{AUTHSERV}; dmarc=fail header.from=elsewhere.example")
    assert hand_over(port, forged, addresses.own(), "eve@elsewhere.example") == (550 if port[0] == "smtp" else 250)
    made_up = raw_reply("eve@elsewhere.example", addresses.own(), "1\n", In_Reply_To="<o1.0123456789abcdef@testserver.example>")
    assert hand_over(port, made_up, addresses.own(), "eve@elsewhere.example") == 550
    assert not InboundMail.objects.exists()
    assert hand_over(port, stranger, "somebody@play.example.org", "eve@elsewhere.example") == 550


def test_forged_mails_change_nothing_and_lock_nobody_out(port: tuple[str, int], seat: Seat) -> None:
    player = player_of(seat)
    before, turn_mail = facts(seat.game), newest(player, "your_turn")
    forged = [
        raw_reply(str(player.email), addresses.own(), "resign yes\n", results=f"{AUTHSERV}; dmarc=fail header.from=example.org"),
        raw_reply(str(player.email), addresses.own(), "language fr\n", results=""),
        raw_reply("bob@example.org", turn_mail.reply_to, "1\n"),
        raw_reply(str(player.email), "somebody@else.example", "away 9 days\n"),  # a copy of a mail to another person
    ]
    for raw in forged:
        hand_over(port, raw, addresses.own(), str(player.email))
    player.refresh_from_db()
    assert (facts(seat.game), player.language, player.personal) == (before, "en", {})
    assert hand_over(port, raw_reply(str(player.email), turn_mail.reply_to, "1\n"), turn_mail.reply_to, str(player.email)) == 250
    assert facts(seat.game)[0] > before[0]
    raw = raw_reply(str(player.email), addresses.own(), "language fr\n")
    hand_over(port, raw, addresses.own(), str(player.email))
    player.refresh_from_db()
    assert player.language == "fr"


def test_casual_site_does_not_believe_who_knows_only_the_public_address(seat: Seat, settings: Settings) -> None:
    settings.FATE_MAILIN_CASUAL = True
    player = player_of(seat)
    assert keep_any(raw_reply(str(player.email), addresses.own(), "language fr\n", results=""), "smtp", recipient=addresses.own())
    worker.work_off(database_now)
    player.refresh_from_db()
    assert player.language == "en"
    assert InboundMail.objects.get().state == "held"
    turn = newest(player, "your_turn")
    raw = raw_reply(str(player.email), addresses.own(), "1\n", results="", In_Reply_To=turn.message_id)
    assert keep_any(raw, "smtp", recipient=addresses.own())
    worker.work_off(database_now)
    assert Move.objects.filter(game=seat.game, source="mail").exists()


@pytest.mark.parametrize("header", [{"Auto_Submitted": "auto-replied"}, {"Precedence": "bulk"}, {"X_Fate_Ref": "o1"}])
def test_machines_at_the_public_address_get_no_answer(seat: Seat, header: dict[str, str]) -> None:
    player = player_of(seat)
    known = Message.objects.count()
    assert keep_any(raw_reply(str(player.email), addresses.own(), "help\n", **header), "imap")
    worker.work_off(database_now)
    post()
    assert InboundMail.objects.get().state == "ignored"
    assert Message.objects.count() == known


def test_games_without_a_move_stay_untouched_by_another_persons_letter_id(seat: Seat) -> None:
    """Bob quotes the id of Alice's turn mail: the mail is hers, and his mail does not authenticate as her."""
    player = player_of(seat)
    other = Game.objects.get(pk=seat.game_id).seats.exclude(pk=seat.pk).get().player
    assert other is not None
    before = facts(seat.game)
    raw = raw_reply(str(other.email), addresses.own(), "1\n", In_Reply_To=newest(player, "your_turn").message_id)
    assert keep_any(raw, "smtp", recipient=addresses.own())
    worker.work_off(database_now)
    assert (InboundMail.objects.get().state, facts(seat.game)) == ("held", before)
