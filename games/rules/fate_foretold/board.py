"""The table of Fate Foretold, and every question the cards' standing powers answer ("can this card be buried?").

"Can't" is asked here and nowhere else; the verbs ask it before they move anything (Rule 8).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, TypedDict

from games.rules.contract import Seat
from games.rules.fate_foretold.cards import CARDS, COUNTS_AS, ONE_OF_EACH, SHIFT, SIGIL_COUNTS_AS, WITH
from games.rules.fate_foretold.kinds import AEGIS_TOKEN, CONSTELLATION, DOPPELGANGER_TOKEN, SUITS, Power
from games.rules.table import Table

FIELD_LIMIT, CROWDED_LIMIT, HAND_LIMIT, STARTING_HAND = 5, 4, 5, 3
CREATOR = {AEGIS_TOKEN: "aegis", DOPPELGANGER_TOKEN: "doppelganger"}
"""The card that makes a token; when it leaves the fields, its token leaves too."""


class Trigger(TypedDict):
    """An ability that was set off and waits for its turn: whose text it is, where it comes from, and who is "you"."""

    when: str
    ability: str
    source: str
    seat: Seat
    event: dict[str, Any]


@dataclass(slots=True)
class Fates(Table):
    """The whole state. The Nest lies with its top card first; a hand or stack with its top card last; fields as they grew."""

    MEMORY: ClassVar = frozenset({"sure", "somewhere", "dark"})
    LATER: ClassVar = frozenset({"printing"})

    nest: list[str] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    fields: list[list[str]] = field(default_factory=list)
    sigils: list[str] = field(default_factory=list)
    alive: list[bool] = field(default_factory=list)
    aligned: list[list[str]] = field(default_factory=list)
    """The suits each seat is aligned to; not empty means: in Convergence."""
    skips: list[bool] = field(default_factory=list)
    """Who skips the Play or Reveal step of the next turn."""
    spoke: list[bool] = field(default_factory=list)
    """Who spoke at the table since the end of their last turn."""
    shields: list[dict[str, Any]] = field(default_factory=list)
    """Protections until the owner's next turn: `{"owner": seat, "source": card}`."""
    tokens: dict[str, str] = field(default_factory=dict)
    """Token → the card it lies on."""
    beloved: Seat | None = None
    """Whom The Lovers chose."""
    queue: list[Trigger] = field(default_factory=list)
    """Abilities set off, in the order in which they will be carried out; empty between turns."""
    sure: dict[str, int] | None = None
    """Who knows where a hidden card lies (see `memory`); None in games that were begun without a memory."""
    somewhere: list[dict[str, int]] = field(default_factory=list)
    """For each viewer the hands and the Nest between which a card must be."""
    dark: bool = False
    """Hands lay face down when the fields changed last."""
    unsettled: bool = False
    """Somebody conceded while others were asked: the Nest is to be shuffled before anything else happens."""
    printing: int = 1
    """Which texts the cards have (`printings.PRINTINGS`)."""
    active: Seat = 0
    first: Seat = 0
    round: int = 1
    turn: int = 1

    # ---- who is who -------------------------------------------------------------------------------------------------

    def living(self, start: Seat) -> list[Seat]:
        """The seats that have not conceded, clockwise beginning with `start`."""
        alive = self.alive
        return [seat for step in range(self.seats) if alive[seat := (start + step) % self.seats]]

    def opponents(self, seat: Seat) -> list[Seat]:
        """The living other seats, clockwise."""
        return [other for other in self.living(seat) if other != seat]

    # ---- where things are -------------------------------------------------------------------------------------------

    def field_of(self, card: str) -> Seat | None:
        """Who controls a card, or None when it is on no field."""
        for seat, cards in enumerate(self.fields):
            if card in cards:
                return seat
        return None

    def hidden(self, seat: Seat) -> bool:
        """Nobody may look at this hand, not even its owner: Convergence, or face-down hands (The Sacred Darkness)."""
        return bool(self.aligned[seat]) or bool(holders(self, Power.FACE_DOWN))


# ---- standing powers -------------------------------------------------------------------------------------------------


