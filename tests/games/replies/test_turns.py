"""Tests of replies to turn mails: one answer, a whole turn, stories, commands, and the answers to them."""

from __future__ import annotations

import pytest

from games.models import Game, Move, Player, Seat, Talk
from games.services.absence import deputies
from games.services.clocks import pauses
from games.services.tables import talk
from notifications.clock import database_now
from notifications.delivery import undelivered
from notifications.inbound import worker
from notifications.inbound.addresses import unasked, written
from notifications.models import InboundMail, Message
from tests.games.conftest import person, start
from tests.games.moves import asked, legal, move, play_out
from tests.games.replies.mailing import facts, newest, post, send, words

pytestmark = pytest.mark.django_db


def sent(player: Player, kind: str) -> int:
    return Message.objects.filter(recipient=player, kind=kind, state="sent").count()


def who_is_asked(game: Game) -> tuple[Seat, Player]:
    seat = asked(game)
    assert seat.player is not None
    post()
    return seat, seat.player


def test_reply_with_a_number_plays(game: Game) -> None:
    seat, player = who_is_asked(game)

    mail = send(player, "1\n")

    assert mail is not None
    assert mail.state == InboundMail.State.DONE
    move = Move.objects.filter(game=game, seat=seat.index, source=Move.Source.MAIL).get()
    assert (move.said, move.nth, move.player) == ("1", seat.nth, player)


def test_reply_in_own_words_is_told_what_was_understood(game: Game) -> None:
    _seat, player = who_is_asked(game)

    send(player, "the first card on the list please")

    (one,) = Message.objects.filter(recipient=player, kind="reply_answer").get().payload["told"]
    assert one["words"].startswith(("played as “", "saved as “"))


def test_turn_mail_is_a_complete_client(game: Game) -> None:
    _seat, player = who_is_asked(game)
    mail = newest(player, "your_turn")
    assert mail.reply_to.endswith("@play.example.org")
    places = [
        mail.text.index(words) for words in ("⁂ ", "  1)", "The moon was full", "Deadline:", "If you do not play", "-=-=-", mail.reply_to)
    ]
    assert places == sorted(places)
    assert 'src="http' not in mail.html
    assert 'src="cid:table-' in mail.html or 'src="data:image/png' in mail.html


def test_story_is_told_without_links_and_reply_addresses(game: Game) -> None:
    _seat, player = who_is_asked(game)
    address = newest(player, "your_turn").reply_to

    send(player, f"1\nstory: Fate spoke, see http://testserver/answer/abc and {address} now.\n")

    assert Move.objects.get(game=game, source="mail").story == "Fate spoke, see  and  now."


def test_whole_turn_in_one_reply(game: Game) -> None:
    seat, player = who_is_asked(game)
    send(player, "\n".join(["1"] * 8))

    seat.refresh_from_db()
    mine = Move.objects.filter(game=game, seat=seat.index, kind="answer").order_by("seq")
    assert [move.nth for move in mine] == list(range(seat.nth - len(mine), seat.nth))
    assert mine.count() >= 1


def test_unreadable_replies_are_answered_each_time_and_change_nothing(game: Game) -> None:
    _seat, player = who_is_asked(game)
    before = facts(game)

    for text in ("xyzzy", "plugh", "frotz"):
        send(player, text)
    post()

    assert facts(game) == before
    assert sent(player, "reply_answer") == 3
    answers = Message.objects.filter(recipient=player, kind="reply_answer").order_by("pk")
    for answer, text in zip(answers, ("xyzzy", "plugh", "frotz"), strict=True):
        assert f"“{text}” could not be read." in answer.text
        assert "  1)" in answer.text
    assert send(player, "1", mail=answer) is not None
    assert facts(game)[0] > before[0]


def test_late_reply_is_answered_with_the_current_state(game: Game) -> None:
    _seat, player = who_is_asked(game)
    old = newest(player, "your_turn")
    send(player, "1")
    post()
    before = facts(game)

    send(player, "2 ", mail=old)
    post()

    assert facts(game) == before
    assert "no longer open" in newest(player, "reply_answer").text


def test_same_mail_twice_is_kept_once(game: Game) -> None:
    _seat, player = who_is_asked(game)
    old = newest(player, "your_turn")
    assert send(player, "1", mail=old, message_id="<same@example.org>") is not None
    before = facts(game)

    assert send(player, "1", mail=old, message_id="<same@example.org>") is None
    assert facts(game) == before


def test_other_words_under_the_same_message_id_are_read(game: Game) -> None:
    """Some programs use one Message-ID for several mails."""
    _seat, player = who_is_asked(game)
    old, same = newest(player, "your_turn"), "<same@example.org>"
    before = facts(game)
    send(player, "xyzzy", mail=old, message_id=same)
    send(player, "1", mail=old, message_id=same)
    played = facts(game)
    assert played != before

    assert send(player, "1", mail=old, message_id=same) is None
    assert facts(game) == played
    assert InboundMail.objects.count() == 2


