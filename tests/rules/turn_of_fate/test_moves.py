"""Tests of the move of a Citizen by a Fate: R17–R24, T6–T18, E1–E8."""

from __future__ import annotations

import pytest

from games.rules.turn_of_fate.scoring import worth
from tests.rules.turn_of_fate.build import at_turn, happened, held, legal, move, zones


def test_t6_legal_plays_look_at_the_last_card_only() -> None:
    session = at_turn(0, "moons", c0="lunatic>mountain", c1="soldier", agora="sailor", hand0="sea ace_knots pact")
    assert legal(session) == ["sea>sailor", "ace_knots>soldier", "pact>lunatic", "pass"]


def test_t7_e1_agora_to_own_congregation_one_draw_one_introduction() -> None:
    session = at_turn(
        0, c0="merchant", c1="painter", agora="author soldier", hand0="betrayal market ace_knots", hand1="castle",
        fates="pact origin journey sea cave", citizens="lunatic bard",
    )  # fmt: skip
    move(session, "market>soldier")
    assert zones(session) == {"c0": "merchant soldier>market", "c1": "painter", "agora": "author lunatic"}
    assert held(session, 0) == "betrayal ace_knots origin"
    assert session.table.fate_deck == ["journey", "sea", "cave", "pact"]
    assert session.table.citizen_deck == ["bard"]


def test_t8_e2_doubt_sends_the_whole_stack_to_the_end_of_the_agora() -> None:
    session = at_turn(
        0, c0="merchant", c1="painter", agora="author soldier", hand0="windfall market ace_knots", hand1="castle",
        fates="origin journey", citizens="lunatic",
    )  # fmt: skip
    move(session, "ace_knots>painter")
    assert zones(session) == {"c0": "merchant", "agora": "author soldier painter>ace_knots lunatic"}
    assert held(session, 0) == "windfall market origin"


def test_t9_own_citizen_stays_in_the_same_place() -> None:
    session = at_turn(0, "moons", c0="author diplomat lunatic", c1="soldier", hand0="pact", hand1="battle", fates="sea")
    move(session, "pact>diplomat")
    assert zones(session)["c0"] == "author diplomat>pact lunatic"


def test_t10_e3_ten_in_the_agora_takes_vows() -> None:
    session = at_turn(1, c0="merchant", agora="author", hand0="market", hand1="castle desert betrayal", fates="sea")
    events = move(session, "betrayal>author")
    assert zones(session) == {"c0": "merchant", "temple1": "author>betrayal"}
    assert held(session, 1) == "castle desert sea"
    assert happened(events, "fate_played") == [
        {"seat": 1, "fate": "betrayal", "citizen": "author", "place": "agora", "goal": "temple", "moment": "ten", "wild": False}
    ]
    assert worth(["author", "betrayal"], "suns") == 10


def test_t11_ten_of_two_fates_on_an_own_citizen_takes_vows() -> None:
    session = at_turn(0, "moons", c0="author>journey", c1="soldier", hand0="chance_meeting", hand1="battle")
    move(session, "chance_meeting>author")
    assert zones(session) == {"c1": "soldier", "temple0": "author>journey>chance_meeting"}
    assert worth(["author", "journey", "chance_meeting"], "moons") == 12


def test_t12_e4_ten_on_the_rivals_changes_congregation_without_vows() -> None:
    session = at_turn(0, c0="merchant", c1="penitent", hand0="battle market ace_knots", hand1="castle", fates="sea cave")
    move(session, "battle>penitent")
    assert zones(session) == {"c0": "merchant penitent>battle"}
    assert worth(["penitent", "battle"], "leaves") == 16


def test_t13_ace_on_a_nine_steals_and_doubles() -> None:
    session = at_turn(1, c0="sailor>darkness", hand0="market", hand1="ace_waves")
    move(session, "ace_waves>sailor")
    assert zones(session) == {"c1": "sailor>darkness>ace_waves"}
    assert worth(["sailor", "darkness", "ace_waves"], "suns") == 18


def test_r18_t14_e5_ace_on_own_takes_vows_whatever_the_total() -> None:
    session = at_turn(0, c0="soldier>market", c1="painter", hand0="battle ace_knots ace_leaves", hand1="castle")
    events = move(session, "ace_leaves>soldier")
    assert zones(session) == {"c1": "painter", "temple0": "soldier>market>ace_leaves"}
    assert happened(events, "fate_played")[0]["moment"] == "ace"
    assert worth(["soldier", "market", "ace_leaves"], "leaves") == 12


