"""Tests of situations in which several rules apply, derived by hand from the text."""

from __future__ import annotations

from games.rules.tempting_fate import GAME
from tests.rules.tempting_fate.build import FATE, QUERENT, at, paths, play


def test_r6_r11_the_fool_on_an_open_card_without_tokens_leaves_the_path_free() -> None:
    """The circle was turned up before and has lost its tokens: the Fool turns no card, adds no token and does not block the path."""
    session = at("waves circle!", phase="attack", querent_hand="major-00 coins-01")
    play(session, "major-00>1")
    assert paths(session)[0] == "waves circle!"
    assert "star>1" in session.questions[0].tokens


def test_r7_r11_the_fool_finishes_a_card_that_only_immunity_has_saved() -> None:
    """Waves with three tokens, immune to Cups: the next card of another suit extinguishes them, even one without points."""
    session = at("star waves", phase="attack", querent_hand="cups-03 major-00 coins-01", turn=2)
    play(session, "cups-03>1", "star>2", "cross>2", "deck>2")
    assert paths(session)[0] == "star waves!3"
    told = play(session, "major-00>1")
    assert told[0]["extinguished"]
    assert paths(session)[0] == "star"


def test_r10_r18_fate_draws_the_card_that_the_fool_sent_back_when_her_deck_was_empty() -> None:
    session = at(
        "star circle", "waves waves", phase="attack", querent_hand="major-00 coins-01", fate_hand="cross cross cross", zener_deck=""
    )
    play(session, "major-00>1")
    assert "deck>1" in session.questions[0].tokens
    play(session, "cross>1", "cross>2", "cross>2")
    assert (session.table.fate_hand, session.table.zener_deck) == (["circle"], [])


def test_r10_an_unseen_card_that_was_sent_back_may_be_laid_unseen_again() -> None:
    session = at("star circle?", "waves waves", phase="attack", querent_hand="major-00 coins-01", fate_hand="cross cross", zener_deck="")
    play(session, "major-00>1", "deck>1", "cross>2", "cross>2")
    assert paths(session)[0] == "star circle?"
    assert GAME.resume(session.position).view(FATE).table["paths"][0][1]["face"] is None


def test_r5_r16_fate_may_have_to_spend_her_turn_on_tokens_and_then_cannot_act() -> None:
    """Three tokens, no card: three times remove. The querent's next card leaves one token, which is not three actions."""
    session = at("waves star!3", phase="fate", fate_hand="", zener_deck="", querent_hand="coins-01 coins-02")
    play(session, "remove>1", "remove>1", "remove>1")
    play(session, "coins-01>1")
    assert session.result is not None
    assert (session.result.reason, session.result.ranks) == ("fate_cannot_act", (2, 1))


def test_r16_with_too_few_actions_only_the_path_in_reach_may_be_touched() -> None:
    """One card and one token: remove and place on path 2 wins; path 1 is free but too short, and path 3 cannot win."""
    session = at("waves", "star star star star star!1", "circle circle", fate_hand="cross", zener_deck="")
    assert session.questions[0].tokens == ["remove>2"]
    play(session, "remove>2")
    assert session.questions[0].tokens == ["cross>2"]
    play(session, "cross>2")
    assert session.result is not None
    assert session.result.reason == "path_complete"


def test_r16_with_one_card_more_than_the_win_needs_it_may_go_anywhere_first() -> None:
    """Two actions are possible and one wins: the other is allowed before it, but not instead of it."""
    session = at("star star star star star", "circle", fate_hand="cross", zener_deck="waves")
    assert "cross>2" in session.questions[0].tokens
    play(session, "cross>2")
    assert session.questions[0].tokens == ["deck>1"]
    play(session, "deck>1")
    assert session.table.finished[-1]["winner"] == FATE


def test_r20_r22_the_last_card_of_a_path_wins_though_the_clock_runs_out_on_a_tie() -> None:
    """The fourth exact kill makes eight discards, more than seven, with equal points; but a path is empty."""
    session = at(
        "circle", "star star", phase="attack", short_game=7, querent_hand="cups-01 coins-01",
        zener_discard="circle circle circle", tarot_discard="wands-01 swords-01 cups-06",
    )  # fmt: skip
    play(session, "cups-01>1")
    assert session.result is not None
    assert (session.result.reason, session.result.winners) == ("path_extinguished", (QUERENT,))


def test_r19_r10_a_querent_whose_last_card_is_the_fool_has_lost_unless_it_empties_a_path() -> None:
    for path, reason in (("star star", "querent_exhausted"), ("star", "path_extinguished")):
        session = at(path, "waves waves", phase="attack", querent_hand="major-00", tarot_deck="")
        play(session, "major-00>1")
        assert session.result is not None
        assert session.result.reason == reason


def test_r29_who_leads_the_match_and_resigns_the_second_game_loses_it() -> None:
    session = at("circle", "star star", phase="attack", querent_hand="cups-01 coins-01", mode="match")
    play(session, "cups-01>1")
    assert (session.table.game, session.table.fate) == (2, QUERENT)
    result = GAME.concede(session.table, QUERENT)
    assert result is not None
    assert result.winners == (FATE,)
