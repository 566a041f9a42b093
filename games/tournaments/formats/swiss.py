"""Swiss pairing for games of two by the FIDE (Dutch) system, C.04.3. If it allows no pairing, its criteria are relaxed one after the other.

The first and the last seat of a game stand for White and Black. In a match of two games, each entrant has both seats, so they are ignored.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm

from games.rules.messages import Message, msg
from games.tournaments.formats.dutch.cards import DOWN, LEVEL, UP, Card, Pair
from games.tournaments.formats.dutch.pairing import BYE, pair
from games.tournaments.formats.meetings import REST, Field, Meeting, Played, byes, drawn, times_met
from games.tournaments.formats.scoring import decimal, points_of, totals


def round_count(size: int) -> int:
    """The number of rounds after which, without draws, one entrant of `size` has no loss."""
    return max(0, (size - 1).bit_length())


def odd_first(field: Field) -> bool:
    """The draw before the first round: whether odd pairing numbers get the first seat (E.5)."""
    return drawn(field.seed, "first seat", (1, 2))[0] == 1


def cards(field: Field, there: Collection[int], *, rounds: int, sides: bool) -> tuple[list[Card], int]:
    """The cards of the entrants to be paired, numbered by seed, and the number of score units per point."""
    played = field.next_round - 1
    points = [(meeting, points_of(meeting)) for meeting in field.history]
    unit = lcm(1, *(share.denominator for _meeting, shares in points for share in shares.values()))
    number = {entrant: place for place, entrant in enumerate(field.entrants, start=1)}
    before = [dict.fromkeys(field.entrants, 0) for _round in range(played + 1)]
    meetings: dict[int, dict[int, Played]] = {entrant: {} for entrant in field.entrants}
    for meeting, shares in points:
        for entrant, share in shares.items():
            meetings[entrant][meeting.round] = meeting
            for later in range(meeting.round, played + 1):
                before[later][entrant] += int(share * unit)
    found = []
    for entrant in there:
        own = meetings[entrant]
        games = [meeting for _round, meeting in sorted(own.items()) if not meeting.is_bye and not meeting.forfeit]
        found.append(
            Card(
                number[entrant],
                before[played][entrant],
                tuple(meeting.seats[0] == entrant for meeting in games if not meeting.is_match) if sides else (),
                frozenset(number[other] for meeting in games for other in meeting.seats if other != entrant),
                (_float(entrant, own, played, before), _float(entrant, own, played - 1, before)),
                any(_won_without_playing(entrant, meeting) for meeting in own.values()),
                played == rounds - 1 and 2 * before[played][entrant] > unit * played,
            )
        )
    return found, unit


def _float(entrant: int, own: Mapping[int, Played], number: int, before: Sequence[Mapping[int, int]]) -> int:
    """The float of an entrant in a round: DOWN or UP against a lower or higher score, DOWN without a game (A.4)."""
    if number < 1:
        return LEVEL
    meeting = own.get(number)
    if meeting is None or meeting.is_bye or meeting.forfeit:
        return DOWN
    other = next(seat for seat in meeting.seats if seat != entrant)
    ours, theirs = before[number - 1][entrant], before[number - 1][other]
    return DOWN if ours > theirs else UP if ours < theirs else LEVEL


def _won_without_playing(entrant: int, meeting: Played) -> bool:
    if meeting.is_bye:
        return not meeting.is_rest
    return meeting.forfeit and points_of(meeting)[entrant] == 1


def matching(weights: Mapping[Pair, int]) -> Collection[Pair]:
    import networkx as nx  # imported here: it takes 11 MB, and most processes never pair a round

    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from((one, other, weight) for (one, other), weight in weights.items())
    matching: Collection[tuple[int, int]] = nx.max_weight_matching(graph)
    return matching


def pairs(field: Field, there: Sequence[int], *, rounds: int, sides: bool) -> list[Pair]:
    """Pair the entrants `there`: pairs with the first seat first, `BYE` as the opponent of the entrant with the bye.

    If the standard allows no pairing, all count as topscorers, for whom the limits on sides are preferences only. If there is still no
    pairing, as few as possible get a second bye or meet again.
    """
    people, unit = cards(field, there, rounds=rounds, sides=sides)
    entrant = {BYE: BYE, **dict(enumerate(field.entrants, start=1))}
    numbers = {one: place for place, one in entrant.items()}
    forbidden = {frozenset(numbers.get(one, BYE) for one in two) for two in field.apart}
    for loosened in (people, [replace(card, top=True) for card in people]):
        found = pair(loosened, matching, unit=unit, odd_first=odd_first(field), forbidden=forbidden)
        if found is not None:
            return [(entrant[one], entrant[other]) for one, other in found]
    return _least_evil(field, there)


AGAIN, SECOND_BYE = 10**12, 10**9
"""Weights of one violation where no pairing satisfies the criteria; greater than any sum of score differences."""


def _least_evil(field: Field, there: Sequence[int]) -> list[Pair]:
    """The pairing with the fewest repeated games, then second byes, then score differences. Forbidden pairs come last of all."""
    points, met, had = totals(field), times_met(field.history), byes(field.history)
    costs: dict[Pair, int] = {}
    for place, one in enumerate(there):
        for other in there[place + 1 :]:
            two = frozenset((one, other))
            gap = points[one] - points[other]
            costs[one, other] = AGAIN * (met.get(two, 0) + 1000 * (two in field.apart)) + int(16 * gap * gap)
        if len(there) % 2:
            costs[one, BYE] = SECOND_BYE * had.get(one, 0) + int(16 * points[one] ** 2)
    most = 1 + max(costs.values(), default=0) * len(there)
    found = [(one, other) if other == BYE or (one != BYE and points[one] >= points[other]) else (other, one)
             for one, other in matching({two: most - cost for two, cost in costs.items()})]  # fmt: skip
    return sorted(found, key=lambda two: (two[1] == BYE, -points[two[0]], field.entrants.index(two[0])))


def plan(field: Field, *, rounds: int, sides: bool = True) -> list[Meeting]:
    """The next round of `rounds`; empty after the last one or with fewer than two active entrants. The last round has no requested byes."""
    number = field.next_round
    if number > rounds or len(field.active) < 2:
        return []
    resting = [entrant for entrant in field.active if number < rounds and number in field.rests.get(entrant, ())]
    there = [entrant for entrant in field.active if entrant not in resting]
    points, met, had = totals(field), times_met(field.history), byes(field.history)
    meetings = []
    for one, other in pairs(field, there, rounds=rounds, sides=sides) if len(there) > 1 else [(one, BYE) for one in there]:
        if other == BYE:
            meetings.append(Meeting((one,), _why_bye(second=bool(had.get(one, 0)))))
        else:
            meetings.append(Meeting((one, other), _why(points[one], points[other], again=frozenset((one, other)) in met)))
    return meetings + [Meeting((entrant,), msg("Sits out this round, as they asked, for half a point."), REST) for entrant in resting]


def _why_bye(*, second: bool) -> Message:
    if second:
        return msg("An odd number plays, and nobody is left whom the rules allow a first bye.")
    return msg("An odd number plays: the bye goes as far down the standings as the rules allow, to somebody who had none.")


def _why(ours: Fraction, theirs: Fraction, *, again: bool) -> Message:
    if again:
        return msg(
            "They meet again, with {ours} and {theirs} points: the round cannot be paired without people meeting again.",
            ours=decimal(ours),
            theirs=decimal(theirs),
        )
    if ours != theirs:
        return msg(
            "They have {ours} and {theirs} points: not everybody with equal points could be paired.",
            ours=decimal(ours), theirs=decimal(theirs),
        )  # fmt: skip
    if ours == 1:
        return msg("Both have 1 point and have not played each other.")
    return msg("Both have {points} points and have not played each other.", points=decimal(ours))
