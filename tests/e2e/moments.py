"""Positions in which the first seat is asked each kind of question of a game, found by random play."""

from __future__ import annotations

import random
from typing import Any

import orjson

from games.models import Game, Player
from games.render.words import said
from games.rules.contract import Position
from games.rules.game import Game as Rules
from games.rules.messages import Reader
from games.rules.playout import random_answer
from games.rules.registry import all_games

GAMES_PLAYED, MOST_ANSWERS = 30, 400


def every_question(book: Rules[Any], seats: int, options: dict[str, Any] | None = None, *, after: int = 5) -> dict[str, Position]:
    """By kind of question and shape of answer: a position in which the first seat is asked it, after `after` answers if possible."""
    found: dict[str, tuple[bool, Position]] = {}
    for seed in range(GAMES_PLAYED):
        rng, session = random.Random(seed), book.begin(seats, options)
        for count in range(MOST_ANSWERS):
            session.settle(lambda _draw, _label, n, k: rng.sample(range(n), k))  # noqa: B023 - used at once
            if session.result:
                break
            decision = session.decision(0)
            if decision is not None and 0 in session.unanswered:
                name = f"{decision.kind} ({decision.shape.value})"
                if name not in found or (count >= after and not found[name][0]):
                    found[name] = (count >= after, session.position)
            seat = rng.choice(session.unanswered)
            question = session.question(seat)
            assert question is not None
            session.answer(seat, random_answer(question, rng))
    return {name: position for name, (_late, position) in sorted(found.items())}


def longest_first_question(book: Rules[Any], seats: int) -> dict[str, Position]:
    """The position, among those in which a game begins with a question to the first seat, whose prompt is longest."""
    found: dict[int, Position] = {}
    for seed in range(GAMES_PLAYED):
        rng, session = random.Random(seed), book.begin(seats)
        session.settle(lambda _draw, _label, n, k: rng.sample(range(n), k))  # noqa: B023 - used at once
        decision = session.decision(0)
        if decision is not None and 0 in session.unanswered:
            found[len(said(decision.prompt, Reader()))] = session.position
    return {"first question": found[max(found)]} if found else {}


def put(game: Game, position: Position) -> None:
    """Store this position as that of the table, with the seats that are asked."""
    asked = list(all_games()[game.rules].resume(position).unanswered)
    Game.objects.filter(pk=game.pk).update(position=orjson.dumps(position.to_json()).decode(), waiting=asked, trouble="")


def first_seat(game: Game) -> Player:
    """The player on the seat that the positions ask."""
    player = game.seats.select_related("player").get(index=0).player
    assert player is not None
    return player
