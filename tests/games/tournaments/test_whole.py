"""Tests of whole tournaments, with and without people who leave."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st

from games.tournaments.formats import group_tables
from games.tournaments.formats.meetings import Field, Meeting, Played, byes, role_balance, times_met
from games.tournaments.formats.registry import NAMES, Format
from games.tournaments.formats.stored_results import lost_by


def chance(*parts: object) -> int:
    """A pseudo-random number that depends only on its parts."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:4])


def result(number: int, meeting: Meeting, seed: int, *, draws: bool = True) -> Played:
    """A random result: mostly different ranks, sometimes ties. Who has withdrawn forfeits."""
    if meeting.absent is not None:
        return lost_by(number, meeting.seats, [meeting.absent], meeting.label)
    width = len(meeting.seats)
    values = [chance(seed, number, entrant) % (8 if draws else 1 << 30) for entrant in meeting.seats]
    ranks = tuple(1 + sum(other < value for other in values) for value in values)
    return Played(number, meeting.seats, ranks if width > 1 else (1,), label=meeting.label)


def run(form: Format, size: int, seed: int, *, leaving: int = 0) -> Field:
    """Play to the end; `leaving` percent of the entrants withdraw in each round. Every plan is made twice and must be the same."""
    field = Field(tuple(range(1, size + 1)), str(seed))
    for number in range(1, 400):
        plan = form.plan(field)
        assert plan == form.plan(field)
        if not plan:
            return field
        seated = [entrant for meeting in plan for entrant in meeting.seats]
        assert len(seated) == len(set(seated))
        assert field.out & set(seated) == {meeting.absent for meeting in plan} - {None}
        gone = {entrant: number for entrant in field.active if chance("leaves", seed, number, entrant) % 100 < leaving}
        played = tuple(result(number, meeting, seed) for meeting in plan)
        field = replace(field, history=field.history + played, left={**field.left, **gone})
    raise AssertionError("The tournament does not end.")


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=25, deadline=None)
@given(size=st.integers(3, 24), seed=st.integers(0, 99), leaving=st.sampled_from((0, 10, 40)))
def test_every_format_ends_with_everybody_ranked(name: str, size: int, seed: int, leaving: int) -> None:
    form = Format(name)
    field = run(form, size, seed, leaving=leaving)
    lines = form.standings(field)
    assert sorted(line.entrant for line in lines) == list(field.entrants)
    assert lines[0].rank == 1
    assert all(one.rank <= other.rank for one, other in pairwise(lines))


@settings(max_examples=30, deadline=None)
@given(size=st.integers(4, 24), seed=st.integers(0, 999))
def test_swiss_without_leavers_keeps_its_promises(size: int, seed: int) -> None:
    """Nobody meets twice, one bye at most, and roles differ by two at most before the last round."""
    field = run(Format("swiss"), size, seed)
    assert max(times_met(field.history).values()) == 1
    assert max(byes(field.history).values(), default=0) <= 1
    last = max(played.round for played in field.history)
    assert max(map(abs, role_balance(played for played in field.history if played.round < last).values()), default=0) <= 2


@pytest.mark.parametrize(("people", "width", "rounds"), [(9, 3, 4), (16, 4, 5), (25, 5, 6)])
def test_round_robin_of_tables_lets_everybody_meet_once_where_that_can_be(people: int, width: int, rounds: int) -> None:
    """Affine planes over fields of three, four and five elements."""
    form = Format("balanced", least=width, most=width)
    field = run(form, people, 1)
    assert form.round_count(people) == rounds
    assert times_met(field.history) == {frozenset((one, other)): 1 for one in range(1, people + 1) for other in range(1, one)}


