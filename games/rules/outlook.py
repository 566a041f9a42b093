"""How a game would have gone on: the house's own advice plays it to its end, again and again with other luck.

For games that have to be judged before they are over. What is hidden stays as it is dealt; what chance has not decided yet is drawn
anew each time.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Any

from games.rules.author import Rules
from games.rules.contract import Position, Result, Rng, Seat
from games.rules.playout import random_draw
from games.rules.session import Session, wake

SAMPLES = 32
"""A second of computing at most, whatever the game."""

CLEARLY = Fraction(1, 10)
"""So much more has to be gained on average to stand ahead; less is a draw."""


def outlook(game: Rules[Any], at: Position, rng: Rng, *, out: Collection[Seat] = (), samples: int = SAMPLES) -> tuple[Fraction, ...] | None:
    """What each seat gains on average, 0 (last) to 1 (alone in front); seats in `out` do what absent people do.

    None for a game whose advice is not worth it (`Game.sound_advice`). Raises RulesError when the rules break on the way.
    """
    if not game.sound_advice:
        return None
    results = [_played_on(game, at, rng, out) for _sample in range(samples)]
    return tuple(sum((gain(result, seat) for result in results), Fraction()) / samples for seat in range(len(results[0].ranks)))


def ranks(gains: tuple[Fraction, ...], out: Collection[Seat] = ()) -> tuple[int, ...]:
    """Ranks from what was gained: a step down wherever the next one gained clearly less; seats in `out` share the last rank."""
    stayed = sorted((seat for seat in range(len(gains)) if seat not in out), key=lambda seat: -gains[seat])
    rank = {seat: len(stayed) + 1 for seat in out}
    for place, seat in enumerate(stayed, start=1):
        before = stayed[place - 2] if place > 1 else None
        level = before is not None and gains[before] - gains[seat] < CLEARLY
        rank[seat] = rank[before] if before is not None and level else place
    return tuple(rank[seat] for seat in range(len(gains)))


def gain(result: Result, seat: Seat) -> Fraction:
    """What a seat has of a result: 0 (last) to 1 (alone in front)."""
    own, others = result.ranks[seat], [rank for other, rank in enumerate(result.ranks) if other != seat]
    return sum((Fraction(1 if own < rank else 0) if own != rank else Fraction(1, 2) for rank in others), Fraction()) / max(1, len(others))


def _played_on(game: Rules[Any], at: Position, rng: Rng, out: Collection[Seat]) -> Result:
    session: Session[Any] = wake(game, at)
    for _answer in range(game.longest):
        session.settle(lambda _number, _label, n, k: random_draw(rng, n, k))
        if session.result is not None:
            return session.result
        seat = session.unanswered[0]
        decision = session.decision(seat)
        assert decision is not None
        advice = game.fallback(session.table, decision) if seat in out else game.advise(session.view(seat), decision)
        session.answer(seat, advice)
    raise RuntimeError(f"{game.key} does not end within {game.longest} answers when its own advice plays it on.")
