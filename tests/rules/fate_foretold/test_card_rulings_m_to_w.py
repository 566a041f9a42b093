"""Tests of the rulings on single cards, from The Musician to The Wanderer (scenarios 57 to 80)."""

from __future__ import annotations

from tests.rules.fate_foretold.build import play

DARK = "sacred_darkness"


def test_t57_musician_puts_a_card_without_playing_it() -> None:
    game = play(3, F0="musician sun hermit", F1="leo", H0="strength", H1="judgement", active=1, N="moon").say("judgement", "sun", seat=1)
    assert game.kind() == "put"
    game.say("strength")
    assert game.field() == "musician hermit strength"
    assert game.field(1) == "leo judgement"


def test_t57_mus1_musician_buried_is_silent() -> None:
    game = play(3, F1="musician", H1="sun", H0="strength", N="moon").say("strength")
    assert game.happened("buried") == [{"seat": 1, "card": "musician"}]
    assert game.kind(1) == "main"


def test_musician_and_another_card_buried_together_is_silent() -> None:
    game = play(3, F1="musician sun", H1="star", H0="calamity", N="moon").say("calamity", "seat-2")
    assert game.kind(1) == "main"


def test_t58_our1_ouroboros_under_famine_discards_and_draws_nothing() -> None:
    game = play(3, F1="famine", H0="ouroboros sun moon", N="star").say("ouroboros")
    assert game.hand() == ""
    assert game.bottom(3) == "sun moon star"


def test_ouroboros_draws_one_more_than_it_discards() -> None:
    game = play(3, H0="ouroboros sun", N="star leo fool devil").say("ouroboros")
    assert game.hand() == "leo fool devil"


def test_t59_pes1_pestilence_alone_buries_itself() -> None:
    game = play(3, F1="sun", F2="moon", H0="pestilence", N="star").say("pestilence")
    assert [event["card"] for event in game.happened("buried")] == ["pestilence", "sun", "moon"]


def test_t60_sd1_sd2_darkness_hides_hands_from_their_owners_in_order() -> None:
    game = play(3, F1="virgo", H0="sacred_darkness sun moon", N="star").say("sacred_darkness")
    view = game.session.view(0).table
    assert view["hand"] is None
    assert view["players"][0]["hand"] == 3
    assert game.hand() == "sun moon star"


def test_t61_sd3_radiant_finds_no_soul_card_face_down() -> None:
    game = play(3, F1=DARK, H0="radiant pisces", N="star leo").say("slot-1")
    assert game.field() == "radiant"
    assert game.hand() == "pisces star"
    assert game.t.active == 1


def test_sd3_forge_finds_no_body_card_face_down() -> None:
    assert play(3, F1=DARK, H0="forge strength", N="star").say("slot-1").t.active == 1


def test_t62_sd4_eye1_third_eye_reads_the_own_hand_in_darkness() -> None:
    game = play(3, F1=DARK, H0="third_eye sun", N="moon star").say("slot-1", "seat-1")
    assert game.asked() == "moon sun none"
    game.say("sun")
    assert game.hand() == "moon star"


def test_t63_sd5_harvest_is_asked_blind_in_darkness() -> None:
    game = play(3, F0="harvest", F1=DARK, N="forge moon")
    assert game.kind() == "harvest"
    game.say("reveal")
    assert game.hand() == "forge moon"
    assert game.happened("revealed") == [{"seat": 0, "of": 0, "cards": ["forge"]}]
    game = play(3, F0="harvest", F1=DARK, N="leo moon").say("reveal")
    assert game.hand() == "leo"


def test_harvest_in_the_light() -> None:
    assert play(3, F0="harvest", N="leo moon").kind() == "main"  # no Body card: not asked
    game = play(3, F0="harvest", N="forge moon").say("skip")
    assert game.hand() == "forge"
    assert play(3, F0="harvest", N="forge moon").say("reveal").hand() == "forge moon"


def test_harvest_looks_at_the_draw_step_only() -> None:
    assert play(3, F0="harvest", H0="sun", N="leo forge").say("draw").t.active == 1


def test_t64_sd6_transcended_discards_wrong_cards_for_nothing() -> None:
    game = play(3, F1=f"{DARK} leo", H0="transcended sun tower", N="moon").say("slot-1")
    assert game.asked() == "slot-1 slot-2 slot-3"
    game.say("slot-1 slot-2")
    assert game.hand() == "moon"
    game.say("leo")
    assert game.field(1) == DARK
    assert game.t.active == 1