def test_r17_t15_ace_in_the_agora_is_an_ordinary_fate() -> None:
    session = at_turn(1, agora="lunatic", c0="merchant", hand0="market", hand1="ace_waves")
    events = move(session, "ace_waves>lunatic")
    assert zones(session) == {"c0": "merchant", "c1": "lunatic>ace_waves"}
    assert happened(events, "fate_played")[0]["moment"] == ""


def test_r17_t16_ace_on_the_rivals_only_sows_doubt() -> None:
    session = at_turn(1, c0="sailor", hand0="market", hand1="ace_waves")
    move(session, "ace_waves>sailor")
    assert zones(session) == {"agora": "sailor>ace_waves"}


def test_r17_e6_ace_on_a_nine_in_the_agora_makes_a_ten() -> None:
    session = at_turn(1, agora="lunatic>pact", c0="merchant", hand0="market", hand1="ace_moons")
    events = move(session, "ace_moons>lunatic")
    assert zones(session) == {"c0": "merchant", "temple1": "lunatic>pact>ace_moons"}
    assert happened(events, "fate_played")[0]["moment"] == "ten"


def test_t17_crown_in_the_agora_takes_vows() -> None:
    session = at_turn(1, agora="lunatic", c0="merchant", hand0="market", hand1="sea")
    move(session, "sea>lunatic")
    assert zones(session) == {"c0": "merchant", "temple1": "lunatic>sea"}


def test_t17_e8_crown_on_the_rivals_steals_without_vows() -> None:
    session = at_turn(1, c0="sailor", hand0="market", hand1="castle desert sea")
    events = move(session, "sea>sailor")
    assert zones(session) == {"c1": "sailor>sea"}
    assert happened(events, "fate_played")[0]["moment"] == "crown"
    assert worth(["sailor", "sea"], "suns") == 18


def test_t18_e7_card_on_a_crown_is_no_moment() -> None:
    session = at_turn(1, c0="merchant>windfall", agora="author", hand0="market", hand1="castle desert sea")
    events = move(session, "castle>merchant")
    assert zones(session) == {"agora": "author merchant>windfall>castle"}
    assert happened(events, "fate_played")[0]["moment"] == ""


def test_r19_a_moment_replaces_the_ordinary_move() -> None:
    """A Crown on the rival's Citizen skips the Agora; a Crown on an own Citizen moves the Citizen, too."""
    session = at_turn(0, c0="merchant", c1="painter", hand0="windfall", hand1="castle", fates="sea")
    move(session, "windfall>painter")
    assert zones(session) == {"c0": "merchant painter>windfall"}
    session = at_turn(0, c0="merchant", c1="painter", hand0="windfall", hand1="castle", fates="sea")
    move(session, "windfall>merchant")
    assert zones(session) == {"c1": "painter", "temple0": "merchant>windfall"}


def test_r20_crown_is_named_before_ten_and_ten_before_ace() -> None:
    session = at_turn(0, c0="merchant", hand0="ace_leaves", hand1="castle", c1="painter")
    assert happened(move(session, "ace_leaves>merchant"), "fate_played")[0]["moment"] == "ten"
    session = at_turn(0, c0="merchant", hand0="end", hand1="castle", c1="painter")
    assert happened(move(session, "end>merchant"), "fate_played")[0]["moment"] == "crown"


@pytest.mark.parametrize(("fate", "moment"), [("sea", "crown"), ("mill", ""), ("ace_waves", "ace"), ("market", "")])
def test_r21_only_crowns_and_own_aces_are_moments_on_a_crown(fate: str, moment: str) -> None:
    stack = "sailor>sea" if fate != "market" else "merchant>windfall"
    session = at_turn(0, c0=stack if fate != "sea" else "sailor>origin", hand0=fate, hand1="castle", c1="painter")
    citizen = legal(session)[0].partition(">")[2]
    assert happened(move(session, f"{fate}>{citizen}"), "fate_played")[0]["moment"] == moment


def test_r22_a_moved_citizen_keeps_the_last_fate_as_what_counts() -> None:
    session = at_turn(0, c0="merchant", agora="soldier", hand0="market cave", hand1="castle", fates="origin", citizens="author lunatic")
    move(session, "market>soldier")
    move(session, "pass")
    assert "origin>soldier" in legal(session)  # Leaves of the Market
    assert "cave>soldier" not in legal(session)  # the Soldier's own Wyrms are covered


def test_r24_targets_are_both_congregations_and_the_agora_but_no_temple() -> None:
    session = at_turn(0, c0="sailor", c1="lunatic", agora="author>journey", temple0="savage>cave", temple1="merchant>mill", hand0="sea")
    assert legal(session) == ["sea>sailor", "sea>author", "sea>lunatic", "pass"]
