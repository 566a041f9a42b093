"""`python -m tests.bench.choice_weights [--check]`: learn the weights with which a text and a choice fit, for choice_model/weights.json.

They are learned from the answers of the tests' replies to questions for one choice. `--check` writes nothing: each group of sets is judged
by weights learned from the other groups. It prints the share of answers whose choice is the most probable one.
"""

from __future__ import annotations

import argparse
import importlib
import math
import os
import random
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from tests.bench import weights_file

Row = tuple[str, list[frozenset[str]], int]
"""Set, features of each choice, and the place of the choice that is meant."""
ROUNDS, RATE, SHRINKAGE, LEAST = 8, 0.2, 0.0004, 0.02
"""Passes over the texts, step size, shrinkage, and the smallest weight that is stored."""
SEEN = 3
"""Number of texts in which a feature has to occur."""
GROUPS = 5


def main() -> None:
    """Learn and write the weights, or check them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")
    importlib.import_module("django").setup()
    rows = list(answers())
    if given.check:
        check(rows)
        return
    from games.services.replies.reading import choice_model

    weights = learned(rows)
    weights_file.write(Path(choice_model.__file__).with_name("weights.json"), weights)
    print(f"{len(rows)} answers, {len(weights)} weights")


def answers() -> Iterable[Row]:
    """The answers of the unseen sets and of the letters to questions for one choice."""
    from games.rules.contract import Shape
    from games.services.replies.reading import Question
    from games.services.replies.reading.choice_model.features import features_of
    from games.services.replies.reading.reading import said_in
    from notifications.inbound.quotes import own_lines
    from tests.games.replies.reading import letters, unseen

    def row(name: str, text: str, meant: str, question: Question) -> Iterable[Row]:
        if question.shape is Shape.ONE and meant in question.tokens:
            lines = [one.line for one in said_in(own_lines(text), question).found]
            yield name, list(map(frozenset, features_of(lines, question))), question.tokens.index(meant)

    for name in unseen.SETS:
        for asked, _language, kind, meant, text in unseen.replies(name):
            if kind == "answer":
                yield from row(name, text, meant, unseen.question(asked))
    for name, replies in {"letters": letters.replies("answer"), **letters.all_more()}.items():
        for asked, _language, kind, meant, text in replies:
            if kind == "answer":
                yield from row(f"{name} letters", text, meant, letters.question(asked))


def learned(rows: Sequence[Row], *, seed: int = 1) -> dict[str, float]:
    """Conditional logistic regression over the choices of each text, with steps that decrease for frequent features (AdaGrad)."""
    counts = Counter(feature for _name, found, _meant in rows for feature in frozenset().union(*found))
    numbers = {feature: number for number, feature in enumerate(sorted(feature for feature, seen in counts.items() if seen >= SEEN))}
    texts = [(_differing(found, numbers), meant) for _name, found, meant in rows]
    weights, squares, rng = array("d", bytes(8 * len(numbers))), array("d", bytes(8 * len(numbers))), random.Random(seed)
    for _round in range(ROUNDS):
        rng.shuffle(texts)
        for found, meant in texts:
            for features, error in zip(found, _errors([sum(weights[at] for at in features) for features in found], meant), strict=True):
                for at in features:
                    slope = error + SHRINKAGE * weights[at]
                    squares[at] += slope * slope
                    weights[at] -= RATE * slope / math.sqrt(squares[at] + 1)
    return {feature: weights[at] for feature, at in numbers.items() if abs(weights[at]) >= LEAST}


def _differing(found: Sequence[frozenset[str]], numbers: Mapping[str, int]) -> list[array[int]]:
    """Return the numbers of the features that not all choices have."""
    common = frozenset.intersection(*found)
    return [array("l", [numbers[feature] for feature in sorted(features - common) if feature in numbers]) for features in found]


def _errors(sums: Sequence[float], meant: int) -> list[float]:
    """Return for each choice its probability minus 1 if it is meant, minus 0 if not."""
    powers = [math.exp(one - max(sums)) for one in sums]
    return [power / sum(powers) - (place == meant) for place, power in enumerate(powers)]


def check(rows: Sequence[Row]) -> None:
    """Print how often the most probable choice is meant, for each set with weights learned from the sets of other groups."""
    names = sorted({name for name, *_rest in rows})
    right: dict[str, list[bool]] = defaultdict(list)
    for left_out in (names[at::GROUPS] for at in range(GROUPS)):
        weights = learned([row for row in rows if row[0] not in left_out])
        for name, found, meant in rows:
            if name in left_out:
                sums = [sum(weights.get(feature, 0.0) for feature in features) for features in found]
                right[name].append(sums.index(max(sums)) == meant)
    for name, hits in right.items():
        print(f"{name}: {sum(hits)} of {len(hits)}")
    print(f"all: {sum(map(sum, right.values())) / len(rows):.1%} of {len(rows)}")


if __name__ == "__main__":
    main()
