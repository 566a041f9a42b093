"""Doing what a text asks for, part by part, each through the door that a button uses too.

A part that fails ends the reply; what was done before it stays done and is reported. Every part is its own transaction,
noted in the ledger before and after, so that the same reply never acts twice, whoever is killed in between.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import orjson
from django.db.models import Q

from games.models import Game, Letter, Move, Player, Seat, Talk
from games.rules import notation
from games.rules.contract import Decision, Position
from games.rules.errors import Ambiguous, RulesError, UnknownRules, Unreadable
from games.rules.messages import Reader, msg
from games.services.clocks import pauses
from games.services.errors import NotYours, Refused, Stale
from games.services.orders import filing
from games.services.replies.reading import Answer, Audience, Command, CommandName, Confidence, Consent, Part, Reading, Words
from games.services.replies.results import Desk, Heard, Ledger, NoDesk, NoLedger, What
from games.services.replies.understanding import understood
from games.services.tables import answers, leaving, letters, lobby, seat_notes, talk, undo

NOTHING: Ledger = NoLedger()
NOBODY: Desk = NoDesk()
UNKNOWN_QUESTION = -2
"""Given as `nth` by those who do not know which question is answered."""


@dataclass(slots=True)
class State:
    """The game as this person finds it now; no game for a text that belongs to none."""

    game: Game | None
    seat: Seat | None
    decision: Decision | None
    orders: bool = False
    """This seat may leave standing orders."""

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens of the open question."""
        return self.decision.tokens if self.decision else ()

    @property
    def seq(self) -> int:
        """The length of the log."""
        return self.game.seq if self.game is not None else 0


def state_of(code: str, player: Player) -> State:
    """Read a game for one person; three queries at most. Raises `NotYours` for a game that does not exist (any more)."""
    if not code:
        return State(None, None, None)
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
    desk: Desk = NOBODY,
) -> list[Heard]:
    """Do what a text asks for at the table `code` ("" for none); `nth` is the question its first answer is meant for.

    `clean` makes a story fit for others' eyes; `story` is told with the first answer that has none of its own; `reader` is the
    writer, whose language answers may be in; `desk` does what needs no table. Never raises for what the text says: refusals are
    in what is returned. Raises `UnknownRules`.
    """
    lines = text.replace("\r\n", "\n").split("\n") if isinstance(text, str) else list(text)
    try:
        state = state_of(code, player)
        parts = _with_stories(understood(lines, state.decision, orders=state.orders), story)
        return _Reply(code, player, nth, source, now, ledger, clean, reader, desk).run(parts)
    except UnknownRules:
        raise
    except RulesError as error:
        return [_refused(" ".join(lines)[:80], error, 0)]


def _with_stories(reading: Reading, story: str) -> list[Part]:
    """The parts; what was told aside travels with the first answer, and is said at the table where there is none."""
    parts = list(reading.parts)
    first = next((place for place, part in enumerate(parts) if isinstance(part, Answer)), None)
    if first is None:
        return parts
    told = [part for part in parts if isinstance(part, Words) and part.audience is Audience.STORY]
    answer = parts[first]
    assert isinstance(answer, Answer)
    words = " ".join(part for part in (answer.story, *(one.text for one in told)) if part) or story
    parts[first] = replace(answer, story=words)
    return [part for part in parts if part not in told]


