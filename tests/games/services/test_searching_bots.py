"""Tests of bots of three levels: easy ones answer at once, the others in another process, with a time limit."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from celery import current_app
from django.db import OperationalError

from games.models import BotLevel, Game, Move, Player, Seat
from games.services.clocks.pace import per_move
from games.services.errors import Refused
from games.services.tables import answers, bots, lobby, searching_bots
from games.services.task_signals import PLAY_BOTS, SEARCH
from tests.games.conftest import NOON, start
from tests.games.moves import asked, legal, move

DAILY = per_move(86400)


@pytest.fixture
def against_hard(alice: Player) -> Game:
    """Turn of Fate, alice against a hard bot; it is the bot's turn."""
    game = lobby.create(alice, "turn_of_fate", 2, now=NOON, pace=DAILY, random_seats=False)
    lobby.seat_bot(game, alice, now=NOON, level="hard")
    game.refresh_from_db()
    while not asked(game).is_bot:
        move(game)
        game.refresh_from_db()
    return game


def bots_answers(game: Game) -> int:
    return Move.objects.filter(game=game, source=Move.Source.BOT).count()


def test_bot_that_looks_ahead_answers_in_its_own_round_only(against_hard: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(searching_bots.SECONDS, BotLevel.HARD, 0.02)
    assert searching_bots.waiting()
    assert bots.play_bots(NOON) == 0
    assert bots_answers(against_hard) == 0
    assert searching_bots.play(lambda: NOON) == 1
    assert bots_answers(against_hard) == 1
    assert not searching_bots.waiting()
    assert not asked(against_hard).is_bot


def test_advice_answers_for_a_bot_that_nobody_lets_think(against_hard: Game) -> None:
    soon = NOON + bots.SEARCH_TIMEOUT - timedelta(seconds=1)
    assert bots.play_bots(soon) == 0
    assert bots.play_bots(NOON + bots.SEARCH_TIMEOUT + timedelta(seconds=1)) == 1
    assert bots_answers(against_hard) == 1


def test_round_in_a_game_leaves_its_bots_that_look_ahead_their_time(against_hard: Game) -> None:
    """The time limit also holds when another player's move causes the round."""
    assert bots.play_in(against_hard.pk, NOON) == 0
    assert bots.play_in(against_hard.pk, NOON + bots.SEARCH_TIMEOUT) == 0
    assert bots.play_in(against_hard.pk, NOON + bots.SEARCH_TIMEOUT + timedelta(seconds=1)) == 1


def test_question_is_thought_about_by_one_process_at_a_time(against_hard: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(searching_bots.SECONDS, BotLevel.HARD, 0.02)
    seat = asked(against_hard)
    searching_bots.cache.add(f"bot:{against_hard.pk}:{seat.index}:{seat.nth}", 1, searching_bots.CLAIM)
    assert searching_bots.play(lambda: NOON) == 0
    assert bots_answers(against_hard) == 0


def test_broken_search_falls_back_on_the_advice(against_hard: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> str:
        raise RuntimeError("imagined worlds may be impossible")

    monkeypatch.setattr(searching_bots, "search", broken)
    assert searching_bots.play(lambda: NOON) == 1
    assert bots_answers(against_hard) == 1


def test_bot_whose_advice_is_refused_plays_the_fallback(alice: Player, dora: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    game = start(alice, dora)
    while not (seat := asked(game)).is_bot:
        move(game)
    monkeypatch.setattr(type(game.book), "advise", lambda *_: "no such card")
    assert bots.play_bots(NOON) >= 1
    assert Move.objects.get(game=game, seat=seat.index, nth=seat.nth, source=Move.Source.BOT).text == "pass"
    game.refresh_from_db()
    assert (game.trouble, asked(game).is_bot) == ("", False)


def test_bot_goes_on_where_another_process_has_answered_before_its_bad_advice(
    alice: Player, dora: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start(alice, dora)
    while not asked(game).is_bot:
        move(game)
    wanted = type(game.book).advise

    def slow(rules: Any, view: Any, decision: Any) -> str:
        monkeypatch.setattr(type(game.book), "advise", wanted)
        move(game, source=Move.Source.BOT)
        return "no such card"

    monkeypatch.setattr(type(game.book), "advise", slow)
    assert bots.play_in(game.pk, NOON) >= 1
    assert not asked(game).is_bot
    assert set(Move.objects.filter(game=game, player=dora).values_list("source", flat=True)) == {"bot"}


def test_database_that_is_gone_ends_the_round_of_bots(alice: Player, dora: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a game locked by another transaction is left to the next round."""
    game = start(alice, dora)
    while not asked(game).is_bot:
        move(game)

    def gone(*_: object, **__: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(answers, "answer", gone)
    with pytest.raises(OperationalError, match="gone"):
        bots.play_in(game.pk, NOON)


@pytest.mark.parametrize(("level", "seconds"), [("fair", 0.1), ("hard", 1.0)])
def test_levels_think_within_their_time(level: str, seconds: float) -> None:
    assert searching_bots.SECONDS[level] < seconds


def test_search_has_a_queue_of_its_own() -> None:
    router = current_app.amqp.router
    assert [router.route({}, task)["queue"].name for task in (SEARCH, PLAY_BOTS)] == ["bots", "celery"]


def test_host_chooses_how_well_a_bot_plays(alice: Player) -> None:
    game = lobby.create(alice, "destined_to_fail", 5, now=NOON, pace=DAILY)
    names = {level: lobby.seat_bot(game, alice, now=NOON, level=level).player for level in BotLevel.values}
    assert {level: bot.bot_level for level, bot in names.items() if bot} == {level: level for level in BotLevel.values}
    assert len({bot.name for bot in names.values() if bot}) == 3
    with pytest.raises(Refused):
        lobby.seat_bot(game, alice, now=NOON, level="brilliant")
    assert Seat.objects.filter(game=game, player=None).count() == 1


def test_bot_from_before_there_were_levels_is_easy(alice: Player) -> None:
    old = Player.objects.create_bot()
    Player.objects.filter(pk=old.pk).update(bot_level="")
    game = lobby.create(alice, "destined_to_fail", 4, now=NOON, pace=DAILY)
    assert lobby.seat_bot(game, alice, now=NOON).player == old
    assert lobby.seat_bot(game, alice, now=NOON, level="hard").player != old


def test_bots_for_the_moment_come_before_those_that_think(alice: Player) -> None:
    game = lobby.create(alice, "destined_to_fail", 3, now=NOON, pace=DAILY, random_seats=False)
    lobby.seat_bot(game, alice, now=NOON)
    lobby.seat_bot(game, alice, now=NOON, level="hard")
    game.refresh_from_db()
    for _turn in range(12):
        bots.play_bots(NOON)
        waiting = Seat.objects.filter(game=game, pending=True)
        assert not waiting.filter(is_bot=True, player__bot_level="easy").exists()
        seat = waiting.filter(is_bot=False).first()
        if seat is None:
            break
        text = legal(game, seat)
        answers.answer(game.pk, seat.index, seat.nth, text, source=Move.Source.FORM, now=NOON, player_id=seat.player_id)
