"""The standing order of Turn of Fate: up to three plays for the next turn, tried in their order, with guards; used once."""

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from games.rules.contract import Decision, View
from games.rules.errors import Illegal
from games.rules.messages import Message, msg
from games.rules.order_book import FieldBook, Terms, ranked, supposed
from games.rules.orders import Field, Offer, Preset
from games.rules.turn_of_fate.advice import advise
from games.rules.turn_of_fate.board import stack_seen, zones_seen
from games.rules.turn_of_fate.plays import PASS, moment_of_truth, plays_seen, read_play
from games.rules.turn_of_fate.words import play_label

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
        """One kind of order: the owner's next turn."""
        plays = self._plays()
        choices = tuple((play, play_label(read_play(play))) for play in plays)
        prepared = [Field(place, title, choices=choices, optional=True) for place, title in zip(PLACES, TITLES, strict=True)]
        example = self.proposal()
        presets = (Preset(msg("Play my next turn for me"), example), Preset(msg("Pass"), f"{NEXT} otherwise pass"))
        fields = (
            *(prepared if plays else ()),
            Field("only", msg("Only"), choices=tuple(GUARDS.items()), optional=True),
            Field("otherwise", msg("If nothing of it can be played"), choices=(("ask", msg("ask me")), (PASS, msg("pass")))),
        )
        return (Offer(self._slot, msg("My next turn"), fields, example, NEXT, presets),)

    def slot(self, terms: Terms) -> str:
        """The slot of the owner's next turn."""
        return self._slot

    @property
    def _slot(self) -> str:
        table = self.view.table
        return f"{NEXT}:{table['turn'] + (table['active'] != self.view.viewer)}"

    def holds(self, slot: str) -> bool:
        """Whether the order is for the owner's next turn."""
        return slot == self._slot

    def completed(self, terms: Terms) -> Terms:
        """The order with the last cards of the stacks now, for the guards that compare them. Raises `Illegal` for an order without play."""
        plays = terms.listed(PLACES)
        if not plays and terms["otherwise"] != (PASS,):
            raise Illegal(msg("Name a play, or say “otherwise pass”."), code="bad_word")
        if not set(terms["only"]) & {"unchanged", "settled", "calm"}:
            return terms
        last = {citizen: card for citizen, (_place, card) in self._last_cards().items()}
        citizens = dict.fromkeys(last if terms["only"] != ("unchanged",) else (read_play(play).citizen for play in plays))
        return Terms(terms.opening, {**terms.values, SEEN: tuple(f"{citizen}:{last[citizen]}" for citizen in citizens)})

    def says(self, terms: Terms) -> tuple[Message, ...]:
        """The plays, the guards, and what happens otherwise."""
        plays = tuple(play_label(read_play(play)) for play in terms.listed(PLACES))
        found = [msg("At your next turn you play the first of these that you can: {plays}.", plays=plays)] if plays else []
        for guard in terms["only"]:
            found.append(msg("Each only {guard}.", guard=GUARDS[guard]))
        passes = terms["otherwise"] == (PASS,)
        last = (
            msg("At your next turn you pass.") if not plays else msg("Otherwise you pass.") if passes else msg("Otherwise you are asked.")
        )
        return (*found, last)

    def reply(self, decision: Decision, terms: Terms) -> str | Message | None:
        """The first legal play whose guard holds, else a pass or the reason why the owner is asked."""
        if self._has_new_play(decision, terms):
            return msg("Something can be played that could not be played when you prepared your turn.")
        found = next((play for play in terms.listed(PLACES) if play in decision.tokens and self._guard_holds(play, terms)), None)
        if found is None and terms["otherwise"] == (PASS,):
            return PASS
        return found or msg("Nothing that you had prepared can be played now.")

    def proposal(self) -> str:
        """The order with the plays that the bot prefers on the table as it is now, the best first."""
        tokens = [*self._plays(), PASS]
        best = ranked(advise, self.view, lambda left: supposed("play", self._seat, left), tokens, len(PLACES))
        plays = best[: best.index(PASS)] if PASS in best else best
        words = [word for place, play in zip(PLACES, plays, strict=False) for word in (place, play)]
        return " ".join([NEXT, *words, "only", "settled"]) if words else f"{NEXT} otherwise pass"

    def _has_new_play(self, decision: Decision, terms: Terms) -> bool:
        """Whether a play is possible that was not when the order was left: any ("settled"), or a Moment of Truth ("calm")."""
        if not set(terms["only"]) & {"settled", "calm"}:
            return False
        last_cards = self._last_cards()
        for play in decision.tokens:
            if play == PASS:
                continue
            fate, citizen, _ace = read_play(play)
            place, last = last_cards[citizen]
            if f"{citizen}:{last}" in terms[SEEN]:
                continue
            if terms["only"] == ("settled",) or moment_of_truth(fate, last, place):
                return True
        return False

    def _guard_holds(self, play: str, terms: Terms) -> bool:
        """Whether the guard "unchanged" or "moment" allows a play; the other guards do not concern single plays."""
        fate, citizen, _ace = read_play(play)
        place, stack = stack_seen(self.view.table, self._seat, citizen)
        if terms["only"] == ("unchanged",):
            return f"{citizen}:{stack[-1]}" in terms[SEEN]
        return terms["only"] != ("moment",) or bool(moment_of_truth(fate, stack[-1], place))

    def _last_cards(self) -> dict[str, tuple[str, str]]:
        return {stack[0]: (place, stack[-1]) for place, stacks in zones_seen(self.view.table, self._seat) for stack in stacks}

    def _plays(self) -> list[str]:
        """The legal plays on the table as it is now."""
        return plays_seen(self.view, self._seat)

    @property
    def _seat(self) -> int:
        return self.view.viewer or 0


def orders(view: View) -> Book | None:
    """The order book of a player of a game that is set up and not over; None for others."""
    return Book(view) if view.playing and "temples" in view.table and view.table["phase"] != "setup" else None
