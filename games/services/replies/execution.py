"""Doing what a text asks for, step by step, each through the door that a button uses too.

A step that fails ends the reply; what was done before it stays done and is reported. Every step is its own transaction,
noted in the ledger before and after, so that the same reply never acts twice, whoever is killed in between.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson
from django.db.models import Q

from games.models import Game, Move, Player, Seat, Talk
from games.rules.contract import Decision, Position
from games.rules.errors import Ambiguous, RulesError, UnknownRules, Unreadable
from games.rules.messages import Reader, msg
from games.services.clocks import pauses
from games.services.errors import NotYours, Refused, Stale
from games.services.orders import filing
from games.services.replies.grammar import Step, Verb, steps_of
from games.services.replies.results import Heard, Ledger, NoLedger, What
from games.services.tables import answers, leaving, lobby, seat_notes, talk, undo

NOTHING: Ledger = NoLedger()
_PLAIN_NUMBER = re.compile(r"#?[0-9]{1,4}[.)]?")


@dataclass(slots=True)
class State:
    """The game as this person finds it now."""

    game: Game
    seat: Seat | None
    decision: Decision | None
    orders: bool = False
    """This seat may leave standing orders."""

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens of the open question."""
        return self.decision.tokens if self.decision else ()


def state_of(code: str, player: Player) -> State:
    """Read a game for one person; three queries at most. Raises `NotYours` for a game that does not exist (any more)."""
    game = Game.objects.filter(code=code).first()
    if game is None:
        raise NotYours(msg("This is not your seat."))
    seat = game.seats.filter(Q(player=player) | Q(deputy=player)).order_by("index").first()  # the doors judge what a deputy may
    if seat is None or not game.position or game.trouble or game.status != Game.Status.ACTIVE:
        return State(game, seat, None)
    session = game.book.resume(Position.from_json(orjson.loads(game.position)))
    return State(game, seat, session.decision(seat.index), session.game.orders(session.view(seat.index)) is not None)


def act(
    text: str | Sequence[str],
    *,
    code: str,
    player: Player,
    nth: int,
    source: str,
    now: datetime,
    ledger: Ledger = NOTHING,
    clean: Callable[[str], str] = str,
    story: str = "",
    reader: Reader | None = None,
) -> list[Heard]:
    """Do what a text asks for at the table `code`; `nth` is the question its first answer is meant for.

    `clean` makes a story fit for others' eyes; `story` is told with the first answer that has none of its own; `reader` is the
    writer, whose language answers may be in. Never raises for what the text says: refusals are in what is returned. Raises `UnknownRules`.
    """
    lines = text.replace("\r\n", "\n").split("\n") if isinstance(text, str) else list(text)
    try:
        state = state_of(code, player)
        steps = steps_of(lines, tokens=state.tokens, orders=state.orders)
        first = next((step for step in steps if step.verb is Verb.ANSWER), None)
        if first is not None:
            first.story = first.story or story
        return _Reply(code, player, nth, source, now, ledger, clean, reader).run(steps)
    except UnknownRules:
        raise
    except RulesError as error:
        return [_refused(Step(Verb.ANSWER, " ".join(lines)[:80]), error, 0)]


