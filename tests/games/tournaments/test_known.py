"""Tests against published tables and examples worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from games.tournaments.formats import bracket, c07, round_robin, scoring, standings as table, swiss
from games.tournaments.formats.meetings import REST, Field, Played, rest

HALF = Fraction(1, 2)

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
    assert [round_robin.berger(6, number) for number in range(1, 6)] == BERGER_6


def test_berger_eight_equals_the_published_table() -> None:
    """Pairs, order and colours."""
    assert [round_robin.berger(8, number) for number in range(1, 8)] == BERGER_8


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
    plan = swiss.plan(Field(tuple(range(1, 9)), "seed", history), rounds=3, sides=False)
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
    """The winner beat three, the two in the middle beat one and tied with one, the last beat nobody."""
    points = scoring.points_of(Played(1, (1, 2, 3, 4), (1, 2, 2, 4)))
    assert points == {1: 1, 2: Fraction(1, 2), 3: Fraction(1, 2), 4: 0}


def test_score_difference_is_against_the_mean_of_the_others() -> None:
    """10 against (4 + 1) / 2, 4 against 11 / 2, 1 against 7."""
    field = Field((1, 2, 3), "s", (Played(1, (1, 2, 3), (1, 2, 3), (10, 4, 1)),))
    assert scoring.score_difference(field) == {1: Fraction(15, 2), 2: Fraction(-3, 2), 3: -6}


def test_head_to_head_needs_that_all_of_them_met() -> None:
    """1 beat 2; 3 met neither, so the criterion does not apply to the three."""
    field = Field((1, 2, 3), "s", (Played(1, (1, 2), (1, 2)),))
    assert scoring.head_to_head(field, [1, 2]) == {1: 1, 2: 0}
    assert scoring.head_to_head(field, [1, 2, 3]) == {1: 0, 2: 0, 3: 0}


def test_standings_share_a_rank_when_nothing_tells_apart() -> None:
    """Two draws of four people: all equal."""
    field = Field((1, 2, 3, 4), "s", (Played(1, (1, 2), (1, 1)), Played(1, (3, 4), (1, 1))))
    assert [(line.rank, line.entrant) for line in table.standings(field)] == [(1, 1), (1, 2), (1, 3), (1, 4)]


def test_double_elimination_of_eight_is_the_usual_net() -> None:
    """Losers of the second round of the winners' bracket move to the other half of the losers' bracket."""
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


BEAVERS, BULLDOGS, HUSKIES, TAR_HEELS = 1, 3, 2, 4
"""Oregon State, Mississippi State, Washington and North Carolina, with their places in the bracket of the College World Series of 2018."""

OMAHA_ONE = [
    [("W1.1", {TAR_HEELS: 8, BEAVERS: 6}), ("W1.2", {BULLDOGS: 1, HUSKIES: 0})],
    [("L1.1", {BEAVERS: 14, HUSKIES: 5}), ("W2.1", {BULLDOGS: 12, TAR_HEELS: 2})],
    [("L2.1", {BEAVERS: 11, TAR_HEELS: 6})],
    [("F1", {BEAVERS: 12, BULLDOGS: 2})],
    [("F2", {BEAVERS: 5, BULLDOGS: 2})],
]
"""The first bracket, 16 to 23 June, as reported by the NCAA: the loser of the opening game returned through the losers' bracket."""

GATORS, RAZORBACKS, LONGHORNS, RED_RAIDERS = 1, 2, 3, 4

OMAHA_TWO = [
    [("W1.1", {RED_RAIDERS: 6, GATORS: 3}), ("W1.2", {RAZORBACKS: 11, LONGHORNS: 5})],
    [("L1.1", {GATORS: 6, LONGHORNS: 1}), ("W2.1", {RAZORBACKS: 7, RED_RAIDERS: 4})],
    [("L2.1", {GATORS: 9, RED_RAIDERS: 6})],
    [("F1", {RAZORBACKS: 5, GATORS: 2})],
]
"""The second bracket: its winner never lost, so there was no second final."""


@pytest.mark.parametrize(
    ("published", "ranking"),
    [
        (OMAHA_ONE, [(1, BEAVERS), (2, BULLDOGS), (3, TAR_HEELS), (4, HUSKIES)]),
        (OMAHA_TWO, [(1, RAZORBACKS), (2, GATORS), (3, RED_RAIDERS), (4, LONGHORNS)]),
    ],
)
def test_double_elimination_of_omaha_is_reproduced(
    published: list[list[tuple[str, dict[int, int]]]], ranking: list[tuple[int, int]]
) -> None:
    """Every game is planned in the order of play and in its place of the bracket, and nothing follows the last one."""
    field = Field((1, 2, 3, 4), "Omaha")
    for number, games in enumerate(published, start=1):
        planned = {(meeting.label, frozenset(meeting.seats)) for meeting in bracket.plan(field, twice=True)}
        assert planned == {(label, frozenset(score)) for label, score in games}
        played = (
            Played(number, tuple(score), tuple(1 + (runs < max(score.values())) for runs in score.values()), tuple(score.values()), label)
            for label, score in games
        )
        field = replace(field, history=field.history + tuple(played))
    assert bracket.plan(field, twice=True) == []
    assert bracket.ranking(field, twice=True) == ranking


