"""File, change and withdraw standing orders. Only the holder of a seat can do so, and only they can see them."""

from datetime import datetime
from typing import Any

import orjson

from games.models import Game, Seat
from games.rules.messages import msg
from games.rules.order_book import LONGEST
from games.rules.orders import Order, OrderBook
from games.rules.session import Session
from games.services.errors import Refused, Trouble
from games.services.orders import execution
from games.services.tables import answers, consequences, store


def file(game_id: int, seat: int, text: str, *, now: datetime, player_id: int) -> Order:
    """Store an order in place of the one for the same slot. It answers a question that is open already.

    Raises `Refused` where the game takes no orders, `NotYours`, `Closed`, `Trouble`, or an error of the rules.
    """
    answers.check_text(text)
    if len(text) > LONGEST:
        raise Refused(msg("A standing order has at most {most} characters.", most=LONGEST), code="order_too_long")
    try:
        with store.changing(game_id) as game:
            answers.open_seat(game, seat, player_id)
            session = game.load_session()
            order_book = _order_book(session, seat)
            order = order_book.read(text)
            orders = {slot: line for slot, line in orjson.loads(game.seats[seat].orders).items() if order_book.holds(slot)}
            _save(game, seat, orders | {order.slot: order.text})
            _execute(game, session, seat, now)
            return order
    except Trouble as trouble:
        answers.mark_trouble(game_id, str(trouble.__cause__ or trouble))
        raise


def file_proposed(game_id: int, seat: int, *, now: datetime, player_id: int) -> None:
    """File the orders of the first preset that the game offers. Raises what `file` raises, and `Refused` where there is none."""
    game = store.read_game(id=game_id)
    answers.open_seat(game, seat, player_id)
    presets = [preset for offer in _order_book(game.load_session(), seat).offers for preset in offer.presets]
    if not presets:
        raise Refused(msg("There is no suggested order at the moment."), code="no_orders")
    for line in presets[0].text.splitlines():
        file(game_id, seat, line, now=now, player_id=player_id)


def withdraw(game_id: int, seat: int, slot: str | None, *, now: datetime, player_id: int) -> None:
    """Delete the order of a slot, or all orders of the seat with None. A missing order is no error.

    If a delayed order was going to answer the open question, the holder is notified of it now. Raises `NotYours`, `Closed` or `Trouble`.
    """
    with store.changing(game_id) as game:
        answers.open_seat(game, seat, player_id)
        orders: dict[str, str] = orjson.loads(game.seats[seat].orders)
        _save(game, seat, {} if slot is None else {other: text for other, text in orders.items() if other != slot})
        holder = game.seats[seat]
        if holder.order_at is not None and execution.answer_now(game, session := game.load_session(), seat) is None:
            consequences.ask_holder(game, session, holder, now)


def standing(game_id: int, seat: int, *, player_id: int) -> tuple[Order, ...]:
    """The current orders of a seat, by slot. Raises what `withdraw` raises, and `Refused` where the game takes no orders."""
    game = store.read_game(id=game_id)
    if game.status != Game.Status.ACTIVE:
        return ()
    answers.open_seat(game, seat, player_id)
    order_book = _order_book(game.load_session(), seat)
    orders: dict[str, str] = orjson.loads(game.seats[seat].orders)
    return tuple(order_book.kept(text) for slot, text in sorted(orders.items()) if order_book.holds(slot))


def _order_book(session: Session[Any], seat: int) -> OrderBook:
    """The order book of a seat. Raises `Refused` where the game takes no orders."""
    order_book: OrderBook | None = session.game.orders(session.view(seat))
    if order_book is None:
        raise Refused(msg("This game takes no standing orders."), code="no_orders")
    return order_book


def _save(game: store.RunningGame, seat: int, orders: dict[str, str]) -> None:
    game.seats[seat].orders = orjson.dumps(orders).decode()
    Seat.objects.filter(pk=game.seats[seat].id).update(orders=orders)


def _execute(game: store.RunningGame, session: Session[Any], seat: int, now: datetime) -> None:
    """Let the orders of a seat answer its open question, if there is one.

    They answer at once also at a table that delays orders, because the player is present; an order whose moment is set keeps it.
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
