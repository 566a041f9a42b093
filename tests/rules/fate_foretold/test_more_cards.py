"""One test for each card without a ruling of its own (scenario 81 and the rest of the list)."""

from __future__ import annotations

from tests.rules.fate_foretold.build import play


def test_magician_gains_one_of_four_and_puts_the_rest_below_in_order() -> None:
    game = play(3, H0="magician", N="leo sun moon star fool hermit").say("magician")
    assert game.asked() == "sun moon star fool"
    assert game.own(0, "peeked") == [{"cards": ["sun", "moon", "star", "fool"]}]
    game.say("star")
    assert game.hand() == "leo star"
    assert game.bottom(3) == "sun moon fool"
    assert game.happened("put_into_hand") == [{"seat": 0}]


def test_r48_magician_works_under_famine() -> None:
    assert play(3, F1="famine", H0="magician", N="leo sun moon star fool").say("magician", "sun").hand() == "leo sun"


def test_architect_orders_three_and_draws() -> None:
    game = play(3, H0="architect", N="leo sun moon star hermit").say("architect", "star sun moon")
    assert game.hand() == "leo star"
    assert game.hand(1) == "sun"


def test_dreamer_draws_two_and_puts_one_back() -> None:
    game = play(3, H0="dreamer fool", N="leo sun moon star").say("dreamer", "fool")
    assert game.hand() == "leo sun moon"
    assert game.hand(1) == "fool"
    assert game.happened("nested") == [{"seat": 0, "where": "top"}]
    assert game.own(0, "nested") == [{"card": "fool"}]


def test_alchemist_swaps_without_playing() -> None:
    game = play(3, F0="sun", F1="hermit", H0="alchemist strength", N="leo").say("alchemist", "strength")
    assert (game.field(), game.hand()) == ("alchemist strength", "leo sun")


def test_alchemist_may_do_nothing_and_needs_another_card() -> None:
    assert play(3, F0="sun", H0="alchemist fool", N="leo").say("alchemist", "none").field() == "sun alchemist"
    assert play(3, H0="alchemist fool", N="leo").say("alchemist", "fool").hand() == "fool leo"


def test_labyrinth_returns_to_the_controllers_hand() -> None:
    game = play(3, F1="virgo", H0="labyrinth", N="leo").say("labyrinth")
    assert game.hand(1).split()[0] == "virgo"


def test_moon_puts_a_card_on_the_nest() -> None:
    game = play(3, F1="virgo", H0="moon", N="leo").say("moon")
    assert game.happened("nested") == [{"seat": 0, "where": "top", "card": "virgo"}]
    assert game.hand(1) == "virgo"


def test_judgement_hits_everybody_with_more_cards_one_after_the_other() -> None:
    game = play(4, F0="sun", F1="leo fool star", F2="hermit", F3="devil tower dancer", H0="judgement", N="moon").say("judgement")
    assert game.asked() == "leo fool star"
    game.say("fool")
    assert game.asked() == "devil tower dancer"
    game.say("tower")
    assert [game.field(seat) for seat in (1, 2, 3)] == ["leo star", "hermit", "devil dancer"]


def test_oracle_hit_and_miss() -> None:
    assert play(3, H0="oracle", N="leo sun").say("oracle", "soul").field() == "oracle sun"
    game = play(3, H0="oracle", N="leo sun").say("oracle", "body")
    assert (game.field(), game.hand()) == ("oracle", "leo sun")


def test_temperance_fills_hands_up_to_three_the_active_player_first() -> None:
    game = play(3, H0="temperance sun", H1="moon fool star hermit", H2="devil", N="leo tower dancer war virgo").say("temperance")
    assert game.hand() == "sun leo tower"
    assert game.hand(2) == "devil dancer war"
    assert game.hand(1) == "moon fool star hermit virgo"


def test_empress_draws_two_and_gives_one() -> None:
    game = play(3, H0="empress", N="leo sun moon").say("empress", "sun", "seat-3")
    assert (game.hand(), game.hand(2)) == ("leo moon", "sun")
    assert game.happened("given") == [{"seat": 0, "to": 2}]
    assert game.own(2, "given") == game.own(0, "given") == [{"card": "sun"}]
    assert game.own(1, "given") == []


def test_transcended_buries_a_card_for_each_body_card() -> None:
    game = play(3, F1="virgo sun moon", H0="transcended strength forge leo", N="hermit").say("transcended")
    assert game.asked() == "strength forge"
    game.say("strength forge")
    assert game.kind() == "may_bury"
    game.say("sun", "none")
    assert game.field(1) == "virgo moon"
    assert game.bottom(3) == "strength forge sun"


