"""What a card is: the columns of the table in `cards`, and the shape of an effect.

Numbers, classes and texts are plain data. An effect is a small function over the verbs of `verbs.Deed`; it stands in the
same row as the text it carries out. Everything that is always on ("static") is a number in a column that the rules read.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.rules.messages import Message, msg

HERO, BLESSING, MONSTER, CURSE, EVENT, END = "hero", "blessing", "monster", "curse", "event", "end"
GOOD = (HERO, BLESSING)
EVIL = (MONSTER, CURSE)
BOUGHT = GOOD + EVIL

WARRIOR, MAGE, ROGUE, BARD, PRIEST = "Warrior", "Mage", "Rogue", "Bard", "Priest"
GOBLINOID, GIANT, UNDEAD, BEAST, FIEND = "Goblinoid", "Giant", "Undead", "Beast", "Fiend"

FAMILIES = {
    WARRIOR: msg("Warrior"),
    MAGE: msg("Mage"),
    ROGUE: msg("Rogue"),
    BARD: msg("Bard"),
    PRIEST: msg("Priest"),
    GOBLINOID: msg("Goblinoid"),
    GIANT: msg("Giant"),
    UNDEAD: msg("Undead"),
    BEAST: msg("Beast"),
    FIEND: msg("Fiend"),
}
"""The classes, which do nothing by themselves."""

KINDS = {
    HERO: msg("Hero"),
    BLESSING: msg("Blessing"),
    MONSTER: msg("Monster"),
    CURSE: msg("Curse"),
    EVENT: msg("Event"),
    END: msg("The end"),
}

BARGAIN, BARGAIN_NOW, BEFORE_BUY, ACTION = "bargain", "bargain_now", "before_buy", "action"
"""When a Favor has its effect. Every Favor may be placed as a bargain, whatever its own moment."""

GAME_ENDS = "game_ends"

Effect = Callable[[Any], Awaitable[None]]
"""Takes a `verbs.Deed`, which knows the cards: a type would close the circle."""


class Tally(NamedTuple):
    """What the scoring texts count in a Kingdom at the end."""

    coins: int
    heroes: int
    blessings: int


@dataclass(frozen=True, slots=True)
class Ability:
    """Something a card in a Kingdom may do in the Action phase: what it costs, at what it aims, what it does."""

    do: Effect
    order: int = 0
    """Order counters spent from this Hero."""
    coins: int = 0
    """Coins paid to the bank."""
    discard: bool = False
    """The card itself is given up; a Hero dies."""
    once: bool = False
    """Once per Action phase."""
    target: tuple[str, ...] = ()
    """Of "hero", "monster" (own Kingdom) and "player" (another seat), in the order in which they are named."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """Additional Chaos removed by an attack, if the Hero's class is in `by` and the Monster's in `vs` (empty: any)."""

    n: int
    by: tuple[str, ...] = ()
    vs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FateCard:
    """One card of the Fate deck."""

    id: str
    name: Message
    kind: str
    text: Message | None = None
    family: str = ""
    basic: bool = False
    worth: int = 0
    """What it was worth to its owner in simulated games, in half points; advice and the caretaker read it, no rule does."""

    cost: int = 0
    order: int = 0
    points: int = 0
    chaos: int = 0

    on_reveal: Effect | None = None
    on_buy: Effect | None = None
    on_slain: Effect | None = None
    on_upkeep: Effect | None = None
    on_owner_buys: Effect | None = None
    owner_buys: tuple[str, ...] = ()
    """The kinds of other cards whose purchase by the owner sets off `on_owner_buys`."""
    ability: Ability | None = None

    enters_with_monsters: bool = False
    """Enters with 1 additional Chaos for each Monster already in the Kingdom."""
    attack_bonus: Bonus | None = None
    """On a Hero: for its own attacks. On another card: for all attacks of its owner."""
    attack_cost: int = 1
    """Order that one attack on this Monster takes."""
    immune_to: tuple[str, ...] = ()
    """Classes of Heroes that cannot attack this Monster."""
    first_attack: int = 0
    """Added to what the owner's first attack of each Action phase removes."""
    fragile: bool = False
    """Dies when it has no Order left."""
    tax_yield: int = 0
    """Added to the coins of each of the owner's taxes."""
    mutes_favors: bool = False
    """The owner's Favors can only be placed as bargains and have no bargain effect."""
    chaos_ignored: int = 0
    """Chaos counters of the owner that do not count at the end."""
    score: Callable[[Tally], int] | None = None
    """Points at the end beside the printed ones."""

    @property
    def good(self) -> bool:
        """A Hero or a Blessing: it comes with coins that must be paid."""
        return self.kind in GOOD

    @property
    def evil(self) -> bool:
        """A Monster or a Curse: it comes with the coins that others laid on it."""
        return self.kind in EVIL


@dataclass(frozen=True, slots=True)
class Favor:
    """One design of a Favor card; the deck holds `copies` of it."""

    id: str
    name: Message
    when: str
    text: Message
    copies: int = 1
    needs: tuple[str, ...] = ()
    """Before buying: the kinds of cards up for auction it can be played for."""
    price: int = 0
    """Before buying: added to the price."""
    entry: int = 0
    """Before buying: added to the counters the card enters with."""
    voids: bool = False
    """Before buying: the card goes to the discard pile instead of the Kingdom."""
    target: tuple[str, ...] = ()
    do: Effect | None = None
