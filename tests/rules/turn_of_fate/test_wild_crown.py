"""Tests of the wild Crown: R13–R16, T19–T21, E9, and its option."""

from __future__ import annotations

import pytest

from tests.rules.turn_of_fate.build import at_turn, happened, held, legal, move, zones


def test_t19_e9_exact_list_then_discard_and_one_draw() -> None:
    session = at_turn(
        0, c0="sailor", c1="penitent>mountain", agora="lunatic", hand0="end ace_knots ace_moons", hand1="castle", fates="cave ace_waves",
    )  # fmt: skip
    assert sorted(legal(session)) == sorted(
        [
            "end>sailor",
            "end>lunatic+ace_knots",
            "end>lunatic+ace_moons",
            "end>penitent+ace_knots",
            "end>penitent+ace_moons",
            "ace_moons>lunatic",
            "ace_moons>penitent",
            "pass",
        ]
    )
    events = move(session, "end>penitent+ace_knots")
    assert session.table.discard == ["ace_knots"]
    assert zones(session) == {"c0": "sailor penitent>mountain>end", "agora": "lunatic"}
    assert held(session, 0) == "ace_moons cave"
    assert happened(events, "ace_discarded") == [{"seat": 0, "ace": "ace_knots"}]


def test_r13_wild_crown_counts_as_one_fate_and_draws_one() -> None:
    session = at_turn(0, agora="lunatic", c1="painter", hand0="end ace_knots", hand1="castle", fates="cave ace_waves", citizens="author")
    events = move(session, "end>lunatic+ace_knots")
    assert happened(events, "cards_drawn") == [{"seat": 0, "count": 1, "set_aside": 0}]
    assert zones(session) == {"c1": "painter", "temple0": "lunatic>end", "agora": "author"}


def test_r14_matching_crown_offers_no_ace() -> None:
    session = at_turn(0, c0="sailor merchant", c1="savage", hand0="end ace_knots")
    assert legal(session) == ["end>sailor", "end>merchant", "end>savage", "ace_knots>merchant", "pass"]


@pytest.mark.parametrize(
    ("temple", "crown", "wild"),
    [("leaves", "end", True), ("leaves", "calamity", False), ("wyrms", "calamity", True), ("wyrms", "end", False), ("moons", "end", False),
     ("suns", "calamity", False), ("leaves", "windfall", False), ("wyrms", "sea", False)],
)  # fmt: skip
def test_r15_only_wyrms_with_the_calamity_and_leaves_with_the_end(temple: str, crown: str, wild: bool) -> None:
    citizen = {"sea": "author", "windfall": "lunatic"}.get(crown, "lunatic")
    session = at_turn(0, temple, agora=citizen, hand0=f"{crown} ace_waves ace_knots", c1="diplomat", citizens="bard")
    plays = [token for token in legal(session) if token.startswith(f"{crown}>{citizen}")]
    assert plays == ([f"{crown}>{citizen}+ace_waves", f"{crown}>{citizen}+ace_knots"] if wild else [])


def test_r16_paid_ace_is_out_of_the_game_and_worth_nothing() -> None:
    session = at_turn(0, agora="lunatic", c1="painter", hand0="end ace_knots", hand1="castle", fates="cave", citizens="author")
    move(session, "end>lunatic+ace_knots")
    assert session.table.discard == ["ace_knots"]
    assert session.view(1).table["discard"] == ["ace_knots"]
    assert session.view(1).table["scores"] == [16, 3]


def test_t20_no_ace_no_wild_play() -> None:
    session = at_turn(0, agora="lunatic", c0="sailor", hand0="end market")
    assert legal(session) == ["end>sailor", "market>sailor", "pass"]


def test_option_wild_crown_off_leaves_matching_plays() -> None:
    session = at_turn(0, agora="lunatic", c0="sailor", hand0="end ace_knots", wild_crown=False)
    assert legal(session) == ["end>sailor", "pass"]


def test_wild_crown_is_a_moment_on_the_rivals_and_on_own() -> None:
    session = at_turn(0, c0="soldier", c1="diplomat", hand0="end ace_moons", hand1="castle", fates="sea")
    move(session, "end>soldier+ace_moons")
    assert zones(session) == {"c1": "diplomat", "temple0": "soldier>end"}


def test_next_fate_on_a_wild_crown_must_match_its_own_suit() -> None:
    session = at_turn(
        0, c0="soldier", c1="diplomat>pact", hand0="end ace_moons market", hand1="castle desert", fates="sea", citizens="author"
    )
    move(session, "end>diplomat+ace_moons")
    assert zones(session)["c0"] == "soldier diplomat>pact>end"
    assert legal(session) == ["castle>author", "castle>soldier", "desert>soldier", "pass"]
