"""The ability language of the card list (section 5 of the specification), step by step."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

from tests.rules.fate_foretold.second.world import SUITS, Won, World

Env = dict[str, Any]


class Choice(NamedTuple):
    """The legal answers of one seat: between `least` and `most` of the tokens."""

    tokens: list[str]
    least: int = 1
    most: int = 1


Ask = Generator[dict[int, Choice], dict[int, list[str]], Any]
"""Questions to several seats at once; their answers come back by seat."""


class Programs(World):
    """Runs ability programs. Every verb is a method `v_<verb>(arguments, env)`."""

    def run(self, steps: list[dict[str, Any]], env: Env) -> Ask:
        for step in steps:
            ((verb, a),) = step.items()
            yield from getattr(self, f"v_{verb}")(a, env)
            self.state_based()

    def one(self, seat: int, choice: Choice) -> Ask:
        """Ask one seat, unless there is only one legal answer."""
        if choice.least == len(choice.tokens):
            return list(choice.tokens)
        return (yield {seat: choice})[seat]

    # ---- references ----

    def who(self, ref: Any, env: Env) -> list[int]:
        you = env["you"]
        if ref in ("all", "any"):
            return self.around(you)
        if ref == "opponents":
            return self.around(you)[1:]
        if ref == "you":
            return [you]
        found = env["it"] if ref == "it" else env[ref[1:]]
        return [] if found is None else [found]

    def cards(self, ref: Any, env: Env) -> list[str]:
        if ref == "self":
            return [env["self"]]
        if isinstance(ref, str):
            return list(env[ref[1:]])
        if "minus" in ref:
            whole, less = (self.cards(part, env) for part in ref["minus"])
            return [card for card in whole if card not in less]
        if "matching" in ref:
            return [card for card in self.cards(ref["matching"][0], env) if ref["matching"][1]["suit"] in self.listed[card]["suits"]]
        zone = self.fields if ref["zone"] == "field" else self.hands
        return [card for seat in self.who(ref["of"], env) for card in zone[seat]]

    def number(self, ref: Any, env: Env) -> int:
        return ref if isinstance(ref, int) else len(env[ref["count"][1:]]) + ref.get("plus", 0)

    def fits(self, card: str, rule: dict[str, Any], env: Env) -> bool:
        return not (rule.get("not") == "self" and card == env["self"]) and ("suit" not in rule or rule["suit"] in self.suits(card))

    # ---- choices ----

    def options(self, a: dict[str, Any], env: Env) -> list[str]:
        rule = a.get("filter", {})
        if "from" in a:
            seen: list[str] = env[a["from"][1:]]
            return list(seen)
        if a["zone"] == "field":
            open_to = [card for card in self.cards(a, env) if self.choosable(card) and self.fits(card, rule, env)]
            return [card for card in open_to if not ("spare" in a and self.spared(self.owner(card), env))]
        (seat,) = self.who(a["of"], env)
        if self.aligned[seat]:
            return []
        if self.hidden(seat):
            return [f"slot-{at + 1}" for at in range(len(self.hands[seat]))] if not rule or a.get("blind_allowed") else []
        return [card for card in self.hands[seat] if self.fits(card, rule, env)]

    def spared(self, seat: int | None, env: Env) -> bool:
        return seat is not None and seat != env["you"] and bool(self.aligned[seat])

    def choice(self, a: dict[str, Any], env: Env) -> Choice:
        tokens = self.options(a, env)
        least = min(a.get("n", a.get("min", 0)), len(tokens))
        return Choice(tokens, least, min(a.get("n", a.get("max", 0)), len(tokens)))

    def unslot(self, seat: int, tokens: list[str]) -> list[str]:
        return [self.hands[seat][int(token[5:]) - 1] if token.startswith("slot-") else token for token in tokens]

    def v_choose_cards(self, a: dict[str, Any], env: Env) -> Ask:
        (seat,) = self.who(a["by"], env)
        answer = yield from self.one(seat, self.choice(a, env))
        env[a["as"]] = self.unslot(seat, answer)

    def v_choose_player(self, a: dict[str, Any], env: Env) -> Ask:
        (seat,) = self.who(a["by"], env)
        out = [env[a["except"][1:]]] if "except" in a else []
        out += [other for other in range(self.n) if "spare" in a and self.spared(other, env)]
        tokens = [f"seat-{other + 1}" for other in self.who(a["from"], env) if other not in out]
        answer = yield from self.one(seat, Choice(tokens))
        env[a["as"]] = int(answer[0][5:]) - 1

    def v_choose_option(self, a: dict[str, Any], env: Env) -> Ask:
        words = SUITS if a["options"] == "suits" else a["options"]
        if "auto_skip_unless" in a:
            (card,) = env["drawn"]
            blind = card in self.hands[env["you"]] and self.hidden(env["you"])
            if not blind and a["auto_skip_unless"]["drawn_known_has_suit"] not in self.suits(card):
                env[a["as"]] = "skip"
                return
        (env[a["as"]],) = yield from self.one(env["you"], Choice(list(words)))

    # ---- drawing and discarding ----

    def v_draw(self, a: dict[str, Any], env: Env) -> Ask:
        n = self.number(a["n"], env) if "n" in a else None
        yield from self.draw({seat: a["up_to"] - len(self.hands[seat]) if n is None else n for seat in self.who(a["who"], env)})

    def draw(self, wants: dict[int, int], *, step: bool = False, mirrored: bool = False) -> Ask:
        wants = {seat: n for seat, n in wants.items() if n > 0}
        if not step and any(True for _ in self.statics("cant_draw")):
            return
        seeing = {seat: not self.hidden(seat) for seat in wants}
        got: dict[int, list[str]] = {}
        for seat in self.around(self.active):
            if seat in wants:
                got[seat], self.nest = self.nest[: wants[seat]], self.nest[wants[seat] :]
                self.hands[seat] += got[seat]
        for seat, cards in got.items():
            for card in cards:
                for ability in self.listed[card]["abilities"]:
                    if ability["when"] == "drawn" and seeing[seat]:
                        yield from self.run(ability["do"], {"you": seat, "self": card})
        amounts = {seat: len(cards) for seat, cards in got.items() if cards}
        self.trigger({"draw": amounts, "step": step, "drawn": [card for cards in got.values() for card in cards]}, mirrored)

    def v_discard(self, a: dict[str, Any], env: Env) -> Ask:
        seats = self.who(a["who"], env)
        chosen: dict[int, list[str]] = {}
        if "cards" in a or "all" in a:
            (seat,) = seats
            chosen[seat] = self.cards(a["cards"], env) if "cards" in a else list(self.hands[seat])
        else:
            chosen = yield from self.choose_discards({seat: self.surplus(a, seat) for seat in seats}, a["pick"] == "random")
        if "as" in a:
            env[a["as"]] = [card for cards in chosen.values() for card in cards]
        self.discard(chosen)

    def surplus(self, a: dict[str, Any], seat: int) -> int:
        have = len(self.hands[seat])
        return min(have, a["n"]) if "n" in a else max(0, have - a["down_to"])

    def choose_discards(self, wants: dict[int, int], at_random: bool = False) -> Ask:
        chosen, asked = {}, {}
        for seat, n in wants.items():
            hand = self.hands[seat]
            if self.aligned[seat] or n >= len(hand):
                chosen[seat] = hand[:n]
            elif at_random:
                chosen[seat] = self.some(hand, n)
            else:
                asked[seat] = Choice([f"slot-{at + 1}" for at in range(len(hand))] if self.hidden(seat) else list(hand), n, n)
        if asked:
            for seat, answer in (yield asked).items():
                chosen[seat] = self.unslot(seat, answer)
        return chosen

    def discard(self, chosen: dict[int, list[str]], *, by_effect: bool = True, mirrored: bool = False) -> None:
        amounts = {}
        for seat in self.around(self.active):
            if chosen.get(seat):
                self.hands[seat] = [card for card in self.hands[seat] if card not in chosen[seat]]
                self.nest += chosen[seat]
                amounts[seat] = len(chosen[seat])
        self.trigger({"discard": amounts, "by_effect": by_effect}, mirrored)

    def v_mirror(self, a: dict[str, Any], env: Env) -> Ask:
        you, beloved = env["you"], self.beloved
        pair = {you: beloved} if you == beloved else {you: beloved, beloved: you}
        verb = "draw" if "draw" in env["event"] else "discard"
        wants = {other: env["event"][verb][seat] for seat, other in pair.items() if seat in env["event"][verb]}
        if verb == "draw":
            yield from self.draw(wants, mirrored=True)
        else:
            self.discard((yield from self.choose_discards(wants)), mirrored=True)

    # ---- burying ----

    def v_bury(self, a: dict[str, Any], env: Env) -> Ask:
        buried = self.bury(self.cards(a["cards"], env), env["you"])
        if "as" in a:
            env[a["as"]] = buried
        yield from ()

    def bury(self, cards: list[str], by: int | None) -> list[str]:
        free = [card for card in cards if not self.unburiable(card, by)]
        phoenixes = [source for _seat, source, _a in self.statics("bury_replacement")]
        before = [(seat, list(field)) for seat, field in enumerate(self.fields)]
        buried = [card for card in free if card not in phoenixes]
        alone = self.behaves_as(buried[0]) if len(buried) == 1 else None
        owners = {card: self.owner(card) for card in free}
        for card in free:
            seat = owners[card]
            assert seat is not None
            self.fields[seat].remove(card)
            (self.hands[seat] if card in phoenixes else self.nest).append(card)
        self.trigger({"buried": buried, "owners": owners, "alone": alone, "before": before})
        return buried

    # ---- moving ----

    def take_out(self, card: str) -> None:
        for pile in [self.nest, *self.hands, *self.fields]:
            if card in pile:
                pile.remove(card)

    def v_to_hand(self, a: dict[str, Any], env: Env) -> Ask:
        for card in self.cards(a["cards"], env):
            holder = next((seat for seat in range(self.n) if card in self.hands[seat]), self.owner(card))
            if a["how"] == "take" and holder is not None and self.locked(holder):
                continue
            to = self.owner(card) if a["of"] == "controller" else self.who(a["of"], env)[0]
            assert to is not None
            self.take_out(card)
            self.hands[to].append(card)
        yield from ()

    def v_to_field(self, a: dict[str, Any], env: Env) -> Ask:
        for card in self.cards(a["cards"], env):
            (to,) = self.who(a["of"], env)
            owner = self.owner(card)
            if a["how"] == "take":
                if owner == to or (owner is not None and self.locked(owner)):
                    continue
                self.take_out(card)
                self.fields[to].append(card)
            else:
                self.take_out(card)
                (self.nest if any(True for _ in self.statics("enter_only_by_play")) else self.fields[to]).append(card)
        yield from ()

    def v_to_nest(self, a: dict[str, Any], env: Env) -> Ask:
        cards = self.cards(a["cards"], env)
        for card in cards:
            self.take_out(card)
        if a["where"] == "shuffle":
            self.nest = self.shuffle(self.nest + cards)
        else:
            self.nest = cards + self.nest if a["where"] == "top" else self.nest + cards
        yield from ()

    def v_trade_cards(self, a: dict[str, Any], env: Env) -> Ask:
        pair = self.cards(a["a"], env) + self.cards(a["b"], env)
        if len(pair) == 2 and not any(self.locked(seat) for card in pair if (seat := self.owner(card)) is not None):
            spots = [(self.owner(card), self.fields[self.owner(card) or 0].index(card)) for card in pair]
            for (seat, at), card in zip(spots, reversed(pair), strict=True):
                assert seat is not None
                self.fields[seat][at] = card
        yield from ()

    def v_trade_hands(self, a: dict[str, Any], env: Env) -> Ask:
        if a["mode"] == "pair":
            ring = [self.who(ref, env)[0] for ref in a["players"]]
            ring = [] if any(self.locked(seat) for seat in ring) else ring
        else:
            ring = [seat for seat in self.who("all", env) if not self.locked(seat)]
            ring = ring if env[a["direction"][1:]] == "left" else ring[::-1]
        if len(ring) > 1:
            hands = {ring[(at + 1) % len(ring)]: self.hands[seat] for at, seat in enumerate(ring)}
            for seat in [*ring[1:], ring[0]]:
                self.hands[seat] = self.shuffle(hands[seat]) if self.aligned[seat] else hands[seat]
        yield from ()

    def v_pass_cards(self, a: dict[str, Any], env: Env) -> Ask:
        ring = [seat for seat in self.who("all", env) if not self.locked(seat)]
        if len(ring) > 1:
            picked = [self.some(self.hands[seat], 1) for seat in ring]
            for seat, cards in zip(ring, picked, strict=True):
                self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
            for at, cards in enumerate(picked):
                self.hands[ring[(at + 1) % len(ring)]] += cards
        yield from ()

    # ---- looking, tokens, the rest ----

    def v_random_player(self, a: dict[str, Any], env: Env) -> Ask:
        env[a["as"]] = self.around(self.active)[self.lots.popleft()[0]]
        yield from ()

    def v_random_cards(self, a: dict[str, Any], env: Env) -> Ask:
        env[a["as"]] = self.some(self.cards(a, env), a["n"])
        yield from ()

    def v_peek(self, a: dict[str, Any], env: Env) -> Ask:
        what = a["what"]
        env[a["as"]] = self.nest[: what["nest_top"]] if "nest_top" in what else list(self.hands[self.who(what["hand_of"], env)[0]])
        yield from ()

    def v_reveal(self, a: dict[str, Any], env: Env) -> Ask:
        if "nest_top" in a:
            env[a["as"]] = self.nest[: a["nest_top"]]
        yield from ()

    def v_reorder_nest(self, a: dict[str, Any], env: Env) -> Ask:
        top = self.nest[: a["n"]]
        if len(top) > 1:
            top = (yield {env["you"]: Choice(top, len(top), len(top))})[env["you"]]
        self.nest[: a["n"]] = top

    def v_place_token(self, a: dict[str, Any], env: Env) -> Ask:
        for card in self.cards(a["target"], env):
            self.tokens[a["token"]] = card
        yield from ()

    def v_link(self, a: dict[str, Any], env: Env) -> Ask:
        (self.beloved,) = self.who(a["player"], env)
        yield from ()

    def v_skip_step(self, a: dict[str, Any], env: Env) -> Ask:
        self.skip[self.who(a["who"], env)[0]] = True
        yield from ()

    def v_until(self, a: dict[str, Any], env: Env) -> Ask:
        self.until.append((env["you"], a["static"]))
        yield from ()

    def v_win(self, a: dict[str, Any], env: Env) -> Ask:
        yield from ()
        raise Won("twist", self.who(a["who"], env))

    def v_if(self, a: dict[str, Any], env: Env) -> Ask:
        yield from self.run(a["then"] if self.holds(a["cond"], env) else a.get("else", []), env)

    def holds(self, cond: dict[str, Any], env: Env) -> bool:
        ((kind, a),) = cond.items()
        if kind == "nonempty":
            return bool(self.cards(a, env))
        if kind == "equals":
            return bool(env[a[0][1:]] == a[1])
        if kind == "has_suit":
            suit = env[a[1][1:]] if a[1].startswith("$") else a[1]
            return any(suit in self.suits(card) for card in self.cards(a[0], env))
        if kind == "contains":
            return env["self"] in self.cards(a[0], env)
        if kind == "hand_fewer_than":
            return len(self.hands[env["you"]]) < a[1]
        assert kind == "silent_since_last_turn"
        return True

    def v_each(self, a: dict[str, Any], env: Env) -> Ask:
        if "cards" in a:
            for _card in self.cards(a["cards"], env):
                yield from self.run(a["do"], env)
            return
        own = len(self.fields[env["you"]])
        where = a.get("where", {})
        seats = [
            seat
            for seat in self.who(a["who"], env)
            if len(self.hands[seat]) > where.get("hand_more_than", -1)
            and (len(self.fields[seat]) > own or "field_more_than_yours" not in where)
        ]
        if not a.get("simultaneous"):
            for seat in seats:
                yield from self.run(a["do"], {**env, "it": seat})
            return
        *first, last = a["do"]
        if "discard" in last:
            how = last["discard"]
            wants = {seat: self.surplus(how, seat) for seat in seats}
            self.discard((yield from self.choose_discards(wants, how["pick"] == "random")))
            return
        choices = {seat: self.choice(first[0]["choose_cards"], {**env, "it": seat}) for seat in seats}
        asked = {seat: choice for seat, choice in choices.items() if choice.least < len(choice.tokens)}
        answers = (yield asked) if asked else {}
        batch = []
        for seat in self.around(self.active):
            chosen = answers.get(seat, choices[seat].tokens)
            batch += self.cards(last["bury"]["cards"], {**env, "it": seat, first[0]["choose_cards"]["as"]: chosen})
        self.bury(batch, env["you"])

    def trigger(self, event: dict[str, Any], mirrored: bool = False) -> None:
        raise NotImplementedError
