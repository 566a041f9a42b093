"""Tests of the ends of a game, the order in which they are checked, and the short game."""

from __future__ import annotations

import pytest

from games.rules.tempting_fate.tarot import FOOL
from tests.rules.tempting_fate.build import FATE, QUERENT, at, paths, play, started


def ended(session: object) -> tuple[int, str] | None:
    """(winner, reason), or None while the game runs."""
    result = session.result  # type: ignore[attr-defined]
    return None if result is None else (result.winners[0], result.reason)


def test_t20_last_card_of_a_path_wins_before_the_querent_draws() -> None:
    session = at("circle", "waves waves", phase="attack", querent_hand="cups-02", tarot_deck="cups-03 cups-04", short_game=4)
    play(session, "cups-02>1")
    assert ended(session) == (QUERENT, "path_extinguished")
    assert (session.table.querent_hand, session.table.tarot_deck) == ([], ["cups-03", "cups-04"])


def test_r1_unused_paths_are_no_win() -> None:
    session = at("circle circle", phase="attack", querent_hand="cups-02 cups-03")
    play(session, "cups-02>1")
    assert (paths(session), ended(session)) == (["circle", "", "", "", ""], None)


def test_t26_querent_without_any_card_loses() -> None:
    session = at("circle circle", "cross cross", phase="attack", querent_hand="cups-02", tarot_deck="")
    play(session, "cups-02>1")
    assert ended(session) == (FATE, "querent_exhausted")


def test_r19_querent_may_win_with_the_last_card() -> None:
    session = at("circle", "cross cross", phase="attack", querent_hand="cups-02 cups-03", tarot_deck="")
    play(session, "cups-02>1")
    assert ended(session) == (QUERENT, "path_extinguished")


def test_r19_deck_without_hand_is_not_out_of_cards() -> None:
    session = at("circle circle", "cross cross", phase="attack", querent_hand="cups-02", tarot_deck="cups-03")
    play(session, "cups-02>1")
    assert (ended(session), session.table.querent_hand) == (None, ["cups-03"])


def test_r19_both_out_of_cards_is_a_win_of_fate() -> None:
    session = at("circle circle", "cross", phase="attack", querent_hand="cups-02", tarot_deck="", fate_hand="", zener_deck="")
    play(session, "cups-02>1")
    assert ended(session) == (FATE, "querent_exhausted")


def test_r19_fate_without_cards_is_not_out_while_a_path_stands() -> None:
    session = at("circle circle", "cross star!4", phase="attack", fate_hand="", zener_deck="", querent_hand="cups-02 cups-03")
    play(session, "cups-02>1")
    assert (ended(session), session.waiting_for) == (None, (FATE,))


@pytest.mark.parametrize(("limit", "over"), [(8, False), (7, True)])
def test_t27_r21_short_game_ends_when_the_discards_are_more_than_agreed(limit: int, over: bool) -> None:
    session = at(
        "circle circle",
        phase="attack",
        querent_hand="cups-06 cups-01",
        zener_discard="circle circle circle",
        tarot_discard="cups-11 swords-01 wands-01",
        short_game=limit,
    )
    play(session, "cups-06>1")
    assert (ended(session) is not None) is over


def test_e9_r20_tie_of_the_discards_is_a_win_of_fate() -> None:
    session = at(
        "circle circle",
        phase="attack",
        querent_hand="cups-06 cups-01",
        zener_discard="circle circle circle",
        tarot_discard="cups-11 swords-01 wands-01",
        short_game=7,
    )
    play(session, "cups-06>1")
    assert ended(session) == (FATE, "short_game")


def test_e9_r20_one_wasted_point_makes_it_the_querents() -> None:
    session = at(
        "circle circle",
        phase="attack",
        querent_hand="cups-07 cups-01",
        zener_discard="circle circle circle",
        tarot_discard="cups-11 swords-01 wands-01",
        short_game=7,
    )
    play(session, "cups-07>1")
    assert ended(session) == (QUERENT, "short_game")


def test_t28_r21_fool_counts_as_a_discard_and_the_returned_card_does_not() -> None:
    session = at(
        "circle circle",
        phase="attack",
        querent_hand=f"{FOOL} cups-01",
        zener_discard="circle",
        tarot_discard="cups-11 swords-06",
        short_game=4,
    )
    play(session, f"{FOOL}>1")
    assert ended(session) is None
    assert len(session.table.zener_discard) + len(session.table.tarot_discard) == 4


def test_r22_querent_without_cards_is_judged_before_the_count() -> None:
    spent = "cups-01 cups-02 cups-03"
    session = at("circle circle", "cross cross", phase="attack", querent_hand="cups-10", tarot_deck="", tarot_discard=spent, short_game=4)
    play(session, "cups-10>1")
    assert ended(session) == (FATE, "querent_exhausted")


def test_r27_result_of_a_single_game_names_a_winner_and_games_won() -> None:
    session = at("circle", phase="attack", querent_hand="cups-02")
    play(session, "cups-02>1")
    assert session.result is not None
    assert (session.result.ranks, session.result.scores, session.result.drawn) == ((2, 1), (0, 1), False)


def test_r29_resigning_gives_everything_to_the_opponent() -> None:
    session = started(mode="match")
    result = session.game.concede(session.table, FATE)
    assert result is not None
    assert (result.ranks, result.reason) == ((2, 1), "resigned")


def test_r31_discards_stay_where_they_are() -> None:
    session = at("circle circle", "cross cross", phase="attack", querent_hand="cups-02 cups-03", tarot_deck="", tarot_discard="wands-01")
    play(session, "cups-02>1")
    assert (session.table.tarot_discard, session.table.tarot_deck, session.table.querent_hand) == (["wands-01", "cups-02"], [], ["cups-03"])
