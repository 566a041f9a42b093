"""Data types of tournaments: a planned meeting (`Meeting`), a played one (`Played`), and the entrants with their history (`Field`)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from games.rules.messages import Message

REST = "rest"
"""The label of a requested bye, usually of half a point."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A planned meeting: its entrants in the order of their seats, and the reason for the pairing. A single seat is a bye.

    `label` names the meeting where the format has fixed places for it ("W2.1" in a bracket, "G2" for the second group). `absent` is the
    entrant who has withdrawn from a fixed schedule and forfeits this meeting.
    """

    seats: tuple[int, ...]
    why: Message
    label: str = ""
    absent: int | None = None

    @property
    def is_bye(self) -> bool:
        return len(self.seats) == 1

    @property
    def has_game(self) -> bool:
        return not self.is_bye and self.absent is None


@dataclass(frozen=True, slots=True)
class Played:
    """The outcome of a meeting: a rank per seat (1 is best, ties share it) and, where the game has them, a score per seat (more is better).

    `shares` are the points by seat, 0 to 1, where they do not follow from the ranks: a match of two games, a bye worth less than a win, a
    double forfeit. A `forfeit` was paired and not played: its points count, but its entrants have not met.
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
        return len(self.seats) == 1

    @property
    def is_rest(self) -> bool:
        """Whether it is a requested bye, or a round before a late entry for which points were awarded."""
        return self.is_bye and bool(self.shares)

    @property
    def is_match(self) -> bool:
        return bool(self.shares) and not self.is_bye and not self.forfeit


def rest(number: int, entrant: int) -> Played:
    return Played(number, (entrant,), (1,), label=REST, shares=(Fraction(1, 2),))


def match(number: int, seats: tuple[int, int], first: Played, second: Played, label: str = "") -> Played:
    """The result of two games with sides swapped: the mean of both, with equal ranks if each player won one.

    `first` and `second` are the games as they were seated; `number` is the round. It is a forfeit if neither game was played.
    """
    value = dict.fromkeys(seats, Fraction())
    for game in (first, second):
        shares = game.shares or tuple(against(rank, other) for rank, other in zip(game.ranks, reversed(game.ranks), strict=True))
        for seat, share in zip(game.seats, shares, strict=True):
            value[seat] += share / 2
    shares = tuple(value[seat] for seat in seats)
    ranks = tuple(1 + (share < max(shares)) for share in shares)
    return Played(number, seats, ranks, _sums(seats, (first, second)), label, shares, first.forfeit and second.forfeit)


def _sums(seats: Sequence[int], games: Sequence[Played]) -> tuple[int, ...]:
    """The scores of several games added up; empty if one of them has none."""
    total = dict.fromkeys(seats, 0)
    for game in games:
        for seat, score in zip(game.seats, game.scores or (None, None), strict=True):
            if score is None:
                return ()
            total[seat] += score
    return tuple(total[seat] for seat in seats)


def against(rank: int, other: int) -> Fraction:
    """The points one seat gains from another at the same table: 1, 1/2 or 0."""
    return Fraction(1) if rank < other else Fraction(1, 2) if rank == other else Fraction(0)


@dataclass(frozen=True, slots=True)
class Field:
    """The entrants, best seed first, the meetings played so far, and the seed of every draw.

    `seed` is the random seed. `left` maps withdrawn entrants to the latest round that had begun at that time. `begun` is the number of the
    latest paired round; the history does not show it while none of its games has ended. `apart` are the pairs who may not meet; only a
    format that chooses opponents respects it. `rests` are the rounds for which an entrant requested a half-point bye. `ratings` are the
    ratings at the start, where known. `missed` are the rounds paired without an entrant: before a late entry or during a withdrawal.
    Each counts as a zero-point bye.
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
        return frozenset(self.left)

    @property
    def active(self) -> tuple[int, ...]:
        return tuple(entrant for entrant in self.entrants if entrant not in self.left)

    @property
    def next_round(self) -> int:
        """The number of the round to be paired, counted from 1."""
        return 1 + max(self.begun, *(played.round for played in self.history), 0)

    @property
    def last_round(self) -> int:
        """The number of the latest round that has begun; 1 before the first round."""
        return max(1, self.next_round - 1)

    def unpaired(self, entrant: int) -> frozenset[int]:
        """The rounds so far that were paired without this entrant: those `missed`, and all after a withdrawal."""
        last = self.next_round - 1
        return self.missed.get(entrant, frozenset()) | frozenset(range(self.left.get(entrant, last) + 1, last + 1))

    def stayed_until(self, number: int) -> tuple[int, ...]:
        """The entrants who had not withdrawn when round `number` was paired, best seed first."""
        return tuple(entrant for entrant in self.entrants if self.left.get(entrant, number) >= number)

    def within(self, entrants: Sequence[int], labels: Iterable[str], first: int = 1, last: int = 10_000) -> Field:
        """The field of a group: these entrants, and the meetings with one of the labels from round `first` to `last`."""
        wanted = set(labels)
        history = tuple(played for played in self.history if played.label in wanted and first <= played.round <= last)
        left = {one: number for one, number in self.left.items() if one in entrants}
        return Field(tuple(entrants), self.seed, history, left, ratings=self.ratings)


def drawn(seed: str, label: str, entrants: Iterable[int]) -> list[int]:
    """The entrants in a pseudo-random order (SHA-256) that depends on seed and label only."""
    return sorted(entrants, key=lambda entrant: hashlib.sha256(f"{seed}|{label}|{entrant}".encode()).digest())


def times_met(history: Iterable[Played]) -> dict[frozenset[int], int]:
    """Number of meetings by pair of entrants. Forfeits do not count."""
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
    """Games in the first seat minus games in the last, per entrant. A match with sides swapped counts 0."""
    balance: dict[int, int] = {}
    for played in history:
        if not played.is_bye and not played.is_match and not played.forfeit:
            balance[played.seats[0]] = balance.get(played.seats[0], 0) + 1
            balance[played.seats[-1]] = balance.get(played.seats[-1], 0) - 1
    return balance


def seated(field: Field, one: int, other: int, *, balance: Mapping[int, int] | None = None) -> tuple[int, int]:
    """Two entrants in the order of their seats: the one with more first seats gets the last one; equal balances are decided by a draw.

    `balance` is `role_balance` of the whole history; callers that seat many pairs compute it once.
    """
    balance = role_balance(field.history) if balance is None else balance
    ours, theirs = balance.get(one, 0), balance.get(other, 0)
    if ours == theirs:
        first, second = drawn(field.seed, f"seats {field.next_round}", (one, other))
        return first, second
    return (one, other) if ours < theirs else (other, one)


def byes(history: Iterable[Played]) -> dict[int, int]:
    """Number of byes per entrant; requested ones do not count."""
    had: dict[int, int] = {}
    for played in history:
        if played.is_bye and not played.is_rest:
            had[played.seats[0]] = had.get(played.seats[0], 0) + 1
    return had
