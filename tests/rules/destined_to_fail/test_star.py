"""Tests of the Star cards: Double Prophecy, Echoes, Collapse (Starlight: test_powers). T15, T16, T22, E8, R6, R16, R30, R32."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.contract import Event
from games.rules.destined_to_fail.table import Destiny
from games.rules.errors import Ambiguous, Illegal
from games.rules.session import Session
from tests.rules.destined_to_fail.build import NO_TRUMP, A, B, C, D, begin, dealt, die, kinds, only, say, tokens
from tests.rules.destined_to_fail.test_sun import FOUR, ROW


def doubled(first: list[int], second: list[int], **more: Any) -> Session[Destiny]:
    return dealt("double_prophecy", FOUR, ROW, tokens=first, second=second, **more)


def echoes(*plays: tuple[int, str], **more: Any) -> tuple[Session[Destiny], list[Event]]:
    hands = ["sun-2 eyes-4 orb moon-1", "sun-1 eyes-1 moon-2 star-1", "sun-3 eyes-2 orb moon-3"]
    session = begin(hands, "echoes_of_the_future", auto_forced=False, **more)
    return session, say(session, *plays)


def test_r6_everybody_keeps_one_of_two_tokens() -> None:
    session = doubled([0, 1, 2, 0], [1, 2, 0, 2])
    assert session.table.offers == [[0, 1], [1, 2], [0, 2], [0, 2]]
    assert (tokens(session, A), tokens(session, D)) == (["keep-0", "keep-1"], ["keep-0", "keep-2"])
    say(session, (A, "keep-1"), (B, "keep-2"), (C, "keep-0"), (D, "keep-2"))
    assert session.table.tokens == [1, 2, 0, 2]
    assert session.table.bag == [0, 0, 0, 1, 1, 1, 2, 2]


def test_r6_the_second_tokens_are_drawn_clockwise_from_the_leader() -> None:
    session = doubled([0, 1, 2, 0], [1, 2, 0, 2], leader=C)
    assert session.table.offers == [[0, 1], [1, 2], [0, 2], [0, 2]]


def test_r6_what_is_put_back_is_known_to_its_owner_only() -> None:
    session = doubled([0, 1, 2, 0], [1, 2, 0, 2])
    events = say(session, (A, "keep-1"), (B, "keep-2"), (C, "keep-0"), (D, "keep-2"))
    (kept,) = [event for event in events if event.kind == "kept"]
    assert kept.seen_by(A) == {"kind": "kept", "kept": 1, "returned": 0}
    assert kept.seen_by(None) == {"kind": "kept"}
    views = [session.view(viewer).table for viewer in (None, A, B)]
    assert [view.get("offer") for view in views] == [None, [0, 1], [1, 2]]
    assert [view["tokens"] for view in views] == [[None] * 4, [1, None, None, None], [None, 2, None, None]]


def test_t22_r44_two_equal_tokens_leave_no_sign() -> None:
    even, odd = doubled([1, 1, 2, 0], [1, 2, 0, 2]), doubled([0, 1, 2, 0], [1, 2, 0, 2])
    for viewer in (None, B, C, D):
        assert even.view(viewer) == odd.view(viewer)
        assert viewer is None or even.decision(viewer) == odd.decision(viewer)
    assert even.waiting_for == odd.waiting_for == (A, B, C, D)
    assert even.question(A) is None


def test_r6_only_a_token_that_was_drawn_can_be_kept() -> None:
    session = doubled([0, 1, 2, 0], [1, 2, 0, 2])
    with pytest.raises(Illegal) as refused:
        session.answer(A, "keep-2")
    assert (refused.value.code, refused.value.rule) == ("not_offered", "R6")


def test_t22_r43_equal_tokens_are_asked_for_when_forced_answers_are_not_automatic() -> None:
    session = doubled([1, 1, 2, 0], [1, 2, 0, 2], auto_forced=False)
    assert tokens(session, A) == ["keep-1"]


def test_r30_the_lead_carries_the_prophecy_and_both_become_known_together() -> None:
    session, events = echoes((A, "lose:sun-2"))
    assert only(events, "led") == {"seat": A, "card": "sun-2", "trick": 1, "declared": "lose"}
    assert session.view(B).table["declared"] == "lose"


def test_t15_a_leader_who_foretold_losing_and_loses_gains_one() -> None:
    session, events = echoes((A, "lose:sun-2"), (B, "sun-1"), (C, "sun-3"))
    assert only(events, "echoed") == {"seat": A, "declared": "lose", "right": True, "glory": 1}
    assert (session.table.glory, session.table.leader) == ([1, 0, 0], C)


def test_t15_a_leader_whose_orb_is_beaten_by_an_orb_rolls() -> None:
    session, events = echoes((A, "win:orb"), (B, "moon-2"), (C, "orb"))
    assert only(events, "echoed")["right"] is False
    die(session, 2)
    assert (session.table.glory, session.table.leader) == ([2, 0, 0], C)


def test_r30_foretelling_a_win_and_winning_gains_one() -> None:
    session, _ = echoes((A, "win:orb"), (B, "moon-2"), (C, "moon-3"))
    assert session.table.glory == [1, 0, 0]


def test_e8_r16_a_leader_who_takes_with_eyes_has_lost_the_trick() -> None:
    session, _ = echoes((A, "win:eyes-4"), (B, "eyes-1"), (C, "eyes-2"), (A, "seat-2"))
    assert kinds(die(session, 1)) == ["rolled"]
    assert session.table.glory == [1, 0, 0]
    session, _ = echoes((A, "lose:eyes-4"), (B, "eyes-1"), (C, "eyes-2"), (A, "seat-2"))
    assert session.table.glory == [1, 0, 0]


def test_r16_a_leader_who_is_given_the_trick_has_won_it() -> None:
    hands = ["eyes-1 sun-1", "eyes-3 sun-2", "eyes-2 sun-3"]
    session = begin(hands, "echoes_of_the_future")
    say(session, (A, "win:eyes-1"), (B, "seat-1"))
    assert session.table.glory == [1, 0, 0]


def test_r19_echoes_may_end_the_game() -> None:
    session, _ = echoes((A, "win:orb"), (B, "moon-2"), (C, "moon-3"), glory=[19, 0, 0])
    assert session.result is not None
    assert session.result.ranks == (3, 1, 1)


def test_r19_hands_end_the_game_before_echoes_are_judged() -> None:
    session = begin(["hands-3 sun-1", "hands-1 sun-2", "hands-2 sun-3"], "echoes_of_the_future", glory=[18, 0, 0])
    events = say(session, (A, "win:hands-3"))
    assert kinds(events)[-2:] == ["hands", "over"]


def test_t16_a_lead_without_a_prophecy_is_refused_under_echoes() -> None:
    session, _ = echoes()
    with pytest.raises(Ambiguous) as refused:
        session.answer(A, "sun-2")
    assert refused.value.tokens == ("win:sun-2", "lose:sun-2")


def test_t16_a_prophecy_without_echoes_is_refused() -> None:
    session = begin(["sun-2 orb", "sun-1 sun-3", "moon-1 moon-2"], NO_TRUMP)
    with pytest.raises(Illegal) as refused:
        session.answer(A, "win:sun-2")
    assert (refused.value.code, refused.value.rule) == ("nothing_to_foretell", "R30")


def test_r30_words_are_read_in_any_order() -> None:
    session, events = echoes((A, "Sun 2, lose"))
    assert only(events, "led")["declared"] == "lose"
    assert session.table.plays == ["sun-2"]


def test_r32_leftovers_are_pooled_shuffled_and_dealt_back() -> None:
    done = [{"leader": A, "cards": ["moon-1"] * 3, "taker": A, "winner": A, "declared": ""}] * 5
    hands = ["sun-1 sun-2", "star-1 star-2", "orb hands-3"]
    session = begin(hands, "constellation_collapse", phase="score", tricks=done, tricks_won=[5, 0, 0], row="eyes-1 eyes-2 eyes-3")
    draw = session.wants_chance
    assert draw is not None
    assert (draw.label, draw.n, draw.k) == ("collapse", 6, 6)
    events = list(session.answer_chance([5, 4, 3, 2, 1, 0]).events)
    assert only(events, "leftovers")["cards"] == [["hands-3", "orb"], ["star-1", "star-2"], ["sun-1", "sun-2"]]
    assert only(events, "leftovers")["rolling"] == [A, B, C]
    assert [event.public for event in events if event.kind == "collapsed"] == [{}]


def test_r32_r37_nothing_collapses_when_the_prophecies_end_the_game() -> None:
    done = [{"leader": A, "cards": ["moon-1"] * 3, "taker": A, "winner": A, "declared": ""}] * 5
    hands = ["sun-1 sun-2", "star-1 star-2", "orb hands-3"]
    session = begin(hands, "constellation_collapse", phase="score", tricks=done, tricks_won=[5, 0, 0], glory=[0, 19, 0])
    assert session.wants_chance is None
    assert session.result is not None
