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
from games.services.replies.reading import intent
from games.services.replies.reading.certainty.signals import Signals, is_open, names_thing, signals_of
from games.services.replies.reading.choice_model import is_long
from games.services.replies.reading.line_readings import FoundLine
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.question import Question
from games.services.replies.reading.talk_score import features as features_of_words

CERTAIN, UNNAMED, MENTIONED = 2.0, 2.3, 3.6
"""Sums of weights from which a choice is certain (odds of seven to one): in general, if neither a card nor a person is named, and if a card
may only be mentioned."""


PROBABLE, ANOTHER = 2, -3
"""Steps of the probability up to which a choice that is only hinted at, and any other, is never certain: another one has nine tenths."""


def is_certain(found: Sequence[FoundLine], question: Question, answer: str) -> bool:
    """Return whether the choice `answer`, which the lines name, is certainly meant although the grammar doubts it; no for long texts."""
    if question.shape is not Shape.ONE or is_long([one.line for one in found]) or is_open(found, question, answer):
        return False
    signals, weights = signals_of(found, question, answer), _weights()
    if signals.get("probability", 0) <= (PROBABLE if signals.get("doubt") == Doubt.HINTED.value else ANOTHER):
        return False
    limit = MENTIONED if signals["bound"] == intent.MENTIONED else CERTAIN if names_thing(found, question, answer) else UNNAMED
    return fsum((weights[""], *(weights.get(feature, 0.0) for feature in _features(signals, found, question)))) >= limit


def features_of(found: Sequence[FoundLine], question: Question, answer: str) -> frozenset[str]:
    """Return the features of a text and one of the choices that it names: signals, pairs of signals, and words."""
    return _features(signals_of(found, question, answer), found, question)


def _features(signals: Signals, found: Sequence[FoundLine], question: Question) -> frozenset[str]:
    single = [f"{name}={value}" for name, value in signals.items()]
    pairs = (f"{one}&{other}" for one, other in combinations(single, 2))
    return features_of_words([one.line for one in found], question).union(single, pairs)


@cache
def _weights() -> dict[str, float]:
    """Return the weight of each feature; that of "" is the intercept."""
    found: dict[str, float] = json.loads(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))
    return found
