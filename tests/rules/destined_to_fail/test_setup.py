"""Tests of cards, seats, the deal and the trump deck: T1 to T3, T10, T34, R1 to R5, R22, R41."""

from __future__ import annotations

import random

import pytest

from games.rules.destined_to_fail import GAME
from games.rules.destined_to_fail.cards import COPIES, FACES, FATE_DIE, deck, token_bag
from games.rules.destined_to_fail.table import Destiny
from games.rules.destined_to_fail.trumps import TRUMPS
from games.rules.errors import BadOption
from games.rules.playout import random_answer, random_draw
from games.rules.session import Session
from tests.rules.destined_to_fail.build import NO_TRUMP, A, B, begin, dealt, die, kinds, only, say, table


def until(session: Session[Destiny], rng: random.Random, rounds: int) -> None:
    """Play at random until a round has begun."""
    while session.table.round < rounds:
        draw = session.wants_chance
        if draw is not None:
            session.answer_chance(random_draw(rng, draw.n, draw.k))
            continue
        question = session.question(session.unanswered[0])
        assert question is not None
        session.answer(question.seat, random_answer(question, rng))


@pytest.mark.parametrize("seats", range(2, 8))
def test_t1_r5_a_round_begins_with_seven_cards_each_and_a_row_of_as_many_as_players(seats: int) -> None:
    session = GAME.begin(seats)
    rng = random.Random(seats)
    until(session, rng, rounds=1)
    t = session.table
    dealt_cards = [face for hand in t.hands for face in hand] + t.row
    if t.effect == "purifying_light" or not t.plays:
        assert sorted(dealt_cards) == sorted(deck(seats))
        assert ([len(hand) for hand in t.hands], len(t.row)) == ([7] * seats, seats)
    assert len(deck(seats)) == 8 * seats
    assert len(t.bag) == 2 * seats or t.effect == "double_prophecy"


def test_t2_r2_with_four_players_ranks_go_to_four() -> None:
    cards = deck(4)
    assert {face.split("-")[1] for face in cards if face != "orb"} == {"1", "2", "3", "4"}
    counted = {suit: sum(face.startswith(suit) for face in cards) for suit in (*COPIES, "orb")}
    assert counted == {"sun": 4, "moon": 4, "star": 4, "hands": 8, "eyes": 8, "orb": 4}


def test_r2_the_box_holds_56_cards_16_trumps_21_tokens_and_a_die() -> None:
    assert (len(deck(7)), len(FACES), len(token_bag(7)), len(TRUMPS)) == (56, 36, 21, 16)
    assert sorted(FATE_DIE) == [0, 0, 1, 1, 2, 2]
    suits = [trump.suit for trump in TRUMPS.values()]
    assert {suit: suits.count(suit) for suit in suits} == {"moon": 4, "sun": 4, "star": 4, "orb": 4}


@pytest.mark.parametrize("seats", [0, 1, 8])
def test_t3_r1_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(BadOption):
        GAME.begin(seats)


def test_t10_hands_and_eyes_are_never_trump() -> None:
    assert sorted({trump.trump_suit or "" for trump in TRUMPS.values()}) == ["", "moon", "star", "sun"]


def test_r3_tokens_and_turns_go_clockwise_from_the_leader() -> None:
    hands = ["sun-1 sun-2 sun-3 moon-1 moon-2 moon-3 star-1", "star-2 star-3 hands-1 hands-1 hands-2 hands-2 hands-3"]
    hands.append("hands-3 eyes-1 eyes-1 eyes-2 eyes-2 eyes-3 orb")
    session = dealt(NO_TRUMP, hands, "eyes-3 orb orb", leader=B, tokens=[0, 1, 2])
    assert session.table.tokens == [0, 1, 2]
    assert session.table.hands[A] == hands[A].split()
    assert session.table.row == ["eyes-3", "orb", "orb"]
    assert session.waiting_for == (B,)


