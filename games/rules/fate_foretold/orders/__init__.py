"""The standing orders of Fate Foretold: which cards are lost and kept, and answers to small questions; never plays, reveals or targets.

They last until they are withdrawn, or to the end of the round that they name.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from games.rules.contract import Decision, View
from games.rules.fate_foretold.absent import LOSING
from games.rules.fate_foretold.cards import CARDS, COUNTS_AS, SHIFT
from games.rules.fate_foretold.kinds import SUIT_NAMES, SUITS
from games.rules.fate_foretold.words import NONE, PASS
from games.rules.messages import Message, msg
from games.rules.order_book import FieldBook, Terms
from games.rules.orders import Field, Offer, Preset

LOSSES, SMALL = "losses", "small"
KEEPING = frozenset(("keep", "protect", "gain"))
"""The kinds of questions about own cards to keep; those about cards to lose are `absent.LOSING`."""
LEAST, BEST, NOBODY = "least", "best", "nobody"
WORDS = {
    "whisper": (msg("The Whisperer"), {"draw": msg("draw a card"), "skip": msg("draw nothing")}),
    "harvest": (msg("The Harvest"), {"reveal": msg("reveal the card drawn"), "skip": msg("keep it hidden")}),
    "extra": (msg("Playing another card"), {PASS: msg("play nothing more")}),
}
"""The small questions by kind, each with its title and the answers that can be ordered."""
ALWAYS = f"{LOSSES} lose_then {LEAST} keep_then {BEST}"
USUAL = f"{SMALL} whisper draw harvest reveal put {BEST}"


class Book(FieldBook):
    keys: ClassVar[Mapping[str, tuple[str, ...]]] = {
        LOSSES: ("lose", "lose_then", "keep", "keep_then", "until"),
        SMALL: (*WORDS, "put", "until"),
    }

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """Two kinds of order: cards to lose and keep, and small questions."""
        mine = self.view.table["players"][self.view.viewer]
        cards = tuple((card, CARDS[card].name) for card in (*(self.view.table["hand"] or ()), *mine["field"]))
        until = Field("until", msg("Until the end of round"), self.view.table["round"], 999)
        ask = ("ask", msg("ask me"))
        losing = (
            Field("lose_then", msg("What I must lose"), choices=((LEAST, msg("what counts least for my best suit")), ask), optional=True),
            Field("keep_then", msg("What I may keep"), choices=((BEST, msg("what counts most for my best suit")), ask), optional=True),
            *((_cards("lose", msg("Lose these first"), cards), _cards("keep", msg("Keep these first"), cards)) if cards else ()),
            until,
        )
        puts = ((BEST, msg("a card of my best suit, else none")), *SUIT_NAMES.items(), (NOBODY, msg("none")))
        small = (
            *(Field(kind, title, choices=tuple(answers.items()), optional=True) for kind, (title, answers) in WORDS.items()),
            Field("put", msg("Putting a card onto my field"), choices=puts, optional=True),
            until,
        )
        return (
            Offer(
                LOSSES, msg("What I lose and keep"), losing, ALWAYS, LOSSES, (Preset(msg("Choose for me what I lose and keep"), ALWAYS),)
            ),
            Offer(SMALL, msg("Small questions"), small, USUAL, SMALL, (Preset(msg("Draw, reveal, put my best suit"), USUAL),)),
        )

    def slot(self, terms: Terms) -> str:
        return terms.opening

    def holds(self, slot: str) -> bool:
        """Orders stay in force until they are withdrawn; `reply` tests the last round they name."""
        return slot in (LOSSES, SMALL)

    def says(self, terms: Terms) -> tuple[Message, ...]:
        """The cards named first, the rule for the others, the small answers, and how long the order lasts."""
        found = []
        for key, then, word in (("lose", "lose_then", LEAST), ("keep", "keep_then", BEST)):
            names = tuple(CARDS[card].name for card in terms[key])
            if names and key == "lose":
                found.append(msg("You lose these first: {cards}.", cards=names))
            elif names:
                found.append(msg("You keep these first: {cards}.", cards=names))
            if terms[then] == (word,):
                found.append(THEN[key] if names else ALONE[key])
        for kind, (title, answers) in WORDS.items():
            if terms[kind]:
                found.append(msg("{question}: {answer}.", question=title, answer=answers[terms[kind][0]]))
        if terms["put"]:
            found.append(_puts(terms["put"][0]))
        until = terms.number("until")
        return (*found, msg("It lasts to the end of round {n}.", n=until) if until is not None else msg("It lasts until you withdraw it."))

    def reply(self, decision: Decision, terms: Terms) -> str | Message | None:
        """The answer to a question about the owner's cards or to a small question."""
        until = terms.number("until")
        if until is not None and self.view.table["round"] > until:
            return msg("Your order has run out.")
        if terms.opening == LOSSES:
            return self._lose_or_keep(decision, terms)
        if decision.kind == "put":
            return self._put(decision, terms["put"][0]) if terms["put"] else None
        wanted = terms[decision.kind] if decision.kind in WORDS else ()
        return wanted[0] if wanted and wanted[0] in decision.tokens else None

    def _lose_or_keep(self, decision: Decision, terms: Terms) -> str | Message | None:
        """The cards named first, then the others by what they count for the best suit."""
        loses = decision.kind in LOSING
        if not loses and decision.kind not in KEEPING:
            return None
        key = "lose" if loses else "keep"
        if any(token not in CARDS for token in decision.tokens):
            return HIDDEN if terms[key] or terms[f"{key}_then"] == (LEAST if loses else BEST,) else None
        named = [card for card in terms[key] if card in decision.tokens]
        if terms[f"{key}_then"] != (LEAST if loses else BEST,):
            if len(named) < decision.least:
                return NOT_NAMED if terms[key] else None
            return " ".join(named[: decision.least])
        others = sorted((token for token in reversed(decision.tokens) if token not in named), key=self.counts, reverse=not loses)
        return " ".join([*named, *others][: decision.least])

    def counts(self, card: str) -> int:
        """How many cards of the owner's best suit a card counts as."""
        return COUNTS_AS[card] >> SHIFT[self.best] & 0xFF

    @cached_property
    def best(self) -> str:
        """The suit with the owner's highest count; of equals the first in the order of `SUITS`."""
        mine = self.view.table["players"][self.view.viewer]["counts"]
        return max(SUITS, key=lambda suit: mine[suit])

    def _put(self, decision: Decision, wanted: str) -> str | None:
        suit = self.best if wanted == BEST else wanted
        cards = [token for token in decision.tokens if token in CARDS and suit in CARDS[token].suits]
        return cards[0] if cards else NONE if NONE in decision.tokens else None


