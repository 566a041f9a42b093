"""Tests of groups with finals, leagues with promotion, and matches of two games, each worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from games.tournaments.formats import bracket, groups, pools, scoring
from games.tournaments.formats.meetings import Field, Meeting, Played, match, role_balance, times_met
from games.tournaments.formats.registry import Format
from games.tournaments.formats.stored_results import lost_by

HALF = Fraction(1, 2)


def lower_wins(number: int, meeting: Meeting) -> Played:
    """The better seed wins every game. Who has withdrawn forfeits."""
    if meeting.absent is not None:
        return lost_by(number, meeting.seats, [meeting.absent], meeting.label)
    best = min(meeting.seats)
    return Played(number, meeting.seats, tuple(1 if seat == best else 2 for seat in meeting.seats), label=meeting.label)


def play(form: Format, field: Field, rounds: int = 99) -> Field:
    """Play this number of rounds; the better seed wins."""
    for _round in range(rounds):
        plan = form.plan(field)
        if not plan:
            break
        field = replace(field, history=field.history + tuple(lower_wins(field.next_round, meeting) for meeting in plan))
    return field


def test_groups_are_filled_in_serpentines() -> None:
    """Twelve people in three groups of four."""
    assert groups.split(range(1, 13), 4) == [(1, 6, 7, 12), (2, 5, 8, 11), (3, 4, 9, 10)]


@pytest.mark.parametrize(("people", "count"), [(3, 1), (5, 1), (6, 2), (7, 2), (8, 2), (9, 3), (13, 4), (128, 32)])
def test_groups_have_three_people_at_least(people: int, count: int) -> None:
    """Five are one group rather than three and two."""
    assert pools.count_of(people, 4) == count
    assert min(map(len, groups.split(range(people), 4))) >= 3


def test_eight_people_play_two_groups_then_crossed_semifinals() -> None:
    """Groups (1, 4, 5, 8) and (2, 3, 6, 7); the winners 1 and 2 meet the runners-up of the other group; 1 beats 2 in the final."""
    form = Format("groups")
    field = play(form, Field(tuple(range(1, 9)), "s"), 3)
    assert {played.label for played in field.history} == {"G1", "G2"}
    assert sorted(tuple(sorted(meeting.seats)) for meeting in form.plan(field)) == [(1, 3), (2, 4)]
    field = play(form, field)
    assert field.next_round == 6
    assert [(line.rank, line.entrant) for line in form.standings(field)] == [(1, 1), (2, 2), (3, 4), (3, 3), (5, 5), (5, 6), (7, 7), (7, 8)]


def test_nobody_meets_the_own_group_in_the_first_round_of_the_finals() -> None:
    """With three groups, the runner-up of group two would meet its winner."""
    form = Format("groups")
    field = play(form, Field(tuple(range(1, 25)), "s"), 3)
    belongs = {entrant: label for label, part in groups.parts(field, 4).items() for entrant in part.entrants}
    final = groups.finals(field, 4, 2, form.order)
    assert len(final.entrants) == 12
    for meeting in bracket.plan(final):
        assert belongs[meeting.seats[0]] != belongs[meeting.seats[1]]


def test_leaving_before_the_finals_makes_room_and_leaving_later_does_not() -> None:
    """A person who withdraws in round three is replaced by the third of the group; a final that has begun stays as drawn."""
    form, field = Format("groups"), play(Format("groups"), Field(tuple(range(1, 9)), "s"), 3)
    assert groups.finals(replace(field, left={1: 3}), 4, 2, form.order).entrants[0] == 4
    later = replace(play(form, field, 1), left={1: 4})
    assert groups.finals(later, 4, 2, form.order).entrants == groups.finals(field, 4, 2, form.order).entrants


def test_league_promotes_and_relegates_between_seasons() -> None:
    """Two divisions of four. The better seed always wins, so 4 and 5 change places after the first season and again after the next."""
    form = Format("league", rounds=2)
    field = play(form, Field(tuple(range(1, 9)), "s"), 3)
    season = form.league.season(field, 4)
    assert season is not None
    assert (season.number, season.first, season.last) == (2, 4, 6)
    assert [part.entrants for part in season.divisions.values()] == [(1, 2, 3, 5), (4, 6, 7, 8)]
    field = play(form, field)
    assert field.next_round == 7
    assert [(line.rank, line.entrant) for line in form.standings(field)] == list(enumerate((1, 2, 3, 5, 4, 6, 7, 8), start=1))
    last = form.league.season(field, 6)
    assert last is not None
    assert form.league.next_order(last) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_who_leaves_in_a_later_season_changes_no_earlier_promotion() -> None:
    """3 leaves during the second season; its divisions stay."""
    form = Format("league", rounds=2)
    field = play(form, Field(tuple(range(1, 9)), "s"), 4)
    before, after = form.league.season(field, 5), form.league.season(replace(field, left={3: 4}), 5)
    assert before is not None
    assert after is not None
    assert [part.entrants for part in before.divisions.values()] == [part.entrants for part in after.divisions.values()]


def test_match_of_two_adds_up_what_was_won_from_both_sides() -> None:
    """7 wins the first game 10 to 4 and draws the second 3 to 3: three quarters, and both had each role once."""
    first, second = Played(2, (7, 8), (1, 2), (10, 4)), Played(2, (8, 7), (1, 1), (3, 3))
    played = match(2, (7, 8), first, second)
    assert played == Played(2, (7, 8), (1, 2), (13, 7), "", (Fraction(3, 4), Fraction(1, 4)))
    assert scoring.points_of(played) == {7: Fraction(3, 4), 8: Fraction(1, 4)}
    assert role_balance([played]) == {}
    assert times_met([played]) == {frozenset((7, 8)): 1}


def test_match_won_once_each_is_a_draw_that_the_score_breaks_in_a_knock_out() -> None:
    """5 to 3 and 9 to 2 the other way: 8 advances with 12 points against 7, though 7 has the better seed."""
    played = match(1, (7, 8), Played(1, (7, 8), (1, 2), (5, 3)), Played(1, (8, 7), (1, 2), (9, 2)), "W1.1")
    assert (played.ranks, played.shares) == ((1, 1), (HALF, HALF))
    assert bracket.Bracket(Field((7, 8), "s", (played,)), bracket.single(2)).champion == 8


def test_match_resigned_without_scores_has_none() -> None:
    """Two resignations give no scores."""
    played = match(1, (1, 2), Played(1, (1, 2), (1, 2), (None, None)), Played(1, (2, 1), (2, 1), (None, None)))
    assert (played.ranks, played.scores, played.shares) == ((1, 2), (), (1, 0))


def test_match_in_which_neither_game_was_played_is_a_forfeit() -> None:
    """Nobody gets anything for games that both lose, and one game that was played makes it a meeting."""
    first, second = lost_by(1, (1, 2), (1, 2), ""), lost_by(1, (2, 1), (1, 2), "")
    assert match(1, (1, 2), first, second) == Played(1, (1, 2), (1, 1), shares=(Fraction(0), Fraction(0)), forfeit=True)
    won = lost_by(1, (2, 1), (2,), "")
    assert match(1, (1, 2), first, won) == Played(1, (1, 2), (1, 2), shares=(HALF, Fraction(0)), forfeit=True)
    assert not match(1, (1, 2), first, Played(1, (2, 1), (2, 1))).forfeit


def test_sonneborn_berger_counts_the_share_of_a_match() -> None:
    """1 beat 2 by three quarters and lost to 3 by none: ¾ of 2's points (¼ + ½) plus nothing of 3's."""
    field = Field(
        (1, 2, 3), "s",
        (
            Played(1, (1, 2), (1, 2), shares=(Fraction(3, 4), Fraction(1, 4))),
            Played(2, (1, 3), (2, 1), shares=(Fraction(0), Fraction(1))),
            Played(3, (2, 3), (1, 1), shares=(HALF, HALF)),
        ),
    )  # fmt: skip
    assert scoring.totals(field) == {1: Fraction(3, 4), 2: Fraction(3, 4), 3: Fraction(3, 2)}
    assert scoring.sonneborn_berger(field)[1] == Fraction(3, 4) * Fraction(3, 4)
    assert scoring.head_to_head(field, [1, 2]) == {1: Fraction(3, 4), 2: Fraction(1, 4)}


def test_bracket_says_where_the_two_of_a_place_come_from() -> None:
    """Places of the first round name the seeds, also where both have a bye; later places refer to the earlier rounds."""
    field = Field((11, 12, 13, 14, 15), "s")
    first = {meeting.label: meeting.why for meeting in bracket.plan(field)}
    assert {label: why.params for label, why in first.items()} == {
        "W1.2": {"label": "W1.2", "one": 4, "two": 5},
        "W2.2": {"label": "W2.2", "one": 2, "two": 3},
    }
    assert (first["W1.2"].text, first["W2.2"].text) == (
        "Place {label} of the bracket: seed {one} meets seed {two}.",
        "Place {label} of the bracket: seeds {one} and {two} have a bye before it.",
    )
    played = Played(1, (14, 15), (1, 2), (None, None), label="W1.2")
    second = {meeting.label: meeting.why.text for meeting in bracket.plan(replace(field, history=(played,)))}
    assert second["W2.1"] == "Place {label} of the bracket: it follows from the earlier rounds who meets here."
