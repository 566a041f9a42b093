"""`python -m tests.bench.council_odds GAMES`: learn the weights of `games.rules.council_of_kings.odds` from advised games, and print them.

At the first question of every auction each seat's features are kept, and at the end how far its score lies above the mean. The weights are
those of the least squares with a small pull towards zero; the spreads make the winners likeliest. Games take fresh seeds from 5,000,000 on.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from functools import partial
from math import log
from statistics import fmean
from typing import NamedTuple

from games.rules.council_of_kings import GAME, odds
from games.rules.council_of_kings.advice import advise_at
from games.rules.council_of_kings.board import Council
from games.rules.playout import random_answer, random_draw
from games.rules.session import Session

SEED = 5_000_000
SEATS = (4, 4, 3, 5)
"""The numbers of players, in turn."""
PULL = 10.0
SLIPS = (0.15, 0.0)
"""Of one, in turn: advisers alone never show what much Chaos costs."""
SPREADS = [(end / 2, start / 2) for end in range(1, 8) for start in range(2, 20)]


class Moment(NamedTuple):
    """The start of an auction: what is left, the features of each seat and its score now less their mean, the scores in the end less theirs, who won."""

    left: float
    features: list[list[float]]
    above: list[float]
    won: list[float]


def moments(seats: int, mode: str, seed: int, slips: float) -> Iterator[Moment]:
    """One advised game; so many of the answers, of one, are random."""
    rng = random.Random(seed)
    session: Session[Council] = GAME.begin(seats, {"mode": mode}, track=False)
    t, seen, found = session.table, 0, []
    while t.ending is None:
        if (draw := session.wants_chance) is not None:
            session.answer_chance(random_draw(rng, draw.n, draw.k))
            continue
        if t.auction > seen:
            seen, x = t.auction, odds.left_of(t)
            found.append((x, [(*odds.features(t, seat, x), odds.standing(t, seat)) for seat in t.all_seats]))
        question = session.question(session.unanswered[0])
        assert question is not None
        slip = rng.random() < slips
        session.answer(question.seat, random_answer(question, rng) if slip else advise_at(t, question))
    ranks, scores = t.ending["ranks"], t.ending["scores"]
    won = [(rank == 1) / ranks.count(1) for rank in ranks]
    for x, rows in found:
        means = [fmean(column) for column in zip(*rows, strict=True)]
        yield Moment(x, [[a - b for a, b in zip(row, means, strict=True)] for row in rows], [s - fmean(scores) for s in scores], won)


def fitted(found: Sequence[Moment]) -> list[float]:
    """Least squares of what the scores in the end have beyond the scores now."""
    size = len(found[0].features[0]) - 1
    square = [[PULL * (i == j) for j in range(size)] for i in range(size)]
    right = [0.0] * size
    for moment in found:
        for row, above in zip(moment.features, moment.above, strict=True):
            values, beyond = row[:-1], above - row[-1]
            for i, value in enumerate(values):
                if value:
                    right[i] += value * beyond
                    line = square[i]
                    for j, other in enumerate(values):
                        line[j] += value * other
    return solved(square, right)


def solved(square: list[list[float]], right: list[float]) -> list[float]:
    """Gauss and Jordan; the matrix is positive definite."""
    size = len(right)
    lines = [[*line, value] for line, value in zip(square, right, strict=True)]
    for i in range(size):
        lines[i] = [value / lines[i][i] for value in lines[i]]
        for j in range(size):
            if j != i and lines[j][i]:
                lines[j] = [a - lines[j][i] * b for a, b in zip(lines[j], lines[i], strict=True)]
    return [line[-1] for line in lines]


def leads(moment: Moment, weights: Sequence[float]) -> list[float]:
    """What the weights foretell of each seat."""
    return [row[-1] + odds.dot(weights, row[:-1]) for row in moment.features]


def surprise(found: Sequence[Moment], weights: Sequence[float], spread: tuple[float, float]) -> float:
    """Nats per moment by which the winners surprise."""
    total = 0.0
    for moment in found:
        chances = odds.shares(leads(moment, weights), spread[0] + (spread[1] - spread[0]) * moment.left)
        total -= sum(won * log(max(chance, 1e-9)) for won, chance in zip(moment.won, chances, strict=True))
    return total / len(found)


def main() -> None:
    """Learn and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    given = parser.parse_args()
    for mode in odds.LEARNED:
        games = [list(moments(SEATS[number % len(SEATS)], mode, SEED + number, SLIPS[number % 2])) for number in range(given.games)]
        learned, kept = (_joined(part) for part in (games[: given.games * 4 // 5], games[given.games * 4 // 5 :]))
        weights = fitted(learned)
        spread = min(SPREADS, key=partial(surprise, learned[::3], weights))
        plain = [0.0] * len(weights)
        print(mode, tuple(round(weight, 3) for weight in weights), spread)
        for name, tried in (("learned", weights), ("scores now", plain)):
            print(f"  {name}: {surprise(kept, tried, spread):.3f} nats, {error(kept, tried):.2f} points; {len(kept)} moments kept apart")


def _joined(games: Sequence[list[Moment]]) -> list[Moment]:
    return [moment for game in games for moment in game]


def error(found: Sequence[Moment], weights: Sequence[float]) -> float:
    """The mean error of the scores foretold."""
    return fmean(abs(a - b) for moment in found for a, b in zip(moment.above, leads(moment, weights), strict=True))


if __name__ == "__main__":
    main()
