"""Tests of the service that accepts answers: valid and invalid ones; a refusal changes nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import orjson
import pytest
from django.db import connection

from games.models import Game, Move, Player, Seat
from games.rules.contract import Position
from games.rules.errors import RulesError
from games.services.errors import Closed, NotYours, Refused, Stale, Trouble
from games.services.tables import answers
from notifications.models import Message
from tests.games.conftest import NOON, start
from tests.games.moves import asked, legal, move, play_out


def snapshot() -> list[Any]:
    """Every row that an answer may change."""
    tables = (Game, Seat, Move, Message)
    return [list(model.objects.order_by("pk").values_list()) for model in tables]


def answer(game: Game, seat: Seat, text: str, **how: Any) -> answers.Outcome:
    how = {"source": Move.Source.FORM, "now": NOON, "player_id": seat.player_id, **how}
    return answers.answer(game.pk, how.pop("index", seat.index), how.pop("nth", seat.nth), text, **how)


def test_answer_is_logged_and_the_next_seat_is_asked_with_a_deadline_and_a_message(game: Game) -> None:
    seat = asked(game)
    text = legal(game, seat)
    outcome = answer(game, seat, text, now=NOON + timedelta(hours=2), story="Once upon a time")
    line = Move.objects.get(game=game, seat=seat.index, kind="answer")
    assert (line.text, line.said, line.story, line.source, line.player_id) == (text, text, "Once upon a time", "form", seat.player_id)
    assert outcome.seq == Move.objects.filter(game=game).count() == Game.objects.get(pk=game.pk).seq
    other = asked(game)
    assert other.index != seat.index
    assert other.due_at == NOON + timedelta(hours=26)
    key = f"turn:{game.code}:{other.index}:{other.nth}"
    assert Message.objects.filter(key=key, recipient=other.player, kind="your_turn").count() == 1


def test_log_lines_are_numbered_without_gaps(game: Game) -> None:
    play_out(game)
    assert list(Move.objects.filter(game=game).order_by("seq").values_list("seq", flat=True)) == list(range(game.seq))


def test_replaying_the_log_gives_the_stored_position(game: Game) -> None:
    play_out(game)
    session = game.book.begin(game.seat_count, game.options)
    for line in Move.objects.filter(game=game).order_by("seq"):
        session.feed(line.seat, line.text)
    assert session.position == Position.from_json(orjson.loads(game.position))


def test_same_answer_twice_is_one_move_and_the_same_outcome(game: Game) -> None:
    seat = asked(game)
    text = legal(game, seat)
    first = answer(game, seat, text)
    before = snapshot()
    again = answer(game, seat, text)
    assert again.repeated
    assert again.seq <= first.seq
    assert snapshot() == before


def test_other_answer_to_a_closed_question_is_stale(game: Game) -> None:
    seat = asked(game)
    answer(game, seat, legal(game, seat))
    before = snapshot()
    with pytest.raises(Stale):
        answer(game, seat, "no such text")
    assert snapshot() == before


@pytest.mark.parametrize(
    ("how", "error"),
    [
        ({"nth": 7}, Stale),
        ({"nth": -1}, Stale),
        ({"player_id": 0}, NotYours),
        ({"index": 9}, NotYours),
        ({"index": -1}, NotYours),
        ({"story": "x" * 601}, Refused),
        ({"story": "a\x00b"}, Refused),
        ({"story": "\ud800"}, Refused),
        ({"text": "y" * 2001}, Refused),
        ({"text": "no_such_card>nobody"}, RulesError),
        ({"text": ""}, RulesError),
        ({"text": "\x00"}, Refused),
    ],
)
def test_refused_answer_changes_nothing(game: Game, how: dict[str, Any], error: type[Exception]) -> None:
    seat = asked(game)
    text = how["text"] if "text" in how else legal(game, seat)
    how = {name: value for name, value in how.items() if name != "text"}
    before = snapshot()
    with pytest.raises(error):
        answer(game, seat, text, **how)
    assert snapshot() == before


def test_seat_that_is_not_asked_is_told_so(game: Game) -> None:
    seat = asked(game)
    other = Seat.objects.get(game=game, index=1 - seat.index)
    before = snapshot()
    with pytest.raises(Stale, match="Nothing is asked"):
        answer(game, other, legal(game, seat))
    assert snapshot() == before


@pytest.mark.parametrize("story", ["ü" * 600, "a\tb", "\ue000", "\U0001f0cf"], ids=["long", "tabs", "private", "cards"])
def test_story_is_kept_whole(game: Game, story: str) -> None:
    move(game, story=story)
    assert Move.objects.filter(game=game).exclude(story="").get().story == story


def test_finished_game_refuses_moves_but_repeats_its_last_answer(game: Game) -> None:
    play_out(game)
    last = Move.objects.filter(game=game, seat__gte=0).order_by("-seq")[0]
    seat = Seat.objects.get(game=game, index=last.seat)
    assert answer(game, seat, last.said, nth=last.nth).repeated
    with pytest.raises(Closed):
        answer(game, seat, "1", nth=seat.nth)


def test_game_over_tells_everybody_once_and_stops_every_clock(game: Game) -> None:
    play_out(game)
    assert game.status == Game.Status.FINISHED
    assert game.result is not None
    assert game.waiting == []
    assert not Seat.objects.filter(game=game, due_at__isnull=False).exists()
    assert not Seat.objects.filter(game=game, live=True).exists()
    assert Message.objects.filter(kind="game_over").count() == 2


def test_number_of_statements_does_not_grow_with_the_game(game: Game, django_assert_num_queries: Any) -> None:
    for _ in range(6):
        seat = asked(game)
        text = legal(game, seat)
        with django_assert_num_queries(2):  # read, write
            answer(game, seat, text)


def test_log_cannot_be_changed_afterwards(game: Game) -> None:
    move(game)
    with pytest.raises(Exception, match="append-only"), connection.cursor() as cursor:
        cursor.execute("UPDATE games_move SET text = 'forged'")


def test_rules_that_break_stop_the_clocks_and_lose_nothing(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = asked(game)
    text = legal(game, seat)
    lines = Move.objects.count()

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a fault in the rules")

    monkeypatch.setattr(type(game.book), "step", broken)
    with pytest.raises(Trouble):
        answer(game, seat, text)
    game.refresh_from_db()
    assert "ZeroDivisionError" in game.trouble or "fault" in game.trouble
    assert Move.objects.count() == lines
    assert not Seat.objects.filter(due_at__isnull=False).exists()


def test_bot_is_asked_without_a_clock_and_without_mail(alice: Player, dora: Player) -> None:
    game = start(alice, dora)
    for _ in range(3):
        move(game)
    bot = Seat.objects.get(game=game, is_bot=True)
    assert bot.due_at is None
    assert not Message.objects.filter(recipient=dora).exists()