def test_t65_musician_puts_a_card_by_place_in_darkness() -> None:
    game = play(3, F0=f"musician sun {DARK}", H0="strength leo", H1="judgement", active=1, N="moon").say("slot-1", seat=1)
    game.say("sun", seat=1)
    assert game.asked() == "slot-1 slot-2 none"
    game.say("slot-2")
    assert game.field() == f"musician {DARK} leo"


def test_t66_radiant_reveals_soul_cards_and_draws() -> None:
    game = play(3, H0="radiant pisces star sun", N="leo moon fool devil").say("radiant")
    assert game.asked() == "pisces star sun"
    game.say("pisces star")
    assert game.hand() == "pisces star sun leo moon fool"


def test_t67_sag1_sagittarius_does_not_see_itself_played() -> None:
    game = play(3, H0="sagittarius", N="moon star").say("sagittarius")
    assert game.hand() == "moon"
    game = play(3, F0="sagittarius", H0="hermit", N="moon star").say("hermit")
    assert game.hand() == "moon star"


def test_t69_tow1_tow3_devil_and_the_tower() -> None:
    game = play(3, F0="tower", F1="leo", H0="devil", N="moon").say("devil", "devil")
    assert (game.field(), game.field(1)) == ("tower devil", "leo")
    game = play(3, F1="leo tower", H0="devil", N="moon").say("devil", "leo")
    assert (game.field(), game.field(1)) == ("devil", "leo tower")


def test_devil_swaps_places() -> None:
    game = play(3, F0="sun fool", F1="leo virgo", H0="devil", N="moon").say("devil", "sun", "virgo")
    assert (game.field(), game.field(1)) == ("virgo fool devil", "leo sun")


def test_r66_devil_without_a_card_on_the_other_side_does_nothing() -> None:
    assert play(3, F0="sun", H0="devil", N="moon").say("devil", "sun").field() == "sun devil"


def test_tow2_wheel_and_fool_skip_a_tower() -> None:
    game = play(4, F2="tower", H0="wheel_of_fortune", H1="sun", H2="moon", H3="star", N="leo fool").say("wheel_of_fortune", "left")
    assert [game.hand(seat).split()[0] for seat in range(4)] == ["star", "leo", "moon", "sun"]
    game = play(4, F2="tower", H0="fool", H1="sun", H2="moon", H3="star", N="leo").say("fool")
    assert [game.hand(seat).split()[0] for seat in range(4)] == ["star", "leo", "moon", "sun"]


def test_wheel_to_the_right() -> None:
    game = play(3, H0="wheel_of_fortune", H1="sun", H2="star", N="leo").say("wheel_of_fortune", "right")
    assert [game.hand(seat).split()[0] for seat in range(3)] == ["sun", "star", "leo"]


def test_tow3_jester_with_a_tower_does_nothing() -> None:
    game = play(3, F1="tower", H0="jester", H1="sun", N="leo").say("jester", "seat-1", "seat-2")
    assert (game.hand(), game.hand(1).split()[0]) == ("leo", "sun")


def test_t71_huntress_against_a_tower_takes_nothing() -> None:
    game = play(3, F1="tower", H0="huntress", H1="sun", N="leo").say("huntress", "seat-2")
    assert game.hand() == "leo"
    assert game.happened("prevented") == [{"what": "take", "card": "tower", "of": None}]


def test_witch_takes_nothing_from_a_tower_after_paying() -> None:
    game = play(3, F0="sun", F1="tower leo", H0="witch", N="moon").say("witch", "leo")
    assert (game.field(), game.field(1)) == ("witch", "tower leo")


def test_t72_wan_nest_of_one_card_wins() -> None:
    game = play(3, H0="wanderer", H1="sun", H2="moon", N="leo hermit", rest=False).say("wanderer")
    assert game.session.result is not None
    assert (game.session.result.winners, game.session.result.reason) == ((0,), "twist")
    assert game.happened("revealed")[0]["cards"] == ["hermit", "wanderer"]


def test_t72_r51_wan_wanderer_missed_draws_the_two_cards() -> None:
    game = play(3, H0="wanderer", H1="sun", H2="moon", N="leo hermit star", rest=False).say("wanderer")
    assert game.session.result is None
    assert game.hand() == "leo hermit star"
    assert game.hand(1) == "sun wanderer"


def test_r51_wanderer_under_famine_leaves_the_cards_on_top() -> None:
    game = play(3, F1="famine", H0="wanderer", N="leo hermit star").say("wanderer")
    assert game.hand() == "leo"
    assert game.hand(1) == "hermit"  # the top card, drawn by seat 1 in its Draw step


