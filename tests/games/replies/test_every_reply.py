"""Tests of answers to mails that fail: each mistake is answered with the remedy, automatic mails soon get none, no failure is silent."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.mails import reply_limits
from games.models import Game, Move, Player, Seat
from games.rules.registry import all_games
from games.services.replies import execution
from games.services.replies.reading import Answer, Confidence, Doubt, Reading
from notifications.inbound import worker
from notifications.models import InboundMail, Message
from tests.games.conftest import person, start
from tests.games.moves import asked, legal
from tests.games.replies.mailing import facts, newest, post, send, words

pytestmark = pytest.mark.django_db

MISTAKES = ("xyzzy", "I would rather have tea", "999", "yes", "well, well")
"""An unknown word, a sentence, an unknown number, a yes without a question, a remark."""


def answers_to(player: Player) -> list[Message]:
    return list(Message.objects.filter(recipient=player, kind="reply_answer", state="sent").order_by("pk"))


def waiting(game: Game) -> tuple[Seat, Player]:
    """The seat that is asked and its player, with all mails sent."""
    seat = asked(game)
    assert seat.player is not None
    post()
    return seat, seat.player


@pytest.mark.parametrize("key", sorted(all_games()))
def test_five_mistakes_in_each_turn_are_answered_five_times_with_the_choices(key: str, db: None) -> None:
    book = all_games()[key]
    people = [person(f"player{number}") for number in range(max(2, min(book.seats)))]
    game = start(*people, rules=key)
    seat, player = waiting(game)
    mail, before = newest(player, "your_turn"), facts(game)
    for number, mistake in enumerate(MISTAKES, start=1):
        sent = send(player, mistake, mail=mail)
        post()
        answers = answers_to(player)
        assert sent is not None
        assert (sent.state, facts(game), len(answers)) == ("done", before, number), mistake
        assert mistake in answers[-1].text
        assert "one of your choices below, or write help" in words(answers[-1].text)
        assert "\nPlay here:" in answers[-1].text
        mail = answers[-1]
    send(player, legal(game, seat), mail=mail)
    assert facts(game) != before


def test_who_errs_in_each_turn_is_still_answered_because_they_play(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reply that changes the game starts a new hour of the limit."""
    monkeypatch.setattr(reply_limits, "MOST_AN_HOUR", 2)
    for turn in range(1, 4):
        seat, player = waiting(game)
        for number in range(2):
            send(player, f"mistake {'ab'[number]}")
        assert Message.objects.filter(kind="reply_answer", payload__sort="failed").count() == 2 * turn
        send(player, legal(game, seat))


def test_a_machine_that_answers_everything_gets_a_bounded_number_of_mails(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reply_limits, "MOST_AN_HOUR", 3)
    _seat, player = waiting(game)
    mail = newest(player, "your_turn")
    for number in range(7):
        send(player, f"I am away until Monday, number {number}", mail=mail)
        post()
        mail = newest(player)
    answers = answers_to(player)
    assert ["reply only after" in answer.text for answer in answers] == [False, False, False, True]
    Message.objects.update(created_at=answers[0].created_at - timedelta(hours=2))
    InboundMail.objects.update(received_at=answers[0].created_at - timedelta(hours=2))
    send(player, "hello again", mail=mail)
    post()
    assert len(answers_to(player)) == 5