def test_transcended_may_discard_nothing() -> None:
    assert play(3, F1="sun", H0="transcended strength", N="leo").say("transcended", "").hand() == "strength leo"


def test_hanged_man_draws_three_and_discards_two() -> None:
    game = play(3, H0="hanged_man", N="leo sun moon star").say("hanged_man", "sun leo")
    assert game.hand() == "moon star"
    assert game.bottom(2) == "sun leo"


def test_hermit_draws_with_two_or_fewer_cards() -> None:
    assert play(3, F0="hermit", H0="sun moon", N="leo star").hand() == "sun moon leo star"
    assert play(3, F0="hermit", H0="sun moon fool", N="leo star").hand() == "sun moon fool leo"


def test_aquarius_looks_and_may_bury_the_top_card_below() -> None:
    game = play(3, F0="aquarius", H0="fool", N="leo sun")
    assert game.own(0, "peeked") == [{"cards": ["leo"]}]
    assert game.say("bottom").hand() == "fool sun"
    assert game.bottom() == "leo"
    assert play(3, F0="aquarius", H0="fool", N="leo sun").say("keep").hand() == "fool leo"


def test_third_eye_may_leave_the_hand_alone() -> None:
    game = play(3, H0="third_eye", H1="sun moon", N="leo").say("third_eye", "seat-2", "none")
    assert game.hand(1).split()[:2] == ["sun", "moon"]
    assert game.own(0, "peeked") == [{"cards": ["sun", "moon"]}]
    assert game.happened("peeked") == [{"seat": 0, "of": 1, "n": 2}]


def test_chariot_may_be_declined_and_plays_one_card() -> None:
    assert play(3, H0="chariot hermit", N="leo").say("chariot", "pass").field() == "chariot"
    assert play(3, H0="chariot hermit fool", N="leo").say("chariot", "hermit").field() == "chariot hermit"


def test_calamity_with_one_card_buries_that() -> None:
    assert play(3, F1="sun", H0="calamity", N="leo").say("calamity", "seat-2").field(1) == ""


def test_huntress_takes_a_random_card_seen_by_both() -> None:
    game = play(3, H0="huntress", H1="sun moon", N="leo", lots={"card": [1]}).say("huntress", "seat-2")
    assert game.hand() == "leo moon"
    assert game.own(0, "taken_from_hand") == game.own(1, "taken_from_hand") == [{"card": "moon"}]
    assert game.own(2, "taken_from_hand") == []


def test_jester_between_two_others() -> None:
    game = play(3, H0="jester", H1="sun moon", H2="star", N="leo").say("jester", "seat-2", "seat-3")
    assert [game.hand(seat).split()[0] for seat in (1, 2)] == ["star", "sun"]


def test_metamorphosis_pays_and_plays_the_top_card() -> None:
    game = play(3, F0="sun fool", H0="metamorphosis", N="leo empress star devil hermit").say("metamorphosis", "fool")
    assert game.field() == "sun metamorphosis empress"
    assert game.kind() == "give"


def test_fool_passes_cards_to_the_left() -> None:
    game = play(3, H0="fool sun", H1="moon", H2="star", N="leo", lots={"card": [1]}).say("fool")
    assert [game.hand(seat).split()[0] for seat in range(3)] == ["sun", "leo", "moon"]
    assert game.hand() == "sun star"


def test_dancer_brings_the_card_to_the_right_end() -> None:
    game = play(3, F0="hermit", F1="sun leo", H0="dancer", N="moon", lots={"player": [0]}).say("dancer", "sun")
    assert game.field() == "hermit dancer sun"


def test_pisces_draws_once_per_event_for_discards_by_effects() -> None:
    game = play(3, F0="pisces", H0="hanged_man", N="leo sun moon star fool").say("hanged_man", "sun leo")
    assert game.hand() == "moon star fool"


def test_sagittarius_draws_for_nested_plays_too() -> None:
    game = play(3, F0="sagittarius", H0="chariot hermit", N="leo sun moon star").say("chariot", "hermit")
    assert game.hand() == "leo sun moon"


def test_emperor_makes_an_opponent_skip() -> None:
    game = play(3, H0="emperor", H1="sun", N="leo").say("emperor", "seat-2")
    assert game.happened("will_skip") == [{"seat": 1}]
    assert game.happened("skipped") == [{"seat": 1}]
    assert game.t.active == 2


def test_war_lets_you_lose_a_card_of_your_own() -> None:
    game = play(3, F0="sun", F1="leo moon", H0="war", N="fool").say("war", "moon", "sun")
    assert (game.field(), game.field(1)) == ("war", "leo")
