"""Tests of combinations of cards: situations that no paragraph of the rules names, derived from the paragraphs that apply."""

from __future__ import annotations

from tests.rules.fate_foretold.build import play


def test_r35_r58_phoenix_and_its_copy_buried_together_both_return() -> None:
    """The table before the event counts: when both are to be buried, the copy is still a copy."""
    game = play(3, F1="phoenix doppelganger", H0="calamity", N="moon", tokens={"doppelganger_token": "phoenix"})
    game.say("calamity", "seat-2")
    assert game.field(1) == ""
    assert set(game.hand(1).split()) >= {"phoenix", "doppelganger"}
    assert game.happened("buried") == []


def test_r35_copy_of_virgo_can_be_buried_once_virgo_has_left() -> None:
    tokens = {"doppelganger_token": "virgo"}
    safe = play(3, F1="virgo doppelganger", H0="strength", N="sun", tokens=dict(tokens)).say("strength", "doppelganger")
    assert safe.field(1) == "virgo doppelganger"
    game = play(3, F1="virgo doppelganger", H0="moon", H2="strength", N="sun star leo war", tokens=tokens).say("moon", "virgo")
    game.say("draw", seat=1).say("strength", "doppelganger", seat=2)
    assert (game.t.tokens, game.field(1)) == ({}, "")


def test_r35_copy_of_taurus_protects_the_constellations_beside_the_copy() -> None:
    game = play(3, F1="leo sun doppelganger", F2="taurus", H0="strength", N="moon", tokens={"doppelganger_token": "taurus"}).say("strength")
    assert game.asked() == "sun doppelganger"


def test_r31_r34_aegis_token_goes_with_its_card_to_another_field_and_still_protects() -> None:
    game = play(3, F0="aegis star", F1="fool", H0="devil", H2="strength", N="sun moon oracle hermit", tokens={"aegis_token": "star"})
    game.say("devil", "star")
    assert (game.field(0), game.field(1)) == ("aegis fool devil", "star")
    game.say("draw", seat=1).say("strength", "star", seat=2)
    assert game.field(1) == "star"
    assert game.happened("prevented") == [{"what": "bury", "card": "aegis", "of": "star"}]


def test_r53_r27_shielded_player_still_chooses_for_death_and_loses_nothing() -> None:
    shields = [{"owner": 1, "source": "hierophant"}]
    game = play(3, F0="sun star", F1="leo fool tower oracle", H0="death", N="moon", shields=shields).say("death")
    assert game.asked(1) == "leo fool tower oracle"
    game.say("leo fool tower", seat=1)
    assert game.field(1) == "leo fool tower oracle"
    assert game.happened("prevented") == [{"what": "bury", "card": "hierophant", "of": "oracle"}]


def test_pisces_hears_a_mirrored_discard_because_the_lovers_cause_it() -> None:
    """R9: P0's discard for the hand limit is not the effect of a card, but the discard that The Lovers then cause for P1 is; the draw
    of Pisces is mirrored like any other.
    """
    nest = "oracle virgo hermit leo strength forge taurus cancer"
    game = play(3, F0="lovers", F1="pisces", H0="sun moon star devil war", H1="fool tower", N=nest, beloved=1)
    game.say("draw", "sun moon").say("fool tower", seat=1)
    assert game.hand(0) == "star devil war oracle hermit forge cancer"
    assert game.hand(1) == "virgo leo strength taurus"


def test_pisces_answers_an_ouroboros_with_one_card_more() -> None:
    game = play(3, F0="pisces", H0="ouroboros sun", N="moon star devil war fool tower").say("ouroboros")
    assert game.hand() == "star devil war fool"


def test_r48_famine_lets_the_draw_step_through_and_stops_what_it_would_bring() -> None:
    game = play(3, F0="lovers harvest", F1="famine", H1="sun", N="strength moon", beloved=1)
    assert (game.hand(0), game.hand(1)) == ("strength", "sun")
    game.say("reveal")
    assert game.hand(0) == "strength"
    assert [event["what"] for event in game.happened("prevented")] == ["draw", "draw"]


def test_r48_third_eye_under_famine_discards_and_draws_nothing() -> None:
    game = play(3, F1="famine", H0="third_eye", H2="sun moon", N="star").say("third_eye", "seat-3", "sun")
    assert game.hand(2) == "moon"
    assert game.happened("prevented") == [{"what": "draw", "card": "famine"}]


