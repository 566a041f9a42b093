"""`python -m tests.bench.wish_weights [--check]`: learn the weights of the wishes for `wish_model/weights.json`.

They are learned from the wishes of the tests, and from the talk and the answers of the unseen sets as texts without a wish. `--check`
writes nothing: each set of wishes is judged by weights learned from the others.
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

from tests.bench import weights_file

Row = tuple[str, str, list[str]]
"""Set, wish ("" for none), features."""
ROUNDS, RATE, SHRINKAGE, LEAST = 15, 0.25, 0.01, 0.1
"""Passes over the texts, step size, shrinkage, and the smallest weight that is stored."""
ASKING = frozenset("what how why which who was wie warum wer welche que quoi comment combien quel quelle".split())  # noqa: SIM905
"""Words of questions. Talk with one of them and the name of a card may be a question about the card, so it is left out."""
ANSWERS_EACH = 20
"""The most answers of an unseen set that are taken as texts without a wish, beside all of its talk."""


def main() -> None:
    """Learn and write the weights, or check them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")
    importlib.import_module("django").setup()
    rows = [*of_wishes(), *of_unseen(), *of_letters()]
    if given.check:
        check(rows)
        return
    from games.services.replies.reading import wish_model

    weights = learned(rows)
    weights_file.write(Path(wish_model.__file__).with_name("weights.json"), weights)
    print(f"{len(rows)} texts, {len(weights)} weights")


def of_wishes() -> Iterable[Row]:
    """The written wishes, and the texts between them that only look like one."""
    from games.services.replies.reading.wish_model import MOST_WORDS, NO_WISH
    from games.services.replies.reading.wish_model.features import features_of
    from notifications.inbound.quotes import own_lines
    from tests.games.replies.reading import wished

    for name in wished.SETS:
        for _language, wish, text in wished.texts(name):
            found = features_of(own_lines(text), MOST_WORDS)
            if found is not None:
                yield name, NO_WISH if wish == "none" else wish, sorted(found)


def of_unseen(seed: int = 3) -> Iterable[Row]:
    """Talk that asks for nothing, and answers, of the unseen sets."""
    from games.services.replies.reading.wish_model import MOST_WORDS, NO_WISH
    from games.services.replies.reading.wish_model.features import features_of
    from notifications.inbound.quotes import own_lines
    from tests.games.replies.reading import unseen

    rng = random.Random(seed)
    for name in unseen.SETS:
        replies = list(unseen.replies(name))
        answers = [text for _asked, _language, kind, _meant, text in replies if kind == "answer"]
        talk = [text for _asked, _language, kind, _meant, text in replies if kind == "talk" and "?" not in text]
        for text in [*talk, *rng.sample(answers, min(ANSWERS_EACH, len(answers)))]:
            found = features_of(own_lines(text), MOST_WORDS)
            if found is not None and not ("<card>" in found and ASKING & found):
                yield f"unseen {name}", NO_WISH, sorted(found)
        for _asked, _language, kind, meant, text in replies:
            found = features_of(own_lines(text), MOST_WORDS) if kind == "command" else None
            if found is not None:
                yield f"unseen {name}", meant, sorted(found)


def of_letters() -> Iterable[Row]:
    """The wishes of the letters."""
    from games.services.replies.reading.wish_model import MOST_WORDS
    from games.services.replies.reading.wish_model.features import features_of
    from notifications.inbound.quotes import own_lines
    from tests.games.replies.reading import letters

    names = {"list games": "games", "game status": "status", "stop mails": "quiet"}
    every = {"letters": letters.replies("command"), **letters.all_more()}
    for name, replies in every.items():
        for _asked, _language, kind, meant, text in replies:
            found = features_of(own_lines(text), MOST_WORDS) if kind == "command" else None
            if found is not None:
                yield f"unseen {name}", names.get(meant, meant), sorted(found)


def learned(rows: Sequence[Row], *, seed: int = 1) -> dict[str, float]:
    """Multinomial logistic regression with steps that decrease for frequent features (AdaGrad), by `wish|feature`."""
    counts = Counter(feature for _name, _wish, features in rows for feature in features)
    texts = [(wish, [feature for feature in features if counts[feature] > 1]) for _name, wish, features in rows]
    wishes = sorted({wish for wish, _features in texts})
    weights: dict[str, dict[str, float]] = {wish: defaultdict(float) for wish in wishes}
    squares: dict[str, dict[str, float]] = {wish: defaultdict(float) for wish in wishes}
    rng = random.Random(seed)
    for _round in range(ROUNDS):
        rng.shuffle(texts)
        for meant, features in texts:
            sums = {wish: weights[wish][""] + sum(weights[wish].get(feature, 0.0) for feature in features) for wish in wishes}
            most = max(sums.values())
            powers = {wish: math.exp(total - most) for wish, total in sums.items()}
            whole = sum(powers.values())
            for wish in wishes:
                error = powers[wish] / whole - (wish == meant)
                if abs(error) < 0.01:
                    continue
                of_wish, of_squares = weights[wish], squares[wish]
                of_wish[""] -= 0.02 * error
                for feature in features:
                    slope = error + SHRINKAGE * of_wish[feature]
                    of_squares[feature] += slope * slope
                    of_wish[feature] -= RATE * slope / math.sqrt(of_squares[feature] + 1)
    return {
        f"{wish}|{feature}": weight
        for wish, of_wish in weights.items()
        for feature, weight in of_wish.items()
        if abs(weight) >= LEAST or not feature
    }


def check(rows: Sequence[Row]) -> None:
    """For each set of wishes: how many are found at each bound of the probability, and how many texts without a wish are taken for one."""
    names = sorted({name for name, *_rest in rows if not name.startswith("unseen ")})
    unseen = sorted({name for name, *_rest in rows} - set(names))
    for at, name in enumerate(names):
        left_out = {name, *unseen[at :: len(names)]}
        weights = learned([row for row in rows if row[0] not in left_out])
        by_wish: dict[str, dict[str, float]] = defaultdict(dict)
        for key, weight in weights.items():
            wish, _mark, feature = key.partition("|")
            by_wish[wish][feature] = weight
        judged = [(row[0], row[1], *_best(row[2], by_wish)) for row in rows if row[0] in left_out]
        for bound in (0.3, 0.4, 0.5, 0.6, 0.8):
            right = sum(wish == best and chance >= bound for one, wish, best, chance in judged if one == name and wish)
            wrong = sum(wish != best and bool(best) and chance >= bound for one, wish, best, chance in judged if one == name and wish)
            of_set = sum(bool(wish) for one, wish, *_rest in judged if one == name)
            false = sum(bool(best) and chance >= bound for one, wish, best, chance in judged if one == name and not wish)
            of_none = sum(not wish for one, wish, *_rest in judged if one == name)
            talk = sum(bool(best) and chance >= bound for one, _wish, best, chance in judged if one != name)
            of_talk = sum(one != name for one, *_rest in judged)
            print(
                f"{name} {bound}: right {right}, other {wrong} of {of_set}; of none {false} of {of_none}; of the unseen {talk} of {of_talk}"
            )


def _best(features: Iterable[str], by_wish: dict[str, dict[str, float]]) -> tuple[str, float]:
    """Return the likeliest wish and its probability."""
    sums = {wish: of_wish.get("", 0.0) + sum(of_wish.get(feature, 0.0) for feature in features) for wish, of_wish in by_wish.items()}
    best = max(sums, key=lambda wish: sums[wish])
    return best, 1 / sum(math.exp(total - sums[best]) for total in sums.values())


if __name__ == "__main__":
    main()
