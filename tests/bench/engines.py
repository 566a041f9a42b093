"""The rules without the service, in one thread: random legal games without a log, and load, apply and store of one decision."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import orjson

from games.rules.contract import Position
from games.rules.game import Game
from games.rules.playout import play, random_answer, random_draw
from games.rules.registry import all_games
from tests.bench.cells import Cell, Turn


def cells() -> list[Cell]:
    """Three cells per game, in decisions per CPU second; the others are compared with the first."""
    found: list[Cell] = []
    for key, book in all_games().items():
        name = f"engine: {key}, random play"
        found.append(Cell(name, _random_play(book), unit=" decisions/s"))
        found.append(Cell(f"engine: {key}, advised play", _random_play(book, advised=True), name, unit=" decisions/s"))
        found.append(Cell(f"engine: {key}, load + apply + store", _load_apply_store(book), name, unit=" decisions/s"))
    return found


def _random_play(book: Game[Any], *, advised: bool = False) -> Callable[[float], Turn]:
    def run(seconds: float) -> Turn:
        rng, decisions, begun = random.Random(7), 0, time.process_time()
        while (spent := time.process_time() - begun) < seconds:
            decisions += play(book, book.seats[0], rng, log=False, advised=range(book.seats[0]) if advised else ()).decisions
        return Turn(decisions / spent, cpu=spent / decisions)

    return run


def _load_apply_store(book: Game[Any]) -> Callable[[float], Turn]:
    """Choosing the answer is not measured; answering chance is."""

    def run(seconds: float) -> Turn:
        rng, decisions, spent = random.Random(7), 0, 0.0
        while spent < seconds / 2:
            stored = orjson.dumps(book.begin(book.seats[0]).position.to_json())
            over = False
            while not over:
                awake = book.resume(Position.from_json(orjson.loads(stored)))
                awake.settle(lambda _number, _label, n, k: random_draw(rng, n, k))
                seat = rng.choice(awake.unanswered)
                question = awake.question(seat)
                assert question is not None
                text, stored = random_answer(question, rng), orjson.dumps(awake.position.to_json())
                begun = time.process_time()
                session = book.resume(Position.from_json(orjson.loads(stored)))
                session.answer(seat, text)
                session.settle(lambda _number, _label, n, k: random_draw(rng, n, k))
                stored = orjson.dumps(session.position.to_json())
                spent += time.process_time() - begun
                decisions, over = decisions + 1, session.result is not None
        return Turn(decisions / spent, cpu=spent / decisions)

    return run
