"""Tests of the outcome of an answer, and of the error code of each refusal."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.models import Game, Move, Player, Seat
from games.rules.errors import RulesError
from games.services.clocks.pace import Pace
from games.services.tables import answers, bot_games, leaving, lobby, store, talk, undo
from tests.games.conftest import DAY, NOON, start
from tests.games.moves import asked, legal, move, play_out


def answer(game: Game, seat: Seat, text: str, **how: Any) -> answers.Outcome:
    how = {"nth": seat.nth, "player_id": seat.player_id, **how}
    return answers.answer(game.pk, seat.index, how.pop("nth"), text, source="form", now=NOON, **how)


def refusal(game: Game, seat: Seat, text: str = "x", **how: Any) -> str:
    """The code of the error."""
    with pytest.raises(RulesError) as refused:
        answer(game, seat, text, **how)
    return refused.value.code


def test_refusals_have_codes_that_programs_read(game: Game, alice: Player) -> None:
    seat = asked(game)
    other = game.seats.get(index=1 - seat.index)
    assert refusal(game, seat, "x" * 2001) == "text_too_long"
    assert refusal(game, seat, "x" * 2000) not in ("text_too_long", "refused")
    assert refusal(game, seat, story="x" * 601) == "story_too_long"
    for text in ("a\x7f", "a\x1f", "\ud800", "\udfff"):
        assert refusal(game, seat, text) == "bad_characters"
    for text in ("zz\tzz", "zz\r\nzz", "\ue000", "zz\x80"):
        assert refusal(game, seat, text) != "bad_characters"
    assert refusal(game, seat, nth=seat.nth + 1) == refusal(game, seat, nth=seat.nth - 1) == "stale"
    assert refusal(game, other) == "not_your_turn"
    assert refusal(game, seat, player_id=other.player_id) == "not_your_seat"
    waiting = lobby.create(alice, "turn_of_fate", 2, now=NOON, pace=Pace("none"))
    assert refusal(waiting, waiting.seats.get(index=0), nth=0) == "closed"
    answers.mark_trouble(game.pk, "x" * 2001)
    assert refusal(game, seat) == "trouble"
    game.refresh_from_db()
    assert game.trouble == "x" * 2000


def test_the_first_trouble_of_a_game_is_kept_and_its_clocks_stop(game: Game) -> None:
    changes = Game.objects.get(pk=game.pk).changes
    answers.mark_trouble(game.pk, "first")
    answers.mark_trouble(game.pk, "second")
    game.refresh_from_db()
    assert (game.trouble, game.changes > changes) == ("first", True)
    assert not Seat.objects.exclude(due_at=None, remind_at=None).exists()


def test_outcome_counts_the_log_and_says_who_is_asked_next(game: Game) -> None:
    seat = asked(game)
    text = legal(game, seat)
    outcome = answer(game, seat, text)
    game.refresh_from_db()
    after = Seat.objects.get(pk=seat.pk)
    assert outcome == answers.Outcome(game.seq, final=True, repeated=False, over=False, asked=after.pending)
    line = Move.objects.get(seat=seat.index, nth=seat.nth, kind="answer")
    assert answer(game, seat, f" {text} ") == answers.Outcome(line.seq + 1, repeated=True, over=False, asked=after.pending)


@pytest.mark.parametrize("again", ["own", "my best card"])
def test_answer_is_repeated_by_its_text_and_by_what_was_typed(game: Game, again: str) -> None:
    seat = asked(game)
    text = legal(game, seat)
    answer(game, seat, text, said="my best card")
    assert answer(game, seat, text if again == "own" else again).repeated


def test_sealed_answer_is_not_final_and_may_be_revised(alice: Player, bob: Player) -> None:
    game = start(alice, bob, rules="lone_star")
    seat = asked(game)
    for _time in range(2):
        assert answer(game, seat, legal(game, seat)) == answers.Outcome(game.seq, final=False, asked=False)
    assert Game.objects.get(pk=game.pk).moved_at == game.moved_at, "nobody else sees when"


def test_words_and_story_of_the_last_sealed_answer_are_those_of_its_own_line(alice: Player, bob: Player) -> None:
    game = start(alice, bob, rules="lone_star")
    for story in ("Mine.", "Yours."):
        seat = asked(game)
        answer(game, seat, legal(game, seat), story=story, said="as typed")
    lines = Move.objects.filter(game=game, seat__gte=0).order_by("seat").values_list("player__name", "source", "said", "story")
    assert list(lines) == [("alice", "sealed", "", ""), ("bob", "form", "as typed", "Yours.")]


def test_last_answer_ends_the_game_also_when_it_is_repeated(game: Game) -> None:
    play_out(game)
    last = Move.objects.filter(game=game, seat__gte=0).order_by("-seq")[0]
    seat = Seat.objects.get(game=game, index=last.seat)
    assert answer(game, seat, last.said, nth=last.nth) == answers.Outcome(last.seq + 1, repeated=True, over=True, asked=False)
    assert answer(game, seat, last.said, nth=last.nth, player_id=None).repeated, "the site itself may repeat it"
    assert refusal(game, seat, last.said, nth=last.nth, player_id=0) == "not_your_seat"
    assert refusal(game, seat) == "game_over"


def test_deputy_answers_to_the_end_of_the_appointment_and_not_after(game: Game, carol: Player) -> None:
    game.seats.filter(index=0).update(deputy=carol, deputy_until=NOON + DAY)
    table = store.read_game(id=game.pk)
    assert answers.open_seat(table, 0, carol.pk, NOON + DAY - timedelta(seconds=1)).index == 0
    for moment in (NOON + DAY, None):
        with pytest.raises(RulesError):
            answers.open_seat(table, 0, carol.pk, moment)


def test_an_answer_by_a_person_ends_the_row_of_missed_deadlines(game: Game) -> None:
    Seat.objects.update(timeouts=2)
    seat = asked(game)
    answer(game, seat, legal(game, seat), player_id=None)
    assert Seat.objects.get(pk=seat.pk).timeouts == 2, "the site itself has answered"
    move(game)
    assert set(Seat.objects.values_list("timeouts", flat=True)) == {0, 2}


def test_taking_back_is_for_the_question_that_is_shown(alice: Player, bob: Player) -> None:
    game = start(alice, bob, rules="tempting_fate")
    for _answer in range(30):
        seat = asked(game)
        length = move(game).seq
        again = asked(game)
        if store.read_game(id=game.pk).load_session().can_undo == seat.index == again.index:
            break
    player = seat.player_id or 0
    with pytest.raises(RulesError, match="has changed since"):
        undo.take_back(game.pk, seat.index, again.nth + 1, source="form", now=NOON, player_id=player)
    assert undo.take_back(game.pk, seat.index, again.nth, source="form", now=NOON, player_id=player) == length + 1
    line = Move.objects.filter(game=game).latest("seq")
    assert (line.kind, line.seat, line.nth, line.player_id, line.seq) == ("undo", seat.index, again.nth, player, length)


def test_talk_is_counted_for_one_person_and_one_hour(game: Game, alice: Player, bob: Player) -> None:
    said = [talk.say(game.pk, 0, "x" * 600, source="form", now=NOON, player_id=alice.pk) for _time in range(talk.MOST_PER_HOUR)]
    assert (said[0].text, said[0].seat, said[0].at) == ("x" * 600, 0, NOON)
    assert talk.say(game.pk, 1, "Yes.", source="form", now=NOON, player_id=bob.pk).seat == 1
    with pytest.raises(RulesError, match="written a lot"):
        talk.say(game.pk, 0, "Yes.", source="form", now=NOON + timedelta(minutes=59), player_id=alice.pk)
    talk.say(game.pk, 0, "Yes.", source="form", now=NOON + timedelta(hours=1), player_id=alice.pk)


@pytest.mark.parametrize("index", [-1, 2])
def test_seats_that_are_not_there_are_nobodys(game: Game, alice: Player, index: int) -> None:
    for act in (
        lambda: talk.say(game.pk, index, "Yes.", source="form", now=NOON, player_id=alice.pk),
        lambda: leaving.resign(game.pk, index, source="form", now=NOON, player_id=alice.pk),
        lambda: undo.take_back(game.pk, index, 0, source="form", now=NOON, player_id=alice.pk),
    ):
        with pytest.raises(RulesError) as refused:
            act()
        assert refused.value.code == "not_your_seat"


def test_game_against_bots_is_returned_as_it_runs(alice: Player) -> None:
    game = bot_games.start(alice, "turn_of_fate", now=NOON)
    assert (game.status, game.started_at) == (Game.Status.ACTIVE, NOON)
    assert bot_games.start(alice, "turn_of_fate", now=NOON + DAY) == game
