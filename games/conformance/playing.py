"""Playing a case for the checks: seeded games, single steps, samples of positions, what a viewer was told."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from games.conformance.cases import Case, all_cases
from games.rules.contract import Position, Seat
from games.rules.game import Game
from games.rules.playout import Playout, PlayoutError, play, random_answer, random_draw
from games.rules.session import Session

RANDOM_GAMES = 2_000
"""Random games over all cases, at the least."""
FAILURES = Path("tests") / "failures"
"""Where a playout that breaks is written, below the folder the tests are started in; `manage.py playout KEY --replay FILE` plays it."""


@contextmanager
def refused(*errors: type[Exception]) -> Iterator[None]:
    """The block has to raise one of these."""
    try:
        yield
    except errors:
        return
    raise AssertionError(f"This has to be refused with {' or '.join(error.__name__ for error in errors)}.")


def games_per_case() -> int:
    """Enough random games of every case to reach `RANDOM_GAMES` in all."""
    return max(15, -(-RANDOM_GAMES // len(list(all_cases()))))


def played(case: Case, seed: int, **how: Any) -> Playout:
    """A seeded playout; a broken one is saved before the test fails."""
    try:
        return play(case.game, case.seats, random.Random(seed), case.options, **how)
    except PlayoutError as error:
        error.playout.save(FAILURES / f"{case}-{seed}.json")
        raise


def advance(session: Session[Any], rng: random.Random) -> None:
    """One random answer, of chance or of a person."""
    draw = session.wants_chance
    if draw is not None:
        session.answer_chance(random_draw(rng, draw.n, draw.k))
        return
    question = session.question(rng.choice(session.unanswered))
    assert question is not None
    session.answer(question.seat, random_answer(question, rng))


def moments(case: Case, seed: int, share: float = 0.15) -> list[Position]:
    """A sample of the positions of one random game, the first two and the last included."""
    rng = random.Random(seed)
    session = case.game.begin(case.seats, case.options)
    found = [session.position]
    while session.result is None:
        advance(session, rng)
        if len(found) < 2 or rng.random() < share:
            found.append(session.position)
    return [*found[:40], session.position]


def told(game: Game[Any], at: Position, viewer: Seat | None) -> list[dict[str, Any]]:
    """What a viewer was told since the last quiet point."""
    session = Session(game, game.table.load(at.table), draws=at.draws)
    events = list(session.opening())
    for seat, text in at.since:
        events += [event for entry in session.feed(seat, text) for event in entry.events]
    return [event.seen_by(viewer) for event in events]


def as_text(value: Any) -> str:
    """Canonical JSON, for comparing views byte by byte."""
    return json.dumps(value, sort_keys=True)
