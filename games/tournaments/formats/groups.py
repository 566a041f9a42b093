"""Groups with finals: a round robin in each group, then a single elimination of the best of each group.

Seeds are assigned to groups in serpentine order (1, 2, 3, 3, 2, 1, …). In the finals, the group winners have the best seeds, and the
seconds follow in the same order. If two of one group would meet in the first round of the finals, seeds behind the group winners are
exchanged.
"""

from collections.abc import Sequence
from dataclasses import replace

from games.rules.messages import Message, msg
from games.tournaments.formats import bracket, round_robin, scoring, standings as table
from games.tournaments.formats.early_closing import Stake
from games.tournaments.formats.meetings import Field, Meeting, seated
from games.tournaments.formats.pools import count_of, named


def split(entrants: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """The groups, best seed first: of `size` or one less where possible, and of at least three if there are several groups."""
    count = count_of(len(entrants), size)
    groups: list[list[int]] = [[] for _group in range(count)]
    for number, entrant in enumerate(entrants):
        row, place = divmod(number, count)
        groups[place if row % 2 == 0 else count - 1 - place].append(entrant)
    return [tuple(group) for group in groups]


def parts(field: Field, size: int) -> dict[str, Field]:
    return named("G", field, split(field.entrants, size))


def last_round(field: Field, size: int) -> int:
    return max((round_robin.round_count(len(part.entrants)) for part in parts(field, size).values()), default=0)


def qualified(part: Field, through: int, last: int, order: Sequence[str]) -> list[int]:
    """The best `through` entrants of one group, best first, without those who withdrew up to round `last`. Ties are decided by seed."""
    there = set(part.stayed_until(last + 1))
    return [line.entrant for line in table.standings(part, order, swiss=False) if line.entrant in there][:through]


def finals(field: Field, size: int, through: int, order: Sequence[str]) -> Field:
    """The field of the finals: its entrants by seed, and the meetings played there."""
    last = last_round(field, size)
    best = [qualified(part, through, last, order) for part in parts(field, size).values()]
    tiers = [[(group, ranking[place]) for group, ranking in enumerate(best) if place < len(ranking)] for place in range(through)]
    seeds = _apart([entrant for tier in tiers for entrant in tier], len(tiers[0]) if tiers else 0)
    return field.within(seeds, {label for label in (played.label for played in field.history) if label.startswith("W")})


def _apart(seeds: list[tuple[int, int]], tier: int) -> list[int]:
    """The entrants in the order of their seeds, such that two of one group do not meet in the first round if this is possible.

    `seeds` are pairs of group and entrant. The first `tier` of them are the group winners, who keep their seeds.
    """
    room = 1 << max(1, (len(seeds) - 1).bit_length())

    def clashes(group: int, place: int) -> bool:
        rival = room - 1 - place
        return rival < len(seeds) and seeds[rival][0] == group

    for number in range(max(tier, room // 2), len(seeds)):
        if clashes(seeds[number][0], number):
            for other in (*range(number + 1, len(seeds)), *range(number - 1, tier - 1, -1)):
                if not clashes(seeds[other][0], number) and not clashes(seeds[number][0], other):
                    seeds[number], seeds[other] = seeds[other], seeds[number]
                    break
    return [entrant for _group, entrant in seeds]


def plan(field: Field, *, size: int, through: int, order: Sequence[str]) -> list[Meeting]:
    """The meetings of the next round of the groups, or of the finals after the group stage; empty when the champion is known."""
    if len(field.active) < 2:
        return []
    number = field.next_round
    if number > last_round(field, size):
        ready = bracket.plan(finals(field, size, through, order))
        return [Meeting(seated(field, *meeting.seats), _why(meeting), meeting.label) for meeting in ready]
    found = []
    for label, part in parts(field, size).items():
        for meeting in round_robin.meetings(part, number, label):
            found.append(replace(meeting, why=_why_in_group(meeting, int(label[1:]), number)))
    return found


def _why_in_group(meeting: Meeting, group: int, number: int) -> Message:
    if not meeting.has_game:
        return msg("Group {group}, round {round}: the opponent of the Berger table is missing.", group=group, round=number)
    return msg("Group {group}: round {round} of the Berger table.", group=group, round=number)


def _why(meeting: Meeting) -> Message:
    return msg("Place {label} of the finals: both qualified in their groups or won before.", label=meeting.label)


def standings(field: Field, *, size: int, through: int, order: Sequence[str]) -> list[scoring.Line]:
    """The standings: those in the finals by round of elimination, then the others by rank in their group, points and tie-breaks."""
    lines = {line.entrant: line for part in parts(field, size).values() for line in table.standings(part, order, swiss=False)}
    final = finals(field, size, through, order) if field.last_round > last_round(field, size) else field.within((), ())
    ranking = bracket.ranking(final) if len(final.entrants) > 1 else [(1, entrant) for entrant in final.entrants]
    found = [scoring.Line(rank, entrant, lines[entrant].points, lines[entrant].breaks) for rank, entrant in ranking]
    rest = [line for entrant, line in lines.items() if entrant not in final.entrants]
    rest.sort(key=lambda line: (line.rank, [-value for value in (line.points, *line.breaks)], line.entrant))
    return found + scoring.ranked([(line, (line.rank, line.points, line.breaks)) for line in rest], first=len(found) + 1)


def stakes(field: Field, *, size: int, through: int, order: Sequence[str]) -> dict[str, Stake]:
    last = last_round(field, size)
    if field.last_round != last:
        return {}
    return {label: Stake(part, lambda group: tuple(qualified(group, through, last, order))) for label, part in parts(field, size).items()}
