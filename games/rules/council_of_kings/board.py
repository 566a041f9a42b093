"""The state of a game of Council of Kings, and the checks of what a seat may do now.

Restrictions and bonuses of cards are evaluated here and nowhere else.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NotRequired, TypedDict

from games.rules.contract import Seat
from games.rules.council_of_kings.cards import CARDS, FAVOR, TAX_COINS, TAX_LIMIT
from games.rules.council_of_kings.kinds import HERO, MONSTER, Ability, FateCard
from games.rules.table import Table


class Held(TypedDict):
    """A card in a Kingdom with its counters; `bought` is the number of the auction in which it was bought."""

    id: str
    order: int
    chaos: int
    bought: int


class Placed(TypedDict):
    seat: Seat
    favor: str
    open: bool


class Lot(TypedDict):
    """The card up for auction."""

    card: str
    coins: int
    turn: Seat
    placed: list[Placed]
    bids: list[int]
    """Coins taken or paid by each seat in this auction."""
    taxes: list[int]
    """Taxes taken by each seat in this auction."""
    playing: list[str]
    """Before-buying Favors that the seat at turn has chosen for its purchase; only that seat sees them."""
    buyer: Seat | None
    filed: NotRequired[list[str]]
    """The answer of each seat before the auction (`filing`); missing until all have answered."""


@dataclass(slots=True)
class Council(Table):
    """The state of a game. Decks are listed from the top card, Kingdoms from the oldest card."""

    LATER: ClassVar = frozenset({"printing"})

    auction: int = 0
    auctioneer: Seat = 0
    bank: int = 0
    fate_deck: list[str] = field(default_factory=list)
    fate_out: list[str] = field(default_factory=list)
    fate_discard: list[str] = field(default_factory=list)
    favor_deck: list[str] = field(default_factory=list)
    favor_discard: list[str] = field(default_factory=list)
    lot: Lot | None = None
    waiting: list[Seat] = field(default_factory=list)
    """Seats that are still asked in this Action phase, in ascending order."""
    used: list[str] = field(default_factory=list)
    """Once-per-phase abilities used in this Action phase."""
    attacked: list[Seat] = field(default_factory=list)
    """Seats that have made their first attack of this Action phase."""
    coins: list[int] = field(default_factory=list)
    populace: list[int] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    kingdoms: list[list[Held]] = field(default_factory=list)
    printing: int = 1
    """The printing of the cards (`cards.PRINTINGS`)."""
    known: list[int] = field(default_factory=list)
    """For each seat the number of cards on top of the Fate deck that it has seen (R40)."""

    @property
    def the_lot(self) -> Lot:
        """`lot` during an auction, where it is never None."""
        assert self.lot is not None
        return self.lot

    @property
    def lot_card(self) -> FateCard:
        """The Fate card up for auction."""
        return CARDS[self.the_lot["card"]]

    def left_of(self, seat: Seat) -> Seat:
        return (seat + 1) % self.seats


# ---- taxes and Favors ------------------------------------------------------------------------------------------------


def tax_yield(kingdom: Sequence[Held]) -> int:
    """Coins that one tax brings (R8)."""
    return max(0, TAX_COINS + sum(CARDS[held["id"]].tax_yield for held in kingdom))


def can_tax(t: Council, seat: Seat) -> bool:
    """R9: no voluntary tax at 12 or more Chaos in the Populace."""
    return t.populace[seat] < TAX_LIMIT


def muted(kingdom: Sequence[Held]) -> bool:
    """R29: whether the owner's Favors can only be placed as bargains, without effect."""
    return any(CARDS[held["id"]].mutes_favors for held in kingdom)


def designs(hand: Sequence[str]) -> list[str]:
    """The distinct Favors of a hand, in its order; two copies are one choice."""
    return list(dict.fromkeys(hand))


def playable(t: Council, seat: Seat) -> list[str]:
    """The before-buying Favors that fit the card up for auction and are not yet chosen for the purchase, copies included."""
    if muted(t.kingdoms[seat]):
        return []
    kind = t.lot_card.kind
    fitting = [favor for favor in t.hands[seat] if kind in FAVOR[favor].needs]
    for favor in t.the_lot["playing"]:
        fitting.remove(favor)
    return fitting


