"""Tests of Fate's turn: three actions, blocked paths, a win before the third action, and undo."""

from __future__ import annotations

import pytest

from games.rules.errors import Illegal, NotAsked, RulesError
from tests.rules.tempting_fate.build import FATE, QUERENT, at, paths, play, started


def test_t4_token_cannot_be_removed_where_none_lies() -> None:
    session = started()
    with pytest.raises(Illegal) as refused:
        session.answer(FATE, "remove>1")
    assert (refused.value.code, refused.value.rule) == ("no_token", "R5")


def test_t5_turn_goes_on_until_three_actions_are_made() -> None:
    session = at("waves waves")
    play(session, "star>1", "deck>2")
    assert session.waiting_for == (FATE,)
    assert paths(session)[:2] == ["waves waves", ""]
    play(session, "circle>2")
    assert session.waiting_for == (QUERENT,)
    assert paths(session)[:2] == ["waves waves star", "circle? circle"]
    with pytest.raises(NotAsked):
        session.answer(FATE, "cross>1")


def test_r2_new_card_becomes_the_outermost() -> None:
    session = at("waves star!")
    play(session, "cross>1", "circle>1", "square>2")
    assert paths(session)[0] == "waves star! cross circle"


def test_r3_nothing_is_placed_on_a_path_with_tokens() -> None:
    session = at("waves star!2")
    with pytest.raises(Illegal) as refused:
        session.answer(FATE, "cross>1")
    assert (refused.value.code, refused.value.rule) == ("path_blocked", "R3")
    with pytest.raises(Illegal):
        session.answer(FATE, "deck>1")


def test_r4_same_path_may_take_all_three_actions() -> None:
    session = at("waves waves")
    play(session, "star>1", "cross>1", "deck>1")
    assert paths(session)[0] == "waves waves star cross circle?"


def test_t7_path_freed_of_its_last_token_can_be_used_in_the_same_turn() -> None:
    session = at("waves star!1")
    play(session, "remove>1", "cross>1", "circle>1")
    assert paths(session)[0] == "waves star! cross circle"


def test_r5_one_action_removes_one_token() -> None:
    session = at("waves star!4", "cross cross!1")
    play(session, "remove>1", "remove>2", "remove>1")
    assert paths(session)[:2] == ["waves star!2", "cross cross!"]


def test_r6_card_stays_face_up_when_its_tokens_are_gone_and_it_is_covered() -> None:
    session = at("waves star!1", phase="fate", querent_hand="wands-04")
    play(session, "remove>1", "circle>1", "cross>2")
    assert paths(session)[0] == "waves star! circle"
    play(session, "wands-04>1")
    assert paths(session)[0] == "waves star!"


def test_t22_sixth_card_wins_with_two_actions_unused() -> None:
    session = at("waves waves waves waves waves")
    told = play(session, "star>1")
    assert session.result is not None
    assert (session.result.ranks, session.result.reason) == ((1, 2), "path_complete")
    assert [event["kind"] for event in told] == ["placed", "game_over"]


def test_t6_no_action_follows_the_winning_one() -> None:
    session = at("", "", "", "circle circle circle circle circle")
    play(session, "deck>4")
    assert session.result is not None
    with pytest.raises(NotAsked) as refused:
        session.answer(FATE, "star>4")
    assert refused.value.code == "game_over"


def test_e8_token_removed_and_two_cards_placed_win() -> None:
    session = at("", "", "", "", "waves circle square star!1")
    assert session.view(None).table["need"][4] == 3
    play(session, "remove>5", "circle>5", "deck>5")
    assert session.result is not None
    assert session.result.winners == (FATE,)


def test_r17_path_of_five_is_not_too_long() -> None:
    session = at("waves waves waves waves")
    play(session, "star>1", "cross>2", "circle>2")
    assert session.result is None


def test_house_rule_moves_the_limit() -> None:
    session = at("waves waves waves", path_limit=3)
    play(session, "star>1")
    assert session.result is not None


