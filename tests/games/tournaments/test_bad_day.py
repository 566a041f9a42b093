"""Tests of a director's day in the admin with tasks that were hard, impossible or unreported: docs/measurements/tournaments.md."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game, Player
from games.services.errors import Closed, Refused
from games.services.operations import ending
from games.tournaments.formats import trf
from games.tournaments.models import Official, Pairing, Round, Ruling, Tournament
from games.tournaments.queries import exports
from games.tournaments.queries.standings import lines_of
from games.tournaments.services import (
    appointing,
    director as desk,
    entering,
    interventions,
    latecomers,
    repairing,
    results,
    rounds,
    talking,
)
from notifications.clock import database_now
from tests.games.conftest import DAY, NOON, person
from tests.games.tournaments import report_reader
from tests.games.tournaments.test_incidents import HOUR, first_table, four, mail, points, told
from tests.games.tournaments.test_pages import act
from tests.games.tournaments.test_rounds import end, people, running, swapped, win
from tests.games.tournaments.test_stations import opened
from tests.games.tournaments.verifier import script

pytestmark = pytest.mark.django_db


def verified(text: str) -> list[str]:
    """The faults that docs/verify_tournament.py finds in a report file."""
    return list(script.check(script.from_trf(text)))


def named(name: str) -> Player:
    return Player.objects.get(name=name)


def test_official_hears_that_the_office_has_ended(olga: Client, carol: Player) -> None:
    tournament, alice = opened(carol), person("alice")
    appointing.appoint(tournament.pk, alice, "arbiter", carol, "Four eyes.", now=NOON)
    assert "1 person is notified: alice." in act(olga, tournament, "dismiss", "Two are enough.", who=alice.pk)
    assert "Two are enough." in mail("dismissed", "alice")[1]


def test_who_did_not_get_in_is_not_written_to_any_more(olga: Client, carol: Player) -> None:
    """The third person for two places is informed of the start and of nothing else; before the start, of a cancellation."""
    tournament = running(carol, people(3), cap=2, round_days=7)
    for key, data in (("pause", {}), ("resume", {}), ("extend", {"days": 1}), ("message", {"to": "all", "text": "Hello."})):
        assert "2 people are notified: p1, p2." in act(olga, tournament, key, "So.", **data)
    assert told("left_out") == ["p3"]
    other = opened(carol, [named("p1"), named("p3")], cap=1)
    assert "2 people are notified: p1, p3." in act(olga, other, "cancel", "No hall.")


def test_end_of_a_round_moves_both_ways_and_not_into_the_past(olga: Client, carol: Player) -> None:
    tournament = four(carol, round_days=7)
    act(olga, tournament, "extend", "Three days more.", days=30)
    typed = Round.objects.get().ends_at
    act(olga, tournament, "extend", "Three, not thirty.", days=-27)
    assert typed is not None
    assert Round.objects.get().ends_at == typed - 27 * DAY
    assert "Three, not thirty." in mail("extended", "p1")[1]
    with pytest.raises(Refused, match="over already"):
        interventions.extend(tournament.pk, -11, carol, "No.", now=database_now())


def test_director_lets_somebody_in_while_everybody_is_asked(olga: Client, carol: Player) -> None:
    """A person who telephoned, a new person, and one removed by mistake; the desk shows who has not checked in."""
    tournament = opened(carol, people(3))
    desk.call_in(tournament.pk, carol, "Soon.", now=NOON)
    interventions.withdraw(tournament.pk, named("p3"), carol, "The wrong one.", now=NOON)
    page = f"/admin/games/tournament/{tournament.pk}/desk/"
    assert "Not checked in yet: p1, p2" in olga.get(page).content.decode()
    person("eve")
    for name in ("p1", "p3", "eve"):
        act(olga, tournament, "late-entry", "By telephone.", who=name)
    assert "Not checked in yet: p2" in olga.get(page).content.decode()
    with pytest.raises(Closed, match="has a place already"):
        latecomers.enter_late(tournament.pk, named("p1"), 0, carol, "Again.", now=NOON)
    desk.start(tournament.pk, carol, "Go.", now=NOON + HOUR)
    assert sorted(points(tournament)) == ["eve", "p1", "p3"]


def test_round_that_began_too_early_is_taken_back_and_somebody_enters_even_a_round_robin(olga: Client, carol: Player) -> None:
    tournament = running(carol, people(3), format="round_robin")
    person("eve")
    act(olga, tournament, "undo-round", "Eve is on the way.")
    act(olga, tournament, "late-entry", "Here she is.", who="eve")
    act(olga, tournament, "resume", "All are here.")
    rounds.advance(tournament.pk, NOON)
    assert sorted(seed for row in Pairing.objects.all() for seed in row.seats) == [1, 2, 3, 4]


def test_bye_that_is_asked_for_after_pairing_and_taken_back(olga: Client, carol: Player) -> None:
    tournament = four(carol)
    row, (first, second) = first_table(tournament)
    act(olga, tournament, "sit-out", "A funeral.", who=named(first).pk)
    assert (points(tournament)[first], points(tournament)[second], told("repaired")) == ("0.5", "1", sorted((first, second)))
    assert "a half-point bye" in mail("repaired", first)[1]
    assert "is paired again." in mail("repaired", first)[1]
    assert row.game is not None
    row.game.refresh_from_db()
    assert row.game.status == Game.Status.CANCELLED
    act(olga, tournament, "pair", "There after all.", one=named(second).pk, other=named(first).pk)
    (row, names) = next((row, [second, first]) for row in Pairing.objects.order_by("-pk") if row.game and len(row.seats) == 2)
    assert (points(tournament)[first], points(tournament)[second], Pairing.objects.count()) == ("0", "0", 2)
    with pytest.raises(Refused, match="no game in this round"):
        repairing.pair(tournament.pk, named(first), named(second), carol, "Again.", now=NOON)
    win(tournament)
    with pytest.raises(Closed, match="has already moved"):
        repairing.sit_out(tournament.pk, named(names[0]), carol, "Too late.", now=NOON)
    assert rounds.advance(tournament.pk, NOON)


def test_late_entry_plays_the_one_who_has_a_bye(carol: Player) -> None:
    tournament = running(carol, people(3))
    bye = next(row for row in Pairing.objects.all() if len(row.seats) == 1)
    waits = tournament.entries.get(seed=bye.seats[0]).player
    latecomers.enter_late(tournament.pk, person("eve"), 0, carol, "The train was late.", now=NOON)
    repairing.pair(tournament.pk, named("eve"), waits, carol, "Both are free.", now=NOON)
    assert Pairing.objects.get(pk=bye.pk).seats == [4, bye.seats[0]]
    with pytest.raises(Refused, match="Half-point byes are possible only in a Swiss"):
        repairing.sit_out(running(carol, [named("p1"), named("p2")], format="single").pk, named("p1"), carol, "No.", now=NOON)


def test_adjudication_is_a_ruling_wherever_it_is_done(olga: Client, carol: Player) -> None:
    """The arbiter rules at the tournament's desk, staff at the game's own page; nobody rules twice."""
    tournament, alice = four(carol), person("alice")
    appointing.appoint(tournament.pk, alice, "arbiter", carol, "Four eyes.", now=NOON)
    arbiter = Client()
    arbiter.force_login(Player.objects.get(pk=alice.pk))
    row, names = first_table(tournament)
    assert f"2 people are notified: {', '.join(sorted(names))}." in act(arbiter, tournament, "judge", "Both asked.", game=row.pk)
    other = Pairing.objects.exclude(pk=row.pk).get()
    assert other.game_id is not None
    ending.adjudicate(other.game_id, named("olga"), "They quarrel.", now=NOON)
    kept = list(Ruling.objects.filter(act="judge game").order_by("pk").values_list("by__name", "reason", "public"))
    assert kept == [("alice", "Both asked.", True), ("olga", "They quarrel.", True)]
    assert told("ruled") == ["p1", "p2", "p3", "p4"]
    with pytest.raises(Closed, match="over already"):
        results.judge(tournament.pk, row.pk, carol, "Again.", now=NOON)


def test_substitute_gives_the_place_and_the_running_game_back(olga: Client, carol: Player) -> None:
    tournament, eve = four(carol), person("eve")
    act(olga, tournament, "replace", "In hospital.", who=named("p1").pk, substitute="eve")
    act(olga, tournament, "replace", "Well again.", who=eve.pk, substitute="p1")
    games = tournament.games().filter(seats__player=named("p1"), status=Game.Status.ACTIVE)
    assert (games.count(), tournament.entries.get(player=named("p1")).seed is not None) == (1, True)
    with pytest.raises(Refused, match="has a place"):
        interventions.replace(tournament.pk, named("p2"), named("p1"), carol, "No.", now=NOON)


def test_cancellation_of_a_paused_tournament_starts_the_clocks_and_can_be_taken_back(olga: Client, carol: Player) -> None:
    tournament = four(carol, round_days=7)
    act(olga, tournament, "pause", "A storm.")
    act(olga, tournament, "cancel", "The wrong tournament.")
    assert all(game.pauses[-1][1] is not None for game in tournament.games())
    act(olga, tournament, "revive", "It was the other one.")
    tournament.refresh_from_db()
    assert (tournament.status, tournament.paused_at is None, told("revived")) == ("running", False, ["p1", "p2", "p3", "p4"])
    assert "It was the other one." in mail("revived", "p1")[1]
    act(olga, tournament, "resume", "The storm is over.")
    win(tournament)
    assert rounds.advance(tournament.pk, NOON)


def test_director_is_called_from_the_table(carol: Player) -> None:
    tournament = four(carol)
    row, (first, _second) = first_table(tournament)
    client = Client()
    client.force_login(named(first))
    assert row.game is not None
    address = f"/tournaments/{tournament.code}/?game={row.game.code}"
    assert f'href="{address}#call"' in client.get(f"/g/{row.game.code}/").content.decode()
    assert f'<option value="{row.game.code}" selected>' in client.get(address).content.decode()


def test_calls_reach_the_house_where_no_official_is_left_and_no_official_of_another_tournament(olga: Client, carol: Player) -> None:
    tournament, other, alice = four(carol), opened(carol), person("alice")
    appointing.appoint(other.pk, alice, "arbiter", carol, "Four eyes.", now=NOON)
    Tournament.objects.filter(pk=tournament.pk).update(director=None)
    talking.call(tournament.pk, None, named("p1"), "He insults me.", now=NOON)
    assert told("call") == ["olga"]
    stranger = Client()
    stranger.force_login(Player.objects.get(pk=alice.pk))
    pages = ("/admin/", f"/admin/games/tournament/{tournament.pk}/desk/")
    seen = [("He insults me." in client.get(page).content.decode()) for client in (olga, stranger) for page in pages]
    assert seen == [True, True, False, False]
    Official.objects.create(tournament=tournament, player=alice, role="director")
    assert "He insults me." in stranger.get("/admin/").content.decode()
    assert "alice (director)" in Client().get(tournament.get_absolute_url()).content.decode()


def test_question_before_a_withdrawal_can_be_asked_again(carol: Player) -> None:
    """The page with the question can be reloaded, as after a change of the language."""
    tournament, client = four(carol), Client()
    client.force_login(named("p1"))
    page = f"/tournaments/{tournament.code}/withdraw/"
    assert "resign your running game" in client.get(page).content.decode()
    assert not tournament.entries.filter(withdrawn=True).exists()
    entering.withdraw(tournament.pk, named("p1"), now=NOON)
    assert client.get(page).status_code == 302


def test_desk_offers_to_correct_what_is_decided_and_to_judge_what_runs(olga: Client, carol: Player) -> None:
    tournament = four(carol)
    row, _names = first_table(tournament)
    assert row.game is not None
    end(row.game, 1, 2)
    page = olga.get(f"/admin/games/tournament/{tournament.pk}/desk/").content.decode()
    other = Pairing.objects.exclude(pk=row.pk).get()
    assert [f"acts/{key}/?game={one.pk}" in page for key in ("correct", "judge") for one in (row, other)] == [True, False, False, True]


def test_annulled_round_in_a_report_file(carol: Player) -> None:
    """A zero-point bye for both with a comment: the file gives the same field, and the script agrees with its table and pairs."""
    tournament = running(carol, people(6), tie_breaks=["BH", "SB"])
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    row, _names = first_table(tournament)
    results.annul(tournament.pk, row.pk, carol, "Somebody else played.", now=NOON)
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    text = exports.report(tournament)
    one, other = row.seats
    assert f"### annulled: 2 {one} {other}" in text
    assert text.count("0000 - Z") == 2
    again, field = report_reader.read(text), tournament.field()
    assert again.annulled == ((2, (one, other)),)
    assert {(played.round, played.seats) for played in again.field.history} == {(played.round, played.seats) for played in field.history}
    assert trf.write(again, {line.entrant: line.rank for line in lines_of(tournament)}, tournament.tie_breaks) == text
    assert verified(text) == []
    assert verified(text.replace(" 1.0 ", " 2.0 ", 1)) != []


def test_round_after_a_no_show_is_checked_by_its_pairs(carol: Player) -> None:
    """The site forfeits and pairs in one step: the pairs follow from the forfeit. A director's ruling comes later."""
    tournament = running(carol, people(4), show_up_hours=24)
    win(tournament, but=Pairing.objects.order_by("pk")[0].seats)
    rounds.advance(tournament.pk, NOON + DAY)
    assert (Ruling.objects.filter(act="did not show up").count(), tournament.rounds.count()) == (1, 2)
    assert exports.whole(tournament)["ruled_rounds"] == []
    row = Pairing.objects.filter(round__number=1, ruled__isnull=True)[0]
    results.correct(tournament.pk, row.pk, swapped(row), carol, "Swapped.", now=NOON + DAY)
    assert exports.whole(tournament)["ruled_rounds"] == [2]
