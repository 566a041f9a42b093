"""Published tables and examples worked out by hand."""

from __future__ import annotations

from fractions import Fraction

from games.tournaments import bracket, circle, scoring, swiss
from games.tournaments.meeting import Field, Played

BERGER_6 = [
    [(1, 6), (2, 5), (3, 4)],
    [(6, 4), (5, 3), (1, 2)],
    [(2, 6), (3, 1), (4, 5)],
    [(6, 5), (1, 4), (2, 3)],
    [(3, 6), (4, 2), (5, 1)],
]
"""FIDE Handbook C.05, annex 1, five or six players."""

BERGER_8 = [
    [(1, 8), (2, 7), (3, 6), (4, 5)],
    [(8, 5), (6, 4), (7, 3), (1, 2)],
    [(2, 8), (3, 1), (4, 7), (5, 6)],
    [(8, 6), (7, 5), (1, 4), (2, 3)],
    [(3, 8), (4, 2), (5, 1), (6, 7)],
    [(8, 7), (1, 6), (2, 5), (3, 4)],
    [(4, 8), (5, 3), (6, 2), (7, 1)],
]
"""The same for seven or eight players."""


def test_berger_six_equals_the_published_table() -> None:
    """Pairs, order and colours."""
    assert [circle.berger(6, number) for number in range(1, 6)] == BERGER_6


def test_berger_eight_equals_the_published_table() -> None:
    """Pairs, order and colours."""
    assert [circle.berger(8, number) for number in range(1, 8)] == BERGER_8


def test_seeding_of_eight_is_the_usual_one() -> None:
    """One and eight, four and five, two and seven, three and six."""
    assert bracket.seeding(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_first_swiss_round_folds_the_field() -> None:
    """The upper half meets the lower half: 1–5, 2–6, 3–7, 4–8."""
    plan = swiss.plan(Field(tuple(range(1, 9)), "seed"), rounds=3)
    assert sorted(tuple(sorted(meeting.seats)) for meeting in plan) == [(1, 5), (2, 6), (3, 7), (4, 8)]


def test_second_swiss_round_pairs_equal_points() -> None:
    """After 1, 2, 3, 4 beat 5, 6, 7, 8 the winners play among themselves, the upper half against the lower."""
    history = tuple(Played(1, (one, one + 4), (1, 2)) for one in (1, 2, 3, 4))
    plan = swiss.plan(Field(tuple(range(1, 9)), "seed", history), rounds=3, roles=False)
    assert sorted(tuple(sorted(meeting.seats)) for meeting in plan) == [(1, 3), (2, 4), (5, 7), (6, 8)]


def four_players() -> Field:
    """1 beats 2 and 3, draws 4; 2 beats 3 and 4; 3 beats 4. Points: 1 has 2½, 2 has 2, 3 has 1, 4 has ½."""
    games = [((1, 2), (1, 2)), ((3, 4), (1, 2)), ((1, 3), (1, 2)), ((2, 4), (1, 2)), ((1, 4), (1, 1)), ((2, 3), (1, 2))]
    return Field((1, 2, 3, 4), "s", tuple(Played(1 + number // 2, seats, ranks) for number, (seats, ranks) in enumerate(games)))


def test_points_worked_by_hand() -> None:
    """A win is one, a draw a half."""
    assert scoring.totals(four_players()) == {1: Fraction(5, 2), 2: 2, 3: 1, 4: Fraction(1, 2)}


def test_buchholz_worked_by_hand() -> None:
    """In a full round robin it is everybody's points (6) minus one's own."""
    assert scoring.buchholz(four_players()) == {1: Fraction(7, 2), 2: 4, 3: 5, 4: Fraction(11, 2)}


def test_sonneborn_berger_worked_by_hand() -> None:
    """1: 2 + 1 + ¼; 2: 1 + ½; 3: ½; 4: half of 2½."""
    assert scoring.sonneborn_berger(four_players()) == {1: Fraction(13, 4), 2: Fraction(3, 2), 3: Fraction(1, 2), 4: Fraction(5, 4)}


def test_points_of_a_table_of_four_with_a_tie() -> None:
    """The winner left three behind, the two in the middle one and a half, the last nobody."""
    points = scoring.points_of(Played(1, (1, 2, 3, 4), (1, 2, 2, 4)))
    assert points == {1: 1, 2: Fraction(1, 2), 3: Fraction(1, 2), 4: 0}


def test_score_difference_is_against_the_mean_of_the_others() -> None:
    """10 against (4 + 1) / 2, 4 against 11 / 2, 1 against 7."""
    field = Field((1, 2, 3), "s", (Played(1, (1, 2, 3), (1, 2, 3), (10, 4, 1)),))
    assert scoring.score_difference(field) == {1: Fraction(15, 2), 2: Fraction(-3, 2), 3: -6}


def test_head_to_head_needs_that_all_of_them_met() -> None:
    """1 beat 2; 3 met neither, so among the three it says nothing."""
    field = Field((1, 2, 3), "s", (Played(1, (1, 2), (1, 2)),))
    assert scoring.head_to_head(field, [1, 2]) == {1: 1, 2: 0}
    assert scoring.head_to_head(field, [1, 2, 3]) == {1: 0, 2: 0, 3: 0}


def test_standings_share_a_rank_when_nothing_tells_apart() -> None:
    """Two draws of four people: all equal."""
    field = Field((1, 2, 3, 4), "s", (Played(1, (1, 2), (1, 1)), Played(1, (3, 4), (1, 1))))
    assert [(line.rank, line.entrant) for line in scoring.standings(field)] == [(1, 1), (1, 2), (1, 3), (1, 4)]


def test_double_elimination_of_eight_is_the_usual_net() -> None:
    """Losers of the winners' second round cross over to the other side of the net."""
    net = {place.label: (place.one.place, place.two.place) for place in bracket.double(8)}
    assert {label: net[label] for label in net if label[0] in "LF"} == {
        "L1.1": ("W1.1", "W1.2"),
        "L1.2": ("W1.3", "W1.4"),
        "L2.1": ("L1.1", "W2.2"),
        "L2.2": ("L1.2", "W2.1"),
        "L3.1": ("L2.1", "L2.2"),
        "L4.1": ("L3.1", "W3.1"),
        "F1": ("W3.1", "L4.1"),
        "F2": ("F1", "F1"),
    }
