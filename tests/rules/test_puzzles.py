"""Tests of the puzzles: the engine agrees with every marked answer, and each is complete in every language."""

from __future__ import annotations

from datetime import date

import pytest
from django.conf import settings

from games.rules.puzzles import Puzzle, asked, of_the_day, puzzles
from games.rules.registry import all_games
from tests.bench.puzzles import AIMS, Worth, check, checks, clear
from tests.rules.kit_rules import rulings

EVERY = [puzzle for key in all_games() for puzzle in puzzles(key).values()]
every_puzzle = pytest.mark.parametrize("puzzle", EVERY, ids=lambda puzzle: f"{puzzle.game}-{puzzle.name}")
LANGUAGES = {code for code, _name in settings.LANGUAGES}
QUICK = {"at once": 40, "lead": 24, "round": 6, "win": 6}
"""Redeals by aim: more where a redeal is short."""
FIRST_LOOK, DEEP = 100, 300
"""The first look requires twice the margin and twice the standard errors, so a third of the redeals suffices for most."""


@every_puzzle
def test_the_marked_answer_is_best_in_a_few_redeals(puzzle: Puzzle) -> None:
    first, *others = check(puzzle, QUICK[puzzle.aim])
    assert first.token == puzzle.best
    assert min(other.behind for other in others) >= AIMS[puzzle.aim] / 2


@pytest.mark.slow
@every_puzzle
def test_no_other_answer_comes_near_in_many_redeals(puzzle: Puzzle) -> None:
    looks = checks(puzzle, (FIRST_LOOK, DEEP), seed=2)
    found = next(looks)
    if not clear(found, puzzle.aim, times=2):
        found = next(looks)
        assert clear(found, puzzle.aim), found
    assert found[0].token == puzzle.best


@every_puzzle
def test_a_puzzle_is_complete(puzzle: Puzzle) -> None:
    there = asked(puzzle.game, puzzle.name)
    assert there.decision.seat == puzzle.seat
    assert [option.token for option in there.options] == list(puzzle.offers)
    assert puzzle.best in puzzle.offers
    assert 2 <= len(set(puzzle.offers)) == len(puzzle.offers) <= 6
    for words in (puzzle.title, puzzle.question, puzzle.why):
        assert set(words) == LANGUAGES
        assert all(text.strip() for text in words.values())
    assert puzzle.rules
    assert set(puzzle.rules) <= rulings(puzzle.book)


def test_the_five_games_have_at_least_twelve_puzzles_each() -> None:
    five = ("council_of_kings", "destined_to_fail", "fate_foretold", "tempting_fate", "turn_of_fate")
    assert {key: len(puzzles(key)) for key in five if len(puzzles(key)) < 12} == {}


def test_a_first_look_asks_for_twice_the_margin() -> None:
    found = [Worth("one", 1.0), Worth("other", 0.75, behind=0.25, error=0.02)]
    assert clear(found, "win")
    assert not clear(found, "win", times=2)
    assert not clear([found[0], Worth("other", 0.6, behind=0.4, error=0.1)], "win", times=2)


def test_a_worse_mark_would_be_noticed() -> None:
    puzzle = EVERY[0]
    assert check(puzzle, QUICK[puzzle.aim])[-1].token != puzzle.best


def test_the_days_go_through_all_puzzles_and_the_games_take_turns() -> None:
    first = date(2026, 1, 1).toordinal()
    days = [of_the_day(first + n) for n in range(len(EVERY))]
    assert sorted((puzzle.game, puzzle.name) for puzzle in days if puzzle) == sorted((puzzle.game, puzzle.name) for puzzle in EVERY)
    assert of_the_day(first) == of_the_day(first + len(EVERY))