@dataclass(slots=True)
class _Reply:
    """One reply on its way through its parts."""

    code: str
    player: Player
    nth: int
    source: str
    now: datetime
    ledger: Ledger
    clean: Callable[[str], str]
    reader: Reader | None = None
    """Whoever wrote it, for answers in the words of their language."""
    desk: Desk = NOBODY
    expected: int | None = None
    """The length of the log after our last answer: when it is another, the table has moved on in between."""

    def run(self, parts: Sequence[Part]) -> list[Heard]:
        """All parts until one fails or asks back, or until what follows would only revise a sealed answer."""
        heard: list[Heard] = []
        for place, part in enumerate(parts):
            one = self._once(place, part)
            heard.append(one)
            following = parts[place + 1] if place + 1 < len(parts) else None
            if one.what.failed or one.what is What.ASKED or (one.what is What.SEALED and isinstance(following, Answer)):
                break
        return heard

    def _once(self, place: int, part: Part) -> Heard:
        """A part, unless it was done by an earlier attempt; then the same as it was."""
        known = self.ledger.known(place)
        if known is not None and "what" in known:
            self._go_on(part, What(known["what"]), known["after"])
            words = tuple(known.get("told", ()))
            return Heard(What(known["what"]), part.line, known["after"], words=words, ask=known.get("ask"))
        state = state_of(self.code, self.player)
        nth = known["nth"] if known else self._question(part, state)
        since = known["seq"] if known else state.seq
        if known is None:
            self.ledger.begin(place, nth, since)
        try:
            heard = self._do(part, state, nth, since, again=known is not None)
        except UnknownRules:  # what was begun is done again where they are known
            raise
        except RulesError as error:
            heard = _refused(part.line, error, state.seq)
        self._go_on(part, heard.what, heard.seq)
        self.ledger.end(place, heard)
        return heard

    def _question(self, part: Part, state: State) -> int:
        """The first answer is for the question the reply was written to; each further one for the next, if it came at once."""
        if self.expected is None or state.seat is None or not isinstance(part, Answer):
            return self.nth
        return state.seat.nth if state.seq == self.expected and state.seat.pending else -1

    def _go_on(self, part: Part, what: What, seq: int) -> None:
        if isinstance(part, Answer) and what in (What.PLAYED, What.REPEATED):
            self.expected = seq

    def _do(self, part: Part, state: State, nth: int, since: int, *, again: bool) -> Heard:
        at_desk = self._at_desk(part, again=again)
        if at_desk is not None:
            return at_desk
        if isinstance(part, Consent):
            raise Refused(msg("There is nothing here to say yes or no to."), code="nothing_asked")
        if state.game is None:
            raise Refused(msg("This belongs to no game; please answer a mail of the game that you mean."), code="which_game")
        if isinstance(part, Command) and (heard := self._of_the_table(part, state.game)) is not None:
            return heard
        if state.seat is None:
            raise NotYours(msg("This is not your seat."))
        if isinstance(part, Answer):
            return self._answer(part, state, state.game, state.seat, nth)
        if isinstance(part, Words):
            return self._say(part, state.game, state.seat, again=again)
        return self._at_seat(part, state.game, state.seat, since, again=again)

    def _at_desk(self, part: Part, *, again: bool) -> Heard | None:
        if isinstance(part, Command):
            return self.desk.command(part, again=again)
        if isinstance(part, Consent):
            return self.desk.consent(part, again=again)
        return self.desk.answer(part, again=again) if isinstance(part, Answer) else None

    def _of_the_table(self, command: Command, game: Game) -> Heard | None:
        """What needs no seat; None for anything else."""
        if command.name in (CommandName.HELP, CommandName.STATUS):
            return Heard(What.SHOW, command.line, game.seq)
        if command.name is CommandName.REMATCH:
            lobby.rematch(game, self.player, now=self.now)
            return Heard(What.AGAIN, command.line, game.seq)
        return None

    def _at_seat(self, command: Command, game: Game, seat: Seat, since: int, *, again: bool) -> Heard:
        if command.name is CommandName.UNDO:
            return self._undo(command, game, seat, since, again=again)
        if command.name is CommandName.NOTE and seat.player_id == self.player.pk:
            if command.argument and not (again and seat.notes.endswith(command.argument)):
                seat_notes.keep_note(seat, f"{seat.notes}\n{command.argument}" if seat.notes else command.argument)
            return Heard(What.NOTED, command.line, game.seq)
        if command.name is CommandName.ORDER:
            return self._order(command, game, seat)
        if command.name is CommandName.PAUSE:
            return self._pause(command, game)
        if command.name is CommandName.RESIGN:
            return self._resign(command, game, seat)
        if command.name is CommandName.LETTER:
            return self._letter(command, game, again=again)
        if command.name is CommandName.NOTE:
            raise NotYours(msg("Only those who sit at the table keep notes here."))
        raise Refused(msg("“{text}” is understood in mails only.", text=command.line[:40]), code="by_mail_only")

    def _say(self, words: Words, game: Game, seat: Seat, *, again: bool) -> Heard:
        """Without an answer to travel with, the words are table talk."""
        text = " ".join(self.clean(words.text).split())
        last = Talk.objects.filter(game=game, player=self.player).order_by("-pk").values_list("text", flat=True).first()
        if not (again and last == text):
            talk.say(game.pk, seat.index, text, source=self.source, now=self.now, player_id=self.player.pk)
        return Heard(What.SAID, words.line, game.seq)

    def _letter(self, command: Command, game: Game, *, again: bool) -> Heard:
        text = self.clean(command.argument).strip()
        last = Letter.objects.filter(game=game, sender=self.player).order_by("-pk").first() if again else None
        if last is None or last.text != text:
            letters.send(game, self.player, command.to, text, now=self.now)
        return Heard(What.SENT, command.line, game.seq)

    def _answer(self, answer: Answer, state: State, game: Game, seat: Seat, nth: int) -> Heard:
        if nth == UNKNOWN_QUESTION:
            words = msg("Your mail does not say which question it answers, so this was not played.")
            return Heard(What.LEFT, answer.line, game.seq, words, "which_question")
        if nth < 0:
            return Heard(What.LEFT, answer.line, game.seq, msg("Nothing more was asked of you, so this was not played."), "nothing_asked")
        if answer.confidence is Confidence.GUESS and answer.candidates and state.decision is not None and seat.nth == nth:
            return _did_you_mean(answer, state.decision, game.seq, nth)
        story = self.clean(answer.story).strip()
        outcome = answers.answer(
            game.pk,
            seat.index,
            nth,
            answer.text or answer.said,
            source=self.source,
            now=self.now,
            player_id=self.player.pk,
            story=story,
            reader=self.reader,
        )
        what = What.REPEATED if outcome.repeated else What.PLAYED if outcome.final else What.SEALED
        return Heard(what, answer.line, outcome.seq)

    def _undo(self, command: Command, game: Game, seat: Seat, since: int, *, again: bool) -> Heard:
        done = Move.objects.filter(game=game, seat=seat.index, kind=Move.Kind.UNDO, seq__gte=since)
        if again and done.exists():
            return Heard(What.UNDONE, command.line, game.seq)
        if self.expected is None and self.nth != UNKNOWN_QUESTION and not self.nth <= seat.nth <= self.nth + 1:
            raise Stale(msg("The table has moved on since that mail was written; please look at it again."))
        seq = undo.take_back(game.pk, seat.index, seat.nth, source=self.source, now=self.now, player_id=self.player.pk)
        return Heard(What.UNDONE, command.line, seq)

    def _order(self, command: Command, game: Game, seat: Seat) -> Heard:
        """A standing order, `none` for all of them, or nothing but the question which stand."""
        if command.argument.casefold().rstrip(".!") in ("none", "off"):
            filing.withdraw(game.pk, seat.index, None, player_id=self.player.pk)
        elif command.argument:
            filing.file(game.pk, seat.index, command.argument, now=self.now, player_id=self.player.pk)
        standing = filing.standing(game.pk, seat.index, player_id=self.player.pk)
        game.refresh_from_db(fields=["seq"])
        return Heard(What.ORDERED, command.line, game.seq, orders=tuple(sentence for order in standing for sentence in order.says))

    def _pause(self, command: Command, game: Game) -> Heard:
        days, _space, why = command.argument.partition(" ")
        number = int(days) if days.isascii() and days.isdecimal() and len(days) < 4 else 0
        if not number:
            raise Refused(msg("Say for how many days, like this: pause 3 going hiking."), code="bad_pause")
        why = why.strip().removeprefix("days").removeprefix("day").strip()
        at_once = pauses.propose(game.pk, self.player.pk, number, why, now=self.now)
        return Heard(What.PAUSED if at_once else What.PROPOSED, command.line, game.seq)

    def _resign(self, command: Command, game: Game, seat: Seat) -> Heard:
        if seat.state == Seat.State.RESIGNED:
            return Heard(What.RESIGNED, command.line, game.seq)
        if command.argument.casefold().rstrip(".!") not in ("yes", "ja", "oui"):
            return Heard(What.ASK_RESIGN, command.line, game.seq)
        seq = leaving.resign(game.pk, seat.index, source=self.source, now=self.now, player_id=self.player.pk)
        return Heard(What.RESIGNED, command.line, seq)


