"""Hand-made positions: a valid table (every card in one place, every coin from the bank), and short ways to play on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

import pytest

from games.rules.contract import Entry, Event
from games.rules.council_of_kings import GAME
from games.rules.council_of_kings.board import Council, Held, Placed
from games.rules.council_of_kings.cards import CARDS, PRINTINGS
from games.rules.errors import RulesError
from games.rules.session import Session

Card = str | tuple[str, int]
"""A card with its printed counters, or with so many."""


def held(card: Card, bought: int = 1) -> Held:
    """A card in a Kingdom: its Order if it is a Hero, its Chaos if it is a Monster."""
    name, counters = (card, None) if isinstance(card, str) else card
    printed = CARDS[name]
    order = (printed.order if counters is None else counters) if printed.kind == "hero" else 0
    chaos = (printed.chaos if counters is None else counters) if printed.kind == "monster" else 0
    return {"id": name, "order": order, "chaos": chaos, "bought": bought}


def council(
    n: int = 4,
    *,
    mode: str = "advanced",
    up: str | None = None,
    on_it: int | None = None,
    turn: int = 0,
    coins: Sequence[int] | None = None,
    populace: Mapping[int, int] | None = None,
    hands: Mapping[int, Sequence[str]] | None = None,
    kingdoms: Mapping[int, Sequence[Card]] | None = None,
    deck: Sequence[str] = (),
    favor_deck: Sequence[str] | None = None,
    placed: Sequence[tuple[int, str]] = (),
    auctioneer: int = 0,
    phase: str = "",
) -> Council:
    """A table in auction number 5. `up` is the card up for auction, `on_it` its coins; without `up` an Action phase begins. `deck` is
    the top of the Fate deck (Game Ends is added below); other Fate cards are out of play. Favors that are not named are in
    `favor_deck`, or in the discard pile when that is given. The table has the first printing that contains all named cards.
    """
    favors = [*chain(*(hands or {}).values()), *(favor for _seat, favor in placed), *(favor_deck or ())]
    named = {card if isinstance(card, str) else card[0] for card in (*chain(*(kingdoms or {}).values()), *deck, *([up] if up else []))}
    printing = next(n for n, cards in PRINTINGS.items() if {*named, *favors} <= {*cards.deck("advanced"), *cards.favor_deck, "game_ends"})
    t = Council(n, {"mode": mode}, phase or ("auction" if up else "upkeep"), auction=5, auctioneer=auctioneer, printing=printing)
    t.coins = list(coins) if coins else [10] * n
    t.populace = [(populace or {}).get(seat, 0) for seat in range(n)]
    t.hands = [list((hands or {}).get(seat, ())) for seat in range(n)]
    t.kingdoms = [[held(card) for card in (kingdoms or {}).get(seat, ())] for seat in range(n)]
    t.known = [0] * n
    t.fate_deck = [*deck, *([] if "game_ends" in deck else ["game_ends"])]
    if up:
        bargains: list[Placed] = [{"seat": seat, "favor": favor, "open": False} for seat, favor in placed]
        lot_coins = CARDS[up].cost if on_it is None else on_it
        t.lot = {"card": up, "coins": lot_coins, "turn": turn, "placed": bargains,
                 "bids": [0] * n, "taxes": [0] * n, "playing": [], "buyer": None}  # fmt: skip
    used = {card["id"] for kingdom in t.kingdoms for card in kingdom} | {*t.fate_deck, up}
    t.fate_out = [card for card in PRINTINGS[printing].deck(mode) if card not in used]
    rest = PRINTINGS[printing].favor_deck
    for favor in favors:
        rest.remove(favor)
    t.favor_deck = rest if favor_deck is None else list(favor_deck)
    t.favor_discard = [] if favor_deck is None else rest
    t.bank = -sum(t.coins) - (t.lot["coins"] if t.lot else 0)
    assert GAME.audit(t) == []
    return t


class Played:
    """A session on a hand-made table. Draws take 0, 1, 2 …; single numbers come from `chance` while there are any."""

    def __init__(self, t: Council, *answers: tuple[int, str], chance: Sequence[int] = ()) -> None:
        self.session: Session[Council] = Session(GAME, t)
        self._numbers = list(chance)
        self.told: list[Event] = list(self.session.opening())
        self._settle()
        for seat, text in answers:
            self.say(seat, text)

    def say(self, seat: int, text: str) -> Played:
        """One answer, and the draws that follow it."""
        self._tell(self.session.answer(seat, text))
        self._settle()
        return self

    @property
    def t(self) -> Council:
        """The current table."""
        return self.session.table

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats with an open question."""
        return self.session.waiting_for

    def tokens(self, seat: int) -> list[str]:
        """The legal answers of a seat; none when it has no question."""
        question = self.session.question(seat)
        return list(question.tokens) if question else []

    def cards(self, seat: int) -> dict[str, int]:
        """The cards of a Kingdom with their Order or Chaos, oldest first."""
        return {card["id"]: card["order"] + card["chaos"] for card in self.t.kingdoms[seat]}

    def kinds(self) -> list[str]:
        """The kinds of all events so far, in order."""
        return [event.kind for event in self.told]

    def refusal(self, seat: int, text: str) -> RulesError:
        """The error of a refused answer; the position must not change."""
        before = self.session.position
        with pytest.raises(RulesError) as caught:
            self.session.answer(seat, text)
        assert self.session.position == before
        return caught.value

    def _settle(self) -> None:
        self._tell(self.session.settle(self._draw))
        assert self.session.position.since or GAME.audit(self.t) == []

    def _draw(self, _number: int, _label: str, _n: int, k: int) -> list[int]:
        return [self._numbers.pop(0)] if k == 1 and self._numbers else list(range(k))

    def _tell(self, entries: Sequence[Entry]) -> None:
        self.told += [event for entry in entries for event in entry.events]
