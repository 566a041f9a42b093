"""Simulated tournaments: results, withdrawals and no-shows depend only on a seed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.tournaments.formats.meetings import REST, Field, Meeting, Played, match, rest
from games.tournaments.formats.registry import Format
from games.tournaments.formats.stored_results import lost_by


@dataclass(frozen=True, slots=True)
class Hazards:
    """Percentages of entrants per round: who leave, who are absent and lose their games, and who ask to sit out."""

    leaving: int = 0
    away: int = 0
    resting: int = 0


CALM = Hazards()
MOST_ROUNDS = 8
"""Rounds of a Swiss with 128 people, plus one."""


def chance(*parts: object) -> int:
    """A hash of the parts, below 2³²."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:4])


def strike(percent: int, *parts: object) -> bool:
    """Whether an event with this probability in per cent occurs."""
    return chance(*parts) % 100 < percent


def field_of(size: int, seed: int, hazards: Hazards = CALM) -> Field:
    """A field before its first round."""
    entrants = tuple(range(1, size + 1))
    return Field(entrants, str(seed), rests={entrant: wish for entrant in entrants if (wish := rest_of(entrant, seed, hazards))})


def rest_of(entrant: int, seed: int, hazards: Hazards) -> frozenset[int]:
    """The first round that the entrant asks to sit out, if any."""
    return frozenset([number for number in range(1, MOST_ROUNDS) if strike(hazards.resting, "rests", seed, number, entrant)][:1])


def ranks_of(seats: Sequence[int], seed: int, hazards: Hazards, *parts: object) -> tuple[int, ...]:
    """A simulated result: one in eight pairs is tied, absent players are last."""
    worth = {seat: chance(seed, seat, *parts) % 8 for seat in seats}
    worth |= {seat: 8 for seat in seats if strike(hazards.away, "away", seed, seat, *parts)}
    return tuple(1 + sum(worth[other] < worth[seat] for other in seats) for seat in seats)


def played(form: Format, number: int, meeting: Meeting, seed: int, hazards: Hazards) -> Played:
    """The result of a meeting; it has two games where both players take both sides."""
    seats = meeting.seats
    if meeting.is_bye:
        return rest(number, seats[0]) if meeting.label == REST else Played(number, seats, (1,), label=meeting.label)
    if meeting.absent is not None:
        return lost_by(number, seats, [meeting.absent], meeting.label)
    first = Played(number, seats, ranks_of(seats, seed, hazards, number, 1), label=meeting.label)
    if form.sides or len(seats) != 2:
        return first
    second = Played(number, seats[::-1], ranks_of(seats[::-1], seed, hazards, number, 2))
    return match(number, (seats[0], seats[1]), first, second, meeting.label)


def after(form: Format, field: Field, plan: Sequence[Meeting], seed: int, hazards: Hazards) -> Field:
    """The field after a planned round, without the entrants who leave."""
    number = field.next_round
    gone = {entrant: number for entrant in field.active if strike(hazards.leaving, "leaves", seed, number, entrant)}
    results = tuple(played(form, number, meeting, seed, hazards) for meeting in plan)
    return replace(field, history=field.history + results, left={**field.left, **gone}, begun=number)


def play_out(form: Format, size: int, seed: int, hazards: Hazards) -> Field:
    """A whole tournament. Raises RuntimeError when it does not end."""
    field = field_of(size, seed, hazards)
    for _round in range(4 * size + 10):
        plan = form.plan(field)
        if not plan:
            return field
        field = after(form, field, plan, seed, hazards)
    raise RuntimeError(f"A tournament of the format {form.name!r} with {size} people does not end; its plan is never empty.")
