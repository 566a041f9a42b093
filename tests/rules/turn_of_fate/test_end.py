"""Tests of passing, forced passes and the two ends: R12, R27, R28, R33, T28–T33, E14."""

from __future__ import annotations

from typing import Any

from games.rules.session import Session
from games.rules.turn_of_fate.board import TurnOfFateTable
from tests.rules.turn_of_fate.build import at_turn, happened, legal, move, zones


def before_e14(citizens: str = "", **options: Any) -> Session[TurnOfFateTable]:
    return at_turn(
        0, "moons", c0="author", c1="soldier", hand0="pact ace_moons mountain", hand1="origin sea", fates="chance_meeting journey",
        citizens=citizens, **options,
    )  # fmt: skip


def test_r12_passing_is_always_offered() -> None:
    assert legal(at_turn(0, c0="sailor", hand0="sea"))[-1] == "pass"


def test_r27_t29_e14_stuck_at_the_start_of_a_turn_though_the_rival_could_play() -> None:
    session = before_e14()
    events = move(session, "pact>author")
    assert session.table.hands[0] == ["ace_moons", "mountain", "chance_meeting"]
    assert session.table.fate_deck == ["journey"]
    assert session.result is not None
    assert (session.result.reason, session.result.scores, session.result.ranks) == ("stuck", (11, 5), (1, 2))
    assert happened(events, "game_over") == [
        {"reason": "stuck", "scores": [11, 5], "hands": [["ace_moons", "mountain", "chance_meeting"], ["origin", "sea"]]}
    ]


def test_t30_citizens_to_come_prevent_the_end() -> None:
    session = before_e14("diplomat penitent")
    events = move(session, "pact>author")
    assert session.result is None
    assert zones(session) == {"c0": "author>pact diplomat", "c1": "soldier penitent"}
    assert happened(events, "passed") == [{"seat": 1, "forced": True}]
    assert session.table.fate_deck == ["journey"]
    assert session.waiting_for == (0,)
    assert session.table.null_passes == 0


def test_r27_t31_a_wild_play_counts_as_legal() -> None:
    session = at_turn(0, c0="soldier>ace_wyrms", c1="diplomat>pact", hand0="end ace_knots", fates="ace_suns")
    assert session.result is None
    assert legal(session) == ["end>soldier+ace_knots", "end>diplomat+ace_knots", "pass"]


def test_r27_a_drawable_card_prevents_the_end() -> None:
    session = at_turn(0, c0="soldier", c1="diplomat>pact", hand0="sea", hand1="castle", fates="ace_suns cave")
    assert session.result is None
    assert session.waiting_for == (1,)  # forced pass drew the Cave
    assert session.table.hands[0] == ["sea", "cave"]


def test_r28_t32_two_null_passes_end_the_game() -> None:
    session = at_turn(0, c0="sailor", c1="painter", hand0="sea", hand1="castle")
    move(session, "pass")
    assert (session.result, session.table.null_passes) == (None, 1)
    move(session, "pass")
    assert session.result is not None
    assert session.result.reason == "both_passed"
    assert session.table.turn == 12


def test_r28_t33_a_play_between_resets_the_count() -> None:
    session = at_turn(0, c0="sailor", c1="painter", hand0="sea market", hand1="castle ace_suns discovery")
    counts = []
    for text in ("pass", "ace_suns>painter", "pass"):
        move(session, text)
        counts.append(session.table.null_passes)
    assert counts == [1, 0, 1]
    assert session.result is None


def test_r28_a_pass_that_draws_resets_the_count() -> None:
    session = at_turn(0, c0="sailor", c1="painter", hand0="sea", hand1="castle", fates="cave", null_passes=1)
    move(session, "pass")
    assert (session.result, session.table.null_passes) == (None, 0)


def test_r28_a_pass_that_only_introduces_resets_the_count() -> None:
    session = at_turn(0, c0="sailor", c1="painter", hand0="sea", hand1="castle", citizens="author", null_passes=1)
    move(session, "pass")
    assert (session.result, session.table.null_passes) == (None, 0)


def test_r33_t28_forced_pass_draws_introduces_and_goes_on() -> None:
    session = at_turn(0, c0="soldier", c1="painter", hand0="sea", hand1="castle", fates="cave ace_waves", citizens="author bard")
    assert session.waiting_for == (1,)
    assert session.table.hands[0] == ["sea", "cave", "ace_waves"]
    assert zones(session) == {"c0": "soldier", "c1": "painter", "agora": "author"}


def test_r33_t28_without_auto_pass_the_player_is_asked() -> None:
    session = at_turn(
        0, c0="soldier", c1="painter", hand0="sea", hand1="castle", fates="cave ace_waves", citizens="author", auto_pass=False
    )
    assert session.waiting_for == (0,)
    assert legal(session) == ["pass"]
    assert happened(move(session, "pass"), "passed") == [{"seat": 0, "forced": False}]


def test_stuck_ends_the_game_without_auto_pass_too() -> None:
    session = before_e14(auto_pass=False)
    move(session, "pact>author")
    assert session.result is not None
    assert session.result.reason == "stuck"
