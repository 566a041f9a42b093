"""The certain knowledge of a viewer, derived from the events shown to it: lists of cards, unlike the bookkeeping of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.contract import Event, Seat, View
from games.rules.fate_foretold import GAME
from games.rules.fate_foretold.board import STARTING_HAND, FateForetoldTable
from games.rules.fate_foretold.cards import DECKS


class Witness:
    """One viewer. `nest` has a name where the card is known; `hands` are cards known to be there; `tops` the cards laid on stacks since."""

    def __init__(self, viewer: Seat | None, seats: int) -> None:
        self.viewer, self.seats = viewer, seats
        self.nest: list[str | None] = [None] * (len(DECKS[GAME.printing]) - STARTING_HAND * seats)
        self.hands: list[set[str]] = [set() for _ in range(seats)]
        self.tops: list[list[str | None]] = [[] for _ in range(seats)]
        self.converged = [False] * seats
        self._passing: list[Mapping[str, Any]] = []

    @property
    def facts(self) -> int:
        """Number of cards whose hidden place is known, without the viewer's own hand."""
        hands = [cards for seat, cards in enumerate(self.hands) if seat != self.viewer]
        return sum(map(len, hands)) + sum(card is not None for card in self.nest)

    def hear(self, event: Event) -> None:
        """Process one event as this viewer sees it."""
        e = event.seen_by(self.viewer)
        if event.kind == "hand_passed":
            self._passing.append(e)
            return
        self._hands_passed()
        getattr(self, f"_{event.kind}", lambda e: None)(e)

    def look(self, view: View) -> None:
        """Read the viewer's own hand when the view shows it."""
        self._hands_passed()
        if self.viewer is not None and view.table.get("hand") is not None:
            self.hands[self.viewer] = set(view.table["hand"])

    def contradicted_by(self, t: FateForetoldTable) -> list[str]:
        """The differences between a table and this knowledge."""
        wrong = [f"nest {place}: {card}" for place, card in enumerate(self.nest) if card and t.nest[place : place + 1] != [card]]
        if len(t.nest) != len(self.nest):
            wrong.append(f"nest of {len(t.nest)}, not {len(self.nest)}")
        for seat, cards in enumerate(self.hands):
            wrong += [f"hand {seat}: {card}" for card in sorted(cards - set(t.hands[seat]))]
            top = self.tops[seat]
            there = t.hands[seat][len(t.hands[seat]) - len(top) :]
            wrong += [f"stack {seat}: {card}" for card, lies in zip(top, there, strict=True) if card not in (None, lies)]
        return wrong

    # ---- what the lines of the log mean ------------------------------------------------------------------------------

    def _comes(self, seat: Seat, card: str | None) -> None:
        if card:
            self._remove_from_place(card)
            self.hands[seat].add(card)
        if self.converged[seat]:
            self.tops[seat].append(card)

    def _remove_from_place(self, card: str) -> None:
        if card in self.nest:
            self.nest.remove(card)
        for cards in self.hands:
            cards.discard(card)

    def _leaves(self, seat: Seat, card: str | None) -> None:
        """Remove a card from an unknown place of a hand: nothing is certain about a stack any more, and an unknown card may be any of
        them.
        """
        self.tops[seat] = []
        if card:
            self._remove_from_place(card)
        else:
            self.hands[seat].clear()

    def _drawn(self, e: Mapping[str, Any]) -> None:
        taken, self.nest = self.nest[: e["n"]], self.nest[e["n"] :]
        for card in e.get("cards", taken):
            self._comes(e["seat"], card)

    def _discarded(self, e: Mapping[str, Any]) -> None:
        for card in e["cards"]:
            self._leaves(e["seat"], card)
        self.nest += e["cards"]

    def _buried(self, e: Mapping[str, Any]) -> None:
        self.nest.append(e["card"])

    def _foretold(self, e: Mapping[str, Any]) -> None:
        if e["place"] == "nest":
            self.nest[0] = e["card"]
        else:
            self.tops[e["seat"]] = self.tops[e["seat"]][:-1]

    def _played(self, e: Mapping[str, Any]) -> None:
        self._remove_from_place(e["card"])

    _entered = _played

    def _prevented(self, e: Mapping[str, Any]) -> None:
        if e["what"] == "put":
            self._remove_from_place(e["of"])
            self.nest.append(e["of"])

    def _returned(self, e: Mapping[str, Any]) -> None:
        for card in e["cards"]:
            self._comes(e["seat"], card)

    def _put_into_hand(self, e: Mapping[str, Any]) -> None:
        if "card" not in e:  # one of the cards looked at just now
            seen = min(4, len(self.nest))
            self.nest[:seen] = [None] * (seen - 1)
        self._comes(e["seat"], e.get("card"))

    def _nested_below(self, e: Mapping[str, Any]) -> None:
        moved, self.nest = self.nest[: e["n"]], self.nest[e["n"] :]
        self.nest += e.get("cards", moved)

    def _given(self, e: Mapping[str, Any]) -> None:
        self._leaves(e["seat"], e.get("card"))
        self._comes(e["to"], e.get("card"))

    _taken_from_hand = _given

    def _nested(self, e: Mapping[str, Any]) -> None:
        if "card" not in e:
            self._leaves(e["seat"], None)
        else:
            self._remove_from_place(e["card"])
        self.nest.insert(0, e.get("card"))

    def _reordered(self, e: Mapping[str, Any]) -> None:
        if "cards" in e:
            self.nest[: e["n"]] = e["cards"]
        elif e["n"] > 1:
            self.nest[: e["n"]] = [None] * e["n"]

    def _peeked(self, e: Mapping[str, Any]) -> None:
        if "cards" in e and e["of"] is None:
            self.nest[: e["n"]] = e["cards"]
        elif "cards" in e:
            self.hands[e["of"]] |= set(e["cards"])

    def _revealed(self, e: Mapping[str, Any]) -> None:
        if e["of"] is None:
            self.nest[: len(e["cards"])] = e["cards"]
        else:
            self.hands[e["of"]] |= set(e["cards"])

    def _shuffled_in(self, e: Mapping[str, Any]) -> None:
        self.nest = [None] * (len(self.nest) + 1)

    def _conceded(self, e: Mapping[str, Any]) -> None:
        self.nest = [None] * (len(self.nest) + e["hand"] + len(e["field"]))
        self.hands[e["seat"]].clear()
        self.tops[e["seat"]], self.converged[e["seat"]] = [], False

    def _converged(self, e: Mapping[str, Any]) -> None:
        self.converged[e["seat"]] = True

    def _converged_no_more(self, e: Mapping[str, Any]) -> None:
        self.converged[e["seat"]], self.tops[e["seat"]] = False, []

    def _hands_passed(self) -> None:
        if self._passing:
            before = [set(cards) for cards in self.hands]
            for e in self._passing:
                self.hands[e["to"]] = before[e["seat"]] | set(e.get("cards", ()))
                self.tops[e["to"]] = []
            self._passing = []
