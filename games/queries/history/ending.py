"""The course of a finished game: the public scores after each answer, and the line at which the lead changed most."""

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
    """Pairs of the length of the log and the scores then. `turning` is the length of the log after the largest change of the lead."""

    points: tuple[tuple[int, Scores], ...]
    turning: int | None


curves: BoundedCache[Curve] = BoundedCache(256)
"""The curves by game; each process computes that of a finished game once."""


def curve(game: Game, result: Result) -> Curve:
    """The curve of a finished game. One query, or none if it is cached. Raises `UnknownRules`."""
    cached = curves.get((game.pk, game.seq, game.status))
    if cached is None:
        points = _points(game)
        cached = Curve(points, _turning(points, result))
        curves.put((game.pk, game.seq, game.status), cached)
    return cached


def _points(game: Game) -> tuple[tuple[int, Scores], ...]:
    """The scores after each answer of a seat and at the end; answers without complete scores are left out."""
    found: dict[int, Scores] = {}
    seq, session = 0, None
    for step in replay(game):
        seq, session = step.line["seq"] + 1, step.session
        if step.line["seat"] != CHANCE and (scores := _standing(session)) is not None:
            found[seq] = scores
    if session is not None and (scores := _standing(session)) is not None:
        found[seq] = scores  # the last line may be of chance
    return tuple(found.items())


def _standing(session: Session[Any]) -> Scores | None:
    """The public scores by seat; None unless all seats have one."""
    standing = session.game.standing(session.view(None))
    scores = tuple(score for score in standing if score is not None)
    return scores if len(scores) == len(standing) else None


def _turning(points: tuple[tuple[int, Scores], ...], result: Result) -> int | None:
    """The line after which the lead of the only winner, or else of the only loser, has grown most.

    None for a draw, for a game with fewer than three points, and where the lead never grew.
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
    """The points of a seat more than the best of the others. Where low scores win, this is the lead of the loser."""
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
