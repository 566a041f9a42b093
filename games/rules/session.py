"""The driver: feeds answers to a game's coroutine and knows at every moment who is asked what.

A *step* runs from one quiet point to the next (a turn, a trick, an auction). At a quiet point the table is plain data; in
between, the answers given since are fed again. That is all that is ever stored, so a suspended coroutine is never copied.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, Generic, TypeVar

from games.rules import notation
from games.rules.ask import Asked, Chooser, Draw, Interrupted, Question, StepOver
from games.rules.author import Rules
from games.rules.contract import CHANCE, Decision, Entry, Event, Position, Result, Seat, Shape, View, Wait
from games.rules.errors import Illegal, NotAsked, RulesError
from games.rules.messages import msg
from games.rules.table import Table

TableT = TypeVar("TableT", bound=Table)

EMPTY_STEPS = 10_000
"""A game that makes this many steps without asking anybody has a loop in its rules."""


class Session(Generic[TableT]):
    """One game, awake. Made by `Game.begin` or `Game.resume`; `position` puts it to sleep at any time.

    With `track=False` no position is kept, which makes random playouts faster.
    """

    def __init__(self, game: Rules[TableT], table: TableT, *, draws: int = 0, track: bool = True) -> None:
        self.game, self.table, self.draws, self._track = game, table, draws, track
        self.asked: Asked | Draw | None = None
        self._since: list[tuple[Seat, str]] = []
        self._revealed = False
        self._sealed: dict[Seat, str] = {}
        self._quiet: dict[str, Any] = {}
        self._coroutine: Coroutine[Any, Any, None] | None = None
        self._next_step()

    # ---- what one can ask of it -------------------------------------------------------------------------------------

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it runs."""
        return self.table.result

    @property
    def wants_chance(self) -> Draw | None:
        """The draw that chance has to answer now, if any."""
        return self.asked if isinstance(self.asked, Draw) else None

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions to people that are open now, sealed ones included whether answered or not."""
        return self.asked.questions if isinstance(self.asked, Asked) else ()

    @property
    def wait(self) -> Wait | None:
        """The kind of wait, or None when nobody is asked."""
        return self.asked.wait if isinstance(self.asked, Asked) else None

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats that everybody may know to be asked. In a sealed wait it never shrinks before the end."""
        return self.asked.listed if isinstance(self.asked, Asked) else ()

    @property
    def unanswered(self) -> tuple[Seat, ...]:
        """The seats that still have to answer: for clocks and reminders of those seats only, never to be shown to others."""
        return tuple(question.seat for question in self.questions if question.seat not in self._sealed)

    def question(self, seat: Seat) -> Question | None:
        """The open question to a seat, if any."""
        for question in self.questions:
            if question.seat == seat:
                return question
        return None

    def decision(self, seat: Seat) -> Decision | None:
        """The open question to a seat in full, with its sealed answer so far."""
        question = self.question(seat)
        return question.decision(self.wait or Wait.ONE, self._sealed.get(seat)) if question else None

    @property
    def pending(self) -> tuple[Decision, ...]:
        """Every open decision, by seat; that of chance has the seat `CHANCE`, its label as kind and n as `most`."""
        if isinstance(self.asked, Draw):
            prompt = msg("Draw {k} of {n}: {label}.", k=self.asked.k, n=self.asked.n, label=self.asked.label)
            return (Decision(CHANCE, self.asked.label, prompt, (), Shape.ORDER, self.asked.k, self.asked.n),)
        found = (self.decision(question.seat) for question in self.questions)
        return tuple(decision for decision in found if decision is not None)

    @property
    def position(self) -> Position:
        """The game as data, to be stored or resumed."""
        if not self._track:
            raise RuntimeError("This session was begun with track=False and keeps no position.")
        return Position(self._quiet, tuple(self._since), dict(self._sealed), self.draws)

    @property
    def in_turn(self) -> Seat | None:
        """The seat that gave the last answer since the quiet point: its turn goes on. None at a quiet point."""
        return self._since[-1][0] if self._since else None

    def view(self, viewer: Seat | None) -> View:
        """What a seat (or None: a spectator) may know now."""
        return View(self.game.key, viewer, self.table.seats, self.table.options, self.game.look(self.table, viewer), self.result)

    # ---- what one can tell it ---------------------------------------------------------------------------------------

    def opening(self) -> tuple[Event, ...]:
        """What happened before the first question; empty afterwards."""
        return self._take_events()

    def read(self, seat: Seat, text: str) -> str:
        """The canonical answer that a text would be for a seat now. Raises `NotAsked`, `Unreadable`, `Ambiguous` or `Illegal`."""
        if not isinstance(self.asked, Asked):
            raise NotAsked(msg("The game is over."), code="game_over") if self.result else NotAsked(msg("Nobody is asked anything now."))
        question = self.question(seat)
        if question is None:
            raise NotAsked(msg("It is not your turn; nothing is asked of you at the moment."))
        if question.shape is Shape.ONE and text in question.tokens:
            return text
        exact = notation.canonical(question, text)
        return self._read(question, text) if exact is None else exact

    def answer(self, seat: Seat, text: str) -> list[Entry]:
        """Give one answer: exact token or anything `notation.read` understands.

        Returns what became final: the answer itself, all answers of a sealed wait at once when the last came in, or
        nothing while a sealed wait is incomplete. Raises what `read` raises and then nothing has changed.
        """
        text = self.read(seat, text)
        if self.wait is Wait.SEALED:
            self._sealed[seat] = text
            return self._close_sealed()
        self._record(seat, text)
        self._send(text if self.wait is Wait.ONE else (seat, text))
        return [Entry(seat, text, self._take_events())]

    def interject(self, seat: Seat, token: str) -> list[Entry]:
        """Say something out of turn (concede, talk). Raises `Illegal` when the rules do not heed it now."""
        if not any(token in question.heeds for question in self.questions):
            raise Illegal(msg("That cannot be said at this moment of the game."), code="not_heeded")
        held = {question.seat: (question.kind, self._sealed[question.seat]) for question in self.questions if question.seat in self._sealed}
        step, self._sealed = self._coroutine, {}
        self._record(seat, token)
        self._throw(Interrupted(seat, token))
        entries = [Entry(seat, token, self._take_events())]
        return entries + (self._keep_sealed(held) if self._coroutine is step else [])

    def answer_chance(self, numbers: list[int]) -> Entry:
        """Answer the draw that is wanted. Raises ValueError when the numbers do not fit it."""
        wanted = self.wants_chance
        if wanted is None:
            raise ValueError("Chance is not asked at this moment.")
        if len(numbers) != wanted.k or len(set(numbers)) != wanted.k or not all(0 <= n < wanted.n for n in numbers):
            raise ValueError(f"The draw {wanted.label} wants {wanted.k} different numbers below {wanted.n}.")
        text = " ".join(map(str, numbers))
        self._record(CHANCE, text)
        self.draws += 1
        self._send(numbers)
        return Entry(CHANCE, text, self._take_events())

    def settle(self, chance: Chooser) -> list[Entry]:
        """Let chance answer until a person has to decide or the game is over."""
        entries: list[Entry] = []
        while (wanted := self.wants_chance) is not None:
            entries.append(self.answer_chance(chance(self.draws, wanted.label, wanted.n, wanted.k)))
        return entries

    def feed(self, seat: Seat, text: str) -> list[Entry]:
        """Give a logged answer again, whoever gave it: a seat, chance, or somebody out of turn (text begins with "!")."""
        if seat == CHANCE:
            return [self.answer_chance([int(word) for word in text.split()])]
        if text.startswith("!"):
            return self.interject(seat, text)
        return self.answer(seat, text)

    def refeed(self, position: Position) -> None:
        """Bring a session begun at a quiet point to where the position stood. Raises RulesError when it does not fit."""
        self._take_events()  # what happened before the first question belongs to an earlier answer
        for seat, text in position.since:
            self.feed(seat, text)
        for seat, text in position.sealed.items():
            self.answer(seat, text)
        self.draws = position.draws
        self._take_events()

    def undone(self, seat: Seat) -> Position:
        """The position without that seat's last answer.

        Raises `Illegal` when the last answer was somebody else's or chance's, ended a step, or made something known.
        """
        if not self._since or self._since[-1][0] != seat or self._revealed:
            raise Illegal(msg("Nothing can be taken back: the turn went on, or something became known."), code="no_undo")
        return Position(self._quiet, tuple(self._since[:-1]), {}, self.draws)

    @property
    def can_undo(self) -> Seat | None:
        """The seat that may take back its last answer now, if any."""
        if self._since and not self._revealed and self._since[-1][0] != CHANCE and not self._since[-1][1].startswith("!"):
            return self._since[-1][0]
        return None

    # ---- inside -----------------------------------------------------------------------------------------------------

    def _read(self, question: Question, text: str) -> str:
        text = self.game.hear(text)
        decision = question.decision(self.asked.wait if isinstance(self.asked, Asked) else Wait.ONE)
        if self.game.explains_first and (refused := self.game.explain(self.view(question.seat), decision, text)) is not None:
            raise refused
        try:
            return notation.read(decision, text, known=self.game.vocabulary)
        except RulesError as error:
            better = self.game.explain(self.view(question.seat), decision, text)
            if better is None or not isinstance(error, Illegal):
                raise
            raise better from error

    def _record(self, seat: Seat, text: str) -> None:
        self._since.append((seat, text))
        self._revealed = False

    def _take_events(self) -> tuple[Event, ...]:
        events = tuple(self.table.events)
        self.table.events.clear()
        if any(event.reveals for event in events):
            self._revealed = True
        return events

    def _close_sealed(self) -> list[Entry]:
        if not isinstance(self.asked, Asked) or len(self._sealed) < len(self.asked.questions):
            return []
        answers = dict(sorted(self._sealed.items()))
        self._sealed = {}
        for seat, text in answers.items():
            self._record(seat, text)
        last = max(answers)
        self._send(answers)
        events = self._take_events()
        self._revealed = True  # everybody's answer is known now: none may be taken back and given anew
        return [Entry(seat, text, events if seat == last else ()) for seat, text in answers.items()]

    def _keep_sealed(self, held: dict[Seat, tuple[str, str]]) -> list[Entry]:
        """After an interjection: sealed answers, each with the kind of its question, stay given if the step asks the same again."""
        if self.wait is not Wait.SEALED:
            return []
        for seat, (kind, text) in held.items():
            question = self.question(seat)
            if question is not None and question.kind == kind and notation.canonical(question, text) == text:
                self._sealed[seat] = text
        return self._close_sealed()

    def _send(self, value: object) -> None:
        assert self._coroutine is not None
        try:
            self.asked = self._coroutine.send(value)
        except (StopIteration, StepOver):
            self._next_step()

    def _throw(self, error: Interrupted) -> None:
        assert self._coroutine is not None
        try:
            self.asked = self._coroutine.throw(error)
        except (StopIteration, StepOver):
            self._next_step()

    def _next_step(self) -> None:
        """Begin steps until one of them waits for somebody, or the game is over."""
        self.asked, self._since = None, []
        for _ in range(EMPTY_STEPS):
            if self._track:
                self._quiet = self.table.dump()
            if self.table.ending is not None:
                self._coroutine = None
                return
            self._coroutine = self.game.step(self.table)
            try:
                self.asked = self._coroutine.send(None)
            except (StopIteration, StepOver):
                continue  # the step has asked nobody: the next one
            return
        raise RuntimeError(f"{self.game.key} made {EMPTY_STEPS} steps without asking anybody.")

    def at(self, position: Position) -> Session[TableT]:
        """The same game at another position. Raises RulesError when that does not fit the rules."""
        return wake(self.game, position)


def wake(game: Rules[TableT], position: Position) -> Session[TableT]:
    """A stored game, awake again. Raises RulesError when the position does not fit these rules."""
    session = Session(game, game.table.load(position.table), draws=position.draws)
    session.refeed(position)
    return session
