"""The standing orders of a viewer at a table: the current ones, those that can be filed now, and what one would have answered before."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from games.models import Game, Move, Seat
from games.queries.history.replay import COLUMNS, opening, replayed
from games.queries.tables.table import Look
from games.rules import notation
from games.rules.contract import Decision, Seat as Index
from games.rules.errors import RulesError
from games.rules.messages import Message
from games.rules.orders import Offer, Order, OrderBook, Preset

SHORT_PRESETS = 150
"""The most characters of all presets together for which their effects are shown beside the table."""
LOOKED_AT = 12
"""The latest answers of the seat that are compared."""
MOST_TRIALS = 3

AHEAD = 2
"""The most presets offered beside the table to a player without an open question."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The current orders of one seat, by slot, and the kinds of orders that can be filed."""

    standing: tuple[Order, ...]
    order_book: OrderBook | None = None
    """Reads orders; None where none can be filed."""
    asks: Message | None = None
    """Why the orders do not answer the open question."""
    answers_at: datetime | None = None
    """When a delayed order answers the open question."""
    delayed: bool = False
    """Whether the table delays orders."""
    sealed: Decision | None = None
    """The open question, if this seat has answered it and others have not."""

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The kinds of orders that can be filed; computed when they are shown, which most pages do not."""
        return self.order_book.offers if self.order_book is not None else ()

    @property
    def in_use(self) -> bool:
        """Whether there are orders, or one answers the open question."""
        return bool(self.standing) or self.answers_at is not None

    @property
    def presets(self) -> tuple[Preset, ...]:
        return tuple(preset for offer in self.offers for preset in offer.presets)

    @property
    def ahead(self) -> tuple[Preset, ...]:
        """The first presets for later questions, if there are no orders yet; without those for a question that is answered."""
        if self.standing or self.sealed is None or self.order_book is None:
            return () if self.standing else self.presets[:AHEAD]
        return tuple(preset for preset in self.presets if not _answers(self.order_book, self.sealed, preset))[:AHEAD]

    @property
    def is_brief(self) -> bool:
        """Whether the effects of the presets are short enough to show beside the table; otherwise only the text page shows them."""
        return sum(len(preset.text) for preset in self.presets) <= SHORT_PRESETS

    @property
    def explained(self) -> list[tuple[Preset, list[tuple[Message, ...]]]]:
        """The presets with their effects: a paragraph for each order."""
        return [(preset, self.sentences_of(preset)) for preset in self.presets]

    def sentences_of(self, preset: Preset) -> list[tuple[Message, ...]]:
        """The sentences about a preset, for each of its orders. A last sentence that all share becomes a paragraph of its own."""
        paragraphs = [self.order_book.kept(line).says for line in preset.text.splitlines()] if self.order_book is not None else []
        same_end = len(paragraphs) > 1 and all(sentences[-1] == paragraphs[0][-1] for sentences in paragraphs)
        return [*(sentences[:-1] for sentences in paragraphs), paragraphs[0][-1:]] if same_end else paragraphs


def _answers(order_book: OrderBook, decision: Decision, preset: Preset) -> bool:
    orders = map(order_book.read, preset.text.splitlines())
    return order_book.answer(decision, {order.slot: order.text for order in orders}) is not None


def sheet(look: Look) -> Sheet | None:
    """The orders of the viewer; None without a seat of their own in a running game that takes orders. No query."""
    order_book = _order_book(look)
    if order_book is None or look.mine is None:
        return None
    orders = {slot: text for slot, text in sorted(look.mine.orders.items()) if order_book.holds(slot)}
    asks = order_book.asks(look.decision, orders) if orders and look.decision is not None else None
    standing = tuple(order_book.kept(text) for text in orders.values())
    sealed = look.decision if look.decision is not None and look.decision.given is not None else None
    return Sheet(standing, order_book, asks, look.mine.order_at, look.game.orders_delayed, sealed)


def _order_book(look: Look) -> OrderBook | None:
    """The order book of the viewer's seat; None for deputies, from whom the holder's orders are hidden."""
    running = look.game.status == Game.Status.ACTIVE and not look.game.trouble
    if look.view is None or look.own is None or not running or look.own.state not in (Seat.State.PLAYING, Seat.State.AWAY):
        return None
    return look.game.book.orders(look.view)


@dataclass(frozen=True, slots=True)
class Trial:
    """One earlier question: the labels of the choices of the order, and of those of the seat."""

    ordered: tuple[Message, ...]
    answered: tuple[Message, ...]

    @property
    def same(self) -> bool:
        """Whether the order would have given the same answer."""
        return self.ordered == self.answered


def trials(game: Game, seat: Index, orders: Mapping[str, str]) -> list[Trial]:
    """The latest questions that the orders would have answered, oldest first. One query. For the holder of the seat only."""
    lines = list(Move.objects.filter(game=game).order_by("seq").values(*COLUMNS))
    own = {line["seq"]: line["text"] for line in lines if line["seat"] == seat and line["kind"] == Move.Kind.ANSWER}
    wanted = dict(list(own.items())[-LOOKED_AT:])
    session, found = opening(game), list[Trial]()
    try:
        for step in replayed(game, lines):
            # the line after this one is the answer to what is asked now
            session, given = step.session, wanted.get(step.line["seq"] + 1)
            decision, question = session.decision(seat), session.question(seat)
            if given is None or decision is None or question is None or question.forced:
                continue
            order_book = session.game.orders(session.view(seat))
            text = order_book.answer(decision, orders) if order_book is not None else None
            if text is not None and (ordered := notation.canonical(question, text)) is not None:
                found.append(Trial(notation.labels(decision, ordered), notation.labels(decision, given)))
    except (RulesError, ValueError):
        return []  # the game cannot be replayed
    return found[-MOST_TRIALS:]