@pytest.mark.parametrize("command", ["?", "status", "Tisch", "STATUS."])
def test_question_shows_the_table(game: Game, command: str) -> None:
    _seat, player = who_is_asked(game)
    before = facts(game)
    send(player, command)
    post()
    assert facts(game) == before
    assert "The table" in newest(player, "reply_answer").text


def test_note_is_kept_and_shown_in_the_next_turn_mail(game: Game) -> None:
    seat, player = who_is_asked(game)
    send(player, "note keep the Ace\nnote and the Moon")
    seat.refresh_from_db()
    assert seat.notes == "keep the Ace\nand the Moon"


def test_resign_asks_first(game: Game) -> None:
    seat, player = who_is_asked(game)
    before = facts(game)
    send(player, "resign")
    post()
    assert facts(game) == before
    answer = newest(player, "reply_answer")
    assert "Do you really want to resign this game? To confirm, reply yes." in answer.text

    send(player, "Resign yes.", mail=answer)

    seat.refresh_from_db()
    assert seat.state == Seat.State.RESIGNED


def test_pause_is_proposed(game: Game) -> None:
    bob = Player.objects.get(name="bob")
    post()
    if not Message.objects.filter(recipient=bob, kind="your_turn", state="sent").exists():
        send(Player.objects.get(name="alice"), "1\n1\n1\n1\n1\n1\n1\n1")
        post()
    send(bob, "pause 3 going hiking")
    game.refresh_from_db()
    assert game.proposal is not None
    assert (game.proposal["days"], game.proposal["why"]) == (3, "going hiking")


@pytest.mark.parametrize("answer", ["Yes, fine!", "no"])
def test_proposed_pause_is_agreed_to_or_declined_by_mail(game: Game, answer: str) -> None:
    _seat, player = who_is_asked(game)
    other = game.seats.exclude(player=player).get().player
    assert other is not None
    pauses.propose(game.pk, player.pk, 20, "Snow", now=database_now())
    post()
    mail = newest(other, "pause")
    assert "To agree, reply to this mail with the single word yes." in words(mail.text)

    send(other, answer, mail=mail)
    post()
    game.refresh_from_db()
    assert game.proposal is None
    assert bool(game.pauses) == (answer != "no")
    assert ("the table is paused" if game.pauses else "goes on without a pause") in words(newest(other, "reply_answer").text)


@pytest.mark.parametrize("answer", ["No, sorry!", "No, sorry, I am away too", "Leider nein, bin selbst weg", "yes"])
def test_deputy_declines_by_mail(game: Game, answer: str) -> None:
    seat, player = who_is_asked(game)
    friend = person("grace")
    deputies.appoint(game.pk, player.pk, friend, 3, now=database_now())
    post()
    mail = newest(friend, "deputy")
    assert "To decline, reply to this mail with the single word no" in words(mail.text)

    send(friend, answer, mail=mail)
    post()
    seat.refresh_from_db()
    assert (seat.deputy_until is None) == (answer != "yes")
    told = [message.payload["by"] for message in Message.objects.filter(recipient=player, kind="deputy")]
    assert told == ([] if answer == "yes" else [friend.pk])


def test_deputy_who_is_not_understood_is_asked_for_yes_or_no(game: Game) -> None:
    seat, player = who_is_asked(game)
    friend = person("grace")
    deputies.appoint(game.pk, player.pk, friend, 3, now=database_now())
    post()
    send(friend, "My dog ate the cards", mail=newest(friend, "deputy"))
    post()
    again = newest(friend, "reply_answer")
    assert "To decline, reply with no." in words(again.text)
    send(friend, "no", mail=again)
    seat.refresh_from_db()
    assert seat.deputy_until is None


def test_yes_to_a_turn_mail_agrees_to_no_pause(game: Game) -> None:
    _seat, player = who_is_asked(game)
    other = game.seats.exclude(player=player).get().player
    assert other is not None
    pauses.propose(game.pk, other.pk, 20, "Snow", now=database_now())
    post()
    send(player, "yes")
    game.refresh_from_db()
    assert game.proposal is not None
    assert game.pauses == []


def test_words_without_a_move_are_said_at_the_table_once(game: Game) -> None:
    _seat, player = who_is_asked(game)
    before = facts(game)
    address = newest(player, "your_turn").reply_to

    mail = send(player, f"say: hello everybody, I am {address} at http://testserver/answer/x")
    assert mail is not None
    _again(mail)
    post()

    said = Talk.objects.get(game=game)
    assert (said.player, said.text) == (player, "hello everybody, I am at")
    assert facts(game) == before
    assert "sent to everybody at the table" in newest(player, "reply_answer").text


