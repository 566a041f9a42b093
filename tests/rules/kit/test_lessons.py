"""Tests of lessons: the steps of one, and their coverage of the rulebooks."""

from __future__ import annotations

from typing import Any

import pytest

from games.conformance.lesson_checks import lesson_is_finished_by_every_path
from games.rules.errors import RulesError
from games.rules.game import Game
from games.rules.lesson import Lesson, Step, stacked
from games.rules.lesson_walk import Walk, Wrong, farthest
from games.rules.messages import msg
from games.rules.registry import all_games
from tests.bench.learning import DOCUMENT, LEAST, coverage, document

WITH_LESSON = [game for game in all_games().values() if game.lesson is not None]
FIVE = {"council_of_kings", "destined_to_fail", "fate_foretold", "tempting_fate", "turn_of_fate"}


def test_the_five_games_have_a_lesson() -> None:
    assert {game.key for game in WITH_LESSON} >= FIVE


@pytest.mark.parametrize("game", WITH_LESSON, ids=lambda game: game.key)
def test_nine_paragraphs_of_ten_are_shown(game: Game[Any]) -> None:
    found = coverage(game)
    assert found.share >= LEAST, f"{game.key} does not show {found.missing}"


def test_the_table_of_paragraphs_is_up_to_date() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document(), "python -m tests.bench.learning"


def test_a_deck_is_stacked_from_the_top_or_from_the_bottom() -> None:
    source = ["a", "b", "b", "c"]
    assert [source[place] for place in stacked(source, "b", "c", "b")] == ["b", "c", "b", "a"]
    assert [source[place] for place in stacked(source, "b", "c", top_last=True)][-2:] == ["c", "b"]
    with pytest.raises(ValueError, match="'a'"):
        stacked(source, "a", "a")


def test_a_wrong_try_says_why_and_changes_nothing() -> None:
    walk = Walk(all_games()["turn_of_fate"])
    before = walk.session.position
    with pytest.raises(Wrong) as wrong:
        walk.answer("market>painter")
    assert "Soldier" in wrong.value.why.text
    with pytest.raises(RulesError, match="suit"):
        walk.answer("battle>lunatic")
    assert walk.session.position == before
    walk.answer("market soldier")
    assert walk.answers == ["market>soldier"]


def test_answers_that_lead_nowhere_are_forgotten() -> None:
    walk = farthest(all_games()["turn_of_fate"], ["market>soldier", "nonsense", "battle>penitent"])
    assert walk.answers == ["market>soldier"]


def test_a_reply_that_fits_nothing_fails_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    game = all_games()["turn_of_fate"]
    broken = Lesson(2, msg("x"), (Step(msg("y"), replies={1: ("market>bard",)}),), msg("z"))
    monkeypatch.setattr(type(game), "lesson", broken)
    with pytest.raises(AssertionError, match="fit nothing"):
        lesson_is_finished_by_every_path(game)
