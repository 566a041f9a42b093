"""The operations of card effects (section 2). An effect is a function that calls methods of an `EffectContext`.

Numbers never go below zero: a loss, a removal or a forced payment takes as much as there is. The checks of section 5.3.8 (a Monster
slain, a fragile Hero dead) are part of the operations.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from games.rules.ask import ask, pick, roll, shuffled
from games.rules.contract import Seat
from games.rules.council_of_kings import words
from games.rules.council_of_kings.board import Council, Held, of_kind, tax_yield
from games.rules.council_of_kings.cards import CARDS
from games.rules.council_of_kings.kinds import HERO, MONSTER

Cards = Sequence[tuple[Seat, Held]]
"""Cards in Kingdoms, each with the seat it belongs to."""


@dataclass(slots=True)
class EffectContext:
    """One effect being run: for which owner, of which card or Favor, with which chosen targets."""

    t: Council
    owner: Seat
    card: str
    hero: Held | None = None
    monster: Held | None = None
    player: Seat | None = None

    # ---- selectors ---------------------------------------------------------------------------------

    @property
    def everybody(self) -> Sequence[Seat]:
        """Each player, clockwise from the Auctioneer (R31)."""
        return self.t.clockwise(self.t.auctioneer)

    @property
    def richest(self) -> Sequence[Seat]:
        """All players tied for the most coins now (R21)."""
        most = max(self.t.coins)
        return [seat for seat in self.everybody if self.t.coins[seat] == most]

    @property
    def poorest(self) -> Sequence[Seat]:
        """All players tied for the fewest coins now."""
        fewest = min(self.t.coins)
        return [seat for seat in self.everybody if self.t.coins[seat] == fewest]

    @property
    def other_buyer(self) -> Sequence[Seat]:
        """The buyer, if that is another player (R17)."""
        buyer = self.t.the_lot["buyer"]
        return [] if buyer is None or buyer == self.owner else [buyer]

    @property
    def owner_if_buyer(self) -> Sequence[Seat]:
        return [self.owner] if self.t.the_lot["buyer"] == self.owner else []

    @property
    def other_buyers_monster(self) -> Cards:
        """The Monster that another player has just bought, while it is in that Kingdom."""
        return self._bought_by_other(MONSTER)

    @property
    def other_buyers_hero(self) -> Cards:
        """The Hero that another player has just bought, while it is in that Kingdom."""
        return self._bought_by_other(HERO)

    @property
    def this(self) -> Cards:
        """The card itself, while it is in the owner's Kingdom."""
        return [(self.owner, held) for held in self.t.kingdoms[self.owner] if held["id"] == self.card]

    @property
    def own_heroes(self) -> Cards:
        return [(self.owner, held) for held in of_kind(self.t.kingdoms[self.owner], HERO)]

    @property
    def all_heroes(self) -> Cards:
        return [(seat, held) for seat in self.everybody for held in of_kind(self.t.kingdoms[seat], HERO)]

    @property
    def all_monsters(self) -> Cards:
        return [(seat, held) for seat in self.everybody for held in of_kind(self.t.kingdoms[seat], MONSTER)]

    @property
    def chosen_hero(self) -> Cards:
        return [(self.owner, self.hero)] if self.hero else []

    @property
    def chosen_monster(self) -> Cards:
        return [(self.owner, self.monster)] if self.monster else []

    @property
    def chosen_player(self) -> Sequence[Seat]:
        return [self.player] if self.player is not None else []

    def _bought_by_other(self, kind: str) -> Cards:
        bought = self.t.the_lot["card"]
        if CARDS[bought].kind != kind:
            return []
        return [(seat, held) for seat in self.other_buyer for held in self.t.kingdoms[seat] if held["id"] == bought]

    # ---- coins and Chaos of a Populace ------------------------------------------------------------------------------

    async def gain(self, n: int, who: Sequence[Seat] | None = None) -> None:
        """Each gains n coins from the bank."""
        for seat in self._seats_or_owner(who):
            self._pay(seat, n)

    async def lose(self, n: int, who: Sequence[Seat] | None = None) -> None:
        """Each pays up to n coins to the bank."""
        for seat in self._seats_or_owner(who):
            self._pay(seat, -min(n, self.t.coins[seat]))

    async def steal(self, n: int, payers: Sequence[Seat]) -> None:
        """The owner receives up to n coins from each."""
        for seat in payers:
            given = min(n, self.t.coins[seat])
            self.t.coins[seat] -= given
            self.t.coins[self.owner] += given
            self.t.log("given", card=self.card, seat=seat, to=self.owner, n=given)

    async def raise_populace(self, n: int, who: Sequence[Seat] | None = None) -> None:
        """Put n Chaos in the Populace, or with a negative n remove up to so many; R9 limits only voluntary taxes."""
        for seat in self._seats_or_owner(who):
            change = max(n, -self.t.populace[seat])
            self.t.populace[seat] += change
            self.t.log("populace", card=self.card, seat=seat, n=change, now=self.t.populace[seat])

    async def lower_populace(self, n: int, who: Sequence[Seat] | None = None) -> None:
        """Remove up to n Chaos from the Populace."""
        await self.raise_populace(-n, who)

    async def add_lot_coins(self, n: int) -> None:
        """Put n coins from the bank on the card up for auction."""
        self.t.bank -= n
        self.t.the_lot["coins"] += n
        self.t.log("sweetened", card=self.card, n=n, now=self.t.the_lot["coins"])

    def _seats_or_owner(self, who: Sequence[Seat] | None) -> Sequence[Seat]:
        return (self.owner,) if who is None else who

    def _pay(self, seat: Seat, n: int) -> None:
        self.t.coins[seat] += n
        self.t.bank -= n
        self.t.log("coins", card=self.card, seat=seat, n=n, now=self.t.coins[seat])

    # ---- Favors and looking -----------------------------------------------------------------------------------------

    async def draw(self, n: int, who: Sequence[Seat] | None = None) -> None:
        """Draw n Favors. An empty deck is replaced by the shuffled discard pile; if that is empty, too, nothing is drawn (R3)."""
        t = self.t
        for seat in self._seats_or_owner(who):
            before = len(t.hands[seat])
            for _ in range(n):
                if not t.favor_deck:
                    t.favor_deck = await shuffled("favors", t.favor_discard)
                    t.favor_discard = []
                if t.favor_deck:
                    t.hands[seat].append(t.favor_deck.pop(0))
            drawn = t.hands[seat][before:]
            t.log("drew", private={seat: {"favors": drawn}}, reveals=True, card=self.card, seat=seat, n=len(drawn))

    async def discard_random_favor(self) -> None:
        hand = self.t.hands[self.owner]
        if hand:
            place = await roll("favor", len(hand)) if len(hand) > 1 else 0
            favor = hand.pop(place)
            self.t.favor_discard.append(favor)
            self.t.log("dropped", reveals=True, card=self.card, seat=self.owner, favor=favor)

    async def peek(self, n: int) -> None:
        """Look at the top n Fate cards. The deck is never reshuffled, so the knowledge stays true (R40)."""
        t, seat = self.t, self.owner
        top = t.fate_deck[:n]
        t.known[seat] = max(t.known[seat], len(top))
        t.log("peeked", private={seat: {"cards": top}}, reveals=True, card=self.card, seat=seat, n=len(top))

    # ---- counters on cards ------------------------------------------------------------------------------------------

    async def add_order(self, n: int, cards: Cards) -> None:
        """Put n Order on each Hero; there is no maximum (R27)."""
        await self._change("order", n, cards)

    async def remove_order(self, n: int, cards: Cards) -> None:
        """Remove up to n Order from each Hero; a fragile one without Order dies."""
        await self._change("order", -n, cards)

    async def add_chaos(self, n: int, cards: Cards, *, most: int | None = None) -> None:
        """Put n Chaos on each Monster, at most up to `most` counters."""
        for seat, held in cards:
            added = n if most is None else max(0, min(n, most - held["chaos"]))
            if added:
                await self._change("chaos", added, [(seat, held)])

    async def remove_chaos(self, n: int, cards: Cards) -> None:
        """Remove up to n Chaos from each Monster; one without Chaos is slain."""
        await self._change("chaos", -n, cards)

    async def _change(self, counter: Literal["order", "chaos"], n: int, cards: Cards) -> None:
        for seat, held in cards:
            change = max(n, -held[counter])
            held[counter] += change
            self.t.log(counter, card=self.card, seat=seat, on=held["id"], n=change, now=held[counter])
            await check(self.t, seat, held)

    # ---- cards that leave a Kingdom ----------------------------------------------------------------------------------------------

    async def die(self, cards: Cards) -> None:
        """The Heroes die and go to the discard pile (R23)."""
        for seat, held in cards:
            _leave(self.t, seat, held, "died")

    async def banish(self, cards: Cards) -> None:
        """The Monsters go to the discard pile without being slain (R23)."""
        for seat, held in cards:
            _leave(self.t, seat, held, "banished")

    async def give_up(self, cards: Cards) -> None:
        """The cards are discarded as the price of their own ability."""
        for seat, held in cards:
            _leave(self.t, seat, held, "given_up")

    async def choose_own_hero(self) -> Cards:
        """Ask the owner for one of its Heroes. A single Hero is taken without asking; [] without Heroes (R39)."""
        heroes = {held["id"]: held for _seat, held in self.own_heroes}
        if not heroes:
            return []
        prompt, say = words.sacrifice(self.card)
        name = await ask(pick(self.owner, "sacrifice", list(heroes), prompt=prompt, say=say, rule="R14"), auto=True)
        return [(self.owner, heroes[name])]


