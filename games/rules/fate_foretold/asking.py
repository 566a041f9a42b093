"""Asking people, while anybody may concede or speak at any moment.

Every question heeds "!concede" and "!talk". What was said takes effect at once; then the question is asked again with
fresh options, or not at all when nothing is left to choose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.rules.ask import Interrupted, Question, ask, ask_all, shuffled
from games.rules.contract import Seat
from games.rules.fate_foretold.board import Fates
from games.rules.fate_foretold.conceding import concede
from games.rules.fate_foretold.converging import settle

CONCEDE, TALK = "!concede", "!talk"


class Gone(Exception):
    """The active player conceded in the middle of an effect of their own, or of their turn: the rest of it is dropped."""


async def ask_seat(t: Fates, seat: Seat, question: Callable[[], Question | None]) -> str | None:
    """One seat's answer; None when there is nothing to choose or the seat has conceded. Forced answers are taken (R59).

    `question` makes the question from the table as it is now. Raises `Gone` when the seat is the active player and concedes.
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
        except Interrupted as said:
            hear(t, said)
    await _catch_up(t)
    leave_if_gone(t, seat)
    return answer


async def ask_everyone(t: Fates, you: Seat, questions: Callable[[], Sequence[Question]]) -> dict[Seat, str]:
    """The sealed answers to one question each, by seat (R27); conceded seats are missing.

    Raises `Gone` when `you`, whose effect this is, is the active player and concedes.
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
        except Interrupted as said:
            hear(t, said)
            if not t.alive[you] and you == t.active:
                break
    await _catch_up(t)
    leave_if_gone(t, you)
    return {seat: text for seat, text in answers.items() if t.alive[seat]}


def leave_if_gone(t: Fates, seat: Seat) -> None:
    """Raise `Gone` when a seat is the active one and has conceded."""
    if seat == t.active and not t.alive[seat]:
        raise Gone


def hear(t: Fates, said: Interrupted) -> None:
    """Somebody conceded, or spoke at the table (R61)."""
    if not t.alive[said.seat]:
        return
    if said.token == CONCEDE:
        concede(t, said.seat)
    elif t.options["table_talk"] and not t.spoke[said.seat]:
        t.spoke[said.seat] = True
        t.log("spoke", seat=said.seat)


async def _catch_up(t: Fates) -> None:
    """After a concession: the Nest is shuffled once nobody is asked any more, so that sealed answers stay given."""
    if t.unsettled:
        t.unsettled = False
        t.nest = await shuffled("nest", t.nest)
        t.log("nest_shuffled")
        await settle(t)
