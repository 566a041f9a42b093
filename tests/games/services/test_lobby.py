"""Tests of how a table fills, and of who may do what to it."""

from __future__ import annotations

from datetime import datetime, timedelta

import orjson
import pytest

from games.models import Game, Move, Player, Seat, Tenure
from games.queries.history import replay
from games.rules.chance import commitment
from games.rules.contract import Position
from games.rules.errors import BadOption
from games.services.clocks.pace import PRESETS
from games.services.errors import Closed, NotYours, Refused
from games.services.tables import consequences, leaving, lobby, rematches
from notifications.models import Message
from tests.games.conftest import DAY, NOON, person, start
from tests.games.moves import asked, move, play_out

SMALL = "lone_star"


def announce(host: Player, seats: int = 3, **settings: object) -> Game:
    return lobby.create(host, SMALL, seats, now=NOON, pace=PRESETS["day"], **settings)


def status(game: Game) -> str:
    game.refresh_from_db()
    return str(game.status)


def kinds(player: Player) -> list[str]:
    return sorted(Message.objects.filter(recipient=player).values_list("kind", flat=True))


def test_host_takes_the_first_seat_and_the_commitment_is_published_at_once(alice: Player) -> None:
    game = announce(alice)
    assert [seat.player_id for seat in game.seats.order_by("index")] == [alice.pk, None, None]
    assert game.commitment == commitment(bytes(game.secret), game.code, f"{SMALL}/1")
    assert status(game) == "open"


def test_last_seat_starts_the_game_and_tells_everybody(alice: Player, bob: Player, carol: Player) -> None:
    game = announce(alice)
    lobby.take_seat(game, bob, now=NOON)
    assert status(game) == "open"
    lobby.take_seat(game, carol, now=NOON + timedelta(hours=1))
    assert status(game) == "active"
    assert game.started_at == NOON + timedelta(hours=1)
    for player in (alice, bob, carol):
        assert kinds(player) == ["game_started", "your_turn"]


def test_sitting_down_twice_is_the_same_as_once(alice: Player, bob: Player) -> None:
    game = announce(alice)
    assert lobby.take_seat(game, bob, now=NOON).pk == lobby.take_seat(game, bob, now=NOON).pk
    assert game.seats.filter(player=bob).count() == 1


def test_seats_are_drawn_provably_unless_kept(alice: Player) -> None:
    orders = set()
    for number in range(12):
        game = start(alice, person(f"b{number}"), person(f"c{number}"), rules=SMALL, random_seats=True)
        orders.add(game.seats.get(player=alice).index)
        assert sorted(game.seats.values_list("index", flat=True)) == [0, 1, 2]
    assert orders == {0, 1, 2}


def test_who_joined_long_ago_is_asked_whether_they_are_there(alice: Player, bob: Player) -> None:
    game = announce(alice, 2)
    lobby.take_seat(game, bob, now=NOON + 2 * DAY)
    assert status(game) == "ready"
    assert kinds(alice) == ["ready_check"]
    assert kinds(bob) == []
    lobby.say_ready(game, alice, now=NOON + 2 * DAY)
    assert status(game) == "active"


def test_full_or_running_table_takes_nobody_else(alice: Player, bob: Player, carol: Player) -> None:
    game = start(alice, bob, rules=SMALL)
    with pytest.raises(Closed):
        lobby.take_seat(game, carol, now=NOON)
    with pytest.raises(Closed):
        lobby.leave(game, bob, now=NOON)
    with pytest.raises(Closed):
        lobby.cancel(game, alice, now=NOON)


def test_guest_leaves_and_the_seat_is_free_again(alice: Player, bob: Player) -> None:
    game = announce(alice)
    lobby.take_seat(game, bob, now=NOON)
    lobby.leave(game, bob, now=NOON)
    assert not game.seats.filter(player=bob).exists()
    assert Tenure.objects.get(player=bob).ended_by == "left"


def test_leaving_host_withdraws_the_table_and_guests_hear_of_it(alice: Player, bob: Player) -> None:
    game = announce(alice)
    lobby.take_seat(game, bob, now=NOON)
    lobby.leave(game, alice, now=NOON)
    assert status(game) == "cancelled"
    assert kinds(bob) == ["cancelled"]
    assert kinds(alice) == []


