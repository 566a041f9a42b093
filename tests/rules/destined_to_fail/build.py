"""Hand-made tables, and short ways to play on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.contract import Event
from games.rules.destined_to_fail import GAME
from games.rules.destined_to_fail.cards import deck, in_order
from games.rules.destined_to_fail.deal import clear
from games.rules.destined_to_fail.table import Destiny
from games.rules.destined_to_fail.trumps import TRUMPS
from games.rules.session import Session

A, B, C, D = range(4)
PLAIN = "sunstrike"
"""A card with little effect, where a test needs any trump card. Sun is trump."""
NO_TRUMP = "absolute_chaos"
"""A card without a trump suit that does not change which card wins."""


def table(hands: Sequence[str], trump: str = PLAIN, **more: Any) -> Destiny:
    """A table before a lead. Hands (and `row`) are written as `"sun-3 orb"`; other keywords are fields or options."""
    seats = len(hands)
    options = {option.key: more.pop(option.key, option.default) for option in GAME.options}
    t = Destiny(seats, options)
    clear(t)
    t.glory, t.round, t.trick_no, t.phase, t.effect = [0] * seats, 1, 1, "lead", trump
    t.trump_deck = [key for key in TRUMPS if key != trump]
    t.tokens = [1] * seats
    t.bag = [0, 2] * seats
    t.hands = [in_order(hand.split()) for hand in hands]
    t.row = in_order(more.pop("row", "").split())
    for name, value in more.items():
        setattr(t, name, value)
    return t


def dealt(trump: str, hands: Sequence[str], row: str, **more: Any) -> Session[Destiny]:
    """A real round from its deal on, with these draws: hands, row, `tokens` and (for Double Prophecy) `second`."""
    seats, extra = len(hands), more.pop("second", [])
    t = table(hands, trump, phase="round", **more)
    wanted = [face for hand in hands for face in hand.split()] + row.split()
    assert in_order(wanted) == deck(seats), "these are not the cards of a deck"
    t.trump_deck = [*t.trump_deck, trump]
    tokens = [value for value in t.tokens if value is not None]
    t.effect, t.tokens, t.round = "", [None] * seats, 0
    t.bag = [value for value in (0, 1, 2) for _ in range(seats)]
    session = Session(GAME, t)
    session.answer_chance(places(deck(seats), wanted))
    drawn = [tokens[(t.leader + step) % seats] for step in range(seats)]
    drawn += [extra[(t.leader + step) % seats] for step in range(seats)] if extra else []
    rest = list(t.bag)
    for value in drawn:
        rest.remove(value)
    session.answer_chance(places(t.bag, [*rest, *reversed(drawn)]))
    return session


def places(sorted_things: Sequence[Any], wanted: Sequence[Any]) -> list[int]:
    """The draw that reorders one list into another."""
    free = list(range(len(sorted_things)))
    found = []
    for thing in wanted:
        place = next(place for place in free if sorted_things[place] == thing)
        free.remove(place)
        found.append(place)
    return found


def begin(hands: Sequence[str], trump: str = PLAIN, **more: Any) -> Session[Destiny]:
    """A session on such a table."""
    return Session(GAME, table(hands, trump, **more))


def say(session: Session[Destiny], *answers: tuple[int, str]) -> list[Event]:
    """Give the answers in turn and return all events."""
    return [event for seat, text in answers for entry in session.answer(seat, text) for event in entry.events]


def die(session: Session[Destiny], *faces: int) -> list[Event]:
    """Make the Fate Die show these numbers."""
    events: list[Event] = []
    for face in faces:
        assert session.wants_chance is not None
        assert session.wants_chance.label == "fate-die"
        events += session.answer_chance([2 * face]).events
    return events


def trick(trump: str, *faces: str, **more: Any) -> tuple[Session[Destiny], list[Event]]:
    """Seat A leads the first face, B plays the second, and so on; every hand holds one card, so it is played without a question."""
    session = begin(faces, trump, **more)
    return session, list(session.opening())


def kinds(events: Sequence[Event]) -> list[str]:
    """The kinds of the events, in order."""
    return [event.kind for event in events]


def only(events: Sequence[Event], kind: str) -> dict[str, Any]:
    """The public part of the single event of a kind."""
    (found,) = [dict(event.public) for event in events if event.kind == kind]
    return found


def tokens(session: Session[Destiny], seat: int) -> list[str]:
    """The legal answers of a seat."""
    question = session.question(seat)
    return list(question.tokens) if question else []