def copied(t: Fates) -> str | None:
    """The card whose suits and ongoing abilities The Doppelganger has now."""
    host = t.tokens.get(DOPPELGANGER_TOKEN)
    return host if host is not None and t.field_of(host) is not None else None


def essence(t: Fates, card: str) -> str:
    """The card whose suits, powers and triggers a card on a field has: its own, or those it copies."""
    return copied(t) or card if card in WITH[Power.COPIES] else card


def holders(t: Fates, power: Power) -> list[Seat]:
    """The controllers of all cards with a power, copies included."""
    found = []
    for card in WITH[power]:
        seat = t.field_of(card)
        if seat is not None:
            found.append(seat)
            if t.tokens.get(DOPPELGANGER_TOKEN) == card:
                copier = t.field_of(CREATOR[DOPPELGANGER_TOKEN])
                if copier is not None:
                    found.append(copier)
    return found


def has_power(t: Fates, card: str, power: Power) -> bool:
    """Whether a card on a field has a power, its own or copied."""
    return essence(t, card) in WITH[power]


def protector(t: Fates, card: str, owner: Seat, by: Seat | None) -> str | None:
    """The card because of which a card on `owner`'s field can't be buried, or None when it can.

    `by` is whose card buries it; None is the limit at the end of a turn (R53).
    """
    if has_power(t, card, Power.UNBURIABLE):
        return essence(t, card)
    if t.tokens.get(AEGIS_TOKEN) == card:
        return CREATOR[AEGIS_TOKEN]
    if by is not None and by != owner:
        for shield in t.shields:
            if shield["owner"] == owner:
                return str(shield["source"])
    return None


def untouchable(t: Fates, card: str, owner: Seat) -> bool:
    """Constellations beside Taurus can't be chosen by effects of cards (R9: limits are no effects)."""
    return CARDS[card].type == CONSTELLATION and owner in holders(t, Power.STARS_UNTOUCHED)


def locked(t: Fates, seat: Seat) -> bool:
    """Cards of this seat can't be traded or taken."""
    return seat in holders(t, Power.HOLDS_FAST)


def field_limit(t: Fates, seat: Seat) -> int:
    """How many cards may stay on a field at the end of that seat's turn (R54)."""
    crowded = any(holder != seat for holder in holders(t, Power.FOUR_PLACES))
    return (CROWDED_LIMIT if crowded else FIELD_LIMIT) + holders(t, Power.ONE_MORE_PLACE).count(seat)


# ---- suits -----------------------------------------------------------------------------------------------------------


def has_suit(t: Fates, card: str, suit: str) -> bool:
    """Effective suits on a field, printed suits anywhere else."""
    seen_as = essence(t, card) if t.field_of(card) is not None else card
    return suit in CARDS[seen_as].suits


def counts(t: Fates, seat: Seat) -> int:
    """The counts of all four suits of a seat, sigil included, packed into one number (see `cards.SHIFT`)."""
    cards = t.fields[seat]
    total = SIGIL_COUNTS_AS[t.sigils[seat]]
    for card in cards:
        total += COUNTS_AS[card]
    if DOPPELGANGER_TOKEN in t.tokens and CREATOR[DOPPELGANGER_TOKEN] in cards:
        host = copied(t)
        total += COUNTS_AS[host] if host else 0
    return total


def count(t: Fates, seat: Seat, suit: str) -> int:
    """How many cards of a suit a seat has for alignment."""
    return counts(t, seat) >> SHIFT[suit] & 0xFF


def alignment(t: Fates, seat: Seat, before: list[str]) -> list[str]:
    """The suits a seat is aligned to now; `before` are those of the last look, which Scorpio does not take away (R46)."""
    threshold = t.options["alignment_threshold"]
    reached = counts(t, seat) + (0x80 - threshold) * ONE_OF_EACH & 0x80 * ONE_OF_EACH
    if not reached:
        return []
    found = [suit for suit in SUITS if reached >> SHIFT[suit] & 0x80]
    if "mind" in found and "mind" not in before and holders(t, Power.NO_NEW_MIND):
        found.remove("mind")
    return found
