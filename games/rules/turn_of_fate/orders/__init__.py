"""Prepared turns: up to three plays for the own next turn, tried in their order, with guards; used once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from games.rules.contract import Decision, View
from games.rules.errors import Illegal
from games.rules.messages import Message, msg
from games.rules.order_book import Advise, FieldBook, Terms, ranked, supposed
from games.rules.orders import Field, Offer, Preset
from games.rules.turn_of_fate.board import OWN, RIVALS, rival
from games.rules.turn_of_fate.cards import WILD
from games.rules.turn_of_fate.plays import PASS, moment_of_truth, plays_of, read_play
from games.rules.turn_of_fate.words import card_name

NEXT, SEEN = "next", "seen"
PLACES = ("first", "second", "third")
TITLES = (msg("First choice"), msg("If that cannot be played"), msg("If neither can be played"))
GUARDS = {
    "unchanged": msg("where the last card on the Citizen is the one that lies there now"),
    "moment": msg("where it makes a Moment of Truth"),
    "settled": msg("if nothing can be played that could not be played when you said so"),
    "calm": msg("if no Moment of Truth can be played that could not be played when you said so"),
}


class Book(FieldBook):
    """The prepared turn of one seat."""

    keys: ClassVar[Mapping[str, tuple[str, ...]]] = {NEXT: (*PLACES, "only", "otherwise", SEEN)}

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """The next turn of one's own."""
        plays = self._plays()
        choices = tuple((play, said(play)) for play in plays)
        prepared = [Field(place, title, choices=choices, optional=True) for place, title in zip(PLACES, TITLES, strict=True)]
        example = self.proposal()
        presets = (Preset(msg("Next turn, as proposed"), example), Preset(msg("Pass"), f"{NEXT} otherwise pass"))
        fields = (
            *(prepared if plays else ()),
            Field("only", msg("Only"), choices=tuple(GUARDS.items()), optional=True),
            Field("otherwise", msg("If nothing of it can be played"), choices=(("ask", msg("ask me")), (PASS, msg("pass")))),
        )
        return (Offer(self._slot, msg("My next turn"), fields, example, NEXT, presets),)

    def slot(self, terms: Terms) -> str:
        return self._slot

    @property
    def _slot(self) -> str:
        table = self.view.table
        return f"{NEXT}:{table['turn'] + (table['active'] != self.view.viewer)}"

    def holds(self, slot: str) -> bool:
        """For one turn."""
        return slot == self._slot

    def completed(self, terms: Terms) -> Terms:
        """With the last cards as they lie now, where they must not change."""
        plays = _named(terms)
        if not plays and terms["otherwise"] != (PASS,):
            raise Illegal(msg("Name a play, or say “otherwise pass”."), code="bad_word")
        if not set(terms["only"]) & {"unchanged", "settled", "calm"}:
            return terms
        last = {stack[0]: stack[-1] for _place, stack in self._stacks()}
        citizens = dict.fromkeys(last if terms["only"] != ("unchanged",) else (read_play(play).citizen for play in plays))
        return Terms(terms.opening, {**terms.values, SEEN: tuple(f"{citizen}:{last[citizen]}" for citizen in citizens)})

    def says(self, terms: Terms) -> tuple[Message, ...]:
        plays = tuple(said(play) for play in _named(terms))
        found = [msg("At your next turn you play the first of these that you can: {plays}.", plays=plays)] if plays else []
        for guard in terms["only"]:
            found.append(msg("Each only {guard}.", guard=GUARDS[guard]))
        passes = terms["otherwise"] == (PASS,)
        last = (
            msg("At your next turn you pass.") if not plays else msg("Otherwise you pass.") if passes else msg("Otherwise you are asked.")
        )
        return (*found, last)

    def reply(self, decision: Decision, terms: Terms) -> str | Message | None:
        """The first play whose guards hold."""
        if self._new(decision, terms):
            return msg("Something can be played that could not be played when you prepared your turn.")
        found = next((play for play in _named(terms) if play in decision.tokens and self._may(play, terms)), None)
        if found is None and terms["otherwise"] == (PASS,):
            return PASS
        return found or msg("Nothing that you had prepared can be played now.")

    def proposal(self) -> str:
        """What the adviser would play on the table as it lies now, the best first."""
        tokens = [*self._plays(), PASS]
        seat = self.view.viewer or 0
        best = ranked(self.advise, self.view, lambda left: supposed("play", seat, left), tokens, len(PLACES))
        plays = best[: best.index(PASS)] if PASS in best else best
        words = [word for place, play in zip(PLACES, plays, strict=False) for word in (place, play)]
        return " ".join([NEXT, *words, "only", "settled"]) if words else f"{NEXT} otherwise pass"

    def _new(self, decision: Decision, terms: Terms) -> bool:
        """Whether there is a play that the order has not seen, of the kind that it heeds."""
        if not set(terms["only"]) & {"settled", "calm"}:
            return False
        where = {stack[0]: (place, stack[-1]) for place, stack in self._stacks()}
        for play in decision.tokens:
            fate, citizen, _ace = read_play(play)
            if play == PASS or f"{citizen}:{where[citizen][1]}" in terms[SEEN]:
                continue
            if terms["only"] == ("settled",) or moment_of_truth(fate, where[citizen][1], where[citizen][0]):
                return True
        return False

    def _may(self, play: str, terms: Terms) -> bool:
        fate, citizen, _ace = read_play(play)
        place, stack = next((place, stack) for place, stack in self._stacks() if stack[0] == citizen)
        if terms["only"] == ("unchanged",):
            return f"{citizen}:{stack[-1]}" in terms[SEEN]
        return terms["only"] != ("moment",) or bool(moment_of_truth(fate, stack[-1], place))

    def _stacks(self) -> list[tuple[str, list[str]]]:
        table, seat = self.view.table, self.view.viewer or 0
        zones = ((OWN, table["congregations"][seat]), ("agora", table["agora"]), (RIVALS, table["congregations"][rival(seat)]))
        return [(place, stack) for place, stacks in zones for stack in stacks]

    def _plays(self) -> list[str]:
        """What could be played on the table as it lies now."""
        table, seat = self.view.table, self.view.viewer or 0
        wild = WILD.get(table["temples"][seat], "") if self.view.options["wild_crown"] else ""
        return plays_of(table["hands"][seat], [(stack[0], stack[-1]) for _place, stack in self._stacks()], wild)


def _named(terms: Terms) -> list[str]:
    return [play for place in PLACES for play in terms[place]]


def said(play: str) -> Message:
    """A play in words."""
    fate, citizen, ace = read_play(play)
    if ace:
        return msg("{fate} on {citizen}, for {ace}", fate=card_name(fate), citizen=card_name(citizen), ace=card_name(ace))
    return msg("{fate} on {citizen}", fate=card_name(fate), citizen=card_name(citizen))


def orders(view: View, advise: Advise) -> Book | None:
    """The book of a player of a game that has begun and is not over."""
    playing = view.viewer is not None and view.result is None and "temples" in view.table and view.table["phase"] != "setup"
    return Book(view, advise) if playing else None
