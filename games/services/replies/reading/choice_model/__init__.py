"""Estimate which choice of a question a text means, independently of the grammar: a conditional logistic regression over the choices.

`python -m tests.bench.choice_weights` trains the weights on the answers of the tests and writes `weights.json`; docs/decisions/0283 gives
the reason.
"""

import json
from collections.abc import Sequence
from functools import cache
from math import exp, fsum
from pathlib import Path

from games.services.replies.reading.choice_model.features import features_of
from games.services.replies.reading.question import Question
from games.services.replies.reading.tokens import line_of

IMPROBABLE = 0.3
"""Below this probability of a choice another one is far more probable."""
MOST_WORDS, MOST_CHOICES = 120, 60
"""Longer texts and questions are not estimated, so that no text takes long."""


def probabilities(lines: Sequence[str], question: Question) -> tuple[float, ...]:
    """Return for each choice the probability that it is meant, if one is; nothing for long texts and questions."""
    if is_long(lines) or len(question.choices) > MOST_CHOICES:
        return ()
    weights = _weights()
    sums = [fsum(weights.get(feature, 0.0) for feature in found) for found in features_of(lines, question, _known())]
    powers = [exp(one - max(sums)) for one in sums]
    return tuple(power / fsum(powers) for power in powers)


def is_long(lines: Sequence[str]) -> bool:
    """Return whether a text has too many words to be estimated."""
    return sum(len(line_of(line).words) for line in lines) > MOST_WORDS


def is_improbable(lines: Sequence[str], question: Question, answer: str) -> bool:
    """Return whether another choice is far more probable than `answer`. Of two choices the one that is turned down is often named."""
    found = probabilities(lines, question)
    return len(found) > 2 and found[question.tokens.index(answer)] < IMPROBABLE


@cache
def _known() -> frozenset[str]:
    """Return the words that have a weight beside some aspect of a choice."""
    return frozenset(feature.partition("|")[0] for feature in _weights() if "|" in feature)


@cache
def _weights() -> dict[str, float]:
    """Return the weight of each feature."""
    found: dict[str, float] = json.loads(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))
    return found
