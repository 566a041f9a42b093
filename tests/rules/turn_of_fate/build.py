"""Positions from short texts: a stack is `soldier>market ace…`, stacks are separated by spaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.contract import Event
from games.rules.session import Session
from games.rules.turn_of_fate import GAME
from games.rules.turn_of_fate.board import TurnOfFateTable
from games.rules.turn_of_fate.cards import CITIZENS, FATES, RIVAL


def stacks(text: str) -> list[list[str]]:
    """`sailor soldier>market` → [["sailor"], ["soldier", "market"]]."""
    return [word.split(">") for word in text.split()]


def at_turn(
    active: int,
    temple: str = "leaves",
    *,
    c0: str = "",
    c1: str = "",
    agora: str = "",
    temple0: str = "",
    temple1: str = "",
    hand0: str = "",
    hand1: str = "",
    fates: str = "",
    citizens: str = "",
    discard: str = "",
    null_passes: int = 0,
    **options: Any,
) -> Session[TurnOfFateTable]:
    """A session before the turn of `active`; `temple` is that of seat 0, decks are listed from the top."""
    t = TurnOfFateTable(2, GAME.settle_options(2, options))
    t.phase, t.temples, t.active, t.turn, t.null_passes = "turn", [temple, RIVAL[temple]], active, 10, null_passes
    t.congregations, t.agora, t.temple_piles = [stacks(c0), stacks(c1)], stacks(agora), [stacks(temple0), stacks(temple1)]
    t.hands, t.fate_deck, t.citizen_deck = [hand0.split(), hand1.split()], fates.split(), citizens.split()
    t.discard = discard.split()
    return Session(GAME, t)


def set_up(citizens: str, fates: str = "", **options: Any) -> Session[TurnOfFateTable]:
    """A new game with these cards on top of the decks, the others in the order of the deck list."""
    session = GAME.begin(2, options)
    session.answer_chance(order(citizens, CITIZENS))
    session.answer_chance(order(fates, FATES))
    return session


def order(first: str, cards: Sequence[str]) -> list[int]:
    """The draw that puts these cards on top."""
    given = first.split()
    return [cards.index(card) for card in (*given, *(card for card in cards if card not in given))]


def move(session: Session[TurnOfFateTable], text: str) -> list[Event]:
    """Answer for the seat that is asked; returns the events."""
    return [event for entry in session.answer(session.waiting_for[0], text) for event in entry.events]


def legal(session: Session[TurnOfFateTable]) -> list[str]:
    """The tokens of the open question."""
    return list(session.questions[0].tokens)


def zones(session: Session[TurnOfFateTable]) -> dict[str, str]:
    """Congregations, Agora and Temples as texts."""
    t = session.table
    lists = {
        "c0": t.congregations[0],
        "c1": t.congregations[1],
        "agora": t.agora,
        "temple0": t.temple_piles[0],
        "temple1": t.temple_piles[1],
    }
    return {name: " ".join(">".join(stack) for stack in found) for name, found in lists.items() if found}


def held(session: Session[TurnOfFateTable], seat: int) -> str:
    """A hand as text, in the order in which it was drawn."""
    return " ".join(session.table.hands[seat])


def happened(events: Sequence[Event], kind: str) -> list[dict[str, Any]]:
    """The public parts of the events of one kind."""
    return [dict(event.public) for event in events if event.kind == kind]
