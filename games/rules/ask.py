"""Awaitable questions: how the coroutine `Game.step` asks players and chance.

    card = await ask(pick(seat, "play", legal, prompt=msg("Play a card.")))
    kept = await ask_all([pick(seat, "discard", t.hands[seat]) for seat in t.all_seats])
    deck = await shuffled("deck", cards)

A question carries tokens only. `say` makes the label of a token when a decision is read, so that random playouts do not pay for
labels. Before a step asks, everything that a player should see must be on the table: the local variables of a waiting step are
not part of the view. No `with` and no `try/finally` may enclose an `await`, because a waiting step may be dropped at any
time; `except Interrupted` is allowed.
"""

import types
from collections.abc import Callable, Generator, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import lru_cache
from typing import Any, TypeVar

from games.rules.contract import Barred, Decision, Option, Seat, Shape, Wait
from games.rules.messages import Message, msg

T = TypeVar("T")
Say = Callable[[str], "Option | Message"]
"""Makes the option, or only its label, of a token."""

Chooser = Callable[[int, str, int, int], list[int]]
"""Answers a draw: (number of the draw, label, n, k) → k different numbers below n."""


NO_TEXT = Message("")


@lru_cache(maxsize=8192)
def bare_option(token: str) -> Option:
    """A choice without texts."""
    return Option(token, NO_TEXT)


@dataclass(slots=True, eq=False)
class Question:
    """A question of a step to one seat. The session turns it into a `Decision` when the decision is read.

    `kind` names the question for programs ("play", "discard"); `tokens` are the possible choices; `least` and `most` bound how many are
    chosen, or the number itself for `Shape.NUMBER`. `heeds` lists the tokens ("!concede") that any seat may send out of turn while
    the question is open; the step then receives `Interrupted`. `barred` lists what cannot be chosen now, with reasons.
    """

    seat: Seat
    kind: str
    tokens: Sequence[str]
    shape: Shape = Shape.ONE
    least: int = 1
    most: int = 1
    _: KW_ONLY
    prompt: Message | None = None
    say: Say | None = None
    rule: str = ""
    heeds: Sequence[str] = ()
    barred: Callable[[], Sequence[Barred]] | None = None

    @property
    def forced(self) -> bool:
        """Whether there is only one possible answer."""
        if self.shape is Shape.NUMBER:
            return self.least == self.most
        return len(self.tokens) == 1 and self.least == 1

    @property
    def only_answer(self) -> str:
        return str(self.least) if self.shape is Shape.NUMBER else self.tokens[0]

    def option(self, token: str) -> Option:
        """The option of a token: label, scene objects and outcome."""
        said = self.say(token) if self.say else msg("{token}", token=token)
        return said if isinstance(said, Option) else Option(token, said, touches=(token,))

    def bare_decision(self) -> Decision:
        """The question without texts, for bots, which read tokens only."""
        return Decision(self.seat, self.kind, NO_TEXT, tuple(map(bare_option, self.tokens)), self.shape, self.least, self.most)

    def decision(self, wait: Wait = Wait.ONE, given: str | None = None) -> Decision:
        """The question with all labels, as pages, mails and bots read it; `given` is the sealed answer so far."""
        options = tuple(self.option(token) for token in self.tokens)
        barred = tuple(self.barred()) if self.barred else ()
        prompt = self.prompt or msg("Please choose.")
        return Decision(self.seat, self.kind, prompt, options, self.shape, self.least, self.most, wait, self.rule, given, barred)


def pick(seat: Seat, kind: str, tokens: Sequence[str], **more: Any) -> Question:
    return Question(seat, kind, tokens, **more)


def pick_some(seat: Seat, kind: str, tokens: Sequence[str], least: int, most: int, **more: Any) -> Question:
    """A question for `least` to `most` different tokens."""
    return Question(seat, kind, tokens, Shape.SOME, least, most, **more)


def put_in_order(seat: Seat, kind: str, tokens: Sequence[str], **more: Any) -> Question:
    return Question(seat, kind, tokens, Shape.ORDER, len(tokens), len(tokens), **more)


def number(seat: Seat, kind: str, least: int, most: int, **more: Any) -> Question:
    return Question(seat, kind, (), Shape.NUMBER, least, most, **more)


class Asked:
    """One wait of a step: the open questions, the kind of wait, and the seats that everybody sees as asked.

    `listed` may hold more seats than have questions: `ask_all(auto=True)` answers forced questions itself and still lists their seats.
    """

    __slots__ = ("listed", "questions", "wait")

    def __init__(self, questions: tuple[Question, ...], wait: Wait, listed: tuple[Seat, ...]) -> None:
        self.questions, self.wait, self.listed = questions, wait, listed


class Draw:
    """A question to chance: `k` different numbers of 0..n-1 in random order. `label` names what is drawn ("deck", "die")."""

    __slots__ = ("k", "label", "n")

    def __init__(self, label: str, n: int, k: int) -> None:
        self.label, self.n, self.k = label, n, k


class StepOver(Exception):
    """Raised by a step, from any depth, to end the step at once, for instance when the game is decided in the middle of a trick."""


class Interrupted(Exception):
    """Thrown into a waiting step when a seat sends, out of turn, a token that one of the open questions `heeds`."""

    def __init__(self, seat: Seat, token: str) -> None:
        super().__init__(f"seat {seat} said {token}")
        self.seat, self.token = seat, token


@types.coroutine
def _wait(request: Asked | Draw) -> Generator[Asked | Draw, Any, Any]:
    return (yield request)


async def ask(question: Question, *, auto: bool = False) -> str:
    """Ask one seat and return its answer in canonical text: several tokens are in the order of the options for `Shape.SOME`, in that of
    the seat for `Shape.ORDER`. With `auto`, a forced answer is taken without asking.
    """
    if auto and question.forced:
        return question.only_answer
    answer: str = await _wait(Asked((question,), Wait.ONE, (question.seat,)))
    return answer


async def ask_all(questions: Sequence[Question], *, auto: bool = False) -> dict[Seat, str]:
    """Ask several seats at once with sealed answers; return all answers by rising seat when the last one is in.

    With `auto`, forced answers are taken without asking. Their seats stay listed as asked, so that no opponent learns that a
    seat had no choice.
    """
    filled = {q.seat: q.only_answer for q in questions if auto and q.forced}
    open_questions = tuple(sorted((q for q in questions if q.seat not in filled), key=lambda q: q.seat))
    if open_questions:
        filled |= await _wait(Asked(open_questions, Wait.SEALED, tuple(sorted(q.seat for q in questions))))
    return dict(sorted(filled.items()))


async def ask_any(questions: Sequence[Question]) -> tuple[Seat, str]:
    """Ask several seats at once and return the first answer that comes in, with its seat."""
    answer: tuple[Seat, str] = await _wait(Asked(tuple(questions), Wait.OPEN, tuple(sorted(q.seat for q in questions))))
    return answer


async def draw(label: str, n: int, k: int) -> list[int]:
    """`k` different random numbers of 0..n-1, in random order."""
    answer: list[int] = await _wait(Draw(label, n, k))
    return answer


async def shuffled(label: str, cards: Sequence[T]) -> list[T]:
    """The cards in random order. Fewer than two cards take no draw."""
    if len(cards) < 2:
        return list(cards)
    return [cards[index] for index in await draw(label, len(cards), len(cards))]


async def roll(label: str, sides: int) -> int:
    """A random number from 0 to sides-1."""
    return (await draw(label, sides, 1))[0]
