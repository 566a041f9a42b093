"""Walking through a guided first game (`games.rules.lesson`): the learner's answers, and what everybody else does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.rules.contract import Decision, Event, Seat
from games.rules.errors import RulesError
from games.rules.game import Game
from games.rules.lesson import LEARNER, Step, fixed_chance
from games.rules.messages import Message, msg
from games.rules.session import Session

LONGEST = 4_000
"""Answers within one lesson, those of the others included: more means that it does not end."""


class Walk:
    """One walk through a lesson: the game as it stands after some answers of the learner.

    Raises `RulesError` where one of the answers is not allowed, `Wrong` where another one is asked for, ValueError for a game without
    lesson.
    """

    def __init__(self, game: Game[Any], answers: Iterable[str] = ()) -> None:
        if game.lesson is None:
            raise ValueError(f"{game.key} has no lesson.")
        self.game, self.lesson = game, game.lesson
        self.session: Session[Any] = game.begin(self.lesson.seats, self.lesson.options)
        self.answers: list[str] = []
        self.news: list[Event] = list(self.session.opening())
        """What happened since the learner's last answer, that answer included."""
        self.unread: list[str] = []
        """Replies of the lesson that did not fit what was asked; the adviser answered instead."""
        self._chance = fixed_chance(game.key, self.lesson.seats)
        self._deals = {label: list(answers) for label, answers in self.lesson.deals.items()}
        self._replies: dict[Seat, list[str]] = {}
        self._expect(self.lesson.opening)
        self._until_asked()
        for answer in answers:
            self.answer(answer)

    @property
    def step(self) -> Step | None:
        """What the learner is to decide now; None at the end of the lesson."""
        over = self.session.result is not None or len(self.answers) == len(self.lesson.steps)
        return None if over else self.lesson.steps[len(self.answers)]

    @property
    def decision(self) -> Decision | None:
        """The open question to the learner."""
        return self.session.decision(LEARNER) if self.step is not None else None

    def read(self, text: str) -> str:
        """The canonical answer that a text is. Raises what `Session.read` raises, and `Wrong` when the step asks for another."""
        answer = self.session.read(LEARNER, text)
        step = self.step
        if step is None:
            raise Wrong(msg("This lesson is over."))
        if step.right and answer not in step.right:
            raise Wrong(step.because.get(answer, step.wrong))
        return answer

    def answer(self, text: str) -> None:
        """The learner's answer and everything that follows, up to the next step. Raises what `read` raises; then nothing has changed."""
        answer, step = self.read(text), self.step
        assert step is not None
        self.answers.append(answer)
        self.news = []
        self._give(LEARNER, answer)
        self._expect(step.replies)
        self._until_asked()

    def _expect(self, replies: Mapping[Seat, tuple[str, ...]]) -> None:
        self.unread += [text for texts in self._replies.values() for text in texts]
        self._replies = {seat: list(texts) for seat, texts in replies.items()}

    def _until_asked(self) -> None:
        """Chance and the others answer until the learner has to decide, or the lesson or the game is over."""
        for _ in range(LONGEST):
            if self.session.wants_chance is not None:
                self._deal()
                continue
            seat = self._next_seat()
            if seat is None:
                return
            self._give(seat, self._reply(seat))
        raise RuntimeError(f"The lesson of {self.game.key} does not end.")

    def _next_seat(self) -> Seat | None:
        """Who answers now without the learner: the others, and the learner's own seat while the lesson plays for it."""
        open_ = self.session.unanswered
        for seat in open_:
            if seat != LEARNER and (self.step is not None or self.lesson.play_on or LEARNER not in open_):
                return seat
        if LEARNER in open_ and (self._replies.get(LEARNER) or (self.step is None and self.lesson.play_on)):
            return LEARNER
        return None

    def _reply(self, seat: Seat) -> str:
        texts = self._replies.get(seat)
        question, decision = self.session.question(seat), self.session.decision(seat)
        assert question is not None
        assert decision is not None
        if texts:
            text = texts.pop(0)
            if _fits(decision, text):
                return text
            self.unread.append(text)
        return self.game.advise(self.session.view(seat), decision)

    def _give(self, seat: Seat, text: str) -> None:
        for entry in self.session.answer(seat, text):
            self.news += entry.events

    def _deal(self) -> None:
        wanted = self.session.wants_chance
        assert wanted is not None
        dealt = self._deals.get(wanted.label)
        numbers = list(dealt.pop(0)) if dealt else self._chance.draw(self.session.draws, wanted.label, wanted.n, wanted.k)
        self.news += self.session.answer_chance(numbers).events


def _fits(decision: Decision, text: str) -> bool:
    """The text is made of choices of this question: replies of lessons are written as they are stored."""
    tokens = set(decision.tokens)
    return text in tokens or all(word in tokens or word.isdecimal() for word in text.split())


class Wrong(Exception):
    """The answer is allowed, but the lesson asks for another; `why` says the reason."""

    def __init__(self, why: Message) -> None:
        super().__init__(why.text)
        self.why = why


def farthest(game: Game[Any], answers: Sequence[str]) -> Walk:
    """The walk as far as the answers still lead: a lesson that was changed since begins again where it differs."""
    walk = Walk(game)
    for answer in answers:
        try:
            walk.answer(answer)
        except (RulesError, Wrong):
            break
    return walk
