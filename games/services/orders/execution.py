"""Execute standing orders: they answer in the transaction that asks the seat."""

from typing import Any

import orjson

from games.models import Seat
from games.rules import notation
from games.rules.contract import Entry, Seat as Index, Wait
from games.rules.session import Session
from games.services.tables import store

NO_ORDERS = "{}"
"""The stored text of a seat without orders."""


class OrderEntry(Entry):
    """A log entry whose answer a standing order gave."""


class ForcedEntry(Entry):
    """A log entry for a question that publicly had a single answer."""


def only_answer(session: Session[Any], by_hand: Index | None) -> list[Entry] | None:
    """Answer the first question with a single answer, where that is public; returns the entries, or None when there is none."""
    if session.wait is Wait.SEALED:
        return None
    for question in session.questions:
        if question.forced and question.seat != by_hand and session.game.openly_forced(session.view(None), question.seat, question.kind):
            return _marked(ForcedEntry, session.answer(question.seat, question.only_answer), question.seat)
    return None


def next_answer(game: store.RunningGame, session: Session[Any], by_hand: Index | None) -> list[Entry] | None:
    """Answer by the orders of the first seat that has one for its question; returns the entries, or None when no seat has one.

    Orders of a seat on autopilot take precedence over its stand-in. `by_hand` is the seat whose player has begun the current turn by
    hand; its orders are not executed.
    """
    for seat in session.unanswered:
        if seat != by_hand and not _delays(game, seat) and (entries := carry_out(game, session, seat)) is not None:
            return entries
    return None


def delayed_seats(game: store.RunningGame, session: Session[Any], by_hand: Index | None) -> frozenset[Index]:
    if not game.orders_delayed:
        return frozenset()
    waiting = (seat for seat in session.unanswered if seat != by_hand and _delays(game, seat))
    return frozenset(seat for seat in waiting if answer_now(game, session, seat) is not None)


def carry_out(game: store.RunningGame, session: Session[Any], seat: Index) -> list[Entry] | None:
    """Answer the open question of a seat by its orders; returns the entries, or None where its player has to decide."""
    text = answer_now(game, session, seat)
    return None if text is None else _marked(OrderEntry, session.answer(seat, text), seat)


def answer_now(game: store.RunningGame, session: Session[Any], seat: Index) -> str | None:
    """The answer of a seat's orders to its open question; None where its player has to decide or has left the game."""
    holder = game.seats[seat]
    if holder.orders == NO_ORDERS or holder.state not in (Seat.State.PLAYING, Seat.State.AWAY):
        return None
    return answer_of(session, seat, orjson.loads(holder.orders))


def _delays(game: store.RunningGame, seat: Index) -> bool:
    """Whether the orders of a seat are delayed. Those of a seat on autopilot answer at once, as the autopilot does."""
    return game.orders_delayed and game.seats[seat].state == Seat.State.PLAYING


def answer_of(session: Session[Any], seat: Index, orders: dict[str, str]) -> str | None:
    """The canonical answer of these orders, by slot, to the open question of a seat; None where they give none or an illegal one."""
    order_book, question, decision = session.game.orders(session.view(seat)), session.question(seat), session.decision(seat)
    if order_book is None or question is None or decision is None:
        return None
    text = order_book.answer(decision, {slot: text for slot, text in orders.items() if order_book.holds(slot)})
    return None if text is None else notation.canonical(question, text)


def _marked(kind: type[Entry], entries: list[Entry], seat: Index) -> list[Entry]:
    return [kind(entry.seat, entry.text, entry.events) if entry.seat == seat else entry for entry in entries]
