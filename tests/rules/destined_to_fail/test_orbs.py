"""Tests of the Orb cards: Restricted Power, Unstable Power, Absolute Chaos (Fractured: test_taking). T25, T27, T28, E9, R33 to R35."""

from __future__ import annotations

import random

import pytest

from games.rules.destined_to_fail.cards import deck, in_order
from games.rules.destined_to_fail.table import Destiny
from games.rules.errors import Illegal
from games.rules.messages import plain
from games.rules.playout import random_answer
from games.rules.session import Session
from tests.rules.destined_to_fail.build import A, B, C, D, begin, dealt, kinds, only, say, tokens

E9_HANDS = [
    "sun-2 sun-3 sun-4 moon-1 moon-2 moon-3 moon-4",
    "star-1 star-2 star-3 star-4 hands-1 hands-1 orb",
    "hands-2 hands-3 hands-3 hands-4 hands-4 eyes-1 eyes-1",
    "eyes-2 eyes-2 eyes-3 eyes-3 eyes-4 orb orb",
]


def test_e9_r33_holders_rank_the_row_and_the_last_takes_what_is_left() -> None:
    session = dealt("restricted_power", E9_HANDS, "orb hands-2 eyes-4 sun-1", leader=B)
    assert session.waiting_for == (B,)
    assert session.view(C).table["orbs"] == [0, 1, 0, 2]
    assert tokens(session, B) == ["sun-1", "hands-2", "eyes-4"]
    events = say(session, (B, "sun-1 eyes-4 hands-2"))
    swaps = [dict(event.public) for event in events if event.kind == "replaced"]
    assert swaps == [{"seat": B, "cards": ["sun-1"]}, {"seat": D, "cards": ["hands-2", "eyes-4"]}]
    assert session.table.row == ["orb"] * 4
    assert session.table.hands[D] == in_order([*E9_HANDS[D].split()[:5], "hands-2", "eyes-4"])


def test_r33_shares_are_taken_clockwise_from_the_leader_best_wish_first() -> None:
    hands = ["sun-1 orb orb", "moon-1 moon-2 orb", "star-1 orb star-2"]
    session = begin(hands, "restricted_power", phase="prelude", row="sun-3 hands-2 hands-2 eyes-1", leader=C)
    assert session.waiting_for == (A, C)
    assert tokens(session, A) == ["sun-3", "hands-2", "hands-2+", "eyes-1"]
    say(session, (A, "sun-3 hands-2 hands-2+ eyes-1"), (C, "sun-3 eyes-1 hands-2+ hands-2"))
    assert session.table.hands == [["sun-1", "hands-2", "hands-2"], ["moon-1", "moon-2", "eyes-1"], ["sun-3", "star-1", "star-2"]]


def test_r33_a_ranking_that_is_too_short_is_told_how_many_are_wanted() -> None:
    """The named cards are in the row."""
    session = begin(["sun-1 orb orb", "moon-1 moon-2 orb"], "restricted_power", phase="prelude", row="sun-3 hands-2 eyes-1")
    with pytest.raises(Illegal) as refused:
        session.answer(A, "sun-3")
    assert plain(refused.value.message) == "Exactly 3 are wanted here."
    with pytest.raises(Illegal) as refused:
        session.answer(A, "moon-1")
    assert plain(refused.value.message) == "Moon 1 does not lie in the Forsaken Row."


def test_r33_a_ranking_may_put_another_card_between_two_copies() -> None:
    session = begin(["sun-1 orb orb", "moon-1 moon-2 orb"], "restricted_power", phase="prelude", row="sun-3 hands-2 hands-2")
    say(session, (A, "hands-2 sun-3 hands-2+"))
    assert session.table.hands == [["sun-1", "sun-3", "hands-2"], ["moon-1", "moon-2", "hands-2"]]


