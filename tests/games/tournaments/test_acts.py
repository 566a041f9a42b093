"""Tests of the limits of director's actions: refusals with their reasons, log entries, and notices."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games.models import Game, Move, Player, Seat
from games.models.reliability import Reliability
from games.services.errors import Closed, Refused
from games.tournaments.models import Official, Pairing, Round, Ruling, Tournament
from games.tournaments.services import (
    announcing,
    appointing,
    changing,
    director as desk,
    entering,
    exclusion,
    half_byes,
    interventions,
    latecomers,
    presence,
    repairing,
    results,
    rounds,
    seeding as seeds,
    talking,
)
from notifications.models import Message
from tests.games.conftest import DAY, NOON, person
from tests.games.moves import asked, move
from tests.games.tournaments.test_rounds import both_moved, end, people, running, win
from tests.games.tournaments.test_stations import opened, told

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
Status = Tournament.Status


def refused(act: Callable[..., object], *given: object, now: datetime | None = NOON, **more: object) -> str:
    """The code of the error with which an action is refused."""
    with pytest.raises((Closed, Refused)) as refusal:
        act(*given, **more, **({"now": now} if now else {}))
    return refusal.value.code


def facts(act: str) -> dict[str, object]:
    """The data in the log of the latest action of this kind."""
    return Ruling.objects.filter(act=act).latest("pk").facts


def test_end_of_a_round_moves_by_sixty_days_at_most(carol: Player) -> None:
    """The limit counts from the end of the round, or from now if the end has passed; the new end is never in the past."""
    tournament = running(carol, people(2), round_days=3)
    for days in (-61, 0, 61):
        assert refused(interventions.extend, tournament.pk, days, carol, "So.") == "bad_days"
    assert refused(interventions.extend, tournament.pk, -3, carol, "So.") == "bad_days"
    interventions.extend(tournament.pk, 60, carol, "So.", now=NOON)
    assert (Round.objects.get().ends_at, facts("extend round")) == (NOON + 63 * DAY, {"round": 1})
    interventions.extend(tournament.pk, -60, carol, "So.", now=NOON)
    assert Round.objects.get().ends_at == NOON + 3 * DAY
    interventions.extend(tournament.pk, 1, carol, "So.", now=NOON + 5 * DAY)
    assert Round.objects.get().ends_at == NOON + 6 * DAY
    Round.objects.update(ends_at=None)
    assert refused(interventions.extend, tournament.pk, 1, carol, "So.") == "no_end"
    Round.objects.all().delete()
    assert refused(interventions.extend, tournament.pk, 1, carol, "So.") == "no_round"


def test_pause_ends_at_its_hour_and_not_before(carol: Player) -> None:
    tournament = running(carol, people(2))
    assert refused(interventions.pause, tournament.pk, carol, "Flood.", until=NOON) == "bad_until"
    interventions.pause(tournament.pk, carol, "Flood.", now=NOON, until=NOON + HOUR)
    tournament.refresh_from_db()
    assert (tournament.paused_at, tournament.paused_until) == (NOON, NOON + HOUR)
    assert not Message.objects.filter(kind="pause").exists()  # the notice of the tournament replaces it
    assert refused(interventions.pause, tournament.pk, carol, "Again.") == "paused"
    assert not rounds.advance(tournament.pk, NOON + HOUR - timedelta(seconds=1))
    rounds.advance(tournament.pk, NOON + HOUR)
    tournament.refresh_from_db()
    assert (tournament.paused_at, tournament.paused_until) == (None, None)
    assert refused(interventions.resume, tournament.pk, carol, "Go.") == "not_paused"


def test_time_is_given_back_in_whole_hours_up_to_two_weeks(carol: Player) -> None:
    """Applies to rounds that have not ended, and to open questions with a deadline."""
    tournament = running(carol, people(2), round_days=3)
    due = asked(Game.objects.get()).due_at
    assert due is not None
    for hours in (0, 337):
        assert refused(interventions.give_back, tournament.pk, hours, carol, "So.") == "bad_hours"
    interventions.give_back(tournament.pk, 1, carol, "So.", now=NOON)
    interventions.give_back(tournament.pk, 336, carol, "So.", now=NOON)
    assert asked(Game.objects.get()).due_at == due + 337 * HOUR
    assert Round.objects.get().ends_at == NOON + 3 * DAY + 337 * HOUR
    interventions.give_back(tournament.pk, 1, carol, "So.", now=NOON + 30 * DAY)
    assert Round.objects.get().ends_at == NOON + 3 * DAY + 337 * HOUR


def test_who_is_taken_out_hears_of_it_but_no_bot(carol: Player, dora: Player) -> None:
    """Before and after the start; a person on the waiting list of a running tournament does not take part in it."""
    tournament = opened(carol, [*people(4), dora], cap=4)
    interventions.withdraw(tournament.pk, dora, carol, "A bot.", now=NOON)
    assert (told("excluded"), facts("withdraw")) == ([], {"people": [dora.pk]})
    late = person("late")
    entering.enter(tournament.pk, late, now=NOON + HOUR)
    desk.start(tournament.pk, carol, "Go.", now=NOON)
    assert refused(interventions.withdraw, tournament.pk, late, carol, "So.") == "not_in"
    assert refused(interventions.withdraw, tournament.pk, dora, carol, "So.") == "not_in"
    gone = tournament.entries.get(seed=2).player
    interventions.withdraw(tournament.pk, gone, carol, "So.", now=NOON)
    assert (told("excluded"), tournament.entries.get(seed=2).left_round) == ([gone.name], 1)


def test_substitute_has_everything_of_the_place(carol: Player, dora: Player) -> None:
    """Rating, place in the list and seed; the replaced person keeps none; bots get no mail."""
    tournament = running(carol, people(4))
    old, new = tournament.entries.get(seed=1), person("newcomer")
    tournament.entries.filter(pk=old.pk).update(rating=1234, order=3)
    interventions.replace(tournament.pk, old.player, new, carol, "Ill.", now=NOON + HOUR)
    old.refresh_from_db()
    entry = tournament.entries.get(seed=1)
    assert (old.seed, old.withdrawn, old.left_round) == (None, True, 1)
    assert (entry.rating, entry.order, entry.withdrawn, entry.entered_at) == (1234, 3, False, NOON + HOUR)
    assert facts("replace") == {"people": [old.player_id, new.pk]}
    assert (told("place_taken"), told("replaced")) == (["newcomer"], [old.player.name])
    Game.objects.filter(status=Game.Status.ACTIVE).update(status=Game.Status.CANCELLED)
    interventions.replace(tournament.pk, new, dora, carol, "Ill too.", now=NOON + 2 * HOUR)
    interventions.replace(tournament.pk, dora, person("third"), carol, "Ill as well.", now=NOON + 3 * HOUR)
    assert (told("place_taken"), told("replaced")) == (["newcomer", "third"], sorted([old.player.name, "newcomer"]))
    back = tournament.entries.get(seed=2).player
    third = tournament.entries.get(seed=1).player
    assert refused(interventions.replace, tournament.pk, third, back, carol, "So.") == "has_place"
    assert refused(interventions.replace, tournament.pk, new, person("other"), carol, "So.") == "not_in"


def test_approval_and_cancellation_close_it_and_are_told_once(carol: Player) -> None:
    tournament = running(carol, people(2))
    assert refused(desk.approve, tournament.pk, carol, "Fine.") == "moved_on"
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    desk.approve(tournament.pk, carol, "Fine.", now=NOON + DAY)
    tournament.refresh_from_db()
    assert (tournament.status, tournament.closed_at, told("closed")) == (Status.CLOSED, NOON + DAY, ["p1", "p2"])
    for act in (desk.cancel, interventions.revive, desk.start, desk.open_registration, desk.call_in):
        assert refused(act, tournament.pk, carol, "Why not.") == "moved_on"


def test_cancelled_tournament_goes_on_where_it_was(carol: Player) -> None:
    """The log gives the state before the cancellation, to which the tournament returns."""
    tournament = running(carol, people(2))
    desk.cancel(tournament.pk, carol, "Flood.", now=NOON)
    tournament.refresh_from_db()
    assert (tournament.status, tournament.closed_at, facts("cancel")) == (Status.CANCELLED, NOON, {"was": "running"})
    interventions.revive(tournament.pk, carol, "It went.", now=NOON + HOUR)
    tournament.refresh_from_db()
    assert (tournament.status, tournament.closed_at, told("revived")) == (Status.RUNNING, None, ["p1", "p2"])
    desk.cancel(tournament.pk, carol, "Flood.", now=NOON + DAY)
    Ruling.objects.filter(act="cancel").update(facts={})
    assert refused(interventions.revive, tournament.pk, carol, "It went.") == "not_known"


def test_only_people_who_can_sign_in_are_officials(carol: Player, dora: Player, alice: Player, bob: Player) -> None:
    """An official of another running tournament keeps access to the admin."""
    here, there = opened(carol), opened(carol, title="Other")
    bob.is_active = False
    bob.save()
    for player, role in ((dora, "arbiter"), (bob, "arbiter"), (alice, "king")):
        assert refused(appointing.appoint, here.pk, player, role, carol, "So.") == "not_a_person"
    for tournament in (here, there):
        appointing.appoint(tournament.pk, alice, "arbiter", carol, "So.", now=NOON)
    assert (facts("appoint"), told("appointed")) == ({"people": [alice.pk], "role": "arbiter"}, ["alice", "alice"])
    appointing.dismiss(here.pk, alice, carol, "So.", now=NOON)
    alice.refresh_from_db()
    assert (alice.is_staff, Official.objects.count(), facts("dismiss"), told("dismissed")) == (True, 1, {"people": [alice.pk]}, ["alice"])
    assert refused(appointing.dismiss, here.pk, alice, carol, "So.") == "no_official"
    Tournament.objects.filter(pk=there.pk).update(status=Status.CANCELLED)
    appointing.appoint(here.pk, alice, "director", carol, "So.", now=NOON)
    appointing.dismiss(here.pk, alice, carol, "So.", now=NOON)
    alice.refresh_from_db()
    assert not alice.is_staff


def test_bots_fill_one_place_to_as_many_as_are_allowed(carol: Player, dora: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Existing bots are used first; during the check-in bots are checked in at once."""
    monkeypatch.setattr(announcing, "MOST_BOTS", 3)
    tournament = opened(carol)
    for count in (0, 4):
        assert refused(announcing.enter_bots, tournament.pk, carol, "So.", count=count) == "bad_count"
    announcing.enter_bots(tournament.pk, carol, "So.", count=1, now=NOON)
    assert [(entry.player, entry.checked_in_at) for entry in tournament.entries.all()] == [(dora, None)]
    desk.call_in(tournament.pk, carol, "Soon.", now=NOON)
    announcing.enter_bots(tournament.pk, carol, "So.", count=3, now=NOON + HOUR)
    assert tournament.entries.filter(checked_in_at=NOON + HOUR).count() == 3
    assert Player.objects.filter(is_bot=True).count() == 4


