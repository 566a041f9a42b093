"""Helpers for playing in tests: the seat that is asked, legal answers, a whole game."""

from __future__ import annotations

import random
from datetime import datetime

import orjson

from games.models import Game, Heartbeat, Move, RulesBeat, Seat
from games.queries.tables.table import Look, look_at
from games.rules.contract import Position
from games.rules.playout import random_answer
from games.services.clocks import sweep
from games.services.tables import answers
from tests.games.conftest import NOON


def asked(game: Game) -> Seat:
    """The first seat with an open decision."""
    return Seat.objects.select_related("player").filter(game=game, pending=True).order_by("index")[0]


def legal(game: Game, seat: Seat, rng: random.Random | None = None) -> str:
    """A legal answer of this seat: the first one, or a random one."""
    game.refresh_from_db()
    session = game.book.resume(Position.from_json(orjson.loads(game.position)))
    question = session.question(seat.index)
    assert question is not None
    return random_answer(question, rng or random.Random(0))


def move(
    game: Game, *, now: datetime = NOON, rng: random.Random | None = None, story: str = "", source: str = Move.Source.FORM
) -> answers.Outcome:
    """Give one legal answer for the first seat that is asked."""
    seat = asked(game)
    text = legal(game, seat, rng)
    return answers.answer(game.pk, seat.index, seat.nth, text, source=source, now=now, player_id=seat.player_id, story=story)


def asked_about_a_card(game: Game) -> Look:
    """Play until the asked player sees a question about a card that has a text; return what this player sees."""
    rng = random.Random(3)
    while (look := look_at(game.code, asked(game).player)).asking_card is None or look.asking_card.text is None:
        move(game, rng=rng)
    return look


def sweep_at(now: datetime) -> sweep.Swept:
    """Run one round of a sweeper without a gap before it: tests jump over hours, which must not count as an outage."""
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": now})
    RulesBeat.objects.update(beat_at=now)
    return sweep.sweep(now)


def play_out(game: Game, *, now: datetime = NOON, seed: int = 1) -> None:
    """Play a game to its end with random legal answers."""
    rng = random.Random(seed)
    while Seat.objects.filter(game=game, pending=True).exists():
        move(game, now=now, rng=rng)
    game.refresh_from_db()