# ---- operations that the rules use as well --------------------------------------------------------------


async def check(t: Council, seat: Seat, held: Held) -> None:
    """A Monster without Chaos is slain and its `slain` trigger runs; a fragile Hero without Order dies (R22, R23)."""
    card = CARDS[held["id"]]
    if card.kind == MONSTER and held["chaos"] == 0:
        _leave(t, seat, held, "slain")
        if card.on_slain:
            await card.on_slain(EffectContext(t, seat, card.id))
    elif card.fragile and held["order"] == 0:
        _leave(t, seat, held, "died")


def tax(t: Council, seat: Seat) -> None:
    """Take 1 Chaos for the Populace and the coins of one tax (R8)."""
    n = tax_yield(t.kingdoms[seat])
    t.coins[seat] += n
    t.bank -= n
    t.populace[seat] += 1
    t.log("tax", seat=seat, n=n, coins=t.coins[seat], populace=t.populace[seat])


def discard_favor(t: Council, seat: Seat, favor: str) -> None:
    """Move a Favor from the hand to the discard pile."""
    t.hands[seat].remove(favor)
    t.favor_discard.append(favor)


def _leave(t: Council, seat: Seat, held: Held, how: str) -> None:
    t.kingdoms[seat] = [other for other in t.kingdoms[seat] if other is not held]
    t.fate_discard.append(held["id"])
    t.log(how, seat=seat, card=held["id"])
