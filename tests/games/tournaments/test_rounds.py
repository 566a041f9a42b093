"""Tests that rounds do not stall: late games, early closing, dates, extension, pause, time given back, withdrawal, replacement."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from games.models import AuditEvent, Game, LateRule, Move, Player, Seat
from games.queries.history.log import lines
from games.rules.contract import Position, Result
from games.rules.outlook import outlook, ranks
from games.services.clocks import downtime, pauses
from games.services.errors import Closed, Refused
from games.services.operations import ending
from games.services.people.relations import block
from games.services.tables import consequences, store
from games.tournaments.formats.meetings import drawn, role_balance, times_met
from games.tournaments.formats.scoring import points_of
from games.tournaments.models import Pairing, Round, Tournament
from games.tournaments.services import director as desk, entering, interventions, rounds
from notifications.models import Message
from tests.games.conftest import DAY, NOON, person
from tests.games.moves import asked, move, sweep_at
from tests.games.tournaments.test_stations import opened, told

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
Status = Tournament.Status


def running(director: Player, people: Sequence[Player], **settings: object) -> Tournament:
    """A tournament in its first round."""
    tournament = opened(director, people, **settings)
    desk.start(tournament.pk, director, "All are here.", now=NOON)
    tournament.refresh_from_db()
    return tournament


def people(count: int) -> list[Player]:
    """This number of people, named by number."""
    return [person(f"p{number}") for number in range(1, count + 1)]


def end(game: Game, *ranks: int, scores: tuple[int | None, ...] = (None, None)) -> None:
    """End the game with these ranks by seat."""
    locked = store.lock_game(game.pk)
    session = locked.load_session()
    consequences.record(locked, session, consequences.questions_of(session), [], None, NOON, result=Result(ranks, scores, "test"))


def win(tournament: Tournament, *, but: Sequence[int] = ()) -> None:
    """In every running game the better seed wins, except in games of these seeds."""
    for row in Pairing.objects.filter(round__tournament=tournament, game__status=Game.Status.ACTIVE).select_related("game"):
        if not set(but) & set(row.seats) and row.game is not None:
            end(row.game, *(1 if seed == min(row.seats) else 2 for seed in row.seats))
            if row.second is not None:
                end(row.second, *(1 if seed == min(row.seats) else 2 for seed in reversed(row.seats)))


def swapped(row: Pairing) -> list[int]:
    """The ranks of a game with the winner exchanged."""
    assert row.game is not None
    assert row.game.result is not None
    return list(reversed(row.game.result["ranks"]))


def both_moved(game: Game) -> bool:
    """Whether each seat has an answer of its player."""
    return Move.objects.filter(game=game, kind=Move.Kind.ANSWER, seat__gte=0).values("seat").distinct().count() == 2


def late(director: Player, one: Player, other: Player, rule: str) -> tuple[Game, int]:
    """A game with a limit of three days that has run out, and the seat that was asked."""
    running(director, [one, other], round_days=3, late_rule=rule)
    game = Game.objects.get()
    while not both_moved(game):
        move(game)
    seat = asked(game)
    assert rounds.advance_all(NOON + 3 * DAY) == 1
    return Game.objects.get(), seat.index


def test_late_game_is_decided_by_the_public_scores(carol: Player, alice: Player, bob: Player) -> None:
    """The log gives the reason of the decision."""
    game, _seat = late(carol, alice, bob, "scores")
    scores = game.result["scores"]
    assert game.result["ranks"] == [1 + sum(other > score for other in scores) for score in scores]
    line = Move.objects.filter(game=game).order_by("-seq")[0]
    assert (game.result["reason"], line.kind, line.said, line.player_id) == ("judged", Move.Kind.DESK, "late", None)
    assert "rule for late games" in lines(game, None, None)[-1].sentences[0].text


def test_late_game_is_a_draw_where_that_was_announced(carol: Player, alice: Player, bob: Player) -> None:
    """The scores do not matter."""
    game, _seat = late(carol, alice, bob, "draw")
    assert (game.result["ranks"], game.result["reason"]) == ([1, 1], "late_draw")


def test_late_game_is_lost_by_who_has_to_move_where_that_was_announced(carol: Player, alice: Player, bob: Player) -> None:
    """The scores do not matter."""
    game, seat = late(carol, alice, bob, "forfeit")
    assert (game.result["ranks"][seat], game.result["ranks"][1 - seat], game.result["reason"]) == (2, 1, "late_forfeit")


def test_late_game_is_played_on_by_the_bots_where_that_was_announced(carol: Player, alice: Player, bob: Player) -> None:
    """Random draws follow from the game's published secret; the public scores stay as they were."""
    game, _seat = late(carol, alice, bob, "outlook")
    last = Move.objects.filter(game=game).order_by("-seq")[0]
    position = game.book.resume(Position.from_json(json.loads(game.position))).position
    gains = outlook(game.book, position, random.Random(f"{bytes(game.secret).hex()} {last.seq}"))
    assert gains is not None
    assert (game.result["reason"], tuple(game.result["ranks"])) == ("late_outlook", ranks(gains))
    assert tuple(game.result["scores"]) == game.book.standing(game.book.resume(position).view(None))


