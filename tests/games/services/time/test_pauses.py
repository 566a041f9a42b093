"""Tests of pauses by the host and by agreement, and of given time; none of them stalls a game for ever."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction

from games.models import Game, Player, Seat
from games.services.clocks import pauses
from games.services.clocks.pace import PRESETS
from games.services.errors import Closed, NotYours, Refused
from games.services.tables import store
from notifications.models import Message
from tests.games.conftest import DAY, NOON, start
from tests.games.moves import asked, move, sweep_at

HOUR = timedelta(hours=1)


def test_host_pauses_for_a_week_and_every_clock_stands_still(game: Game, alice: Player, bob: Player) -> None:
    assert pauses.propose(game.pk, alice.pk, 7, "Holidays", now=NOON + HOUR)
    assert asked(game).due_at == NOON + 8 * DAY
    assert sweep_at(NOON + 7 * DAY).timeouts == 0
    assert Message.objects.get(kind="pause").recipient_id == bob.pk
    move(game, now=NOON + DAY)
    assert asked(game).due_at == NOON + 8 * DAY + HOUR


def test_longer_pause_waits_until_everybody_agrees(game: Game, alice: Player, bob: Player) -> None:
    assert not pauses.propose(game.pk, alice.pk, 8, "", now=NOON)
    assert asked(game).due_at == NOON + DAY
    assert not pauses.agree(game.pk, alice.pk, now=NOON)
    assert pauses.agree(game.pk, bob.pk, now=NOON + HOUR)
    assert asked(game).due_at == NOON + 9 * DAY
    with pytest.raises(Closed, match="no proposed pause"):
        pauses.agree(game.pk, bob.pk, now=NOON + HOUR)


def test_guest_of_the_table_needs_the_host(game: Game, bob: Player, alice: Player) -> None:
    assert not pauses.propose(game.pk, bob.pk, 2, "", now=NOON)
    pauses.decline(game.pk, alice.pk, now=NOON)
    game.refresh_from_db()
    assert (game.proposal, game.pauses) == (None, [])


def test_pause_ended_early_gives_back_what_ran(game: Game, alice: Player, bob: Player) -> None:
    pauses.propose(game.pk, alice.pk, 7, "", now=NOON + HOUR)
    pauses.resume(game.pk, bob.pk, now=NOON + 3 * HOUR)
    assert Message.objects.get(kind="pause", payload__what="resumed").recipient_id == alice.pk
    assert asked(game).due_at == NOON + DAY + 2 * HOUR
    with pytest.raises(Closed, match="not paused"):
        pauses.resume(game.pk, bob.pk, now=NOON + 4 * HOUR)


def test_pause_without_an_end_is_not_ended_at_the_table(game: Game, alice: Player, bob: Player) -> None:
    with transaction.atomic():
        pauses.stop(store.lock_game(game.pk), None, "The whole tournament", now=NOON)
    for player in (alice, bob):
        with pytest.raises(Closed, match="Only its director can end"):
            pauses.resume(game.pk, player.pk, now=NOON + HOUR)
    game.refresh_from_db()
    assert [end for _start, end, _why in game.pauses] == [None]
    with transaction.atomic():
        pauses.go_on(store.lock_game(game.pk), now=NOON + DAY)
    assert asked(game).due_at == NOON + 2 * DAY


def test_bank_does_not_pay_for_a_pause(alice: Player, bob: Player) -> None:
    game = start(alice, bob, pace=PRESETS["bank"])
    seat = asked(game)
    pauses.propose(game.pk, alice.pk, 3, "", now=NOON + DAY)
    move(game, now=NOON + 5 * DAY)
    assert Seat.objects.get(pk=seat.pk).reserve == 3 * 86_400 + 12 * 3600


def test_all_pauses_together_are_at_most_sixty_days(game: Game, alice: Player) -> None:
    now = NOON
    for _ in range(8):
        assert pauses.propose(game.pk, alice.pk, 7, "", now=now)
        now += 7 * DAY
    with pytest.raises(Refused, match="60 days in total"):
        pauses.propose(game.pk, alice.pk, 5, "", now=now)
    assert pauses.propose(game.pk, alice.pk, 4, "", now=now)


def test_time_between_two_pauses_is_not_counted(game: Game, alice: Player) -> None:
    for week in range(0, 16, 2):
        assert pauses.propose(game.pk, alice.pk, 7, "", now=NOON + week * 7 * DAY)
    assert pauses.propose(game.pk, alice.pk, 4, "", now=NOON + 16 * 7 * DAY)


@pytest.mark.parametrize(("days", "begins"), [(1, True), (7, True), (8, False), (30, False)])
def test_host_alone_begins_a_pause_of_a_week_at_most(game: Game, alice: Player, days: int, begins: bool) -> None:
    assert pauses.propose(game.pk, alice.pk, days, "x" * 120, now=NOON) is begins


@pytest.mark.parametrize(("days", "why"), [(0, ""), (31, ""), (-1, ""), (3, "x" * 121), (3, "a\x00b")])
def test_pause_that_makes_no_sense_is_refused(game: Game, alice: Player, days: int, why: str) -> None:
    with pytest.raises(Refused, match="1 to 30 days"):
        pauses.propose(game.pk, alice.pk, days, why, now=NOON)


def test_paused_table_is_not_paused_again_and_strangers_have_no_say(game: Game, alice: Player, carol: Player) -> None:
    pauses.propose(game.pk, alice.pk, 2, "", now=NOON)
    with pytest.raises(Refused, match="already paused"):
        pauses.propose(game.pk, alice.pk, 2, "", now=NOON + HOUR)
    for act in (pauses.agree, pauses.decline, pauses.resume):
        with pytest.raises(NotYours):
            act(game.pk, carol.pk, now=NOON)


def test_opponent_gives_time_up_to_a_week_and_nobody_to_themselves(game: Game) -> None:
    seat = asked(game)
    other = Seat.objects.get(game=game, index=1 - seat.index)
    assert seat.player_id
    assert other.player_id
    pauses.give_time(game.pk, other.player_id, seat.index, 2, now=NOON)
    assert asked(game).due_at == NOON + 3 * DAY
    pauses.give_time(game.pk, other.player_id, seat.index, 7, now=NOON)
    assert asked(game).due_at == NOON + 8 * DAY
    with pytest.raises(NotYours):
        pauses.give_time(game.pk, seat.player_id, seat.index, 1, now=NOON)
    with pytest.raises(Refused):
        pauses.give_time(game.pk, other.player_id, seat.index, 8, now=NOON)


def test_time_given_is_not_paid_by_the_bank_and_ends_with_the_question(alice: Player, bob: Player) -> None:
    game = start(alice, bob, pace=PRESETS["bank"])
    seat = asked(game)
    other = Seat.objects.get(game=game, index=1 - seat.index)
    pauses.give_time(game.pk, other.player_id or 0, seat.index, 1, now=NOON)
    move(game, now=NOON + 2 * DAY)
    seat.refresh_from_db()
    assert seat.reserve == 4 * 86_400 + 12 * 3600
    move(game, now=NOON + 2 * DAY)
    seat.refresh_from_db()
    assert seat.extra == 0


def test_sealed_answer_stays_secret_when_time_is_given(alice: Player, bob: Player) -> None:
    game = start(alice, bob, rules="lone_star")
    mine = Seat.objects.get(game=game, player=alice)
    move(game, now=NOON + HOUR)
    game.refresh_from_db()
    assert game.moved_at == NOON  # the time of a sealed answer is not shown
    pauses.give_time(game.pk, bob.pk, mine.index, 1, now=NOON + HOUR)
    mine.refresh_from_db()
    assert (mine.pending, mine.due_at, mine.extra) == (False, None, 0)


def test_who_proposed_a_pause_hears_first_that_it_began(alice: Player, bob: Player, carol: Player) -> None:
    game = start(alice, bob, carol, rules="lone_star")
    pauses.propose(game.pk, bob.pk, 8, "", now=NOON)
    pauses.agree(game.pk, carol.pk, now=NOON)
    pauses.agree(game.pk, alice.pk, now=NOON)
    told = Message.objects.filter(kind="pause", payload__what="paused").order_by("pk").values_list("recipient__name", flat=True)
    assert list(told) == ["bob", "carol"]