def _did_you_mean(answer: Answer, decision: Decision, seq: int, nth: int) -> Heard:
    """Ask back with the likeliest choice; nothing uncertain is played."""
    best = answer.candidates[0]
    labels = notation.labels(decision, best)
    number = next((place for place, option in enumerate(decision.options, start=1) if option.token == best), 0)
    question = (
        msg("Did you mean {number}) {choice}? Then answer yes.", number=number, choice=labels)
        if number
        else msg("Did you mean {choice}? Then answer yes.", choice=labels)
    )
    error = Ambiguous(question, tokens=answer.candidates)
    ask = {"do": "answer", "nth": nth, "text": best}
    return Heard(What.ASKED, answer.line, seq, question, "did_you_mean", error=error, ask=ask)


def _refused(line: str, error: RulesError, seq: int) -> Heard:
    return Heard(What.REFUSED, line, seq, error.message, error.code, error.rule, error)


def is_misreading(heard: Heard) -> bool:
    """The text was not understood, as opposed to understood and refused."""
    return heard.what is What.REFUSED and heard.code in (Unreadable.code, Ambiguous.code)


def as_facts(heard: Heard) -> dict[str, Any]:
    """What a ledger keeps."""
    return {"what": heard.what.value, "after": heard.seq, **({"ask": heard.ask} if heard.ask else {})}
