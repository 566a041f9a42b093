"""Invariants of a tournament, checked from its history alone and without the code that pairs.

Each breach is a sentence; an unavoidable one is none. Whether it was avoidable is decided by a matching without
points or places, which knows only who may meet whom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import networkx as nx

from games.tournaments.formats import bracket
from games.tournaments.formats.meetings import Field, Played, byes, times_met
from games.tournaments.formats.registry import Format
from games.tournaments.formats.scoring import totals

NOBODY = -1
Allowed = Callable[[int, int], bool]


def broken(form: Format, field: Field) -> list[str]:
    """All breaches in a finished tournament; [] if there are none."""
    found = [*_seating(form, field), *_table(form, field)]
    if form.name == "swiss":
        found += [breach for number in _rounds(field) for breach in _swiss_round(form, field, number)]
    if form.name == "round_robin":
        found += [f"{sorted(pair)} meet {times} times." for pair, times in times_met(field.history).items() if times > 1]
    if form.name in ("single", "double"):
        found += _knock_out(form, field)
    return found


def _rounds(field: Field) -> list[int]:
    return sorted({played.round for played in field.history})


def _round(field: Field, number: int) -> list[Played]:
    return [played for played in field.history if played.round == number]


def _seating(form: Format, field: Field) -> Iterator[str]:
    """Nobody is seated twice in a round or after leaving; tables have the right size and differ by one at most."""
    for number in _rounds(field):
        meetings = _round(field, number)
        seated = [seat for played in meetings for seat in played.seats]
        if len(seated) != len(set(seated)):
            yield f"Somebody has two meetings in round {number}."
        lost = [zip(played.seats, played.shares, strict=True) for played in meetings if played.forfeit]
        forfeited = {seat for shares in lost for seat, share in shares if not share}
        if late := {seat for seat in seated if field.left.get(seat, number) < number} - forfeited:
            yield f"{sorted(late)} left before round {number} and have a meeting in it."
        widths = [len(played.seats) for played in meetings if not played.is_bye]
        least, most = (form.least, form.most) if form.name in ("tables", "balanced") else (2, 2)
        if widths and not (least <= min(widths) and max(widths) <= most and max(widths) - min(widths) <= 1):
            yield f"The tables of round {number} have {sorted(widths)} seats."


def _table(form: Format, field: Field) -> Iterator[str]:
    """Everybody is in the final table once, and it begins with rank one."""
    lines = form.standings(field)
    if sorted(line.entrant for line in lines) != sorted(field.entrants):
        yield "The final table does not have everybody once."
    ranks = [line.rank for line in lines]
    if ranks != sorted(ranks) or ranks[0] != 1:
        yield "The final table is not in order."


def _swiss_round(form: Format, field: Field, number: int) -> Iterator[str]:
    """No repeated meeting, second bye, or role three more often than the other or three times running, unless it is unavoidable.

    In the last round, people with more than half of all points are exempt, as in C.04.3.
    """
    before = [played for played in field.history if played.round < number]
    here = _round(field, number)
    people = [seat for played in here if not played.is_rest for seat in played.seats]
    met, had = times_met(before), byes(before)

    def fresh(one: int, other: int) -> bool:
        return frozenset((one, other)) not in met and frozenset((one, other)) not in field.apart

    last = number == form.round_count(len(field.entrants))
    points = totals(replace(field, history=tuple(before)))
    due = {entrant: _due(entrant, before) for entrant in people}
    top = {entrant for entrant in people if last and 2 * points[entrant] > number - 1}

    def fair(one: int, other: int) -> bool:
        return fresh(one, other) and (due[one] * due[other] <= 0 or bool({one, other} & top))

    again = [played.seats for played in here if not played.is_bye and not fresh(*played.seats)]
    second = [played.seats[0] for played in here if played.is_bye and not played.is_rest and had.get(played.seats[0], 0)]
    if unasked := [played.seats[0] for played in here if played.is_rest and number not in field.rests.get(played.seats[0], ())]:
        yield f"{unasked} sit out round {number} and have not asked for it."
    if number == form.round_count(len(field.entrants)) and any(played.is_rest for played in here):
        yield "Somebody sits out the last round."
    if again and possible(people, fresh, lambda _entrant: True):
        yield f"{again} meet again or do not want to meet in round {number}, though that can be avoided."
    if second and not again and possible(people, fresh, lambda entrant: not had.get(entrant, 0)):
        yield f"{second} have a second bye in round {number}, though that can be avoided."
    worse = [played.seats for played in here if not played.is_bye and not fair(*played.seats)]
    if form.sides and worse and not again and not second and possible(people, fair, lambda entrant: not had.get(entrant, 0)):
        yield f"{worse} both need the same role in round {number}, though that can be avoided."
    turned = [two for two in (played.seats for played in here if not played.is_bye) if _turned(due[two[0]], due[two[1]])]
    if form.sides and turned:
        yield f"{turned} have the role in round {number} that one of them had too often."


def _turned(first: int, last: int) -> bool:
    """Whether two people have the wrong sides: one of them is due the other side, and the other one does not need it."""
    return first * last <= 0 and first < last


def _due(entrant: int, before: Sequence[Played]) -> int:
    """The role that a person must have next, 1 the first and -1 the last, after two more of the other or two running; else 0."""
    games = sorted((played for played in before if entrant in played.seats and not played.is_bye), key=lambda played: played.round)
    firsts = [played.seats[0] == entrant for played in games if not played.is_match and not played.forfeit]
    balance = 2 * sum(firsts) - len(firsts)
    if abs(balance) > 1:
        return -1 if balance > 0 else 1
    return 0 if len(firsts) < 2 or firsts[-1] != firsts[-2] else -1 if firsts[-1] else 1


def possible(people: list[int], allowed: Allowed, may_rest: Callable[[int], bool]) -> bool:
    """Whether everybody can be paired in allowed pairs, with one bye if their number is odd."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(people)
    graph.add_edges_from(pair for pair in combinations(people, 2) if allowed(*pair))
    if len(people) % 2:
        graph.add_node(NOBODY)
        graph.add_edges_from((entrant, NOBODY) for entrant in people if may_rest(entrant))
    return bool(2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == graph.number_of_nodes())


def _knock_out(form: Format, field: Field) -> Iterator[str]:
    """There is one champion, and nobody played on after being knocked out."""
    twice = form.name == "double"
    net = bracket.Bracket(field, bracket.double(len(field.entrants)) if twice else bracket.single(len(field.entrants)))
    if net.champion is None:
        yield "There is no champion."
    lost = dict.fromkeys(field.entrants, 0)
    for number in _rounds(field):
        so_far = bracket.Bracket(replace(field, history=tuple(p for p in field.history if p.round <= number)), net.places)
        for played in _round(field, number):
            if any(lost[seat] > int(twice) for seat in played.seats):
                yield f"Somebody plays in round {number} who was out."
            lost[so_far.outcome[played.label][1]] += 1
