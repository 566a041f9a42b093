"""One game between advisers, recorded step by step; in Council of Kings some auctions can be replaced by gifts of the card."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from games.rules.contract import Entry, Position, Seat
from games.rules.game import Game
from games.rules.playout import random_draw
from games.rules.search.playing_on import advice
from games.rules.session import Session


class Given(NamedTuple):
    """A card that a seat received for free."""

    card: str
    seat: Seat


class Step(NamedTuple):
    """The game after an answer, and the events of that answer."""

    session: Session[Any]
    seat: Seat | None
    """The seat that answered; None for a draw."""
    events: list[dict[str, Any]]
    given: Given | None = None


def steps(game: Game[Any], seats: int, seed: int, options: Mapping[str, Any], gifts: int = 0) -> Iterator[Step]:
    """The steps of one game. One auction in `gifts`, drawn at random, ends at once with its card given to a random seat (0: none)."""
    chance, giving = random.Random(seed), random.Random(f"{seed} gifts")
    session, offered = game.begin(seats, options), 0
    yield Step(session, None, [event.seen_by(None) for event in session.opening()])
    while session.result is None:
        if (draw := session.wants_chance) is not None:
            yield Step(session, None, _happened([session.answer_chance(random_draw(chance, draw.n, draw.k))]))
            continue
        lot = getattr(session.table, "lot", None)
        if gifts and lot and session.table.phase == "auction" and session.table.auction != offered:
            offered = session.table.auction
            if giving.randrange(gifts) == 0:
                seat = giving.randrange(seats)
                session = _free_for(game, session.position, seat)
                events = _happened(session.answer(seat, "buy")) if session.unanswered == (seat,) and session.table.lot else []
                yield Step(session, seat, events, Given(lot["card"], seat))
                continue
        decision = session.decision(session.unanswered[0])
        assert decision is not None
        yield Step(session, decision.seat, _happened(session.answer(decision.seat, advice(game, session, decision))))


def _happened(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    return [event.seen_by(None) for entry in entries for event in entry.events]


def _free_for(game: Game[Any], at: Position, seat: Seat) -> Session[Any]:
    """The same auction at this seat's turn, with no coins on the card."""
    t = game.table.load(at.table)
    t.bank += t.lot["coins"]
    t.lot |= {"coins": 0, "turn": seat}
    return game.resume(Position(t.dump(), (), {}, at.draws))
