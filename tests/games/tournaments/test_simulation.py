"""Tests of the invariants on random tournaments; a small sample of what `simulate_tournament` plays in full."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import Player
from games.tournaments.formats.meetings import Field, Played
from games.tournaments.formats.registry import NAMES, Format
from games.tournaments.models import Tournament
from tests.bench.commands import command
from tests.bench.tournament_simulation import Hazards, play_out
from tests.games.tournaments import invariants

HAZARDS = Hazards(leaving=5, away=5)


@pytest.mark.parametrize("size", [3, 5, 8, 17])
@pytest.mark.parametrize("sides", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_promises_are_kept_though_people_leave(name: str, sides: bool, size: int) -> None:
    """Covers every format, with one game and with a match of two."""
    form = Format(name, sides=sides)
    assert invariants.broken(form, play_out(form, size, 7, HAZARDS)) == []


def test_meeting_again_that_could_be_avoided_is_found() -> None:
    """1 and 2 meet twice, though each could meet another person."""
    first = tuple(Played(1, seats, (1, 2)) for seats in ((1, 2), (3, 4)))
    second = tuple(Played(2, seats, (1, 2)) for seats in ((2, 1), (4, 3)))
    form = Format("swiss")
    assert invariants.broken(form, Field((1, 2, 3, 4), "s", first + second)) == [
        "[(2, 1), (4, 3)] meet again or do not want to meet in round 2, though that can be avoided."
    ]


def test_meeting_again_that_cannot_be_avoided_is_no_breach() -> None:
    """Two people have no other opponents."""
    history = (Played(1, (1, 2), (1, 2)), Played(2, (2, 1), (1, 2)))
    assert invariants.broken(Format("swiss"), Field((1, 2), "s", history)) == []


def test_second_bye_and_unfair_role_are_found() -> None:
    """3 has the bye twice; and 1 has the first seat three times against people who have had it less often."""
    rest = (Played(1, (1, 2), (1, 2)), Played(1, (3,), (1,)), Played(2, (2, 1), (1, 2)), Played(2, (3,), (1,)))
    assert any(
        "second bye" in breach or "meet again" in breach for breach in invariants.broken(Format("swiss"), Field((1, 2, 3), "s", rest))
    )
    pairs = [((1, 2), (3, 4), (5, 6)), ((1, 3), (2, 5), (4, 6)), ((1, 4), (2, 6), (3, 5))]
    history = tuple(Played(number, seats, (1, 1)) for number, row in enumerate(pairs, start=1) for seats in row)
    assert any("role" in breach for breach in invariants.broken(Format("swiss"), Field(tuple(range(1, 7)), "s", history)))


def test_playing_after_the_last_defeat_and_a_table_of_the_wrong_size_are_found() -> None:
    """2 loses in the first round of a knock-out and is in the second; eight sit at a table for seven."""
    wrong = (Played(1, (1, 4), (1, 2), label="W1.1"), Played(1, (2, 3), (2, 1), label="W1.2"), Played(2, (1, 2), (1, 2), label="W2.1"))
    assert "Somebody plays in round 2 who was out." in invariants.broken(Format("single"), Field((1, 2, 3, 4), "s", wrong))
    crowd = (Played(1, tuple(range(1, 9)), tuple(range(1, 9))),)
    assert "The tables of round 1 have [8] seats." in invariants.broken(Format("tables", rounds=1), Field(tuple(range(1, 9)), "s", crowd))


def test_meeting_after_leaving_is_found() -> None:
    """2 left in round one and is paired again."""
    history = (Played(1, (1, 2), (1, 2)), Played(2, (2, 3), (1, 2)))
    found = invariants.broken(Format("round_robin"), Field((1, 2, 3), "s", history, left={2: 1}))
    assert found == ["[2] left before round 2 and have a meeting in it."]
    assert invariants.broken(Format("round_robin"), replace(Field((1, 2, 3), "s", history), left={2: 2})) == []


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_rehearsal_runs_to_an_approved_table_and_leaves_nothing(name: str) -> None:
    """The services are used, with no step but the director's."""
    out = StringIO()
    call_command(command("simulate_tournament"), "--rows", "--format", name, "--players", "6", "--leaving", "8", "--away", "10", stdout=out)
    assert [line.rsplit("|", 2)[1].strip() for line in out.getvalue().splitlines()[2:]] == ["0"] * (
        1 if name in ("tables", "balanced") else 2
    )
    assert not Tournament.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize("players", ["none", "1", "9-3"])
def test_numbers_of_people_that_are_none_are_refused(players: str) -> None:
    """The refusal is a sentence."""
    with pytest.raises(CommandError, match="is no number of people"):
        call_command(command("simulate_tournament"), "--players", players)
