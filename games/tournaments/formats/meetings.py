"""The vocabulary of tournaments: a meeting that is planned, a meeting that was played, and the field of those who take part."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from games.rules.messages import Message

REST = "rest"
"""The label of a half-point bye that was asked for."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Entrants to be seated together, in the order of their seats, and why just these. One seat alone is a bye.

    `label` names the meeting where the format has fixed places for it ("W2.1" in a bracket, "G2" for the second group).
    """

    seats: tuple[int, ...]
    why: Message
    label: str = ""

    @property
    def is_bye(self) -> bool:
        """Nobody was left to play against."""
        return len(self.seats) == 1


@dataclass(frozen=True, slots=True)
class Played:
    """How a meeting ended: a rank per seat (1 is best, ties share it) and, where the game has them, a score per seat (more is better).

    `shares` are the points by seat, 0 to 1, of a meeting of several games, of a bye that is worth less than a win or of a double
    forfeit, where ranks alone do not say them. A `forfeit` was paired and not played: its points stand, but the two have not met.
    """

    round: int
    seats: tuple[int, ...]
    ranks: tuple[int, ...]
    scores: tuple[int | None, ...] = ()
    label: str = ""
    shares: tuple[Fraction, ...] = ()
    forfeit: bool = False

    @property
    def is_bye(self) -> bool:
        """Points without an opponent: a win, or what was announced if it was asked for."""
        return len(self.seats) == 1

    @property
    def is_rest(self) -> bool:
        """A bye that was asked for, or a round before a late entry."""
        return self.is_bye and bool(self.shares)

    @property
    def is_match(self) -> bool:
        """Several games with seats exchanged: nobody had a role more often."""
        return bool(self.shares) and not self.is_bye and not self.forfeit


def rest(number: int, entrant: int) -> Played:
    """A half-point bye of round `number`."""
    return Played(number, (entrant,), (1,), label=REST, shares=(Fraction(1, 2),))


def match(number: int, seats: tuple[int, int], first: Played, second: Played, label: str = "") -> Played:
    """The result of two games with roles swapped: the mean of both, with equal ranks where each of them won one.

    `first` and `second` are the games as they were seated; `number` is the round.
    """
    value = dict.fromkeys(seats, Fraction())
    for game in (first, second):
        for seat, rank, other in zip(game.seats, game.ranks, reversed(game.ranks), strict=True):
            value[seat] += against(rank, other) / 2
    shares = tuple(value[seat] for seat in seats)
    ranks = tuple(1 + (share < max(shares)) for share in shares)
    return Played(number, seats, ranks, _sums(seats, (first, second)), label, shares)


def _sums(seats: Sequence[int], games: Sequence[Played]) -> tuple[int, ...]:
    """The scores of several games added up; nothing where one of them keeps none."""
    total = dict.fromkeys(seats, 0)
    for game in games:
        for seat, score in zip(game.seats, game.scores or (None, None), strict=True):
            if score is None:
                return ()
            total[seat] += score
    return tuple(total[seat] for seat in seats)


def against(rank: int, other: int) -> Fraction:
    """What one seat gains from another at the same table: all, half or nothing."""
    return Fraction(1) if rank < other else Fraction(1, 2) if rank == other else Fraction(0)


@dataclass(frozen=True, slots=True)
class Field:
    """Who takes part, best seed first, what was played so far, and the seed of every draw.

    `left` are those who withdrew, with the number of the last round that had begun by then; `begun` is the number of the last
    round that was paired, which the history cannot tell while none of its games is over. `apart` are pairs who may not meet, as
    announced; only a format that chooses who meets can heed it. `rests` are the rounds that somebody asked to sit out for half a point.
    `ratings` are those of the start, where there are any. `missed` are the rounds, by entrant, that were paired without them: before a
    late entry or while they had withdrawn. Each counts as a zero-point bye.
    """

    entrants: tuple[int, ...]
    seed: str
    history: tuple[Played, ...] = ()
    left: Mapping[int, int] = field(default_factory=dict)
    begun: int = 0
    apart: frozenset[frozenset[int]] = frozenset()
    rests: Mapping[int, frozenset[int]] = field(default_factory=dict)
    ratings: Mapping[int, int] = field(default_factory=dict)
    missed: Mapping[int, frozenset[int]] = field(default_factory=dict)

    @property
    def out(self) -> frozenset[int]:
        """Those who withdrew."""
        return frozenset(self.left)

    @property
    def active(self) -> tuple[int, ...]:
        """Those who have not withdrawn, best seed first."""
        return tuple(entrant for entrant in self.entrants if entrant not in self.left)

    @property
    def next_round(self) -> int:
        """The number of the round to be paired, counted from 1."""
        return 1 + max(self.begun, *(played.round for played in self.history), 0)

    @property
    def last_round(self) -> int:
        """The number of the latest round that has begun, 1 before the first."""
        return max(1, self.next_round - 1)

    def unpaired(self, entrant: int) -> frozenset[int]:
        """The rounds begun so far without this entrant: those `missed`, and all after a withdrawal."""
        last = self.next_round - 1
        return self.missed.get(entrant, frozenset()) | frozenset(range(self.left.get(entrant, last) + 1, last + 1))

    def stayed_until(self, number: int) -> tuple[int, ...]:
        """Those who had not withdrawn when round `number` was to be paired, best seed first."""
        return tuple(entrant for entrant in self.entrants if self.left.get(entrant, number) >= number)

    def within(self, entrants: Sequence[int], labels: Iterable[str], first: int = 1, last: int = 10_000) -> Field:
        """The part of it that a group is: its people, and what was played under one of the labels from round `first` to `last`."""
        wanted = set(labels)
        history = tuple(played for played in self.history if played.label in wanted and first <= played.round <= last)
        left = {one: number for one, number in self.left.items() if one in entrants}
        return Field(tuple(entrants), self.seed, history, left, ratings=self.ratings)


def drawn(seed: str, label: str, entrants: Iterable[int]) -> list[int]:
    """The entrants in an order that only the seed and the label decide; the same on every machine."""
    return sorted(entrants, key=lambda entrant: hashlib.sha256(f"{seed}|{label}|{entrant}".encode()).digest())


def times_met(history: Iterable[Played]) -> dict[frozenset[int], int]:
    """How often two entrants played at the same table."""
    met: dict[frozenset[int], int] = {}
    for played in history:
        if played.forfeit:
            continue
        for place, one in enumerate(played.seats):
            for other in played.seats[place + 1 :]:
                pair = frozenset((one, other))
                met[pair] = met.get(pair, 0) + 1
    return met


def role_balance(history: Iterable[Played]) -> dict[int, int]:
    """Games in the first seat minus games in the last, per entrant: 0 is fair, and a match with roles swapped is."""
    balance: dict[int, int] = {}
    for played in history:
        if not played.is_bye and not played.is_match and not played.forfeit:
            balance[played.seats[0]] = balance.get(played.seats[0], 0) + 1
            balance[played.seats[-1]] = balance.get(played.seats[-1], 0) - 1
    return balance


def seated(field: Field, one: int, other: int, *, balance: Mapping[int, int] | None = None) -> tuple[int, int]:
    """Two in the order of their seats: who had the first seat more often takes the last one; a draw decides between equals.

    `balance` is that of the whole history, for callers who seat many.
    """
    balance = role_balance(field.history) if balance is None else balance
    ours, theirs = balance.get(one, 0), balance.get(other, 0)
    if ours == theirs:
        first, second = drawn(field.seed, f"seats {field.next_round}", (one, other))
        return first, second
    return (one, other) if ours < theirs else (other, one)


def byes(history: Iterable[Played]) -> dict[int, int]:
    """How many byes each entrant was given; those that were asked for do not count."""
    had: dict[int, int] = {}
    for played in history:
        if played.is_bye and not played.is_rest:
            had[played.seats[0]] = had.get(played.seats[0], 0) + 1
    return had
