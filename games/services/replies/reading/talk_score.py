"""Score how likely a text that names a choice is talk: a logistic regression over its words and their kinds.

`python -m tests.bench.intent_weights` trains the weights on the labelled corpora of the tests and writes `intent_weights.json`;
docs/decisions/0249 gives the reason.
"""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from math import fsum
from pathlib import Path

from games.services.replies.reading.question import Question
from games.services.replies.reading.signs import NAMED, is_plain, kind_of, signs_of
from games.services.replies.reading.vocabulary import IDLE

_START, _STOP = "<start>", "<stop>"
_ENDINGS = 3
"""Length in letters of the word ending that is a feature; it shows tense and person."""


def score(found: Iterable[str]) -> float:
    """Return the sum of the weights of features, which does not depend on their order; above 0 means that talk is more likely."""
    weights = _weights()
    return fsum((weights[""], *(weights.get(feature, 0.0) for feature in found)))


@cache
def _weights() -> dict[str, float]:
    """Return the weight of each feature; that of "" is the intercept."""
    found: dict[str, float] = json.loads(Path(__file__).with_name("intent_weights.json").read_text(encoding="utf-8"))
    return found


def features(lines: Sequence[str], question: Question) -> frozenset[str]:
    """Return the features of the lines: words, pairs of words, sequences of up to four kinds of words, word endings, length, number of
    unlisted words, and separately the words of the clauses that name a choice."""
    by_line = [signs_of(line, question) for line in lines]
    signs = [sign for one in by_line for sign in (_START, *one, _STOP)]
    words = [sign for sign in signs if sign[0].isalpha()]
    kinds = [kind_of(sign) for sign in signs]
    unknown = sum(word not in IDLE for word in words)
    found = {*signs, *(f"{first} {second}" for first, second in pairwise(signs))}
    found |= {f"~{word[-_ENDINGS:]}" for word in words if len(word) > _ENDINGS + 1}
    found |= {f"/{' '.join(kinds[at : at + length])}" for length in (1, 2, 3, 4) for at in range(len(kinds) - length + 1)}
    found |= {f"length {min(8, len(words) // 2)}", f"unknown {min(6, unknown)}", f"share {5 * unknown // max(1, len(words))}"}
    found |= {feature for one in by_line for clause in _clauses(one) for feature in _of_clause(clause)}
    return frozenset(found | {f"named {min(3, sum(sign in NAMED for sign in signs))}"})


def _clauses(signs: Sequence[str]) -> list[list[str]]:
    """Return the runs of words between marks."""
    found: list[list[str]] = [[]]
    for sign in signs:
        if sign[0].isalnum() or sign[0] == "<":
            found[-1].append(sign)
        else:
            found.append([])
    return [clause for clause in found if clause]


def _of_clause(clause: Sequence[str]) -> set[str]:
    """Return the features of a clause. With a name: its words, its beginning, the position of the name. Without: the kinds of its words."""
    kinds = [kind_of(sign) for sign in clause]
    at = next((at for at, sign in enumerate(clause) if sign in NAMED), None)
    if at is None:
        return {f"-{kind}" for kind in kinds}
    found = {f"={sign}" for sign in clause} | {f"=/{kind}" for kind in kinds} | {f"begins {clause[0]}", f"begins /{kinds[0]}"}
    found |= {f"before {min(4, at)}", f"after {min(5, len(clause) - at - 1)}", f"clause {min(8, len(clause))}"}
    return found | {"bare"} if all(is_plain(sign) for sign in clause) else found
