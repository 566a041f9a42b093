"""The table of Fate Foretold, and the rules that static modifiers of cards change: what can't be done, limits, suits, alignment.

Prohibitions are tested here only; the verbs test them before they move a card (Rule 8: "can't" beats "can").
"""

from dataclasses import dataclass, field
from typing import Any, ClassVar, TypedDict

from games.rules.contract import Seat
from games.rules.fate_foretold.cards import CARDS, COUNTS_AS, ONE_OF_EACH, SHIFT, SIGIL_COUNTS_AS, WITH
from games.rules.fate_foretold.kinds import AEGIS_TOKEN, CONSTELLATION, DOPPELGANGER_TOKEN, SUITS, Power
from games.rules.table import Table

FIELD_LIMIT, REDUCED_FIELD_LIMIT, HAND_LIMIT, STARTING_HAND = 5, 4, 5, 3
CREATOR = {AEGIS_TOKEN: "aegis", DOPPELGANGER_TOKEN: "doppelganger"}
"""The card that creates each token; when it leaves the fields, its token is removed."""


class Trigger(TypedDict):
    """A triggered ability in the queue: the card with its text (`ability`), the card that triggered (`source`), and "you" (`seat`)."""

    when: str
    ability: str
    source: str
    seat: Seat
    event: dict[str, Any]


@dataclass(slots=True)
class FateForetoldTable(Table):
    """The whole state. The Nest has its top card first; hands and stacks have it last; fields are in order of arrival."""

    MEMORY: ClassVar = frozenset({"sure", "somewhere", "dark"})
    LATER: ClassVar = frozenset({"printing"})

    nest: list[str] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    fields: list[list[str]] = field(default_factory=list)
    sigils: list[str] = field(default_factory=list)
    alive: list[bool] = field(default_factory=list)
    aligned: list[list[str]] = field(default_factory=list)
    """The suits each seat is aligned to; not empty means that the seat is in Convergence."""
    skips: list[bool] = field(default_factory=list)
    """Whether each seat skips the Play or Reveal step of its next turn."""
    spoke: list[bool] = field(default_factory=list)
    """Whether each seat spoke at the table since the end of its last turn."""
    shields: list[dict[str, Any]] = field(default_factory=list)
    """Protections until the owner's next turn: `{"owner": seat, "source": card}`."""
    tokens: dict[str, str] = field(default_factory=dict)
    """The card on which each token lies."""
    beloved: Seat | None = None
    """The player chosen with The Lovers."""
    queue: list[Trigger] = field(default_factory=list)
    """Triggered abilities in the order in which they will be carried out; empty between turns."""
    sure: dict[str, int] | None = None
    """For each hidden card, the viewers who know its exact place (see `memory`); None in games that began without a memory."""
    somewhere: list[dict[str, int]] = field(default_factory=list)
    """For each viewer and card, the hands (and the Nest) one of which holds the card (see `memory`)."""
    dark: bool = False
    """Whether hands were face down when the fields changed last."""
    unsettled: bool = False
    """Whether a player has conceded while a question was open, so that the Nest still has to be shuffled."""
    printing: int = 1
    """The printing whose texts the cards have (`printings.PRINTINGS`)."""
    active: Seat = 0
    first: Seat = 0
    round: int = 1
    turn: int = 1

    # ---- players ----------------------------------------------------------------------------------------------------

    def living(self, start: Seat) -> list[Seat]:
        """The seats that have not conceded, clockwise beginning with `start`."""
        alive = self.alive
        return [seat for step in range(self.seats) if alive[seat := (start + step) % self.seats]]

    def opponents(self, seat: Seat) -> list[Seat]:
        return [other for other in self.living(seat) if other != seat]

    # ---- places of cards --------------------------------------------------------------------------------------------

    def field_of(self, card: str) -> Seat | None:
        """The controller of a card, or None when it is on no field."""
        for seat, cards in enumerate(self.fields):
            if card in cards:
                return seat
        return None

    def hidden(self, seat: Seat) -> bool:
        """Whether a hand is hidden from everybody, its owner included: in Convergence, or under The Sacred Darkness."""
        return bool(self.aligned[seat]) or bool(controllers(self, Power.FACE_DOWN))


# ---- static modifiers ------------------------------------------------------------------------------------------------


