"""Tests of rounds paired without a person: before a late entry, after a withdrawal, and between a withdrawal and a return."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.models import Game, Player, Seat
from games.services.clocks import pauses
from games.services.errors import Refused
from games.services.tables import store
from games.tournaments.formats import c07, trf
from games.tournaments.models import Pairing, Ruling, Tournament
from games.tournaments.queries import cards, exports, views
from games.tournaments.queries.standings import lines_of, results_mark
from games.tournaments.services import half_byes, interventions, latecomers, repairing, results, rounds
from tests.games.conftest import DAY, NOON, person
from tests.games.tournaments import report_reader
from tests.games.tournaments.test_rounds import HOUR, end, people, running, win

pytestmark = pytest.mark.django_db
Z = "0000 - Z"


def played(director: Player, count: int, size: int = 4, **settings: object) -> Tournament:
    """A Swiss of five rounds after this number of rounds, all won by the better seed, with the next round paired."""
    tournament = running(director, people(size), round_count=5, tie_breaks=["BH", "BH-C1", "SB", "PS"], **settings)
    for _round in range(count):
        win(tournament)
        rounds.advance(tournament.pk, NOON)
    return tournament


def breaks(tournament: Tournament, seed: int) -> dict[str, Fraction]:
    """The tie-breaks of a person by name."""
    line = next(line for line in lines_of(tournament) if line.entrant == seed)
    return dict(zip(tournament.tie_breaks, line.breaks, strict=True))


def cells(tournament: Tournament, seed: int) -> list[str]:
    """The rounds of a person in the report file."""
    line = next(line for line in exports.report(tournament).splitlines() if line.startswith(f"001 {seed:>4}"))
    return [line[91:][start : start + 8] for start in range(0, len(line) - 91, 10)]


def test_rounds_before_a_late_entry_are_zero_point_byes(carol: Player) -> None:
    """Eve enters without points and beats the leader in round 3: two dummies with her one point each, and an opponent with two."""
    tournament = played(carol, 1)
    win(tournament)
    latecomers.enter_late(tournament.pk, person("eve"), 0, carol, "Late.", now=NOON)
    assert tournament.field().unpaired(5) == {1, 2}
    assert cells(tournament, 5) == [Z, Z]
    rounds.advance(tournament.pk, NOON)
    row = next(row for row in Pairing.objects.filter(round__number=3) if 5 in row.seats)
    assert row.game is not None
    assert sorted(row.seats) == [1, 5]
    end(row.game, *(1 if seed == 5 else 2 for seed in row.seats))
    assert cells(tournament, 5)[:2] == [Z, Z]
    assert breaks(tournament, 5) == {"BH": 4, "BH-C1": 3, "SB": 2, "PS": 1}


def test_half_points_of_a_late_entry_stand_beside_zero_point_byes(carol: Player) -> None:
    """Half a point for the latest round, nothing for the one before."""
    tournament = played(carol, 1)
    latecomers.enter_late(tournament.pk, person("eve"), 1, carol, "Late.", now=NOON)
    assert cells(tournament, 5) == [Z, "0000 - H"]
    assert tournament.field().unpaired(5) == {1}
    assert breaks(tournament, 5) == {"BH": 1, "BH-C1": Fraction(1, 2), "SB": Fraction(1, 4), "PS": Fraction(1, 2)}


def test_round_missed_after_a_withdrawal_counts_as_soon_as_it_is_paired(carol: Player) -> None:
    """Seed 4 leaves after the first round: once the second one is paired, it counts as a draw for opponents while its games are running."""
    tournament = played(carol, 0)
    first = next(row for row in Pairing.objects.all() if 4 in row.seats)
    other = next(seed for seed in first.seats if seed != 4)
    win(tournament)
    interventions.withdraw(tournament.pk, tournament.entries.get(seed=4).player, carol, "Ill.", now=NOON)
    assert breaks(tournament, other)["BH"] == 0
    rounds.advance(tournament.pk, NOON)
    assert Game.objects.filter(status=Game.Status.ACTIVE).exists()
    assert tournament.field().unpaired(4) == {2}
    assert [term.round for term in c07.TIE_BREAKS["BH"](c07.Rounds(tournament.field()))[4]] == [1, 2]
    shares = c07.TIE_BREAKS["BH"](c07.Rounds(tournament.field()))[other]
    assert [term.value for term in shares if term.opponents == (4,)] == [Fraction(1, 2)]
    assert cells(tournament, 4)[1:] == [Z, Z]


def test_round_missed_between_withdrawal_and_return_stays_missed(carol: Player) -> None:
    """The progressive score has a term for the round."""
    tournament = played(carol, 0)
    player = tournament.entries.get(seed=1).player
    win(tournament)
    interventions.withdraw(tournament.pk, player, carol, "Ill.", now=NOON)
    rounds.advance(tournament.pk, NOON)
    latecomers.reinstate(tournament.pk, player, carol, "Well again.", now=NOON)
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    assert (tournament.field().unpaired(1), tournament.field().left) == ({2}, {})
    assert cells(tournament, 1)[1] == Z
    assert breaks(tournament, 1)["PS"] == 2
    shown = cards.card(tournament, 1)
    assert shown is not None
    assert [(turn.round, turn.points, turn.why.text) for turn in shown.turns][1] == (2, "0", "Not paired in this round.")
    assert next(row.cells for row in views.progress(tournament) if row.number == 1)[1] == "(0)"


def test_who_left_in_a_round_that_is_taken_back_misses_it_once_it_is_paired_again(carol: Player) -> None:
    tournament = played(carol, 1)
    entry = tournament.entries.get(seed=2)
    interventions.withdraw(tournament.pk, entry.player, carol, "Ill.", now=NOON)
    repairing.undo_round(tournament.pk, carol, "A wrong result.", now=NOON)
    entry.refresh_from_db()
    assert entry.left_round == 1
    interventions.resume(tournament.pk, carol, "Mended.", now=NOON)
    rounds.advance(tournament.pk, NOON)
    assert tournament.field().unpaired(2) == {2}
    assert cells(tournament, 2)[1:] == [Z, Z]


def test_running_games_stand_in_the_report_with_their_opponent(carol: Player) -> None:
    """They are not missed rounds; the report can be read back unchanged."""
    tournament = played(carol, 1)
    row = Pairing.objects.filter(round__number=2).order_by("number")[0]
    first, second = row.seats
    assert (cells(tournament, first)[1], cells(tournament, second)[1]) == (f"{second:>4} w  ", f"{first:>4} b  ")
    text = exports.report(tournament)
    again = report_reader.read(text)
    assert sorted(again.running) == sorted((2, tuple(one.seats)) for one in Pairing.objects.filter(round__number=2))
    assert {(one.round, one.seats) for one in again.field.history} == {(one.round, one.seats) for one in tournament.field().history}
    assert trf.write(again, {line.entrant: line.rank for line in lines_of(tournament)}, tournament.tie_breaks) == text


def test_game_is_not_played_again_by_somebody_who_withdrew(carol: Player) -> None:
    """The replay is refused and changes nothing; it is possible after the person's return."""
    tournament = played(carol, 0)
    row = Pairing.objects.order_by("number")[0]
    player = tournament.entries.get(seed=row.seats[0]).player
    interventions.withdraw(tournament.pk, player, carol, "Ill.", now=NOON)
    before, rulings = results_mark(tournament.pk), Ruling.objects.count()
    with pytest.raises(Refused, match="reinstate them first"):
        results.replay(tournament.pk, row.pk, carol, "Again.", now=NOON)
    assert (results_mark(tournament.pk), Ruling.objects.count()) == (before, rulings)
    assert not Seat.objects.filter(player=player, game__status=Game.Status.ACTIVE).exists()
    latecomers.reinstate(tournament.pk, player, carol, "Well again.", now=NOON)
    results.replay(tournament.pk, row.pk, carol, "Again.", now=NOON)
    assert Seat.objects.filter(player=player, game__status=Game.Status.ACTIVE).count() == 1


