"""A second engine of Council of Kings that interprets the operations of the published card list.

It shares only the card names and the answers with the rules. It makes no draws (it receives their results) and has no texts.
`test_oracle` compares it with the rules after every answer.
"""

from __future__ import annotations

import json

from tests.rules.council_of_kings.operations import FATE, FAVORS, PENALTY, Json, Operations


class Oracle(Operations):
    """The course of play of section 5 of the specification."""

    def __init__(self, n: int, deck: list[str], hands: list[list[str]], favor_deck: list[str], auctioneer: int) -> None:
        super().__init__(n, deck, hands, favor_deck, auctioneer)
        self.reveal()

    # ---- REVEAL, AUCTION --------------------------------------------------------------------------------------------

    def reveal(self) -> None:
        name = self.deck.pop(0)
        if name == "game_ends":
            self.discard.append(name)
            self.over = True
            return
        card = FATE[name]
        if card["kind"] == "event":
            self.run(card["triggers"]["reveal"], {"owner": self.auctioneer})
            self.discard.append(name)
            self.reveal()
            return
        self.auction_no += 1
        self.lot = {"card": name, "coins": card.get("cost", 0), "turn": self.auctioneer, "placed": [], "playing": []}
        self.forced()

    def fits(self, favor: str, name: str) -> bool:
        data = FAVORS[favor]
        return data["when"] == "before_buy" and data["needs"] in (FATE[name]["side"], FATE[name]["kind"])

    def price(self, favors: list[str]) -> int:
        assert self.lot is not None
        return int(max(0, self.lot["coins"] + sum(op["n"] for f in favors for op in FAVORS[f]["do"] if op["op"] == "price")))

    def auction_moves(self) -> set[str]:
        """All legal next tokens, found by trying each."""
        assert self.lot is not None
        seat, lot = self.lot["turn"], self.lot
        me, good = self.players[seat], FATE[lot["card"]]["side"] == "good"
        moves = {"tax"} if self.may_tax(seat) else set()
        if not good or me["coins"] >= self.price(lot["playing"]):
            moves.add("buy")
        free = list(self.hands[seat])
        for favor in lot["playing"]:
            free.remove(favor)
        usable = [] if self.mute(seat) else [favor for favor in free if self.fits(favor, lot["card"])]
        income = max(0, 3 + sum(self.static(seat, "tax_yield"))) * max(0, 12 - me["populace"])
        if not good or me["coins"] + income >= self.price(lot["playing"] + usable):
            moves |= {f"play>{favor}" for favor in usable}
        if not lot["playing"]:
            moves |= {f"bargain>{favor}" for favor in free}
            if lot["coins"] >= 1 if good else me["coins"] >= 1:
                moves.add("bid")
        return moves

    def forced(self) -> None:
        """The forced purchase of ruling 39."""
        assert self.lot is not None
        seat = self.lot["turn"]
        good = FATE[self.lot["card"]]["side"] == "good"
        if self.hands[seat]:
            return
        if (good and self.lot["coins"] == 0) or (not good and self.players[seat]["coins"] == 0 and not self.may_tax(seat)):
            self.buy(seat)

    def auction(self, seat: int, token: str) -> None:
        assert self.lot is not None
        verb, _, favor = token.partition(">")
        lot, good = self.lot, FATE[self.lot["card"]]["side"] == "good"
        if verb == "tax":
            self.tax(seat)
        elif verb == "play":
            lot["playing"].append(favor)
        elif verb == "buy":
            self.buy(seat)
        else:
            if verb == "bid":
                self.players[seat]["coins"] += 1 if good else -1
                lot["coins"] -= 1 if good else -1
            else:
                self.hands[seat].remove(favor)
                now = FAVORS[favor]["when"] == "bargain_now" and not self.mute(seat)
                lot["placed"].append((seat, favor, now))
                if now:
                    self.run(FAVORS[favor]["do"], {"owner": seat, "card": favor})
            lot["turn"] = (seat + 1) % self.n
            self.forced()

    # ---- BUY --------------------------------------------------------------------------------------------------------

    def buy(self, seat: int) -> None:
        assert self.lot is not None
        lot, me = self.lot, self.players[seat]
        data = FATE[lot["card"]]
        entry, void, cost = 0, False, self.price(lot["playing"])
        for favor in lot["playing"]:
            self.hands[seat].remove(favor)
            self.favor_discard.append(favor)
            for op in FAVORS[favor]["do"]:
                entry += op["n"] if op["op"] == "entry" else 0
                void = void or op["op"] == "void_lot"
                if op["op"] == "coins":
                    self.op_coins(op, {"owner": seat})
        me["coins"] += -cost if data["side"] == "good" else lot["coins"]
        monsters = sum(FATE[c["id"]]["kind"] == "monster" for c in me["cards"])
        self.auctioneer = (seat + 1) % self.n
        if void:
            self.discard.append(data["id"])
            self.after_buy(seat)
            return
        plus = monsters if data.get("enter_plus") else 0
        self.entering = {
            "id": data["id"],
            "order": max(0, data["order"] + entry) if data["kind"] == "hero" else 0,
            "chaos": max(0, data["chaos"] + entry + plus) if data["kind"] == "monster" else 0,
            "since": self.auction_no,
            "entering": True,
        }
        me["cards"].append(self.entering)
        if data.get("choose_on_buy"):
            heroes = self.heroes(seat)
            if len(heroes) > 1:
                self.lich = seat
                return
            self.own_trigger(seat, heroes[0] if heroes else None)
        else:
            self.own_trigger(seat, None)

    def heroes(self, seat: int) -> list[str]:
        return [c["id"] for c in self.players[seat]["cards"] if FATE[c["id"]]["kind"] == "hero"]

    def own_trigger(self, seat: int, hero: str | None) -> None:
        assert self.lot is not None
        self.lich = None
        data = FATE[self.lot["card"]]
        trigger = [{**op, "who": op.get("who", "owner")} for op in data.get("triggers", {}).get("buy", [])]
        self.run(trigger, {"owner": seat, "card": data["id"], "hero": hero})
        del self.entering["entering"]
        self.checks()
        self.after_buy(seat)

    def after_buy(self, seat: int) -> None:
        assert self.lot is not None
        lot, bought = self.lot, FATE[self.lot["card"]]
        for card in list(self.players[seat]["cards"]):
            trigger = FATE[card["id"]].get("triggers", {}).get("owner_buys")
            if trigger and card["id"] != bought["id"] and bought["kind"] in trigger["kinds"]:
                self.run(trigger["do"], {"owner": seat, "card": card["id"]})
        for owner, favor, ran in lot["placed"]:
            if not ran and not self.mute(owner) and FAVORS[favor]["when"] == "bargain":
                self.run(FAVORS[favor]["do"], {"owner": owner, "buyer": seat, "lot": bought["id"]})
        self.favor_discard += [favor for _owner, favor, _ran in lot["placed"]]
        self.lot = None
        self.start_action()

    # ---- ACTION -----------------------------------------------------------------------------------------------------

    def start_action(self) -> None:
        self.used, self.struck = set(), set()
        for step in range(self.n):
            seat = (self.auctioneer + step) % self.n
            for card in list(self.players[seat]["cards"]):
                if card["since"] != self.auction_no:
                    self.run(FATE[card["id"]].get("triggers", {}).get("upkeep", []), {"owner": seat, "card": card["id"]})
        self.waiting = {seat for seat in range(self.n) if self.visible(seat)}
        if not self.waiting:
            self.reveal()

    def visible(self, seat: int) -> bool:
        return bool(self.hands[seat]) or any(m.startswith(("attack", "use")) for m in self.action_moves(seat))

    def action_moves(self, seat: int) -> set[str]:
        me = self.players[seat]
        moves = {"done"} | ({"tax"} if self.may_tax(seat) else set())
        for hero in me["cards"]:
            for foe in me["cards"]:
                if FATE[hero["id"]]["kind"] == "hero" and FATE[foe["id"]]["kind"] == "monster":
                    static = FATE[foe["id"]].get("static", {})
                    barred = FATE[hero["id"]]["class"] in static.get("attack_immune", [])
                    if not barred and hero["order"] >= static.get("attack_cost", 1):
                        moves.add(f"attack>{hero['id']}>{foe['id']}")
        for card in me["cards"]:
            for action in FATE[card["id"]].get("actions", []):
                cost = action["cost"]
                if card["order"] < cost.get("order", 0) or me["coins"] < cost.get("coins", 0):
                    continue
                if not (action.get("per_phase") and card["id"] in self.used):
                    moves |= {f"use>{card['id']}{end}" for end in self.ends(seat, action.get("target", []))}
        if not self.mute(seat):
            for favor in self.hands[seat]:
                if FAVORS[favor]["when"] == "action":
                    moves |= {f"play>{favor}{end}" for end in self.ends(seat, FAVORS[favor].get("target", []))}
        return moves

    def ends(self, seat: int, target: list[str]) -> list[str]:
        ends = [""]
        for what in target:
            if what == "player":
                names = [f"seat_{other + 1}" for other in range(self.n) if other != seat]
            else:
                names = [c["id"] for c in self.players[seat]["cards"] if FATE[c["id"]]["kind"] == what]
            ends = [f"{end}>{name}" for end in ends for name in names]
        return ends

    def action(self, seat: int, token: str) -> None:
        before = [json.dumps([player, hand]) for player, hand in zip(self.players, self.hands, strict=True)]
        verb, *names = token.split(">")
        if verb == "done":
            self.waiting.discard(seat)
        elif verb == "tax":
            self.tax(seat)
        elif verb == "attack":
            self.attack(seat, *names)
        else:
            self.effect(seat, verb, names)
        for other in range(self.n):
            if other != seat and json.dumps([self.players[other], self.hands[other]]) != before[other] and self.visible(other):
                self.waiting.add(other)
        if not self.waiting:
            self.reveal()

    def attack(self, seat: int, hero_name: str, foe_name: str) -> None:
        cards = {c["id"]: c for c in self.players[seat]["cards"]}
        hero, foe = cards[hero_name], cards[foe_name]
        n = 1
        for card in cards.values():
            bonus = FATE[card["id"]].get("static", {}).get("attack_bonus")
            if bonus and (card is hero or FATE[card["id"]]["kind"] != "hero"):
                fits = FATE[hero_name]["class"] in bonus.get("by", [FATE[hero_name]["class"]])
                n += bonus["n"] if fits and FATE[foe_name]["class"] in bonus.get("vs", [FATE[foe_name]["class"]]) else 0
        if seat not in self.struck:
            n += sum(self.static(seat, "first_attack"))
        self.struck.add(seat)
        hero["order"] -= FATE[foe_name].get("static", {}).get("attack_cost", 1)
        foe["chaos"] = max(0, foe["chaos"] - max(0, n))
        self.checks()

    def effect(self, seat: int, verb: str, names: list[str]) -> None:
        name, targets = names[0], names[1:]
        x: Json = {"owner": seat, "card": name}
        if verb == "use":
            card = next(c for c in self.players[seat]["cards"] if c["id"] == name)
            data = FATE[name]["actions"][0]
            card["order"] -= data["cost"].get("order", 0)
            self.players[seat]["coins"] -= data["cost"].get("coins", 0)
            if data["cost"].get("discard"):
                self.to_discard(seat, card)
            if data.get("per_phase"):
                self.used.add(name)
        else:
            data = FAVORS[name]
            self.hands[seat].remove(name)
            self.favor_discard.append(name)
        for what, target in zip(data.get("target", []), targets, strict=True):
            x[what] = int(target.removeprefix("seat_")) - 1 if what == "player" else target
        self.run(data["do"], x)

    # ---- OVER -------------------------------------------------------------------------------------------------------

    def score(self, seat: int) -> int:
        me = self.players[seat]
        kinds = [FATE[c["id"]]["kind"] for c in me["cards"]]
        count = {"flat": 1, "heroes": kinds.count("hero"), "blessings": kinds.count("blessing"), "coins": me["coins"]}
        total = int(me["coins"]) + sum(FATE[c["id"]].get("points", 0) for c in me["cards"])
        for static in self.static(seat, "score"):
            for line in static if isinstance(static, list) else [static]:
                total += count[line["per"]] // line.get("div", 1) * line["each"]
        chaos = max(0, me["populace"] + sum(c["chaos"] for c in me["cards"]) - sum(self.static(seat, "chaos_ignore")))
        return total - (PENALTY[chaos] if chaos < 5 else 10 + 5 * (chaos - 4))
