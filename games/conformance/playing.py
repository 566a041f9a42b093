"""Tools for the checks: seeded games, single answers, samples of positions, the events that a viewer saw."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from games.conformance.cases import Case, all_cases
from games.rules.contract import Entry, Position, Seat
from games.rules.game import Game
from games.rules.playout import Playout, PlayoutError, play, random_answer, random_draw
from games.rules.session import Session

RANDOM_GAMES = 1_000
"""The least number of random games over all cases."""
FAILURES = Path("tests") / "failures"
"""The folder for transcripts of failed playouts, below the working directory; `manage.py playout KEY --replay FILE` plays them."""


@contextmanager
def refused(*errors: type[Exception]) -> Iterator[None]:
    """A context whose block has to raise one of these errors."""
    try:
        yield
    except errors:
        return
    raise AssertionError(f"This has to be refused with {' or '.join(error.__name__ for error in errors)}.")


def games_per_case() -> int:
    """The number of random games of each case: together at least `RANDOM_GAMES`."""
    return max(10, -(-RANDOM_GAMES // len(list(all_cases()))))


def played(case: Case, seed: int, **how: Any) -> Playout:
    """A seeded playout with the arguments of `play`; the transcript of one that fails is saved. Raises `PlayoutError`."""
    try:
        return play(case.game, case.seats, random.Random(seed), case.options, **how)
    except PlayoutError as error:
        error.playout.save(FAILURES / f"{case}-{seed}.json")
        raise


def advance(session: Session[Any], rng: random.Random) -> list[Entry]:
    """Give one random answer, of chance or of a seat; returns the answers that became final."""
    draw = session.wants_chance
    if draw is not None:
        return [session.answer_chance(random_draw(rng, draw.n, draw.k))]
    question = session.question(rng.choice(session.unanswered))
    assert question is not None
    return session.answer(question.seat, random_answer(question, rng))


def sample_positions(case: Case, seed: int, share: float = 0.15) -> list[Position]:
    """Positions of one random game: the first two, a random `share` of the others (40 in all at most), and the last."""
    rng = random.Random(seed)
    session = case.game.begin(case.seats, case.options)
    found = [session.position]
    while session.result is None:
        advance(session, rng)
        if len(found) < 2 or rng.random() < share:
            found.append(session.position)
    return [*found[:40], session.position]


def events_seen(game: Game[Any], at: Position, viewer: Seat | None) -> list[dict[str, Any]]:
    """The events since the quiet point as a viewer sees them."""
    _session, entries = game.since(at)
    return [event.seen_by(viewer) for entry in entries for event in entry.events]


def as_text(value: Any) -> str:
    """Canonical JSON, for comparisons byte by byte."""
    return json.dumps(value, sort_keys=True)