HIDDEN = msg("Your hand lies face down, so your order cannot choose from it.")
NOT_NAMED = msg("Your order names too few of these cards.")
ALONE = {
    "lose": msg("You lose what counts least for the suit of which you have most, the newest first."),
    "keep": msg("You keep what counts most for the suit of which you have most, the newest first."),
}
THEN = {
    "lose": msg("Then you lose what counts least for the suit of which you have most, the newest first."),
    "keep": msg("Then you keep what counts most for the suit of which you have most, the newest first."),
}
"""The sentences of `ALONE` after cards that are named first."""


def _puts(wanted: str) -> Message:
    if wanted == NOBODY:
        return msg("You put no card onto your field where you may choose.")
    if wanted == BEST:
        return msg("Where you may put a card onto your field, it is the first of the suit of which you have most, else none.")
    return msg("Where you may put a card onto your field, it is the first of {suit}, else none.", suit=SUIT_NAMES[wanted])


def _cards(key: str, title: Message, cards: tuple[tuple[str, Message], ...]) -> Field:
    return Field(key, title, choices=cards, several=True)


def orders(view: View) -> Book | None:
    """The order book of a player who has not conceded, in a game that is set up and not over; None for others."""
    players = view.table["players"]
    return Book(view) if view.playing and players and players[view.viewer]["alive"] else None
