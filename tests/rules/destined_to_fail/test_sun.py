"""Tests of the Sun cards: The Chosen Revealed and Purifying Light (the others: test_powers). T20, T21, R27, R29."""

from __future__ import annotations

from games.rules.destined_to_fail.table import Destiny
from games.rules.session import Session
from tests.rules.destined_to_fail.build import NO_TRUMP, A, B, C, D, begin, dealt, die, kinds, only, say, tokens

FOUR = [
    "sun-1 sun-2 sun-3 sun-4 moon-1 moon-2 moon-3",
    "moon-4 star-1 star-2 star-3 star-4 hands-1 hands-1",
    "hands-2 hands-2 hands-3 hands-3 hands-4 hands-4 eyes-1",
    "eyes-1 eyes-2 eyes-2 eyes-3 eyes-3 eyes-4 orb",
]
ROW = "eyes-4 orb orb orb"


def test_t20_r27_the_leaders_in_glory_play_openly() -> None:
    session = dealt("the_chosen_revealed", FOUR, ROW, glory=[5, 5, 2, 0])
    assert session.table.open_hands == [A, B]
    for viewer, seen in ((None, ["0", "1"]), (A, ["0", "1"]), (C, ["0", "1", "2"]), (D, ["0", "1", "3"])):
        assert sorted(session.view(viewer).table["hands"]) == seen
    assert session.view(None).table["hands"]["1"] == FOUR[B].split()


def test_t20_r27_glory_of_the_same_round_opens_no_hand() -> None:
    hands = ["moon-1 sun-1", "moon-2 sun-2", "hands-4 sun-3 star-1", "hands-1 sun-4"]
    session = begin(hands, "the_chosen_revealed", leader=C, glory=[5, 5, 5, 0], open_hands=[A, B])
    say(session, (C, "hands-4"), (A, "moon-1"), (B, "moon-2"))
    assert session.table.glory == [5, 5, 7, 0]
    assert sorted(session.view(None).table["hands"]) == ["0", "1"]


def test_r27_in_the_first_round_everybody_plays_openly_and_tokens_stay_hidden() -> None:
    session = dealt("the_chosen_revealed", FOUR, ROW)
    view = session.view(None).table
    assert (sorted(view["hands"]), view["tokens"]) == (["0", "1", "2", "3"], [None] * 4)


def purifying() -> Session[Destiny]:
    return dealt("purifying_light", FOUR, ROW)


def test_t21_r29_discards_are_shown_together() -> None:
    session = purifying()
    before = [session.view(viewer).table for viewer in (None, A, B, C, D)]
    say(session, (A, "sun-4"), (B, "star-4"), (C, "eyes-1"))
    assert [session.view(viewer).table for viewer in (None, A, B, C, D)] == before
    assert session.waiting_for == (A, B, C, D)
    events = say(session, (D, "orb"))
    assert only(events, "discarded")["cards"] == ["sun-4", "star-4", "eyes-1", "orb"]
    assert session.table.row == ["sun-4", "star-4", "eyes-1", "eyes-4", "orb", "orb", "orb", "orb"]
    assert [len(hand) for hand in session.table.hands] == [6, 6, 6, 6]


def test_t21_r29_after_five_tricks_one_card_is_left_and_counts_alone() -> None:
    done = [{"leader": A, "cards": ["moon-1"] * 3, "taker": A, "winner": A, "declared": ""}] * 4
    session = begin(["moon-3 sun-3", "moon-1 sun-1", "moon-2 sun-2"], "purifying_light", tricks=done, tricks_won=[4, 0, 0], trick_no=5)
    events = say(session, (A, "moon-3"))
    assert only(events, "leftovers") == {"cards": [["sun-3"], ["sun-1"], ["sun-2"]], "totals": [3, 1, 2], "rolling": [A]}
    die(session, 2)
    assert session.table.glory[A] == 2


def test_r29_a_discard_may_be_changed_until_the_last_one_is_in() -> None:
    session = purifying()
    say(session, (A, "sun-4"), (B, "star-4"), (C, "eyes-1"), (A, "sun-1"))
    assert only(say(session, (D, "orb")), "discarded")["cards"][A] == "sun-1"


def test_r29_any_card_may_go_and_the_prophecy_is_known_before() -> None:
    session = purifying()
    assert tokens(session, D) == ["eyes-1", "eyes-2", "eyes-3", "eyes-4", "orb"]
    assert session.view(D).table["tokens"] == [None, None, None, 1]


def test_sunstrike_and_solar_flare_change_nothing_before_the_first_trick() -> None:
    for trump in ("sunstrike", "solar_flare", NO_TRUMP):
        session = dealt(trump, FOUR, ROW)
        assert (session.table.phase, kinds(session.opening())) == ("lead", [])
