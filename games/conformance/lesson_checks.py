"""The checks of a game's lesson, if it has one: each function takes a `Game` and raises AssertionError."""

import re
from collections.abc import Iterator
from typing import Any

from games.conformance.playing import as_text
from games.rules.contract import Shape
from games.rules.game import Game
from games.rules.lesson import LEARNER, OTHERS, Step
from games.rules.lesson_walk import Walk, Wrong
from games.rules.messages import Message, plain
from games.rules.registry import folder

WORDS_A_MINUTE = 200
LONGEST_MINUTES = 10
SECONDS_A_MOVE = 15
"""The time for looking at the table and choosing, in addition to the reading."""
LONGEST_TEXT = 60
"""Words in the text of one step: as many as a phone shows."""
NAMES = ["Guest", *OTHERS]
_RULING = re.compile(r"^\*\*(R[0-9]+[a-z]?)\*\*", re.MULTILINE)


def lesson_is_finished_by_every_path(game: Game[Any]) -> None:
    """Every sequence of accepted answers leads to the end, and the replies of the lesson fit the questions."""
    if game.lesson is None:
        return
    assert game.lesson.seats in game.seats
    assert game.lesson.seats - 1 <= len(OTHERS)
    ended = 0
    for walk in _walks(game):
        assert walk.step is not None or walk.session.result is not None or not game.lesson.play_on, "the bots do not end the game"
        ended += walk.step is None
    assert ended
    *_steps_before, (walk, _step) = _steps(game)
    assert walk.unused_replies == [], f"These replies fit nothing that was asked: {walk.unused_replies}"


def lesson_lights_what_lies_on_the_table(game: Game[Any]) -> None:
    """The ids that a step highlights are in its scene."""
    for walk, step in _steps(game):
        there = game.shown(walk.session.view(LEARNER), walk.decision).ids | {f"seat-{seat}" for seat in range(walk.lesson.seats)}
        assert set(step.look) <= there, f"Step {len(walk.answers) + 1} lights what is not there: {sorted(set(step.look) - there)}"


def lesson_says_why_another_answer_is_wanted(game: Game[Any]) -> None:
    """Every other choice of a step with accepted answers is refused with a text and changes nothing."""
    for walk, step in _steps(game):
        decision = walk.decision
        assert decision is not None
        before = walk.session.position
        for token in decision.tokens if step.right and decision.shape is Shape.ONE else ():
            if token not in step.right:
                assert plain(_why_not(walk, token), NAMES)
        assert walk.session.position == before
        unknown = set(step.because) - set(decision.tokens)
        assert not unknown, f"Step {len(walk.answers) + 1} explains what cannot be answered: {sorted(unknown)}"


def lesson_takes_ten_minutes_at_most(game: Game[Any]) -> None:
    """The texts can be read, and the moves made, within `LONGEST_MINUTES`."""
    if game.lesson is None:
        return
    lesson = game.lesson
    read = [len(plain(text, NAMES).split()) for text in (lesson.intro, lesson.outro, *(step.say for step in lesson.steps))]
    assert max(read[2:]) <= LONGEST_TEXT
    minutes = sum(read) / WORDS_A_MINUTE + len(lesson.steps) * SECONDS_A_MOVE / 60
    assert minutes <= LONGEST_MINUTES, f"{minutes:.1f} minutes"


def lesson_names_paragraphs_of_the_rulebook(game: Game[Any]) -> None:
    """`Step.shows` and `Lesson.later` name existing paragraphs, and none in both."""
    if game.lesson is None:
        return
    known = paragraphs(game)
    shown = {rule for step in game.lesson.steps for rule in step.shows}
    assert shown <= set(known)
    assert set(game.lesson.later) <= set(known)
    assert not shown & set(game.lesson.later)


def paragraphs(game: Game[Any]) -> list[str]:
    """The numbers of a rulebook's paragraphs, in its order."""
    text = (folder(game.key) / game.rulebook).read_text(encoding="utf-8")
    return list(dict.fromkeys(_RULING.findall(text)))


def _walks(game: Game[Any]) -> Iterator[Walk]:
    """Every position that accepted answers can reach, once each."""
    seen: set[str] = set()
    to_visit: list[list[str]] = [[]]
    while to_visit:
        answers = to_visit.pop()
        walk = Walk(game, answers)
        mark = f"{len(answers)} {as_text(walk.session.position.to_json())}"
        if mark in seen:
            continue
        seen.add(mark)
        yield walk
        if walk.step is not None:
            to_visit += [[*answers, text] for text in _accepted(walk)]


def _accepted(walk: Walk) -> list[str]:
    """The answers that the step accepts and the rules allow, at least one; an answer of several tokens has to be named by the step."""
    step, decision = walk.step, walk.decision
    assert step is not None, "the lesson is over"
    assert decision is not None, f"Step {len(walk.answers) + 1} asks the learner nothing."
    if not step.right:
        assert decision.shape is Shape.ONE, "a free choice is one of the choices"
        return list(decision.tokens)
    found = [text for text in step.right if set(text.split()) <= set(decision.tokens) or text.isdecimal()]
    assert found, f"Step {len(walk.answers) + 1}: none of the answers it wants is allowed."
    return found


def _why_not(walk: Walk, token: str) -> Message:
    try:
        walk.answer(token)
    except Wrong as wrong:
        return wrong.why
    raise AssertionError(f"Step {len(walk.answers)} takes {token}.")


def _steps(game: Game[Any]) -> Iterator[tuple[Walk, Step]]:
    """The walk at each step of a lesson, if there is one, with the first accepted answer of each; after the last it is at the end."""
    if game.lesson is None:
        return
    walk = Walk(game)
    while (step := walk.step) is not None:
        yield walk, step
        walk.answer(_accepted(walk)[0])


OF_LESSONS = (
    lesson_is_finished_by_every_path,
    lesson_lights_what_lies_on_the_table,
    lesson_says_why_another_answer_is_wanted,
    lesson_takes_ten_minutes_at_most,
    lesson_names_paragraphs_of_the_rulebook,
)
