"""Tests of the adviser: the order of cards that standing orders propose."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from games.rules.contract import View
from games.rules.destined_to_fail import GAME, advice
from games.rules.order_book import ranked, supposed
from games.rules.playout import random_answer, random_draw


def card_questions(seats: int) -> Iterator[tuple[View, str, Sequence[str]]]:
    """The views, kinds and cards of all leads and follows of a random game of three rounds."""
    session, rng = GAME.begin(seats, {"round_limit": 3}, track=False), random.Random(seats)
    while session.table.ending is None:
        draw = session.wants_chance
        if draw is not None:
            session.answer_chance(random_draw(rng, draw.n, draw.k))
            continue
        question = session.question(session.unanswered[0])
        assert question is not None
        if question.kind in ("lead", "follow", "follow_hidden"):
            yield session.view(question.seat), question.kind, question.tokens
        session.answer(question.seat, random_answer(question, rng))


def one_by_one(view: View, kind: str, tokens: Sequence[str]) -> list[str]:
    """The cards in the order in which the adviser plays them when it is asked repeatedly."""
    assert view.viewer is not None
    seat = view.viewer
    return ranked(GAME.advise, view, lambda left: supposed(kind, seat, left), tokens, len(tokens))


def test_best_first_is_the_order_in_which_the_adviser_would_play_the_cards() -> None:
    asked = [question for seats in (3, 4, 7) for question in card_questions(seats)]
    assert len(asked) > 100
    for view, kind, tokens in asked:
        assert advice.best_first(view, tokens) == one_by_one(view, kind, tokens)
