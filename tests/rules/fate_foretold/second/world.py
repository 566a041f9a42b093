"""The state of the second engine, and the static modifiers of its cards."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from tests.rules.fate_foretold.build import CARD_LIST, CARD_LISTS

CARDS: dict[int, dict[str, dict[str, Any]]] = {n: {card["id"]: card for card in cards} for n, cards in CARD_LISTS.items()}
SIGILS: dict[str, dict[str, Any]] = {sigil["id"]: sigil for sigil in CARD_LIST["sigils"]}
CREATORS: dict[str, str] = {token["id"]: token["created_by"] for token in CARD_LIST["tokens"]}
SUITS = ["heart", "mind", "body", "soul"]


class Won(Exception):
    """The game is decided: a reason and the winners."""

    def __init__(self, reason: str, winners: list[int]) -> None:
        super().__init__(reason)
        self.reason, self.winners = reason, winners


class World:
    """The whole state. `lots` are the results of draws, taken in order."""

    def __init__(self, hands: list[list[str]], nest: list[str], sigils: list[str], first: int, threshold: int, printing: int) -> None:
        self.n = len(hands)
        self.listed = CARDS[printing]
        self.hands, self.nest, self.sigils = [list(hand) for hand in hands], list(nest), sigils
        self.fields: list[list[str]] = [[] for _ in hands]
        self.aligned: list[list[str]] = [[] for _ in hands]
        self.skip = [False] * self.n
        self.tokens: dict[str, str] = {}
        self.beloved: int | None = None
        self.until: list[tuple[int, dict[str, Any]]] = []
        self.queue: list[dict[str, Any]] = []
        self.active = self.first = first
        self.round = self.turn = 1
        self.threshold = threshold
        self.lots: deque[list[int]] = deque()
        self.result: tuple[str, list[int]] | None = None

    def around(self, start: int) -> list[int]:
        return [(start + step) % self.n for step in range(self.n)]

    def shuffle(self, cards: list[str]) -> list[str]:
        return [cards[at] for at in self.lots.popleft()] if len(cards) > 1 else list(cards)

    def some(self, cards: list[str], n: int) -> list[str]:
        return [cards[at] for at in self.lots.popleft()] if len(cards) > n else list(cards)

    def owner(self, card: str) -> int | None:
        return next((seat for seat in range(self.n) if card in self.fields[seat]), None)

    def behaves_as(self, card: str) -> dict[str, Any]:
        """The entry of the card list whose statics and triggers apply to a card on a field."""
        host = self.tokens.get("doppelganger_token")
        copying = card == "doppelganger" and host is not None and self.owner(host) is not None
        return self.listed[host] if copying and host is not None else self.listed[card]

    def statics(self, name: str) -> Iterator[tuple[int, str, Any]]:
        """All active modifiers of a name: (controller, source, arguments)."""
        for seat in range(self.n):
            for card in self.fields[seat]:
                for static in self.behaves_as(card)["static"]:
                    if name in static:
                        yield seat, card, static[name]

    def hidden(self, seat: int) -> bool:
        return bool(self.aligned[seat]) or any(True for _ in self.statics("hands_face_down"))

    def suits(self, card: str) -> list[str]:
        entry = self.behaves_as(card) if self.owner(card) is not None else self.listed[card]
        suits: list[str] = entry["suits"]
        return suits

    def count(self, seat: int, suit: str) -> int:
        total = int(suit in SIGILS[self.sigils[seat]]["suits"])
        weights = {source: a["weight"] for _seat, source, a in self.statics("suit_weight") if a["suit"] == suit}
        return total + sum(weights.get(card, 1) for card in self.fields[seat] if suit in self.suits(card))

    def unburiable(self, card: str, by: int | None) -> bool:
        seat = self.owner(card)
        for _seat, source, a in self.statics("cant_be_buried"):
            if a["cards"] == "self" and source == card:
                return True
            if a["cards"] != "self" and self.tokens.get(a["cards"]["with_token"]) == card:
                return True
        return by is not None and by != seat and any(owner == seat for owner, _static in self.until)

    def choosable(self, card: str) -> bool:
        starry = "constellation" in self.listed[card]["types"]
        return not (starry and any(seat == self.owner(card) for seat, _source, _a in self.statics("cant_be_chosen")))

    def locked(self, seat: int) -> bool:
        return any(holder == seat for holder, _source, _a in self.statics("cant_be_traded_or_taken"))

    def limit(self, seat: int) -> int:
        rules = list(self.statics("field_limit"))
        low = any(a["who"] == "opponents" and holder != seat for holder, _source, a in rules)
        return (4 if low else 5) + sum(a["add"] for holder, _source, a in rules if a["who"] == "you" and holder == seat)

    def state_based(self) -> None:
        for token, host in list(self.tokens.items()):
            if self.owner(host) is None or self.owner(CREATORS[token]) is None:
                del self.tokens[token]
        if self.owner("lovers") is None:
            self.beloved = None
        barred = [a["suit"] for _seat, _source, a in self.statics("cant_align")]
        for seat in self.around(self.active):
            old = self.aligned[seat]
            new = [s for s in SUITS if self.count(seat, s) >= self.threshold and (s in old or s not in barred)]
            self.aligned[seat] = new
            if new and not old:
                self.hands[seat] = self.shuffle(self.hands[seat])
