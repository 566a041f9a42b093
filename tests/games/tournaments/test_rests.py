"""Tests of half-point byes of a Swiss: requested before the pairing, worth half a point, never in the last round."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.test import Client

from games.models import Player
from games.services.errors import Closed, NotYours, Refused
from games.tournaments.formats import scoring
from games.tournaments.formats.meetings import REST, Field, Played, byes, rest
from games.tournaments.formats.registry import Format
from games.tournaments.models import Pairing, Tournament
from games.tournaments.services import director, half_byes, rounds
from tests.bench.tournament_simulation import Hazards, play_out
from tests.games.conftest import NOON
from tests.games.tournaments import invariants
from tests.games.tournaments.test_rounds import people, running, win
from tests.games.tournaments.test_stations import opened


def resting_in(tournament: Tournament) -> list[list[int]]:
    """The seeds that sit out, round by round."""
    found = Pairing.objects.filter(round__tournament=tournament, label=REST).order_by("round__number", "number")
    return [row.seats for row in found]


@pytest.mark.django_db
def test_who_asked_sits_out_and_has_half_a_point(carol: Player) -> None:
    """The others are paired without them; the bye of an odd number goes to another person, and theirs is still to come."""
    tournament = opened(carol, crowd := people(6), half_byes=1)
    half_byes.ask(tournament.pk, crowd[0], 2)
    half_byes.ask(tournament.pk, crowd[0], 2)
    director.start(tournament.pk, carol, "All are here.", now=NOON)
    win(tournament)
    assert rounds.advance(tournament.pk, NOON)
    seed = tournament.entries.get(player=crowd[0]).seed
    field = tournament.field()
    assert resting_in(tournament) == [[seed]]
    assert field.history[-1] == rest(2, seed)
    assert seed not in byes(field.history)
    won = sum(points for played in field.history if played.round == 1 for one, points in scoring.points_of(played).items() if one == seed)
    assert scoring.totals(field)[seed] == won + Fraction(1, 2)
    assert Pairing.objects.filter(round__number=2, game__isnull=True).exclude(label=REST).count() == 1


@pytest.mark.django_db
def test_what_cannot_be_asked_is_refused(carol: Player, alice: Player) -> None:
    """The last round, one already paired, one more than announced, strangers, and tournaments without such byes."""
    tournament = running(carol, crowd := people(8), half_byes=1)
    assert half_byes.choices(tournament, tournament.entries.get(player=crowd[0])) == [2]
    with pytest.raises(Closed, match="Round 1 has been paired already"):
        half_byes.ask(tournament.pk, crowd[0], 1)
    for number in (0, 3, 4):
        with pytest.raises(Closed, match=f"You cannot have a half-point bye in round {number}"):
            half_byes.ask(tournament.pk, crowd[0], number)
    with pytest.raises(NotYours):
        half_byes.ask(tournament.pk, alice, 2)
    half_byes.ask(tournament.pk, crowd[0], 2)
    with pytest.raises(Refused, match="You may have a half-point bye in 1 round"):
        half_byes.ask(tournament.pk, crowd[0], 3)
    plain = opened(carol, crowd, title="Another")
    with pytest.raises(Refused, match="without half-point byes"):
        half_byes.ask(plain.pk, crowd[0], 1)


@pytest.mark.django_db
def test_wish_can_be_taken_back_until_the_round_is_paired(carol: Player, client: Client) -> None:
    """The same button takes it back; after the pairing it is final."""
    tournament = running(carol, crowd := people(8), half_byes=1)
    client.force_login(crowd[0])
    page = f"/tournaments/{tournament.code}/"
    assert "You may request a half-point bye for 1 round, but not for the last." in client.get(page).content.decode()
    assert "Play round 2 after all" in client.post(f"{page}rest/", {"round": "2"}, follow=True).content.decode()
    assert "Take a half-point bye in round 2" in client.post(f"{page}rest/", {"round": "2", "back": "1"}, follow=True).content.decode()
    client.post(f"{page}rest/", {"round": "2"})
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    answer = client.post(f"{page}rest/", {"round": "2", "back": "1"}, follow=True).content.decode()
    assert "Round 2 has been paired already." in answer
    assert "Sits out this round, as they asked, for half a point." in answer


@pytest.mark.django_db
@pytest.mark.parametrize("number", ["", "two", "-1", "٢", "9" * 5000])
def test_wish_for_something_that_is_no_round_is_refused(carol: Player, client: Client, number: str) -> None:
    tournament = running(carol, crowd := people(8), half_byes=1)
    client.force_login(crowd[0])
    answer = client.post(f"/tournaments/{tournament.code}/rest/", {"round": number}, follow=True)
    assert answer.status_code == 200
    assert tournament.entries.get(player=crowd[0]).rests == []


@pytest.mark.django_db
def test_round_in_which_everybody_rests_has_no_game_and_ends_at_once(carol: Player) -> None:
    """The next round is paired and played."""
    tournament = opened(carol, crowd := people(4), half_byes=1, round_count=2)
    for player in crowd:
        half_byes.ask(tournament.pk, player, 1)
    director.start(tournament.pk, carol, "All are here.", now=NOON)
    assert len(resting_in(tournament)) == 4
    assert rounds.advance(tournament.pk, NOON)
    assert Pairing.objects.filter(round__number=2, game__isnull=False).count() == 2


@pytest.mark.parametrize("size", [7, 8, 21])
def test_promises_are_kept_though_people_rest(size: int) -> None:
    """The invariants also hold with people who leave and stay away."""
    field = play_out(Format("swiss"), size, 3, Hazards(leaving=3, away=5, resting=25))
    assert any(played.is_rest for played in field.history)
    assert invariants.broken(Format("swiss"), field) == []


def test_rest_that_nobody_asked_for_and_one_in_the_last_round_are_found() -> None:
    """The invariants report both as breaches."""
    history = (Played(1, (1, 2), (1, 2)), rest(1, 3), Played(2, (3, 1), (1, 2)), rest(2, 2))
    found = invariants.broken(Format("swiss"), Field((1, 2, 3), "s", history, rests={2: frozenset({2})}))
    assert found == ["[3] sit out round 1 and have not asked for it.", "Somebody sits out the last round."]
