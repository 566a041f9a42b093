"""Tests of wishes in free words through the reception of mail: what is shown at once, what a yes does, and what is none."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.test import Client

from games.models import Game, Move, Player
from games.services.clocks import personal_time
from games.services.clocks.pace import per_move
from games.services.replies.reading import Command
from games.services.replies.reading.folding import LONGEST
from games.services.replies.understanding import in_a_mail
from games.services.tables import lobby
from notifications.clock import database_now
from notifications.inbound.addresses import unasked, written
from tests.games.conftest import person, start
from tests.games.moves import asked, legal
from tests.games.replies.mailing import facts, newest, post, send, words
from tests.games.replies.test_answer_pages import path_of
from tests.games.replies.test_commands import write

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def mails_of(game: Game) -> None:
    """The mails about the game have been sent."""
    post()


def answered(player: Player, text: str, to: str = "") -> str:
    """The answer to a mail, without line breaks."""
    mail = write(player, text, to)
    assert mail is not None
    return words(mail.text)


def test_absence_in_a_letter_is_asked_back_about_and_a_yes_notes_it(carol: Player) -> None:
    text = "Dear friends,\n\nplease do not wait for me from 24 to 27 December, I shall have no computer there.\n\nBest wishes,\nMargaret"
    mail = write(carol, text)
    assert mail is not None
    assert "Do you want to be marked as away from" in words(mail.text)
    assert not personal_time.absences_of(carol)
    assert "You will be away from" in answered(carol, "Yes please", mail.reply_to)
    carol.refresh_from_db()
    (absence,) = personal_time.absences_of(carol)
    assert (f"{absence.start:%m-%d}", f"{absence.end:%m-%d}") == ("12-24", "12-28")


def test_absence_of_some_days_lasts_as_long_as_the_question_says(carol: Player) -> None:
    Player.objects.filter(pk=carol.pk).update(zone="Pacific/Auckland")
    mail = write(carol, "Please mark me as absent for ten days, I have to go into hospital")
    assert mail is not None
    until = database_now() + timedelta(days=10)
    answered(carol, "yes", mail.reply_to)
    carol.refresh_from_db()
    (absence,) = personal_time.absences_of(carol)
    assert timedelta() <= absence.end - until + timedelta(minutes=1) <= timedelta(days=1, minutes=1)


def test_yes_to_another_mail_does_not_confirm_a_command(game: Game) -> None:
    player = asked(game).player
    assert player is not None
    to = written(unasked(player.pk, game.code))
    write(player, "Please mark me as absent for ten days, I have to go into hospital", to)
    assert "marked as away" in words(newest(player, "reply_answer").text)
    write(player, "yes", to)
    player.refresh_from_db()
    assert not personal_time.absences_of(player)


def test_only_the_beginning_of_an_endless_mail_is_searched_for_details() -> None:
    (part,) = in_a_mail(["Please mark me as absent for ten days", "x" * 100_000], at_table=False).parts
    assert isinstance(part, Command)
    assert len(part.argument) <= LONGEST


def test_absence_in_reply_to_a_turn_is_not_taken_for_a_choice(game: Game) -> None:
    player = asked(game).player
    assert player is not None
    send(player, "Hi,\nplease don't wait for me from 24 to 27 December, we are at my daughter's.\n\nBest\nAda")
    post()
    text = words(newest(player, "reply_answer").text)
    assert "Do you want to be marked as away from" in text
    assert "Did you mean" not in text


def test_no_to_what_was_asked_back_changes_nothing(carol: Player) -> None:
    mail = write(carol, "Bitte keine Mails mehr zwischen 22 und 7 Uhr")
    assert mail is not None
    assert "22:00" in mail.text
    assert "nothing has changed" in answered(carol, "nein", mail.reply_to)
    carol.refresh_from_db()
    assert not carol.personal.get("quiet")


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("Could you write to me in German from now on?", "Deutsch"),
        ("could you please set me to absent, I don't know how long", "away 5 days"),
        ("way too many emails, please send less", "settings"),
        ("I would like to start a new game, please", "1) Council of Kings"),
        ("what games am I still playing?", "You have no games"),
        ("are there any tables where somebody is missing?", "No open tables"),
    ],
)
def test_wish_without_a_game_is_answered_with_what_it_needs(carol: Player, text: str, known: str) -> None:
    before = Player.objects.values("language", "personal").get(pk=carol.pk)
    assert known in answered(carol, text)
    assert Player.objects.values("language", "personal").get(pk=carol.pk) == before


def test_undo_in_free_words_takes_the_move_back_after_a_yes(alice: Player, bob: Player, carol: Player) -> None:
    council = start(alice, bob, carol, rules="council_of_kings", now=database_now())
    client, rng, seat, page = Client(), random.Random(2), asked(council), b""
    while b'name="undo"' not in page:
        seat = asked(council)
        client.post(path_of(seat), {"nth": seat.nth, "choice": legal(council, seat, rng).split()})
        page = client.get(path_of(seat)).content
    post()
    player = seat.player
    assert player is not None
    undone = Move.objects.filter(game=council, seat=seat.index, kind=Move.Kind.UNDO)
    send(player, "Oh no, I pressed the wrong number! Can I take my last move back?", to=written(unasked(player.pk, council.code)))
    post()
    assert "Do you want to take back your last choice?" in words(newest(player, "reply_answer").text)
    assert not undone.exists()
    send(player, "yes", mail=newest(player, "reply_answer"))
    assert undone.exists()


def test_seat_at_a_table_by_its_code(carol: Player) -> None:
    host = person("hanna")
    table = lobby.create(host, "turn_of_fate", 2, now=database_now(), pace=per_move(172_800), visibility=Game.Visibility.PUBLIC)
    mail = write(carol, f"Hello, could you seat me at the table with the code {table.code}? There is one chair left.")
    assert mail is not None
    assert f"Do you want to take a seat at the table {table.code}?" in words(mail.text)
    assert not table.seats.filter(player=carol).exists()
    assert "You have a seat" in answered(carol, "yes", mail.reply_to)
    assert table.seats.filter(player=carol).exists()


def test_private_table_is_not_joined_by_its_code(carol: Player) -> None:
    table = lobby.create(person("hanna"), "turn_of_fate", 2, now=database_now(), pace=per_move(172_800))
    assert "no table with the code" in answered(carol, f"join {table.code}")
    assert not table.seats.filter(player=carol).exists()


@pytest.mark.parametrize(
    "text",
    ["Notez bien : je reviens vite", "Pour être franc : je ne l'avais pas vue venir.", "As they say: lucky at cards, unlucky in love."],
)
def test_words_that_only_look_like_a_command_do_nothing(game: Game, text: str) -> None:
    player = asked(game).player
    assert player is not None
    before = facts(game)
    send(player, text)
    post()
    assert facts(game) == before
    game.refresh_from_db()
    assert not game.talk.exists()
    assert not game.seats.exclude(notes="").exists()
