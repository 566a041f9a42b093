"""Tests of hidden information in renderers: a position and its redeal give equal HTML, text, SVG, PNG, labels and selections.

The pages, files and mails around the renderers are compared in tests/games/test_two_worlds.py.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.render.html import scene_html
from games.render.picking import pick
from games.render.png import scene_png
from games.render.svg import scene_svg
from games.render.text import decision_text, scene_text
from games.rules.contract import Position
from games.rules.game import Game
from games.rules.messages import Reader
from games.rules.playout import random_answer
from games.rules.registry import all_games
from tests.games.render.samples import table_html

every_game = pytest.mark.parametrize("book", list(all_games().values()), ids=lambda book: book.key)
RENDERERS = ("html", "table", "pressed", "text", "choices", "svg", "png")


def drawn(book: Game[Any], position: Position, viewer: int | None, words: Reader) -> dict[str, object]:
    """One position as one viewer sees it, by every renderer."""
    session = book.resume(position)
    view = session.view(viewer)
    decision = session.decision(viewer) if viewer is not None else None
    scene = book.shown(view, decision)
    pressed = [option.touches[0] for option in decision.options[:1] if option.touches] if decision else []
    return {
        "html": scene_html(scene, words),
        "table": table_html(scene, words, decision),
        "pressed": table_html(scene, words, decision, pick(decision, pressed), "/rules/"),
        "text": scene_text(scene, words),
        "choices": decision_text(decision, words) if decision else "",
        "svg": scene_svg(scene, words),
        "png": scene_png(scene, words),
    }


@every_game
def test_no_renderer_can_tell_a_redeal(book: Game[Any]) -> None:
    seats = book.seats[0]
    words = Reader(tuple(f"Player {seat}" for seat in range(seats)))
    session, rng, redealt = book.begin(seats), random.Random(8), 0
    for count in range(16):
        session.settle(lambda _draw, _label, n, k: rng.sample(range(n), k))
        if session.result:
            break
        if count % 3 == 2:
            here = session.position
            for viewer in (None, *range(seats)):
                there = book.redeal(here, viewer, rng)
                redealt += there.table != here.table
                own, other = drawn(book, here, viewer, words), drawn(book, there, viewer, words)
                assert [name for name in RENDERERS if own[name] != other[name]] == []
        seat = session.unanswered[0]
        question = session.question(seat)
        assert question is not None
        session.answer(seat, random_answer(question, rng))
    assert redealt > 3, "nothing was ever redealt: this test proved nothing"
