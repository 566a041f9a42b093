"""Standing orders in lockstep: a test leaves every order on offer and compares its answer with the one a person would give who reads
only its sentences.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games.rules import notation
from games.rules.ask import Question
from games.rules.contract import Decision, View
from games.rules.errors import RulesError
from games.rules.game import Game
from games.rules.messages import plain
from games.rules.orders import Field, Offer, written
from games.rules.playout import random_answer, random_draw

Person = Callable[[View, View, Decision, Sequence[str]], str | None]
"""The answer of a person who knows the sentences: (the view when they were said, the view now, the question, the sentences)."""


def moments(game: Game[Any], seats: int, seed: int, options: dict[str, Any] | None = None) -> Iterator[tuple[Any, random.Random]]:
    """The positions of one random game."""
    rng, session = random.Random(seed), game.begin(seats, options)
    while session.result is None:
        yield session, rng
        draw = session.wants_chance
        if draw is not None:
            session.answer_chance(random_draw(rng, draw.n, draw.k))
            continue
        seat = rng.choice(session.unanswered)
        question = session.question(seat)
        assert question is not None
        advised = rng.random() < 0.7
        session.answer(seat, game.advise(session.view(seat), session.decision(seat)) if advised else random_answer(question, rng))


def some_order(offer: Offer, rng: random.Random) -> str:
    """A random order, with some of its fields filled in."""
    chosen = [field for field in offer.fields if rng.random() < 0.4] or [offer.fields[0]]
    return written(offer, {field.key: _filled(field, rng) for field in chosen})


def _filled(field: Field, rng: random.Random) -> list[str]:
    if not field.choices:
        return [str(rng.randint(field.least, min(field.most, field.least + 5)))]
    return rng.sample([token for token, _label in field.choices], rng.randint(1, min(3 if field.several else 1, len(field.choices))))


def _stored(question: Question, answer: str | None) -> str | None:
    """The stored form of an answer; the order of several tokens is ignored where it has no meaning."""
    return None if answer is None else notation.canonical(question, answer)


def lockstep(game: Game[Any], seats: int, seed: int, person: Person, wanted: int, options: dict[str, Any] | None = None) -> int:
    """Leave orders at random moments and compare every answer they give. Returns how many questions were compared."""
    compared = left = 0
    while left < wanted:
        standing: dict[int, tuple[str, str, View]] = {}
        for session, rng in moments(game, seats, seed, options):
            for seat in range(seats):
                view = session.view(seat)
                book = game.orders(view)
                if book is None:
                    continue
                if seat in standing and not book.holds(standing[seat][0]):
                    del standing[seat]
                if book.offers and rng.random() < 0.2:
                    try:
                        order = book.read(some_order(rng.choice(book.offers), rng))
                    except RulesError:
                        continue
                    left += 1
                    assert book.kept(order.text) == order
                    assert book.holds(order.slot)
                    standing[seat] = order.slot, order.text, view
                decision, question = session.decision(seat), session.question(seat)
                if seat in standing and decision is not None and question is not None:
                    slot, text, then = standing[seat]
                    answer = book.answer(decision, {slot: text})
                    sentences = [plain(sentence) for sentence in book.kept(text).says]
                    expected = person(then, view, decision, sentences)
                    assert answer is None or notation.canonical(question, answer) is not None
                    assert _stored(question, answer) == _stored(question, expected), (text, sentences, decision.tokens, answer)
                    assert answer is None or book.asks(decision, {slot: text}) is None
                    compared += 1
        seed += 1
    return compared
