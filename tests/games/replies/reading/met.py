"""Questions collected from games of bots, as the reader of replies gets them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.render.reader import reader_for
from games.rules.contract import Decision
from games.rules.messages import Reader
from games.rules.playout import random_answer, random_draw
from games.rules.registry import all_games
from games.services.replies.game_synonyms import hints_of, synonyms_of, verbs_of
from games.services.replies.reading import Question, question_of
from tests.games.replies.reading.ways import LANGUAGES

NAMES = ("Ada", "Bob Miller", "Chloé", "Dörte", "Eve", "Finn", "Gus")
READERS = tuple(reader_for(NAMES, language) for language in LANGUAGES)


@dataclass(frozen=True)
class Met:
    """A question, and its labels by language and number."""

    game: str
    decision: Decision
    question: Question

    def labels(self, place: int) -> dict[str, str]:
        """The labels of one choice by language."""
        return {language: reader.say(self.decision.options[place].label) for language, reader in zip(LANGUAGES, READERS, strict=True)}

    def has_own_name(self, place: int) -> bool:
        """Whether no other choice has the same label in any language."""
        mine = self.labels(place)
        return all(
            mine[key] != other[key]
            for number in range(len(self.decision.options))
            if number != place
            for other in [self.labels(number)]
            for key in mine
        )


def met(seed: int, most: int, *, each_kind: int = 3) -> Iterator[Met]:
    """Up to `most` questions of each game with two or more choices, at most `each_kind` of each kind and size."""
    for key, book in sorted(all_games().items()):
        rng = random.Random(f"{key} {seed}")
        seen: dict[Any, int] = {}
        count = 0
        for _game in range(6):
            session = book.begin(rng.choice(list(book.seats)), None, track=False)
            while session.table.ending is None and count < most:
                draw = session.wants_chance
                if draw is not None:
                    session.answer_chance(random_draw(rng, draw.n, draw.k))
                    continue
                seat = rng.choice(session.unanswered)
                question = session.question(seat)
                assert question is not None
                kind = (question.kind, question.shape, min(len(question.tokens), 6))
                if len(question.tokens) > 1 and seen.get(kind, 0) < each_kind and rng.random() < 0.3:
                    seen[kind] = seen.get(kind, 0) + 1
                    count += 1
                    decision = session.decision(seat)
                    assert decision is not None
                    asked = question_of(
                        decision, READERS, known=book.vocabulary, synonyms=synonyms_of(key), verbs=verbs_of(key), hints=hints_of(key)
                    )
                    yield Met(key, decision, asked)
                session.answer(seat, random_answer(question, rng))
            if count >= most:
                break


def readers() -> tuple[Reader, ...]:
    """The readers of all languages."""
    return READERS
