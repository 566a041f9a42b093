"""The answers to a question that a search tries: all legal answers, or a random sample when there are too many."""

from collections.abc import Iterable
from itertools import chain, combinations, islice, permutations

from games.rules.contract import Decision, Rng, Shape
from games.rules.playout import random_answer

MOST_ANSWERS = 40
TRIES = 4
"""Random answers drawn for each answer of the sample; equal ones are dropped."""


def candidates(decision: Decision, advice: str, rng: Rng, most: int = MOST_ANSWERS) -> list[str]:
    """At most `most` different legal answers in canonical text, the advice first."""
    found = list(islice(_all(decision), most + 1))
    if len(found) > most:
        found = [random_answer(decision, rng) for _try in range(TRIES * most)]
    return list(dict.fromkeys([advice, *found]))[:most]


def _all(decision: Decision) -> Iterable[str]:
    """Every legal answer, made one by one, since there may be very many."""
    tokens, numbers = decision.tokens, range(decision.least, decision.most + 1)
    if decision.shape is Shape.NUMBER:
        return map(str, numbers)
    if decision.shape is Shape.ORDER:
        return map(" ".join, permutations(tokens, decision.least))
    return map(" ".join, chain.from_iterable(combinations(tokens, size) for size in numbers))
