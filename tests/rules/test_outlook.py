"""Tests of the outlook: unfinished games that the adviser plays to their end."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from games.rules import outlook
from games.rules.contract import Position
from games.rules.game import Game
from games.rules.playout import random_draw
from games.rules.registry import all_games


def begun(game: Game, seats: int) -> Position:
    """A game at its first question."""
    session = game.begin(seats)
    rng = random.Random(3)
    session.settle(lambda _number, _label, n, k: random_draw(rng, n, k))
    return session.position


@pytest.mark.parametrize("key", ["council_of_kings", "destined_to_fail", "fate_foretold", "tempting_fate", "turn_of_fate"])
def test_gains_are_shares_and_repeat_themselves(key: str) -> None:
    """The gains add up to the total to share, the same seed gives the same gains, and the position does not change."""
    game = all_games()[key]
    seats = game.seats[0]
    at = begun(game, seats)
    before = at.to_json()
    gains = outlook.outlook(game, at, random.Random(1), samples=4)
    assert gains is not None
    assert sum(gains) == Fraction(seats, 2)
    assert gains == outlook.outlook(game, at, random.Random(1), samples=4)
    assert at.to_json() == before


def test_game_without_sound_advice_has_no_outlook() -> None:
    """Such a game is judged by its public scores."""
    game = all_games()["lone_star"]
    assert not game.sound_advice
    assert outlook.outlook(game, begun(game, game.seats[0]), random.Random(1)) is None


@pytest.mark.parametrize(
    ("gains", "out", "ranks"),
    [
        ("1 0", (), (1, 2)),
        ("0.53 0.47", (), (1, 1)),
        ("0.55 0.45", (), (1, 2)),
        ("0.2 0.9 0.4", (), (3, 1, 2)),
        ("0.5 0.45 0.4", (), (1, 1, 1)),
        ("0.9 0.5 0.1", (0,), (3, 1, 2)),
        ("0.5 0.5 0.5", (1, 2), (1, 2, 2)),
    ],
)
def test_ranks_step_down_where_the_next_one_gained_clearly_less(gains: str, out: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    """A difference of a tenth is clear. Seats that are out share the last rank, whatever their substitute gained."""
    assert outlook.ranks(tuple(Fraction(gain) for gain in gains.split()), out) == ranks