def test_change_names_what_was_and_what_is(carol: Player) -> None:
    """The log has dates as text, and no values that are unchanged or fixed."""
    tournament = opened(carol, people(1))
    for values in ({}, {"title": "Cup"}):
        with pytest.raises(Refused, match="change at least one"):
            changing.change(tournament.pk, values, carol, "So.", now=NOON)
    for values in ({"rules": "tempting_fate"}, {"title": "Bowl", "rules": "tempting_fate"}):
        assert refused(changing.change, tournament.pk, values, carol, "So.") == "nothing_to_change"
    changing.change(tournament.pk, {"title": "Bowl", "starts_at": NOON + DAY, "cap": 0}, carol, "So.", now=NOON)
    assert facts("change announcement") == {"changes": {"title": ["Cup", "Bowl"], "starts_at": [None, (NOON + DAY).isoformat()]}}
    assert (told("changed"), told("place")) == (["p1"], [])


def test_smaller_cap_gives_nobody_a_place_and_none_gives_it_to_all(carol: Player, dora: Player) -> None:
    tournament = opened(carol, [*people(2), dora, person("p3")], cap=2)
    changing.change(tournament.pk, {"cap": 1}, carol, "So.", now=NOON)
    assert told("place") == []
    changing.change(tournament.pk, {"cap": 0}, carol, "So.", now=NOON + HOUR)
    assert told("place") == ["p2", "p3"]


