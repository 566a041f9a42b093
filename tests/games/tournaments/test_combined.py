"""Tests of incidents that meet: rounds moved in a pause, swaps of people who have met, seasons that overlap, finals in the files."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from games.models import Player
from games.services.people import erasure
from games.tournaments.models import Tournament
from games.tournaments.queries import exports, views
from games.tournaments.services import appointing, changing, director as desk, entering, interventions, rounds, seeding
from tests.games.conftest import DAY, NOON, person
from tests.games.tournaments.test_bad_day import named
from tests.games.tournaments.test_incidents import HOUR, four, mail
from tests.games.tournaments.test_pages import act, preview
from tests.games.tournaments.test_rounds import people, running, win
from tests.games.tournaments.verifier import script

pytestmark = pytest.mark.django_db


def test_end_of_a_round_that_is_moved_in_a_pause_is_counted_by_the_stopped_clocks(carol: Player) -> None:
    """Five days are left when the clocks stop. After six days of pause, two more, an hour given back and one fewer are six and an hour."""
    tournament = four(carol, round_days=5)
    begun = tournament.rounds.get().started_at
    stopped = begun + HOUR
    interventions.pause(tournament.pk, carol, "A storm.", now=stopped)
    tournament.refresh_from_db()
    assert views.calendar(tournament)[0].ends is None
    later = stopped + 6 * DAY
    interventions.extend(tournament.pk, 2, carol, "After the storm.", now=later)
    assert "The length of the pause is added." in mail("extended", "p1")[1]
    interventions.give_back(tournament.pk, 1, carol, "No power.", now=later)
    interventions.extend(tournament.pk, -1, carol, "One less.", now=later)
    interventions.resume(tournament.pk, carol, "Over.", now=later)
    assert tournament.rounds.get().ends_at == begun + 6 * DAY + HOUR + 6 * DAY


def test_round_that_is_taken_back_in_a_pause_waits_for_the_director(olga: Client, carol: Player) -> None:
    """The announced end of the pause does not pair it; the schedule counts the pause while its end is known."""
    tournament = four(carol, round_days=5, games_each=2)
    assert (views.calendar(tournament)[0].games, views.calendar(tournament)[0].running) == (4, 4)
    ends = tournament.rounds.get().ends_at
    assert ends is not None
    interventions.pause(tournament.pk, carol, "A storm.", now=NOON, until=NOON + 2 * DAY)
    tournament.refresh_from_db()
    assert views.calendar(tournament)[0].ends == ends + 2 * DAY
    act(olga, tournament, "undo-round", "Wrong seeds.")
    assert not rounds.advance(tournament.pk, NOON + 3 * DAY)
    act(olga, tournament, "resume", "Right.")
    assert rounds.advance(tournament.pk, NOON + 3 * DAY)


def test_tournament_goes_on_without_an_official_and_a_player_who_delete_their_accounts(olga: Client, carol: Player) -> None:
    """The page names no official who is gone; the opponent gets the point; the next round is paired among those who are left."""
    tournament, alice = four(carol), person("alice")
    appointing.appoint(tournament.pk, alice, "arbiter", carol, "Four eyes.", now=NOON)
    assert "(arbiter)" in Client().get(tournament.get_absolute_url()).content.decode()
    for gone in (alice, named("p2"), carol):
        erasure.erase(gone, now=NOON)
    win(tournament)
    assert rounds.advance(tournament.pk, NOON)
    assert "(arbiter)" not in Client().get(tournament.get_absolute_url()).content.decode()
    assert script.check(script.from_json(json.dumps(exports.whole(tournament)))) == []
    assert olga.get(f"/admin/games/tournament/{tournament.pk}/desk/").status_code == 200


def test_preview_of_a_pairing_by_hand_names_those_who_have_met_or_are_kept_apart(olga: Client, carol: Player) -> None:
    tournament = four(carol)
    met = tournament.pairings()[0].seats
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    one, other = (tournament.entries.get(seed=seed).player for seed in met)
    row = next(row for row in tournament.pairings().filter(round__number=2) if met[0] in row.seats)
    partner = tournament.entries.get(seed=next(seed for seed in row.seats if seed != met[0])).player
    act(olga, tournament, "keep-apart", "Sisters.", one=one.pk, other=other.pk)
    told, _seen = preview(olga, tournament, "exchange", "So.", one=partner.pk, other=other.pk)
    names = " and ".join(tournament.entries.get(seed=seed).player.name for seed in sorted(met))
    assert (f"{names} have played each other already." in told, f"{names} are kept apart." in told) == (True, True)


def test_new_season_says_that_the_former_one_has_no_final_table_yet(olga: Client, carol: Player) -> None:
    tournament = running(carol, people(4), format="league")
    made = changing.copy(tournament.pk, "Season 2", True, carol, "Soon.", now=NOON)
    desk.open_registration(made.pk, carol, "Now.", now=NOON)
    for number in (1, 2):
        entering.enter(made.pk, named(f"p{number}"), now=NOON)
    assert "“Cup” has no final table yet" in preview(olga, made, "start", "Go.")[0]
    listed, unknown = seeding.listed(made, "name;club\nP1;A\np1;B\nMÃ¼ller;C\np2;A")
    assert ([entry.player.name for entry in listed], unknown) == (["p1", "p2"], ["MÃ¼ller"])


@pytest.mark.parametrize("form", ["groups", "league"])
def test_script_agrees_with_finals_and_with_a_second_season(carol: Player, form: str) -> None:
    """The table has the points of the groups or of the season; one person leaves in the groups or the first season."""
    tournament = running(carol, people(6), format=form, group_size=3, through=1, round_count=2)
    interventions.withdraw(tournament.pk, named("p6"), carol, "Ill.", now=NOON)
    while tournament.status == Tournament.Status.RUNNING:
        win(tournament)
        rounds.advance(tournament.pk, NOON)
        tournament.refresh_from_db()
        whole = exports.whole(tournament)
        assert script.check(script.from_json(json.dumps(whole))) == []
    assert whole["stage_begins"] == 4
    whole["standings"][0]["points"] = "9"
    assert script.check(script.from_json(json.dumps(whole))) != []


def test_report_file_of_a_round_robin_is_not_checked_as_a_swiss(carol: Player) -> None:
    tournament = running(carol, people(5), format="round_robin", tie_breaks=["SB", "WIN"])
    for _round in range(3):
        win(tournament)
        rounds.advance(tournament.pk, NOON)
    text = exports.report(tournament)
    assert "092 Individual: Round-Robin" in text
    assert script.check(script.from_trf(text)) == []
