"""The answers to a question that a search tries: all legal answers, or a random sample when there are too many."""

from itertools import combinations, permutations
from math import comb, perm

from games.rules.contract import Decision, Rng, Shape
from games.rules.playout import random_answer

TRIES = 4
"""Random answers drawn for each answer of the sample; equal ones are dropped."""


def candidates(decision: Decision, advice: str, rng: Rng, most: int) -> list[str]:
    """At most `most` different legal answers in canonical text, the advice first."""
    found = _all(decision) if _count(decision) <= most else _sample(decision, rng, most)
    return [advice, *(text for text in found if text != advice)][:most]


def _count(decision: Decision) -> int:
    """The number of legal answers."""
    tokens = len(decision.options)
    if decision.shape is Shape.NUMBER:
        return decision.most - decision.least + 1
    if decision.shape is Shape.ONE:
        return tokens
    if decision.shape is Shape.ORDER:
        return perm(tokens, decision.least)
    return sum(comb(tokens, size) for size in range(decision.least, decision.most + 1))


def _all(decision: Decision) -> list[str]:
    tokens = decision.tokens
    if decision.shape is Shape.NUMBER:
        return [str(number) for number in range(decision.least, decision.most + 1)]
    if decision.shape is Shape.ONE:
        return list(tokens)
    if decision.shape is Shape.ORDER:
        return [" ".join(order) for order in permutations(tokens, decision.least)]
    sizes = range(decision.least, decision.most + 1)
    return [" ".join(chosen) for size in sizes for chosen in combinations(tokens, size)]


def _sample(decision: Decision, rng: Rng, most: int) -> list[str]:
    found = dict.fromkeys(random_answer(decision, rng) for _try in range(TRIES * most))
    return list(found)[:most]
