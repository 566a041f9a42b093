"""Tie-breaks of the FIDE Handbook C.07 (in force since August 2024), each with the terms of its sum. Numbers in brackets are articles.

At a table of several, all others are opponents, and a round counts as the mean over them. An unplayed round counts as a game against a
dummy opponent with the player's own final points (16.4). An opponent counts with their points, but requested byes count as draws if only
voluntary unplayed rounds followed (16.3). A round that was paired without a player is a requested bye without points.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate

from games.tournaments.formats.meetings import Field, Played
from games.tournaments.formats.scoring import gains, points_of, totals

DRAW = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Term:
    """One summand of a tie-break.

    `round` is the number of the round; `opponents` are the entrants met, empty for a dummy opponent or a term without opponents; `value`
    is in points; `voluntary`: the round was unplayed by the player's own choice (16.1); `cut`: it is left out of the sum.
    """

    round: int
    opponents: tuple[int, ...]
    value: Fraction
    voluntary: bool = False
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """One round of one entrant with the points of it.

    `played` is the meeting, None for a round that was paired without the entrant. `asked`: a requested bye of less than a point, or no
    meeting; `voluntary`: that, or lost by forfeit (16.1).
    """

    round: int
    points: Fraction
    played: Played | None
    asked: bool
    voluntary: bool

    @property
    def met(self) -> bool:
        return self.played is not None and not self.played.is_bye and not self.played.forfeit


Terms = dict[int, tuple[Term, ...]]


class Rounds:
    """The rounds of all entrants. With `swiss` unplayed rounds count by article 16; in a round robin a forfeit counts as a game (15)."""

    def __init__(self, field: Field, *, swiss: bool = True) -> None:
        """Collect the rounds and compute the adjusted points of all entrants."""
        self.field, self.swiss, self.points = field, swiss, totals(field)
        self.turns: dict[int, list[Turn]] = {entrant: [] for entrant in field.entrants}
        for played in field.history:
            for entrant, points in points_of(played).items():
                self.turns[entrant].append(_turn(played, points))
        for entrant, turns in self.turns.items():
            missing = field.unpaired(entrant) - {turn.round for turn in turns}
            turns += [Turn(number, Fraction(), None, asked=True, voluntary=True) for number in missing]
            turns.sort(key=lambda turn: turn.round)
        self.adjusted = {entrant: self._adjusted(turns) for entrant, turns in self.turns.items()}

    def _adjusted(self, turns: Sequence[Turn]) -> Fraction:
        """The points with which the entrant counts for opponents (16.3)."""
        total, open_end = Fraction(), True
        for turn in reversed(turns):
            total += DRAW if self.swiss and open_end and turn.asked else turn.points
            open_end = open_end and turn.voluntary
        return total

    def terms(self, weigh: Callable[[Fraction, Fraction], Fraction]) -> Terms:
        """A term per round and entrant: `weigh` of the points gained from an opponent and the opponent's adjusted points."""
        return {entrant: tuple(self._terms(entrant, weigh)) for entrant in self.field.entrants}

    def _terms(self, entrant: int, weigh: Callable[[Fraction, Fraction], Fraction]) -> Iterator[Term]:
        for turn in self.turns[entrant]:
            if turn.played is not None and (turn.met or (turn.played.forfeit and not self.swiss)):
                found = [(other, weigh(gain, self.adjusted[other])) for seat, other, gain in gains(turn.played) if seat == entrant]
                value = sum((one for _other, one in found), Fraction()) / len(found)
                yield Term(turn.round, tuple(other for other, _value in found), value)
            elif self.swiss:
                yield Term(turn.round, (), weigh(turn.points, self.points[entrant]), turn.voluntary)


def _turn(played: Played, points: Fraction) -> Turn:
    asked = played.is_rest and points < 1
    return Turn(played.round, points, played, asked, asked or (played.forfeit and points == 0))