def copied_card(t: FateForetoldTable) -> str | None:
    """The card with the Doppelganger token, whose suits and ongoing abilities The Doppelganger has; None without one (R35)."""
    host = t.tokens.get(DOPPELGANGER_TOKEN)
    return host if host is not None and t.field_of(host) is not None else None


def effective_card(t: FateForetoldTable, card: str) -> str:
    """The card whose suits, powers and triggers a card on a field has: itself, or the card that it copies."""
    return copied_card(t) or card if card in WITH[Power.COPIES] else card


def controllers(t: FateForetoldTable, power: Power) -> list[Seat]:
    """The controllers of all cards with a power, copies included; a seat appears once for each card."""
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


def has_power(t: FateForetoldTable, card: str, power: Power) -> bool:
    return effective_card(t, card) in WITH[power]


def protector(t: FateForetoldTable, card: str, owner: Seat, by: Seat | None) -> str | None:
    """The card that keeps a card on `owner`'s field from being buried, or None when it can be buried.

    `by` is the player whose card buries it; None is the field limit at the end of a turn (R53).
    """
    if has_power(t, card, Power.UNBURIABLE):
        return effective_card(t, card)
    if t.tokens.get(AEGIS_TOKEN) == card:
        return CREATOR[AEGIS_TOKEN]
    if by is not None and by != owner:
        for shield in t.shields:
            if shield["owner"] == owner:
                return str(shield["source"])
    return None


def cannot_be_chosen(t: FateForetoldTable, card: str, owner: Seat) -> bool:
    """Whether a card is a constellation on a field with Taurus, so that effects of cards can't choose it (R9: limits are no effects)."""
    return CARDS[card].type == CONSTELLATION and owner in controllers(t, Power.CONSTELLATIONS_NOT_CHOSEN)


def locked(t: FateForetoldTable, seat: Seat) -> bool:
    """Whether the cards of a seat can't be traded or taken (The Tower, R32)."""
    return seat in controllers(t, Power.NOT_TRADED_OR_TAKEN)


def field_limit(t: FateForetoldTable, seat: Seat) -> int:
    """How many cards may stay on a field at the end of that seat's turn (R54)."""
    reduced = any(controller != seat for controller in controllers(t, Power.OPPONENTS_KEEP_FOUR))
    return (REDUCED_FIELD_LIMIT if reduced else FIELD_LIMIT) + controllers(t, Power.KEEPS_ONE_MORE).count(seat)


# ---- suits -----------------------------------------------------------------------------------------------------------


def has_suit(t: FateForetoldTable, card: str, suit: str) -> bool:
    """Whether a card has a suit: its effective suits count on a field, its printed ones anywhere else."""
    counted = effective_card(t, card) if t.field_of(card) is not None else card
    return suit in CARDS[counted].suits


def counts(t: FateForetoldTable, seat: Seat) -> int:
    """How many cards of each suit a seat has for alignment, its sigil included, packed into one number (see `cards.SHIFT`)."""
    cards = t.fields[seat]
    total = SIGIL_COUNTS_AS[t.sigils[seat]]
    for card in cards:
        total += COUNTS_AS[card]
    if DOPPELGANGER_TOKEN in t.tokens and CREATOR[DOPPELGANGER_TOKEN] in cards:
        host = copied_card(t)
        total += COUNTS_AS[host] if host else 0
    return total


def count(t: FateForetoldTable, seat: Seat, suit: str) -> int:
    """How many cards of one suit a seat has for alignment."""
    return counts(t, seat) >> SHIFT[suit] & 0xFF


def alignment(t: FateForetoldTable, seat: Seat, before: list[str]) -> list[str]:
    """The suits a seat is aligned to now. `before` are those up to now: Scorpio prevents a new alignment to Mind, not an old one (R46)."""
    threshold = t.options["alignment_threshold"]
    reached = counts(t, seat) + (0x80 - threshold) * ONE_OF_EACH & 0x80 * ONE_OF_EACH
    if not reached:
        return []
    found = [suit for suit in SUITS if reached >> SHIFT[suit] & 0x80]
    if "mind" in found and "mind" not in before and controllers(t, Power.NO_NEW_MIND):
        found.remove("mind")
    return found
