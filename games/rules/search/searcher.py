"""Flat Monte Carlo search over the answers to one question, in worlds: redeals that the asked seat cannot tell from the real position.

All remaining answers are tried in the same worlds with the same random numbers, so that their values differ by the answer alone
(common random numbers). Each round halves the answers (sequential halving). The search may be stopped at any time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, log2, sqrt
from typing import Any

from games.rules.contract import Position, Rng, Seat
from games.rules.errors import RulesError
from games.rules.game import Game
from games.rules.search.answers import candidates
from games.rules.search.budget import Budget
from games.rules.search.playing_on import advice, play_on, untracked_session

LEAST_WORLDS = 4
"""Worlds that are tried before an answer can be dropped."""
DROP_ERRORS = 2.6
"""Standard errors by which an answer has to be worse than the best one to be dropped within a round."""
MOST_FAILED_DEALS = 8
"""Redeals in a row that fail before the search ends."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One answer: its mean value from 0 (lost) to 1 (won), and the number of worlds in which it was tried."""

    text: str
    value: float
    worlds: int


@dataclass(frozen=True, slots=True)
class Findings:
    """The result of a search: the best answer, the bot's advice, and all answers, those tried longest first and of these the best first."""

    best: str
    advice: str
    answers: tuple[Finding, ...]

    def of(self, text: str) -> Finding | None:
        return next((finding for finding in self.answers if finding.text == text), None)


@dataclass(frozen=True, slots=True)
class RandomSource:
    """The source of random numbers: a seed, and the function that makes a generator from a seed (`random.Random`)."""

    seed: int
    make: Callable[[int], Rng]


def search(game: Game[Any], at: Position, seat: Seat, source: RandomSource, budget: Budget, also: Sequence[str] = ()) -> Findings:
    """Search from the question to a seat. The position is used for the seat's view and for redeals only.

    With the same source and the same number of worlds the answer is the same in all positions that the seat cannot tell apart. `also` are
    answers that are tried in every world (in a review, the one that was given). Raises ValueError where the seat is not asked.
    """
    session = game.resume(at)
    decision = session.decision(seat)
    if decision is None:
        raise ValueError(f"Seat {seat} is not asked anything here.")
    advised = advice(game, session, decision)
    rng = source.make(source.seed)
    tried = candidates(decision, advised, rng)
    tried += [text for text in also if text not in tried]
    if len(tried) == 1:
        return Findings(advised, advised, (Finding(advised, 0.5, 0),))
    trial = _Trial(game, at, seat, tried, (advised, also), source, budget)
    trial.run()
    return trial.findings()


class _Trial:
    """The answers to one question and their values so far; `remaining` are those still tried."""

    def __init__(
        self,
        game: Game[Any],
        at: Position,
        seat: Seat,
        tried: Sequence[str],
        kept: tuple[str, Sequence[str]],
        source: RandomSource,
        budget: Budget,
    ) -> None:
        self.game, self.plan, self.at, self.seat, self.source, self.budget = game, game.plan, at, seat, source, budget
        self.remaining, (self.advised, self.also) = list(tried), kept
        self.values: dict[str, list[float]] = {text: [] for text in tried}
        self.rng, self.begun = source.make(source.seed), budget.clock()
        self.deal = game.redeals(at, seat)

    def run(self) -> None:
        """Try worlds until the budget is used up or one answer is left."""
        rounds = max(1, ceil(log2(len(self.remaining))))
        worlds = failed = 0
        for round_ in range(1, rounds + 1):
            until = self.begun + self.budget.seconds * round_ / rounds
            share = worlds + max(LEAST_WORLDS, (self.budget.worlds - worlds) // (rounds - round_ + 1))
            while worlds < share and failed < MOST_FAILED_DEALS and self.budget.clock() < until:
                if not self._try_world():
                    failed += 1
                    continue
                failed, worlds = 0, worlds + 1
                if worlds >= LEAST_WORLDS and self._decided():
                    return
            if failed == MOST_FAILED_DEALS or self.budget.clock() >= self.begun + self.budget.seconds:
                return
            self._halve()

    def _try_world(self) -> bool:
        """Deal one world and try every remaining answer in it; False when no world was found or an answer is illegal there."""
        seed = self.rng.randrange(1 << 62)
        world = self.deal(self.source.make(seed))
        if world is self.at:
            return False
        found: list[float] = []
        for text in self.remaining:
            if found and self.budget.clock() >= self.begun + self.budget.seconds:
                return True  # without values: answers are comparable only where all were tried in the same world
            try:
                found.append(self._value(world, text, seed))
            except (RulesError, ValueError):
                return False
        for text, value in zip(self.remaining, found, strict=True):
            self.values[text].append(value)
        return True

    def _value(self, world: Position, text: str, seed: int) -> float:
        session = untracked_session(self.game, world)
        mark = self.plan.mark(session.table)
        session.answer(self.seat, text)
        return self.plan.value(play_on(session, self.plan, mark, self.source.make(seed)), self.seat)

    def _mean(self, text: str) -> float:
        values = self.values[text]
        return sum(values) / len(values) if values else 0.0

    def _leader(self) -> str:
        return max(self.remaining, key=self._mean)

    def _decided(self) -> bool:
        """Drop the answers that are worse than the best by `DROP_ERRORS`; True when no other answer is left."""
        leader = self._leader()
        behind = {text for text in self.remaining if text != leader and self._behind(text, leader, DROP_ERRORS)}
        self.remaining = [text for text in self.remaining if text not in behind or text in self.also]
        return all(text == leader or text in behind for text in self.remaining)

    def _behind(self, text: str, leader: str, errors: float) -> bool:
        """Whether an answer is worse than another by more than `errors` standard errors of their difference in the same worlds."""
        differences = [there - here for here, there in zip(self.values[text], self.values[leader], strict=False)]
        count = len(differences)
        if count < 2:
            return False
        mean = sum(differences) / count
        error = sqrt(sum((value - mean) ** 2 for value in differences) / (count * (count - 1)) + 1e-6)
        return mean > errors * error

    def _halve(self) -> None:
        """Keep the better half of the remaining answers, the advice and the answers in `also`."""
        ordered = sorted(self.remaining, key=self._mean, reverse=True)
        keep = {*ordered[: max(1, (len(ordered) + 1) // 2)], self.advised, *self.also}
        self.remaining = [text for text in self.remaining if text in keep]

    def findings(self) -> Findings:
        """The result; the best answer is the advice unless another one is better by `Plan.caution` standard errors."""
        remaining = set(self.remaining)
        ordered = sorted(self.values, key=lambda text: (text in remaining, len(self.values[text]), self._mean(text)), reverse=True)
        leader = self._leader() if any(self.values.values()) else self.advised
        if leader != self.advised and not self._behind(self.advised, leader, self.plan.caution):
            leader = self.advised
        return Findings(leader, self.advised, tuple(Finding(text, self._mean(text), len(self.values[text])) for text in ordered))