def can_bid(t: Council, seat: Seat) -> bool:
    """A bid on a Good card takes a coin from it (R5); one on an Evil card costs a coin (R6)."""
    return t.the_lot["coins"] >= 1 if t.lot_card.good else t.coins[seat] >= 1


# ---- buying ----------------------------------------------------------------------------------------------------------


def price(t: Council, more: Sequence[str] = ()) -> int:
    """The price of the Good card up for auction with the chosen Favors and those in `more` (R13: at least 0)."""
    lot = t.the_lot
    return max(0, lot["coins"] + sum(FAVOR[favor].price for favor in (*lot["playing"], *more)))


def can_buy(t: Council, seat: Seat) -> bool:
    """An Evil card can always be taken; a Good card must be paid at once (R11)."""
    return not t.lot_card.good or t.coins[seat] >= price(t)


def could_buy(t: Council, seat: Seat, favors: Sequence[str]) -> bool:
    """Whether the seat could pay for the card with these Favors and all taxes still allowed."""
    if not t.lot_card.good:
        return True
    taxes = max(0, TAX_LIMIT - t.populace[seat]) * tax_yield(t.kingdoms[seat])
    return t.coins[seat] + taxes >= price(t, favors)


# ---- attacks and abilities -------------------------------------------------------------------------------------------


def can_attack(hero: Held, monster: Held) -> bool:
    """Whether this Hero may attack this Monster of the same Kingdom: class and Order."""
    foe = CARDS[monster["id"]]
    return hero["order"] >= foe.attack_cost and CARDS[hero["id"]].family not in foe.immune_to


def attacks(kingdom: Sequence[Held]) -> Iterator[tuple[Held, Held]]:
    """Every legal attack, oldest Hero first, then oldest Monster."""
    monsters = [held for held in kingdom if CARDS[held["id"]].kind == MONSTER]
    if not monsters:
        return
    for hero in kingdom:
        if hero["order"]:
            for monster in monsters:
                if can_attack(hero, monster):
                    yield hero, monster


def strength(kingdom: Sequence[Held], hero: Held, monster: Held, *, first: bool) -> int:
    """The Chaos that an attack can remove: 1 plus bonuses, `first_attack` for the first one of the phase; at least 0."""
    family, foe = CARDS[hero["id"]].family, CARDS[monster["id"]].family
    removed = 1
    for held in kingdom:
        card = CARDS[held["id"]]
        bonus = card.attack_bonus
        if bonus and (held is hero or card.kind != HERO) and family in (bonus.by or (family,)) and foe in (bonus.vs or (foe,)):
            removed += bonus.n
        if first:
            removed += card.first_attack
    return max(0, removed)


def can_pay(t: Council, seat: Seat, held: Held, ability: Ability) -> bool:
    """Whether the cost of an ability can be paid now and its use in this phase is left."""
    return held["order"] >= ability.order and t.coins[seat] >= ability.coins and not (ability.once and held["id"] in t.used)


def of_kind(kingdom: Sequence[Held], kind: str) -> list[Held]:
    return [held for held in kingdom if CARDS[held["id"]].kind == kind]


def seat_word(seat: Seat) -> str:
    """The token of a seat: seat_1, seat_2 …"""
    return f"seat_{seat + 1}"


def targets(t: Council, seat: Seat, wanted: Sequence[str]) -> list[str]:
    """The legal targets as token endings: "" when none is wanted, ">troll", ">squire>troll", ">seat_2"."""
    endings = [""]
    for what in wanted:
        words = [seat_word(other) for other in t.others(seat)] if what == "player" else [h["id"] for h in of_kind(t.kingdoms[seat], what)]
        endings = [f"{ending}>{word}" for ending in endings for word in words]
    return endings


def usable(t: Council, seat: Seat) -> list[str]:
    """Tokens of the abilities that the seat can pay and aim now."""
    found = []
    for held in t.kingdoms[seat]:
        ability = CARDS[held["id"]].ability
        if ability and can_pay(t, seat, held, ability):
            found += [f"use>{held['id']}{ending}" for ending in targets(t, seat, ability.target)]
    return found


def could_act(t: Council, seat: Seat) -> bool:
    """Whether the seat visibly could act (§5.4): Favors in hand, a legal attack, or a payable ability. Never which Favors."""
    kingdom = t.kingdoms[seat]
    return bool(t.hands[seat]) or next(attacks(kingdom), None) is not None or bool(usable(t, seat))
