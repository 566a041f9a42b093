"""What cards and counters are worth to a seat right now, in tenths of a point; only for advice, never for rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.council_of_kings.board import Held
from games.rules.council_of_kings.cards import PER_PLAYER, PRINTINGS, WITH_THE_END
from games.rules.council_of_kings.caretaker import entering_chaos
from games.rules.council_of_kings.kinds import HERO, MONSTER, FateCard
from games.rules.council_of_kings.scoring import chaos_counted, penalty, wealth

TENTHS = 10
CHAOS_RATE = 18
"""What one Chaos on a Monster costs on average, in tenths; what a Monster is worse than that is its text."""
FORESEEN = 2
"""Chaos counters that a seat expects to gather from the beginning to the end of a game."""
MOST_ORDER = 5
"""Order beyond this many counters without a Monster to fight is worth nothing."""
FATE_CARDS = {mode: len(PRINTINGS[1].deck(mode)) for mode in WITH_THE_END}
"""How many Fate cards there are without Game Ends, the same in every printing."""


def share_left(left: int, mode: str, seats: int) -> int:
    """How much of the game is still to come, in percent: expected reveals before the end. `left` cards lie in the Fate deck."""
    last = WITH_THE_END[mode]
    upper = FATE_CARDS[mode] - last
    if mode == "advanced":
        upper = min(PER_PLAYER * seats, upper)
    # Twice the expected number of cards, so that halves stay whole.
    expected = 2 * (left - last - 1) + last if left > last else left - 1
    return 100 * max(0, expected) // (2 * upper + last)


def foreseen(left: int) -> int:
    """Chaos still to be expected."""
    return (FORESEEN * left + 50) // 100


def burden(populace: int, kingdom: list[Held], more: int, left: int) -> int:
    """The penalty in tenths with `more` Chaos beside what lies there, at the end as it is foreseen."""
    return TENTHS * penalty(max(0, chaos_counted(populace, kingdom) + more + foreseen(left)))


def standing(coins: int, populace: int, kingdom: list[Held], left: int) -> int:
    """The value of a position: the score as it is foreseen, and unspent Order for as long as it can be used."""
    order = min(MOST_ORDER, sum(held["order"] for held in kingdom))
    expected = penalty(chaos_counted(populace, kingdom) + foreseen(left))
    return TENTHS * (wealth(coins, kingdom) - expected) + order * left // TENTHS


def good_value(card: FateCard, me: Mapping[str, Any], left: int) -> int:
    """What a Good card would bring: its points, its Order against own Monsters now or later, its text."""
    kingdom = me["cards"]
    rest = (5 * card.worth - TENTHS * card.points) * (60 + left) // 100
    if card.kind == HERO:
        free = sum(held["order"] for held in kingdom)
        enemies = max(0, sum(held["chaos"] for held in kingdom) - free)
        used = min(card.order, enemies)
        now = burden(me["populace"], kingdom, -free, left) - burden(me["populace"], kingdom, -free - used, left)
        rest = max(rest, now)
    return TENTHS * card.points + rest


def evil_cost(card: FateCard, me: Mapping[str, Any], left: int, spared: int = 0) -> int:
    """What an Evil card would cost its buyer; `spared` counters are taken off as it enters."""
    kingdom = me["cards"]
    if card.kind != MONSTER:
        return -5 * card.worth
    enters = max(0, entering_chaos(card, kingdom) - spared)
    order: int = sum(held["order"] for held in kingdom)
    chaos: int = sum(held["chaos"] for held in kingdom)
    fought = min(order, chaos)
    free = min(order - fought, enters)
    before = burden(me["populace"], kingdom, -fought, left)
    after = burden(me["populace"], kingdom, enters - fought - free, left)
    text = max(0, -5 * card.worth - CHAOS_RATE * card.chaos)
    return after - before + free * left // TENTHS + text * (40 + left) // 100


def tax_cost(me: Mapping[str, Any], left: int, taxes: int) -> int:
    """What so many taxes would add to the penalty."""
    order = sum(held["order"] for held in me["cards"])
    fought = min(order, sum(held["chaos"] for held in me["cards"]))
    return burden(me["populace"], me["cards"], taxes - fought, left) - burden(me["populace"], me["cards"], -fought, left)
