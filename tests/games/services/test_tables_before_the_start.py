"""Tests of tables before the start: who may do what and when, what is stored, and who is informed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import transaction

from games.models import Game, Player, Seat, Tenure
from games.services.clocks.pace import PRESETS
from games.services.errors import Closed, NotYours, Refused
from games.services.people import guests
from games.services.people.relations import block
from games.services.tables import challenges, invitations, letters, lobby, rematches, seat_notes, starting
from notifications.models import Message
from tests.games.conftest import DAY, NOON, person, start
from tests.games.moves import play_out
from tests.games.services.test_lobby import SMALL, announce, kinds, status

HOUR = timedelta(hours=1)


def refused(act: Callable[..., object], *given: object, now: datetime | None = NOON, **more: object) -> str:
    """The code of the error with which an action is refused."""
    with pytest.raises((Closed, Refused, NotYours)) as refusal:
        act(*given, **more, **({"now": now} if now else {}))
    return refusal.value.code


def test_table_keeps_what_was_announced(alice: Player) -> None:
    game = announce(alice, 2, note="  Slow.  ", forfeit_after=20, random_seats=False, absences_count=False, orders_delayed=True)
    game.refresh_from_db()
    assert (game.note, game.forfeit_after, game.random_seats, game.absences_count, game.orders_delayed) == ("Slow.", 20, False, False, True)
    assert (game.host, game.created_at, game.visibility) == (alice, NOON, "private")
    seat = game.seats.get(index=0)
    assert (seat.ready, seat.is_bot, Tenure.objects.get().since) == (True, False, NOON)
    assert refused(lobby.create, alice, SMALL, 2, pace=PRESETS["day"], forfeit_after=21) == "bad_setting"
    assert announce(alice, 2, note="x" * 200, forfeit_after=0).forfeit_after == 0


def test_host_has_a_limited_number_of_open_tables(alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "MOST_OPEN", 2)
    first, _second = announce(alice), announce(alice)
    assert refused(lobby.create, alice, SMALL, 2, pace=PRESETS["day"]) == "too_many_tables"
    assert announce(bob).host == bob
    lobby.cancel(first, alice, now=NOON)
    assert announce(alice).host == alice


def test_word_at_a_seat_is_cut_and_goes_with_the_person(alice: Player, bob: Player) -> None:
    game = announce(alice)
    lobby.take_seat(game, bob, now=NOON, word=f"  {'x' * 90}  ")
    seat = game.seats.get(player=bob)
    assert (seat.word, seat.ready, seat.is_bot) == ("x" * 80, True, False)
    seat_notes.keep_note(seat, " Mine. ")
    lobby.leave(game, bob, now=NOON + HOUR)
    seat.refresh_from_db()
    assert (seat.player, seat.ready, seat.word, seat.notes) == (None, False, "", "")
    assert Tenure.objects.get(player=bob).until == NOON + HOUR
    assert refused(lobby.leave, game, bob) == "not_your_seat"


def test_who_sat_down_a_day_ago_need_not_say_so_again(alice: Player, bob: Player) -> None:
    """One moment later they are asked; a bot never is."""
    game, later = announce(alice, 2), announce(alice, 2)
    lobby.take_seat(game, bob, now=NOON + DAY)
    assert status(game) == "active"
    lobby.take_seat(later, bob, now=NOON + DAY + timedelta(seconds=1))
    assert (status(later), later.seats.get(player=alice).ready, later.seats.get(player=bob).ready) == ("ready", False, True)
    assert refused(lobby.say_ready, later, person("eve")) == "not_your_seat"
    assert refused(lobby.say_ready, game, alice) == "not_waiting"
    assert refused(lobby.take_seat, later, person("fay")) == "not_open"
    lobby.leave(later, bob, now=NOON + DAY)
    assert status(later) == "open"
    with_bot = announce(alice, 2)
    lobby.seat_bot(with_bot, alice, now=NOON)
    assert status(with_bot) == "active"


def test_both_who_are_asked_have_to_be_there(alice: Player, bob: Player, carol: Player) -> None:
    game = announce(alice)
    lobby.take_seat(game, bob, now=NOON)
    lobby.take_seat(game, carol, now=NOON + 2 * DAY)
    lobby.say_ready(game, alice, now=NOON + 2 * DAY)
    assert status(game) == "ready"
    lobby.say_ready(game, bob, now=NOON + 2 * DAY)
    assert (status(game), game.started_at) == ("active", NOON + 2 * DAY)


def test_host_frees_seats_of_others_only(alice: Player, bob: Player) -> None:
    game = announce(alice)
    lobby.take_seat(game, bob, now=NOON)
    for index in (0, 2, 7):
        assert refused(lobby.remove, game, alice, index) == "no_such_seat"
    lobby.remove(game, alice, 1, now=NOON + HOUR)
    tenure = Tenure.objects.get(player=bob)
    assert (tenure.ended_by, tenure.until, status(game)) == ("removed", NOON + HOUR, "open")
    lobby.cancel(game, alice, now=NOON + HOUR)
    game.refresh_from_db()
    assert (game.status, game.ended_at, kinds(bob)) == ("cancelled", NOON + HOUR, [])
    for act, given in ((lobby.remove, [alice, 1]), (lobby.leave, [alice]), (lobby.cancel, [alice])):
        assert refused(act, game, *given) == "started"


def test_bots_of_a_level_are_seated_once_each(alice: Player, dora: Player) -> None:
    game = announce(alice, 3)
    assert refused(lobby.seat_bot, game, alice, level="genius") == "no_such_level"
    assert lobby.seat_bot(game, alice, now=NOON).player == dora
    hard = lobby.seat_bot(game, alice, now=NOON, level="hard").player
    assert hard is not None
    assert (hard.is_bot, hard.bot_level, hard != dora) == (True, "hard", True)


def test_seat_of_somebody_who_does_not_answer_is_free_again(alice: Player, bob: Player, carol: Player) -> None:
    """Players who were asked whether they are present wait for others again."""
    game = announce(alice, 2)
    lobby.take_seat(game, bob, now=NOON + 2 * DAY)
    assert (status(game), game.seats.get(player=alice).ready) == ("ready", False)
    lobby.remove(game, alice, game.seats.get(player=bob).index, now=NOON + 2 * DAY)
    assert status(game) == "open"
    assert lobby.take_seat(game, carol, now=NOON + 2 * DAY).player == carol
    lobby.leave(game, carol, now=NOON + 2 * DAY)
    assert status(game) == "open"


def test_rematch_is_for_those_who_played_to_the_end(alice: Player, bob: Player, carol: Player) -> None:
    game = start(alice, bob, rules=SMALL, visibility="public", forfeit_after=7, orders_delayed=True, absences_count=False)
    assert refused(rematches.create, game, alice) == "not_over"
    play_out(game)
    assert refused(rematches.create, game, carol) == "not_your_seat"
    again = rematches.create(game, bob, now=NOON + HOUR)
    again.refresh_from_db()
    assert (again.rematch_of, again.host, again.created_at, again.random_seats) == (game, bob, NOON + HOUR, False)
    assert (again.visibility, again.forfeit_after, again.orders_delayed, again.absences_count) == ("public", 7, True, False)
    assert again.seats.get(player=bob).index == 0
    lobby.cancel(again, bob, now=NOON + HOUR)
    assert rematches.create(game, alice, now=NOON + HOUR) != again


def test_invitation_is_sent_once_unless_it_came_back(alice: Player, bob: Player, carol: Player) -> None:
    """A person who has blocked the host gets no mail."""
    game = announce(alice)
    block(carol, alice, now=NOON)
    for _time in range(2):
        invitations.invite(game, alice, [bob, carol], address="bob@here")
    sent = Message.objects.get(kind="invitation")
    assert (sent.recipient, sent.payload) == (bob, {"game": game.code, "by": alice.pk, "address": "bob@here"})
    Message.objects.update(state=Message.State.BOUNCED)
    invitations.invite(game, alice, [bob])
    assert Message.objects.filter(kind="invitation", recipient=bob).count() == 2
    invitations.not_delivered(sent, "x" * 201)
    invitations.decline(game, bob, "No time.")
    invitations.decline(game, bob, "Again.")
    news = list(Message.objects.filter(kind="invitation_news", recipient=alice).order_by("pk").values_list("payload", flat=True))
    assert news == [
        {"game": game.code, "what": "bounced", "whom": "bob@here", "why": "x" * 200},
        {"game": game.code, "what": "declined", "whom": "bob", "reason": "No time."},
    ]


def test_no_of_who_sits_there_or_to_a_table_that_is_full_is_not_told(alice: Player, bob: Player) -> None:
    game = announce(alice, 3)
    lobby.take_seat(game, bob, now=NOON)
    invitations.decline(game, bob)
    lobby.cancel(game, alice, now=NOON)
    game.refresh_from_db()
    invitations.decline(game, person("eve"))
    invitations.not_delivered(Message(kind="invitation", recipient=bob, payload={"game": game.code, "by": alice.pk}), "Gone.")
    assert not Message.objects.filter(kind="invitation_news").exists()


def test_who_may_be_challenged_and_say_no(alice: Player, bob: Player, carol: Player, dora: Player) -> None:
    game = announce(alice)
    assert refused(challenges.challenge, game, bob, carol) == "not_host"
    for nobody in (alice, dora):
        assert refused(challenges.challenge, game, alice, nobody) == "not_challengeable"
    bob.challenges = "known"
    bob.save()
    assert refused(challenges.challenge, game, alice, bob) == "not_challengeable"
    start(alice, bob, rules=SMALL)
    challenges.challenge(game, alice, bob, now=NOON)
    assert refused(challenges.decline, game, carol, "No.", now=None) == "not_asked_to"
    challenges.decline(game, bob, f"  No   {'x' * 300}")
    assert Message.objects.get(kind="invitation_news").payload["reason"] == f"No {'x' * 197}"
    lobby.cancel(game, alice, now=NOON)
    game.refresh_from_db()
    assert refused(challenges.challenge, game, alice, bob) == "not_open"


def test_twenty_invitations_a_day_are_enough(alice: Player, bob: Player, carol: Player) -> None:
    game = announce(alice)
    for number in range(guests.MOST_A_DAY):
        invitations.invite(announce(alice), alice, [person(f"guest{number}")])
    Message.objects.filter(kind="invitation").update(created_at=NOON - timedelta(hours=23))
    assert refused(challenges.challenge, game, alice, bob) == "too_many_invitations"
    Message.objects.filter(recipient=Player.objects.get(name="guest0")).update(created_at=NOON - timedelta(hours=25))
    challenges.challenge(game, alice, bob, now=NOON)
    assert Message.objects.filter(recipient=bob, kind="invitation").exists()


def test_people_brought_together_sit_as_they_were_named(alice: Player, bob: Player, carol: Player, dora: Player) -> None:
    tables = [[alice, bob, carol], [carol, alice, bob], [bob, dora, alice], [carol, bob, alice]]
    games = lobby.arrange(
        alice, SMALL, tables, now=NOON, version=lobby.newest(SMALL).version, options={}, pace=PRESETS["day"], note="Round 1"
    )
    for game, players in zip(games, tables, strict=True):
        with transaction.atomic():
            starting.start(lobby.lock(game), now=NOON)
        seats = list(game.seats.order_by("index"))
        assert [(seat.player, seat.is_bot, seat.ready) for seat in seats] == [(player, player == dora, True) for player in players]
        assert (game.visibility, game.note, status(game)) == ("public", "Round 1", "active")
    assert Tenure.objects.filter(since=NOON, until=None).count() == 12


def test_letter_has_one_to_two_thousand_characters_and_goes_to_one_person(alice: Player, bob: Player, carol: Player) -> None:
    """The recipient is given by name or by an unambiguous prefix; the limit is twenty an hour."""
    anna = person("anna")
    game = start(alice, bob, anna, rules=SMALL)
    for text in (" ", "x" * 2001, "a\x07b"):
        assert refused(letters.send, game, alice, "bob", text) == "bad_letter"
    assert refused(letters.send, game, carol, "bob", "Hello.") == "not_your_seat"
    assert refused(letters.send, announce(alice), alice, "bob", "Hello.") == "not_started"
    for name in ("", "carol", "alice"):
        assert refused(letters.send, game, alice, name, "Hello.") == "no_such_name"
    assert letters.correspondents(game, bob) == [alice, anna]
    assert refused(letters.send, game, bob, "a", "Hello.") == "no_such_name"
    letter = letters.send(game, alice, " B ", f" {'x' * 1999}\n", now=NOON)
    assert (letter.recipient, letter.text, letter.at) == (bob, "x" * 1999, NOON)
    assert (letters.share(letter, alice, agreed=True), letters.share(letter, bob, agreed=True)) == (False, True)
    assert (letters.share(letter, alice, agreed=False), letter.sender_shares, letter.recipient_shares) == (False, False, True)
    assert refused(letters.share, letter, anna, agreed=True, now=None) == "not_your_seat"
    for _time in range(19):
        letters.send(game, alice, "bob", "Hello.", now=NOON + HOUR - timedelta(seconds=1))
    assert refused(letters.send, game, alice, "bob", "Hello.", now=NOON + timedelta(minutes=59)) == "too_many_letters"
    letters.send(game, alice, "bob", "Hello.", now=NOON + HOUR)
    block(anna, alice, now=NOON)
    assert refused(letters.send, game, alice, "anna", "Hello.", now=NOON + 3 * HOUR) == "kept_apart"


def test_notes_have_four_thousand_characters_and_reading_never_goes_back(alice: Player, bob: Player) -> None:
    seat = Seat.objects.filter(game=start(alice, bob, rules=SMALL)).order_by("index")[0]
    for text in ("x" * 4001, "a\x00b"):
        assert refused(seat_notes.keep_note, seat, text, now=None) == "note_too_long"
    seat_notes.keep_note(seat, "x" * 4000)
    for seq in (1, 3, 2):
        seat_notes.mark_seen(Seat.objects.get(pk=seat.pk), seq)
    seat.refresh_from_db()
    assert (seat.notes, seat.seen_seq) == ("x" * 4000, 3)
    assert Game.objects.count() == 1
