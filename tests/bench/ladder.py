"""Strength of the computer players: random, greedy, adviser, fair and hard against each other on fixed seeds.

`python -m tests.bench.ladder --only turn_of_fate --games 200` prints for each game and number of seats the strengths by Plackett and
Luce (1 is the mean of all), with the middle 95 % of 200 resamples of the games; `--pair hard adviser` plays one seat of the first
among seats of the second and prints its share of wins and of last places with Wilson's interval.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import sqrt
from typing import Any

from games.rules.contract import Seat
from games.rules.council_of_kings import advice as council
from games.rules.destined_to_fail import odds as destiny
from games.rules.game import Game
from games.rules.playout import random_answer, random_draw
from games.rules.registry import all_games
from games.rules.search.budget import Budget, counted
from games.rules.search.playing_on import advice, untracked_session
from games.rules.search.searcher import RandomSource, search
from games.rules.session import Session

Player = Callable[[Session[Any], Seat, random.Random], str]
Table = tuple[tuple[str, ...], tuple[int, ...]]
"""The players in the order of seats, and their ranks."""

RESAMPLES = 200
COUNCIL, DESTINY = "council_of_kings", "destined_to_fail"
ROUNDS = 60


def by_chance(session: Session[Any], seat: Seat, rng: random.Random) -> str:
    """A random legal answer."""
    question = session.question(seat)
    assert question is not None
    return random_answer(question, rng)


def greedily(session: Session[Any], seat: Seat, rng: random.Random) -> str:
    """The answer with the best public scores right after it, in one world that the seat cannot tell from the real one."""
    game = session.game
    assert isinstance(game, Game)
    question = session.question(seat)
    assert question is not None
    world = game.redeal(session.position, seat, rng)
    found = [by_chance(session, seat, rng) for _answer in range(12)] if question.shape != "one" else list(question.tokens)
    return max(found, key=lambda text: (_lead(game, world, seat, text, rng), rng.random()))


def _lead(game: Game[Any], world: Any, seat: Seat, text: str, rng: random.Random) -> float:
    session = untracked_session(game, world)
    session.answer(seat, text)
    session.settle(lambda _number, _label, n, k: random_draw(rng, n, k))
    scores = [score or 0 for score in game.standing(session.view(seat))]
    others = [score for other, score in enumerate(scores) if other != seat]
    return min(others) - scores[seat] if game.low_standing_leads else scores[seat] - max(others)


def advised(session: Session[Any], seat: Seat, rng: random.Random) -> str:
    """The game's own advice."""
    decision = session.decision(seat)
    assert decision is not None
    assert isinstance(session.game, Game)
    return advice(session.game, session, decision)


def untuned(session: Session[Any], seat: Seat, rng: random.Random) -> str:
    """The advice with the constants it had before they were tuned by playing games."""
    with _constants(session.game.key):
        return advised(session, seat, rng)


@contextmanager
def _constants(key: str) -> Iterator[None]:
    now = council.TUNED, destiny.TUNED
    if key == COUNCIL:
        council.TUNED = dict.fromkeys(council.TUNED, council.Tuning(30, -10, 20))
    elif key == DESTINY:
        destiny.TUNED = dict.fromkeys(destiny.TUNED, destiny.Tuning(450, 200, 0))
    try:
        yield
    finally:
        council.TUNED, destiny.TUNED = now


def searching(seconds: float) -> Player:
    """The search with a budget of so many seconds."""
    return lambda session, seat, rng: _searched(session, seat, rng, Budget(seconds, time.process_time))


def few_worlds(worlds: int) -> Player:
    """The search with a fixed number of worlds, so that its answers do not depend on the machine."""
    return lambda session, seat, rng: _searched(session, seat, rng, Budget(60.0, counted(), worlds))


def _searched(session: Session[Any], seat: Seat, rng: random.Random, budget: Budget) -> str:
    assert isinstance(session.game, Game)
    return search(session.game, session.position, seat, RandomSource(rng.getrandbits(62), random.Random), budget).best


PLAYERS: dict[str, Player] = {
    "random": by_chance,
    "greedy": greedily,
    "adviser": advised,
    "old": untuned,
    "fair": searching(0.09),
    "hard": searching(0.9),
    "few": few_worlds(6),
}


def played(game: Game[Any], names: Sequence[str], seed: int, options: dict[str, Any] | None = None) -> Table:
    """One game of these players, in the order of the seats."""
    chance = random.Random(seed)
    own = [random.Random(f"{seed} {seat}") for seat in range(len(names))]
    session = game.begin(len(names), options)
    while session.result is None:
        if (draw := session.wants_chance) is not None:
            session.answer_chance(random_draw(chance, draw.n, draw.k))
            continue
        question = session.question(session.unanswered[0])
        assert question is not None
        seat = question.seat
        session.answer(seat, question.only_answer if question.forced else PLAYERS[names[seat]](session, seat, own[seat]))
    return tuple(names), session.result.ranks


