"""Playing a guided first game (`games.rules.lesson`): applies the learner's answers and answers for the other seats and for chance."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.rules.ask import Draw
from games.rules.contract import Decision, Event, Seat
from games.rules.errors import RulesError
from games.rules.game import Game
from games.rules.lesson import LEARNER, Step, fixed_chance
from games.rules.messages import Message, msg
from games.rules.session import Session

LONGEST = 4_000
"""Upper bound of the answers in one lesson, those of the other seats and of chance included."""


class Walk:
    """A lesson after some answers of the learner.

    Raises `RulesError` for an answer that is not allowed, `Wrong` for one that the lesson does not accept, ValueError for a game without
    a lesson.
    """

    def __init__(self, game: Game[Any], answers: Iterable[str] = ()) -> None:
        if game.lesson is None:
            raise ValueError(f"{game.key} has no lesson.")
        self.game, self.lesson = game, game.lesson
        self.session: Session[Any] = game.begin(self.lesson.seats, self.lesson.options)
        self.answers: list[str] = []
        self.news: list[Event] = list(self.session.opening())
        """The events since the learner's last answer, those of that answer included."""
        self.latest = 0
        """The place in `news` from which on it is about the latest answer."""
        self.unused_replies: list[str] = []
        """Replies of the lesson that no question fitted; `Game.advise` answered instead."""
        self._chance = fixed_chance(game.key, self.lesson.seats)
        self._deals = {label: list(answers) for label, answers in self.lesson.deals.items()}
        self._replies: dict[Seat, list[str]] = {}
        self._set_replies(self.lesson.opening)
        self._play_until_asked()
        for answer in answers:
            self.answer(answer)

    @property
    def step(self) -> Step | None:
        """The step at which the learner has to decide now; None at the end of the lesson."""
        over = self.session.result is not None or len(self.answers) == len(self.lesson.steps)
        return None if over else self.lesson.steps[len(self.answers)]

    @property
    def decision(self) -> Decision | None:
        """The open question to the learner."""
        return self.session.decision(LEARNER) if self.step is not None else None

    def read(self, text: str) -> str:
        """The canonical form of an answer. Raises what `Session.read` raises, and `Wrong` when the step does not accept the answer."""
        answer = self.session.read(LEARNER, text)
        step = self.step
        if step is None:
            raise Wrong(msg("This lesson is over."))
        if step.right and answer not in step.right:
            raise Wrong(step.because.get(answer, step.wrong))
        return answer

    def answer(self, text: str) -> None:
        """Apply the learner's answer and all that follows, up to the next step. Raises what `read` raises; then nothing has changed."""
        answer, step = self.read(text), self.step
        assert step is not None
        self.answers.append(answer)
        self.news = []
        self._apply(LEARNER, answer)
        self._set_replies(step.replies)
        self._play_until_asked()

    def _set_replies(self, replies: Mapping[Seat, tuple[str, ...]]) -> None:
        self.unused_replies += [text for texts in self._replies.values() for text in texts]
        self._replies = {seat: list(texts) for seat, texts in replies.items()}

    def _play_until_asked(self) -> None:
        """Answer for chance and the other seats until the learner has to decide, or the lesson or the game is over."""
        for _ in range(LONGEST):
            if (draw := self.session.wants_chance) is not None:
                self._answer_chance(draw)
                continue
            seat = self._seat_to_answer()
            if seat is None:
                return
            self._apply(seat, self._reply(seat))
        raise RuntimeError(f"The lesson of {self.game.key} does not end.")

    def _seat_to_answer(self) -> Seat | None:
        """The seat that answers now without the learner: another seat, or the learner's own while the lesson answers for it."""
        unanswered = self.session.unanswered
        for seat in unanswered:
            if seat != LEARNER and (self.step is not None or self.lesson.play_on or LEARNER not in unanswered):
                return seat
        if LEARNER in unanswered and (self._replies.get(LEARNER) or (self.step is None and self.lesson.play_on)):
            return LEARNER
        return None

    def _reply(self, seat: Seat) -> str:
        """The next reply of the lesson if it fits the question, else the advice."""
        texts = self._replies.get(seat)
        decision = self.session.decision(seat)
        assert decision is not None
        if texts:
            text = texts.pop(0)
            if _fits(decision, text):
                return text
            self.unused_replies.append(text)
        return self.game.advise(self.session.view(seat), decision)

    def _apply(self, seat: Seat, text: str) -> None:
        self.latest = len(self.news)
        for entry in self.session.answer(seat, text):
            self.news += entry.events

    def _answer_chance(self, draw: Draw) -> None:
        prepared = self._deals.get(draw.label)
        numbers = list(prepared.pop(0)) if prepared else self._chance.draw(self.session.draws, draw.label, draw.n, draw.k)
        self.news += self.session.answer_chance(numbers).events


def _fits(decision: Decision, text: str) -> bool:
    """Whether the text is made of choices of this question; lessons write replies in canonical text."""
    tokens = set(decision.tokens)
    return text in tokens or all(word in tokens or word.isdecimal() for word in text.split())


class Wrong(Exception):
    """The answer is legal, but the step accepts others only; `why` is the text for the learner."""

    def __init__(self, why: Message) -> None:
        super().__init__(why.text)
        self.why = why


def farthest(game: Game[Any], answers: Sequence[str]) -> Walk:
    """The walk as far as the answers fit the lesson. After a change of the lesson it stands at the first answer that does not fit."""
    walk = Walk(game)
    for answer in answers:
        try:
            walk.answer(answer)
        except (RulesError, Wrong):
            break
    return walk
