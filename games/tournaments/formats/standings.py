"""Standings by points and the announced tie-breaks, and the terms of each tie-break of FIDE C.07."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from games.tournaments.formats import c07, scoring
from games.tournaments.formats.meetings import Field
from games.tournaments.formats.scoring import Line, ranked

OLD_DIRECT = "head_to_head"
KNOWN = (c07.DIRECT, *c07.TIE_BREAKS, "score_difference")
"""The names of tie-breaks that can be announced."""

ACCEPTED = (*KNOWN, OLD_DIRECT, *(name for name in scoring.TIE_BREAKS if name not in KNOWN))
"""The names of tie-breaks that stored announcements may have. The names used before C.07 was implemented keep their old meaning."""

USUAL_ORDER = ("DE", "BH-C1", "BH", "SB", "WIN", "score_difference")


def standings(field: Field, order: Sequence[str] = USUAL_ORDER, *, swiss: bool = True) -> list[Line]:
    """All entrants, best first: by points, then by the tie-breaks of `order`.

    `swiss`: unplayed rounds count by article 16 of C.07. Raises KeyError for a tie-break that does not exist.
    """
    total = scoring.totals(field)
    values: list[dict[int, Fraction]] = []
    rounds = c07.Rounds(field, swiss=swiss)
    level = _split([list(field.entrants)], total)
    by_points = level
    for name in order:
        if name == c07.DIRECT:
            values.append({one: c07.value(terms) for group in level for one, terms in c07.encounters(rounds, group).items()})
            level = [part for group in level for part in c07.direct(rounds, group)]
            continue
        if name == OLD_DIRECT:
            found = {one: value for group in by_points for one, value in scoring.head_to_head(field, group).items()}
        elif name in scoring.TIE_BREAKS:
            found = scoring.TIE_BREAKS[name](field)
        else:
            found = {one: c07.value(terms) for one, terms in c07.TIE_BREAKS[name](rounds).items()}
        values.append(found)
        level = _split(level, found)
    lines = [
        (Line(0, one, total[one], tuple(value[one] for value in values)), number) for number, group in enumerate(level) for one in group
    ]
    return ranked(lines)


def _split(groups: Iterable[Sequence[int]], value: dict[int, Fraction]) -> list[list[int]]:
    """Each group split by value, the greatest first."""
    found = []
    for group in groups:
        for worth in sorted({value[one] for one in group}, reverse=True):
            found.append([one for one in group if value[one] == worth])
    return found


def workings(field: Field, order: Sequence[str], *, swiss: bool = True) -> dict[str, c07.Terms]:
    """The terms of the announced tie-breaks of C.07 that are sums over rounds, by name and entrant."""
    rounds = c07.Rounds(field, swiss=swiss)
    return {name: c07.TIE_BREAKS[name](rounds) for name in order if name in c07.TIE_BREAKS}
