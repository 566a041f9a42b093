"""Estimated values of cards and counters for a seat, in tenths of a point. Only the adviser uses them."""

from collections.abc import Mapping
from typing import Any

from games.rules.council_of_kings.board import Held
from games.rules.council_of_kings.cards import PER_PLAYER, PRINTINGS, WITH_THE_END
from games.rules.council_of_kings.caretaker import entering_chaos
from games.rules.council_of_kings.kinds import HERO, MONSTER, FateCard
from games.rules.council_of_kings.scoring import chaos_counted, penalty, wealth

TENTHS = 10
CHAOS_RATE = 18
"""The average cost of one Chaos on a Monster, in tenths. The rest of a Monster's cost is that of its text."""
FORESEEN = 2
"""Chaos counters that a seat expects to receive in a whole game."""
MOST_ORDER = 5
"""Unspent Order counts up to this many counters."""
FATE_CARDS = {mode: len(PRINTINGS[1].deck(mode)) for mode in WITH_THE_END}
"""The number of Fate cards without Game Ends, by mode; the same in all printings."""


def share_left(left: int, mode: str, seats: int) -> int:
    """The expected share of the game still to come, in percent, with `left` cards in the Fate deck."""
    last = WITH_THE_END[mode]
    upper = FATE_CARDS[mode] - last
    if mode == "advanced":
        upper = min(PER_PLAYER * seats, upper)
    # Twice the expected number of cards, so that halves stay integers.
    expected = 2 * (left - last - 1) + last if left > last else left - 1
    return 100 * max(0, expected) // (2 * upper + last)


def foreseen(left: int) -> int:
    """Chaos counters still to be expected."""
    return (FORESEEN * left + 50) // 100


def expected_penalty(populace: int, kingdom: list[Held], more: int, left: int) -> int:
    """The expected penalty at the end (tenths of a point) with `more` Chaos counters than now."""
    return TENTHS * penalty(max(0, chaos_counted(populace, kingdom) + more + foreseen(left)))


def standing(coins: int, populace: int, kingdom: list[Held], left: int) -> int:
    """The value of a position: the expected score, and unspent Order for the time in which it can be used."""
    order = min(MOST_ORDER, sum(held["order"] for held in kingdom))
    expected = penalty(chaos_counted(populace, kingdom) + foreseen(left))
    return TENTHS * (wealth(coins, kingdom) - expected) + order * left // TENTHS


def good_value(card: FateCard, me: Mapping[str, Any], left: int) -> int:
    """The value of a Good card: its points, its Order against own Monsters now or later, its text."""
    kingdom = me["cards"]
    rest = (5 * card.worth - TENTHS * card.points) * (60 + left) // 100
    if card.kind == HERO:
        free = sum(held["order"] for held in kingdom)
        enemies = max(0, sum(held["chaos"] for held in kingdom) - free)
        used = min(card.order, enemies)
        now = expected_penalty(me["populace"], kingdom, -free, left) - expected_penalty(me["populace"], kingdom, -free - used, left)
        rest = max(rest, now)
    return TENTHS * card.points + rest


def evil_cost(card: FateCard, me: Mapping[str, Any], left: int, removed: int = 0) -> int:
    """The cost of an Evil card for its buyer; it enters with `removed` counters fewer."""
    kingdom = me["cards"]
    if card.kind != MONSTER:
        return -5 * card.worth
    enters = max(0, entering_chaos(card, kingdom) - removed)
    order: int = sum(held["order"] for held in kingdom)
    chaos: int = sum(held["chaos"] for held in kingdom)
    fought = min(order, chaos)
    free = min(order - fought, enters)
    before = expected_penalty(me["populace"], kingdom, -fought, left)
    after = expected_penalty(me["populace"], kingdom, enters - fought - free, left)
    text = max(0, -5 * card.worth - CHAOS_RATE * card.chaos)
    return after - before + free * left // TENTHS + text * (40 + left) // 100


def tax_cost(me: Mapping[str, Any], left: int, taxes: int) -> int:
    """The addition to the expected penalty by so many taxes."""
    order = sum(held["order"] for held in me["cards"])
    fought = min(order, sum(held["chaos"] for held in me["cards"]))
    return expected_penalty(me["populace"], me["cards"], taxes - fought, left) - expected_penalty(
        me["populace"], me["cards"], -fought, left
    )
