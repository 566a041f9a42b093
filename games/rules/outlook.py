"""Expected results of an unfinished game, for adjudication: the game's own bot plays it to its end many times.

Hidden cards stay as they are dealt; draws that have not been made yet are random in each playout.
"""

from collections.abc import Collection
from fractions import Fraction
from typing import Any

from games.rules.author import Rules
from games.rules.contract import Position, Result, Rng, Seat
from games.rules.playout import random_draw
from games.rules.session import Session

SAMPLES = 32
"""Playouts; they take one second at most in every game."""

CLEAR_LEAD = Fraction(1, 10)
"""The least difference of average gains that separates two ranks; seats that are closer draw."""


def outlook(game: Rules[Any], at: Position, rng: Rng, *, out: Collection[Seat] = (), samples: int = SAMPLES) -> tuple[Fraction, ...] | None:
    """The average gain of each seat, from 0 (last) to 1 (sole winner); seats in `out` answer by `Game.fallback`.

    None for a game whose bot is too weak (`Game.sound_advice`). Raises RulesError when an answer of the bot is refused.
    """
    if not game.sound_advice:
        return None
    results = [_playout(game, at, rng, out) for _sample in range(samples)]
    return tuple(sum((result.gain(seat) for result in results), Fraction()) / samples for seat in range(len(results[0].ranks)))


def ranks(gains: tuple[Fraction, ...], out: Collection[Seat] = ()) -> tuple[int, ...]:
    """Ranks by falling gain; neighbours that differ by less than `CLEAR_LEAD` share a rank, and the seats in `out` share the last one."""
    stayed = sorted((seat for seat in range(len(gains)) if seat not in out), key=lambda seat: -gains[seat])
    rank = {seat: len(stayed) + 1 for seat in out}
    for place, seat in enumerate(stayed, start=1):
        before = stayed[place - 2] if place > 1 else None
        level = before is not None and gains[before] - gains[seat] < CLEAR_LEAD
        rank[seat] = rank[before] if before is not None and level else place
    return tuple(rank[seat] for seat in range(len(gains)))


def _playout(game: Rules[Any], at: Position, rng: Rng, out: Collection[Seat]) -> Result:
    """The result of one game played to its end by the game's bot. Raises RuntimeError when it exceeds `Game.longest` answers."""
    session = Session.resume(game, at)
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
