"""The quality criteria of one score bracket (C.04.3 C.5 to C.19) as an integer weight per pair: the better pairing has the greater sum.

Each criterion occupies a bit range of its own in the weight. A range is wide enough that no sum of a less important criterion reaches
the range of a more important one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from games.tournaments.formats.dutch.cards import DOWN, STRONG, UP, Card


@dataclass(frozen=True, slots=True)
class Bracket:
    """Who is paired together: those moved down, the residents of the score, and those of the next score, each in their order.

    `unit` is one point. `closing`: whoever is left over by this bracket has to be paired completely, or nobody is below.
    """

    moved: list[Card]
    residents: list[Card]
    lower: list[Card]
    unit: int
    closing: bool

    @property
    def people(self) -> list[Card]:
        """All of them in order."""
        return [*self.moved, *self.residents, *self.lower]

    @property
    def inside(self) -> int:
        """How many of the people belong to the bracket itself."""
        return len(self.moved) + len(self.residents)


class Weights:
    """Weighs the pairs of one bracket."""

    def __init__(self, bracket: Bracket) -> None:
        """Digits for every score difference that can occur, the smallest one last."""
        self.bracket, self.people, self.inside = bracket, bracket.people, bracket.inside
        self.narrow = (4 * len(self.people)).bit_length() + 1
        self.lowest = bracket.residents[-1].score - bracket.unit
        scores = {card.score for card in self.people[: self.inside]}
        gaps = {score - self.lowest for score in scores} | {one - other for one in scores for other in scores if one >= other}
        self.digit = {gap: 1 << self.narrow * place for place, gap in enumerate(sorted(gaps))}
        self.wide = self.narrow * (len(gaps) + 1)

    def of(self, one: int, other: int) -> int:
        """The weight of two of the people by their places in the bracket, the higher one first."""
        high, low = self.people[one], self.people[other]
        within, residents = other < self.inside, one < self.inside
        total = 1 + high.had_bye + low.had_bye if self.bracket.closing else 0
        for value, width in (
            *self._floaters(high, low, within, residents),
            *self._sides(high, low, within),
            *self._floats(high, low, within),
            *self._float_gaps(high, low, within),
        ):
            total = (total << width) + value
        return total

    def _down(self, card: Card) -> int:
        """The digit of the score difference of somebody who is moved down (A.8)."""
        return self.digit[card.score - self.lowest]

    def _floaters(self, high: Card, low: Card, within: bool, resident: bool) -> Iterator[tuple[int, int]]:
        """Few downfloaters, of low scores, also in the next bracket: C.5 to C.7."""
        saved = (self._down(high) if resident else 0) + (self._down(low) if within else 0)
        yield int(within), self.narrow
        yield saved - self.digit[high.score - low.score] if within else 0, self.wide
        if not self.bracket.closing:
            yield int(not within), self.narrow
            yield saved, self.wide

    def _sides(self, high: Card, low: Card, within: bool) -> Iterator[tuple[int, int]]:
        """Topscorers within the limits, then everybody's side: C.8 to C.11."""
        top, clash = high.top or low.top, high.wish == low.wish
        far = min(abs(high.balance), abs(low.balance)) > 1
        yield int(within and not (top and far and clash)), self.narrow
        yield int(within and not (top and high.twice and low.twice and clash)), self.narrow
        clash = clash and high.wish != 0
        yield int(within and not clash), self.narrow
        yield int(within and not (clash and min(high.strength, low.strength) >= STRONG)), self.narrow

    def _floats(self, high: Card, low: Card, within: bool) -> Iterator[tuple[int, int]]:
        """Not the same float as one round and two rounds before: C.12 to C.15."""
        apart = high.score > low.score
        for before in (0, 1):
            spared = (high.floats[before] == DOWN and not apart) + (low.floats[before] == DOWN)
            yield spared if within else 0, self.narrow
            yield int(within and not (low.floats[before] == UP and apart)), self.narrow

    def _float_gaps(self, high: Card, low: Card, within: bool) -> Iterator[tuple[int, int]]:
        """Where it is the same float, a small difference of scores: C.16 to C.19."""
        apart = high.score > low.score
        for before in (0, 1):
            gap = 0
            if within and high.floats[before] == DOWN:
                gap += self._down(high) - (self.digit[high.score - low.score] if apart else 0)
            if within and low.floats[before] == DOWN:
                gap += self._down(low)
            yield gap, self.wide
            yield -self._down(high) if within and apart and low.floats[before] == UP else 0, self.wide
