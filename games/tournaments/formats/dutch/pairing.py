"""The pairing of a round, one score bracket after the other from the highest score down (C.04.3 A.3 to A.9, B, D)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import groupby

from games.tournaments.formats.dutch.cards import DOWN, Card, Pair, may_meet, rank, seated
from games.tournaments.formats.dutch.weights import Bracket, Weights

BYE = 0
Matching = Callable[[Mapping[Pair, int]], Collection[Pair]]
"""Of the weights of pairs, the pairs with the greatest sum in which nobody is twice."""


def pair(
    cards: Collection[Card], matching: Matching, *, unit: int, odd_first: bool, forbidden: Collection[frozenset[int]] = ()
) -> list[Pair] | None:
    """Everybody in pairs of pairing numbers, the first seat first, the bye beside `BYE`; None where no pairing is allowed."""
    found = Round(cards, matching, unit, forbidden).pairs()
    if found is None:
        return None
    found.sort(key=lambda two: (two[0] == two[1], -two[0].score, -two[1].score, two[0].number))
    return [(one.number, BYE) if one == other else seated(one, other, odd_first=odd_first) for one, other in found]


class Round:
    """A round while it is being paired."""

    def __init__(self, cards: Collection[Card], matching: Matching, unit: int, forbidden: Collection[frozenset[int]]) -> None:
        """Everybody in the order of their rank, and who may meet whom."""
        self.cards, self.matching, self.unit = sorted(cards, key=rank), matching, unit
        self.allowed: dict[int, set[int]] = {card.number: set() for card in cards}
        for place, one in enumerate(self.cards):
            for other in self.cards[place + 1 :]:
                if may_meet(one, other, forbidden):
                    self.allowed[one.number].add(other.number)
                    self.allowed[other.number].add(one.number)

    def pairs(self) -> list[tuple[Card, Card]] | None:
        """All pairs, the higher one first, the bye as somebody beside themselves; None where there are none."""
        groups = [list(group) for _score, group in groupby(self.cards, key=lambda card: card.score)]
        if not self._can_end(self.cards):
            return None
        found: list[tuple[Card, Card]] = []
        moved: list[Card] = []
        collapsed = False
        while groups:
            residents, *below = groups
            bracket = Bracket(moved, residents, below[0] if below else [], self.unit, collapsed or not below)
            chosen = self._bracket(bracket)
            paired = {card for two in chosen for card in two}
            left = [card for card in (*moved, *residents) if card not in paired]
            if below and not collapsed and not self._can_end([*left, *(card for group in below for card in group)]):
                groups, collapsed = [residents, [card for group in below for card in group]], True
                continue
            found += chosen
            moved, groups = left, below
        return found + [(card, card) for card in moved]

    def _can_end(self, people: Sequence[Card]) -> bool:
        """Whether these can all be paired, one of them with the bye if their number is odd."""
        allowed = {card.number: self.allowed[card.number] & {other.number for other in people} for card in people}
        if len(people) % 2:
            allowed[BYE] = {card.number for card in people if not card.had_bye}
            for number in allowed[BYE]:
                allowed[number] = allowed[number] | {BYE}
        if _greedily(allowed):
            return True
        edges = {(one, other): 1 for one, others in allowed.items() for other in others if one < other}
        return 2 * len(self.matching(edges)) == len(allowed)

    def _bracket(self, bracket: Bracket) -> list[tuple[Card, Card]]:
        """The best candidate of a bracket: the first one if nothing is wrong with it, else by weighing them all (B.8)."""
        return self._first_candidate(bracket) or self._best(bracket)

    def _first_candidate(self, bracket: Bracket) -> list[tuple[Card, Card]] | None:
        """The upper half against the lower half, the last one with the bye, where all may meet and all have the side they wish."""
        half, odd = divmod(len(bracket.residents), 2)
        last = bracket.residents[-1]
        if bracket.moved or (bracket.closing and bracket.lower):
            return None
        if odd and (not bracket.closing or last.had_bye or DOWN in last.floats):
            return None
        pairs = list(zip(bracket.residents[:half], bracket.residents[half : 2 * half], strict=True))
        fine = all(other.number in self.allowed[one.number] and (one.wish != other.wish or not one.wish) for one, other in pairs)
        return pairs if fine else None

    def _best(self, bracket: Bracket) -> list[tuple[Card, Card]]:
        """All candidates weighed at once: first who is moved down and whom those moved down meet, then the exchanges, then the order."""
        weights, people, inside, moved = Weights(bracket), bracket.people, bracket.inside, len(bracket.moved)
        base = {
            (one, other): weights.of(one, other)
            for one, card in enumerate(people)
            for other in range(one + 1, len(people))
            if people[other].number in self.allowed[card.number]
        }
        best = self._matched(base, {two: _moved_first(two, moved, inside) for two in base})
        found = [two for two in best if two[0] < moved and two[1] < inside]
        taken = {place for two in found for place in two}
        rest = [place for place in range(moved, inside) if place not in taken]
        pairs = [two for two in best if two[0] >= moved and two[1] < inside]
        if 2 * len(pairs) == len(rest) and not bracket.closing:
            people = people[:inside]  # nobody of the rest is moved down, so those below do not matter
        base = {two: weight for two, weight in base.items() if not taken & set(two) and two[1] < len(people)}
        found += self._halves(base, rest, pairs, inside)
        return [(people[one], people[other]) for one, other in sorted(found)]

    def _halves(self, base: Mapping[Pair, int], rest: Sequence[int], pairs: Sequence[Pair], inside: int) -> list[Pair]:
        """The pairs among the rest of a bracket, as good as `pairs` and as near as can be to the upper half against the lower."""
        natural = list(zip(rest[: len(pairs)], rest[len(pairs) :], strict=False))
        if 2 * len(pairs) == len(rest) and sum(base.get(two, 0) for two in natural) == sum(base[two] for two in pairs):
            return natural
        order = set(rest)
        upper = {one for one, other in self._matched(base, _fewest_exchanges(base, rest, len(pairs))) if one in order and other < inside}
        lower = [place for place in rest if place not in upper]
        between = {
            two: weight for two, weight in base.items() if not order.issuperset(two) or (two[0] in upper) != (two[1] in upper)
        }  # fmt: skip
        best = self._matched(between, _lowest_transposition(between, sorted(upper), lower))
        return [two for two in best if two[1] < inside]

    def _matched(self, base: Mapping[Pair, int], ties: Mapping[Pair, int]) -> list[Pair]:
        """The pairs with the greatest weight, among equals with the greatest of what decides ties."""
        room = (sum(abs(value) for value in ties.values()) + 1).bit_length() + 1
        found = self.matching({two: (weight << room) + ties[two] for two, weight in base.items()})
        return [(min(two), max(two)) for two in found]


def _greedily(allowed: Mapping[int, set[int]]) -> bool:
    """Whether pairing those with the fewest possibilities first comes to an end; if it does not, there may be another way."""
    free = set(allowed)
    for number in sorted(allowed, key=lambda one: (len(allowed[one]), one)):
        if number in free:
            others = allowed[number] & free
            if not others:
                return False
            free -= {number, min(others, key=lambda one: (len(allowed[one] & free), one))}
    return True


def _moved_first(two: Pair, moved: int, inside: int) -> int:
    """Those who were moved down are paired in their order, each with the highest resident there is (D.3, D.1)."""
    one, other = two
    if not one < moved <= other < inside:
        return 0
    width = (inside - moved).bit_length()
    return (1 << width * moved << moved - 1 - one) + (inside - other << width * (moved - 1 - one))


def _fewest_exchanges(base: Mapping[Pair, int], rest: Sequence[int], count: int) -> dict[Pair, int]:
    """Few exchanges between the halves, of numbers close together, the last of the upper and the first of the lower half (D.2)."""
    order = {place: number for number, place in enumerate(rest)}
    size = len(rest)

    def value(two: Pair) -> int:
        if two[0] not in order or two[1] not in order:
            return 0
        number = order[two[0]]
        upper = number < count
        close = (int(upper) << 2 * size.bit_length() + 1) - number
        return (close << 2 * size + 2) + (-(1 << size + 1 + number) if upper else 1 << size - 1 - number)

    return {two: value(two) for two in base}


def _lowest_transposition(base: Mapping[Pair, int], upper: Sequence[int], lower: Sequence[int]) -> dict[Pair, int]:
    """The upper half in its order, each with the highest of the lower half there is (D.1)."""
    above = {place: number for number, place in enumerate(upper)}
    below = {place: len(lower) - number for number, place in enumerate(lower)}
    width = len(lower).bit_length()

    def value(two: Pair) -> int:
        one, other = two if two[0] in above else two[::-1]
        if one not in above or other not in below:
            return 0
        return below[other] << width * (len(upper) - 1 - above[one])

    return {two: value(two) for two in base}
