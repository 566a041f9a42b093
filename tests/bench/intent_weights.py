"""`python -m tests.bench.intent_weights [--check]`: learn the weights that separate talk from answers, for intent_weights.json.

They are learned from the tests' replies with a recorded meaning. `--check` writes nothing: each group of sets is judged by weights
learned from the other groups. It prints the table for docs/measurements/replies.md: the share of talk that passes at each bound for
guesses.
"""

from __future__ import annotations

import argparse
import importlib
import math
import os
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench import weights_file

if TYPE_CHECKING:
    from games.services.replies.reading import Question

Row = tuple[str, bool, frozenset[str], float | None]
"""Set, whether it is talk, features, and bound; the bound is None where a rule decides instead of the weights."""
ROUNDS, RATE, SHRINKAGE, LEAST = 20, 0.15, 0.005, 0.1
"""Passes over the texts, step size, shrinkage, and the smallest weight that is stored."""
TALK_FILES = ("talk.txt", "remarks.txt", "talk_of_names.txt", "turned.txt", "chatted.txt")
ANSWER_FILES = ("plain_answers.txt", "reasons.txt", "strangers.txt", "passers_by.txt", "meant.txt")
PEOPLE_FILES = {"chatted_people.txt": True, "meant_people.txt": False}
"""Files about a person at the table ({who}), and whether they are talk."""
WRITTEN = "written for the purpose"
SHARE = 0.3
"""Weight of a line of the files beside a reply of the sets."""
TIMES = 3
"""Number of questions for each line of the files."""
GROUPS = 5
"""Number of groups of sets for `--check`; learning takes a minute for each."""
BOUNDS = (0.0, -1.0, -1.5, -2.0, -2.5, -3.0, -4.0)
LANGUAGES = ("en", "de", "fr")
NUMBERS = {
    "n": "2", "m": "3", "word": "two", "wort": "zwei", "mot": "deux", "nth": "second", "te": "zweite", "ieme": "deuxième",
}  # fmt: skip
"""Placeholders for the number of a choice in the files."""


