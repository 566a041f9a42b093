"""Tests of a tournament of bots from its announcement to its approval."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import AuditEvent, Game, Player, Seat
from games.services.errors import Closed, Refused
from games.services.operations import ending
from games.services.tables import bots
from games.tournaments.models import Entry, Pairing, Round, Tournament
from games.tournaments.services import director as desk, entering, rounds
from tests.games.conftest import DAY, NOON, person

pytestmark = pytest.mark.django_db


def announced(director: Player, size: int, **settings: object) -> Tournament:
    """A tournament open for registration, with this number of bots."""
    facts = {"title": "Spring cup", "rules": "turn_of_fate", "director": director, **settings}
    tournament = Tournament.objects.create(**facts)
    desk.open_registration(tournament.pk, director, "It is spring.", now=NOON)
    for _number in range(size):
        entering.enter(tournament.pk, Player.objects.create_bot(), now=NOON)
    return tournament


def play_on(tournament: Tournament) -> None:
    """Let bots play and the tournament advance until it waits for its director."""
    for _step in range(40):
        bots.play_bots(NOON)
        rounds.advance(tournament.pk, NOON)
        tournament.refresh_from_db()
        if tournament.status != Tournament.Status.RUNNING:
            return
    raise AssertionError("The tournament does not end.")


@pytest.mark.parametrize(
    ("name", "size", "games"),
    [("swiss", 8, 12), ("round_robin", 4, 6), ("single", 5, 4), ("swiss", 5, 6)],
)
def test_tournament_of_bots_runs_to_an_approved_table(carol: Player, name: str, size: int, games: int) -> None:
    """No step by a person other than the director is needed."""
    tournament = announced(carol, size, format=name)
    desk.start(tournament.pk, carol, "All are here.", now=NOON)
    play_on(tournament)
    desk.approve(tournament.pk, carol, "Looks right.", now=NOON)
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.CLOSED
    assert Pairing.objects.filter(round__tournament=tournament, game__status=Game.Status.FINISHED).count() == games
    assert sorted(line.entrant for line in tournament.formula.standings(tournament.field())) == list(range(1, size + 1))
    assert list(AuditEvent.objects.order_by("pk").values_list("action", flat=True)) == ["open registration", "start", "approve"]


def test_double_elimination_of_bots_has_one_champion(carol: Player) -> None:
    """Two defeats eliminate an entrant."""
    tournament = announced(carol, 4, format="double")
    desk.start(tournament.pk, carol, "All are here.", now=NOON)
    play_on(tournament)
    assert [line.rank for line in tournament.formula.standings(tournament.field())] == [1, 2, 3, 4]


def test_advance_twice_changes_nothing(carol: Player) -> None:
    """While games are running there is nothing to do."""
    tournament = announced(carol, 4)
    desk.start(tournament.pk, carol, "All are here.", now=NOON)
    assert [rounds.advance(tournament.pk, NOON), rounds.advance(tournament.pk, NOON)] == [False, False]
    assert Round.objects.count() == 1
    bots.play_bots(NOON)
    assert [rounds.advance(tournament.pk, NOON), rounds.advance(tournament.pk, NOON)] == [True, False]
    assert Game.objects.count() == 4


def test_seats_are_those_of_the_pairing(carol: Player) -> None:
    """The seats are not drawn again when the game starts."""
    tournament = announced(carol, 4)
    desk.start(tournament.pk, carol, "All are here.", now=NOON)
    players = dict(Entry.objects.values_list("seed", "player_id"))
    for pairing in Pairing.objects.all():
        seated = list(Seat.objects.filter(game=pairing.game).order_by("index").values_list("player_id", flat=True))
        assert seated == [players[seed] for seed in pairing.seats]


def test_late_games_are_judged_when_the_round_ends(carol: Player, alice: Player, bob: Player) -> None:
    """An absent player does not hold up the round."""
    tournament = announced(carol, 0, round_days=3)
    for player in (alice, bob):
        entering.enter(tournament.pk, player, now=NOON)
    desk.start(tournament.pk, carol, "All are here.", now=NOON)
    assert not rounds.advance(tournament.pk, NOON + 2 * DAY)
    assert rounds.advance(tournament.pk, NOON + 3 * DAY)
    game = Game.objects.get()
    assert (game.status, game.result["reason"]) == (Game.Status.FINISHED, "late_unmoved")
    assert not Seat.objects.filter(pending=True).exists()
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.REVIEW


def test_withdrawal_resigns_the_running_game_once(carol: Player, alice: Player, bob: Player) -> None:
    """The other player wins."""
    tournament = announced(carol, 0)
    for player in (alice, bob):
        entering.enter(tournament.pk, player, now=NOON)
    desk.start(tournament.pk, carol, "All are here.", now=NOON)
    for _time in range(2):
        entering.withdraw(tournament.pk, alice, now=NOON)
    game = Game.objects.get()
    seat = Seat.objects.get(player=alice)
    assert game.status == Game.Status.FINISHED
    assert (game.result["ranks"][seat.index], game.result["ranks"][1 - seat.index]) == (2, 1)


def test_cap_keeps_the_later_ones_waiting(carol: Player, alice: Player) -> None:
    """Waiting people have no seed and no game."""
    tournament = announced(carol, 2, cap=2)
    entry = entering.enter(tournament.pk, alice, now=NOON + timedelta(minutes=1))
    desk.start(tournament.pk, carol, "Full.", now=NOON + DAY)
    entry.refresh_from_db()
    assert entry.seed is None
    assert sorted(tournament.field().entrants) == [1, 2]


def test_start_with_too_few_is_refused_and_leaves_nothing(carol: Player) -> None:
    """The audit event is rolled back with the action."""
    tournament = announced(carol, 1)
    with pytest.raises(Refused):
        desk.start(tournament.pk, carol, "Now.", now=NOON)
    assert list(AuditEvent.objects.values_list("action", flat=True)) == ["open registration"]


def test_action_without_a_reason_is_refused(carol: Player) -> None:
    """The action changes nothing."""
    tournament = Tournament.objects.create(title="Cup", rules="turn_of_fate", director=carol)
    with pytest.raises(Refused):
        desk.open_registration(tournament.pk, carol, "  ", now=NOON)
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.ANNOUNCED


def test_entering_late_is_refused(carol: Player) -> None:
    """The tournament is running."""
    tournament = announced(carol, 2)
    desk.start(tournament.pk, carol, "All are here.", now=NOON)
    with pytest.raises(Closed):
        entering.enter(tournament.pk, person("eve"), now=NOON)


def test_adjudication_by_the_director_ends_one_game(carol: Player, alice: Player, bob: Player) -> None:
    """An audit event records the action on the game."""
    tournament = announced(carol, 0)
    for player in (alice, bob):
        entering.enter(tournament.pk, player, now=NOON)
    desk.start(tournament.pk, carol, "All are here.", now=NOON)
    game = Game.objects.get()
    ending.adjudicate(game.pk, carol, "Nobody moves.", now=NOON)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert AuditEvent.objects.filter(action="adjudicate", subject=f"game {game.code}").count() == 1
