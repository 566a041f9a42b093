"""Asking questions during which any player may concede or speak at the table.

Every question heeds "!concede" and "!talk". These take effect at once; then the question is asked again with
new options, or not at all when nothing is left to choose.
"""

from collections.abc import Callable, Sequence

from games.rules.ask import Interrupted, Question, ask, ask_all, shuffled
from games.rules.contract import Seat
from games.rules.fate_foretold.board import FateForetoldTable
from games.rules.fate_foretold.conceding import concede
from games.rules.fate_foretold.converging import settle

CONCEDE, TALK = "!concede", "!talk"


class Conceded(Exception):
    """The active player has conceded: the rest of their running effect and of their turn is dropped."""


async def ask_seat(t: FateForetoldTable, seat: Seat, question: Callable[[], Question | None]) -> str | None:
    """One seat's answer; None when there is nothing to choose or the seat has conceded. Forced answers are taken without asking (R59).

    `question` makes the question from the table as it is at the time. Raises `Conceded` when the seat is the active one and concedes.
    """
    answer = None
    while t.alive[seat] and (asked := question()) is not None:
        if asked.forced:
            answer = asked.only_answer
            break
        asked.heeds = (CONCEDE, TALK)
        try:
            answer = await ask(asked)
            break
        except Interrupted as interruption:
            _interject(t, interruption)
    await _shuffle_after_concession(t)
    stop_if_conceded(t, seat)
    return answer


async def ask_everyone(t: FateForetoldTable, you: Seat, questions: Callable[[], Sequence[Question]]) -> dict[Seat, str]:
    """The sealed answers to one question each, by seat (R27); seats that have conceded are missing.

    Raises `Conceded` when `you`, the player whose effect asks, is the active one and concedes.
    """
    answers: dict[Seat, str] = {}
    while asked := list(questions()):
        for question in asked:
            question.heeds = (CONCEDE, TALK)
        try:
            answers = await ask_all(asked, auto=True)
            if len(asked) > 1:
                t.log("all_chose", reveals=True, seats=sorted(answers))
            break
        except Interrupted as interruption:
            _interject(t, interruption)
            if not t.alive[you] and you == t.active:
                break
    await _shuffle_after_concession(t)
    stop_if_conceded(t, you)
    return {seat: text for seat, text in answers.items() if t.alive[seat]}


def stop_if_conceded(t: FateForetoldTable, seat: Seat) -> None:
    if seat == t.active and not t.alive[seat]:
        raise Conceded


def _interject(t: FateForetoldTable, interruption: Interrupted) -> None:
    """Carry out a concession, or note that a player spoke at the table (R61)."""
    seat = interruption.seat
    if not t.alive[seat]:
        return
    if interruption.token == CONCEDE:
        concede(t, seat)
    elif t.options["table_talk"] and not t.spoke[seat]:
        t.spoke[seat] = True
        t.log("spoke", seat=seat)


async def _shuffle_after_concession(t: FateForetoldTable) -> None:
    """Shuffle the Nest after a concession. This waits until no question is open, so that sealed answers stay given."""
    if t.unsettled:
        t.unsettled = False
        t.nest = await shuffled("nest", t.nest)
        t.log("nest_shuffled")
        await settle(t)
