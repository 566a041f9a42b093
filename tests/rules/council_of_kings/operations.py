"""Interpreter of the card list's operations: the lower half of the second engine in `oracle`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def _listed(file: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((Path(__file__).parent / file).read_text(encoding="utf-8"))
    return read


def _second(first: dict[str, Any], changed: dict[str, Any]) -> dict[str, Any]:
    """The list of the second printing: each changed row replaces the row that it names."""
    return first | {
        part: [next((row for row in changed[part] if row["replaces"] == card["id"]), card) for card in first[part]]
        for part in ("fate", "favors")
    }


LIST = _listed("cards.json")
LISTS = {1: LIST, 2: _second(LIST, _listed("cards-2.json"))}
"""The card list of each printing."""
FATE = {card["id"]: card for every in LISTS.values() for card in every["fate"]}
FAVORS = {favor["id"]: favor for every in LISTS.values() for favor in every["favors"]}
PENALTY = [0, 1, 3, 6, 10]
Json = dict[str, Any]


class Operations:
    """The state of the specification, section 4, and the operations of its section 2."""

    def __init__(self, n: int, deck: list[str], hands: list[list[str]], favor_deck: list[str], auctioneer: int) -> None:
        self.n, self.deck, self.hands, self.favor_deck, self.auctioneer = n, deck, hands, favor_deck, auctioneer
        self.players: list[Json] = [{"coins": 10, "populace": 0, "cards": []} for _ in range(n)]
        self.discard: list[str] = []
        self.favor_discard: list[str] = []
        self.lot: Json | None = None
        self.waiting: set[int] = set()
        self.used: set[str] = set()
        self.struck: set[int] = set()
        self.auction_no = 0
        self.over = False
        self.draws: list[list[int]] = []
        self.lich: int | None = None

    # ---- statics ----------------------------------------------------------------------------------------------------

    def static(self, seat: int, key: str) -> list[Any]:
        return [FATE[c["id"]]["static"][key] for c in self.players[seat]["cards"] if key in FATE[c["id"]].get("static", {})]

    def mute(self, seat: int) -> bool:
        return bool(self.static(seat, "favors_mute"))

    def may_tax(self, seat: int) -> bool:
        return bool(self.players[seat]["populace"] < 12)

    def tax(self, seat: int) -> None:
        self.players[seat]["coins"] += max(0, 3 + sum(self.static(seat, "tax_yield")))
        self.players[seat]["populace"] += 1

    # ---- operations -------------------------------------------------------------------------------------------------

    def who(self, word: str, x: Json) -> list[int]:
        around = [(self.auctioneer + step) % self.n for step in range(self.n)]
        purses = [player["coins"] for player in self.players]
        named: dict[str, list[int]] = {
            "owner": [x["owner"]],
            "each": around,
            "buyer": [x.get("buyer", -1)],
            "player": [x.get("player", -1)],
            "richest": [seat for seat in around if purses[seat] == max(purses)],
            "poorest": [seat for seat in around if purses[seat] == min(purses)],
        }
        return named[word]

    def holds(self, condition: str | None, x: Json) -> bool:
        if condition is None:
            return True
        own = x["buyer"] == x["owner"]
        kind = FATE[x["lot"]]["kind"]
        return {
            "owner_bought": own,
            "owner_poorest": x["owner"] in self.who("poorest", x),
            "other_bought": not own,
            "other_bought_monster": not own and kind == "monster",
            "other_bought_hero": not own and kind == "hero",
        }[condition]

    def at(self, word: str, who: str, x: Json) -> list[tuple[int, Json]]:
        if word.startswith("each_"):
            kind = word.removeprefix("each_")
            return [(seat, c) for seat in self.who(who, x) for c in self.players[seat]["cards"] if FATE[c["id"]]["kind"] == kind]
        name = {"this": x.get("card"), "lot": x.get("lot"), "hero": x.get("hero"), "monster": x.get("monster")}[word]
        return [(seat, c) for seat in range(self.n) for c in self.players[seat]["cards"] if c["id"] == name]

    def run(self, ops: list[Json], x: Json) -> None:
        for op in ops:
            if self.holds(op.get("if"), x):
                getattr(self, "op_" + op["op"])(op, x)
            self.checks()

    def op_coins(self, op: Json, x: Json) -> None:
        named = self.who(op["who"], x)
        for seat, player in enumerate(self.players):
            player["coins"] = max(0, player["coins"] + (op["n"] if seat in named else op.get("others", 0)))

    def op_steal(self, op: Json, x: Json) -> None:
        for seat in self.who(op["from"], x):
            n = min(op["n"], self.players[seat]["coins"])
            self.players[seat]["coins"] -= n
            self.players[x["owner"]]["coins"] += n

    def op_favors(self, op: Json, x: Json) -> None:
        for seat in self.who(op["who"], x):
            if op["n"] < 0:
                hand = self.hands[seat]
                if hand:
                    self.favor_discard.append(hand.pop(self.chance(1)[0] if len(hand) > 1 else 0))
                continue
            for _ in range(op["n"]):
                if not self.favor_deck:
                    order = self.chance(len(self.favor_discard)) if len(self.favor_discard) > 1 else range(len(self.favor_discard))
                    self.favor_deck, self.favor_discard = [self.favor_discard[i] for i in order], []
                if self.favor_deck:
                    self.hands[seat].append(self.favor_deck.pop(0))

    def chance(self, k: int) -> list[int]:
        draw = self.draws.pop(0)
        assert len(draw) == k
        return draw

    def op_chaos(self, op: Json, x: Json) -> None:
        if op["at"] == "populace":
            for seat in self.who(op["who"], x):
                self.players[seat]["populace"] = max(0, self.players[seat]["populace"] + op["n"])
            return
        for _seat, card in self.at(op["at"], op.get("who", "owner"), x):
            new = max(0, card["chaos"] + op["n"])
            card["chaos"] = new if op["n"] < 0 or new <= op.get("max", new) else max(card["chaos"], op["max"])

    def op_order(self, op: Json, x: Json) -> None:
        for _seat, card in self.at(op["at"], op.get("who", "owner"), x):
            card["order"] = max(0, card["order"] + op["n"])

    def op_die(self, op: Json, x: Json) -> None:
        for seat, card in self.at(op["at"], "owner", x):
            self.to_discard(seat, card)

    op_banish = op_die

    def op_lot_coins(self, op: Json, x: Json) -> None:
        assert self.lot is not None
        self.lot["coins"] += op["n"]

    def op_peek(self, op: Json, x: Json) -> None:
        pass

    def to_discard(self, seat: int, card: Json) -> None:
        self.players[seat]["cards"].remove(card)
        self.discard.append(card["id"])

    def checks(self) -> None:
        while (found := self.fallen()) is not None:
            seat, card, slain = found
            self.to_discard(seat, card)
            if slain:
                trigger = FATE[card["id"]].get("triggers", {}).get("slain", [])
                self.run(trigger, {"owner": seat, "card": card["id"]})

    def fallen(self) -> tuple[int, Json, bool] | None:
        for seat in range(self.n):
            for card in self.players[seat]["cards"]:
                data = FATE[card["id"]]
                if data["kind"] == "monster" and card["chaos"] == 0 and not card.get("entering"):
                    return seat, card, True
                if card["order"] == 0 and data.get("static", {}).get("fragile"):
                    return seat, card, False
        return None