@dataclass(slots=True)
class _Reply:
    """One reply on its way through its steps."""

    code: str
    player: Player
    nth: int
    source: str
    now: datetime
    ledger: Ledger
    clean: Callable[[str], str]
    reader: Reader | None = None
    """Whoever wrote it, for answers in the words of their language."""
    expected: int | None = None
    """The length of the log after our last answer: when it is another, the table has moved on in between."""

    def run(self, steps: Sequence[Step]) -> list[Heard]:
        """All steps until one fails, or until what follows is no part of the reply any more."""
        heard: list[Heard] = []
        for place, step in enumerate(steps):
            if step.apart and heard and self._is_talk(step):
                break
            one = self._once(place, step)
            heard.append(one)
            if one.what.failed or (one.what is What.SEALED and self._rest_is_answers(steps[place + 1 :])):
                break
        return heard

    def _is_talk(self, step: Step) -> bool:
        """After a blank line people say goodbye; there only numbers, tokens and commands are answers."""
        if step.verb is not Verb.ANSWER or _PLAIN_NUMBER.fullmatch(step.rest):
            return False
        return step.rest.casefold() not in {token.casefold() for token in state_of(self.code, self.player).tokens}

    @staticmethod
    def _rest_is_answers(steps: Sequence[Step]) -> bool:
        """More answers to a sealed question would only revise the first one."""
        return bool(steps) and steps[0].verb is Verb.ANSWER

    def _once(self, place: int, step: Step) -> Heard:
        """A step, unless it was done by an earlier attempt; then the same as it was."""
        known = self.ledger.known(place)
        if known is not None and "what" in known:
            self._go_on(step, What(known["what"]), known["after"])
            return Heard(What(known["what"]), step.line, known["after"])
        state = state_of(self.code, self.player)
        nth = known["nth"] if known else self._question(step, state)
        since = known["seq"] if known else state.game.seq
        if known is None:
            self.ledger.begin(place, nth, since)
        try:
            heard = self._do(step, state, nth, since, again=known is not None)
        except UnknownRules:  # what was begun is done again where they are known
            raise
        except RulesError as error:
            heard = _refused(step, error, state.game.seq)
        self._go_on(step, heard.what, heard.seq)
        self.ledger.end(place, heard)
        return heard

    def _question(self, step: Step, state: State) -> int:
        """The first answer is for the question the reply was written to; each further one for the next, if it came at once."""
        if self.expected is None or state.seat is None or step.verb is not Verb.ANSWER:
            return self.nth
        return state.seat.nth if state.game.seq == self.expected and state.seat.pending else -1

    def _go_on(self, step: Step, what: What, seq: int) -> None:
        if step.verb is Verb.ANSWER and what in (What.PLAYED, What.REPEATED):
            self.expected = seq

    def _do(self, step: Step, state: State, nth: int, since: int, *, again: bool) -> Heard:
        if step.verb in (Verb.HELP, Verb.STATUS):
            return Heard(What.SHOW, step.line, state.game.seq)
        if step.verb is Verb.REMATCH:
            lobby.rematch(state.game, self.player, now=self.now)
            return Heard(What.AGAIN, step.line, state.game.seq)
        if state.seat is None:
            raise NotYours(msg("This is not your seat."))
        return self._at_seat(step, state.game, state.seat, nth, since, again=again)

    def _at_seat(self, step: Step, game: Game, seat: Seat, nth: int, since: int, *, again: bool) -> Heard:
        if step.verb is Verb.ANSWER:
            return self._answer(step, game, seat, nth)
        if step.verb is Verb.UNDO:
            return self._undo(step, game, seat, since, again=again)
        if step.verb is Verb.NOTE and seat.player_id == self.player.pk:
            if not (again and seat.notes.endswith(step.rest)):
                seat_notes.keep_note(seat, f"{seat.notes}\n{step.rest}" if seat.notes else step.rest)
            return Heard(What.NOTED, step.line, game.seq)
        if step.verb is Verb.ORDER:
            return self._order(step, game, seat)
        if step.verb is Verb.PAUSE:
            return self._pause(step, game)
        if step.verb is Verb.RESIGN:
            return self._resign(step, game, seat)
        if step.verb is Verb.SAY:
            return self._say(step, game, seat, again=again)
        raise NotYours(msg("Only those who sit at the table keep notes here."))

    def _say(self, step: Step, game: Game, seat: Seat, *, again: bool) -> Heard:
        """Without an answer to travel with, the words are table talk."""
        words = " ".join(self.clean(step.rest).split())
        last = Talk.objects.filter(game=game, player=self.player).order_by("-pk").values_list("text", flat=True).first()
        if not (again and last == words):
            talk.say(game.pk, seat.index, words, source=self.source, now=self.now, player_id=self.player.pk)
        return Heard(What.SAID, step.line, game.seq)

    def _answer(self, step: Step, game: Game, seat: Seat, nth: int) -> Heard:
        if nth < 0:
            return Heard(What.LEFT, step.line, game.seq, msg("Nothing more was asked of you, so this was not played."), "nothing_asked")
        story = self.clean(step.story).strip()
        outcome = answers.answer(
            game.pk, seat.index, nth, step.rest, source=self.source, now=self.now, player_id=self.player.pk, story=story, reader=self.reader
        )
        what = What.REPEATED if outcome.repeated else What.PLAYED if outcome.final else What.SEALED
        return Heard(what, step.line, outcome.seq)

    def _undo(self, step: Step, game: Game, seat: Seat, since: int, *, again: bool) -> Heard:
        done = Move.objects.filter(game=game, seat=seat.index, kind=Move.Kind.UNDO, seq__gte=since)
        if again and done.exists():
            return Heard(What.UNDONE, step.line, game.seq)
        if self.expected is None and not self.nth <= seat.nth <= self.nth + 1:
            raise Stale(msg("The table has moved on since that mail was written; please look at it again."))
        seq = undo.take_back(game.pk, seat.index, seat.nth, source=self.source, now=self.now, player_id=self.player.pk)
        return Heard(What.UNDONE, step.line, seq)

    def _order(self, step: Step, game: Game, seat: Seat) -> Heard:
        """A standing order, `none` for all of them, or nothing but the question which stand."""
        if step.rest.casefold().rstrip(".!") in ("none", "off"):
            filing.withdraw(game.pk, seat.index, None, player_id=self.player.pk)
        elif step.rest:
            filing.file(game.pk, seat.index, step.rest, now=self.now, player_id=self.player.pk)
        standing = filing.standing(game.pk, seat.index, player_id=self.player.pk)
        game.refresh_from_db(fields=["seq"])
        return Heard(What.ORDERED, step.line, game.seq, orders=tuple(sentence for order in standing for sentence in order.says))

    def _pause(self, step: Step, game: Game) -> Heard:
        days, _space, why = step.rest.partition(" ")
        number = int(days) if days.isascii() and days.isdecimal() and len(days) < 4 else 0
        if not number:
            raise Refused(msg("Say for how many days, like this: pause 3 going hiking."), code="bad_pause")
        why = why.strip().removeprefix("days").removeprefix("day").strip()
        at_once = pauses.propose(game.pk, self.player.pk, number, why, now=self.now)
        return Heard(What.PAUSED if at_once else What.PROPOSED, step.line, game.seq)

    def _resign(self, step: Step, game: Game, seat: Seat) -> Heard:
        if seat.state == Seat.State.RESIGNED:
            return Heard(What.RESIGNED, step.line, game.seq)
        if step.rest.casefold().rstrip(".!") not in ("yes", "ja", "oui"):
            return Heard(What.ASK_RESIGN, step.line, game.seq)
        seq = leaving.resign(game.pk, seat.index, source=self.source, now=self.now, player_id=self.player.pk)
        return Heard(What.RESIGNED, step.line, seq)


def _refused(step: Step, error: RulesError, seq: int) -> Heard:
    return Heard(What.REFUSED, step.line, seq, error.message, error.code, error.rule, error)


def is_misreading(heard: Heard) -> bool:
    """The text was not understood, as opposed to understood and refused."""
    return heard.what is What.REFUSED and heard.code in (Unreadable.code, Ambiguous.code)


def as_facts(heard: Heard) -> dict[str, Any]:
    """What a ledger keeps."""
    return {"what": heard.what.value, "after": heard.seq}