def cut(terms: Sequence[Term], low: int, high: int) -> tuple[Term, ...]:
    """The same terms with the `low` least ones marked as cut, voluntary unplayed rounds first (16.5), and the `high` greatest ones."""
    found = list(terms)
    for _cut in range(low):
        left = [place for place, term in enumerate(found) if not term.cut]
        chosen = [place for place in left if found[place].voluntary] or left
        if chosen:
            least = min(chosen, key=lambda place: found[place].value)
            found[least] = replace(found[least], cut=True)
    for _cut in range(high):
        left = [place for place, term in enumerate(found) if not term.cut]
        if left:
            most = max(left, key=lambda place: found[place].value)
            found[most] = replace(found[most], cut=True)
    return tuple(found)


def _buchholz(low: int = 0, high: int = 0) -> Callable[[Rounds], Terms]:

    def buchholz(rounds: Rounds) -> Terms:
        return {entrant: cut(terms, low, high) for entrant, terms in rounds.terms(lambda _gain, points: points).items()}

    return buchholz


def sonneborn_berger(rounds: Rounds) -> Terms:
    """Sonneborn-Berger: the points gained from each opponent times the points of that opponent (9.1)."""
    return rounds.terms(lambda gain, points: gain * points)


def wins(rounds: Rounds) -> Terms:
    """Number of rounds with as many points as a win gives, played or not (7.1)."""
    return {
        entrant: tuple(Term(turn.round, _others(turn, entrant), Fraction(1)) for turn in turns if _won(turn, entrant))
        for entrant, turns in rounds.turns.items()
    }


def _won(turn: Turn, entrant: int) -> bool:
    if turn.met and turn.played is not None and turn.played.ranks.count(1) == 1:
        return turn.played.ranks[turn.played.seats.index(entrant)] == 1
    return turn.points == 1


def _others(turn: Turn, entrant: int) -> tuple[int, ...]:
    return tuple(seat for seat in turn.played.seats if seat != entrant) if turn.played is not None else ()


def progressive(rounds: Rounds) -> Terms:
    return {
        entrant: tuple(
            Term(turn.round, (), total) for turn, total in zip(turns, accumulate(turn.points for turn in turns), strict=True)
        )
        for entrant, turns in rounds.turns.items()
    }  # fmt: skip


DIRECT = "DE"
TIE_BREAKS: Mapping[str, Callable[[Rounds], Terms]] = {
    "BH": _buchholz(),
    "BH-C1": _buchholz(1),
    "BH-C2": _buchholz(2),
    "BH-M1": _buchholz(1, 1),
    "SB": sonneborn_berger,
    "WIN": wins,
    "PS": progressive,
}
"""By the acronyms of the handbook. The direct encounter (`DIRECT`) depends on who is tied and is computed by `direct`."""


def value(terms: Sequence[Term]) -> Fraction:
    """The sum of the terms that are not cut, in points."""
    return sum((term.value for term in terms if not term.cut), Fraction())


def encounters(rounds: Rounds, level: Sequence[int]) -> Terms:
    """The games among tied entrants (6), as terms of each of them."""
    group = set(level)
    found: dict[int, list[Term]] = {entrant: [] for entrant in level}
    for played in rounds.field.history:
        if len(group & set(played.seats)) > 1 and not (played.forfeit and rounds.swiss):
            for seat, other, gain in gains(played):
                if seat in group and other in group:
                    found[seat].append(Term(played.round, (other,), gain))
    return {entrant: tuple(terms) for entrant, terms in found.items()}


def direct(rounds: Rounds, level: Sequence[int]) -> list[list[int]]:
    """Tied entrants ordered by the games among them (6), best first; a group of several is still tied.

    If all have met, the points of these games decide, and the rule is applied again within each group. Otherwise an entrant whom no other
    could reach with the missing games stands first, and the rule is applied again to the rest.
    """
    if len(level) < 2:
        return [list(level)]
    terms = encounters(rounds, level)
    missing = {entrant: len(set(level)) - 1 - len({term.opponents for term in terms[entrant]}) for entrant in level}
    sure = {entrant: value(terms[entrant]) for entrant in level}
    if not any(missing.values()):
        parts = [[one for one in level if sure[one] == worth] for worth in sorted(set(sure.values()), reverse=True)]
        return parts if len(parts) < 2 else [part for group in parts for part in direct(rounds, group)]
    first = [one for one in level if all(sure[one] > sure[other] + missing[other] for other in level if other != one)]
    return [first, *direct(rounds, [one for one in level if one not in first])] if first else [list(level)]
