"""Tests of the Moon cards: Reveal and Moonlight Exchange (Lunacy and the Curse: test_taking, test_scoring). T18, T24, R26."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.destined_to_fail.table import Destiny
from games.rules.errors import Illegal
from games.rules.session import Session
from tests.rules.destined_to_fail.build import NO_TRUMP, A, B, C, begin, dealt, kinds, only, say, tokens

THREE = ["sun-1 sun-2 sun-3 moon-1 moon-2 moon-3 star-1", "star-2 star-3 hands-1 hands-1 hands-2 hands-2 hands-3"]
THREE.append("hands-3 eyes-1 eyes-1 eyes-2 eyes-2 eyes-3 orb")
ROW = "eyes-3 orb orb"


def exchange(**more: Any) -> Session[Destiny]:
    """A led and won a trick under Moonlight Exchange and is about to swap."""
    session = begin(["sun-3 hands-4 hands-4 moon-1", "sun-1 sun-2 star-1 star-2", "sun-4 orb moon-3 moon-4"], "moonlight_exchange", **more)
    say(session, (A, "sun-3"), (B, "sun-1"), (C, "sun-4"))
    return session


def test_t24_reveal_shows_every_token_to_everybody() -> None:
    session = dealt("reveal", THREE, ROW, tokens=[2, 0, 1])
    assert [session.view(viewer).table["tokens"] for viewer in (None, A, B, C)] == [[2, 0, 1]] * 4


def test_t24_without_reveal_everybody_sees_the_own_token_only() -> None:
    session = dealt(NO_TRUMP, THREE, ROW, tokens=[2, 0, 1])
    seen = [session.view(viewer).table["tokens"] for viewer in (None, A, B, C)]
    assert seen == [[None] * 3, [2, None, None], [None, 0, None], [None, None, 1]]


def test_t18_r26_the_winner_swaps_a_card_with_the_row_and_everybody_sees_it() -> None:
    session = exchange(row="star-3 eyes-2 orb")
    events = say(session, (C, "moon-3"), (C, "orb"))
    assert only(events, "exchanged") == {"seat": C, "gave": "moon-3", "took": "orb"}
    assert session.table.row == ["moon-3", "star-3", "eyes-2"]
    assert session.table.hands[C] == ["moon-4", "orb", "orb"]
    for viewer in (None, A, B, C):
        assert session.view(viewer).table["row"] == ["moon-3", "star-3", "eyes-2"]
        assert session.view(viewer).table["known"] == [[], [], ["orb"]]


def test_r26_the_first_half_of_a_swap_may_be_taken_back() -> None:
    session = exchange(row="star-3 eyes-2 orb")
    before = session.position
    say(session, (C, "moon-3"))
    assert session.undone(C) == before


def test_r26_equal_faces_may_be_swapped() -> None:
    session = exchange(row="moon-3 eyes-2 orb")
    say(session, (C, "moon-3"), (C, "moon-3"))
    assert (session.table.row, session.table.hands[C]) == (["moon-3", "eyes-2", "orb"], ["moon-3", "moon-4", "orb"])


def test_r26_only_cards_of_the_row_can_be_taken() -> None:
    session = exchange(row="star-3 eyes-2 orb")
    say(session, (C, "moon-3"))
    with pytest.raises(Illegal) as refused:
        session.answer(C, "sun-7")
    assert (refused.value.code, refused.value.rule) == ("not_in_row", "R26")


def test_r15_r26_after_a_gift_the_receiver_swaps() -> None:
    hands = ["eyes-3 sun-1 moon-1", "eyes-1 sun-2 star-2", "eyes-2 sun-3 moon-3"]
    session = begin(hands, "moonlight_exchange", row="star-1 star-3 orb", auto_forced=False)
    say(session, (A, "eyes-3"), (B, "eyes-1"), (C, "eyes-2"), (A, "seat-2"))
    assert (session.waiting_for, tokens(session, B)) == ((B,), ["sun-2", "star-2"])
    say(session, (B, "sun-2"), (B, "star-1"))
    assert (session.table.leader, session.table.phase) == (B, "lead")


def test_r26_the_swap_after_the_fifth_trick_changes_the_leftovers() -> None:
    done = [{"leader": A, "cards": ["moon-1"] * 3, "taker": A, "winner": A, "declared": ""}] * 4
    session = begin(
        ["star-4 sun-3 sun-4", "star-1 sun-1 orb", "star-2 sun-2 hands-1"],
        "moonlight_exchange",
        row="eyes-1 eyes-3 orb",
        tricks=done,
        tricks_won=[4, 0, 0],
        trick_no=5,
        auto_forced=False,
    )
    say(session, (A, "star-4"), (B, "star-1"), (C, "star-2"))
    events = say(session, (A, "sun-4"), (A, "orb"))
    assert kinds(events) == ["exchanged", "prophecies", "leftovers"]
    assert only(events, "leftovers")["totals"] == [3, 1, 3]
    assert only(events, "leftovers")["rolling"] == [A, C]


def test_r43_a_swap_without_a_choice_is_made_by_itself() -> None:
    session = begin(["sun-3 moon-1", "sun-1 moon-2", "sun-2 moon-3"], "moonlight_exchange", row="orb orb orb")
    events = say(session, (A, "sun-3"))
    assert only(events, "exchanged") == {"seat": A, "gave": "moon-1", "took": "orb"}