def test_who_has_not_moved_loses_a_late_game_whatever_the_scores(carol: Player, alice: Player, bob: Player) -> None:
    """Under each rule: one player has moved and waits, the other has never answered."""
    for number, rule in enumerate(LateRule.values):
        one, other = person(f"one{number}"), person(f"other{number}")
        tournament = running(carol, [one, other], round_days=3, late_rule=rule)
        game = tournament.games().get()
        move(game)
        while asked(game).index == first_mover(game):
            move(game)
        rounds.advance(tournament.pk, NOON + 3 * DAY)
        game.refresh_from_db()
        mover = first_mover(game)
        assert (game.result["ranks"][mover], game.result["ranks"][1 - mover], game.result["reason"]) == (1, 2, "walkover"), rule
        assert [(played.forfeit, played.ranks[mover]) for played in tournament.field().history] == [(True, 1)], rule


def first_mover(game: Game) -> int:
    """The seat with the first answer."""
    return Move.objects.filter(game=game, kind=Move.Kind.ANSWER, seat__gte=0).order_by("seq")[0].seat


def test_late_game_in_which_nobody_has_moved_is_lost_by_both(carol: Player, alice: Player, bob: Player) -> None:
    """Nobody gets a point, and both are informed."""
    tournament = running(carol, [alice, bob], round_days=3, late_rule="scores")
    rounds.advance(tournament.pk, NOON + 3 * DAY)
    game = Game.objects.get()
    assert (game.result["reason"], game.result["ranks"]) == ("late_unmoved", [1, 1])
    assert [line.points for line in tournament.formula.standings(tournament.field())] == [0, 0]
    assert told("late") == ["alice", "bob"]


def test_late_game_is_lost_by_who_moved_least_where_that_was_announced(carol: Player, alice: Player, bob: Player) -> None:
    """Answers of the autopilot do not count."""
    game, _seat = late(carol, alice, bob, "moves")
    counts = [Move.objects.filter(game=game, kind=Move.Kind.ANSWER, seat=seat).count() for seat in (0, 1)]
    assert game.result["ranks"] == [1 + (counts[1] > counts[0]), 1 + (counts[0] > counts[1])]
    assert game.result["reason"] == "late_moves"


def test_adjudication_by_the_director_follows_the_rule_and_names_the_reason(carol: Player, alice: Player, bob: Player) -> None:
    """The log has the reason, and the players can read it."""
    running(carol, [alice, bob], late_rule="draw")
    game = Game.objects.get()
    while not both_moved(game):
        move(game)
    ending.adjudicate(game.pk, carol, "Both are away.", now=NOON)
    line = Move.objects.filter(game=game).order_by("-seq")[0]
    assert (line.said, line.story, line.player_id) == ("adjudicate", "Both are away.", carol.pk)
    game.refresh_from_db()
    assert game.result["reason"] == "late_draw"


def third_round(director: Player) -> Tournament:
    """Two groups of four, one person of each qualifies, the better seed has won so far: group one now plays 1–5 and 4–8."""
    tournament = running(director, people(8), format="groups", through=1, round_days=30)
    for _round in range(2):
        win(tournament)
        rounds.advance(tournament.pk, NOON)
    assert {frozenset(row.seats) for row in Pairing.objects.filter(round__number=3, label="G1")} == {frozenset((1, 5)), frozenset((4, 8))}
    return tournament


