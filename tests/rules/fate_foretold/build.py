"""Hand-made tables: fields, hands and Nest as text; answers; and the events that follow."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from games.rules.contract import Event, Seat
from games.rules.fate_foretold import GAME
from games.rules.fate_foretold.board import FateForetoldTable, alignment
from games.rules.fate_foretold.cards import DECKS
from games.rules.session import Session


def _listed(file: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((Path(__file__).parent / file).read_text(encoding="utf-8"))
    return read


CARD_LIST = _listed("cards.json")
"""The card list of the specification."""
AGAIN = {card["id"]: card for card in _listed("cards-2.json")["cards"]}
CARD_LISTS: dict[int, list[dict[str, Any]]] = {1: CARD_LIST["cards"], 2: [AGAIN.get(card["id"], card) for card in CARD_LIST["cards"]]}
"""The cards of each printing."""

SIGILS = ("king", "queen", "knight", "ten", "nine", "eight")


class Play:
    """A session with a hand-made table. Draws take the first choices unless `lots` says otherwise."""

    def __init__(self, table: FateForetoldTable, lots: Mapping[str, list[int]] | None = None) -> None:
        self.lots = {label: list(numbers) for label, numbers in (lots or {}).items()}
        self.session: Session[FateForetoldTable] = Session(GAME, table)
        self.events: list[Event] = list(self.session.opening())
        self._settle()

    @property
    def t(self) -> FateForetoldTable:
        return self.session.table

    def say(self, *answers: str, seat: Seat = 0) -> Play:
        """Answers of one seat, in turn."""
        for text in answers:
            self._hear(self.session.interject(seat, text) if text.startswith("!") else self.session.answer(seat, text))
            self._settle()
        return self

    def asked(self, seat: Seat = 0) -> str:
        """The choices of a seat's open question, or "" without one."""
        question = self.session.question(seat)
        return " ".join(question.tokens) if question else ""

    def kind(self, seat: Seat = 0) -> str:
        """The kind of a seat's open question."""
        question = self.session.question(seat)
        return question.kind if question else ""

    def field(self, seat: Seat = 0) -> str:
        return " ".join(self.t.fields[seat])

    def hand(self, seat: Seat = 0) -> str:
        return " ".join(self.t.hands[seat])

    def top(self, n: int = 1) -> str:
        return " ".join(self.t.nest[:n])

    def bottom(self, n: int = 1) -> str:
        return " ".join(self.t.nest[-n:])

    def happened(self, kind: str) -> list[dict[str, Any]]:
        """The public parts of all events of a kind."""
        return [dict(event.public) for event in self.events if event.kind == kind]

    def own(self, seat: Seat, kind: str) -> list[dict[str, Any]]:
        """The private parts of all events of a kind for a seat."""
        return [dict(event.private[seat]) for event in self.events if event.kind == kind and seat in event.private]

    def _settle(self) -> None:
        while (wanted := self.session.wants_chance) is not None:
            scripted = self.lots.get(wanted.label)
            numbers = [scripted.pop(0)] if scripted and wanted.k == 1 else list(range(wanted.k))
            if scripted and wanted.k > 1:
                numbers, self.lots[wanted.label] = scripted[: wanted.k], scripted[wanted.k :]
            self._hear([self.session.answer_chance(numbers)])

    def _hear(self, entries: Iterable[Any]) -> None:
        for entry in entries:
            self.events += entry.events


def play(
    seats: int = 4,
    *,
    N: str = "",
    sigils: str = "",
    active: Seat = 0,
    rest: bool = True,
    lots: Mapping[str, list[int]] | None = None,
    threshold: int = 5,
    table_talk: bool = True,
    round_limit: int | None = None,
    **more: Any,
) -> Play:
    """A game at the beginning of a turn of `active`.

    `F0`…, `H0`… are the cards on fields and in hands, `N` those on top of the Nest (the first of them is drawn at once in
    the Draw step); `rest=False` leaves all other cards out, so that the Nest holds only `N`. Other keywords set the table.
    """
    options = GAME.settle_options(seats, {"alignment_threshold": threshold, "table_talk": table_talk, "round_limit": round_limit})
    t = FateForetoldTable(seats, options, printing=more.pop("printing", 1))
    t.phase = "turn"
    t.fields = [more.pop(f"F{seat}", "").split() for seat in range(seats)]
    t.hands = [more.pop(f"H{seat}", "").split() for seat in range(seats)]
    t.sigils = [f"sigil_{name}" for name in (sigils.split() or SIGILS)[:seats]]
    t.alive, t.skips, t.spoke = [True] * seats, [False] * seats, [False] * seats
    t.active = t.first = active
    used = {card for cards in (*t.fields, *t.hands) for card in cards} | set(N.split())
    left = [card for card in DECKS[t.printing] if card not in used and card != "angel"]
    t.nest = N.split() + (left + (["angel"] if "angel" not in used else []) if rest else [])
    for name, value in more.items():
        setattr(t, name, value)
    t.aligned = [alignment(t, seat, []) for seat in range(seats)]
    return Play(t, lots)
