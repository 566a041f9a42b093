"""Tests that answer times disclose nothing: a classifier cannot tell delayed orders from answers by hand."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import pytest

from games.services.orders import delay
from games.services.orders.delay import Past
from tests.games.conftest import NOON

ALLOWED = timedelta(days=2)
KNOWN, ANSWERS = 80, 60
"""The answers by hand before the examined log, and the answers in it, half of them by order."""
PEOPLE = 24

Row = tuple[list[float], bool]
"""The features of an answer, and whether it was given by an order."""


class Somebody:
    """A person who answers at a personal speed, and not at night."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.usual, self.spread = rng, math.exp(rng.uniform(math.log(600), math.log(20_000))), rng.uniform(0.6, 1.4)
        self.up, self.quick = rng.uniform(0, 24), rng.uniform(8, 60)

    def answers(self, asked: datetime, *, goes_on: bool) -> datetime:
        """The time of an answer by hand; it is drawn again if it is after the deadline."""
        while True:
            median, spread = (self.quick, 0.6) if goes_on else (self.usual, self.spread)
            at = asked + timedelta(seconds=1 + median * math.exp(self.rng.gauss(0, spread)))
            since_up = (at.hour + at.minute / 60 - self.up) % 24
            if since_up > 16 and not goes_on:
                at += timedelta(hours=24 - since_up, minutes=self.rng.expovariate(1 / 30))
            if at < asked + ALLOWED:
                return at


def asked_some_time(rng: random.Random, after: datetime, who: Somebody) -> tuple[datetime, bool]:
    """The next question: within a turn just after the previous answer, else after another player's answer."""
    if rng.random() < 0.3:
        return after, (after.hour - who.up) % 24 <= 16
    return after + timedelta(hours=rng.uniform(0.2, 30)), False


def by_order_at_once(past: Sequence[Past], asked: datetime, rng: random.Random, *, goes_on: bool) -> datetime:
    """The answer time of an order without the option."""
    return asked + timedelta(milliseconds=rng.uniform(5, 900))


def by_order_delayed(past: Sequence[Past], asked: datetime, rng: random.Random, *, goes_on: bool) -> datetime:
    """The answer time of an order with the option."""
    return delay.draw(past, asked, asked + ALLOWED, goes_on=goes_on, rng=rng)


def logs(order: Callable[..., datetime], rng: random.Random) -> list[Row]:
    """The public data of some people's answers, half of which were given by orders."""
    found: list[Row] = []
    for _person in range(PEOPLE):
        who, now, past = Somebody(rng), NOON, list[Past]()
        for number in range(KNOWN + ANSWERS):
            asked, goes_on = asked_some_time(rng, now, who)
            ordered = number >= KNOWN and rng.random() < 0.5
            now = order(past[-delay.MOST :], asked, rng, goes_on=goes_on) if ordered else who.answers(asked, goes_on=goes_on)
            if number >= KNOWN:
                found.append((features(who, asked, now, goes_on=goes_on), ordered))
            if not ordered:
                past.append(Past(now, (now - asked).total_seconds(), goes_on))
    rng.shuffle(found)
    return found


def features(who: Somebody, asked: datetime, at: datetime, *, goes_on: bool) -> list[float]:
    """The answer time relative to the person's usual time, and whether the person sleeps at that hour."""
    took = math.log((at - asked).total_seconds() / (who.quick if goes_on else who.usual))
    asleep, late = (float((when.hour + when.minute / 60 - who.up) % 24 > 16) for when in (at, asked))
    return [1.0, took, took * took / 4, float(goes_on), took * goes_on, asleep, late, late * took]


def trained(rows: Sequence[Row], rounds: int = 80, step: float = 0.3) -> list[float]:
    """The weights of a logistic regression by gradient descent."""
    weights = [0.0] * len(rows[0][0])
    for _round in range(rounds):
        slope = [0.0] * len(weights)
        for values, ordered in rows:
            off = probability(weights, values) - ordered
            slope = [old + off * value for old, value in zip(slope, values, strict=True)]
        weights = [weight - step * down / len(rows) for weight, down in zip(weights, slope, strict=True)]
    return weights


def probability(weights: Sequence[float], values: Sequence[float]) -> float:
    total = sum(weight * value for weight, value in zip(weights, values, strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def accuracy(order: Callable[..., datetime], seed: int) -> tuple[float, float]:
    """The accuracy of the classifier on answers outside the training data, and its noise (three standard deviations)."""
    rows = logs(order, random.Random(seed))
    half = len(rows) // 2
    weights = trained(rows[:half])
    right = sum((probability(weights, values) > 0.5) == ordered for values, ordered in rows[half:])
    return right / (len(rows) - half), 1.5 / math.sqrt(len(rows) - half)


@pytest.mark.parametrize("seed", [1, 2])
def test_speed_gives_orders_away_without_the_option(seed: int) -> None:
    assert accuracy(by_order_at_once, seed)[0] > 0.95


@pytest.mark.parametrize("seed", [1, 2])
def test_speed_tells_nothing_about_delayed_orders(seed: int) -> None:
    found, noise = accuracy(by_order_delayed, seed)
    assert found < 0.5 + noise


@pytest.mark.parametrize("hours", [0.02, 1, 30])
def test_no_order_waits_beyond_its_deadline_however_slow_its_person_is(hours: float) -> None:
    rng = random.Random(1)
    slow = [Past(NOON - timedelta(days=number), 400_000.0, False) for number in range(40)]
    due = NOON + timedelta(hours=hours)
    assert all(NOON <= delay.draw(past, NOON, due, goes_on=goes_on, rng=rng) < due for past in (slow, []) for goes_on in (False, True))
