"""Tests of following suit and taking a trick: T4 to T9, T26, R9 to R14, R23 to R25, the examples E1 to E7."""

from __future__ import annotations

import pytest

from tests.rules.destined_to_fail.build import NO_TRUMP, A, B, C, D, begin, only, say, tokens, trick


def taker(trump: str, *faces: str) -> int:
    _session, events = trick(trump, *faces)
    seat: int = only(events, "taken")["seat"]
    return seat


def test_t4_a_follower_plays_the_led_suit_or_an_orb() -> None:
    session = begin(["sun-3 moon-1", "sun-1 hands-2 orb", "moon-2 moon-3"])
    say(session, (A, "sun-3"))
    assert tokens(session, B) == ["sun-1", "orb"]


def test_t5_without_the_suit_every_face_may_be_played() -> None:
    session = begin(["sun-3 moon-1", "star-1 hands-2 hands-2 orb", "moon-2 moon-3"])
    say(session, (A, "sun-3"))
    assert tokens(session, B) == ["star-1", "hands-2", "orb"]


def test_t6_a_led_orb_lets_everybody_play_anything() -> None:
    session = begin(["orb moon-1", "sun-1 hands-2 orb", "sun-2 moon-2 moon-3"])
    say(session, (A, "orb"))
    assert tokens(session, B) == ["sun-1", "hands-2", "orb"]
    say(session, (B, "hands-2"))
    assert tokens(session, C) == ["sun-2", "moon-2", "moon-3"]


def test_t7_lunacy_lets_everybody_play_anything() -> None:
    session = begin(["sun-3 moon-1", "sun-1 hands-2 orb", "moon-2 moon-3"], "lunacy")
    say(session, (A, "sun-3"))
    assert tokens(session, B) == ["sun-1", "hands-2", "orb"]


def test_t8_r11_an_orb_of_a_follower_does_not_change_the_suit_to_follow() -> None:
    session = begin(["sun-3 moon-1", "sun-1 orb", "sun-2 moon-3 hands-1 orb"])
    say(session, (A, "sun-3"), (B, "orb"))
    assert tokens(session, C) == ["sun-2", "orb"]


def test_r13_trumps_and_orbs_may_be_led() -> None:
    assert tokens(begin(["sun-1 moon-2 orb", "sun-2", "sun-3"]), A) == ["sun-1", "moon-2", "orb"]


@pytest.mark.parametrize("suit", ["hands", "eyes"])
def test_r14_hands_and_eyes_must_be_followed(suit: str) -> None:
    session = begin([f"{suit}-3 sun-1", f"{suit}-1 moon-1 moon-2 {suit}-2", "star-1 star-2"])
    say(session, (A, f"{suit}-3"))
    assert tokens(session, B) == [f"{suit}-1", f"{suit}-2"]


def test_e1_a_trump_beats_the_led_suit_and_beaten_hands_do_nothing() -> None:
    session, events = trick(NO_TRUMP, "moon-2", "hands-4", "sun-1", "moon-4")
    assert only(events, "taken")["seat"] == D
    session, events = trick("solar_flare", "moon-2", "hands-4", "sun-1", "moon-4")
    assert only(events, "taken")["seat"] == C
    assert (session.table.leader, session.table.glory, session.table.tricks_won) == (C, [0, 0, 0, 0], [0, 0, 1, 0])


def test_e2_of_equal_hands_the_later_one_wins_and_brings_glory() -> None:
    session, events = trick(NO_TRUMP, "hands-3", "hands-2", "hands-3", "star-4")
    assert only(events, "taken")["seat"] == C
    assert (session.table.leader, session.table.glory) == (C, [0, 0, 2, 0])


def test_e3_eyes_give_the_trick_away() -> None:
    session, _ = trick("starlight_wonder", "eyes-4", "eyes-1", "eyes-4", "moon-1")
    assert tokens(session, C) == ["seat-4", "seat-1", "seat-2"]
    say(session, (C, "seat-1"))
    assert (session.table.leader, session.table.tricks_won, session.table.glory) == (A, [1, 0, 0, 0], [0] * 4)
    assert session.table.tricks[-1]["taker"] == C


