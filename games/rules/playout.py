"""Automatic games: random legal answers, the games' own bots or both, and transcripts that reproduce a game."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.rules.ask import Question
from games.rules.contract import CHANCE, Decision, Result, Rng, Seat, Shape
from games.rules.game import Game
from games.rules.session import Session


@dataclass(slots=True)
class Playout:
    """A finished or failed game: its settings, every answer, and the result."""

    game: str
    version: int
    seats: int
    options: dict[str, Any]
    answers: list[tuple[Seat, str]] = field(default_factory=list)
    result: Result | None = None
    decisions: int = 0
    """Answers of seats; draws are not counted."""

    def save(self, path: Path) -> None:
        """Write the transcript as JSON; `replay` plays it again."""
        facts = {"game": self.game, "version": self.version, "seats": self.seats, "options": self.options, "answers": self.answers}
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


class PlayoutError(Exception):
    """The rules raised an error or the game did not end; `playout` holds what reproduces it."""

    def __init__(self, why: str, playout: Playout) -> None:
        super().__init__(f"{playout.game} with {playout.seats} seats after {playout.decisions} decisions: {why}")
        self.playout = playout


def random_draw(rng: Rng, n: int, k: int) -> list[int]:
    """A random draw for playouts: `k` different numbers of 0..n-1."""
    if k == 1:
        return [int(rng.random() * n)]
    return rng.sample(range(n), k)


def random_answer(question: Question | Decision, rng: Rng) -> str:
    """A random legal answer in canonical text."""
    tokens = question.tokens
    if question.shape is Shape.ONE:
        return tokens[int(rng.random() * len(tokens))]
    count = question.least + rng.randrange(question.most - question.least + 1)
    if question.shape is Shape.NUMBER:
        return str(count)
    chosen = rng.sample(range(len(tokens)), count)
    if question.shape is Shape.SOME:
        chosen.sort()
    return " ".join(tokens[place] for place in chosen)


def play(
    game: Game[Any],
    seats: int,
    rng: Rng,
    options: Mapping[str, Any] | None = None,
    *,
    advised: Sequence[Seat] = (),
    track: bool = False,
    log: bool = True,
) -> Playout:
    """Play one game to its end: seats in `advised` follow `Game.advise`, the others answer at random.

    `log` records the answers; `track` keeps a position in the session. Raises `PlayoutError` when the rules raise an error or the game
    exceeds `game.longest` decisions.
    """
    session = game.begin(seats, options, track=track)
    record = Playout(game.key, game.version, seats, dict(session.table.options))
    advisers = frozenset(advised)
    while session.table.ending is None:
        try:
            _answer_one(session, rng, record, advisers, log=log)
        except Exception as error:
            raise PlayoutError(f"{type(error).__name__}: {error}", record) from error
        if record.decisions > game.longest:
            raise PlayoutError(f"it did not end within {game.longest} decisions", record)
    record.result = session.result
    return record


def _answer_one(session: Session[Any], rng: Rng, record: Playout, advisers: frozenset[Seat], *, log: bool) -> None:
    draw = session.wants_chance
    if draw is not None:
        numbers = random_draw(rng, draw.n, draw.k)
        if log:
            record.answers.append((CHANCE, " ".join(map(str, numbers))))
        session.answer_chance(numbers)
        return
    seats = session.unanswered
    seat = seats[0] if len(seats) == 1 else seats[int(rng.random() * len(seats))]
    question = session.question(seat)
    assert question is not None
    text = session.game.advise(session.view(seat), question.decision()) if seat in advisers else random_answer(question, rng)
    if log:
        record.answers.append((seat, text))
    record.decisions += 1
    session.answer(seat, text)


def replay(game: Game[Any], transcript: Mapping[str, Any]) -> Session[Any]:
    """The session after all answers of a saved transcript."""
    session = game.begin(transcript["seats"], transcript["options"])
    for seat, text in transcript["answers"]:
        session.feed(seat, text)
    return session
