"""Estimate how certain it is that a doubtful text means the choice that the grammar finds first: a logistic regression.

Its features are signals of the other modules, such as the doubt of the grammar, the probability of the choice and the score for talk, each
two of them together, and the words of the text. `python -m tests.bench.certainty_weights` trains the weights on the replies of the tests
and writes `weights.json`; docs/decisions/0284 gives the reason.
"""

import json
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import fsum
from pathlib import Path

from games.rules.contract import Shape
from games.services.replies.reading.certainty.signals import is_open, signals_of
from games.services.replies.reading.choice_model import is_long
from games.services.replies.reading.line_readings import FoundLine
from games.services.replies.reading.question import Question
from games.services.replies.reading.talk_score import features as features_of_words

CERTAIN = 2.2
"""Sum of weights from which a choice is certain: the logarithm of odds of nine to one."""


def is_certain(found: Sequence[FoundLine], question: Question, answer: str) -> bool:
    """Return whether the choice `answer`, which the lines name, is certainly meant although the grammar doubts it; no for long texts."""
    if question.shape is not Shape.ONE or is_long([one.line for one in found]) or is_open(found, question, answer):
        return False
    weights = _weights()
    return fsum((weights[""], *(weights.get(feature, 0.0) for feature in features_of(found, question, answer)))) >= CERTAIN


def features_of(found: Sequence[FoundLine], question: Question, answer: str) -> frozenset[str]:
    """Return the features of a text and one of the choices that it names: signals, pairs of signals, and words."""
    signals = [f"{name}={value}" for name, value in signals_of(found, question, answer).items()]
    pairs = (f"{one}&{other}" for one, other in combinations(signals, 2))
    return features_of_words([one.line for one in found], question).union(signals, pairs)


@cache
def _weights() -> dict[str, float]:
    """Return the weight of each feature; that of "" is the intercept."""
    found: dict[str, float] = json.loads(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))
    return found