def _again(mail: InboundMail) -> None:
    """Process a mail again, as if the worker had been killed after the move and before it was recorded."""
    InboundMail.objects.filter(pk=mail.pk).update(
        state="received", lease_until=None, progress=[{name: mail.progress[0][name] for name in ("nth", "seq")}]
    )  # fmt: skip
    worker.work_off(database_now)


def test_turn_mail_tells_what_was_said_since_my_last_move(alice: Player, bob: Player) -> None:
    game = start(alice, bob, now=database_now())
    first = asked(game)
    other = game.seats.exclude(pk=first.pk).select_related("player").get()
    assert first.player is not None
    assert other.player is not None
    talk.say(game.pk, other.index, "Long ago", source="form", now=database_now(), player_id=other.player.pk)
    while asked(game).pk == first.pk:
        move(game, now=database_now())
    talk.say(game.pk, other.index, "My own words", source="form", now=database_now(), player_id=other.player.pk)
    talk.say(game.pk, first.index, "Well <played>", source="form", now=database_now(), player_id=first.player.pk)
    post()
    mail = newest(other.player, "your_turn")
    assert f"Table chat\n- {first.player.name}: Well <played>\n" in mail.text
    assert f"{first.player.name}: Well &lt;played&gt;" in mail.html
    assert "My own words" not in mail.text
    while asked(game).pk == other.pk:
        move(game, now=database_now())
    post()
    assert "Well <played>" not in newest(first.player, "your_turn").text


def test_rematch_by_reply(game: Game) -> None:
    play_out(game)
    post()
    alice = Player.objects.get(name="alice")
    send(alice, "Rematch!\n\nThat was fun.", mail=newest(alice, "game_over"))
    again = Game.objects.get(rematch_of=game)
    assert again.seats.filter(player=alice).exists()


def test_yes_takes_the_seat_and_rematch_starts(game: Game) -> None:
    play_out(game)
    post()
    alice, bob = (Player.objects.get(name=name) for name in ("alice", "bob"))
    send(alice, "rematch", mail=newest(alice, "game_over"))
    post()
    send(bob, "Yes", mail=newest(bob, "invitation"))
    assert Game.objects.get(rematch_of=game).status == Game.Status.ACTIVE


def test_legal_token_of_the_position_is_understood(game: Game) -> None:
    seat, player = who_is_asked(game)
    token = legal(game, seat)
    send(player, f"  {token.upper()}  ")
    assert Move.objects.get(game=game, source="mail").text == token


@pytest.mark.parametrize("elsewhere", [False, True])
def test_host_is_told_once_that_turn_mails_come_back(game: Game, elsewhere: bool) -> None:
    host = Player.objects.get(pk=game.host_id)
    other = next(seat.player for seat in game.seats.all() if seat.player_id != host.pk)
    assert other is not None
    for nth in (1, 2):
        turn = Message.objects.create(
            recipient=other, kind="your_turn", channel="email", key=f"t{nth}", state="bounced", payload={"game": game.code}
        )
        if elsewhere:
            Message.objects.create(recipient=other, kind="your_turn", channel="push:1", key=f"t{nth}", payload={"game": game.code})
        undelivered.report([turn], "The mail came back: 5.1.1 <hidden@example.net> no such mailbox")
    post()
    told = [words(mail.text) for mail in Message.objects.filter(kind="invitation_news", recipient=host, state="sent")]
    assert len(told) == (0 if elsewhere else 1)
    assert all(f"{other.name} may not know that it is their turn in Turn of Fate" in text and "hidden" not in text for text in told)
    assert not Message.objects.filter(kind="invitation_news").exclude(recipient=host).exists()


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("whose turn is it?", "here is the table"),
        ("à qui de jouer ?", "here is the table"),
        ("I'm back", "You are not away"),
        ("what happened so far?", "Full history: "),
        ("can I have more time?", "Say for how many days, like this: pause 3"),
        ("unsubscribe", "Choose which mails you get in your settings"),
        ("nudge Bob", "“nudge Bob” could not be read. It is not your turn in this game."),
    ],
)
def test_wish_of_a_player_who_is_not_asked_is_answered(game: Game, text: str, answer: str) -> None:
    seat, _player = who_is_asked(game)
    waiting = game.seats.exclude(pk=seat.pk).get().player
    assert waiting is not None
    before = facts(game)
    send(waiting, text, to=written(unasked(waiting.pk, game.code)))
    post()
    assert answer in words(newest(waiting, "reply_answer").text)
    assert facts(game) == before
