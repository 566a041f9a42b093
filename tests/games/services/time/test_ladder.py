"""Tests of the absence ladder as data, and of each of its steps in a running game."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.models import Game, Move, Player, Seat, Tenure
from games.rules.messages import Reader
from games.services.absence import autopilot
from games.services.absence.ladder import PRESETS, Ladder
from games.services.clocks import downtime, sweep
from games.services.clocks.pace import PRESETS as PRESETS_OF_PACE
from games.services.errors import Closed, NotYours, Refused
from games.services.tables import leaving, rematches
from notifications.models import Message
from tests.games.conftest import DAY, NOON, person, start
from tests.games.moves import asked, move, play_out, sweep_at

REPLACED = {"ladder": Ladder("bot", autopilot_after=2, keep=7), "forfeit_after": 3}


@pytest.mark.parametrize("name", PRESETS)
def test_preset_survives_being_stored(name: str) -> None:
    assert Ladder.read(PRESETS[name].ladder.to_json()) == PRESETS[name].ladder


@pytest.mark.parametrize("data", [{"plays": "me"}, {"keep": -1}, {"keep": 61}, {"autopilot_after": True}, {"ending": ""}, {"else": 1}])
def test_ladder_that_makes_no_sense_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="not valid"):
        Ladder.read(data)


def test_rungs_are_told_in_words() -> None:
    preset = PRESETS["substitute"]
    assert [Reader().say(rung) for rung in preset.ladder.words(preset.forfeit_after)] == [
        "You are reminded; then the reserve is used, where there is one.",
        "When time has run out, a bot moves for you.",
        "At timeout number 2 in a row your seat is on autopilot and is offered to a substitute; you can take it back.",
        "7 days later the seat is lost.",
        "If nobody else is left to play, the seat is lost at once.",
    ]


def absent_after(game: Game, timeouts: int) -> tuple[Seat, Any]:
    """Let the first asked seat time out this often while all others move; returns the seat and the time."""
    absent, now = asked(game).index, NOON
    while Seat.objects.get(game=game, index=absent).timeouts < timeouts:
        if asked(game).index == absent:
            now = asked(game).due_at or now
            sweep_at(now)
        else:
            move(game, now=now)
    return Seat.objects.get(game=game, index=absent), now


def test_bot_moves_for_the_absent(alice: Player, bob: Player) -> None:
    game = start(alice, bob, ladder=Ladder("bot"))
    seat = asked(game)
    sweep_at(NOON + DAY)
    line = Move.objects.get(game=game, seat=seat.index, nth=seat.nth)
    assert (line.source, line.text != "pass") == ("timeout", True)


def test_second_timeout_puts_the_seat_on_autopilot_and_tells_its_person_first(alice: Player, bob: Player) -> None:
    volunteer = person("vera", volunteer=True)
    game = start(alice, bob, visibility="public", **REPLACED)
    seat, now = absent_after(game, 2)
    assert (seat.state, seat.pending, seat.away_until) == (Seat.State.AWAY, False, now + 7 * DAY)
    told = Message.objects.filter(kind__in=("autopilot", "seat_offer")).order_by("pk").values_list("kind", "recipient_id")
    assert list(told) == [("autopilot", seat.player_id), ("seat_offer", volunteer.pk)]


def test_private_table_writes_to_no_volunteer(alice: Player, bob: Player) -> None:
    person("vera", volunteer=True)
    absent_after(start(alice, bob, **REPLACED), 2)
    assert not Message.objects.filter(kind="seat_offer").exists()


def test_autopilot_moves_at_once_and_the_log_says_so(alice: Player, bob: Player) -> None:
    game = start(alice, bob, **REPLACED)
    seat, now = absent_after(game, 2)
    lines = Move.objects.filter(game=game, seat=seat.index, source="auto").count()
    move(game, now=now)
    assert asked(game).index != seat.index
    assert Move.objects.filter(game=game, seat=seat.index, source="auto").count() > lines


def test_person_takes_the_seat_back_and_keeps_the_record(alice: Player, bob: Player) -> None:
    game = start(alice, bob, **REPLACED)
    seat, now = absent_after(game, 2)
    assert seat.player_id is not None
    for _twice in range(2):
        autopilot.come_back(game.pk, seat.player_id, now=now)
    seat.refresh_from_db()
    assert (seat.state, seat.timeouts, seat.away_until) == (Seat.State.PLAYING, 0, None)
    move(game, now=now)
    assert asked(game).index == seat.index
    assert Tenure.objects.filter(seat=seat).count() == 1


def test_substitute_plays_on_and_the_deserter_keeps_their_own_record(alice: Player, bob: Player, carol: Player) -> None:
    game = start(alice, bob, visibility="public", **REPLACED)
    seat, now = absent_after(game, 2)
    seat.notes = "my secret plan"
    seat.save()
    autopilot.take_over(game.pk, carol, seat.index, now=now)
    old = seat.player_id
    seat.refresh_from_db()
    assert (seat.player_id, seat.state, seat.notes) == (carol.pk, Seat.State.PLAYING, "")
    tenures = Tenure.objects.filter(seat=seat).order_by("since").values_list("player_id", "until", "ended_by")
    assert list(tenures) == [(old, now, "substituted"), (carol.pk, None, "")]
    assert Message.objects.get(kind="seat_taken").recipient_id == old
    move(game, now=now)
    assert asked(game).player_id == carol.pk
    with pytest.raises(NotYours):
        autopilot.come_back(game.pk, old or 0, now=now)
    with pytest.raises(Closed):
        autopilot.take_over(game.pk, person("late"), seat.index, now=now)


def test_nobody_who_knows_a_hand_takes_another_seat(alice: Player, bob: Player) -> None:
    game = start(alice, bob, visibility="public", **REPLACED)
    seat, now = absent_after(game, 2)
    other = bob if seat.player_id == alice.pk else alice
    for knows in (other, seat.player):
        assert knows is not None
        with pytest.raises(Refused, match="cannot take another one"):
            autopilot.take_over(game.pk, knows, seat.index, now=now)


def test_seat_that_nobody_took_is_lost_after_its_days(alice: Player, bob: Player) -> None:
    game = start(alice, bob, ladder=Ladder(autopilot_after=1, keep=2), forfeit_after=1, pace=PRESETS_OF_PACE["week"])
    seat, now = absent_after(game, 1)
    assert autopilot.end_overdue(now + 2 * DAY - timedelta(seconds=1)) == 0
    sweep_at(now + 2 * DAY)
    game.refresh_from_db()
    assert game.result is not None
    assert (game.result["reason"], game.result["ranks"][seat.index]) == ("forfeited", 2)
    assert autopilot.end_overdue(now + 3 * DAY) == 0


def test_second_absent_player_loses_instead_of_two_autopilots_playing_alone(alice: Player, bob: Player) -> None:
    game, now = start(alice, bob, ladder=Ladder("bot", autopilot_after=1), forfeit_after=2), NOON
    for _ in range(4):
        now += DAY
        sweep_at(now)
    game.refresh_from_db()
    assert game.result is not None
    assert game.result["reason"] == "forfeited"
    assert set(Seat.objects.filter(game=game).values_list("state", flat=True)) == {Seat.State.AWAY, Seat.State.FORFEITED}


@pytest.mark.usefixtures("db")
def test_game_judged_by_scores_ranks_the_absent_last() -> None:
    three = [person(name) for name in ("ada", "ben", "cleo")]
    game = start(*three, rules="council_of_kings", ladder=Ladder(ending="adjudicate"), forfeit_after=1)
    absent = asked(game).index
    sweep_at(NOON + DAY)
    game.refresh_from_db()
    assert game.result is not None
    scores = game.result["scores"]
    best = max(score for seat, score in enumerate(scores) if seat != absent)
    assert game.result["reason"] == "judged"
    assert [game.result["ranks"][seat] for seat in range(3)] == [
        3 if seat == absent else 1 + sum(scores[other] > scores[seat] for other in range(3) if other != absent) for seat in range(3)
    ]
    assert max(scores) >= best


def test_own_seat_is_offered_only_where_the_table_knows_substitutes(alice: Player, bob: Player, carol: Player) -> None:
    plain, open_ = start(alice, bob), start(alice, bob, visibility="public", **REPLACED)
    with pytest.raises(Refused, match="does not offer"):
        autopilot.hand_over(plain.pk, alice.pk, now=NOON)
    autopilot.hand_over(open_.pk, alice.pk, now=NOON)
    assert asked(open_).player_id == bob.pk
    with pytest.raises(Refused, match="does not offer"):
        autopilot.hand_over(open_.pk, bob.pk, now=NOON)
    autopilot.invite(open_, alice, Seat.objects.get(game=open_, player=alice).index, carol)
    assert Message.objects.get(kind="seat_offer").recipient_id == carol.pk
    with pytest.raises(NotYours):
        autopilot.invite(open_, bob, 0, carol)


def test_who_resigns_while_a_substitute_is_looked_for_is_not_lost_once_more(alice: Player, bob: Player) -> None:
    """Later rounds do not handle the seat again, either."""
    game = start(alice, bob, person("carl"), rules="council_of_kings", visibility="public", **REPLACED)
    seat, now = absent_after(game, 2)
    assert (seat.state, seat.away_until) == (Seat.State.AWAY, now + 7 * DAY)
    assert seat.player_id is not None
    leaving.resign(game.pk, seat.index, source=Move.Source.FORM, now=now, player_id=seat.player_id)
    seat.refresh_from_db()
    assert (seat.state, seat.away_until) == (Seat.State.RESIGNED, None)
    assert autopilot.end_overdue(now + 8 * DAY) == 0


def test_adviser_that_is_refused_is_replaced_by_the_fallback(alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    game = start(alice, bob, ladder=Ladder("bot"))
    monkeypatch.setattr(type(game.book), "advise", lambda *_: "no such move")
    seat = asked(game)
    assert sweep_at(NOON + DAY).timeouts == 1
    assert Move.objects.get(game=game, seat=seat.index, nth=seat.nth).text == "pass"


def test_rules_that_break_in_a_timeout_stop_that_game_only(alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    game = start(alice, bob)

    def broken(*_: object) -> str:
        raise ZeroDivisionError("a fault in the rules")

    monkeypatch.setattr(type(game.book), "fallback", broken)
    assert sweep_at(NOON + DAY) == sweep.Swept(0, 0)
    game.refresh_from_db()
    assert "a fault in the rules" in game.trouble


def test_outage_moves_the_end_of_an_autopilot(alice: Player, bob: Player) -> None:
    game = start(alice, bob, ladder=Ladder(autopilot_after=1, keep=2))
    Seat.objects.filter(game=game, player=alice).update(state="away", away_until=NOON + 2 * DAY)
    downtime.record_round(NOON)
    downtime.record_round(NOON + DAY)
    assert Seat.objects.get(game=game, player=alice).away_until == NOON + 3 * DAY


def test_rematch_keeps_the_ladder(alice: Player, bob: Player) -> None:
    game = start(alice, bob, **REPLACED)
    play_out(game)
    again = rematches.create(game, alice, now=NOON)
    assert (Ladder.read(again.ladder), again.forfeit_after) == (REPLACED["ladder"], 3)