def test_e4_in_lunacy_equal_ranks_of_any_suit_tie_and_the_last_wins() -> None:
    assert taker("lunacy", "sun-4", "star-4", "hands-1", "eyes-4") == D


def test_e4_r23_in_lunacy_moon_is_still_trump() -> None:
    assert taker("lunacy", "sun-4", "moon-1", "hands-1", "eyes-4") == B
    assert taker("lunacy", "sun-4", "moon-1", "moon-3", "orb") == D


def test_r24_in_lunacy_a_led_orb_is_beaten_by_orbs_only() -> None:
    assert taker("lunacy", "orb", "moon-4", "star-4", "hands-4") == A
    assert taker("lunacy", "orb", "moon-4", "orb", "hands-4") == C


def test_e5_r25_in_fractured_reality_the_lowest_of_the_led_suit_wins() -> None:
    assert taker("fractured_reality", "star-3", "star-1", "hands-1", "star-2") == B
    assert taker("fractured_reality", "star-3", "star-1", "hands-1", "orb") == D


def test_r25_in_fractured_reality_suits_are_followed_and_a_led_orb_wins() -> None:
    session = begin(["star-3 sun-1", "star-4 sun-2 orb", "moon-2"], "fractured_reality")
    say(session, (A, "star-3"))
    assert tokens(session, B) == ["star-4", "orb"]
    assert taker("fractured_reality", "orb", "moon-1", "star-1", "sun-1") == A


def test_t26_of_equal_lowest_cards_the_later_one_takes_and_its_power_works() -> None:
    session, events = trick("fractured_reality", "eyes-3", "eyes-1", "eyes-1", "star-1")
    assert only(events, "taken")["seat"] == C
    assert session.waiting_for == (C,)
    assert tokens(session, C) == ["seat-4", "seat-1", "seat-2"]


def test_r25_hands_that_win_as_the_lowest_card_bring_glory() -> None:
    session, _ = trick("fractured_reality", "hands-3", "hands-1", "hands-2", "sun-1")
    assert session.table.glory == [0, 2, 0, 0]


def test_e6_of_two_orbs_the_later_one_wins_whatever_its_player_holds() -> None:
    session = begin(["sun-2 moon-1", "orb moon-2", "sun-4 moon-3", "sun-1 star-1 star-2 orb"])
    say(session, (A, "sun-2"), (B, "orb"))
    assert tokens(session, D) == ["sun-1", "orb"]
    events = say(session, (D, "orb"))
    assert only(events, "taken")["seat"] == D
    assert session.table.leader == D


def test_e7_r12_a_led_orb_is_not_beaten_by_trumps() -> None:
    session, events = trick("reveal", "orb", "moon-4", "hands-4", "sun-1")
    assert only(events, "taken")["seat"] == A
    assert session.table.leader == A


def test_r9_a_card_of_another_suit_cannot_win() -> None:
    assert taker(NO_TRUMP, "moon-1", "star-4", "sun-4", "hands-4") == A


@pytest.mark.parametrize("trump", ["lunacy", "fractured_reality", NO_TRUMP, "sunstrike"])
def test_r10_of_several_orbs_the_last_one_wins(trump: str) -> None:
    assert taker(trump, "sun-1", "orb", "orb", "sun-4") == C
    assert taker(trump, "orb", "orb", "orb", "orb") == D


def test_the_highest_trump_wins_and_the_leader_of_the_round_need_not_be_seat_one() -> None:
    session = begin(["sun-3", "sun-1", "moon-4", "moon-1"], leader=2)
    assert only(session.opening(), "taken")["seat"] == A
    cards = ["moon-4", "moon-1", "sun-3", "sun-1"]
    assert session.table.tricks == [{"leader": C, "cards": cards, "taker": A, "winner": A, "declared": ""}]
