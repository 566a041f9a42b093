"""Tests of the rulings on single cards, from The Aegis to The Lovers (scenarios 34 to 55)."""

from __future__ import annotations

from tests.rules.fate_foretold.build import play


def test_t34_aeg1_aegis_and_protected_card_buried_together() -> None:
    game = play(3, F0="aegis tower virgo", H1="calamity", active=1, tokens={"aegis_token": "tower"}, N="leo")
    game.say("calamity", "seat-1", "aegis tower", seat=1)
    assert game.field() == "tower virgo"
    assert game.t.tokens == {}


def test_t35_aegis_token_stops_a_burial() -> None:
    game = play(3, F1="aegis star", H0="strength", tokens={"aegis_token": "star"}, N="leo").say("strength", "star")
    assert game.field(1) == "aegis star"
    assert game.happened("prevented") == [{"what": "bury", "card": "aegis", "of": "star"}]


def test_t36_aeg2_token_leaves_with_the_aegis() -> None:
    game = play(3, F1="aegis star", H0="strength", tokens={"aegis_token": "star"}, N="leo").say("strength", "aegis")
    assert game.t.tokens == {}


def test_t38_ari1_aries_triggers_once() -> None:
    game = play(3, F0="aries pisces", H0="sun moon star fool leo", N="tower devil").say("leo")
    game.say("sun moon")
    assert game.hand() == "star fool tower devil"
    assert game.t.active == 1


def test_t39_can1_three_is_not_more_than_three() -> None:
    game = play(3, F0="cancer", H1="sun moon star", H2="fool devil tower leo", N="hermit", lots={"card": [2]})
    assert game.hand(1) == "sun moon star"
    assert game.hand(2) == "fool devil leo"
    assert game.happened("discarded") == [{"seat": 2, "cards": ["tower"]}]


def test_cancer_takes_the_bottom_card_of_a_stack() -> None:
    game = play(3, F0="cancer", F1="leo chariot devil fool sagittarius", H1="sun moon star tower", N="hermit")
    assert game.hand(1) == "moon star tower"


def test_t40_cap1_angel_star_forge_oracle_and_alchemist_feed_the_nest() -> None:
    game = play(3, F1="capricorn", N="angel")
    assert (game.field(), game.bottom()) == ("", "angel")
    game = play(3, F1="capricorn", H0="star", N="moon leo").say("star")
    assert (game.field(), game.bottom()) == ("star", "leo")
    game = play(3, F1="capricorn", H0="forge strength", N="moon").say("forge", "strength")
    assert (game.field(), game.bottom()) == ("forge", "strength")
    game = play(3, F1="capricorn", H0="oracle", N="moon leo").say("oracle", "heart")
    assert (game.field(), game.bottom()) == ("oracle", "leo")
    game = play(3, F0="sun", F1="capricorn", H0="alchemist strength", N="moon").say("alchemist", "strength")
    assert (game.field(), game.hand(), game.bottom()) == ("alchemist", "moon sun", "strength")


def test_t41_angel_drawn() -> None:
    game = play(3, H0="sun", N="angel")
    assert (game.field(), game.hand()) == ("angel", "sun")


def test_angel_played_draws_a_card() -> None:
    assert play(3, H0="angel", N="moon star").say("angel").hand() == "moon star"


def test_t42_r60_dan1_dancer_gives_to_a_random_player_who_may_be_anybody() -> None:
    for lot, taker in enumerate((0, 1, 2)):
        game = play(3, F1="sun leo", H0="dancer", N="moon", lots={"player": [lot]}).say("dancer", "sun")
        assert [("sun" in game.field(seat).split()) for seat in range(3)] == [seat == taker for seat in range(3)]


def test_t44_dop1_doppelganger_or_host_leaving_takes_the_token() -> None:
    tokens = {"doppelganger_token": "leo"}
    game = play(3, F1="leo doppelganger", H0="strength", tokens=tokens, N="moon").say("strength", "doppelganger")
    assert game.t.tokens == {}
    game = play(3, F1="leo doppelganger", H0="strength", tokens=tokens, N="moon").say("strength", "leo")
    assert game.t.tokens == {}
    assert game.session.view(None).table["players"][1]["counts"] == {"heart": 1, "mind": 0, "body": 0, "soul": 1}


def test_t45_doppelganger_on_virgo_cannot_be_buried() -> None:
    tokens = {"doppelganger_token": "virgo"}
    game = play(3, F1="doppelganger sun", F2="virgo", H0="strength", tokens=tokens, N="moon").say("strength", "doppelganger")
    assert game.field(1) == "doppelganger sun"