def test_game_of_a_knock_out_that_is_played_again_brings_back_who_withdrew(carol: Player) -> None:
    """The refusal of a return announces this; the winner goes on."""
    tournament = running(carol, people(4), format="single")
    row = next(row for row in Pairing.objects.all() if 4 in row.seats)
    entry = tournament.entries.get(seed=4)
    interventions.withdraw(tournament.pk, entry.player, carol, "The wrong person.", now=NOON)
    results.replay(tournament.pk, row.pk, carol, "It was somebody else.", now=NOON)
    entry.refresh_from_db()
    row.refresh_from_db()
    assert (entry.withdrawn, entry.left_round) == (False, 0)
    assert row.game is not None
    end(row.game, *(1 if seed == 4 else 2 for seed in row.seats))
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    assert any(4 in one.seats for one in Pairing.objects.filter(round__number=2))


def test_table_of_which_somebody_withdrew_is_not_seated_anew(carol: Player) -> None:
    """Two of three play on at a table: a new seating would seat the withdrawn person again."""
    tournament = running(carol, people(6), format="tables", rules="council_of_kings", least=3, most=3)
    one, other = Pairing.objects.order_by("number")
    gone, mover, guest = (tournament.entries.get(seed=seed).player for seed in (*one.seats[:2], other.seats[0]))
    interventions.withdraw(tournament.pk, gone, carol, "Ill.", now=NOON)
    with pytest.raises(Refused, match="has withdrawn"):
        repairing.exchange(tournament.pk, mover, guest, carol, "They share a kitchen.", now=NOON)
    assert not Seat.objects.filter(player=gone, game__status=Game.Status.ACTIVE, state__in=(Seat.State.PLAYING, Seat.State.AWAY)).exists()


