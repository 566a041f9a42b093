"""Tests of redeals: which cards they keep and which they change: T36 to T38, R43, R44.

The conformance suite compares views byte by byte.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.rules.contract import CHANCE, Position
from games.rules.destined_to_fail import GAME
from games.rules.destined_to_fail.cards import deck
from games.rules.destined_to_fail.hiding import hide
from games.rules.destined_to_fail.table import Destiny
from games.rules.playout import play, random_answer, random_draw
from tests.rules.destined_to_fail.build import NO_TRUMP, A, B, C, D, begin, say, table
from tests.rules.destined_to_fail.test_sun import FOUR, ROW


def redeals(t: Destiny, viewer: int | None, keep: tuple[str, ...] = (), times: int = 60) -> list[Destiny]:
    """Many redeals of a table."""
    found = []
    for seed in range(times):
        other = Destiny.load(t.dump())
        hide(other, viewer, random.Random(seed), keep)
        found.append(other)
    return found


def full(trump: str = NO_TRUMP, **more: object) -> Destiny:
    return table(FOUR, trump, row=ROW, **more)


def test_t37_everything_hidden_varies_and_the_own_things_stay() -> None:
    others = redeals(full(tokens=[0, 1, 2, 1]), A)
    assert {tuple(t.hands[A]) for t in others} == {tuple(FOUR[A].split())}
    for seat in (B, C, D):
        assert len({tuple(t.hands[seat]) for t in others}) > 50
        assert {t.tokens[seat] for t in others} == {0, 1, 2}
    assert {t.tokens[A] for t in others} == {0}
    assert len({tuple(t.trump_deck) for t in others}) > 50
    cards = [face for hand in FOUR for face in hand.split()]
    assert all(Counter(face for hand in t.hands for face in hand) == Counter(cards) for t in others)


def test_t37_every_hidden_card_can_be_in_every_other_hand() -> None:
    others = redeals(full(), A, times=200)
    for face in ("moon-4", "hands-2", "orb"):
        assert all(any(face in t.hands[seat] for t in others) for seat in (B, C, D))


def test_t37_for_a_spectator_all_hands_vary() -> None:
    others = redeals(full(), None)
    assert all(len({tuple(t.hands[seat]) for t in others}) > 50 for seat in range(4))


def test_open_hands_and_open_tokens_stay() -> None:
    others = redeals(full("the_chosen_revealed", open_hands=[B]), A)
    assert {tuple(t.hands[B]) for t in others} == {tuple(FOUR[B].split())}
    others = redeals(full("reveal", tokens_open=True, tokens=[0, 1, 2, 0]), A)
    assert {tuple(t.tokens) for t in others} == {(0, 1, 2, 0)}


def test_a_seat_that_showed_to_be_out_of_a_suit_stays_out_of_it() -> None:
    trick = {"leader": A, "cards": ["hands-2", "sun-2", "hands-1", "orb"], "taker": C, "winner": C, "declared": ""}
    hands = ["sun-1 sun-3 sun-4", "moon-1 moon-2 star-1", "hands-3 hands-4 star-3", "hands-1 hands-2 star-4"]
    others = redeals(table(hands, NO_TRUMP, tricks=[trick], trick_no=2, leader=C), A)
    assert not any(face.startswith("hands") for t in others for face in t.hands[B])
    assert any(face.startswith("hands") for t in others for face in t.hands[C])
    lunatic = redeals(table(hands, "lunacy", tricks=[trick], trick_no=2, leader=C), A)
    assert any(face.startswith("hands") for t in lunatic for face in t.hands[B])


def test_cards_swapped_in_openly_stay_where_everybody_knows_them() -> None:
    others = redeals(full("moonlight_exchange", known=[[], ["star-1"], ["hands-2"], []]), A)
    assert all("star-1" in t.hands[B] and "hands-2" in t.hands[C] for t in others)
    assert any(t.hands[C].count("hands-2") == 1 for t in others)


def test_the_number_of_orbs_is_public_under_restricted_power() -> None:
    others = redeals(full("restricted_power", phase="prelude"), A)
    assert {tuple(hand.count("orb") for hand in t.hands) for t in others} == {(0, 0, 0, 1)}


def test_a_passed_card_stays_for_the_giver_and_varies_for_the_rest() -> None:
    t = full("unstable_power", passed=["moon-4", "hands-2", "eyes-1", "sun-1"])
    assert all("moon-4" in other.hands[B] and other.passed[A] == "moon-4" for other in redeals(t, A))
    assert len({other.passed[B] for other in redeals(t, A)}) > 5
    assert {other.passed[D] for other in redeals(t, A)} == {"sun-1"}


def test_double_prophecies_of_others_vary_before_and_after_the_choice() -> None:
    choosing = full("double_prophecy", phase="prelude", tokens=[None] * 4, offers=[[0, 1], [1, 2], [0, 2], [1, 1]], bag=[0, 0, 2, 2])
    for t in redeals(choosing, A):
        assert t.offers[A] == [0, 1]
        assert sorted([*t.bag, *(value for offer in t.offers for value in offer)]) == [0] * 4 + [1] * 4 + [2] * 4
    assert len({str(t.offers[B:]) for t in redeals(choosing, A)}) > 20
    chosen = full("double_prophecy", tokens=[1, 2, 0, 1], offers=[[0, 1], [1, 2], [0, 2], [1, 1]], bag=[0, 0, 0, 1, 1, 2, 2, 2])
    for t in redeals(chosen, A):
        assert (t.tokens[A], t.offers[A]) == (1, [0, 1])
        assert 0 in t.bag
        assert all(t.tokens[seat] in t.offers[seat] for seat in (B, C, D))
        assert sorted([*t.bag, *(token for token in t.tokens if token is not None)]) == [0] * 4 + [1] * 4 + [2] * 4


def test_equal_offers_alone_leave_nothing_to_redeal() -> None:
    choosing = full("double_prophecy", phase="prelude", tokens=[None] * 4, offers=[[1, 1]] * 4, bag=[1])
    assert {str(t.offers) for t in redeals(choosing, A, times=3)} == {str([[1, 1]] * 4)}


def test_r43_a_winner_who_is_asked_for_a_swap_has_a_choice_in_every_redeal() -> None:
    trick = {"leader": B, "cards": ["moon-1"] * 3, "taker": B, "winner": B, "declared": ""}
    hands = ["eyes-1 eyes-2 orb", "hands-2 orb", "hands-2 hands-2 orb"]
    t = table(hands, "moonlight_exchange", phase="between", tricks=[trick], trick_no=4)
    assert all(len(set(other.hands[B])) == 2 for other in redeals(t, A))


def test_r43_whoever_is_asked_has_a_choice_in_every_redeal() -> None:
    session = begin(["sun-3 moon-1 moon-2", "sun-1 sun-2 star-1", "moon-3 moon-4 star-2"], "sunstrike")
    say(session, (A, "sun-3"))
    for seed in range(40):
        other = GAME.redeal(session.position, A, random.Random(seed))
        assert GAME.resume(other).waiting_for == (B,)


def test_nothing_changes_when_the_game_is_over() -> None:
    t = full(phase="over")
    assert all(other == t for other in redeals(t, None, times=3))


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_t36_the_same_log_gives_the_same_position_and_json_gives_it_back(seats: int) -> None:
    first = play(GAME, seats, random.Random(36), track=True)
    second = GAME.begin(seats)
    for seat, text in first.answers:
        second.feed(seat, text)
    assert second.result == first.result
    assert Position.from_json(second.position.to_json()) == second.position


def test_t38_between_tricks_all_hands_are_equally_large() -> None:
    session, rng = GAME.begin(5), random.Random(38)
    looked = 0
    while session.result is None:
        draw = session.wants_chance
        if draw is not None:
            session.feed(CHANCE, " ".join(map(str, random_draw(rng, draw.n, draw.k))))
            continue
        t = session.table
        if t.phase == "lead":
            looked += 1
            assert len({len(hand) for hand in t.hands}) == 1
            cards = [face for trick in t.tricks for face in trick["cards"]] + t.row + [face for hand in t.hands for face in hand]
            assert Counter(cards) == Counter(deck(5))
            assert sum(t.tricks_won) == len(t.tricks)
        question = session.question(rng.choice(session.unanswered))
        assert question is not None
        session.answer(question.seat, random_answer(question, rng))
    assert looked > 20


def test_r42_after_the_game_everything_of_the_last_round_is_open() -> None:
    session = begin(["hands-4 sun-1", "hands-1 sun-2", "hands-2 sun-3"], "starlight_wonder", glory=[19, 0, 0], tokens=[0, 1, 2])
    say(session, (A, "hands-4"))
    for viewer in (None, B):
        view = session.view(viewer).table
        assert view["hands"] == {"0": ["sun-1"], "1": ["sun-2"], "2": ["sun-3"]}
        assert (view["tokens"], view["bag"]) == ([0, 1, 2], sorted([0, 2] * 3))


def test_r43_a_forced_card_plays_itself_and_looks_like_any_other() -> None:
    hands = ["sun-3 moon-1", "sun-1 star-1", "sun-2 sun-4 star-2"]
    forced, asked = begin(hands, "sunstrike"), begin(hands, "sunstrike", auto_forced=False)
    events = say(forced, (A, "sun-3"))
    assert forced.waiting_for == (C,)
    assert events == say(asked, (A, "sun-3"), (B, "sun-1"))


def test_r43_with_the_setting_off_a_forced_card_is_asked_for() -> None:
    session = begin(["sun-3 moon-1", "sun-1 star-1", "sun-2 sun-4 star-2"], "sunstrike", auto_forced=False)
    say(session, (A, "sun-3"))
    assert (session.waiting_for, session.questions[0].tokens) == ((B,), ["sun-1"])


def test_r43_two_copies_of_one_face_are_no_choice() -> None:
    session = begin(["hands-3 moon-1", "hands-1 hands-1 star-1", "hands-2 orb"], "sunstrike")
    say(session, (A, "hands-3"))
    assert session.waiting_for == (C,)