def test_r36_the_angel_put_into_a_hand_is_not_drawn_and_put_onto_a_field_not_played() -> None:
    assert play(3, H0="magician", N="sun angel moon star").say("magician", "angel").hand() == "sun angel"
    assert play(3, H0="oracle", N="sun angel moon").say("oracle", "heart").hand() == "sun angel"
    game = play(3, H0="star", N="sun angel moon").say("star")
    assert (game.field(), game.hand()) == ("star angel", "sun")


def test_r37_chariot_revealed_in_convergence_plays_nothing_from_the_stack() -> None:
    game = play(3, F0="virgo aegis harvest forge", sigils="king queen knight", H0="sun moon", N="chariot")
    game.say("nest")
    assert game.field() == "virgo aegis harvest forge chariot"
    assert game.happened("played") == [{"seat": 0, "card": "chariot"}]
    assert game.hand() == "sun moon"


def test_ouroboros_revealed_in_convergence_renews_the_stack_unseen() -> None:
    game = play(3, F0="gemini emperor magician", sigils="king queen knight", H0="moon star", N="ouroboros virgo leo strength tower")
    game.say("nest")
    assert game.hand() == "virgo leo strength"
    assert game.session.view(0).table["hand"] is None
    assert all("cards" not in told for told in game.own(0, "drawn"))


def test_gift_to_a_player_in_convergence_lies_unseen_on_top_of_the_stack() -> None:
    game = play(3, F1="gemini hermit magician labyrinth", sigils="queen king knight", H0="empress sun", H1="moon star", N="war fool devil")
    game.say("empress", "sun", "seat-2")
    assert game.t.hands[1][-1] == "sun"
    assert all("card" not in told for told in game.own(1, "given"))


def test_musician_may_complete_a_convergence_in_the_end_step() -> None:
    """The hand becomes a stack at once: The Musician's second use finds no hand, and the hand limit takes cards from the bottom
    without a question.
    """
    hand = "temperance war alchemist jester star strength tower"
    game = play(3, F0="musician sun empress devil hermit", sigils="king queen knight", H0=hand, N="leo")
    game.say("temperance", "hermit", "war", "temperance")
    assert game.t.aligned[0] == ["heart"]
    assert game.field() == "musician sun empress devil war"
    assert game.hand() == "jester star strength tower leo"
    assert game.bottom(3) == "hermit temperance alchemist"


def test_the_fourth_horse_put_by_the_musician_at_the_end_is_the_apocalypse() -> None:
    """The field limit is enforced before the check for the four Horses (R8); the triggers it causes resolve in between."""
    game = play(3, F0="musician war famine pestilence sun", H0="colossus death", N="moon")
    game.say("colossus", "sun", "death", "colossus", "none")
    assert game.session.result is not None
    assert game.session.result.reason == "apocalypse"


def test_r52_skip_meant_for_a_reveal_takes_the_play_step_when_the_convergence_is_lost_before() -> None:
    sigils = "queen king knight ten"
    game = play(4, active=3, F1="gemini magician labyrinth", sigils=sigils, H0="strength", H1="star", H3="emperor", N="sun war devil fool")
    game.say("emperor", "seat-2", seat=3).say("strength", "gemini")
    assert game.happened("skipped") == [{"seat": 1}]
    assert game.hand(1) == "star devil"
    assert (game.t.active, game.t.skips) == (2, [False] * 4)


def test_libra_and_its_copy_buried_together_are_silent() -> None:
    game = play(3, F1="libra doppelganger", H0="calamity", N="moon", tokens={"doppelganger_token": "libra"}).say("calamity", "seat-2")
    assert game.field(1) == ""
    assert game.kind(1) == "main"


def test_metamorphosis_playing_the_wanderer_can_win() -> None:
    game = play(3, F0="sun", H0="metamorphosis", N="moon wanderer", rest=False).say("metamorphosis")
    assert game.session.result is not None
    assert (game.session.result.reason, list(game.session.result.winners)) == ("twist", [0])


def test_r54_colossus_does_not_crowd_its_own_field_and_its_copy_crowds_its_owner_too() -> None:
    game = play(3, F0="colossus", F1="doppelganger", N="moon", tokens={"doppelganger_token": "colossus"})
    assert [player["limit"] for player in game.session.view(None).table["players"]] == [4, 4, 4]
    assert [p["limit"] for p in play(3, F0="colossus", N="moon").session.view(None).table["players"]] == [5, 4, 4]


def test_cap1_musician_beside_capricorn_feeds_the_nest() -> None:
    game = play(3, F0="musician sun", F1="capricorn fool", H0="war devil", N="moon").say("war", "fool", "sun", "devil")
    assert (game.field(), game.bottom(3)) == ("musician war", "fool sun devil")
