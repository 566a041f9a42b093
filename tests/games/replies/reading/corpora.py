"""Reads the corpora in this folder and applies them to the choices of a question."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from games.rules.contract import Shape
from games.services.replies.reading.question import REFUSALS
from tests.games.replies.reading.judging import MISREAD, Tally, executed, judged
from tests.games.replies.reading.met import Met, met
from tests.games.replies.reading.ways import NTH, WORDS, at, ways


def lines(name: str) -> list[str]:
    """The mails of a file, one on each line."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return [line.replace("\\n", "\n") for line in text.split("\n") if line and not line.startswith("#")]


def questions(seed: int, most: int) -> list[Met]:
    """Questions for one choice, collected from random games."""
    return [one for one in met(seed, most) if one.question.shape is Shape.ONE]


def said_by(name: str, one: Met, place: int, *, other: int = 0) -> Iterator[str]:
    """The mails of a file about one choice; those that need words the question lacks are left out."""
    n, own = place + 1, one.has_own_name(place)
    labels, others = one.labels(place), one.labels(other)
    names = {**labels, **{f"{key}1": text for key, text in labels.items()}, **{f"{key}2": text for key, text in others.items()}}
    words = {"word": at(WORDS["en"], n), "wort": at(WORDS["de"], n), "mot": at(WORDS["fr"], n)}
    nth = {"nth": at(NTH["en"], n), "te": at(NTH["de"], n), "ieme": at(NTH["fr"], n)}
    for way in lines(name):
        if any(f"{{{key}}}" in way for key, text in (words | nth).items() if not text):
            continue
        if not own and any(f"{{{key}" in way for key in labels):
            continue
        yield way.format(n=n, m=other + 1, person=random.Random(way).choice(["Bob", "Ada", "Eve"]), **names, **words, **nth)


def tally_of_ways(seed: int, most: int) -> Tally:
    """Score every way of naming one choice of each question."""
    tally, rng = Tally(), random.Random(seed)
    for one in questions(seed, most):
        place = rng.randrange(len(one.decision.options))
        for _kind, text in ways(place + 1, one.labels(place), rng, name=one.has_own_name(place)):
            tally.add(*_judged(text, one, place))
    return tally


def tally_of(name: str, seed: int, most: int) -> Tally:
    """Score every way of a file, for one choice of each question."""
    tally, rng = Tally(), random.Random(seed)
    for one in questions(seed, most):
        place = rng.randrange(len(one.decision.options))
        for text in said_by(name, one, place):
            tally.add(*_judged(text, one, place))
    return tally


def _cards(one: Met) -> list[int]:
    """The choices that are single cards and are named by the card."""
    choices = enumerate(one.question.choices)
    names = [at for at, choice in choices if not choice.person and choice.token.isidentifier() and one.has_own_name(at)]
    return [at for at in names if one.question.tokens[at] not in REFUSALS | {"draw", "bid", "buy", "tax", "yes", "keep", "bottom"}]


def tally_of_reasons(seed: int, most: int) -> Tally:
    """Score `reasons.txt`: every way of making one choice beside a remark about another one; choices that are people are left out."""
    tally, rng = Tally(), random.Random(seed)
    for one in questions(seed, most):
        places = _cards(one)
        if len(places) < 2:
            continue
        place, other = rng.sample(places, 2)
        for text in said_by("reasons.txt", one, place, other=other):
            tally.add(*_judged(text, one, place))
    return tally


def tally_of_retractions(seed: int, most: int) -> Tally:
    """Score `retracted.txt`: the last choice of each text is meant."""
    tally, rng = Tally(), random.Random(seed)
    for one in questions(seed, most):
        place, other = rng.sample(range(len(one.decision.options)), 2)
        for text in said_by("retracted.txt", one, place, other=other):
            tally.add(*_judged(text, one, other))
    return tally


def _judged(text: str, one: Met, place: int) -> tuple[str, str, bool]:
    meant = one.decision.options[place].token
    verdict, published = judged(text, one.question, meant)
    return verdict, f"{one.game} {one.question.kind} {text!r} meant {meant}", published


def done_by(name: str, seed: int, most: int) -> tuple[int, list[str]]:
    """The number of mails read from a file, and those that would play or disclose anything."""
    count, found, rng = 0, [], random.Random(seed)
    for one in questions(seed, most):
        places = range(len(one.decision.options)) if name != "talk_of_names.txt" else _cards(one)
        if len(places) < 2:
            continue
        place, other = rng.sample(places, 2)
        for text in said_by(name, one, place, other=other):
            count += 1
            if what := executed(text, one.question):
                found.append(f"{one.game} {one.question.kind} {text!r} does {what}")
    return count, found


def misread(tally: Tally) -> list[str]:
    """Texts that were read as another choice."""
    return tally.examples.get(MISREAD, [])