def main() -> None:
    """Learn and write the weights, or check them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")
    importlib.import_module("django").setup()
    texts = [*of_sets(), *of_files()]
    if given.check:
        check(texts)
        return
    from games.services.replies.reading import intent

    weights = learned(texts)
    file = Path(intent.__file__).with_name("intent_weights.json")
    weights_file.write(file, weights)
    print(f"{len(texts)} texts, {len(weights)} weights")


def of_sets() -> Iterable[Row]:
    """The replies of the unseen sets and of the letters; commands are neither talk nor answers."""
    from tests.games.replies.reading import letters, unseen

    for name in unseen.SETS:
        for asked, _language, kind, _meant, text in unseen.replies(name):
            if kind in ("answer", "talk"):
                yield from row(name, kind == "talk", text, unseen.question(asked))
    for name, replies in {"letters": letters.replies("answer") + letters.replies(), **letters.all_more()}.items():
        for asked, _language, kind, _meant, text in replies:
            if kind != "command":
                yield from row(f"{name} letters", kind != "answer", text, letters.question(asked))


def of_files(seed: int = 5) -> Iterable[Row]:
    """The lines of the files with names filled in, each for two choices of some questions."""
    from tests.games.replies.reading import corpora, unseen

    rng = random.Random(seed)
    named = {name: [choice.names for choice in unseen.question(name).choices if not choice.person] for name in unseen.names()}
    for file in (*TALK_FILES, *ANSWER_FILES) * TIMES:
        for line in corpora.lines(file):
            name = rng.choice([name for name, labels in named.items() if sum(len(label) == 3 for label in labels) > 1])
            one, other = rng.sample([label for label in named[name] if len(label) == 3], 2)
            labels = (("", one), ("1", one), ("2", other))
            words = {f"{language}{end}": name for end, label in labels for language, name in zip(LANGUAGES, label, strict=True)}
            text = line.format(**words, **NUMBERS, person="Bob")
            yield from row(WRITTEN, file in TALK_FILES, text, unseen.question(name))
    people = {name: [choice.names[0] for choice in unseen.question(name).choices if choice.person] for name in unseen.names()}
    people = {name: labels for name, labels in people.items() if len(labels) > 1}
    for file in (*PEOPLE_FILES,) * TIMES:
        for line in corpora.lines(file):
            name = rng.choice(list(people))
            who = rng.choice(people[name])
            text = line.format(who=rng.choice([who, who.split()[0]]))
            yield from row(WRITTEN, PEOPLE_FILES[file], text, unseen.question(name))


def row(name: str, talk: bool, text: str, question: Question) -> Iterable[Row]:
    """The features of the lines that can be answers, when they name one choice: only then the weights are used."""
    from games.rules.contract import Shape
    from games.services.replies.reading import Doubt, intent, talk_score
    from games.services.replies.reading.reading import said_in
    from notifications.inbound.quotes import own_lines

    found = said_in(own_lines(text), question).found if question.shape is Shape.ONE else []
    naming = [(one.line, one.claim) for one in found if one.claim is not None and one.claim.answers]
    chosen, claim = next((pair for pair in naming if pair[1].certain), naming[0] if naming else ("", None))
    if claim is None or claim.doubt is Doubt.SEVERAL:
        return
    lines, answer = [one.line for one in found], claim.answers[0]
    judged = claim.certain if not talk else claim.doubt not in (Doubt.NEGATED, Doubt.CORRECTED)
    ruled = not judged or intent.by_rule(lines, chosen, question, answer) is not None
    yield name, talk, talk_score.features(lines, question), None if ruled else intent.bound(chosen, question, answer)


def learned(rows: Iterable[Row], *, seed: int = 1) -> dict[str, float]:
    """Logistic regression with steps that decrease for frequent features (AdaGrad); "" is the constant."""
    texts = list(rows)
    counts = Counter(feature for _name, _talk, features, _bound in texts for feature in features)
    kept = [
        (talk, [feature for feature in sorted(features) if counts[feature] > 1], SHARE if name == WRITTEN else 1.0)
        for name, talk, features, _bound in texts
    ]
    weights, squares, constant, rng = defaultdict[str, float](float), defaultdict[str, float](float), 0.0, random.Random(seed)
    for _round in range(ROUNDS):
        rng.shuffle(kept)
        for talk, features, share in kept:
            total = constant + sum(weights[feature] for feature in features)
            error = (1 / (1 + math.exp(-max(-30.0, min(30.0, total)))) - talk) * share
            constant -= 0.02 * error
            for feature in features:
                slope = error + SHRINKAGE * weights[feature]
                squares[feature] += slope * slope
                weights[feature] -= RATE * slope / math.sqrt(squares[feature] + 1)
    return {"": constant} | {feature: weight for feature, weight in weights.items() if abs(weight) >= LEAST}


def check(texts: Sequence[Row]) -> None:
    """The talk that each bound for guesses lets through, and the answers it asks back about, with weights learned from the other sets."""
    from games.services.replies.reading import intent

    totals: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    names = sorted({name for name, *_rest in texts} - {WRITTEN})
    for left_out in (names[at::GROUPS] for at in range(GROUPS)):
        weights = learned(row for row in texts if row[0] not in left_out)
        for name, talk, features, bound in texts:
            if name in left_out and bound is not None:
                total = weights[""] + sum(weights.get(feature, 0.0) for feature in features)
                totals[talk].append((total, bound))
    print(f"{len(totals[True])} texts of talk and {len(totals[False])} answers that no rule decides")
    print("| bound for guesses | talk let through | answers asked back about |\n|--:|--:|--:|")
    for least in BOUNDS:
        over = {talk: sum(total > (least if bound == intent.SURE else bound) for total, bound in found) for talk, found in totals.items()}
        print(f"| {least} | {1 - over[True] / len(totals[True]):.1%} | {over[False] / len(totals[False]):.1%} |")


if __name__ == "__main__":
    main()