def test_copy_has_the_officials_and_forgets_when_the_first_began(carol: Player, alice: Player) -> None:
    tournament = opened(carol, starts_at=NOON + DAY, cap=7, tie_breaks=["wins"])
    appointing.appoint(tournament.pk, alice, "arbiter", carol, "So.", now=NOON)
    made = changing.copy(tournament.pk, "Cup II", False, carol, "Again.", now=NOON + DAY)
    made.refresh_from_db()
    assert (made.title, made.starts_at, made.follows, made.cap, made.tie_breaks) == ("Cup II", None, None, 7, ["wins"])
    assert (made.director, made.created_at, made.status) == (carol, NOON + DAY, Status.ANNOUNCED)
    assert [(one.player, one.role) for one in made.officials.all()] == [(alice, "arbiter")]


def test_reliability_that_was_asked_for_is_enough(carol: Player, alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    record = Reliability(3, 1)
    monkeypatch.setattr("games.tournaments.services.admission.reliability_of", lambda people: dict.fromkeys(people, record))
    entering.enter(opened(carol, least_reliability=record.percent).pk, alice, now=NOON)
    asks_more = opened(carol, title="Strict", least_reliability=record.percent + 1)
    assert refused(entering.enter, asks_more.pk, alice) == "not_reliable"


def test_late_entry_has_half_points_for_the_latest_rounds_at_most(carol: Player, dora: Player) -> None:
    tournament = running(carol, people(4), round_count=4)
    eve = person("eve")
    for halves in (-1, 2):
        assert refused(latecomers.enter_late, tournament.pk, eve, halves, carol, "So.") == "bad_halves"
    latecomers.enter_late(tournament.pk, eve, 1, carol, "So.", now=NOON)
    row = Pairing.objects.get(seats=[5])
    assert (row.round.number, row.number, row.label, row.why) == (1, 3, "rest", latecomers.WHY.text)
    assert facts("late entry") == {"people": [eve.pk], "halves": 1}
    assert refused(latecomers.enter_late, tournament.pk, eve, 0, carol, "So.") == "has_place"
    latecomers.enter_late(tournament.pk, dora, 0, carol, "So.", now=NOON)
    assert (tournament.entries.get(player=dora).seed, told("late_entry")) == (6, ["eve"])
    assert refused(latecomers.reinstate, tournament.pk, eve, carol, "So.") == "not_out"
    interventions.withdraw(tournament.pk, eve, carol, "So.", now=NOON)
    interventions.withdraw(tournament.pk, dora, carol, "So.", now=NOON)
    for player in (eve, dora):
        latecomers.reinstate(tournament.pk, player, carol, "So.", now=NOON)
    back = tournament.entries.get(player=eve)
    assert (back.withdrawn, back.left_round, told("reinstated"), facts("reinstate")) == (
        False,
        0,
        ["eve"],
        {"people": [dora.pk], "left": 1},
    )


def test_nobody_comes_back_into_a_knock_out(carol: Player) -> None:
    tournament = running(carol, people(4), format="single")
    gone = tournament.entries.get(seed=4).player
    interventions.withdraw(tournament.pk, gone, carol, "So.", now=NOON)
    assert refused(latecomers.reinstate, tournament.pk, gone, carol, "So.") == "knock_out"


def test_results_that_are_none_are_refused(carol: Player) -> None:
    """Ranks that do not match, a tie or an annulment in a knock-out, vacant seats, and a running game."""
    tournament = running(carol, people(2), format="single")
    row = Pairing.objects.get()
    for act, given, code in (
        (results.correct, [row.pk, [1, 2]], "still_running"),
        (results.annul, [row.pk], "knock_out"),
        (results.forfeit, [row.pk, []], "bad_seats"),
        (results.restore, [row.pk], "not_ruled"),
        (results.annul, [row.pk + 1], "no_such_pairing"),
    ):
        assert refused(act, tournament.pk, *given, carol, "So.") == code
    assert refused(results.forfeit, tournament.pk, row.pk, [1, 3], carol, "So.") == "bad_seats"
    assert refused(results.forfeit, tournament.pk, row.pk, [1, 2], carol, "So.") == "knock_out"
    end(row.game, 1, 2)
    assert refused(results.judge, tournament.pk, row.pk, carol, "So.") == "over"
    for ranks in ([1], [1, 3], [2, 2], [0, 1]):
        assert refused(results.correct, tournament.pk, row.pk, ranks, carol, "So.") == "bad_ranks"
    assert refused(results.correct, tournament.pk, row.pk, [1, 1], carol, "So.") == "knock_out"
    assert refused(results.correct, tournament.pk, row.pk, [1, 2], carol, "So.") == "no_change"
    results.correct(tournament.pk, row.pk, [2, 1], carol, "So.", now=NOON)
    assert refused(results.correct, tournament.pk, row.pk, [2, 1], carol, "Once more.") == "no_change"
    assert facts("correct result") | {"people": 0} == {
        "round": 1, "people": 0, "before": None, "pairing": row.pk, "ruled": {"kind": "corrected", "ranks": [2, 1]},
    }  # fmt: skip
    assert told("ruled") == ["p1", "p2"]


def test_forfeit_says_whether_both_had_moved(carol: Player) -> None:
    """The log also names the loser; if all lose, the game has no result to restore."""
    tournament = running(carol, people(6))
    first, second, third = Pairing.objects.order_by("number")
    assert second.game is not None
    assert third.game is not None
    move(second.game)
    while not both_moved(third.game):
        move(third.game)
    for row in (first, second, third):
        results.forfeit(tournament.pk, row.pk, row.seats, carol, "So.", now=NOON)
        row.refresh_from_db()
    assert [row.ruled for row in (first, second, third)] == [
        {"kind": "forfeited", "lost": sorted(row.seats), "played": row == third} for row in (first, second, third)
    ]
    assert refused(results.restore, tournament.pk, first.pk, carol, "So.") == "no_result"


def test_at_a_table_of_three_the_others_play_on_after_a_forfeit(carol: Player) -> None:
    tournament = running(carol, people(3), format="tables", rules="council_of_kings", least=3, most=3)
    row = Pairing.objects.get()
    results.forfeit(tournament.pk, row.pk, [row.seats[1]], carol, "So.", now=NOON)
    row.refresh_from_db()
    states = list(Seat.objects.order_by("index").values_list("state", flat=True))
    assert (row.ruled, states, told("ruled")) == (None, ["playing", "forfeited", "playing"], ["p1", "p2", "p3"])


def test_meeting_of_an_earlier_round_is_not_played_again(carol: Player) -> None:
    tournament = running(carol, people(4), round_count=2)
    row = Pairing.objects.order_by("number")[0]
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    assert refused(results.replay, tournament.pk, row.pk, carol, "So.") == "too_late"


def test_two_of_one_table_are_not_exchanged_and_none_in_a_knock_out(carol: Player) -> None:
    tournament = running(carol, people(4))
    row, other = Pairing.objects.order_by("number")
    one, two, three = (tournament.entries.get(seed=seed).player for seed in (*row.seats, other.seats[0]))
    assert refused(repairing.exchange, tournament.pk, one, two, carol, "So.") == "not_two_tables"
    assert refused(repairing.exchange, tournament.pk, one, person("eve"), carol, "So.") == "not_two_tables"
    assert refused(repairing.pair, tournament.pk, one, two, carol, "So.") == "not_two_byes"
    assert refused(repairing.sit_out, tournament.pk, person("eva"), carol, "So.") == "no_game"
    assert row.game is not None
    source, kind = Move.Source.FORM, Move.Kind.ANSWER
    Move.objects.create(game=row.game, seq=99, seat=0, kind=kind, source=source, player=one, text="pass", at=NOON)
    assert refused(repairing.exchange, tournament.pk, one, three, carol, "So.") == "moved"
    assert refused(repairing.sit_out, tournament.pk, one, carol, "So.") == "moved"
    assert other.game is not None
    move(other.game)
    assert refused(repairing.sit_out, tournament.pk, three, carol, "So.") == "moved"
    net = running(carol, people_of := [person(f"q{number}") for number in range(4)], format="single", title="Net")
    assert refused(repairing.exchange, net.pk, people_of[0], people_of[1], carol, "So.") == "knock_out"
    assert refused(repairing.sit_out, net.pk, people_of[0], carol, "So.") == "no_swiss"


def test_pair_is_kept_apart_once(carol: Player, alice: Player, bob: Player, dora: Player) -> None:
    tournament = opened(carol, [alice, bob])
    assert refused(repairing.forbid, tournament.pk, alice, alice, carol, "So.") == "bad_pair"
    assert refused(repairing.allow, tournament.pk, alice, bob, carol, "So.") == "not_apart"
    repairing.forbid(tournament.pk, bob, alice, carol, "So.", now=NOON)
    repairing.forbid(tournament.pk, bob, dora, carol, "So.", now=NOON)
    assert refused(repairing.forbid, tournament.pk, alice, bob, carol, "So.") == "bad_pair"
    repairing.allow(tournament.pk, bob, alice, carol, "So.", now=NOON)
    tournament.refresh_from_db()
    assert (tournament.forbidden, facts("keep apart no longer")) == ([sorted((bob.pk, dora.pk))], {"people": [bob.pk, alice.pk]})


def test_list_of_seeds_begins_with_one_and_forgets_the_one_before(carol: Player, alice: Player, bob: Player) -> None:
    tournament = opened(carol, [alice, bob], seeding="hand")
    assert refused(seeds.put_in_order, tournament.pk, "eve\n", carol, "So.") == "bad_list"
    assert refused(seeds.put_in_order, tournament.pk, "\n", carol, "So.") == "bad_list"
    assert seeds.put_in_order(tournament.pk, "bob\neve\nalice\n", carol, "So.", now=NOON) == 2
    assert seeds.put_in_order(tournament.pk, "bob\n", carol, "So.", now=NOON) == 1
    assert list(tournament.entries.order_by("pk").values_list("order", flat=True)) == [None, 1]
    assert seeds.listed(tournament, "eve\nalice\n")[1] == ["eve"]
    assert refused(seeds.put_in_order, opened(carol, title="Lot").pk, "bob\n", carol, "So.") == "no_list"


def test_messages_and_calls_have_one_to_six_hundred_characters(carol: Player, alice: Player, bob: Player) -> None:
    """A person may have three open calls; an answered one does not count."""
    tournament = running(carol, [alice, bob])
    for text in (" ", "x" * 601):
        assert refused(talking.call, tournament.pk, None, alice, text) == "bad_text"
    calls = [talking.call(tournament.pk, None, alice, text, now=NOON) for text in ("x", "x" * 600, " y ")]
    assert [call.text for call in calls] == ["x", "x" * 600, "y"]
    assert refused(talking.call, tournament.pk, None, alice, "Hello?") == "too_many_calls"
    talking.answer(calls[0].pk, " Here. ", carol, "So.", now=NOON + HOUR)
    calls[0].refresh_from_db()
    assert (calls[0].answer, calls[0].answered_by, calls[0].answered_at, told("answer")) == ("Here.", carol, NOON + HOUR, ["alice"])
    assert refused(talking.answer, calls[0].pk, "Here.", carol, "So.") == "answered"
    talking.call(tournament.pk, Game.objects.get().pk, alice, "Hello?", now=NOON)
    for to in ("nobody", "0"):
        assert refused(talking.write, tournament.pk, to, "Hello.", carol, "So.") == "nobody"
    talking.write(tournament.pk, "all", " Hello. ", carol, "So.", now=NOON)
    assert facts("message") == {"to": "all", "text": "Hello."}


def test_showing_up_is_asked_until_the_hour_and_of_those_who_have_not_come(carol: Player) -> None:
    tournament = running(carol, people(4), show_up_hours=2)
    row = Pairing.objects.order_by("number")[0]
    entry, other = (tournament.entries.select_related("player").get(seed=seed) for seed in row.seats)
    assert [one.pk for one in presence.open_pairings(tournament, entry)] == [row.pk]
    presence.show_up(tournament.pk, entry.player)
    row.refresh_from_db()
    assert (row.present, presence.open_pairings(tournament, entry)) == ([entry.seed], [])
    assert refused(presence.show_up, tournament.pk, entry.player, now=None) == "no_check_in"
    presence.show_up(tournament.pk, other.player)
    row.refresh_from_db()
    assert row.present == sorted(row.seats)
    rounds.advance(tournament.pk, NOON + 2 * HOUR - timedelta(seconds=1))
    assert not Ruling.objects.filter(act="did not show up").exists()
    rounds.advance(tournament.pk, NOON + 2 * HOUR)
    absent = Pairing.objects.order_by("number")[1].seats
    players = tournament.entries.filter(seed__in=absent).order_by("seed").values_list("player_id", flat=True)
    found = facts("did not show up")
    assert (found["round"], found["people"], Ruling.objects.filter(act="did not show up").count()) == (1, list(players), 1)


def test_call_in_without_an_hour_gives_two_days_and_keeps_one_that_lies_ahead(carol: Player, dora: Player) -> None:
    """Bots check in at once and get no mail."""
    plain, ahead, past = (opened(carol, [dora], title=title) for title in ("Plain", "Ahead", "Past"))
    Tournament.objects.filter(pk=ahead.pk).update(starts_at=NOON + HOUR, check_in_hours=5)
    Tournament.objects.filter(pk=past.pk).update(starts_at=NOON, check_in_hours=5)
    for tournament in (plain, ahead, past):
        desk.call_in(tournament.pk, carol, "Soon.", now=NOON)
    found = dict(Tournament.objects.values_list("title", "starts_at"))
    assert found == {"Plain": NOON + 48 * HOUR, "Ahead": NOON + HOUR, "Past": NOON + 5 * HOUR}
    assert (plain.entries.get().checked_in_at, told("check_in")) == (NOON, [])


def test_announcement_is_checked_as_a_whole(carol: Player) -> None:
    draft = Tournament(title="x" * 81, rules="turn_of_fate")
    assert refused(announcing.announce, draft, carol, "So.") == "bad_tournament"
    draft.title, draft.rules = "Cup", "gone"
    assert refused(announcing.announce, draft, carol, "So.") == "no_such_rules"
    draft.rules, draft.format, draft.most = "turn_of_fate", "tables", 5
    assert refused(announcing.announce, draft, carol, "So.") == "bad_tables"


def test_tables_of_a_tournament_without_a_director_have_a_host(carol: Player) -> None:
    """The host is a player of the first table."""
    tournament = opened(carol, people(2))
    desk.call_in(tournament.pk, carol, "Soon.", now=NOON)
    Tournament.objects.update(director=None)
    for entry in tournament.entries.all():
        entering.check_in(tournament.pk, entry.player, now=NOON)
    assert rounds.advance(tournament.pk, NOON + 48 * HOUR)
    game = Game.objects.get()
    assert game.host_id == game.seats.get(index=0).player_id


def test_round_before_one_that_is_taken_back_counts_as_over(carol: Player) -> None:
    """The earlier round was reopened for a game that was to be replayed."""
    tournament = running(carol, people(4), round_count=3)
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    Round.objects.filter(number=1).update(closed_at=None)
    repairing.undo_round(tournament.pk, carol, "So.", now=NOON + HOUR)
    assert [(row.number, row.closed_at) for row in Round.objects.all()] == [(1, NOON + HOUR)]
    tournament.refresh_from_db()
    assert (tournament.paused_at, tournament.paused_until, facts("take back round")["round"]) == (NOON + HOUR, None, 2)
    interventions.resume(tournament.pk, carol, "So.", now=NOON + 2 * HOUR)
    assert rounds.advance(tournament.pk, NOON + 3 * HOUR)
    assert [(row.number, row.closed_at) for row in Round.objects.order_by("number")] == [(1, NOON + HOUR), (2, None)]


def test_annulled_meeting_does_not_play_on(carol: Player) -> None:
    tournament = running(carol, people(2), games_each=2)
    results.annul(tournament.pk, Pairing.objects.get().pk, carol, "So.", now=NOON)
    assert set(Game.objects.values_list("status", flat=True)) == {Game.Status.CANCELLED}
    assert Pairing.objects.get().ruled == {"kind": "annulled"}


def test_last_round_is_open_again_for_a_game_that_is_played_again(carol: Player) -> None:
    tournament = running(carol, people(2), round_count=1)
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    assert (Round.objects.get().closed_at, Tournament.objects.get().status) == (NOON, Status.REVIEW)
    results.replay(tournament.pk, Pairing.objects.get().pk, carol, "So.", now=NOON + HOUR)
    assert (Round.objects.get().closed_at, Tournament.objects.get().status) == (None, Status.RUNNING)
    win(tournament)
    rounds.advance(tournament.pk, NOON + 2 * HOUR)
    assert (Round.objects.get().closed_at, Tournament.objects.get().status) == (NOON + 2 * HOUR, Status.REVIEW)


def test_judged_game_says_in_its_log_who_ended_it_and_why(carol: Player) -> None:
    tournament = running(carol, people(2))
    results.judge(tournament.pk, Pairing.objects.get().pk, carol, "It is late.", now=NOON + HOUR)
    line = Move.objects.get(kind=Move.Kind.DESK)
    assert (line.said, line.story, line.at, Game.objects.get().status) == ("adjudicate", "It is late.", NOON + HOUR, Game.Status.FINISHED)


def test_game_that_is_played_again_does_not_go_on_beside_the_new_one(carol: Player) -> None:
    tournament = running(carol, people(2))
    old = Game.objects.get()
    results.replay(tournament.pk, Pairing.objects.get().pk, carol, "So.", now=NOON)
    old.refresh_from_db()
    assert (old.status, Game.objects.filter(status=Game.Status.ACTIVE).count()) == (Game.Status.CANCELLED, 1)


def test_nobody_is_asked_to_show_up_but_those_who_play_where_it_is_announced(carol: Player) -> None:
    tournament = running(carol, people(4), show_up_hours=2)
    entry = tournament.entries.order_by("seed")[0]
    assert len(presence.open_pairings(tournament, entry)) == 1
    others: list[tuple[object, str, object]] = [
        (tournament, "show_up_hours", 0), (tournament, "status", Status.REVIEW), (entry, "withdrawn", True), (entry, "seed", None),
    ]  # fmt: skip
    for row, name, value in others:
        before = getattr(row, name)
        setattr(row, name, value)
        assert presence.open_pairings(tournament, entry) == [], name
        setattr(row, name, before)


def test_game_that_began_later_in_a_round_has_its_own_hours_to_show_up(carol: Player) -> None:
    tournament = running(carol, people(4), show_up_hours=2)
    first, second = Pairing.objects.order_by("number")
    Game.objects.filter(pk=second.game_id).update(started_at=NOON + HOUR)
    rounds.advance(tournament.pk, NOON + 2 * HOUR)
    assert [row.ruled is None for row in (Pairing.objects.get(pk=first.pk), Pairing.objects.get(pk=second.pk))] == [False, True]
    rounds.advance(tournament.pk, NOON + 3 * HOUR)
    assert Ruling.objects.filter(act="did not show up").count() == 2


def test_announcement_is_changed_in_public_until_registration_opens(carol: Player) -> None:
    draft = Tournament.objects.create(title="Cup", rules="turn_of_fate", director=carol)
    draft.title = "Autumn Cup"
    announcing.change(draft, carol, "A better name.", now=NOON)
    assert list(Ruling.objects.values_list("tournament__title", "act", "reason")) == [
        ("Autumn Cup", "change announcement", "A better name.")
    ]
    desk.open_registration(tournament_id=draft.pk, by=carol, reason="Now.", now=NOON)
    draft.title = "Winter Cup"
    assert refused(announcing.change, draft, carol, "So.") == "moved_on"
    assert Tournament.objects.get().title == "Autumn Cup"


def test_game_that_is_judged_is_a_ruling_about_its_people(carol: Player) -> None:
    running(carol, crowd := people(2))
    exclusion.judged(Game.objects.get().pk, carol, "Both are gone.", NOON)
    assert facts("judge game") == {
        "round": 1,
        "people": [player.pk for player in sorted(crowd, key=lambda one: one.entries.get().seed or 0)],
    }


def test_who_enters_again_hears_so_again_and_entering_twice_is_silent(carol: Player, alice: Player) -> None:
    tournament = opened(carol, [alice])
    entering.enter(tournament.pk, alice, now=NOON + HOUR)
    assert told("entered") == ["alice"]
    entering.withdraw(tournament.pk, alice, now=NOON + HOUR)
    entering.enter(tournament.pk, alice, now=NOON + 2 * HOUR)
    assert (told("entered"), tournament.entries.get().withdrawn) == (["alice", "alice"], False)


def test_those_of_the_season_before_hear_of_the_next_one(carol: Player, alice: Player, bob: Player, dora: Player) -> None:
    """Bots and closed accounts are left out; a person who is also invited gets one message."""
    last = opened(carol, [alice, bob])
    announcing.enter_bots(last.pk, carol, "Fill it.", count=1, now=NOON)
    desk.start(last.pk, carol, "Go.", now=NOON)
    Player.objects.filter(pk=bob.pk).update(is_active=False)
    following = Tournament.objects.create(title="Cup II", rules="turn_of_fate", director=carol, follows=last)
    desk.invite(following.pk, [alice, dora], carol, "Come.", now=NOON)
    desk.open_registration(following.pk, carol, "Now.", now=NOON + HOUR)
    following_told = Message.objects.filter(kind="tournament", payload__what="opened", thread=following.code)
    assert list(following_told.values_list("recipient__name", flat=True)) == ["alice"]


def test_game_that_later_rounds_follow_from_is_not_declared_void(carol: Player) -> None:
    tournament = running(carol, people(4), format="groups", group_size=4, through=2)
    for _round in range(3):
        win(tournament)
        rounds.advance(tournament.pk, NOON)
    row = Pairing.objects.filter(round__number=1).select_related("game")[0]
    assert row.game is not None
    with pytest.raises(Closed) as refusal:
        exclusion.void(row.game.pk, carol, "So.", NOON)
    assert refusal.value.code == "later_rounds"


def test_bye_of_a_round_that_has_begun_is_not_taken_back(carol: Player) -> None:
    """No bye is offered in the last round; if all byes are used, only those to come are offered."""
    tournament = opened(carol, crowd := people(6), half_byes=2, round_count=4)
    tournament.refresh_from_db()
    entry = tournament.entries.get(player=crowd[0])
    assert half_byes.choices(tournament, entry) == [1, 2, 3]
    for number in (1, 3):
        half_byes.ask(tournament.pk, crowd[0], number)
    desk.start(tournament.pk, carol, "Go.", now=NOON)
    tournament.refresh_from_db()
    entry.refresh_from_db()
    assert half_byes.choices(tournament, entry) == [3]
    assert refused(half_byes.take_back, tournament.pk, crowd[0], 1, now=None) == "paired"
    half_byes.take_back(tournament.pk, crowd[0], 3)
    entry.refresh_from_db()
    assert (entry.rests, half_byes.choices(tournament, entry)) == ([1], [2, 3])
