"""Tests of drawing: R7–R11, T23–T25, E10, E13."""

from __future__ import annotations

from games.rules.messages import plain
from games.rules.turn_of_fate import GAME
from tests.rules.turn_of_fate.build import at_turn, happened, held, move

HELD = "end ace_knots"


def test_t23_e10_pass_draws_two_and_sets_three_aside() -> None:
    session = at_turn(
        0, c0="sailor", c1="painter", hand0=HELD, hand1="castle", fates="pact discovery mill ace_suns cave", citizens="merchant"
    )
    events = move(session, "pass")
    assert held(session, 0) == "end ace_knots mill cave"
    assert session.table.fate_deck == ["pact", "discovery", "ace_suns"]
    assert session.table.congregations[0] == [["sailor"], ["merchant"]]
    assert happened(events, "cards_drawn") == [{"seat": 0, "count": 2, "set_aside": 3}]


def test_r7_only_the_drawer_sees_what_was_set_aside() -> None:
    session = at_turn(
        0, c0="sailor", c1="painter", hand0=HELD, hand1="castle", fates="pact discovery mill ace_suns cave", citizens="merchant"
    )
    drawn = next(event for event in move(session, "pass") if event.kind == "cards_drawn")
    assert drawn.private == {0: {"drawn": ["mill", "cave"], "bottomed": ["pact", "discovery", "ace_suns"]}}
    assert plain(GAME.tell(drawn.seen_by(1)), ["Ann", "Ben"]) == "Ann draws 2 and sets 3 aside."
    assert (
        plain(GAME.tell(drawn.seen_by(0)), ["Ann", "Ben"])
        == "Ann draws The Mill, The Cave; set aside: The Pact, The Discovery, Ace of Suns."
    )


def test_r8_t24_e13_full_circle_leaves_the_order_unchanged() -> None:
    session = at_turn(0, c0="sailor", c1="painter", hand0=HELD, hand1="castle", fates="pact desert ace_suns", citizens="merchant")
    events = move(session, "pass")
    assert held(session, 0) == HELD
    assert session.table.fate_deck == ["pact", "desert", "ace_suns"]
    assert happened(events, "cards_drawn") == [{"seat": 0, "count": 0, "set_aside": 3}]
    assert session.table.congregations[0] == [["sailor"], ["merchant"]]
    assert session.table.null_passes == 0


def test_r9_t25_second_draw_is_tried_only_after_a_first() -> None:
    session = at_turn(0, c0="sailor", c1="painter", hand0=HELD, hand1="castle", fates="pact cave ace_suns", citizens="merchant")
    move(session, "pass")
    assert held(session, 0) == "end ace_knots cave"
    assert session.table.fate_deck == ["ace_suns", "pact"]


def test_r9_one_card_left_is_drawn_by_a_pass() -> None:
    session = at_turn(0, c0="sailor", c1="painter", hand0=HELD, hand1="castle", fates="cave", citizens="merchant")
    events = move(session, "pass")
    assert held(session, 0) == "end ace_knots cave"
    assert happened(events, "cards_drawn") == [{"seat": 0, "count": 1, "set_aside": 0}]


def test_r10_cards_set_aside_by_both_lie_in_that_order() -> None:
    session = at_turn(
        0,
        c0="sailor",
        c1="painter",
        hand0="end",
        hand1="castle",
        fates="pact ace_suns cave market mill sea origin",
        citizens="author lunatic",
    )
    move(session, "pass")  # sets aside pact, ace_suns; draws cave, market
    assert session.table.fate_deck == ["mill", "sea", "origin", "pact", "ace_suns"]
    move(session, "castle>painter")  # sets aside mill; draws sea
    assert session.table.fate_deck == ["origin", "pact", "ace_suns", "mill"]


def test_r11_no_hand_limit() -> None:
    many = "end ace_knots ace_waves market origin mill sea windfall battle betrayal cave darkness journey"
    session = at_turn(0, c0="sailor", c1="painter", hand0=many, hand1="castle", fates="forest calamity", citizens="author")
    move(session, "pass")
    assert held(session, 0) == f"{many} forest calamity"
    assert session.view(1).table["hand_counts"] == [15, 1]


def test_empty_deck_draws_nothing_and_says_nothing() -> None:
    session = at_turn(0, c0="sailor", c1="painter", hand0=HELD, hand1="castle", citizens="author")
    assert happened(move(session, "pass"), "cards_drawn") == []