def test_round_closes_early_when_the_running_game_cannot_change_who_qualifies(carol: Player) -> None:
    """While 5 may beat 1 the group is open; after 1 has won three times the game of 4 and 8 changes nothing."""
    tournament = third_round(carol)
    win(tournament, but=(1, 4))
    assert not rounds.advance(tournament.pk, NOON)
    win(tournament, but=(4,))
    assert rounds.advance(tournament.pk, NOON)
    assert [sorted(row.seats) for row in Pairing.objects.filter(round__number=4)] == [[1, 2]]
    assert Game.objects.filter(pairing__round__number=3, status=Game.Status.ACTIVE).count() == 1


def test_game_that_outlives_its_round_still_counts_and_the_table_waits_for_it(carol: Player) -> None:
    """The final is over; the director is asked only after the last game of the groups, and nothing is paired meanwhile."""
    tournament = third_round(carol)
    win(tournament, but=(4,))
    rounds.advance(tournament.pk, NOON)
    late = Game.objects.get(pairing__round__number=3, status=Game.Status.ACTIVE)
    win(tournament, but=(4,))
    assert [rounds.advance(tournament.pk, NOON), rounds.advance(tournament.pk, NOON)] == [True, False]
    tournament.refresh_from_db()
    assert tournament.status == Status.RUNNING
    end(late, 1, 2)
    assert rounds.advance(tournament.pk, NOON)
    tournament.refresh_from_db()
    assert (tournament.status, Round.objects.count()) == (Status.REVIEW, 4)


def test_game_that_outlives_its_round_is_decided_on_its_last_day(carol: Player) -> None:
    """The decision comes on the last day, whether the round is closed or not."""
    tournament = third_round(carol)
    win(tournament, but=(4,))
    rounds.advance(tournament.pk, NOON)
    late = Game.objects.get(pairing__round__number=3, status=Game.Status.ACTIVE)
    rounds.advance(tournament.pk, NOON + 30 * DAY)
    late.refresh_from_db()
    assert late.status == Game.Status.FINISHED


def test_round_by_date_waits_for_its_last_day(carol: Player) -> None:
    """The round stays open even if all games are over."""
    tournament = running(carol, people(4), by_date=True, round_days=5)
    win(tournament)
    assert [rounds.advance(tournament.pk, NOON + 5 * DAY - HOUR), rounds.advance(tournament.pk, NOON + 5 * DAY)] == [False, True]


def test_match_of_two_has_both_games_with_the_seats_exchanged(carol: Player) -> None:
    """The round waits for both; three of four half points win the match."""
    tournament = running(carol, people(2), format="single", games_each=2)
    row = Pairing.objects.get()
    assert row.game is not None
    assert row.second is not None
    seated = [list(game.seats.order_by("index").values_list("player_id", flat=True)) for game in (row.game, row.second)]
    assert seated[0] == seated[1][::-1]
    end(row.game, 1, 1)
    assert not rounds.advance(tournament.pk, NOON)
    end(row.second, 1, 2)
    assert rounds.advance(tournament.pk, NOON)
    assert tournament.formula.standings(tournament.field())[0].entrant == row.seats[1]


def test_cancelled_game_of_a_knock_out_is_played_again(carol: Player) -> None:
    """It does not hold up the round and counts for nobody."""
    tournament = running(carol, people(2), format="single")
    Game.objects.update(status=Game.Status.CANCELLED)
    assert rounds.advance(tournament.pk, NOON)
    assert list(Pairing.objects.order_by("pk").values_list("round__number", "label")) == [(1, "W1.1"), (2, "W1.1")]


def test_extension_moves_the_last_day_and_tells_everybody(carol: Player, alice: Player, bob: Player) -> None:
    """No game is late before the new last day."""
    tournament = running(carol, [alice, bob], round_days=3)
    interventions.extend(tournament.pk, 2, carol, "Holidays.", now=NOON + DAY)
    assert Round.objects.get().ends_at == NOON + 5 * DAY
    assert [rounds.advance(tournament.pk, NOON + 4 * DAY), told("extended")] == [False, ["alice", "bob"]]
    for days in (0, 61):
        with pytest.raises(Refused):
            interventions.extend(tournament.pk, days, carol, "Longer.", now=NOON)
    assert AuditEvent.objects.filter(action="extend round").count() == 1