EXERCISES = """
 1 Alyx       9w1 13b= 2w= 15b1 4w=   3.5
 2 Bruno     10b1  7w1 1b= 16w1 3b=   4
 3 Charline  11w=  6b1 8w1  4b= 2w=   3.5
 4 David     12b1    = 13w1 3w= 1b=   3.5
 5 Helene    13w0 15b0 11w1 7b= 10w1  2.5
 6 Franck    14b0  3w0    1 10w1 8b1  3
 7 Genevieve 15w1  2b0 16b0 5w= 11b0  1.5
 8 Irina     16b= 14w1  3b0 13w1 6w0  2.5
 9 Jessica    1b0 10w0    =    0   1  1.5
10 Lais       2w0  9b1 15w0 6b0 5b0   1
11 Maria      3b= 16w0  5b0   1 7w1   2.5
12 Nick       4w0    1    1   0   0   2
13 Opal       5b1  1w=  4b0 8b0 14w0  1.5
14 Paul       6w1  8b0    0   0 13b1  2
15 Reine      7b0  5w1 10b1 1w0 16b0  2
16 Stephan    8w= 11b1  7w1 2b0 15w1  3.5
"""
"""The Swiss of sixteen with five rounds on which FIDE's technical commission explains the tie-breaks of C.07: opponent, colour and
result by round, and the points. A result alone was not played."""


def exercises() -> tuple[Field, dict[int, Fraction]]:
    """The games, the full and half points given without a game, and the points."""
    games: dict[tuple[int, frozenset[int]], Played] = {}
    points = {}
    for line in EXERCISES.strip().splitlines():
        number, _name, *cells, total = line.split()
        one, points[int(number)] = int(number), Fraction(total)
        for round_number, cell in enumerate(cells, start=1):
            if cell == "1":
                games[round_number, frozenset((one,))] = Played(round_number, (one,), (1,))
            elif cell == "=":
                games[round_number, frozenset((one,))] = rest(round_number, one)
            elif "w" in cell:
                other, result = cell.split("w")
                ranks = {"1": (1, 2), "=": (1, 1), "0": (2, 1)}[result]
                games[round_number, frozenset((one, int(other)))] = Played(round_number, (one, int(other)), ranks)
    return Field(tuple(range(1, 17)), "C.07", tuple(games.values())), points


def test_points_of_the_published_swiss_are_reproduced() -> None:
    """Thirty-four games, five full-point and two half-point byes give the published points for all sixteen."""
    field, points = exercises()
    assert [sum(played.is_bye for played in field.history), len(field.history)] == [7, 41]
    assert [played.seats[0] for played in field.history if played.is_rest] == [4, 9]
    assert scoring.totals(field) == points


def test_first_round_of_the_published_swiss_is_paired_as_it_was() -> None:
    """1–9, 2–10, … 8–16."""
    field, _points = exercises()
    planned = swiss.plan(Field(field.entrants, "C.07"), rounds=5)
    first = {frozenset(played.seats) for played in field.history if played.round == 1}
    assert {frozenset(meeting.seats) for meeting in planned} == first
    assert len(first) == 8


def test_tie_breaks_of_the_published_swiss_worked_by_hand() -> None:
    """Bruno and Stephan have played all five games, and nobody they met was given half a point.

    Bruno met 1, 1½, 3½, 3½ and 3½: Buchholz 13; won against 1, 1½ and 3½ and drew with 3½ twice: Sonneborn–Berger 9½.
    Stephan met 2½, 2½, 1½, 4 and 2: Buchholz 12½; drew with the first, beat 2½, 1½ and 2: 7¼. Head to head Bruno has the point.
    """
    field, _points = exercises()
    bruno, stephan = 2, 16
    assert (scoring.buchholz(field)[bruno], scoring.buchholz(field)[stephan]) == (13, Fraction(25, 2))
    assert (scoring.sonneborn_berger(field)[bruno], scoring.sonneborn_berger(field)[stephan]) == (Fraction(19, 2), Fraction(29, 4))
    assert scoring.head_to_head(field, [bruno, stephan]) == {bruno: 1, stephan: 0}
    assert (scoring.wins(field)[bruno], scoring.wins(field)[stephan]) == (3, 3)


def test_values_of_the_published_swiss_by_the_standard_worked_by_hand() -> None:
    """Alyx met 1½ and 1½ (Jessica, Opal), Bruno (4), Reine (2) and David (3½): Buchholz 12½, without the least 11.

    Jessica lost to Alyx and Lais, asked for half a point in round 3, was given nothing in round 4 and had the bye in round 5: three dummies
    with her own 1½ beside 3½ and 1 make 9; the cut takes a round that she missed by choice, not the 1.
    """
    field, _points = exercises()
    missed = (Played(4, (9,), (1,), label=REST, shares=(Fraction(),)),)
    rounds = c07.Rounds(replace(field, history=field.history + missed))
    found = {name: {one: c07.value(terms) for one, terms in work(rounds).items()} for name, work in c07.TIE_BREAKS.items()}
    assert (found["BH"][1], found["BH-C1"][1], found["BH-M1"][1]) == (Fraction(25, 2), 11, 7)
    assert found["BH"][9] == 9
    assert found["BH-C1"][9] == Fraction(15, 2)


def test_drawn_meeting_of_a_knock_out_goes_to_the_higher_rating_before_the_seed() -> None:
    """The seeds were drawn by lot: 2 has the higher rating. Without ratings 1 goes on."""
    drawn = (Played(1, (1, 2), (1, 1), (5, 5), "W1.1"),)
    assert bracket.ranking(Field((1, 2), "s", drawn)) == [(1, 1), (2, 2)]
    assert bracket.ranking(Field((1, 2), "s", drawn, ratings={1: 1400, 2: 1500})) == [(1, 2), (2, 1)]
    scored = (Played(1, (1, 2), (1, 1), (6, 5), "W1.1"),)
    assert bracket.ranking(Field((1, 2), "s", scored, ratings={1: 1400, 2: 1500})) == [(1, 1), (2, 2)]
