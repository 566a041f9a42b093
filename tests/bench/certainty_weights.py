"""`python -m tests.bench.certainty_weights [--check]`: learn the weights by which a doubtful choice is certain, for certainty/weights.json.

They are learned from the tests' replies with a recorded meaning. The signals of each group of sets come from models that have learned from
the other groups, because models are surer of what they have learned from. `--check` writes nothing: each group is also judged by weights
learned from the others. It prints how many answers and how many other texts each bound plays. Either takes about eight minutes.
"""

from __future__ import annotations

import argparse
import importlib
import math
import os
import random
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from tests.bench import choice_weights, intent_weights, weights_file
from tests.bench.intent_weights import SHARE, WRITTEN

if TYPE_CHECKING:
    from games.services.replies.reading import Question

Text = tuple[str, str, str, str]
"""Question, kind ("answer", "ask" or "talk"), meaning, and text."""
Row = tuple[str, str, bool, bool, frozenset[str]]
"""Set, kind, whether the choice is meant, whether the grammar is certain, and features."""
GROUPS = 6
ROUNDS, RATE, PENALTY, SEEN, LEAST = 10, 0.2, 10.0, 3, 0.02
"""Passes over the texts, step size, penalty, number of texts in which a feature has to occur, and the smallest weight that is stored."""
BOUNDS = (0.98, 0.97, 0.95, 0.93, 0.9, 0.87, 0.85, 0.8)
MENTIONS = "mentions.txt"