def test_game_of_a_round_whose_end_has_passed_is_played_again_for_as_long_as_a_round_lasts(carol: Player) -> None:
    """The game gets the length of a round as its limit and is not judged as late within a minute."""
    tournament = running(carol, people(2), round_count=1, round_days=3)
    rounds.advance(tournament.pk, NOON + 3 * DAY)
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.REVIEW
    results.replay(tournament.pk, Pairing.objects.get().pk, carol, "A fault of the server.", now=NOON + 4 * DAY)
    assert tournament.rounds.get().ends_at == NOON + 7 * DAY
    rounds.advance(tournament.pk, NOON + 4 * DAY)
    assert Game.objects.filter(status=Game.Status.ACTIVE).count() == 1


def test_game_that_begins_in_a_pause_waits_for_its_end(carol: Player) -> None:
    tournament = played(carol, 1)
    row = Pairing.objects.filter(round__number=1).order_by("number")[0]
    repairing.undo_round(tournament.pk, carol, "A wrong result.", now=NOON)
    results.replay(tournament.pk, row.pk, carol, "From the beginning.", now=NOON + HOUR)
    row.refresh_from_db()
    assert row.game_id is not None
    assert pauses.is_open(store.lock_game(row.game_id))
    interventions.resume(tournament.pk, carol, "Mended.", now=NOON + 2 * HOUR)
    assert not pauses.is_open(store.lock_game(row.game_id))


def test_substitute_takes_over_the_half_point_byes_that_were_used(carol: Player) -> None:
    """A place has the announced number of byes for all its players; byes to come must be requested again."""
    tournament = played(carol, 0, half_byes=2)
    player = tournament.entries.get(seed=1).player
    for number in (2, 3):
        half_byes.ask(tournament.pk, player, number)
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    interventions.replace(tournament.pk, player, person("eve"), carol, "Ill.", now=NOON)
    assert tournament.entries.get(seed=1).rests == [2]


def test_last_round_that_is_not_the_last_any_more_is_named_in_the_document(carol: Player) -> None:
    """Four people play two rounds, five play three; the second one was paired by the rules for a last round."""
    tournament = running(carol, people(4))
    win(tournament)
    rounds.advance(tournament.pk, NOON + HOUR)
    assert (exports.whole(tournament)["rounds"], exports.whole(tournament)["ruled_rounds"]) == (2, [])
    latecomers.enter_late(tournament.pk, person("eve"), 0, carol, "Late.", now=NOON + 2 * HOUR)
    assert (exports.whole(tournament)["rounds"], exports.whole(tournament)["ruled_rounds"]) == (3, [2])


def test_everybody_withdraws_and_some_come_back(carol: Player) -> None:
    """The final table waits for approval; the director takes the round back, readmits two people, and they play."""
    tournament = played(carol, 1)
    crowd = [entry.player for entry in tournament.entries.order_by("seed").select_related("player")]
    for player in crowd:
        interventions.withdraw(tournament.pk, player, carol, "A fire.", now=NOON)
    rounds.advance(tournament.pk, NOON)
    tournament.refresh_from_db()
    assert (tournament.status, tournament.games().filter(status=Game.Status.ACTIVE).exists()) == (Tournament.Status.REVIEW, False)
    assert sorted(line.entrant for line in lines_of(tournament)) == [1, 2, 3, 4]
    repairing.undo_round(tournament.pk, carol, "The fire is out.", now=NOON)
    for player in crowd[:2]:
        latecomers.reinstate(tournament.pk, player, carol, "Here again.", now=NOON)
    interventions.resume(tournament.pk, carol, "Go.", now=NOON)
    rounds.advance(tournament.pk, NOON)
    assert [sorted(row.seats) for row in Pairing.objects.filter(round__number=2)] == [[1, 2]]
    assert {one: set(tournament.field().unpaired(one)) for one in (1, 2, 3, 4)} == {1: set(), 2: set(), 3: {2}, 4: {2}}
