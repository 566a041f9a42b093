"""Flat Monte Carlo over the answers to one question, in worlds that its seat cannot tell from the real one.

All answers still in question are tried in the same worlds with the same luck, so that what they differ by is not what the worlds differ by.
Each round halves them. The search may be stopped at any time and then knows as much as it has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, log2, sqrt
from typing import Any

from games.rules.contract import Position, Rng, Seat
from games.rules.errors import RulesError
from games.rules.game import Game
from games.rules.search.answers import candidates
from games.rules.search.budget import Budget
from games.rules.search.playing_on import advice, awake, play_on

LEAST_WORLDS = 4
"""Worlds before answers are dropped for being worse."""
CLEARLY = 2.6
"""Standard errors by which an answer has to be worse than the best to be dropped before its round is over."""
VAIN = 8
"""So many worlds in a row that could not be dealt end the search."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One answer: its mean value from 0 (lost) to 1 (won), and in how many worlds it was tried."""

    text: str
    value: float
    worlds: int


@dataclass(frozen=True, slots=True)
class Findings:
    """What a search has found: the answers, those tried longest and best first, and what the advice was."""

    best: str
    advice: str
    answers: tuple[Finding, ...]

    def of(self, text: str) -> Finding | None:
        """What was found about one answer."""
        return next((finding for finding in self.answers if finding.text == text), None)


@dataclass(frozen=True, slots=True)
class Luck:
    """Where chance comes from: a seed, and what makes a generator of one (`random.Random`)."""

    seed: int
    make: Callable[[int], Rng]


def choose(game: Game[Any], at: Position, seat: Seat, luck: Luck, budget: Budget) -> str:
    """The answer that a seat gives after looking ahead."""
    return search(game, at, seat, luck, budget).best


def search(game: Game[Any], at: Position, seat: Seat, luck: Luck, budget: Budget, also: Sequence[str] = ()) -> Findings:
    """Look ahead from the question to a seat. The position is asked for nothing but what the seat may see, and for redeals.

    With the same luck and the same number of worlds the answer is the same in all positions that the seat cannot tell apart. `also` are
    answers that are looked at in every world (the one that was given, in a review). Raises ValueError where the seat is not asked.
    """
    session = game.resume(at)
    decision = session.decision(seat)
    if decision is None:
        raise ValueError(f"Seat {seat} is not asked anything here.")
    advised = advice(game, session, decision)
    rng = luck.make(luck.seed)
    tried = candidates(decision, advised, rng, game.plan.most_answers)
    tried += [text for text in also if text not in tried]
    if len(tried) == 1:
        return Findings(advised, advised, (Finding(advised, 0.5, 0),))
    trial = _Trial(game, at, seat, tried, (advised, also), luck, budget)
    trial.run()
    return trial.findings()


class _Trial:
    """The answers of one question and what has come of them so far."""

    def __init__(
        self, game: Game[Any], at: Position, seat: Seat, tried: Sequence[str], kept: tuple[str, Sequence[str]], luck: Luck, budget: Budget
    ) -> None:
        self.game, self.plan, self.at, self.seat, self.luck, self.budget = game, game.plan, at, seat, luck, budget
        self.alive, (self.advised, self.also) = list(tried), kept
        self.values: dict[str, list[float]] = {text: [] for text in tried}
        self.rng, self.begun = luck.make(luck.seed), budget.clock()
        self.deal = game.redeals(at, seat)

    def run(self) -> None:
        """Worlds until the time is over or one answer is left."""
        rounds = max(1, ceil(log2(len(self.alive))))
        worlds = vain = 0
        for round_ in range(1, rounds + 1):
            until = self.begun + self.budget.seconds * round_ / rounds
            share = worlds + max(LEAST_WORLDS, (self.budget.worlds - worlds) // (rounds - round_ + 1))
            while worlds < share and vain < VAIN and self.budget.clock() < until:
                if not self._world():
                    vain += 1
                    continue
                vain, worlds = 0, worlds + 1
                if worlds >= LEAST_WORLDS and self._settled():
                    return
            if vain == VAIN or self.budget.clock() >= self.begun + self.budget.seconds:
                return
            self._halve()

    def _world(self) -> bool:
        """Deal one world and try every answer there with the same luck; whether that was possible."""
        seed = self.rng.randrange(1 << 62)
        world = self.deal(self.luck.make(seed))
        if world is self.at:
            return False
        found: list[float] = []
        for text in self.alive:
            if found and self.budget.clock() >= self.begun + self.budget.seconds:
                return True  # a world seen by some answers only would favour them or harm them
            try:
                found.append(self._value(world, text, seed))
            except (RulesError, ValueError):
                return False
        for text, value in zip(self.alive, found, strict=True):
            self.values[text].append(value)
        return True

    def _value(self, world: Position, text: str, seed: int) -> float:
        session = awake(self.game, world)
        mark = self.plan.mark(session.table)
        session.answer(self.seat, text)
        return self.plan.value(play_on(session, self.plan, mark, self.luck.make(seed)), self.seat)

    def _mean(self, text: str) -> float:
        values = self.values[text]
        return sum(values) / len(values) if values else 0.0

    def _leader(self) -> str:
        return max(self.alive, key=self._mean)

    def _settled(self) -> bool:
        """Drop what is clearly worse than the best; whether nothing is left to decide."""
        leader = self._leader()
        behind = {text for text in self.alive if text != leader and self._behind(text, leader, CLEARLY)}
        self.alive = [text for text in self.alive if text not in behind or text in self.also]
        return all(text == leader or text in behind for text in self.alive)

    def _behind(self, text: str, leader: str, errors: float) -> bool:
        """Whether an answer is worse than another by so many standard errors of their difference in the same worlds."""
        apart = [there - here for here, there in zip(self.values[text], self.values[leader], strict=False)]
        count = len(apart)
        if count < 2:
            return False
        mean = sum(apart) / count
        error = sqrt(sum((value - mean) ** 2 for value in apart) / (count * (count - 1)) + 1e-6)
        return mean > errors * error

    def _halve(self) -> None:
        ordered = sorted(self.alive, key=self._mean, reverse=True)
        keep = {*ordered[: max(1, (len(ordered) + 1) // 2)], self.advised, *self.also}
        self.alive = [text for text in self.alive if text in keep]

    def findings(self) -> Findings:
        """The answers by how good they are; the advice where nothing is better by more than the plan's caution."""
        alive = set(self.alive)
        ordered = sorted(self.values, key=lambda text: (text in alive, len(self.values[text]), self._mean(text)), reverse=True)
        leader = self._leader() if any(self.values.values()) else self.advised
        if leader != self.advised and not self._behind(self.advised, leader, self.plan.caution):
            leader = self.advised
        return Findings(leader, self.advised, tuple(Finding(text, self._mean(text), len(self.values[text])) for text in ordered))
