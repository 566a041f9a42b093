"""Tests of the eight rules, playing and choosing (scenarios 27 to 33, rulings 22 to 36)."""

from __future__ import annotations

import pytest

from games.rules.contract import Wait
from tests.rules.fate_foretold.build import play

HEARTS = "leo chariot devil fool sagittarius"


def test_t27_a_card_put_onto_a_field_is_not_played() -> None:
    game = play(F1="leo", H0="star", N="moon strength").say("star")
    assert game.field() == "star strength"
    assert game.field(1) == "leo"


def test_t28_chariot_metamorphosis_and_the_card_it_plays() -> None:
    game = play(F0="sun", F1="leo virgo", H0="chariot metamorphosis", N="moon strength").say("chariot", "metamorphosis", "sun")
    assert game.kind() == "bury"
    game.say("leo")
    assert game.field() == "chariot metamorphosis strength"
    assert game.bottom(2) == "sun leo"


def test_t29_four_horses_at_the_end_of_the_own_turn_are_the_apocalypse() -> None:
    game = play(F0="death war pestilence", H0="famine", N="leo").say("famine")
    result = game.session.result
    assert result is not None
    assert (result.reason, result.ranks, result.scores) == ("apocalypse", (1, 1, 1, 1), (0, 0, 0, 0))
    assert game.happened("over") == [{"winners": [], "reason": "apocalypse"}]


def test_t30_four_horses_on_somebody_elses_turn_wait_for_the_end_of_the_own_turn() -> None:
    game = play(3, F0="death war pestilence", F1="famine", H1="dancer sun", active=1, N="leo", lots={"player": [2]})
    game.say("dancer", "famine", seat=1)  # counted clockwise from seat 1, the third player is seat 0
    assert game.field() == "death war pestilence famine"
    assert game.session.result is None
    game.say("draw", seat=2)
    assert game.session.result is None
    game.say("draw")
    assert game.session.result is not None
    assert game.session.result.reason == "apocalypse"


def test_r57_a_copy_is_no_horse() -> None:
    game = play(F0="death war doppelganger", F1="pestilence famine", tokens={"doppelganger_token": "famine"}, N="leo").say("draw")
    assert game.session.result is None


def test_t32_r48_famine_forbids_the_second_draw_of_the_main_step() -> None:
    game = play(F1="famine", H0="sun", N="moon star").say("draw")
    assert game.hand() == "sun moon"
    assert game.happened("prevented") == [{"what": "draw", "card": "famine"}]


def test_t33_famine_stops_temperance() -> None:
    game = play(F1="famine", H0="temperance", N="moon").say("temperance")
    assert [len(game.t.hands[seat]) for seat in (0, 2, 3)] == [1, 0, 0]


def test_r22_the_played_card_is_on_the_field_while_its_effect_runs() -> None:
    game = play(F1="leo fool", H0="war", N="moon").say("war", "leo")
    assert game.field() == ""  # War's own sacrifice had only itself


def test_r23_opponent_excludes_you_and_player_includes_you() -> None:
    assert play(H0="insight", N="moon").say("insight").asked() == "seat-2 seat-3 seat-4"
    assert play(H0="third_eye", N="moon").say("third_eye").asked() == "seat-1 seat-2 seat-3 seat-4"


def test_r25_a_card_that_cannot_be_buried_may_be_chosen_with_a_warning() -> None:
    game = play(F1="virgo leo", H0="strength", N="moon").say("strength")
    decision = game.session.decision(0)
    assert decision is not None
    assert [option.outcome is not None for option in decision.options] == [True, False]
    game.say("virgo")
    assert game.field(1) == "virgo leo"
    assert game.happened("prevented") == [{"what": "bury", "card": "virgo", "of": "virgo"}]


def test_r26_an_opponent_without_cards_may_be_chosen() -> None:
    game = play(H0="huntress", H1="", N="moon").say("huntress", "seat-2")
    assert game.hand() == "moon"
    assert game.t.active == 1


def test_r27_choices_of_every_player_are_sealed_and_listed_together() -> None:
    game = play(3, F0="sun moon", F1="star fool", F2="hermit", H0="pestilence", N="leo").say("pestilence")
    assert game.session.wait is Wait.SEALED
    assert game.session.waiting_for == (0, 1)  # seat 2 has only one card and is not asked (R59)
    before = game.session.view(0)
    game.say("fool", seat=1)
    assert game.session.view(0) == before
    assert game.happened("buried") == []
    game.say("star", seat=1)  # revised
    game.say("moon")
    assert [event["card"] for event in game.happened("buried")] == ["moon", "star", "hermit"]


def test_r11_cards_of_several_players_go_to_the_bottom_clockwise_from_the_active() -> None:
    game = play(3, F0="sun", F1="star", F2="hermit", H2="pestilence", active=2, N="leo").say("pestilence", seat=2)
    game.say("hermit", seat=2)
    assert game.bottom(3) == "hermit sun star"


def test_r28_pestilence_is_one_event_and_libra_stays_silent() -> None:
    game = play(3, F1="libra", F2="sun", H0="pestilence", N="leo").say("pestilence")
    assert game.kind(1) == "main"
    game = play(3, F1="libra", F0="virgo", H0="pestilence", N="leo").say("pestilence", "virgo")
    assert game.kind(1) == "may_bury"  # Virgo stays: Libra was the only card buried


