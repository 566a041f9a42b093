"""Filing, changing and withdrawing standing orders. Only the holder of a seat can; nobody else can tell."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import orjson
from django.db import transaction

from games.models import Game, Seat
from games.rules.messages import msg
from games.rules.orders import Order, OrderBook
from games.rules.session import Session
from games.services import idempotency
from games.services.errors import Refused, Trouble
from games.services.orders import execution
from games.services.tables import answers, consequences, store

LONGEST = 500


def file(game_id: int, seat: int, text: str, *, now: datetime, player_id: int) -> Order:
    """Keep an order in place of the one for the same slot. A question that is open already is answered by it at once.

    Raises `Refused` where the game takes no orders, `NotYours`, `Closed`, `Trouble`, or an error of the rules.
    """
    answers.check_text(text)
    if len(text) > LONGEST:
        raise Refused(msg("A standing order has at most {most} characters.", most=LONGEST), code="order_too_long")
    try:
        with transaction.atomic(durable=idempotency.durable()):
            game = store.lock_game(game_id)
            answers.open_seat(game, seat, player_id)
            session = game.load_session()
            book = _book(session, seat)
            order = book.read(text)
            kept = {slot: said for slot, said in orjson.loads(game.seats[seat].orders).items() if book.holds(slot)}
            _keep(game, seat, kept | {order.slot: order.text})
            _carry_out(game, session, seat, now)
            return order
    except Trouble as trouble:
        answers.mark_trouble(game_id, str(trouble.__cause__ or trouble))
        raise


def file_proposed(game_id: int, seat: int, *, now: datetime, player_id: int) -> None:
    """Keep the first order that is proposed, which may be several. Raises what `file` raises, and `Refused` where nothing is proposed."""
    game = store.read_game(id=game_id)
    answers.open_seat(game, seat, player_id)
    presets = [preset for offer in _book(game.load_session(), seat).offers for preset in offer.presets]
    if not presets:
        raise Refused(msg("No order is proposed here now."), code="no_orders")
    for line in presets[0].text.splitlines():
        file(game_id, seat, line, now=now, player_id=player_id)


def withdraw(game_id: int, seat: int, slot: str | None, *, now: datetime, player_id: int) -> None:
    """Forget the order of a slot, or all of them with None; what is not there is as good as withdrawn.

    Whose order was to answer an open question is asked it now. Raises `NotYours`, `Closed` or `Trouble`.
    """
    with transaction.atomic(durable=idempotency.durable()):
        game = store.lock_game(game_id)
        answers.open_seat(game, seat, player_id)
        kept: dict[str, str] = orjson.loads(game.seats[seat].orders)
        _keep(game, seat, {} if slot is None else {other: text for other, text in kept.items() if other != slot})
        holder = game.seats[seat]
        if holder.order_at is not None and execution.answer_now(game, session := game.load_session(), seat) is None:
            consequences.ask_holder(game, session, holder, now)


def standing(game_id: int, seat: int, *, player_id: int) -> tuple[Order, ...]:
    """The orders that stand now, by slot. Raises what `withdraw` raises, and `Refused` where the game takes no orders."""
    game = store.read_game(id=game_id)
    if game.status != Game.Status.ACTIVE:
        return ()
    answers.open_seat(game, seat, player_id)
    book = _book(game.load_session(), seat)
    kept: dict[str, str] = orjson.loads(game.seats[seat].orders)
    return tuple(book.kept(text) for slot, text in sorted(kept.items()) if book.holds(slot))


def _book(session: Session[Any], seat: int) -> OrderBook:
    book: OrderBook | None = session.game.orders(session.view(seat))
    if book is None:
        raise Refused(msg("This game takes no standing orders."), code="no_orders")
    return book


def _keep(game: store.RunningGame, seat: int, orders: dict[str, str]) -> None:
    game.seats[seat].orders = orjson.dumps(orders).decode()
    Seat.objects.filter(pk=game.seats[seat].id).update(orders=orders)


def _carry_out(game: store.RunningGame, session: Session[Any], seat: int, now: datetime) -> None:
    """The seat is asked already: what was ordered happens now, by the same way as when it is asked later.

    Also at a table that delays orders: their owner is there, as for an answer by hand. An order that waits already goes on waiting.
    """
    before, holder = consequences.questions_of(session), game.seats[seat]
    if seat not in session.unanswered:
        return
    if holder.order_at is not None:
        if execution.answer_now(game, session, seat) is None:
            consequences.ask_holder(game, session, holder, now)
        return
    entries = consequences.settle(game, session, begun_by_hand=False, at_once=seat if game.orders_delayed else None)
    if entries or consequences.questions_of(session) != before or seat not in session.unanswered:
        game.seats[seat].timeouts = 0
        consequences.record(game, session, before, entries, None, now)
