"""Answer a question of a game: the one service for every source (form, mail, API, bot, director).

One statement reads the game with its seats. Seat, question and text are checked, the rules are applied, and automatic answers follow
(chance, orders, autopilots). One statement writes log, seats, outbox and position, durably, and only if the game has not changed since
it was read; otherwise the work is repeated under the game's lock. The answer is accepted once it is committed. The number of
statements does not depend on the length of the game.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F

from games.models import Game, Move, Seat
from games.rules import notation
from games.rules.contract import Decision, Entry, Shape
from games.rules.errors import Ambiguous, RulesError, Unreadable
from games.rules.messages import Message, Reader, msg
from games.rules.session import Session
from games.services import idempotency
from games.services.errors import Closed, NotYours, Refused, Stale, Trouble
from games.services.tables import consequences, store

LONGEST_STORY = 600
LONGEST_TEXT = 2_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """The effect of an answer.

    `seq` is the length of the log afterwards. `final` is False while a sealed phase waits for other seats and the answer can be revised.
    `repeated` means that the same answer was accepted before, and nothing was changed. `over`: the game has ended. `asked`: the same
    seat has another open question.
    """

    seq: int
    final: bool = True
    repeated: bool = False
    over: bool = False
    asked: bool = False


def answer(
    game_id: int,
    seat: int,
    nth: int,
    text: str,
    *,
    source: str,
    now: datetime,
    player_id: int | None = None,
    story: str = "",
    said: str = "",
    reader: Reader | None = None,
    game: store.RunningGame | None = None,
    on_page: bool = False,
) -> Outcome:
    """Answer question `nth` of a seat with any text its notation understands, in English or in the words of `reader`.

    `player_id` is the player who answers: the holder of the seat or its deputy; None stands for the site (timeouts, director). `story`
    is at most 600 characters of plain text. `said` is the typed text where `text` was read from it. `game` saves the first read where
    the caller has just read it. `on_page`: the player sees a page that shows the next question of their turn, so its mail is delayed.

    Raises `Stale`, `NotYours`, `Closed`, `Refused`, `Trouble`, or an error of the rules; nothing has changed then.
    """
    check_text(text, story)
    cause = consequences.Cause(seat, said or text, story.strip(), source, player_id, on_page=on_page)
    try:
        try:
            return _answer(game or store.read_game(id=game_id), nth, text, reader, cause, now)
        except store.ConcurrentChange:
            with transaction.atomic(durable=idempotency.durable()):
                return _answer(store.lock_game(game_id), nth, text, reader, cause, now)
    except Trouble as trouble:
        mark_trouble(game_id, str(trouble.__cause__ or trouble))
        raise


def check_text(text: str, story: str = "") -> None:
    """Check the length and the characters of an answer and its story. Raises `Refused`."""
    if len(story) > LONGEST_STORY:
        raise Refused(
            msg("A story has at most {most} characters; yours has {count}.", most=LONGEST_STORY, count=len(story)), code="story_too_long"
        )
    if len(text) > LONGEST_TEXT:
        raise Refused(msg("An answer has at most {most} characters.", most=LONGEST_TEXT), code="text_too_long")
    if any((ord(char) < 32 and char not in "\t\n\r") or 0xD800 <= ord(char) <= 0xDFFF or ord(char) == 127 for char in text + story):
        raise Refused(msg("Answers and stories are plain text without control characters."), code="bad_characters")


def mark_trouble(game_id: int, why: str) -> None:
    """Mark a game whose rules raised an error and stop its clocks; the inbox of the admin lists it."""
    with transaction.atomic():
        Game.objects.filter(pk=game_id, trouble="").update(trouble=why[:2000], changes=F("changes") + 1)
        Seat.objects.filter(game_id=game_id).update(due_at=None, remind_at=None)


def open_seat(game: store.RunningGame, seat: int, player_id: int | None, now: datetime | None = None) -> store.RunningSeat:
    """The seat of a running game, for its holder or the site (None); with `now`, also for the deputy at that moment.

    Raises `Closed`, `NotYours` or `Trouble`.
    """
    if not 0 <= seat < len(game.seats) or not _may_use(game.seats[seat], player_id, now):
        raise NotYours(msg("This is not your seat."))
    if game.status != Game.Status.ACTIVE:
        raise Closed(msg("This game is not running."), code="game_over" if game.status == Game.Status.FINISHED else "closed")
    if game.trouble:
        raise Trouble(msg("This game has a technical problem. No moves are lost, and its clocks are stopped until it is fixed."))
    return game.seats[seat]


def own_seat(game: store.RunningGame, player_id: int, states: Collection[str] = tuple(Seat.State)) -> store.RunningSeat:
    """The seat of this running game that the player holds, if it is in one of these states. Raises what `open_seat` raises."""
    seat = next((seat for seat in game.seats if seat.player_id == player_id and seat.state in states), None)
    if seat is None:
        raise NotYours(msg("You have no seat at this table."))
    return open_seat(game, seat.index, player_id)


def _may_use(seat: store.RunningSeat, player_id: int | None, now: datetime | None) -> bool:
    """True for the site itself, the holder, and the deputy while the appointment lasts."""
    return player_id is None or seat.player_id == player_id or (now is not None and seat.deputy_at(now) == player_id)


def _answer(game: store.RunningGame, nth: int, text: str, reader: Reader | None, cause: consequences.Cause, now: datetime) -> Outcome:
    """Apply an answer to the game as it was read, and write it. Raises what `answer` raises, and `ConcurrentChange`."""
    seat, player_id = cause.seat, cause.player_id
    holder = open_seat(game, seat, player_id, now) if not _repeats_last_move(game, seat, nth, player_id) else None
    if holder is None or nth < holder.nth:
        return _repeated(game, seat, nth, text)
    if nth > holder.nth:
        raise Stale(msg("This question has not been asked yet. Please look at the table again."))
    session = game.load_session()
    before = consequences.questions_of(session)
    if seat not in before:
        raise Stale(msg("Nothing is asked of this seat at the moment. Please look at the table again."), code="not_your_turn")
    entries = apply(session, seat, text, reader)
    cause = cause if player_id in (None, holder.player_id) else replace(cause, source=Move.Source.DEPUTY)
    entries += consequences.settle(game, session)
    consequences.record(game, session, before, entries, cause, now)
    return Outcome(game.seq + len(entries), bool(entries), False, session.result is not None, holder.pending)


def apply(session: Session[Any], seat: int, text: str, reader: Reader | None) -> list[Entry]:
    """Apply the answer by the rules. Errors of the rules (`RulesError`) pass through; any other exception becomes `Trouble`."""
    try:
        return _understood(session, seat, text, reader)
    except RulesError:
        raise
    except Exception as error:
        raise Trouble(msg("This answer caused an error in the rules of the game. An operator has to fix it.")) from error


def _understood(session: Session[Any], seat: int, text: str, reader: Reader | None) -> list[Entry]:
    """Read the text in English, otherwise in the language of `reader`, and apply it."""
    try:
        return session.answer(seat, text)
    except Unreadable:
        decision = session.decision(seat)
        translated = read_localized(decision, text, reader) if decision is not None and reader is not None else None
        if translated is None:
            raise
        return session.answer(seat, translated)


def read_localized(decision: Decision, text: str, reader: Reader) -> str | None:
    """The canonical answer that the text means in the language in which the choices were shown; None if it fits no choice.

    Where an English reader types `desert on bard`, this is `Wüste auf Barde`. English names are tried before, so that an answer which is
    valid in English has the same meaning for every reader. Raises `Ambiguous` if it fits several choices.
    """
    if decision.shape is Shape.NUMBER:
        return None
    options = tuple(replace(option, label=Message(reader.say(option.label))) for option in decision.options)
    try:
        return notation.read(replace(decision, options=options), text)
    except Ambiguous:
        raise
    except RulesError:
        return None


def _repeats_last_move(game: store.RunningGame, seat: int, nth: int, player_id: int | None) -> bool:
    """Whether this repeats an answer that ended the game; such a request gets the same outcome as the first one."""
    if game.status != Game.Status.FINISHED or not 0 <= seat < len(game.seats) or nth >= game.seats[seat].nth:
        return False
    return player_id is None or game.seats[seat].player_id == player_id


def _repeated(game: store.RunningGame, seat: int, nth: int, text: str) -> Outcome:
    """The outcome of answering a closed question again. Raises `Stale` unless the answer is the same as the first one."""
    move = Move.objects.filter(game_id=game.id, seat=seat, nth=nth, kind=Move.Kind.ANSWER).values_list("seq", "text", "said").first()
    if move is not None and text.strip() in move[1:]:
        over = game.status == Game.Status.FINISHED
        return Outcome(move[0] + 1, repeated=True, over=over, asked=game.seats[seat].pending and not over)
    raise Stale(msg("That question is no longer open. It has been answered, or the table has changed."))