def test_pause_stops_every_clock_and_resume_lets_them_run_from_there(carol: Player, alice: Player, bob: Player) -> None:
    """A pause of ten days moves the deadline and the end of the round by ten days; nobody times out or can end it alone."""
    tournament = running(carol, [alice, bob], round_days=3)
    game = Game.objects.get()
    due = asked(game).due_at
    assert due is not None
    interventions.pause(tournament.pk, carol, "Something happened.", now=NOON + HOUR)
    assert asked(game).due_at is None
    assert sweep_at(NOON + 9 * DAY).timeouts == 0
    assert rounds.advance_all(NOON + 9 * DAY) == 0
    seat = asked(game)
    assert seat.player_id is not None
    with pytest.raises(Closed):
        interventions.pause(tournament.pk, carol, "Again.", now=NOON + DAY)
    interventions.resume(tournament.pk, carol, "It is over.", now=NOON + HOUR + 10 * DAY)
    assert asked(game).due_at == due + 10 * DAY
    assert Round.objects.get().ends_at == NOON + 13 * DAY
    assert (told("paused"), told("resumed")) == (["alice", "bob"], ["alice", "bob"])
    with pytest.raises(Closed):
        interventions.resume(tournament.pk, carol, "Again.", now=NOON + 11 * DAY)


@pytest.mark.django_db(transaction=True)
def test_players_cannot_end_the_pause_of_a_tournament(carol: Player, alice: Player, bob: Player) -> None:
    """Only the director may end it."""
    tournament = running(carol, [alice, bob])
    interventions.pause(tournament.pk, carol, "Something happened.", now=NOON)
    with pytest.raises(Closed) as refusal:
        pauses.resume(Game.objects.get().pk, alice.pk, now=NOON + HOUR)
    assert refusal.value.code == "tournament_paused"


def test_time_given_back_moves_questions_and_the_round(carol: Player, alice: Player, bob: Player) -> None:
    """Deadlines of questions and the end of the round move by six hours."""
    tournament = running(carol, [alice, bob], round_days=3)
    due = asked(Game.objects.get()).due_at
    assert due is not None
    interventions.give_back(tournament.pk, 6, carol, "The mail server was down.", now=NOON + HOUR)
    assert asked(Game.objects.get()).due_at == due + 6 * HOUR
    assert Round.objects.get().ends_at == NOON + 3 * DAY + 6 * HOUR


def test_outage_of_ours_moves_the_end_of_the_round_and_the_hour_of_the_start(carol: Player, alice: Player, bob: Player) -> None:
    """By the length of the outage, once; a paused tournament gets its time back when it resumes."""
    tournament = running(carol, [alice, bob], round_days=3)
    waiting = opened(carol, [alice, bob], starts_at=NOON + 2 * DAY, check_in_hours=48)
    rounds.advance(waiting.pk, NOON)
    for minutes in (0, 30, 30):
        downtime.record_round(NOON + timedelta(minutes=minutes))
    waiting.refresh_from_db()
    assert Round.objects.get().ends_at == NOON + 3 * DAY + HOUR / 2
    assert waiting.starts_at == NOON + 2 * DAY + HOUR / 2
    interventions.pause(tournament.pk, carol, "Wait.", now=NOON + HOUR)
    downtime.record_round(NOON + 3 * HOUR)
    interventions.resume(tournament.pk, carol, "Go.", now=NOON + 3 * HOUR)
    assert Round.objects.get().ends_at == NOON + 3 * DAY + HOUR / 2 + 2 * HOUR


def test_withdrawal_by_the_director_resigns_and_the_next_round_goes_without(carol: Player) -> None:
    """Three people are left for the second round; one of them has the bye."""
    tournament = running(carol, people(4))
    gone = tournament.entries.get(seed=4)
    interventions.withdraw(tournament.pk, gone.player, carol, "Does not answer.", now=NOON)
    with pytest.raises(Closed):
        interventions.withdraw(tournament.pk, gone.player, carol, "Again.", now=NOON)
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    seats = sorted(seed for row in Pairing.objects.filter(round__number=2) for seed in row.seats)
    assert seats == [1, 2, 3]
    assert tournament.field().left == {4: 1}


