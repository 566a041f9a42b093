"""Tests of Hands, Eyes and the order of steps after a trick: T11, T12, T14, T17, R15 to R19, R28, R31, T32."""

from __future__ import annotations

import pytest

from games.rules.errors import Illegal
from tests.rules.destined_to_fail.build import NO_TRUMP, A, B, C, D, begin, die, kinds, only, say, tokens, trick


def test_t11_sunstrike_makes_hands_cost_three() -> None:
    session, _ = trick("sunstrike", "hands-3", "hands-2", "moon-1")
    assert session.table.glory == [3, 0, 0]


def test_t11_hands_that_are_beaten_cost_nothing() -> None:
    session, _ = trick("sunstrike", "hands-3", "sun-1", "moon-1")
    assert session.table.glory == [0, 0, 0]


def test_t12_r28_under_solar_flare_eyes_keep_the_trick() -> None:
    session, events = trick("solar_flare", "eyes-3", "eyes-1", "eyes-3")
    assert "given" not in kinds(events)
    assert (session.table.tricks_won, session.table.leader) == ([0, 0, 1], C)


def test_r28_under_solar_flare_eyes_must_be_followed() -> None:
    session = begin(["eyes-3 sun-1", "eyes-1 moon-1 eyes-2", "star-1"], "solar_flare")
    say(session, (A, "eyes-3"))
    assert tokens(session, B) == ["eyes-1", "eyes-2"]


def test_t14_the_taker_cannot_keep_the_trick() -> None:
    session, _ = trick(NO_TRUMP, "eyes-3", "eyes-1", "eyes-2")
    with pytest.raises(Illegal) as refused:
        session.answer(A, "seat-1")
    assert (refused.value.code, refused.value.rule) == ("own_trick", "R15")
    assert session.waiting_for == (A,)


def test_r15_the_leader_may_be_given_the_trick_and_it_goes_no_further() -> None:
    session, _ = trick(NO_TRUMP, "eyes-1", "eyes-3", "eyes-2")
    events = say(session, (B, "seat-1"))
    assert kinds(events) == ["given"]
    assert (session.table.tricks_won, session.table.leader, session.table.phase) == ([1, 0, 0], A, "lead")


def test_r15_between_two_players_the_gift_is_made_by_itself() -> None:
    for auto in (True, False):
        session = begin(["eyes-2 sun-1", "eyes-1 sun-2"], auto_forced=auto)
        events = say(session, (A, "eyes-2"))
        events += say(session, (B, "eyes-1")) if not auto else []
        assert only(events, "given") == {"seat": A, "to": B}
        assert session.waiting_for == (B,)


def test_r17_the_glory_of_hands_stays_with_the_taker() -> None:
    session, events = trick(NO_TRUMP, "hands-1", "hands-3", "hands-2")
    assert session.table.glory == [0, 2, 0]
    assert kinds(events)[-2:] == ["taken", "hands"]


def test_r18_powers_come_before_the_count() -> None:
    _session, events = trick("starlight_wonder", "star-1", "moon-1", "moon-2")
    assert kinds(events) == ["led", "followed", "followed", "taken"]


def test_t17_r31_a_winning_star_rolls_once_under_starlight_wonder() -> None:
    session, _ = trick("starlight_wonder", "star-1", "moon-1", "moon-2")
    events = die(session, 2)
    assert kinds(events) == ["rolled"]
    assert (session.table.glory, session.table.tricks_won) == ([2, 0, 0], [1, 0, 0])


def test_t17_r31_an_orb_that_beats_a_star_rolls_nothing() -> None:
    session, _ = trick("starlight_wonder", "star-1", "orb", "moon-2")
    assert session.wants_chance is None
    assert session.table.glory == [0, 0, 0]


def test_r31_starlight_may_end_the_game_before_the_trick_counts() -> None:
    session, _ = trick("starlight_wonder", "star-1", "moon-1", "moon-2", glory=[19, 5, 5])
    die(session, 1)
    assert session.result is not None
    assert session.result.ranks == (3, 1, 1)
    assert session.table.tricks_won == [0, 0, 0]


def test_t32_r19_reaching_the_target_with_hands_ends_the_game_at_once() -> None:
    session = begin(["hands-4 hands-1 sun-1", "hands-2 sun-2 sun-3", "hands-3 moon-1 moon-2"], NO_TRUMP, glory=[18, 3, 4], trick_no=2)
    say(session, (A, "hands-4"))
    assert session.result is not None
    assert (session.result.ranks, session.result.scores, session.result.reason) == ((3, 1, 1), (20, 3, 4), "target")
    assert (session.table.tricks_won, session.questions, session.wants_chance) == ([0, 0, 0], (), None)


def test_r19_a_gift_that_would_have_followed_is_dropped() -> None:
    session, events = trick(NO_TRUMP, "hands-3", "hands-2", "hands-1", glory=[18, 0, 0])
    assert kinds(events)[-1] == "over"
    assert session.table.leader == A


def test_the_fifth_trick_is_the_last() -> None:
    done = [{"leader": A, "cards": ["moon-1"] * 4, "taker": A, "winner": A, "declared": ""}] * 4
    session = begin(["moon-4", "moon-1", "moon-2", "moon-3"], tricks=done, tricks_won=[4, 0, 0, 0], trick_no=5, leader=D)
    assert kinds(session.opening())[-2:] == ["prophecies", "leftovers"]
