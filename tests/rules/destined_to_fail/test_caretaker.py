"""Tests of R46: the answers for an absent player, decision by decision."""

from __future__ import annotations

import pytest

from games.rules.destined_to_fail import GAME
from games.rules.destined_to_fail.table import Destiny
from games.rules.session import Session
from tests.rules.destined_to_fail.build import NO_TRUMP, A, B, C, begin, say


def absent(session: Session[Destiny], seat: int) -> str:
    decision = session.decision(seat)
    assert decision is not None
    return GAME.fallback(session.table, decision)


@pytest.mark.parametrize(
    ("hand", "played"),
    [
        ("sun-3 moon-2 orb", "moon-2"),
        ("hands-1 eyes-1 star-2", "eyes-1"),
        ("hands-1 star-1 moon-1 sun-1", "sun-1"),
        ("hands-1 sun-2 orb", "hands-1"),
        ("orb sun-4 hands-4", "sun-4"),
    ],
)
def test_r46_leads_the_lowest_number_eyes_before_hands(hand: str, played: str) -> None:
    assert absent(begin([hand, "sun-1 sun-2", "star-1 star-2"], NO_TRUMP), A) == played


def test_r46_follows_with_the_lowest_legal_number() -> None:
    session = begin(["sun-3 moon-1", "sun-4 sun-2 orb moon-1", "sun-1 moon-2"], NO_TRUMP)
    say(session, (A, "sun-3"))
    assert absent(session, B) == "sun-2"


def test_r46_foretells_losing() -> None:
    session = begin(["sun-3 moon-2 orb", "sun-1 sun-2", "star-1 star-2"], "echoes_of_the_future")
    assert absent(session, A) == "lose:moon-2"


def test_r46_keeps_the_higher_token() -> None:
    more = {"phase": "prelude", "tokens": [None] * 3, "offers": [[0, 2], [0, 1], [1, 1]]}
    session = begin(["sun-3 moon-2", "sun-1 sun-2", "star-1 star-2"], "double_prophecy", **more)
    assert [absent(session, seat) for seat in (A, B)] == ["keep-2", "keep-1"]


@pytest.mark.parametrize(
    ("hand", "given"),
    [("sun-1 star-4 hands-4 orb", "star-4"), ("hands-3 eyes-3 moon-3 moon-1", "moon-3"), ("orb eyes-1", "eyes-1")],
)
def test_r46_throws_away_passes_and_swaps_the_highest_number(hand: str, given: str) -> None:
    done = [{"leader": A, "cards": ["moon-1"] * 3, "taker": A, "winner": A, "declared": ""}]
    hands = [hand, "sun-1 sun-2", "star-1 star-2"]
    for trump, phase in (("purifying_light", "prelude"), ("unstable_power", "between"), ("moonlight_exchange", "between")):
        session = begin(hands, trump, phase=phase, tricks=done, tricks_won=[1, 0, 0], row="orb moon-3 sun-3")
        assert absent(session, A) == given


def test_r46_takes_the_lowest_card_of_the_row() -> None:
    done = [{"leader": A, "cards": ["moon-1"] * 3, "taker": A, "winner": A, "declared": ""}]
    more = {"phase": "between", "tricks": done, "tricks_won": [1, 0, 0], "row": "orb star-2 hands-2 eyes-3"}
    session = begin(["sun-1 star-4", "sun-2 sun-3", "star-1 star-3"], "moonlight_exchange", **more)
    say(session, (A, "star-4"))
    assert absent(session, A) == "star-2"


def test_r46_gives_a_trick_to_the_next_seat() -> None:
    session = begin(["eyes-1", "eyes-2", "eyes-3"], NO_TRUMP)
    assert absent(session, C) == "seat-1"


def test_r46_ranks_from_low_to_high() -> None:
    session = begin(["sun-1 orb orb", "orb orb"], "restricted_power", phase="prelude", row="moon-3 hands-2 hands-2 eyes-1")
    assert absent(session, A) == "eyes-1 hands-2 hands-2+ moon-3"
