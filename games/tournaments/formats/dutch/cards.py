"""The pairing card of an entrant, the absolute criteria (C.04.3 C.1 to C.3), and the allocation of sides (E.1 to E.5)."""

from collections.abc import Collection
from dataclasses import dataclass

DOWN, LEVEL, UP = -1, 0, 1
NONE, MILD, STRONG, ABSOLUTE = 0, 1, 2, 3

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Card:
    """Somebody before a round: `number` is the pairing number, `score` is in units that are whole for everybody.

    `sides` are those of the games played, oldest first, True for the first seat; empty where sides are left out. `floats` are those of
    the last round and of the one before. `had_bye` is also true after a win without playing. `top`: more than half of all points before
    the last round.
    """

    number: int
    score: int
    sides: tuple[bool, ...] = ()
    opponents: frozenset[int] = frozenset()
    floats: tuple[int, int] = (LEVEL, LEVEL)
    had_bye: bool = False
    top: bool = False

    @property
    def balance(self) -> int:
        """Games in the first seat minus games in the last one."""
        return 2 * sum(self.sides) - len(self.sides)

    @property
    def twice(self) -> bool:
        """The same side in both of the latest two games."""
        return len(self.sides) > 1 and self.sides[-1] == self.sides[-2]

    @property
    def wish(self) -> int:
        """The side that is due: 1 the first seat, -1 the last one, 0 none (A.6)."""
        balance = self.balance
        if balance:
            return -1 if balance > 0 else 1
        return 0 if not self.sides else -1 if self.sides[-1] else 1

    @property
    def strength(self) -> int:
        """How much it is due (A.6)."""
        if abs(self.balance) > 1 or self.twice:
            return ABSOLUTE
        return STRONG if self.balance else MILD if self.sides else NONE


def rank(card: Card) -> tuple[int, int]:
    """The order for pairing: by score, then by pairing number (A.2)."""
    return -card.score, card.number


def may_meet(one: Card, other: Card, forbidden: Collection[frozenset[int]] = ()) -> bool:
    """Not twice (C.1), not two who both need the same side unless one is a topscorer (C.3), and no pair that is forbidden."""
    if other.number in one.opponents or frozenset((one.number, other.number)) in forbidden:
        return False
    return one.top or other.top or one.wish != other.wish or min(one.strength, other.strength) < ABSOLUTE


def seated(one: Card, other: Card, *, odd_first: bool) -> Pair:
    """Both numbers, the first seat first. `odd_first` is the draw before the first round: odd numbers begin there."""
    high, low = sorted((one, other), key=rank)
    return (high.number, low.number) if _high_first(high, low, odd_first) else (low.number, high.number)


def _high_first(high: Card, low: Card, odd_first: bool) -> bool:
    if high.wish * low.wish < 0:
        return high.wish > 0
    if high.strength != low.strength:
        return high.wish > 0 if high.strength > low.strength else low.wish < 0
    if high.strength == ABSOLUTE and abs(high.balance) != abs(low.balance):
        return high.wish > 0 if abs(high.balance) > abs(low.balance) else low.wish < 0
    for ours, theirs in zip(reversed(high.sides), reversed(low.sides), strict=False):
        if ours != theirs:
            return theirs
    return high.wish > 0 if high.wish else bool(high.number % 2) == odd_first