def test_r33_rankings_are_secret_until_the_last_is_in() -> None:
    hands = ["sun-1 orb", "moon-1 orb", "star-1 orb"]
    session = begin(hands, "restricted_power", phase="prelude", row="sun-3 hands-2 eyes-1")
    before = [session.view(viewer) for viewer in (None, B, C)]
    assert say(session, (A, "eyes-1 sun-3 hands-2")) == []
    assert [session.view(viewer) for viewer in (None, B, C)] == before
    assert session.waiting_for == (A, B)


def test_r33_nobody_is_asked_when_one_player_has_all_orbs() -> None:
    session = begin(["sun-1 sun-2", "orb orb", "star-1 star-2"], "restricted_power", phase="prelude", row="orb hands-2 eyes-1")
    assert only(session.opening(), "replaced") == {"seat": B, "cards": ["hands-2", "eyes-1"]}
    assert session.table.phase == "lead"


def test_r33_nobody_is_asked_when_all_cards_are_the_same() -> None:
    session = begin(["sun-1 orb", "orb moon-1", "star-1 star-2"], "restricted_power", phase="prelude", row="orb hands-2 hands-2")
    assert session.table.hands == [["sun-1", "hands-2"], ["moon-1", "hands-2"], ["star-1", "star-2"]]


def test_r33_nothing_happens_when_no_hand_has_an_orb() -> None:
    session = begin(["sun-1 sun-2", "moon-1 moon-2"], "restricted_power", phase="prelude", row="orb orb")
    assert kinds(session.opening()) == ["orbs"]
    assert session.table.phase == "lead"


@pytest.mark.parametrize("seats", range(2, 8))
def test_t25_r33_afterwards_the_row_holds_all_orbs(seats: int) -> None:
    for seed in range(40):
        rng = random.Random(seed)
        cards = deck(seats)
        rng.shuffle(cards)
        hands = [" ".join(cards[7 * seat : 7 * seat + 7]) for seat in range(seats)]
        session = dealt("restricted_power", hands, " ".join(cards[7 * seats :]), leader=rng.randrange(seats))
        while session.table.phase == "prelude":
            question = session.question(session.unanswered[0])
            assert question is not None
            session.answer(question.seat, random_answer(question, rng))
        t = session.table
        assert t.row == ["orb"] * seats
        assert not any("orb" in hand for hand in t.hands)
        assert [len(hand) for hand in t.hands] == [7] * seats
        assert in_order([face for hand in t.hands for face in hand] + t.row) == deck(seats)


def unstable() -> Session[Destiny]:
    """The table after the fifth trick of Unstable Power, with three cards in each hand."""
    done = [{"leader": A, "cards": ["moon-1"] * 3, "taker": A, "winner": A, "declared": ""}] * 5
    hands = ["sun-1 sun-2 sun-3", "star-1 star-2 star-3", "hands-1 hands-1 orb"]
    return begin(hands, "unstable_power", phase="between", tricks=done, tricks_won=[5, 0, 0], trick_no=5)


def test_t27_r34_after_the_fifth_trick_one_card_goes_to_the_left() -> None:
    session = unstable()
    events = say(session, (C, "orb"), (A, "sun-3"), (B, "star-1"))
    leftovers = [["sun-1", "sun-2", "orb"], ["sun-3", "star-2", "star-3"], ["star-1", "hands-1", "hands-1"]]
    assert only(events, "leftovers")["cards"] == leftovers


def test_t27_r34_only_giver_and_receiver_know_the_card() -> None:
    session = unstable()
    events = say(session, (A, "sun-3"), (B, "star-1"), (C, "orb"))
    (passed,) = [event for event in events if event.kind == "passed"]
    assert passed.public == {}
    assert passed.seen_by(None) == {"kind": "passed"}
    assert [passed.seen_by(seat) for seat in (A, B, C)] == [
        {"kind": "passed", "gave": "sun-3", "got": "orb"},
        {"kind": "passed", "gave": "star-1", "got": "sun-3"},
        {"kind": "passed", "gave": "orb", "got": "star-1"},
    ]