def test_wan1_two_draws_from_a_nest_of_one() -> None:
    game = play(3, H0="empress", H1="sun", H2="star", N="leo hermit", rest=False).say("empress")
    assert game.asked() == "leo hermit"


def test_t73_wit1_witch() -> None:
    game = play(3, F1="leo", H0="witch", N="moon").say("witch")
    assert (game.field(), game.t.active) == ("witch", 1)
    game = play(3, F0="virgo", F1="leo", H0="witch", N="moon").say("witch")
    assert (game.field(), game.field(1)) == ("virgo witch", "leo")
    game = play(3, F0="sun", F1="leo virgo", H0="witch", N="moon").say("witch", "virgo")
    assert (game.field(), game.bottom()) == ("witch virgo", "sun")


def test_t74_whi2_whisperer_draws_before_the_draw_step_and_never_after() -> None:
    game = play(3, F0="whisperer", N="moon star")
    assert (game.kind(), game.hand()) == ("whisper", "")
    game.say("draw")
    assert (game.kind(), game.hand()) == ("main", "moon star")
    assert play(3, F0="whisperer", N="moon star").say("skip").hand() == "moon"


def test_t75_taurus_protects_constellations_from_choice() -> None:
    game = play(3, F1="taurus leo sun fool", H0="strength", N="moon").say("strength")
    assert game.asked() == "sun fool"
    decision = game.session.decision(0)
    assert decision is not None
    assert [barred.touches for barred in decision.barred] == [("taurus", "leo")]
    assert play(3, F1="taurus leo", H0="strength", N="moon").say("strength").field(1) == "taurus leo"


def test_t76_r58_phoenix_returns_and_nobody_hears_a_burial() -> None:
    game = play(3, F1="phoenix musician", H1="sun", H0="strength", N="moon").say("strength", "phoenix")
    assert game.hand(1).split()[:2] == ["sun", "phoenix"]
    assert game.kind(1) == "main"


def test_r58_phoenix_does_not_pay() -> None:
    game = play(3, F0="phoenix", F1="leo", H0="witch", N="moon").say("witch")
    assert (game.field(), game.hand(), game.field(1)) == ("witch", "moon phoenix", "leo")
    game = play(3, F0="phoenix", H0="metamorphosis", N="moon star").say("metamorphosis")
    assert (game.field(), game.hand()) == ("metamorphosis", "moon phoenix")


def test_t77_r53_hierophant_protects_from_opponents_cards_only() -> None:
    shields = [{"owner": 0, "source": "hierophant"}]
    game = play(3, F0="sun moon star", H1="calamity", active=1, shields=shields, N="leo").say("calamity", "seat-1", "sun moon", seat=1)
    assert game.field() == "sun moon star"
    game = play(3, F0="sun", H0="pestilence", shields=[{"owner": 1, "source": "hierophant"}], F1="leo", N="moon")
    game.say("pestilence", "sun")
    assert (game.field(), game.field(1)) == ("pestilence", "leo")


def test_r53_hierophant_lasts_until_the_next_turn_even_when_it_left() -> None:
    game = play(3, F0="sun moon", H0="hierophant", H1="strength", H2="war", N="leo fool").say("hierophant")
    game.say("strength", "hierophant", seat=1)
    assert game.field() == "sun moon hierophant"
    assert game.t.shields == [{"owner": 0, "source": "hierophant"}]
    game.say("draw", seat=2)
    assert game.t.shields == []


def test_r53_hierophant_does_not_hinder_the_own_field_limit() -> None:
    game = play(3, F0="sun moon star fool virgo", H0="hierophant", N="leo").say("hierophant", "sun")
    assert game.field() == "moon star fool virgo hierophant"


def test_r67_moon_takes_the_token_away() -> None:
    game = play(3, F1="aegis star", H0="moon", tokens={"aegis_token": "star"}, N="leo").say("moon", "star")
    assert game.t.tokens == {}
    assert game.hand(1) == "star"  # drawn at once by seat 1


def test_r68_lovers_replayed_choose_anew() -> None:
    game = play(3, H0="lovers", beloved=2, N="leo")
    assert game.t.beloved is None
    assert game.say("lovers", "seat-2").t.beloved == 1


def test_r70_an_effect_goes_on_when_its_card_leaves() -> None:
    game = play(3, F1="sun leo", F2="star moon", H0="pestilence", N="fool").say("pestilence").say("sun", seat=1).say("star", seat=2)
    assert [event["card"] for event in game.happened("buried")] == ["pestilence", "sun", "star"]