def test_leaving_all_tables_passes_over_one_that_starts_meanwhile(alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    hosted, joined, other = announce(alice), announce(bob), announce(bob)
    for game in (joined, other):
        lobby.take_seat(game, alice, now=NOON)
    cancel = lobby._cancel

    def cancel_while_another_starts(game: Game, now: datetime) -> None:
        cancel(game, now)
        Game.objects.filter(pk=joined.pk).update(status=Game.Status.ACTIVE)

    monkeypatch.setattr(lobby, "_cancel", cancel_while_another_starts)
    lobby.leave_all(alice, now=NOON)

    assert [status(game) for game in (hosted, joined, other)] == ["cancelled", "active", "open"]
    assert [game.seats.filter(player=alice).exists() for game in (joined, other)] == [True, False]


def test_only_the_host_seats_bots_frees_seats_and_withdraws(alice: Player, bob: Player, dora: Player) -> None:
    game = announce(alice)
    lobby.take_seat(game, bob, now=NOON)
    for forbidden in (lobby.seat_bot, lobby.cancel):
        with pytest.raises(NotYours):
            forbidden(game, bob, now=NOON)
    with pytest.raises(NotYours):
        lobby.remove(game, bob, 0, now=NOON)
    lobby.remove(game, alice, 1, now=NOON)
    assert not game.seats.filter(player=bob).exists()
    lobby.seat_bot(game, alice, now=NOON)
    lobby.seat_bot(game, alice, now=NOON)
    assert status(game) == "active"
    assert game.seats.filter(is_bot=True).count() == 2


def test_settings_that_do_not_fit_are_refused(alice: Player) -> None:
    for error, rules, seats, settings in (
        (Refused, "no_such_game", 2, {}),
        (BadOption, SMALL, 9, {}),
        (BadOption, SMALL, 2, {"options": {"low_wins": "perhaps"}}),
        (Refused, SMALL, 2, {"visibility": "everybody"}),
        (Refused, SMALL, 2, {"note": "x" * 201}),
        (Refused, SMALL, 2, {"forfeit_after": -1}),
    ):
        with pytest.raises(error):
            lobby.create(alice, rules, seats, now=NOON, pace=PRESETS["day"], **settings)
    assert Game.objects.count() == 0


def test_rematch_is_one_table_with_seats_moved_on(alice: Player, bob: Player, dora: Player) -> None:
    game = start(alice, bob, dora, rules=SMALL)
    play_out(game)
    again = rematches.create(game, bob, now=NOON)
    assert (status(again), again.seats.filter(player=alice).exists()) == ("open", False), "alice is asked, not seated"
    assert rematches.create(game, alice, now=NOON).pk == again.pk
    assert status(again) == "active"
    assert again.seats.filter(player=dora).exists()
    assert "invitation" in kinds(alice)


def test_rematch_leaves_the_seat_of_somebody_who_is_gone_free(alice: Player, bob: Player, dora: Player) -> None:
    game = start(alice, bob, dora, rules=SMALL)
    play_out(game)
    Seat.objects.filter(game=game, player=alice).update(player=None)
    again = rematches.create(game, bob, now=NOON)
    assert status(again) == "open"
    assert set(again.seats.exclude(player=None).values_list("player", flat=True)) == {bob.pk, dora.pk}


def test_resigning_from_a_game_of_two_ends_it(alice: Player, bob: Player) -> None:
    game = start(alice, bob, rules=SMALL)
    leaving.resign(game.pk, 0, source="form", now=NOON, player_id=alice.pk)
    assert status(game) == "finished"
    assert game.result == {"ranks": [2, 1], "scores": [None, None], "reason": "resigned"}


def test_resigning_from_a_larger_game_leaves_an_autopilot_that_comes_last(alice: Player, bob: Player, carol: Player) -> None:
    game = start(alice, bob, carol, rules=SMALL)
    length = leaving.resign(game.pk, 0, source="form", now=NOON, player_id=alice.pk)
    assert status(game) == "active"
    assert length == game.seq == Move.objects.filter(game=game).count()
    assert leaving.resign(game.pk, 0, source="form", now=NOON, player_id=alice.pk) == length, "once more changes nothing"
    assert Seat.objects.get(game=game, index=0).state == "resigned"
    assert not Seat.objects.get(game=game, index=0).pending
    play_out(game)
    assert game.result is not None
    assert game.result["ranks"][0] == 3
    assert sorted(game.result["ranks"][1:]) in ([1, 2], [1, 1])


def test_log_after_a_concession_leads_to_the_stored_position(alice: Player, bob: Player, carol: Player) -> None:
    """Where the rules define a concession, its consequences are in the log as well."""
    game = start(alice, bob, carol, rules="fate_foretold")
    for _turn in range(2):
        seat = asked(game)
        leaving.resign(game.pk, seat.index, source="form", now=NOON, player_id=seat.player_id or 0)
        game.refresh_from_db()
        if game.status == "active":
            move(game)
    game.refresh_from_db()
    assert replay.at(game, game.seq).position == Position.from_json(orjson.loads(game.position))


@pytest.mark.parametrize(
    ("ranks", "left", "expected"),
    [
        ([1, 1, 3, 4], {2}, [1, 1, 4, 3]),
        ([1, 2, 3, 4], {0, 1}, [3, 3, 1, 2]),
        ([2, 1, 3], {1}, [1, 3, 2]),
        ([1, 1, 1], {0}, [3, 1, 1]),
    ],
)
def test_who_left_comes_last_and_equal_ranks_of_the_others_still_take_two_places(
    ranks: list[int], left: set[int], expected: list[int]
) -> None:
    assert consequences.ranks_without(ranks, left) == expected


def test_tables_nobody_joined_for_a_month_are_withdrawn(alice: Player) -> None:
    old, new = announce(alice), announce(alice)
    Game.objects.filter(pk=new.pk).update(created_at=NOON + 20 * DAY)
    assert lobby.withdraw_stale(NOON + 31 * DAY) == 1
    assert (status(old), status(new)) == ("cancelled", "open")