def test_t46_dea1_unburiable_cards_need_not_be_kept() -> None:
    game = play(3, F0="virgo star sun moon leo", H1="death", active=1, N="fool").say("death", seat=1).say("star sun moon")
    assert game.field() == "virgo star sun moon"


def test_dea2_constellations_beside_taurus_cannot_be_kept() -> None:
    game = play(3, F0="taurus leo sun moon star fool", H1="death", active=1, N="hermit").say("death", seat=1)
    assert game.asked() == "sun moon star fool"
    game = play(3, F0="taurus leo sun", H1="death", active=1, N="hermit").say("death", seat=1)
    assert game.field() == "sun"


def test_t48_ins1_ins2_insight() -> None:
    game = play(3, H0="insight", H1="sun", N="moon").say("insight")
    assert game.asked() == "seat-2 seat-3"
    game.say("seat-2")
    assert game.asked() == "heart mind body soul"
    game.say("soul")
    assert game.hand() == "moon sun"
    game = play(3, H0="insight", H1="sun", N="moon").say("insight", "seat-2", "body")
    assert (game.hand(), game.hand(1).split()[0]) == ("moon", "sun")


def test_t49_libra_buried_by_another_player() -> None:
    game = play(3, F0="sun", F1="libra", H0="strength", N="moon").say("strength")
    assert game.asked(1) == "sun strength none"
    game.say("strength", seat=1)
    assert game.field() == "sun"


def test_t50_lib1_libra_buried_with_others_is_silent_alone_at_the_limit_it_is_not() -> None:
    game = play(3, F0="libra star sun moon leo", H1="death", active=1, N="fool").say("death", seat=1).say("star sun moon")
    assert game.kind() != "may_bury"
    game = play(3, F0="libra star sun virgo moon", H0="hermit", F1="fool", N="tower").say("hermit", "libra")
    assert game.kind() == "may_bury"


def test_libra_copied_by_doppelganger_triggers_for_the_copy_alone() -> None:
    tokens = {"doppelganger_token": "libra"}
    game = play(3, F1="doppelganger", F2="libra", H0="strength", tokens=tokens, N="moon").say("strength", "doppelganger")
    assert game.kind(1) == "may_bury"
    assert game.t.queue == []


def test_t51_lovers_draw_together() -> None:
    game = play(3, F0="lovers", beloved=1, H0="sun", N="moon star fool devil").say("draw")
    assert game.hand() == "sun moon fool leo"  # the last one with seat 1's own draw
    assert game.hand(1) == "star devil aries"


def test_t52_t53_lov1_lov2_self_love_draws_two_for_one() -> None:
    game = play(3, F0="lovers", beloved=0, H0="sun", N="moon star fool")
    assert game.hand() == "sun moon star"


def test_lov1_beloved_stays_when_the_lovers_change_hands() -> None:
    game = play(3, F0="lovers", beloved=1, H1="witch", F1="sun", active=1, N="moon").say("witch", seat=1)
    assert game.field(1) == "witch lovers"
    assert game.t.beloved == 1


def test_lov2_self_love_discards_two_for_one() -> None:
    game = play(3, F0="lovers", F1="aries", beloved=0, H0="sun moon star fool", H2="leo", active=2, N="hermit").say("draw", seat=2)
    assert game.kind() == "discard"
    game.say("sun")
    game.say("moon")
    assert game.hand().startswith("star fool")
    assert game.happened("mirrored")[0]["seats"] == [0, 0]


def test_t54_lov3_aries_first_then_the_lovers() -> None:
    game = play(
        3, F0="lovers", F2="aries", beloved=1, H0="sun moon star fool devil", H1="tower leo virgo dancer war emperor", active=2, N="hermit"
    )
    game.say("draw", seat=2)
    game.say("sun moon").say("tower leo virgo", seat=1)
    assert game.session.waiting_for == (1,)  # seat 0 has three left and discards all three
    game.say("dancer war", seat=1)
    assert [event["cards"] for event in game.happened("discarded")] == [
        ["sun", "moon"], ["tower", "leo", "virgo"], ["star", "fool", "devil"], ["dancer", "war"],
    ]  # fmt: skip


def test_t55_sun_with_lovers() -> None:
    game = play(3, F0="lovers", beloved=1, H0="sun", N="leo fool moon star hermit devil tower aries").say("sun")
    drawn = [(event["seat"], event["n"]) for event in game.happened("drawn")]
    # Draw step and its mirror; everybody one; you one; the mirrors of both.
    assert drawn[:8] == [(0, 1), (1, 1), (0, 1), (1, 1), (2, 1), (0, 1), (0, 1), (1, 1)]
    assert drawn[8] == (1, 1)
