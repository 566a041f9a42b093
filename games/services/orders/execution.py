"""Carrying out standing orders: an answer like any other, given in the transaction that asks the seat."""

from __future__ import annotations

from typing import Any

import orjson

from games.models import Seat
from games.rules import notation
from games.rules.contract import Entry, Wait
from games.rules.contract import Seat as Index
from games.rules.session import Session
from games.services.tables import store

NO_ORDERS = "{}"
"""A seat without orders as its row says it; nothing else is looked at then."""


class OrderEntry(Entry):
    """A line of the log that a standing order gave."""


class ForcedEntry(Entry):
    """A line of the log for a question that everybody could see to have one answer."""


def only_answer(session: Session[Any], by_hand: Index | None) -> list[Entry] | None:
    """Answer the first question that leaves nothing to decide, where that is open knowledge; None when there is none."""
    if session.wait is Wait.SEALED:
        return None
    for question in session.questions:
        if question.forced and question.seat != by_hand and session.game.openly_forced(session.view(None), question.seat, question.kind):
            entries = session.answer(question.seat, question.only_answer)
            return [ForcedEntry(entry.seat, entry.text, entry.events) if entry.seat == question.seat else entry for entry in entries]
    return None


def next_answer(game: store.RunningGame, session: Session[Any], by_hand: Index | None) -> list[Entry] | None:
    """Let the first seat that has an order for its question answer by it; None when nobody has.

    Whoever is on autopilot has left orders too, and they go before what the house would play. `by_hand` is a seat in the middle of a
    turn that its person has begun: an order does not take that out of their hands.
    """
    for seat in session.unanswered:
        if seat != by_hand and not _delays(game, seat) and (entries := carry_out(game, session, seat)) is not None:
            return entries
    return None


def delayed_seats(game: store.RunningGame, session: Session[Any], by_hand: Index | None) -> frozenset[Index]:
    """The seats whose orders would answer now, at a table that delays them."""
    if not game.orders_delayed:
        return frozenset()
    waiting = (seat for seat in session.unanswered if seat != by_hand and _delays(game, seat))
    return frozenset(seat for seat in waiting if answer_now(game, session, seat) is not None)


def carry_out(game: store.RunningGame, session: Session[Any], seat: Index) -> list[Entry] | None:
    """Let the orders of a seat answer its open question; None where its person is to be asked."""
    text = answer_now(game, session, seat)
    return None if text is None else [_marked(entry, seat) for entry in session.answer(seat, text)]


def answer_now(game: store.RunningGame, session: Session[Any], seat: Index) -> str | None:
    """What the orders of a seat answer to its open question, where its person has not left for good."""
    holder = game.seats[seat]
    if holder.orders == NO_ORDERS or holder.state not in (Seat.State.PLAYING, Seat.State.AWAY):
        return None
    return answer_of(session, seat, orjson.loads(holder.orders))


def _delays(game: store.RunningGame, seat: Index) -> bool:
    """Nobody thinks that the person of a seat on autopilot moves, so its orders need not wait."""
    return game.orders_delayed and game.seats[seat].state == Seat.State.PLAYING


def answer_of(session: Session[Any], seat: Index, kept: dict[str, str]) -> str | None:
    """What the orders of a seat answer to its open question; None where its person is to be asked. What is no answer asks, too."""
    book, question, decision = session.game.orders(session.view(seat)), session.question(seat), session.decision(seat)
    if book is None or question is None or decision is None:
        return None
    text = book.answer(decision, {slot: text for slot, text in kept.items() if book.holds(slot)})
    return None if text is None else notation.canonical(question, text)


def _marked(entry: Entry, seat: Index) -> Entry:
    return OrderEntry(entry.seat, entry.text, entry.events) if entry.seat == seat else entry
