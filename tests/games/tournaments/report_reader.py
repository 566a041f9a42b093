"""Parser of the FIDE Tournament Report File that `games.tournaments.formats.trf` writes, and of those of other pairing programs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from games.tournaments.formats.meetings import REST, Field, Played
from games.tournaments.formats.trf import ANNULLED, HALF, NAME, RESULTS, WIDTH, Report

WORTH = {"1": Fraction(1), "W": Fraction(1), "=": HALF, "D": HALF, "0": Fraction(), "L": Fraction(), "+": Fraction(1), "-": Fraction(),
         "H": HALF, "F": Fraction(1), "U": Fraction(1), "Z": Fraction()}  # fmt: skip


class BadReport(ValueError):
    """Raised for a file that cannot be parsed; the message names the line or the round."""


def read(text: str) -> Report:
    """Parse a file. Raises `BadReport` naming the line or round that cannot be read."""
    people: dict[int, tuple[str, int, list[str]]] = {}
    title, rounds, odd_first, apart = "", 0, True, set[frozenset[int]]()
    annulled: list[tuple[int, tuple[int, ...]]] = []
    for place, line in enumerate(text.splitlines(), start=1):
        code, rest = line[:3], line[4:].strip()
        try:
            if code == "001":
                found = _person(line)
                if found[0] in people:
                    raise BadReport(f"Line {place}: the number {found[0]} is used twice.")
                people[found[0]] = found[1:]
            elif code == "012":
                title = rest
            elif line.startswith(ANNULLED):
                number, *seats = map(int, line.removeprefix(ANNULLED).split())
                annulled.append((number, tuple(seats)))
            elif code == "XXR":
                rounds = int(rest)
            elif code == "XXC":
                odd_first = "black1" not in rest.split()
            elif code == "XXP":
                apart |= {frozenset({one, other}) for one in map(int, rest.split()) for other in map(int, rest.split()) if one != other}
        except (ValueError, IndexError) as error:
            raise error if isinstance(error, BadReport) else BadReport(f"Line {place} cannot be read: {line[:60]}") from error
    if len(people) < 2:
        raise BadReport("The file names fewer than two people; each has a line that begins with 001.")
    return replace(_report(people, title, rounds, odd_first, apart, annulled), annulled=tuple(annulled))


def _person(line: str) -> tuple[int, str, int, list[str]]:
    """Parse a line 001: number, name, rating (0 without one) and the cells of the rounds."""
    rating, rest = line[48:52].strip(), line[RESULTS:].rstrip()
    cells = [rest[start : start + WIDTH - 2] for start in range(0, len(rest), WIDTH)]
    return int(line[4:8]), line[NAME:47].strip(), int(rating) if rating else 0, cells


def _report(
    people: Mapping[int, tuple[str, int, list[str]]], title: str, rounds: int, odd_first: bool, apart: Collection[frozenset[int]],
    annulled: Collection[tuple[int, tuple[int, ...]]],
) -> Report:  # fmt: skip
    last = min(len(cells) for _name, _rating, cells in people.values())
    history = [played for number in range(1, last + 1) for played in _round(people, number)]
    running = tuple(
        (number, (one, other))
        for number in range(1, last + 1)
        for one, other, colour, sign in _cells_of(people, number)
        if other and colour == "w" and not sign.strip()
    )
    nothing = {(number, (seat,)) for number, seats in annulled for seat in seats}
    history = [played for played in history if (played.round, played.seats) not in nothing]
    field = Field(
        tuple(sorted(people)), "", tuple(history), begun=last, apart=frozenset(apart),
        ratings={one: rating for one, (_name, rating, _cells) in people.items() if rating},
    )  # fmt: skip
    names = {one: name for one, (name, _rating, _cells) in people.items()}
    return Report(field, names, title, rounds or last, odd_first, running=running)


def _cells_of(people: Mapping[int, tuple[str, int, Sequence[str]]], number: int) -> Iterator[tuple[int, int, str, str]]:
    """Entrant, opponent (0 for none), colour and sign of the result, for the cells of a round."""
    for one, (_name, _rating, cells) in sorted(people.items()):
        cell = cells[number - 1].ljust(8)
        yield one, int(cell[:4].strip() or 0), cell[5], cell[7]


def _round(people: Mapping[int, tuple[str, int, Sequence[str]]], number: int) -> Iterator[Played]:
    for one, other, colour, sign in _cells_of(people, number):
        if other == 0:
            if sign.strip():
                yield _bye(number, one, sign)
        elif sign.strip() and (colour == "w" or (colour == "-" and one < other)):
            yield _game(number, one, other, sign, people)


def _bye(number: int, one: int, sign: str) -> Played:
    if sign not in WORTH:
        raise BadReport(f"Round {number} of number {one}: “{sign}” is no result.")
    return Played(number, (one,), (1,)) if sign in "U+" else Played(number, (one,), (1,), label=REST, shares=(WORTH[sign],))


def _game(number: int, one: int, other: int, sign: str, people: Mapping[int, tuple[str, int, Sequence[str]]]) -> Played:
    back = people[other][2][number - 1].ljust(8) if other in people else ""
    if not back or int(back[:4].strip() or 0) != one or sign not in WORTH or back[7] not in WORTH:
        raise BadReport(f"Round {number}: the lines of the numbers {one} and {other} do not say the same.")
    ours, theirs = WORTH[sign], WORTH[back[7]]
    forfeit = sign in "+-" or back[7] in "+-"
    ranks = (1 + (ours < theirs), 1 + (theirs < ours))
    shares = (ours, theirs) if forfeit and ours + theirs != 1 else ()
    if not forfeit and ours + theirs != 1:
        raise BadReport(f"Round {number}: the points of the numbers {one} and {other} are not those of one game.")
    return Played(number, (one, other), ranks, shares=shares, forfeit=forfeit)