def test_r29_libra_left_of_the_musician_comes_first() -> None:
    game = play(3, F0="libra musician", H0="moon", H1="strength", H2="star", active=1, N="leo").say("strength", "libra", seat=1)
    assert game.kind() == "may_bury"
    game.say("none")
    assert game.kind() == "put"


def test_r29_an_ability_further_left_on_the_field_comes_first() -> None:
    game = play(3, F0="musician libra", H0="moon", H1="strength", active=1, N="leo").say("strength", "libra", seat=1)
    assert game.kind() == "put"
    game.say("moon")
    assert game.kind() == "may_bury"


def test_r30_an_ability_whose_source_left_is_dropped() -> None:
    """Sagittarius triggers on the play of War, which then buries it."""
    game = play(3, F0="sagittarius", F1="leo fool", H0="war", N="moon star").say("war", "leo", "sagittarius")
    assert game.hand() == "moon"


def test_r31_moving_between_fields_is_no_entering() -> None:
    tokens = {"aegis_token": "sun"}
    game = play(3, F0="aegis sun", F1="capricorn", H2="dancer", active=2, N="leo", tokens=tokens, lots={"player": [2]})
    game.say("dancer", "sun", seat=2)
    assert game.field(1) == "capricorn sun"
    assert game.t.tokens == {"aegis_token": "sun"}


def test_r34_the_aegis_needs_another_own_card() -> None:
    game = play(F1="sun", H0="aegis", N="leo").say("aegis")
    assert game.t.tokens == {}
    game = play(F0="sun", H0="aegis", N="leo").say("aegis")
    assert game.t.tokens == {"aegis_token": "sun"}


def test_r35_a_copy_of_the_lovers_loves_nobody() -> None:
    tokens = {"doppelganger_token": "lovers"}
    game = play(3, F0="doppelganger", F1="lovers", tokens=tokens, beloved=2, H0="sun", N="moon star")
    assert game.happened("mirrored") == []


def test_r35_a_copy_is_no_constellation() -> None:
    tokens = {"doppelganger_token": "taurus"}
    game = play(3, F1="taurus doppelganger", H0="strength", tokens=tokens, N="leo").say("strength")
    assert game.field(1) == "taurus"  # Taurus can't be chosen, its copy can


def test_r35_a_copy_has_the_ongoing_ability_under_its_own_controller() -> None:
    tokens = {"doppelganger_token": "hermit"}
    game = play(3, F0="doppelganger", F1="hermit", tokens=tokens, N="moon star")
    assert game.hand() == "moon star"  # one for the copied Hermit, one for the Draw step


def test_r36_the_angel_comes_to_the_field_when_drawn_and_counts_as_drawn() -> None:
    game = play(3, F0="lovers", beloved=1, H0="sun", N="angel moon")
    assert game.field() == "lovers angel"
    assert game.hand(1) == "moon"


@pytest.mark.parametrize("dark", ["sacred_darkness", "doppelganger"])
def test_r36_the_angel_stays_in_a_hand_that_cannot_be_looked_at(dark: str) -> None:
    tokens = {"doppelganger_token": "sacred_darkness"} if dark == "doppelganger" else {}
    others = "sacred_darkness" if dark == "doppelganger" else ""
    game = play(3, F1=dark, F2=others, tokens=tokens, N="angel")
    assert game.hand() == "angel"
    assert game.field() == ""


def test_r32_a_tower_stops_taking_and_trading_but_not_giving_and_burying() -> None:
    game = play(3, F0="tower", F1="leo", H0="empress sun", N="moon").say("empress", "sun", "seat-2")
    assert game.hand(1).split()[0] == "sun"
    game = play(3, F1="tower leo", H0="strength", N="moon").say("strength", "leo")
    assert game.field(1) == "tower"
    game = play(3, F1="tower leo", H0="labyrinth", N="moon").say("labyrinth", "leo")
    assert game.hand(1).split()[0] == "leo"


def test_r33_insight_against_a_tower_shows_the_card_and_leaves_it() -> None:
    game = play(3, F1="tower", H1="sun", H0="insight", N="moon").say("insight", "seat-2", "heart")
    assert [event["cards"] for event in game.happened("revealed")] == [["sun"]]
    assert game.hand(1).split()[0] == "sun"


def test_r50_dancer_choosing_the_present_controller_changes_nothing() -> None:
    game = play(3, F1="leo sun", H0="dancer", N="moon", lots={"player": [1]}).say("dancer", "leo")
    assert game.field(1) == "leo sun"


def test_r71_an_effect_may_hit_the_card_just_played_unless_it_says_another() -> None:
    assert "dancer" in play(3, F1="leo", H0="dancer", N="moon").say("dancer").asked().split()
    assert "devil" in play(3, F0="sun", F1="leo", H0="devil", N="moon").say("devil").asked().split()
    assert play(3, F0="sun fool", H0="moon", N="leo").say("moon").asked() == "sun fool"


def test_r72_the_stack_rule_applies_from_the_next_draw() -> None:
    """The Empress draws The Angel and a card: both seen; the fifth Soul card then begins a Convergence."""
    field = "cancer pisces hierophant"
    game = play(3, F0=field, sigils="queen nine knight", H0="empress", N="hermit angel moon").say("empress")
    assert game.own(0, "drawn")[-1] == {"cards": ["angel", "moon"]}
    assert game.t.aligned[0] == ["soul"]
    assert game.t.active == 1  # from the own stack nothing is chosen to give (R37)
