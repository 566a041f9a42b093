"""Estimate which command a text in free words asks for, if any: a multinomial logistic regression over its words.

`python -m tests.bench.wish_weights` trains the weights on the texts of the tests and writes `weights.json`; docs/decisions/0286 gives
the reason.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from math import exp, fsum
from pathlib import Path

from games.services.replies.reading.wish_model.features import features_of

NO_WISH = ""
"""The class of texts that ask for nothing."""
MOST_WORDS = 150
"""Longer texts are not estimated."""


def probabilities(lines: Sequence[str]) -> Mapping[str, float]:
    """Return the probability of each wish, `NO_WISH` included; only that of `NO_WISH` for a long text. The keys are names of commands,
    "back" and "say"."""
    found = features_of(lines, MOST_WORDS)
    if found is None:
        return {NO_WISH: 1.0}
    weights = _weights()
    sums = {wish: fsum((of_wish[""], *(of_wish.get(feature, 0.0) for feature in found))) for wish, of_wish in weights.items()}
    most = max(sums.values())
    powers = {wish: exp(one - most) for wish, one in sums.items()}
    total = fsum(powers.values())
    return {wish: power / total for wish, power in powers.items()}


@cache
def _weights() -> dict[str, dict[str, float]]:
    """Return the weights of the features by wish; that of the feature "" is the intercept."""
    found: dict[str, float] = json.loads(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))
    by_wish: dict[str, dict[str, float]] = {}
    for name, weight in found.items():
        wish, _mark, feature = name.partition("|")
        by_wish.setdefault(wish, {"": 0.0})[feature] = weight
    return by_wish
