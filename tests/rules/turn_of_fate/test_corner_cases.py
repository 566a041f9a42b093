"""Tests of situations in which several rules apply, derived by hand from the text."""

from __future__ import annotations

from dataclasses import replace

from games.rules.messages import plain
from games.rules.turn_of_fate import GAME
from games.rules.turn_of_fate.scoring import scores
from tests.rules.turn_of_fate.build import at_turn, happened, held, legal, move, zones


def test_r22_a_ten_counts_from_the_last_fate_and_not_from_the_citizen_below() -> None:
    """Sailor 4 and Market 6 would make ten, but the Mill 8 lies between them."""
    session = at_turn(0, c0="sailor>mill", c1="painter", hand0="market", citizens="author")
    move(session, "market>sailor")
    assert zones(session)["c0"] == "sailor>mill>market"


def test_r24_a_citizen_won_back_by_doubt_goes_to_the_agora_and_not_home() -> None:
    """The Author bears Moons, but only a Moment of Truth moves them directly to the own Congregation."""
    session = at_turn(0, "moons", c0="lunatic", c1="author>ace_knots", hand0="windfall market", hand1="cave", citizens="merchant")
    move(session, "market>author")
    assert zones(session) == {"c0": "lunatic", "agora": "author>ace_knots>market merchant"}
    session = at_turn(0, "moons", c0="lunatic", c1="author>ace_knots", hand0="windfall market", hand1="cave", citizens="merchant")
    move(session, "windfall>author")
    assert zones(session) == {"c0": "lunatic author>ace_knots>windfall", "agora": "merchant"}


def test_r15_r16_an_ace_that_fits_may_be_played_or_paid_on_the_same_citizen() -> None:
    session = at_turn(0, c0="sailor>ace_waves", c1="painter", agora="soldier", hand0="end ace_wyrms", citizens="author")
    assert {token for token in legal(session) if ">soldier" in token} == {"ace_wyrms>soldier", "end>soldier+ace_wyrms"}
    assert "end>sailor" not in legal(session)
    assert "end>sailor+ace_wyrms" in legal(session)


def test_r13_r29_a_wild_crown_on_a_crown_takes_the_doubled_citizen_into_the_temple() -> None:
    """The last Ace and the last Crown leave an empty hand; one card is drawn. 2 · 6 + 10 + 10 = 32."""
    session = at_turn(0, c0="penitent>calamity", c1="painter", hand0="end ace_knots", fates="pact mill", citizens="author")
    move(session, "end>penitent+ace_knots")
    assert zones(session)["temple0"] == "penitent>calamity>end"
    assert (held(session, 0), scores(session.table)[0]) == ("mill", 32)


def test_r27_a_null_pass_and_then_a_rival_who_is_stuck_end_as_stuck() -> None:
    """The end is checked before a second pass is possible."""
    session = at_turn(0, c0="sailor", c1="soldier", hand0="sea", hand1="mountain")
    move(session, "pass")
    assert session.result is not None
    assert (session.result.reason, session.table.null_passes) == ("stuck", 1)


def test_r28_what_one_cannot_draw_the_other_can_so_a_full_deck_never_counts_two_null_passes() -> None:
    session = at_turn(0, c0="sailor", c1="painter", hand0="sea", hand1="windfall", fates="pact desert")
    events = move(session, "pass")
    assert (happened(events, "cards_drawn"), session.table.null_passes) == ([{"seat": 0, "count": 0, "set_aside": 2}], 1)
    move(session, "pass")
    assert (held(session, 1), session.table.null_passes, session.result) == ("windfall pact desert", 0, None)


def test_r33_forced_passes_of_both_follow_each_other_until_somebody_can_play() -> None:
    """The Sea empties one hand; the Ace of Knots has no legal target before the Soldier is in town."""
    session = at_turn(
        0, "moons", c0="lunatic>mountain", c1="savage>cave", hand0="sea", hand1="ace_knots", citizens="sailor soldier merchant painter"
    )
    events = move(session, "sea>savage")
    assert [event["seat"] for event in happened(events, "passed") if event["forced"]] == [1, 0]
    assert [event["citizen"] for event in happened(events, "citizen_introduced")] == ["sailor", "soldier", "merchant"]
    assert (session.waiting_for, legal(session)) == ((1,), ["ace_knots>soldier", "ace_knots>merchant", "pass"])


def test_r25_a_wanderer_in_an_empty_town_is_no_target_and_uses_up_the_introduction() -> None:
    session = at_turn(0, c0="merchant", c1="painter", hand0="windfall", hand1="castle", fates="sea discovery", citizens="bard huntress")
    events = move(session, "windfall>painter")
    assert happened(events, "citizen_introduced") == []
    assert zones(session) == {"c0": "merchant painter>windfall", "temple1": "bard"}
    assert legal(session) == ["castle>merchant", "castle>painter", "pass"]
    move(session, "castle>painter")
    assert (session.table.removed, zones(session)["agora"]) == (["huntress"], "painter>windfall>castle")


def test_r31_the_temple_of_a_tie_counts_doubled_citizens() -> None:
    """26 : 26; in the Temples the Penitent, doubled, and the Battle make 16, the Bard 10."""
    session = at_turn(
        0, c0="sailor>market", c1="diplomat>mountain painter>ace_knots", temple0="penitent>battle", temple1="bard", hand0="mill",
        hand1="windfall", null_passes=1,
    )  # fmt: skip
    move(session, "pass")
    assert session.result is not None
    assert (session.result.scores, session.result.ranks) == ((26, 26), (1, 2))
    decided = "With equal scores, the points in the Temple decide, then the number of Citizens in it."
    assert plain(GAME.reason(session.result)).endswith(decided)
    assert "equal" not in plain(GAME.reason(replace(session.result, scores=(26, 25))))
    assert "equal" not in plain(GAME.reason(replace(session.result, ranks=(1, 1))))