def test_r18_fate_draws_to_five_at_the_end_of_her_turn_only() -> None:
    session = at("waves waves", zener_deck="star square waves cross")
    play(session, "circle>1", "cross>2")
    assert session.view(FATE).table["hand"] == ["waves", "square", "star"]
    play(session, "deck>2")
    t = session.table
    assert (sorted(t.fate_hand), t.zener_deck) == (["square", "square", "star", "waves", "waves"], ["cross"])


def test_t23_empty_deck_offers_no_unseen_card_and_refills_nothing() -> None:
    session = at("waves waves", zener_deck="")
    decision = session.decision(FATE)
    assert decision is not None
    assert not any(token.startswith("deck") for token in decision.tokens)
    with pytest.raises(Illegal) as refused:
        session.answer(FATE, "deck>1")
    assert refused.value.code == "deck_empty"
    play(session, "circle>1", "cross>1", "waves>2")
    assert sorted(session.table.fate_hand) == ["square", "star"]


def test_t23_fate_who_cannot_act_loses_at_once() -> None:
    session = at("waves waves", "square star!2", fate_hand="", zener_deck="")
    assert session.result is not None
    assert (session.result.winners, session.result.reason) == ((QUERENT,), "fate_cannot_act")


def test_r16_three_tokens_are_enough_to_act_without_any_card() -> None:
    session = at("waves waves", "square star!3", fate_hand="", zener_deck="")
    play(session, "remove>2", "remove>2", "remove>2")
    assert paths(session)[1] == "square star!"
    assert session.waiting_for == (QUERENT,)


def test_r16_too_few_actions_still_allow_a_win() -> None:
    session = at("waves waves waves waves waves", "square star!1", fate_hand="circle", zener_deck="")
    decision = session.decision(FATE)
    assert decision is not None
    assert decision.tokens == ("circle>1", "remove>2")
    session.answer(FATE, "remove>2")
    decision = session.decision(FATE)
    assert decision is not None
    assert decision.tokens == ("circle>1",)
    with pytest.raises(Illegal) as refused:
        session.answer(FATE, "circle>3")
    assert (refused.value.code, refused.value.rule) == ("must_win", "R16")
    session.answer(FATE, "circle>1")
    assert session.result is not None


def test_r16_win_that_needs_its_own_token_removed_counts_as_in_reach() -> None:
    session = at("waves waves waves waves star!1", fate_hand="", zener_deck="circle")
    assert session.decision(FATE) is not None
    play(session, "remove>1", "deck>1")
    assert session.result is not None
    assert session.result.winners == (FATE,)


def test_r16_a_win_out_of_reach_does_not_save_fate() -> None:
    session = at("waves waves waves waves star!2", fate_hand="", zener_deck="circle", path_limit=6)
    session.answer(FATE, "remove>1")
    assert session.result is None
    lost = at("waves waves waves waves star!1", fate_hand="", zener_deck="circle", path_limit=6)
    assert lost.result is not None
    assert lost.result.reason == "fate_cannot_act"


def test_turn_can_be_taken_back_until_it_is_over() -> None:
    session = at("waves waves")
    session.answer(FATE, "deck>1")
    session.answer(FATE, "star>1")
    back = session.game.resume(session.undone(FATE))
    assert back.view(FATE).table["paths"][0][-1] == {"face": None, "up": False, "source": "deck", "tokens": 0}
    session.answer(FATE, "cross>1")
    with pytest.raises(RulesError):
        session.undone(FATE)


def test_card_that_is_not_in_the_hand_cannot_be_placed() -> None:
    session = at("waves waves", fate_hand="circle circle star")
    with pytest.raises(Illegal) as refused:
        session.answer(FATE, "square>1")
    assert refused.value.code == "not_in_hand"


def test_hand_card_can_be_placed_as_often_as_it_is_held() -> None:
    session = at("waves waves", fate_hand="circle circle star")
    play(session, "circle>1", "circle>1")
    with pytest.raises(Illegal):
        session.answer(FATE, "circle>1")


def test_path_that_does_not_exist_is_named() -> None:
    with pytest.raises(Illegal) as refused:
        at("waves waves").answer(FATE, "star on path 6")
    assert refused.value.code == "no_such_path"
