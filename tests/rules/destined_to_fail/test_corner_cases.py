"""Tests of situations in which several rules apply, derived by hand from the text."""

from __future__ import annotations

import pytest

from tests.rules.destined_to_fail.build import NO_TRUMP, A, B, C, D, begin, die, kinds, only, say, tokens, trick


def test_r9_r14_a_trump_that_is_led_must_be_followed_and_a_void_hand_wins_with_an_orb_only() -> None:
    """Sun is trump and is led: the Hands 7 of a hand without Suns cannot win."""
    session = begin(["sun-1 moon-1", "hands-3 moon-2 orb", "sun-2 eyes-3 orb"], "solar_flare")
    say(session, (A, "sun-1"))
    assert tokens(session, B) == ["moon-2", "hands-3", "orb"]
    say(session, (B, "hands-3"))
    assert tokens(session, C) == ["sun-2", "orb"]
    say(session, (C, "sun-2"))
    assert session.table.tricks[-1]["winner"] == C


def test_r11_r14_after_an_orb_the_suit_that_was_led_still_binds_and_a_second_orb_takes() -> None:
    session = begin(["eyes-1 moon-1", "orb eyes-2", "eyes-3 moon-2 orb"], "solar_flare")
    say(session, (A, "eyes-1"), (B, "orb"))
    assert tokens(session, C) == ["eyes-3", "orb"]
    say(session, (C, "orb"))
    assert session.table.tricks[-1]["taker"] == C


def test_r15_r16_r30_a_leader_who_foretold_losing_and_gives_the_trick_away_was_right() -> None:
    session = begin(["eyes-3 moon-1", "eyes-1 moon-2", "eyes-2 moon-3"], "echoes_of_the_future", auto_forced=False)
    say(session, (A, "lose:eyes-3"), (B, "eyes-1"), (C, "eyes-2"))
    events = say(session, (A, "seat-2"))
    assert only(events, "echoed")["right"]
    assert (session.table.glory, session.table.tricks_won, session.table.leader) == ([1, 0, 0], [0, 1, 0], B)


def test_r10_r25_under_fractured_reality_the_later_of_two_low_eyes_gives_though_an_off_suit_one_is_lower() -> None:
    session = begin(["eyes-2 moon-1", "eyes-2 moon-2", "hands-1 moon-3"], "fractured_reality", auto_forced=False)
    say(session, (A, "eyes-2"), (B, "eyes-2"), (C, "hands-1"))
    assert (session.waiting_for, tokens(session, B)) == ((B,), ["seat-3", "seat-1"])


def test_r19_r34_glory_of_the_hands_that_ends_the_game_leaves_no_card_to_hand_on() -> None:
    session = begin(["hands-3 moon-1", "hands-1 moon-2", "hands-2 moon-3"], "unstable_power", glory=[18, 19, 19], auto_forced=False)
    events = say(session, (A, "hands-3"), (B, "hands-1"), (C, "hands-2"))
    assert kinds(events)[-2:] == ["hands", "over"]
    assert session.result is not None
    assert (session.result.ranks, session.result.scores) == ((3, 1, 1), (20, 19, 19))


def test_r20_r21_the_curse_can_save_one_player_in_the_step_that_ends_the_game_for_another() -> None:
    """A missed by three and falls from 19 to 16; C missed by two and reaches 20. Leftover cards are not rolled for."""
    session = begin(
        ["orb", "moon-1", "moon-2"], "prophecy_curse", phase="score", trick_no=5, glory=[19, 17, 18], tokens=[0, 1, 2], tricks_won=[3, 2, 0]
    )
    assert session.result is not None
    assert (session.result.scores, session.result.ranks) == ((16, 18, 20), (1, 1, 3))
    assert "leftovers" not in kinds(session.opening())


def test_r24_r28_between_two_players_solar_flare_keeps_what_eyes_take_and_lunacy_gives_it_away() -> None:
    session, _events = trick("solar_flare", "eyes-1", "eyes-2")
    assert session.table.tricks_won == [0, 1]
    session, _events = trick("lunacy", "eyes-1", "star-1")
    assert session.table.tricks_won == [0, 1]
    session, events = trick("lunacy", "star-1", "eyes-1")
    assert (only(events, "given"), session.table.tricks_won) == ({"seat": 1, "to": 0}, [1, 0])


def test_r35_face_down_orbs_tie_by_seat_and_the_leaders_own_orb_comes_first() -> None:
    session = begin(["orb moon-1", "orb moon-2", "orb moon-3", "sun-1 moon-4"], NO_TRUMP, leader=B, auto_forced=False)
    say(session, (B, "orb"), (A, "orb"), (D, "sun-1"), (C, "orb"))
    assert session.table.tricks[-1]["cards"] == ["orb", "orb", "sun-1", "orb"]
    assert session.table.tricks[-1]["winner"] == A


@pytest.mark.parametrize(("rolls", "loser"), [((0, 2, 0), B), ((0, 2, 2), C)])
def test_r19_r36_orbs_left_in_all_hands_roll_and_only_then_the_target_is_looked_at(rolls: tuple[int, ...], loser: int) -> None:
    """After the prophecies 16 : 18 : 19. B reaches 20 first, but C, who rolls after B, may have more in the end."""
    session = begin(["orb orb"] * 3, phase="score", trick_no=5, glory=[15, 18, 18], tokens=[1, 1, 1], tricks_won=[0, 3, 2])
    die(session, *rolls)
    assert session.result is not None
    assert session.result.ranks == tuple(3 if seat == loser else 1 for seat in (A, B, C))
