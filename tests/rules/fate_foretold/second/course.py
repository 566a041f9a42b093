"""The course of the game in the second engine: triggers and their queue, playing, turns (section 4 of the specification)."""

from __future__ import annotations

from typing import Any

from tests.rules.fate_foretold.second.programs import Ask, Choice, Env, Programs
from tests.rules.fate_foretold.second.world import Won

HORSES = {"war", "famine", "pestilence", "death"}


class Course(Programs):
    """The turns of the game; `game()` yields the questions."""

    # ---- triggers ----

    def trigger(self, event: dict[str, Any], mirrored: bool = False) -> None:
        """Queue the triggers of an event: controllers clockwise from the active player, fields from left to right."""
        gone = event.get("alone")
        order = []
        if gone is not None:
            card = event["buried"][0]
            seat = event["owners"][card]
            at = dict(event["before"])[seat].index(card)
            order += [(seat, at, card, ability) for ability in gone["abilities"] if ability["when"] == "self_buried_alone"]
        for seat in range(self.n):
            for card in self.fields[seat]:
                at = dict(event["before"])[seat].index(card) if "before" in event else self.fields[seat].index(card)
                for ability in self.behaves_as(card)["abilities"]:
                    if self.hears(ability["when"], seat, card, event, mirrored):
                        order.append((seat, at, card, ability))
        order.sort(key=lambda one: ((one[0] - self.active) % self.n, one[1]))
        for seat, _at, card, ability in order:
            self.queue.append({"you": seat, "self": card, "ability": ability, "event": event, "drawn": event.get("drawn", [])})

    def hears(self, when: str, seat: int, card: str, event: dict[str, Any], mirrored: bool) -> bool:
        if when == "your_cards_buried":
            return any(event["owners"][other] == seat for other in event.get("buried", []))
        if when == "you_draw_in_draw_step":
            return bool(event.get("step")) and seat in event.get("draw", {})
        if when == "you_discard_by_effect":
            return bool(event.get("by_effect")) and seat in event.get("discard", {})
        if when == "linked_draw_or_discard":
            amounts = {**event.get("draw", {}), **event.get("discard", {})}
            return card == "lovers" and not mirrored and self.beloved is not None and (seat in amounts or self.beloved in amounts)
        return bool(when == event.get("moment") and (seat in event["of"]))

    def resolve(self) -> Ask:
        self.state_based()
        while self.queue:
            env: Env = self.queue.pop(0)
            when, where = env["ability"]["when"], self.owner(env["self"])
            if when != "self_buried_alone" and (where is None if when == "linked_draw_or_discard" else where != env["you"]):
                continue
            yield from self.run(env["ability"]["do"], env)

    # ---- playing ----

    def play(self, seat: int, card: str) -> Ask:
        self.take_out(card)
        kept, self.queue = self.queue, []
        self.trigger({"moment": "you_play", "of": [seat]})
        watchers, self.queue = self.queue, kept
        self.fields[seat].append(card)
        self.state_based()
        for ability in self.listed[card]["abilities"]:
            if ability["when"] == "play":
                yield from self.run(ability["do"], {"you": seat, "self": card})
        self.queue += watchers

    def v_play(self, a: dict[str, Any], env: Env) -> Ask:
        for card in self.cards(a["cards"], env):
            yield from self.play(env["you"], card)

    def v_extra_play(self, a: dict[str, Any], env: Env) -> Ask:
        tokens = self.options({"zone": "hand", "of": "you"}, env)
        (answer,) = yield from self.one(env["you"], Choice([*tokens, "pass"]))
        if answer != "pass":
            yield from self.play(env["you"], self.unslot(env["you"], [answer])[0])

    # ---- turns ----

    def game(self) -> Ask:
        try:
            while True:
                yield from self.one_turn(self.active)
                self.active = (self.active + 1) % self.n
                self.turn += 1
                self.round += self.active == self.first
        except Won as won:
            self.result = (won.reason, won.winners)

    def one_turn(self, seat: int) -> Ask:
        began_in_convergence = bool(self.aligned[seat])
        self.until = [(owner, static) for owner, static in self.until if owner != seat]
        skip, self.skip[seat] = self.skip[seat], False
        self.trigger({"moment": "turn_start", "of": [seat]})
        yield from self.resolve()
        if began_in_convergence and self.aligned[seat]:
            if not skip:
                yield from self.foretell(seat)
        else:
            yield from self.draw({seat: 1}, step=True)
            yield from self.resolve()
            if not skip:
                yield from self.main(seat)
        yield from self.resolve()
        yield from self.end(seat)

    def main(self, seat: int) -> Ask:
        tokens = self.options({"zone": "hand", "of": "you"}, {"you": seat})
        (answer,) = yield from self.one(seat, Choice([*tokens, "draw"]))
        if answer == "draw":
            yield from self.draw({seat: 1})
        else:
            yield from self.play(seat, self.unslot(seat, [answer])[0])

    def foretell(self, seat: int) -> Ask:
        places = {name: card for name, card in (("nest", self.nest[:1]), ("stack", self.hands[seat][-1:])) if card}
        if places:
            (answer,) = yield from self.one(seat, Choice(list(places)))
            (card,) = places[answer]
            if set(self.listed[card]["suits"]) & set(self.aligned[seat]):
                raise Won("convergence", [seat])
            yield from self.play(seat, card)

    def end(self, seat: int) -> Ask:
        self.trigger({"moment": "any_turn_end", "of": range(self.n)})
        yield from self.resolve()
        while len(self.fields[seat]) > self.limit(seat):
            tokens = [card for card in self.fields[seat] if not self.unburiable(card, None)]
            if not tokens:
                break
            self.bury((yield from self.one(seat, Choice(tokens))), None)
            yield from self.resolve()
        if len(self.hands[seat]) > 5:
            self.discard((yield from self.choose_discards({seat: len(self.hands[seat]) - 5})), by_effect=False)
        yield from self.resolve()
        if set(self.fields[seat]) >= HORSES:
            raise Won("apocalypse", [])
