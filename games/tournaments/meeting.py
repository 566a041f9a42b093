"""The vocabulary of tournaments: a meeting that is planned, a meeting that was played, and the field of those who take part."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field

from games.rules.messages import Message


@dataclass(frozen=True, slots=True)
class Meeting:
    """Entrants to be seated together, in the order of their seats, and why just these. One seat alone is a bye.

    `label` names the meeting where the format has fixed places for it ("W2.1" in a bracket, "B" for a group).
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
    """How a meeting ended: a rank per seat (1 is best, ties share it) and, where the game has them, a score per seat."""

    round: int
    seats: tuple[int, ...]
    ranks: tuple[int, ...]
    scores: tuple[int | None, ...] = ()
    label: str = ""

    @property
    def is_bye(self) -> bool:
        """A free win without an opponent."""
        return len(self.seats) == 1


@dataclass(frozen=True, slots=True)
class Field:
    """Who takes part, best seed first, what was played so far, and the seed of every draw."""

    entrants: tuple[int, ...]
    seed: str
    history: tuple[Played, ...] = ()
    out: frozenset[int] = field(default_factory=frozenset)

    @property
    def active(self) -> tuple[int, ...]:
        """Those who have not withdrawn, best seed first."""
        return tuple(entrant for entrant in self.entrants if entrant not in self.out)

    @property
    def next_round(self) -> int:
        """The number of the round to be paired, counted from 1."""
        return 1 + max((played.round for played in self.history), default=0)


def drawn(seed: str, label: str, entrants: Iterable[int]) -> list[int]:
    """The entrants in an order that only the seed and the label decide; the same on every machine."""
    return sorted(entrants, key=lambda entrant: hashlib.sha256(f"{seed}|{label}|{entrant}".encode()).digest())


def times_met(history: Iterable[Played]) -> dict[frozenset[int], int]:
    """How often two entrants sat at the same table."""
    met: dict[frozenset[int], int] = {}
    for played in history:
        for place, one in enumerate(played.seats):
            for other in played.seats[place + 1 :]:
                pair = frozenset((one, other))
                met[pair] = met.get(pair, 0) + 1
    return met


def role_balance(history: Iterable[Played]) -> dict[int, int]:
    """Games in the first seat minus games in the last, per entrant: 0 is fair."""
    balance: dict[int, int] = {}
    for played in history:
        if not played.is_bye:
            balance[played.seats[0]] = balance.get(played.seats[0], 0) + 1
            balance[played.seats[-1]] = balance.get(played.seats[-1], 0) - 1
    return balance


def byes(history: Iterable[Played]) -> dict[int, int]:
    """How many byes each entrant had."""
    had: dict[int, int] = {}
    for played in history:
        if played.is_bye:
            had[played.seats[0]] = had.get(played.seats[0], 0) + 1
    return had
