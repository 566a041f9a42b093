"""Tests that names written from right to left are isolated in mails, and that replies are read without the marks."""

from __future__ import annotations

import re

import pytest

from games.models import Player, Seat
from games.render.words import isolated
from games.services.clocks.pace import per_move
from games.services.tables import challenges
from notifications.models import Message
from notifications.sanitise import one_line
from tests.games.conftest import NOON, person, start
from tests.games.mails import letters
from tests.games.mails.reading import page_of, text_of
from tests.games.moves import asked, move, play_out
from tests.games.replies.mailing import newest, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("receiving")]

every_name = pytest.mark.parametrize("name", ["נועה", "مريم 2", "ד'ור"])


def called(name: str) -> Player:
    player = person("somebody")
    player.name = name
    player.save()
    return player


def parts(letter: letters.Letter) -> tuple[str, str, str]:
    return str(letter.mail["Subject"]).strip(), text_of(letter.mail), page_of(letter.mail).replace("&#x27;", "'")


def check(name: str, letter: letters.Letter) -> None:
    """The name stands in subject, text and HTML, and nowhere without marks."""
    for words in parts(letter):
        assert isolated(name) in words
        assert name not in words.replace(isolated(name), "")


def _to(player: Player, subject: str) -> list[letters.Letter]:
    """The mails sent to a player whose subject begins with these words."""
    return [one for one in letters.outbox() if one.mail["To"] == player.email and parts(one)[0].startswith(subject)]


@every_name
def test_the_name_of_a_host_is_isolated(name: str, alice: Player) -> None:
    host = called(name)
    challenges.create_table(host, "turn_of_fate", alice, now=NOON, seats=2, pace=per_move(86_400), note="5 games?")
    [letter] = letters.sent()
    check(name, letter)
    assert parts(letter)[0].startswith(f"{isolated(name)} invites you to")


@every_name
def test_the_names_of_opponents_are_isolated(name: str, alice: Player) -> None:
    opponent = called(name)
    game = start(alice, opponent)
    while asked(game).player != alice or not game.moves.filter(seat__in=game.seats.filter(player=opponent).values("index")).exists():
        move(game)
    letters.sent()
    check(name, _to(alice, "Your turn")[-1])
    play_out(game)
    letters.sent()
    over = _to(alice, "")[-1]
    check(name, over)
    assert re.search(rf"\d\. {re.escape(isolated(name))} \(\d+\)", parts(over)[1])  # "1. (58) …" is shown without the marks


def test_an_address_in_a_mail_of_the_account_is_isolated() -> None:
    letter = letters.account_mail("sign_in", "sara@דוגמה.קום")
    for words in parts(letter)[1:]:
        assert "sign in as \u2068sara@דוגמה.קום\u2069, but there" in " ".join(words.split())


def test_the_marks_in_a_reply_are_no_part_of_it(alice: Player) -> None:
    game = start(alice, called("נועה"))
    while asked(game).player != alice:
        move(game)
    letters.sent()
    before = game.moves.count()
    assert newest(alice, "your_turn").state == Message.State.SENT
    send(alice, "\u20681\u2069")
    assert game.moves.count() > before or not Seat.objects.filter(game=game, player=alice, pending=True).exists()


def test_words_that_are_nobodys_name_stay_as_they_are(alice: Player, bob: Player) -> None:
    challenges.create_table(bob, "turn_of_fate", alice, now=NOON, seats=2, pace=per_move(86_400), note="שלום")
    [letter] = letters.sent()
    assert not any("\u2068" in words for words in parts(letter))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\u2068נועה\u2069 (5)", "\u2068נועה\u2069 (5)"),
        ("\u2068נו\u202eעה\u2069 5", "\u2068נועה\u2069 5"),
        ("\u2069\u2068a", "a"),
        ("a \u2068 \u2069 b", "a b"),
        ("\u2068\u2068a\u2069 b\u2069", "\u2068a\u2069 b"),
        ("\u2068a long text\u2069 that is cut", "a long text that is…"),
    ],
)
def test_one_line_keeps_marks_only_in_pairs(text: str, shown: str) -> None:
    assert one_line(text, 20) == shown