def seating(names: Sequence[str], seats: int, number: int) -> list[str]:
    """The players' seats in a game; over all games every player has every seat equally often."""
    around = [names[(number + step * (1 + number // len(names) % max(1, len(names) - 1))) % len(names)] for step in range(seats)]
    turned = number % seats
    return around[turned:] + around[:turned]


def strengths(tables: Iterable[Table], names: Sequence[str]) -> dict[str, float]:
    """Plackett and Luce by minorization and maximization (Hunter 2004); players of equal rank are ordered by the hashes of their seats."""
    orders = [_order(*table) for table in tables]
    worth = dict.fromkeys(names, 1.0)
    wins = {name: 1e-3 + sum(order[:-1].count(name) for order in orders) for name in names}
    for _round in range(ROUNDS):
        weight = dict.fromkeys(names, 1e-3)
        for order in orders:
            for at in range(len(order) - 1):
                share = 1 / sum(worth[name] for name in order[at:])
                for name in order[at:]:
                    weight[name] += share
        worth = {name: wins[name] / weight[name] for name in names}
        mean = sum(worth.values()) / len(worth)
        worth = {name: value / mean for name, value in worth.items()}
    return worth


def _order(names: Sequence[str], ranks: Sequence[int]) -> list[str]:
    shuffled = random.Random(str((names, ranks))).sample(range(len(names)), len(names))
    return [names[seat] for seat in sorted(shuffled, key=lambda seat: ranks[seat])]


@dataclass(frozen=True, slots=True)
class Share:
    """A number of successes out of a total, with Wilson's interval of 95 %."""

    count: float
    of: int

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.count / self.of:.1%} [{low:.1%}, {high:.1%}]"

    @property
    def interval(self) -> tuple[float, float]:
        """Lower and upper bound."""
        share, z, n = self.count / self.of, 1.96, self.of
        middle, width = share + z * z / (2 * n), z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        return (middle - width) / (1 + z * z / n), (middle + width) / (1 + z * z / n)


def one_among(game: Game[Any], first: str, others: str, seats: int, games: int, options: dict[str, Any]) -> tuple[Share, Share]:
    """One seat of `first` among `others`, equally often in every seat: its share of wins (a shared win in parts) and of last places."""
    found = [one_game(game, first, others, seats, number, options) for number in range(games)]
    return Share(sum(won for won, _last in found), games), Share(sum(last for _won, last in found), games)


def one_game(game: Game[Any], first: str, others: str, seats: int, number: int, options: dict[str, Any]) -> tuple[float, int]:
    """Whether the seat of `first` won (its part of a shared win), and whether it came last."""
    seat = number % seats
    names = [first if other == seat else others for other in range(seats)]
    _names, ranks = played(game, names, number, options)
    return (ranks[seat] == 1) / ranks.count(1), int(ranks[seat] == max(ranks) > 1)


def main() -> None:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=list(all_games()), action="append")
    parser.add_argument("--seats", type=int, action="append")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", nargs="+", choices=list(PLAYERS), default=["random", "greedy", "adviser", "fair"])
    parser.add_argument("--pair", nargs=2, choices=list(PLAYERS), metavar=("ONE", "OTHERS"))
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    given = parser.parse_args()
    options = {key: int(value) if value.isdecimal() else value for key, _, value in (text.partition("=") for text in given.option)}
    for key in given.only or all_games():
        game = all_games()[key]
        for seats in given.seats or [count for count in game.seats if count in (game.best_seats or game.seats)]:
            begun = time.process_time()
            if given.pair:
                one, others = given.pair
                won, last = one_among(game, one, others, seats, given.games, options)
                said = f"{one} among {others}: wins {won}, last {last}, fair {1 / seats:.1%}"
            else:
                said = _ladder(game, given.players, seats, given.games, options)
            print(f"{key}, {seats} seats, {given.games} games: {said} ({time.process_time() - begun:.0f} s CPU)", flush=True)


def _ladder(game: Game[Any], names: Sequence[str], seats: int, games: int, options: dict[str, Any]) -> str:
    tables = [played(game, seating(names, seats, number), number, options) for number in range(games)]
    found, rng = strengths(tables, names), random.Random(1)
    again = [strengths(rng.choices(tables, k=len(tables)), names) for _resample in range(RESAMPLES)]
    parts = []
    for name in names:
        spread = sorted(worth[name] for worth in again)
        parts.append(f"{name} {found[name]:.2f} [{spread[RESAMPLES // 40]:.2f}, {spread[-RESAMPLES // 40 - 1]:.2f}]")
    return " ".join(parts)


if __name__ == "__main__":
    main()
