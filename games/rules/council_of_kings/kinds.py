"""The types of cards: kinds, classes, abilities, and the fields of Fate cards and Favors.

Numbers, classes and texts are plain data. An effect is a function that calls operations of `verbs.EffectContext`; it is written
next to the text that it implements. A static ability is a field that the rules read.
"""

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
"""The classes of Heroes and Monsters; effects and bonuses refer to them."""

KINDS = {
    HERO: msg("Hero"),
    BLESSING: msg("Blessing"),
    MONSTER: msg("Monster"),
    CURSE: msg("Curse"),
    EVENT: msg("Event"),
    END: msg("The end"),
}

BARGAIN, BARGAIN_NOW, BEFORE_BUY, ACTION = "bargain", "bargain_now", "before_buy", "action"
"""The timing of a Favor. Every Favor may be placed as a bargain (R16)."""

GAME_ENDS = "game_ends"

Effect = Callable[[Any], Awaitable[None]]
"""Takes a `verbs.EffectContext`. The type is Any because `verbs` imports this module."""


class Tally(NamedTuple):
    """What `FateCard.score` counts in a Kingdom at the end."""

    coins: int
    heroes: int
    blessings: int


@dataclass(frozen=True, slots=True)
class Ability:
    """An activated ability of a card in a Kingdom (Action phase): its cost, its targets, its effect."""

    do: Effect
    order: int = 0
    """Order counters spent from this Hero."""
    coins: int = 0
    """Coins paid to the bank."""
    discard: bool = False
    """The card itself is discarded as a cost; a Hero dies."""
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
    id: str
    name: Message
    kind: str
    text: Message | None = None
    family: str = ""
    basic: bool = False
    worth: int = 0
    """Its value to its owner in simulated games, in half points. Only advice and the caretaker use it."""

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
    """Points at the end in addition to the printed ones."""

    @property
    def good(self) -> bool:
        """Whether it is a Hero or a Blessing: the coins on it are its price."""
        return self.kind in GOOD


@dataclass(frozen=True, slots=True)
class Favor:
    """One design of a Favor card; the deck holds `copies` of it."""

    id: str
    name: Message
    when: str
    text: Message
    copies: int = 1
    needs: tuple[str, ...] = ()
    """Before buying: the kinds of the card up for auction for which it can be played."""
    price: int = 0
    """Before buying: added to the price."""
    entry: int = 0
    """Before buying: added to the counters the card enters with."""
    voids: bool = False
    """Before buying: the card goes to the discard pile instead of the Kingdom."""
    target: tuple[str, ...] = ()
    do: Effect | None = None