def test_r34_a_pass_is_secret_until_the_last_one_is_in_and_may_be_changed() -> None:
    session = unstable()
    before = [session.view(viewer) for viewer in (None, B, C)]
    say(session, (A, "sun-3"))
    say(session, (A, "sun-1"))
    assert [session.view(viewer) for viewer in (None, B, C)] == before
    assert session.waiting_for == (A, B, C)
    assert [decision.given for seat in (A, B, C) if (decision := session.decision(seat)) is not None] == ["sun-1", None, None]


def test_r34_a_received_card_cannot_be_passed_in_the_same_step() -> None:
    session = unstable()
    say(session, (C, "orb"))
    with pytest.raises(Illegal) as refused:
        session.answer(A, "orb")
    assert refused.value.code == "not_in_hand"


def test_r34_the_pass_comes_after_every_trick() -> None:
    hands = ["moon-3 sun-1 sun-2", "moon-1 star-1 star-2", "moon-2 hands-1 hands-2"]
    session = begin(hands, "unstable_power")
    say(session, (A, "moon-3"))
    assert session.waiting_for == (A, B, C)
    say(session, (A, "sun-1"), (B, "star-1"), (C, "hands-2"))
    assert session.table.hands == [["sun-2", "hands-2"], ["sun-1", "star-2"], ["star-1", "hands-1"]]
    assert (session.waiting_for, session.view(A).table["passed"]) == ((A,), {"gave": "sun-1", "got": "hands-2"})


def chaos() -> Session[Destiny]:
    hands = ["sun-3 moon-4", "sun-1 sun-2 hands-1", "moon-1 moon-2 star-2", "orb sun-4 star-1"]
    session = begin(hands, "absolute_chaos")
    say(session, (A, "sun-3"))
    return session


def test_t28_r35_following_suit_is_checked_in_private() -> None:
    session = chaos()
    with pytest.raises(Illegal) as refused:
        session.answer(B, "hands-1")
    assert (refused.value.code, refused.value.rule) == ("must_follow", "R14")
    assert session.unanswered == (B, C, D)


def test_t28_r35_nothing_shows_before_the_last_card_is_in() -> None:
    session = chaos()
    before = {viewer: session.view(viewer) for viewer in (None, A, B, C, D)}
    assert say(session, (D, "orb"), (B, "sun-2")) == []
    assert {viewer: session.view(viewer) for viewer in (None, A, B, C, D)} == before
    assert session.waiting_for == (B, C, D)
    assert before[None].table["plays"] == [[A, "sun-3"]]


def test_r35_cards_are_laid_out_clockwise_from_the_leader() -> None:
    session = chaos()
    say(session, (D, "orb"), (B, "sun-2"))
    events = say(session, (C, "moon-2"))
    assert [(event.public["seat"], event.public["card"]) for event in events if event.kind == "followed"] == [
        (B, "sun-2"),
        (C, "moon-2"),
        (D, "orb"),
    ]
    assert session.table.leader == D


def test_r35_for_equal_cards_seats_count_and_not_the_time_of_the_answer() -> None:
    hands = ["eyes-1 sun-1", "orb eyes-2", "orb eyes-3 moon-1", "star-1 star-3"]
    session = begin(hands, "absolute_chaos", leader=D)
    say(session, (D, "star-1"), (C, "orb"), (A, "eyes-1"))
    assert only(say(session, (B, "orb")), "taken")["seat"] == C


def test_r43_a_forced_face_down_card_is_filled_in_silently() -> None:
    session = begin(["sun-3 moon-4", "sun-1 hands-1", "moon-1 moon-2 star-2"], "absolute_chaos")
    say(session, (A, "sun-3"))
    assert (session.waiting_for, session.unanswered) == ((B, C), (C,))
