"""How a finished game went: the scores everybody could see, answer by answer, and where the lead changed most."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from games.models import Game
from games.queries.history.replay import replay
from games.queries.process_cache import BoundedCache
from games.rules.contract import CHANCE, Result
from games.rules.session import Session

Scores = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """Scores by how many lines the log had then; one list per change. `turning` is the point after the largest change of the lead."""

    points: tuple[tuple[int, Scores], ...]
    turning: int | None


curves: BoundedCache[Curve] = BoundedCache(256)
"""A finished game does not change, so its curve is worked out once by a process."""


def curve(game: Game, result: Result) -> Curve:
    """The course of a finished game. One query, or none where it was asked before. Raises `UnknownRules`."""
    known = curves.get((game.pk, game.seq, game.status))
    if known is None:
        points = _points(game)
        known = Curve(points, _turning(points, result))
        curves.put((game.pk, game.seq, game.status), known)
    return known


def _points(game: Game) -> tuple[tuple[int, Scores], ...]:
    """The scores after each answer of a person; none for a game without scores all along."""
    found: dict[int, Scores] = {}
    seq, session = 0, None
    for step in replay(game):
        seq, session = step.line["seq"] + 1, step.session
        if step.line["seat"] != CHANCE and (scores := _standing(session)) is not None:
            found[seq] = scores
    if session is not None and (scores := _standing(session)) is not None:
        found[seq] = scores  # what the dice did last
    return tuple(found.items())


def _standing(session: Session[Any]) -> Scores | None:
    standing = session.game.standing(session.view(None))
    scores = tuple(score for score in standing if score is not None)
    return scores if len(scores) == len(standing) else None


def _turning(points: tuple[tuple[int, Scores], ...], result: Result) -> int | None:
    """The line after which the lead of who stands apart at the end has grown most: the only winner, or else the only loser.

    Nobody stands apart in a draw; then there is no such line, as where no lead has ever grown.
    """
    seat = next((ranked[0] for rank in (min(result.ranks), max(result.ranks)) if len(ranked := _with(result, rank)) == 1), None)
    if seat is None or len(points) < 3:
        return None
    leads = [(seq, _lead(scores, seat)) for seq, scores in points]
    grown = [(after - before, -seq, seq) for (_, before), (seq, after) in pairwise(leads)]
    most, _, seq = max(grown)
    return seq if most > 0 else None


def _with(result: Result, rank: int) -> list[int]:
    return [seat for seat, own in enumerate(result.ranks) if own == rank]


def _lead(scores: Scores, seat: int) -> int:
    """How far a seat is ahead of the best of the others, in points: also where the most points lose, for then it is the loser's."""
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