@pytest.mark.parametrize(("people", "least", "most", "leaving"), [(10, 3, 4, 0), (14, 3, 5, 10), (12, 4, 4, 0)])
def test_round_robin_of_tables_spreads_meetings(people: int, least: int, most: int, leaving: int) -> None:
    """Nobody meets anybody three times, and nobody sits out if the tables can take all."""
    field = run(Format("balanced", least=least, most=most), people, 2, leaving=leaving)
    assert max(times_met(field.history).values()) <= (3 if leaving else 2)
    assert not byes(field.history)


def test_ten_at_tables_of_three_to_four_all_play() -> None:
    """4 + 3 + 3 in every round."""
    field = run(Format("tables", rounds=3, least=3, most=4), 10, 3)
    assert sorted(len(played.seats) for played in field.history if played.round == 2) == [3, 3, 4]
    assert not byes(field.history)


@pytest.mark.parametrize("size", range(2, 12))
def test_round_robin_lets_everybody_meet_once(size: int) -> None:
    """Each person has the first seat as often as the last, up to one."""
    field = run(Format("round_robin"), size, 1)
    assert times_met(field.history) == {frozenset((one, other)): 1 for one in range(1, size + 1) for other in range(1, one)}
    assert max(abs(value) for value in role_balance(field.history).values()) <= 1


@pytest.mark.parametrize("size", [2, 3, 4, 5, 8, 13, 16, 31])
def test_double_elimination_puts_out_after_two_defeats(size: int) -> None:
    """Everybody but the champion lost exactly twice, the champion at most once."""
    form = Format("double")
    field = run(form, size, 5)
    champion = form.standings(field)[0].entrant
    lost = dict.fromkeys(field.entrants, 0)
    for played in field.history:
        order = sorted(zip(played.ranks, played.seats, strict=True))
        lost[order[-1][1]] += 1
    assert lost.pop(champion) <= 1
    assert set(lost.values()) == {2}


@pytest.mark.parametrize("name", ["single", "double"])
def test_who_is_still_in_a_knock_out_stands_before_who_is_out(name: str) -> None:
    """During a knock-out: fewer defeats come first, and equal numbers of defeats share a rank."""
    form = Format(name)
    field = Field(tuple(range(1, 9)), "net")
    for number in (1, 2):
        field = replace(field, history=field.history + tuple(result(number, meeting, 5, draws=False) for meeting in form.plan(field)))
    lost = {entrant: sum(played.ranks[played.seats.index(entrant)] == 2 for played in field.history if entrant in played.seats)
            for entrant in field.entrants}  # fmt: skip
    standing = [(line.rank, lost[line.entrant]) for line in form.standings(field)]
    limit = 2 if name == "double" else 1
    assert [defeats for _rank, defeats in standing] == sorted(lost.values())
    for defeats in range(limit):
        assert len({rank for rank, value in standing if value == defeats}) == 1


@given(count=st.integers(0, 200), least=st.integers(2, 5), more=st.integers(0, 4))
def test_table_sizes_fit(count: int, least: int, more: int) -> None:
    """All sizes are within the limits and nearly equal; nobody is left out who could be seated."""
    widths = group_tables.sizes(count, least, least + more)
    assert all(least <= width <= least + more for width in widths)
    assert max(widths, default=0) - min(widths, default=0) <= 1
    assert count - sum(widths) < least


def test_tables_of_four_mix_sixteen_people() -> None:
    """Five rounds without a repeated meeting are possible; three rounds by points need few."""
    field = run(Format("tables", rounds=3, least=4, most=4), 16, 3)
    met = times_met(field.history).values()
    assert sum(met) == 3 * 4 * 6
    assert max(met) <= 2


def test_nobody_of_128_meets_somebody_twice_in_seven_rounds() -> None:
    """The time is measured by `manage.py bench`."""
    form = Format("swiss")
    field = Field(tuple(range(1, 129)), "big")
    for number in range(1, 8):
        plan = form.plan(field)
        field = replace(field, history=field.history + tuple(result(number, meeting, 1) for meeting in plan))
    met = times_met(field.history).values()
    assert set(met) == {1}
    assert len(met) == 7 * 64