def test_r4_the_winner_of_the_last_trick_leads_the_next_round() -> None:
    done = [{"leader": A, "cards": ["moon-1"] * 3, "taker": A, "winner": A, "declared": ""}] * 4
    session = begin(["moon-1", "moon-3", "moon-2"], NO_TRUMP, tricks=done, tricks_won=[4, 0, 0], trick_no=5)
    die(session, 0, 0, 0)
    assert session.wants_chance is not None
    assert (session.wants_chance.label, session.table.leader) == ("deal", B)


def test_t34_r22_after_sixteen_rounds_all_trump_cards_are_shuffled_again() -> None:
    session = GAME.begin(3)
    rng = random.Random(34)
    for number in range(1, 18):
        session.table.glory = [-100] * 3
        until(session, rng, number)
    t = session.table
    assert (t.round, len(t.trump_deck), t.trump_discard) == (17, 15, [])
    assert sorted([*t.trump_deck, t.effect]) == sorted(TRUMPS)


def test_r22_the_reshuffle_is_told() -> None:
    t = table(["", "", ""], phase="round", trump_discard=list(TRUMPS), trump_deck=[])
    t.effect, t.tokens, t.bag, t.trump_discard = "", [None] * 3, token_bag(3), list(TRUMPS)
    session = Session(GAME, t)
    session.answer_chance(list(range(24)))
    session.answer_chance(list(range(9)))
    assert session.wants_chance is not None
    assert (session.wants_chance.label, session.wants_chance.n) == ("trumps", 16)
    events = session.answer_chance(list(range(16))).events
    assert kinds(events)[:2] == ["trumps_shuffled", "round"]
    assert session.table.effect == "absolute_chaos"


def test_r41_another_target_ends_the_game_there() -> None:
    session = begin(["hands-4 sun-1", "hands-1 sun-2", "hands-2 sun-3"], NO_TRUMP, glory=[3, 0, 0], target_glory=5)
    say(session, (A, "hands-4"))
    assert session.result is not None
    assert (session.result.ranks, session.result.reason) == ((3, 1, 1), "target")


def last_trick(**more: object) -> Session[Destiny]:
    """The table before the scoring of a round in which A won all five tricks."""
    done = [{"leader": A, "cards": ["moon-1"] * 4, "taker": A, "winner": A, "declared": ""}] * 5
    hands = ["moon-1 moon-2", "moon-3 orb", "star-4 star-2", "sun-1 sun-2"]
    return begin(hands, NO_TRUMP, phase="score", tricks=done, tricks_won=[5, 0, 0, 0], trick_no=5, **more)


def test_r41_after_the_last_round_the_most_glory_loses() -> None:
    session = last_trick(round_limit=3, round=3, glory=[4, 9, 2, 3])
    events = die(session, 0)
    assert session.result is not None
    assert (session.result.ranks, session.result.reason) == ((1, 4, 1, 1), "round_limit")
    assert only(events, "over")["seat"] == B


def test_r41_equals_after_the_last_round_roll_it_off() -> None:
    session = last_trick(round_limit=3, round=3, glory=[4, 9, 2, 9])
    die(session, 0, 1, 2)
    assert session.result is not None
    assert (session.result.ranks, session.result.scores) == ((1, 1, 1, 4), (4, 10, 3, 10))


def test_r41_before_the_last_round_the_game_goes_on() -> None:
    session = last_trick(round_limit=3, round=2, glory=[4, 9, 2, 3])
    die(session, 0)
    assert session.result is None
    assert session.table.phase == "round"


def test_r41_reaching_the_target_in_the_last_round_is_the_reason() -> None:
    session = last_trick(round_limit=3, round=3, glory=[4, 9, 19, 3])
    assert session.result is not None
    assert (session.result.ranks, session.result.reason) == ((1, 1, 4, 1), "target")


def test_the_trump_card_is_discarded_and_all_cards_and_tokens_are_collected() -> None:
    session = last_trick()
    die(session, 0)
    t = session.table
    assert (t.trump_discard, t.hands, t.bag, t.tokens) == ([NO_TRUMP], [[], [], [], []], token_bag(4), [None] * 4)
