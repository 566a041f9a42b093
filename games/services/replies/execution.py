"""Execute the parts of a text one by one, through the same services that the pages call.

The first part that fails ends the execution; the parts before it stay done and are reported. Every part runs in its own transaction. The
ledger records each part before and after its execution, so that a text that is processed again after a crash has no effect twice.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from games.models import Game, Player, Seat
from games.rules import notation
from games.rules.contract import Decision
from games.rules.errors import Ambiguous, RulesError, UnknownRules, Unreadable
from games.rules.messages import Message, Reader, msg
from games.services.errors import NotYours, Refused, Stale
from games.services.replies.at_seat import AtSeat
from games.services.replies.reading import Answer, Audience, Command, CommandName, Confidence, Consent, Part, Reading, Words
from games.services.replies.results import Heard, Ledger, PartHandler, What
from games.services.replies.state import State, state_of
from games.services.replies.understanding import in_a_mail, meant, understood
from games.services.tables import answers, rematches

NO_LEDGER = Ledger()
NO_HANDLER = PartHandler()
MOST_AT_ONCE = 20
"""The most parts of a text that is no mail. They are executed while the sender waits, each in its own transaction."""
UNKNOWN_QUESTION = -2
"""Value of `nth` when the caller does not know which question the text answers."""


def act(
    text: str | Sequence[str],
    *,
    code: str,
    player: Player,
    nth: int,
    source: str,
    now: datetime,
    ledger: Ledger = NO_LEDGER,
    clean: Callable[[str], str] = str,
    story: str = "",
    reader: Reader | None = None,
    handler: PartHandler = NO_HANDLER,
    languages: Sequence[Reader] = (),
) -> list[Heard]:
    """Execute what `text` asks for at the table `code` ("" for no table) and return one result per executed part.

    `nth` is the number of the question that the first answer is meant for, or `UNKNOWN_QUESTION`. `source` is stored with each move.
    `ledger` makes the call repeatable after a crash. `clean` removes from a story what other people must not read. `story` accompanies
    the first answer if that has no story of its own. `reader` is the language of the writer, in which answers are recognised. `handler`
    executes the parts that need no table. If `languages` is given, the text is a mail, which may be written in any of them.

    Errors in the text are returned as results and never raised. Raises `UnknownRules` if this process does not have the game's rules.
    """
    lines = text.replace("\r\n", "\n").split("\n") if isinstance(text, str) else list(text)
    try:
        state = state_of(code, player)
        if languages:
            open_now = state.question(languages) if state.seat is not None and state.seat.nth == nth else None
            reading = in_a_mail(lines, open_now, orders=state.orders, asked=handler.has_asked, at_table=bool(code))
        else:
            reading = understood(lines, state.decision, orders=state.orders)
            if len(reading.parts) > MOST_AT_ONCE:
                raise Refused(msg("Please send at most {most} answers or commands at once.", most=MOST_AT_ONCE), code="too_many_lines")
        return _Reply(code, player, nth, source, now, ledger, clean, reader, handler, languages).run(_with_stories(reading, story))
    except UnknownRules:
        raise
    except RulesError as error:
        return [_refused(" ".join(lines)[:80], error, 0)]


def _with_stories(reading: Reading, story: str) -> list[Part]:
    """Return the parts with the stories joined to the first answer. Without an answer, stories stay parts and become table talk."""
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
    """The execution of one text; the fields are the arguments of `act`."""

    code: str
    player: Player
    nth: int
    source: str
    now: datetime
    ledger: Ledger
    clean: Callable[[str], str]
    reader: Reader | None = None
    """The language of the writer, in which the names of choices are recognised."""
    handler: PartHandler = NO_HANDLER
    languages: Sequence[Reader] = ()
    """Not empty for a mail: the languages in which its answers are recognised."""
    expected: int | None = None
    """The length of the log after the last answer of this text. A different length means that the game has moved on since."""

    def run(self, parts: Sequence[Part]) -> list[Heard]:
        """Execute the parts in order. Stop after a part that fails or asks back, and before an answer that would revise a sealed one."""
        heard: list[Heard] = []
        first = self.ledger.first_read([part.line for part in parts])
        parts = [part for part in parts if part.line in first]
        for place, part in enumerate(parts):
            if place and self._is_remark(place, part):
                break
            one = self._once(place, part)
            heard.append(one)
            following = parts[place + 1] if place + 1 < len(parts) else None
            if one.what.failed or one.what is What.ASKED or (one.what is What.SEALED and isinstance(following, Answer)):
                break
        return heard

    def _is_remark(self, place: int, part: Part) -> bool:
        """Return whether a later line of a mail is a remark: it answers no further question, so it is dropped without a report.

        A line that is only a number is never a remark.
        """
        if not isinstance(part, Answer) or not part.unread or not self.languages or self.ledger.known(place) is not None:
            return False
        state = state_of(self.code, self.player)
        if all(char.isdecimal() or char in " #.)" for char in part.said):
            return False
        question = state.question(self.languages) if self._question(part, state) >= 0 else None
        return question is None or meant(part, question).confidence is not Confidence.CERTAIN

    def _once(self, place: int, part: Part) -> Heard:
        """Execute one part. If the ledger has its result from an earlier attempt, return that instead."""
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
        except UnknownRules:  # a process that has these rules repeats the part
            raise
        except RulesError as error:
            heard = _refused(part.line, error, state.seq)
        self._go_on(part, heard.what, heard.seq)
        self.ledger.end(place, heard)
        return heard

    def _question(self, part: Part, state: State) -> int:
        """Return the number of the question that the part answers, or -1 for none.

        The first answer is for the question that the text was written for. A further answer is for the question that followed at once.
        """
        if self.expected is None or state.seat is None or not isinstance(part, Answer):
            return self.nth
        return state.seat.nth if state.seq == self.expected and state.seat.pending else -1

    def _go_on(self, part: Part, what: What, seq: int) -> None:
        if isinstance(part, Answer) and what in (What.PLAYED, What.REPEATED):
            self.expected = seq

    def _do(self, part: Part, state: State, nth: int, since: int, *, again: bool) -> Heard:
        """Execute one part: first by the handler, then by the table, then at the seat. Raises the `RulesError` that refuses it."""
        part = self.handler.meant(part)
        handled = self._by_handler(part, again=again)
        if handled is not None:
            return handled
        if isinstance(part, Consent) and self._answered_before(state):
            part = Answer(part.line, part.line)  # some questions have the choice “pass”: the text repeats that answer, or comes too late
        if isinstance(part, Consent):
            raise Refused(msg("There is nothing here to say yes or no to."), code="nothing_asked")
        if state.game is None and isinstance(part, Answer) and not any(char.isdecimal() for char in part.said):
            raise Refused(msg("This is no command that we know, and your mail replies to no mail of a game."), code="which_game")
        if state.game is None:
            raise Refused(msg("This belongs to no game; please answer a mail of the game that you mean."), code="which_game")
        if isinstance(part, Command) and (heard := self._of_the_table(part, state.game)) is not None:
            return heard
        if state.seat is None:
            raise NotYours(msg("This is not your seat."))
        if isinstance(part, Answer):
            return self._answer(part, state, state.game, state.seat, nth)
        readers = self.languages or ([self.reader] if self.reader else ())
        at_seat = AtSeat(state.game, state.seat, self.player, self.source, self.now, self.clean, again, readers)
        if isinstance(part, Words):
            if not part.text:
                raise Refused(
                    msg("This was told to nobody. What is for all stands behind “say:”, without addresses and numbers."), code="private"
                )
            return at_seat.say(part)
        if part.name is CommandName.UNDO and self._moved_on(state.seat):
            raise Stale(msg("The table has moved on since that mail was written; please look at it again."))
        return at_seat.do(part, since)

    def _answered_before(self, state: State) -> bool:
        """Return whether a form or an API client names a question that is no longer open."""
        return not self.languages and state.seat is not None and self.nth >= 0 and (state.decision is None or state.seat.nth != self.nth)

    def _moved_on(self, seat: Seat) -> bool:
        """Return whether the seat has had further questions since the one that this text answers, so that an undo would be out of date."""
        return self.expected is None and self.nth != UNKNOWN_QUESTION and not self.nth <= seat.nth <= self.nth + 1

    def _by_handler(self, part: Part, *, again: bool) -> Heard | None:
        """Let the handler execute the part. Return None if it is left to the table."""
        if isinstance(part, Command):
            return self.handler.command(part, again=again)
        if isinstance(part, Consent):
            return self.handler.consent(part, again=again)
        return self.handler.answer(part, again=again) if isinstance(part, Answer) else None

    def _of_the_table(self, command: Command, game: Game) -> Heard | None:
        """Execute a command that needs a table but no seat. Return None for any other command."""
        if command.name in (CommandName.HELP, CommandName.STATUS):
            return Heard(What.SHOW, command.line, game.seq)
        if command.name is CommandName.REMATCH:
            rematches.create(game, self.player, now=self.now)
            return Heard(What.AGAIN, command.line, game.seq)
        return None

    def _answer(self, answer: Answer, state: State, game: Game, seat: Seat, nth: int) -> Heard:
        """Play an answer to question `nth`. Return without playing it if the question is unknown (-2) or missing (-1).

        An answer to a mail's question is parsed again against the open question. A guess becomes a question to the writer.
        """
        if nth == UNKNOWN_QUESTION and state.decision is None:
            raise Unreadable(msg("“{text}” could not be read.", text=answer.said[:40]))
        if nth == UNKNOWN_QUESTION:
            words = msg("Your mail does not say which question it answers, so this was not played.")
            return Heard(What.LEFT, answer.line, game.seq, words, "which_question")
        if nth < 0:
            return Heard(What.LEFT, answer.line, game.seq, msg("Nothing more was asked of you, so this was not played."), "nothing_asked")
        if state.decision is not None and seat.nth == nth:
            if self.languages and (question := state.question(self.languages)) is not None:
                answer = meant(answer, question)
            if answer.confidence is Confidence.GUESS and answer.candidates:
                return _did_you_mean(answer, state.decision, game.seq, nth)
            if answer.confidence is not Confidence.CERTAIN:
                raise _why_not(answer, state.decision)
        asked = state.decision if self.languages and seat.nth == nth else None
        outcome = answers.answer(
            game.pk, seat.index, nth, answer.text or answer.said, source=self.source, now=self.now, player_id=self.player.pk,
            story=self.clean(answer.story).strip(), said=answer.said, reader=self.reader,
        )  # fmt: skip
        what = What.REPEATED if outcome.repeated else What.PLAYED if outcome.final else What.SEALED
        return Heard(what, answer.line, outcome.seq, _understood_as(answer, what, asked))


def _why_not(answer: Answer, decision: Decision) -> RulesError:
    """Return the error for an answer that fits no choice for certain: the reason of the rules if they refuse it, else `Unreadable`."""
    try:
        notation.read(decision, answer.said)
    except RulesError as error:
        if error.code not in (Unreadable.code, Ambiguous.code):
            return error
    return Unreadable(msg("“{text}” could not be read.", text=answer.said[:40]))


def _understood_as(answer: Answer, what: What, decision: Decision | None) -> Message | None:
    """Return a sentence with the choice that was understood; None if the writer typed its token, so that nothing is in doubt.

    `decision` is the question of a mail; None for texts from pages and the API, which show the result themselves.
    """
    if decision is None or what is What.REPEATED or not answer.text:
        return None
    typed = answer.said.casefold().strip(" .!)")
    if typed in (answer.text.casefold(), *answer.text.casefold().split(">")):
        return None
    choice = notation.labels(decision, answer.text)
    if what is What.SEALED:
        return msg("saved as “{choice}”; you can change it until everybody has answered", choice=choice)
    return msg("played as “{choice}”", choice=choice)


def _did_you_mean(answer: Answer, decision: Decision, seq: int, nth: int) -> Heard:
    """Return a result that asks the writer to confirm the likeliest choice. Nothing is played before the confirmation."""
    best = answer.candidates[0]
    labels = notation.labels(decision, best)
    number, option = next(((place, one) for place, one in enumerate(decision.options, start=1) if one.token == best), (0, None))
    question = (
        msg("Did you mean {number}) {choice}? Then answer yes.", number=number, choice=labels)
        if number
        else msg("Did you mean {choice}? Then answer yes.", choice=labels)
    )
    if option is not None and option.outcome is not None:
        question = msg("{question} ({outcome})", question=question, outcome=option.outcome)
    error = Ambiguous(question, tokens=answer.candidates)
    ask = {"do": "answer", "nth": nth, "text": best}
    return Heard(What.ASKED, answer.line, seq, question, "did_you_mean", error=error, ask=ask)


def _refused(line: str, error: RulesError, seq: int) -> Heard:
    return Heard(What.REFUSED, line, seq, error.message, error.code, error.rule, error)


def as_facts(heard: Heard) -> dict[str, Any]:
    """Return the fields of a result that a ledger stores, as JSON-compatible values."""
    return {"what": heard.what.value, "after": heard.seq, **({"ask": heard.ask} if heard.ask else {})}
