"""Early closing of a round: allowed if no result of its running games can change who qualifies, is promoted or relegated.

Every combination of results is tried, each with the greatest score difference in both directions. A rank is a monotonic function of a
score, so a decision that is equal at both extremes is equal for all scores between them.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from games.tournaments.formats.meetings import Field, Meeting, Played

MOST = 3
"""Most running meetings of one group for which all results are tried (at most ten per meeting). With more, the round stays open."""

FAR = 1_000_000


@dataclass(frozen=True, slots=True)
class Stake:
    """The decision of a stage in one group or division. `of` computes it from the group's field; decisions are compared for equality."""

    field: Field
    of: Callable[[Field], Hashable]


def settled(stakes: dict[str, Stake], running: Sequence[Meeting], *, double: bool) -> bool:
    """Whether no decision depends on the results of the running meetings. `double`: each meeting is a match of two games.

    `stakes` are the decisions of the latest round by label of group or division. They are empty if the round ends no stage; then the
    answer is False unless nothing runs.
    """
    labels = {meeting.label for meeting in running}
    return labels <= set(stakes) and all(
        _same(stakes[label], [meeting for meeting in running if meeting.label == label], double) for label in labels
    )


def _same(stake: Stake, running: Sequence[Meeting], double: bool) -> bool:
    if len(running) > MOST:
        return False
    first = None
    for number, results in enumerate(product(*(_results(meeting, double) for meeting in running))):
        decided = stake.of(replace(stake.field, history=stake.field.history + results))
        if number == 0:
            first = decided
        elif decided != first:
            return False
    return True


def _results(meeting: Meeting, double: bool) -> Iterator[Played]:
    steps = 4 if double else 2
    for won in range(steps + 1):
        shares = (Fraction(won, steps), 1 - Fraction(won, steps))
        ranks = tuple(1 + (share < max(shares)) for share in shares)
        for far in (FAR, -FAR):
            yield Played(0, meeting.seats, ranks, (far, -far), meeting.label, shares if double else ())
