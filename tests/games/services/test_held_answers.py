"""Tests of answers held back for a few seconds before they are sent: the delay is a setting of the player, and others see nothing."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, Move, Player, Seat
from games.queries.tables.state_digest import state_digest_of
from games.rules.errors import RulesError
from games.services.errors import Stale
from games.services.tables import answers, held_answers, leaving, store, undo
from notifications.clock import database_now
from notifications.models import Message
from tests.games.conftest import DAY, start
from tests.games.moves import asked, legal, move, sweep_at

pytestmark = pytest.mark.django_db
SECONDS = 20


@pytest.fixture
def now(db: None) -> datetime:
    return database_now()


@pytest.fixture
def table(alice: Player, bob: Player, now: datetime) -> Game:
    """Turn of Fate; both players have set a delay of some seconds."""
    Player.objects.update(grace=SECONDS)
    return start(alice, bob, now=now)


@pytest.fixture
def patient(table: Game) -> Player:
    """The player who is asked first."""
    player = asked(table).player
    assert player is not None
    return player


@pytest.fixture
def other(table: Game, patient: Player) -> Player:
    """The player who is not asked."""
    return Player.objects.exclude(pk=patient.pk).get()


def given(game: Game) -> int:
    """The number of answers given by people."""
    return Move.objects.filter(game=game, player__isnull=False).count()


def mine(game: Game, player: Player) -> Seat:
    return game.seats.get(player=player)


def keep(game: Game, text: str, now: datetime, **more: str) -> bool:
    seat = asked(game)
    assert seat.player is not None
    return held_answers.hold(
        store.read_game(id=game.pk), seat.index, seat.nth, text, seconds=SECONDS, now=now, player_id=seat.player.pk, **more
    )


def after(now: datetime, seconds: float = SECONDS) -> datetime:
    return now + timedelta(seconds=seconds)


def test_an_answer_is_given_when_its_seconds_are_over_and_not_before(table: Game, patient: Player, now: datetime) -> None:
    text = legal(table, asked(table))
    assert keep(table, text, now, story="So it begins.")
    assert (given(table), mine(table, patient).pending) == (0, True)
    assert sweep_at(after(now, SECONDS - 1)).held == 0
    assert sweep_at(after(now)).held == 1
    line = Move.objects.get(player=patient, kind=Move.Kind.ANSWER)
    assert (line.source, line.player, line.story, line.at) == (Move.Source.FORM, patient, "So it begins.", after(now))
    assert (mine(table, patient).held_answer, mine(table, patient).held_until) == (None, None)


def test_nobody_else_sees_that_an_answer_is_kept(table: Game, other: Player, patient: Player, now: datetime) -> None:
    Game.objects.update(visibility="public")
    before = [state_digest_of(table.code, viewer) for viewer in (other, None)]
    own, mails = state_digest_of(table.code, patient), Message.objects.count()
    keep(table, legal(table, asked(table)), now)
    assert [state_digest_of(table.code, viewer) for viewer in (other, None)] == before
    assert (state_digest_of(table.code, patient) == own, Message.objects.count()) == (False, mails)


def test_it_is_taken_back_once_and_asked_on(table: Game, patient: Player, now: datetime) -> None:
    seat, text = asked(table), legal(table, asked(table))
    keep(table, text, now)
    assert held_answers.take_back(table.pk, seat.index, now=now, player_id=patient.pk) == text
    with pytest.raises(Stale, match="already been sent"):
        held_answers.take_back(table.pk, seat.index, now=now, player_id=patient.pk)
    assert (sweep_at(after(now)).held, given(table), asked(table).nth) == (0, 0, seat.nth)


def two_answers(game: Game) -> tuple[str, str]:
    """Two different legal answers to the open question."""
    question = store.read_game(id=game.pk).load_session().question(asked(game).index)
    assert question is not None
    assert len(question.tokens) > 1
    return question.tokens[0], question.tokens[-1]


def test_a_later_answer_takes_the_place_of_the_kept_one(table: Game, patient: Player, now: datetime) -> None:
    first, second = two_answers(table)
    keep(table, first, now)
    keep(table, second, after(now, 5))
    assert sweep_at(after(now)).held == 0
    sweep_at(after(now, SECONDS + 5))
    assert Move.objects.filter(player=patient).order_by("seq")[0].text == second


def test_an_illegal_answer_is_refused_at_once_and_nothing_is_kept(table: Game, patient: Player, now: datetime) -> None:
    with pytest.raises(RulesError):
        keep(table, "no such card", now)
    assert mine(table, patient).held_answer is None


def test_near_the_deadline_nothing_is_kept(table: Game, now: datetime) -> None:
    seat = asked(table)
    assert seat.due_at is not None
    assert not keep(table, legal(table, seat), seat.due_at - timedelta(seconds=SECONDS))


def test_a_kept_answer_is_given_before_its_deadline_is_judged_also_by_a_late_round(table: Game, patient: Player, now: datetime) -> None:
    keep(table, legal(table, asked(table)), now)
    assert sweep_at(now + 2 * DAY).timeouts == 0
    assert Move.objects.get(player=patient, kind=Move.Kind.ANSWER).source == Move.Source.FORM


def test_what_the_table_has_left_behind_is_forgotten(table: Game, patient: Player, now: datetime) -> None:
    first, second = two_answers(table)
    seat = asked(table)
    keep(table, first, now)
    answers.answer(table.pk, seat.index, seat.nth, second, source=Move.Source.API, now=now, player_id=patient.pk)
    lines = Move.objects.count()
    assert (sweep_at(after(now)).held, Move.objects.count(), mine(table, patient).held_answer) == (0, lines, None)


def test_undo_by_mail_forgets_the_kept_answer_of_the_later_question(alice: Player, bob: Player, now: datetime) -> None:
    game = start(alice, bob, rules="tempting_fate", now=now)
    while store.read_game(id=game.pk).load_session().can_undo is None:
        move(game, now=now)
    seat = asked(game)
    Seat.objects.filter(pk=seat.pk).update(
        held_answer={"nth": seat.nth, "text": legal(game, seat), "said": "", "story": "", "player": seat.player_id}, held_until=after(now)
    )
    undo.take_back(game.pk, seat.index, seat.nth, source=Move.Source.MAIL, now=now, player_id=seat.player_id or 0)
    assert Seat.objects.get(pk=seat.pk).held_answer is None
    assert sweep_at(after(now)).held == 0


def test_whoever_resigns_sends_nothing_more(table: Game, patient: Player, now: datetime) -> None:
    keep(table, legal(table, asked(table)), now)
    leaving.resign(table.pk, mine(table, patient).index, source=Move.Source.FORM, now=now, player_id=patient.pk)
    lines = Move.objects.count()
    assert (sweep_at(after(now)).held, Move.objects.count()) == (0, lines)


def test_sealed_answers_wait_whoever_has_answered_before(alice: Player, bob: Player, now: datetime) -> None:
    game = start(alice, bob, rules="lone_star", now=now)
    assert keep(game, legal(game, asked(game)), now)
    sweep_at(after(now))
    assert Seat.objects.get(game=game, player=alice).pending is False
    assert keep(game, legal(game, asked(game)), after(now))  # the last one, after which the cards are revealed


def test_an_answer_that_can_be_taken_back_anyway_does_not_wait(alice: Player, bob: Player, now: datetime) -> None:
    game = start(alice, bob, rules="tempting_fate", now=now)
    for _step in range(12):
        seat = asked(game)
        waits = keep(game, text := legal(game, seat), now)
        assert (asked(game).held_answer is not None) == waits
        held_answers.send_now(game.pk, seat.index, now=now, player_id=seat.player_id or 0) if waits else move(game, now=now)
        can_undo = store.read_game(id=game.pk).load_session().can_undo == seat.index and asked(game) == seat
        assert waits != can_undo, text


class TestOnThePage:
    """Alice answers on the page."""

    @staticmethod
    def play(client: Client, game: Game, player: Player) -> str:
        seat = asked(game)
        client.force_login(player)
        answer = client.post(reverse("games:answer", args=[game.code]), {"nth": seat.nth, "choice": legal(game, seat).split()}, follow=True)
        return answer.content.decode()

    def test_the_page_counts_and_takes_back_with_the_choice_still_made(self, client: Client, table: Game, patient: Player) -> None:
        page = self.play(client, table, patient)
        assert "Your move is sent in" in page
        assert "Undo move" in page
        assert 'id="answer"' not in page
        back = client.post(reverse("games:held", args=[table.code]), follow=True)
        assert "pick=%3D" in back.redirect_chain[0][0]
        assert 'id="answer"' in back.content.decode()
        assert "checked" in back.content.decode()
        late = client.post(reverse("games:held", args=[table.code]))
        assert (late.status_code, "already been sent" in late.content.decode()) == (409, True)

    def test_it_is_sent_at_once_on_request(self, client: Client, table: Game, patient: Player) -> None:
        self.play(client, table, patient)
        client.post(reverse("games:held", args=[table.code]), {"send": "1"})
        assert Move.objects.filter(kind=Move.Kind.ANSWER, player=patient).exists()

    def test_in_plain_words_too(self, client: Client, table: Game, patient: Player) -> None:
        self.play(client, table, patient)
        assert "Your move is sent in" in client.get(reverse("games:plain", args=[table.code])).content.decode()

    def test_without_the_setting_it_is_sent_as_before(self, client: Client, table: Game, patient: Player) -> None:
        Player.objects.update(grace=0)
        assert "Your move is sent in" not in self.play(client, table, patient)
        assert Move.objects.filter(kind=Move.Kind.ANSWER, player=patient).exists()

    def test_somebody_else_can_do_nothing_about_it(self, client: Client, table: Game, patient: Player, other: Player) -> None:
        self.play(client, table, patient)
        client.force_login(other)
        for form in ({}, {"send": "1"}):
            client.post(reverse("games:held", args=[table.code]), form)
        assert (mine(table, patient).held is not None, given(table)) == (True, 0)