def test_above_the_limit_one_note_an_hour_says_when_mails_are_answered_again(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit for a day applies, which lasts longer than the notice of an hour ago."""
    monkeypatch.setattr(reply_limits, "MOST_A_DAY", 2)
    _seat, player = waiting(game)
    for hour in range(3):
        for number in range(4):
            send(player, f"mumble {'abc'[hour]}{'abcd'[number]}")
            post()
        notes = ["reply only after" in answer.text for answer in answers_to(player)]
        assert notes == [False, False] + [True] * (hour + 1)
        for message in Message.objects.filter(kind="reply_answer"):
            Message.objects.filter(pk=message.pk).update(created_at=message.created_at - timedelta(minutes=61))


def test_above_the_limit_moves_are_still_played(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reply_limits, "MOST_AN_HOUR", 1)
    seat, player = waiting(game)
    for text in ("xyzzy", "plugh", "frotz", legal(game, seat)):
        send(player, text)
        post()
    assert Move.objects.filter(game=game, seat=seat.index, source="mail").exists()
    assert len(answers_to(player)) >= 2


def test_reply_without_words_is_answered(game: Game) -> None:
    _seat, player = waiting(game)
    before = facts(game)
    send(player, "\n\n> quoted\n")
    post()
    assert facts(game) == before
    assert "We found no command in your mail" in newest(player, "reply_answer").text


def test_guess_is_asked_back_and_yes_plays_it(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """As for a doubtful reading: nothing is played before the yes, which may answer any mail of the game."""
    seat, player = waiting(game)
    turn_mail, text = newest(player, "your_turn"), legal(game, seat)
    real = execution.in_a_mail

    def doubtful(lines: list[str], *rest: object, **more: object) -> Reading:
        if lines[0] == "typo":
            return Reading((Answer("typo", "typo", "", Confidence.GUESS, (text,), Doubt.SPELLING),))
        return real(lines, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(execution, "in_a_mail", doubtful)
    before = facts(game)
    send(player, "typo")
    post()
    assert facts(game) == before
    asked_back = newest(player, "reply_answer")
    assert "Did you mean" in asked_back.text
    assert asked_back.reply_to != turn_mail.reply_to
    send(player, "Yes, please!", mail=turn_mail)  # an older mail of the same game is accepted
    assert Move.objects.get(game=game, source="mail").text == text
    post()
    after = facts(game)
    send(player, "yes", mail=asked_back)
    post()
    assert facts(game) == after


def test_a_yes_that_comes_a_turn_late_hears_what_is_asked_now(game: Game) -> None:
    seat, player = waiting(game)
    send(player, "not 1")
    post()
    asked_back = newest(player, "reply_answer")
    assert "Did you mean" in asked_back.text
    send(player, legal(game, seat))
    for _turn in range(20):
        other, whose = waiting(game)
        if other == seat:
            break
        send(whose, legal(game, other))
    before = facts(game)
    for mail in (newest(player, "your_turn"), asked_back):
        send(player, "yes", mail=mail)
        post()
        assert facts(game) == before
        assert "That question is no longer open" in words(newest(player, "reply_answer").text)
        assert "one of your choices below" in words(newest(player, "reply_answer").text)


@pytest.mark.parametrize(
    ("language", "reply", "words_of_it"),
    [
        ("en", "I'll go for number one, thanks!", "Your"),
        ("de", "Ich nehme die Nummer eins, danke!", "Du"),
        ("fr", "Je prends le numéro un, merci !", "vous"),
    ],
)
def test_a_reply_in_each_language_above_the_quoted_mail_is_played_and_answered_in_it(
    game: Game, language: str, reply: str, words_of_it: str
) -> None:
    _seat, player = waiting(game)
    Player.objects.filter(pk=player.pk).update(language=language)
    player.refresh_from_db()
    mail = newest(player, "your_turn")
    quoted = "\n".join(f"> {line}" for line in mail.text.splitlines())
    send(player, f"{reply}\n\nOn Mon, fateapp wrote:\n{quoted}", mail=mail)
    assert Move.objects.filter(game=game, source="mail").count() == 1
    send(player, "xyzzy", mail=mail)
    post()
    assert words_of_it in newest(player, "reply_answer").text


def test_no_to_a_guess_changes_nothing_and_is_answered(game: Game) -> None:
    _seat, player = waiting(game)
    send(player, "resign")
    post()
    before = facts(game)
    send(player, "Nein danke", mail=newest(player, "reply_answer"))
    post()
    assert facts(game) == before
    assert "nothing has changed" in newest(player, "reply_answer").text


def test_yes_to_resigning_resigns_once(game: Game) -> None:
    seat, player = waiting(game)
    send(player, "aufgeben")
    post()
    question = newest(player, "reply_answer")
    assert "reply yes" in question.text
    seat.refresh_from_db()
    assert seat.state == Seat.State.PLAYING
    send(player, "Ja!", mail=question)
    seat.refresh_from_db()
    assert seat.state == Seat.State.RESIGNED
    post()
    after = facts(game)
    send(player, "ja", mail=question)
    post()
    assert facts(game) == after


def test_same_answer_twice_is_answered_and_played_once(game: Game) -> None:
    _seat, player = waiting(game)
    old = newest(player, "your_turn")
    send(player, "1", mail=old)
    post()
    before = facts(game)
    assert answers_to(player) == []  # held back until there is news of the move or another message
    send(player, "1", mail=old)
    post()
    assert facts(game) == before
    first, again = answers_to(player)
    assert (first.message_id, first.text) == (again.message_id, again.text)
    assert "“1”: played as “" in again.text
    assert "played before" in again.text


def test_killed_between_deed_and_note_answers_once(game: Game) -> None:
    _seat, player = waiting(game)
    mail = send(player, "away 3 days")
    assert mail is not None
    InboundMail.objects.filter(pk=mail.pk).update(state="received", lease_until=None)
    worker.work_off(lambda: mail.received_at)
    post()
    assert len(answers_to(player)) == 1
