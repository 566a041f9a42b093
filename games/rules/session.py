"""The session: drives the coroutine of a game, applies answers to it, and knows which questions are open.

A *step* runs from one quiet point to the next (a turn, a trick, an auction). At a quiet point the table is plain data. A position
is the table of the last quiet point and the answers given since; resuming starts the step again and repeats these answers, so a
suspended coroutine is never stored or copied.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
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
"""Steps in a row without a question after which the rules are considered to loop for ever."""


class Session(Generic[TableT]):
    """A running game in memory. Made by `Game.begin` or `Game.resume`; `position` is what has to be stored.

    With `track=False` no position is kept, which makes random playouts faster. `quiet` is the stored form of `table`, where it is known.
    """

    def __init__(
        self, game: Rules[TableT], table: TableT, *, draws: int = 0, track: bool = True, quiet: Mapping[str, Any] | None = None
    ) -> None:
        self.game, self.table, self.draws, self._track = game, table, draws, track
        self.asked: Asked | Draw | None = None
        self._since: list[tuple[Seat, str]] = []
        self._revealed = False
        self._sealed: dict[Seat, str] = {}
        self._quiet: Mapping[str, Any] = {}
        self._coroutine: Coroutine[Any, Any, None] | None = None
        self._next_step(quiet)

    @classmethod
    def resume(cls, game: Rules[TableT], position: Position) -> Session[TableT]:
        """The session of a stored position. Raises RulesError when the position does not fit these rules."""
        session = cls(game, game.table.load(position.table), draws=position.draws, quiet=position.table)
        session.refeed(position)
        return session

    # ---- state --------------------------------------------------------------------------------------------------------

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it runs."""
        return self.table.result

    @property
    def wants_chance(self) -> Draw | None:
        """The open draw, or None."""
        return self.asked if isinstance(self.asked, Draw) else None

    @property
    def questions(self) -> tuple[Question, ...]:
        """The open questions to seats; in a sealed wait also those that are answered already."""
        return self.asked.questions if isinstance(self.asked, Asked) else ()

    @property
    def wait(self) -> Wait | None:
        """The kind of wait, or None when no seat is asked."""
        return self.asked.wait if isinstance(self.asked, Asked) else None

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats that are shown to everybody as asked. In a sealed wait they stay the same until its end."""
        return self.asked.listed if isinstance(self.asked, Asked) else ()

    @property
    def unanswered(self) -> tuple[Seat, ...]:
        """The seats that still have to answer. For clocks and reminders only: in a sealed wait the other seats must not see it."""
        return tuple(question.seat for question in self.questions if question.seat not in self._sealed)

    def question(self, seat: Seat) -> Question | None:
        """The open question to a seat, or None."""
        for question in self.questions:  # faster than `next` with a generator; playouts call it for every answer
            if question.seat == seat:
                return question
        return None

    def decision(self, seat: Seat) -> Decision | None:
        """The open question to a seat with all labels, and its sealed answer so far; None when the seat is not asked."""
        question = self.question(seat)
        return question.decision(self.wait or Wait.ONE, self._sealed.get(seat)) if question else None

    @property
    def position(self) -> Position:
        """The position of the game, to be stored or resumed. Raises RuntimeError in a session without tracking."""
        if not self._track:
            raise RuntimeError("This session was begun with track=False and keeps no position.")
        return Position(self._quiet, tuple(self._since), dict(self._sealed), self.draws)

    @property
    def in_turn(self) -> Seat | None:
        """The seat (possibly `CHANCE`) of the last answer since the quiet point; None at a quiet point."""
        return self._since[-1][0] if self._since else None

    def view(self, viewer: Seat | None) -> View:
        """What a seat (None: a spectator) may know now."""
        return View(self.game.key, viewer, self.table.seats, self.table.options, self.game.look(self.table, viewer), self.result)

    # ---- answers ------------------------------------------------------------------------------------------------------

    def opening(self) -> tuple[Event, ...]:
        """The events before the first question; () when they were taken before."""
        return self._take_events()

    def read(self, seat: Seat, text: str) -> str:
        """The canonical form of a text as an answer of a seat. Raises `NotAsked`, `Unreadable`, `Ambiguous` or `Illegal`."""
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
        """Apply one answer: exact tokens or any text that `notation.read` understands.

        Returns the answers that became final: this answer, all answers of a sealed wait when this is the last of them, or
        [] while a sealed wait is incomplete. Raises what `read` raises; then nothing has changed.
        """
        text = self.read(seat, text)
        if self.wait is Wait.SEALED:
            self._sealed[seat] = text
            return self._close_sealed()
        self._record(seat, text)
        self._send(text if self.wait is Wait.ONE else (seat, text))
        return [Entry(seat, text, self._take_events())]

    def interject(self, seat: Seat, token: str) -> list[Entry]:
        """Apply a token sent out of turn ("!concede", "!talk"). Raises `Illegal` when no open question heeds it.

        Sealed answers stay given where the step asks the same question again.
        """
        if not any(token in question.heeds for question in self.questions):
            raise Illegal(msg("That cannot be said at this moment of the game."), code="not_heeded")
        sealed = {
            question.seat: (question.kind, self._sealed[question.seat]) for question in self.questions if question.seat in self._sealed
        }
        step, self._sealed = self._coroutine, {}
        self._record(seat, token)
        self._send(Interrupted(seat, token))
        entries = [Entry(seat, token, self._take_events())]
        return entries + (self._restore_sealed(sealed) if self._coroutine is step else [])

    def answer_chance(self, numbers: list[int]) -> Entry:
        """Answer the open draw. Raises ValueError when no draw is open or the numbers do not fit it."""
        draw = self.wants_chance
        if draw is None:
            raise ValueError("Chance is not asked at this moment.")
        if len(numbers) != draw.k or len(set(numbers)) != draw.k or not all(0 <= n < draw.n for n in numbers):
            raise ValueError(f"The draw {draw.label} wants {draw.k} different numbers below {draw.n}.")
        text = " ".join(map(str, numbers))
        self._record(CHANCE, text)
        self.draws += 1
        self._send(numbers)
        return Entry(CHANCE, text, self._take_events())

    def settle(self, chance: Chooser) -> list[Entry]:
        """Answer all draws by `chance` until a seat has to decide or the game is over."""
        entries: list[Entry] = []
        while (draw := self.wants_chance) is not None:
            entries.append(self.answer_chance(chance(self.draws, draw.label, draw.n, draw.k)))
        return entries

    def feed(self, seat: Seat, text: str) -> list[Entry]:
        """Apply a logged answer of a seat, of chance, or out of turn (the text begins with "!"). Raises RulesError or ValueError."""
        if seat == CHANCE:
            return [self.answer_chance([int(word) for word in text.split()])]
        if text.startswith("!"):
            return self.interject(seat, text)
        return self.answer(seat, text)

    def refeed(self, position: Position) -> None:
        """Repeat the answers of a position in a session at its quiet point. Raises RulesError or ValueError when one does not fit."""
        self._take_events()  # the events before the first question belong to an earlier answer
        for seat, text in position.since:
            self.feed(seat, text)
        for seat, text in position.sealed.items():
            self.answer(seat, text)
        self.draws = position.draws
        self._take_events()

    def undone(self, seat: Seat) -> Position:
        """The position without that seat's last answer.

        Raises `Illegal` when the last answer was given by another seat or by chance, ended a step, or revealed hidden information.
        """
        if not self._since or self._since[-1][0] != seat or self._revealed:
            raise Illegal(msg("Nothing can be taken back: the turn went on, or something became known."), code="no_undo")
        return Position(self._quiet, tuple(self._since[:-1]), {}, self.draws)

    @property
    def can_undo(self) -> Seat | None:
        """The seat that may undo its last answer now, or None."""
        if self._since and not self._revealed and self._since[-1][0] != CHANCE and not self._since[-1][1].startswith("!"):
            return self._since[-1][0]
        return None

    # ---- internals ----------------------------------------------------------------------------------------------------

    def _read(self, question: Question, text: str) -> str:
        """The canonical form of a text that is not canonical yet; refusals of the game win over general ones."""
        text = self.game.hear(text)
        decision = question.decision(self.wait or Wait.ONE)
        if self.game.explains_first and (refused := self.game.explain(self.view(question.seat), decision, text)) is not None:
            raise refused
        try:
            return notation.read(decision, text, known=self.game.vocabulary)
        except RulesError as error:
            explained = self.game.explain(self.view(question.seat), decision, text)
            if explained is None or not isinstance(error, Illegal):
                raise
            raise explained from error

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
        """End a sealed wait when its last answer is in; [] before that."""
        if not isinstance(self.asked, Asked) or len(self._sealed) < len(self.asked.questions):
            return []
        answers = dict(sorted(self._sealed.items()))
        self._sealed = {}
        for seat, text in answers.items():
            self._record(seat, text)
        last = max(answers)
        self._send(answers)
        events = self._take_events()
        self._revealed = True  # all answers are known now, so none may be undone
        return [Entry(seat, text, events if seat == last else ()) for seat, text in answers.items()]

    def _restore_sealed(self, sealed: dict[Seat, tuple[str, str]]) -> list[Entry]:
        """After an interjection: give each seat's sealed answer again if the step asks it a question of the same kind."""
        if self.wait is not Wait.SEALED:
            return []
        for seat, (kind, text) in sealed.items():
            question = self.question(seat)
            if question is not None and question.kind == kind and notation.canonical(question, text) == text:
                self._sealed[seat] = text
        return self._close_sealed()

    def _send(self, value: object) -> None:
        """Give the waiting step an answer, or throw an interruption into it."""
        step = self._coroutine
        assert step is not None
        try:
            self.asked = step.throw(value) if isinstance(value, Interrupted) else step.send(value)
        except (StopIteration, StepOver):
            self._next_step()

    def _next_step(self, quiet: Mapping[str, Any] | None = None) -> None:
        """Start steps until one of them asks a question, or the game is over. `quiet`: the table now, as stored."""
        self.asked, self._since = None, []
        for _ in range(EMPTY_STEPS):
            if self._track:
                self._quiet, quiet = self.table.dump() if quiet is None else quiet, None
            if self.table.ending is not None:
                self._coroutine = None
                return
            self._coroutine = self.game.step(self.table)
            try:
                self.asked = self._coroutine.send(None)
            except (StopIteration, StepOver):
                continue  # the step ended without a question
            return
        raise RuntimeError(f"{self.game.key} made {EMPTY_STEPS} steps without asking anybody.")