def main() -> None:
    """Learn and write the weights, or check them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")
    importlib.import_module("django").setup()
    groups = rows()
    if given.check:
        check(groups)
        return
    from games.services.replies.reading import certainty

    weights = learned(row for group in groups for row in group)
    weights_file.write(Path(certainty.__file__).with_name("weights.json"), weights)
    print(f"{sum(map(len, groups))} texts, {len(weights)} weights")


def rows() -> list[list[Row]]:
    """The texts in groups of sets, with the lines of the files in equal parts."""
    from tests.games.replies.reading import unseen

    choices, intents, written = list(choice_weights.answers()), [*intent_weights.of_sets(), *intent_weights.of_files()], list(of_files())
    found = []
    for at in range(GROUPS):
        names = unseen.SETS[at::GROUPS]
        without = {*names, *(f"{name} letters" for name in names)}
        models = (
            choice_weights.learned([row for row in choices if row[0] not in without]),
            intent_weights.learned(row for row in intents if row[0] not in without),
        )
        with using(*models):
            group = [row for name in names for text in of_set(name) for row in row_of(name, *text)]
            found.append(group + [row for text in written[at::GROUPS] for row in row_of(WRITTEN, *text)])
    return found


@contextmanager
def using(choices: dict[str, float], intents: dict[str, float]) -> Iterator[None]:
    """Replace the weights of both models."""
    from games.services.replies.reading import choice_model, talk_score

    with patch.object(choice_model, "_weights", return_value=choices), patch.object(talk_score, "_weights", return_value=intents):
        yield


def of_set(name: str) -> Iterable[Text]:
    """The replies of a set that are no commands."""
    from tests.games.replies.reading import unseen

    return [(asked, kind, meant, text) for asked, _language, kind, meant, text in unseen.replies(name) if kind != "command"]


def of_files(seed: int = 7) -> Iterable[Text]:
    """The lines of the files with names filled in, for a choice of some question."""
    from tests.games.replies.reading import corpora, unseen

    rng = random.Random(seed)
    choices = {name: [choice for choice in unseen.question(name).choices if not choice.person] for name in unseen.names()}
    choices = {name: [choice for choice in found if len(choice.names) == 3] for name, found in choices.items()}
    choices = {name: found for name, found in choices.items() if len(found) > 1}
    for file in (*intent_weights.TALK_FILES, MENTIONS, *intent_weights.ANSWER_FILES):
        talk = file in intent_weights.TALK_FILES or file == MENTIONS
        for line in corpora.lines(file):
            name = rng.choice(list(choices))
            one, other = rng.sample(choices[name], 2)
            labels = (("", one), ("1", one), ("2", other))
            words = {f"{code}{end}": label for end, own in labels for code, label in zip(intent_weights.LANGUAGES, own.names, strict=True)}
            if not any(f"{{{number}}}" in line for number in intent_weights.NUMBERS) and (talk or "2}" not in line):
                yield name, "talk" if talk else "answer", one.token, line.format(**words, person="Bob")
    people = {name: [choice for choice in unseen.question(name).choices if choice.person] for name in unseen.names()}
    people = {name: found for name, found in people.items() if len(found) > 1}
    for file, talk in intent_weights.PEOPLE_FILES.items():
        for line in corpora.lines(file):
            name = rng.choice(list(people))
            choice = rng.choice(people[name])
            who = rng.choice([choice.names[0], choice.names[0].split()[0]])
            yield name, "talk" if talk else "answer", choice.token, line.format(who=who)


def row_of(name: str, asked: str, kind: str, meant: str, text: str) -> Iterator[Row]:
    """The features of a text in which the grammar finds a choice."""
    from games.rules.contract import Shape
    from games.services.replies.reading import Confidence
    from games.services.replies.reading.certainty import features_of
    from games.services.replies.reading.combining_lines import by_grammar
    from games.services.replies.reading.reading import said_in
    from notifications.inbound.quotes import own_lines
    from tests.games.replies.reading import unseen

    question: Question = unseen.question(asked)
    if question.shape is not Shape.ONE:
        return
    found = said_in(own_lines(text), question).found
    answers = by_grammar(found, question)
    if answers and answers[0].candidates:
        answer = answers[0].candidates[0]
        sure = answers[0].confidence is Confidence.CERTAIN
        yield name, kind, kind == "answer" and answer == meant, sure, features_of(found, question, answer)


def learned(rows: Iterable[Row], *, seed: int = 1) -> dict[str, float]:
    """Logistic regression with steps that decrease for frequent features (AdaGrad), and a penalty by which rare features stay small."""
    texts = list(rows)
    counts = Counter(feature for *_row, features in texts for feature in features)
    numbers = {feature: number for number, feature in enumerate(sorted(feature for feature, seen in counts.items() if seen >= SEEN))}
    penalties = array("d", [PENALTY / counts[feature] for feature in numbers])
    kept = [
        (meant, array("l", [numbers[feature] for feature in sorted(features) if feature in numbers]), SHARE if name == WRITTEN else 1.0)
        for name, _kind, meant, _sure, features in texts
    ]
    weights, squares, constant = array("d", bytes(8 * len(numbers))), array("d", bytes(8 * len(numbers))), 0.0
    rng = random.Random(seed)
    for _round in range(ROUNDS):
        rng.shuffle(kept)
        for meant, features, share in kept:
            total = constant + sum([weights[at] for at in features])
            error = (1 / (1 + math.exp(-max(-30.0, min(30.0, total)))) - meant) * share
            constant -= 0.02 * error
            for at in features:
                slope = error + penalties[at] * weights[at]
                squares[at] += slope * slope
                weights[at] -= RATE * slope / math.sqrt(squares[at] + 1)
    return {"": constant} | {feature: weights[at] for feature, at in numbers.items() if abs(weights[at]) >= LEAST}


def check(groups: Sequence[Sequence[Row]]) -> None:
    """What each bound plays of the texts that the grammar is not certain of, with weights learned from the other groups."""
    totals: list[tuple[str, bool, float]] = []
    for group in groups:
        weights = learned(row for other in groups if other is not group for row in other)
        for name, kind, meant, sure, features in group:
            if not sure and name != WRITTEN:
                totals.append((kind, meant, weights[""] + sum(weights.get(feature, 0.0) for feature in features)))
    print("| probability | answers | another choice | open texts | talk |\n|--:|--:|--:|--:|--:|")
    for share in BOUNDS:
        played = [(kind, meant) for kind, meant, total in totals if total >= math.log(share / (1 - share))]
        columns = (("answer", True), ("answer", False), ("ask", False), ("talk", False))
        print(f"| {share} | {' | '.join(str(played.count(column)) for column in columns)} |")


if __name__ == "__main__":
    main()