@pytest.mark.parametrize(("moved", "played"), [(0, False), (1, False), (2, True)])
def test_game_left_before_both_have_moved_is_a_forfeit(carol: Player, moved: int, played: bool) -> None:
    """A withdrawal loses the game; without two moves it counts neither as a meeting nor for the sides."""
    tournament = running(carol, people(4))
    row = Pairing.objects.select_related("game").order_by("number")[0]
    assert row.game is not None
    while Move.objects.filter(game=row.game, kind=Move.Kind.ANSWER, seat__gte=0).values("seat").distinct().count() < moved:
        move(row.game)
    stays, leaves = row.seats
    entering.withdraw(tournament.pk, tournament.entries.get(seed=leaves).player, now=NOON)
    row.game.refresh_from_db()
    assert (row.game.result["ranks"], row.game.result["reason"]) == ([1, 2], "resigned" if played else "walkover")
    history = tournament.field().history
    assert [points_of(outcome) for outcome in history] == [{stays: 1, leaves: 0}]
    assert bool(times_met(history)) == bool(role_balance(history)) == played
    assert ("without play" in Client().get(tournament.get_absolute_url()).content.decode()) is not played


def test_replacement_takes_the_place_the_results_and_the_running_game(carol: Player) -> None:
    """The new player gets the open question with a full deadline; the replaced one is informed."""
    tournament = running(carol, people(4))
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    old, new = tournament.entries.get(seed=1).player, person("newcomer")
    seat = Seat.objects.get(game__status=Game.Status.ACTIVE, player=old)
    interventions.replace(tournament.pk, old, new, carol, "Ill.", now=NOON + HOUR)
    entry = tournament.entries.get(seed=1)
    assert (entry.player, entry.instead_of) == (new, old)
    seat.refresh_from_db()
    assert seat.player_id == new.pk
    if seat.pending:
        assert seat.due_at == NOON + HOUR + 2 * DAY
    assert (told("replaced"), told("place_taken")) == ([old.name], ["newcomer"])
    assert tournament.formula.standings(tournament.field())[0].points == 1
    taken = tournament.entries.get(seed=2).player
    with pytest.raises(Refused):
        interventions.replace(tournament.pk, new, taken, carol, "Ill too.", now=NOON + HOUR)
    assert Seat.objects.get(pk=seat.pk).player_id == new.pk


def test_notices_are_written_when_they_are_true_and_dropped_when_not(carol: Player, alice: Player, bob: Player) -> None:
    """A person who has checked in is not asked again, and no text shows a hidden card."""
    from games.tournaments.mails import notice

    tournament = opened(carol, [alice, bob], text="Come and play.")
    desk.invite(tournament.pk, [person("eve")], carol, "A friend.", now=NOON)
    desk.call_in(tournament.pk, carol, "Soon.", now=NOON)
    entering.check_in(tournament.pk, alice, now=NOON)
    written = {
        (row.recipient.name, row.payload["what"]): notice(row, NOON)
        for row in Message.objects.filter(kind="tournament").select_related("recipient")
    }
    assert written["alice", "check_in"] is None
    assert written["eve", "invited"] is None  # too late to enter
    asks = written["bob", "check_in"]
    assert asks is not None
    assert asks.subject == "Cup: please check in"
    assert "Please check in." in asks.text
    assert f"/tournaments/{tournament.code}/" in asks.text


def test_block_does_not_change_a_pairing(carol: Player) -> None:
    """One of four has blocked the person they are paired with, and they meet all the same."""
    tournament = opened(carol, people(4), seed="fixed")
    entered, order = list(tournament.entries.order_by("pk")), drawn("fixed", "seeds", range(4))
    first, third = entered[order[0]].player, entered[order[2]].player
    block(third, first, now=NOON)
    desk.start(tournament.pk, carol, "All are here.", now=NOON)
    rows = {frozenset(row.seats): row.why for row in Pairing.objects.all()}
    assert set(rows) == {frozenset((1, 3)), frozenset((2, 4))}
    assert set(rows.values()) == {"Both have {points} points and have not played each other."}


def test_end_of_a_round_keeps_the_hour_where_the_director_lives(carol: Player, alice: Player, bob: Player) -> None:
    """The clocks go forward on 29 March 2026 in Paris: seven days later it is the same hour there, and an hour less in UTC."""
    carol.zone = "Europe/Paris"
    carol.save()
    begins = datetime(2026, 3, 26, 18, 0, tzinfo=UTC)
    tournament = opened(carol, [alice, bob], round_days=7)
    desk.start(tournament.pk, carol, "All are here.", now=begins)
    assert Round.objects.get().ends_at == begins + 7 * DAY - HOUR
