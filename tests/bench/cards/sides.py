"""Statistics of any other game: the share of wins of each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.game import Game
from tests.bench.cards.kings import won
from tests.bench.cards.playing import steps
from tests.bench.ladder import Share


def facts(game: Game[Any], seats: int, number: int, options: Mapping[str, Any], gifts: int) -> dict[str, Any]:
    """One game: its ranks."""
    assert not gifts, "Cards are given away in Council of Kings only."
    for step in steps(game, seats, number, options):
        result = step.session.result
    assert result is not None
    return {"ranks": result.ranks}


def shown(games: Sequence[Mapping[str, Any]]) -> str:
    """The table of a row."""
    seats = range(len(games[0]["ranks"]))
    wins = [Share(sum(won(game["ranks"], seat) for game in games), len(games)) for seat in seats]
    return "\n".join([f"| seat | wins of {len(games)} |", "|---:|---|", *(f"| {seat + 1} | {share} |" for seat, share in enumerate(wins))])
