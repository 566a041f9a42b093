"""Tests of Events and the end of the game: scenarios 13 to 15 and 41, rulings 20 and 21."""

from __future__ import annotations

import pytest

from games.rules.errors import NotAsked
from tests.rules.council_of_kings.build import Played, council

KINGDOMS = {0: ["squire", "troll"], 2: ["old_marshal", "kobolds"]}


def after(event: str, **more: object) -> Played:
    """An Event is revealed, then a Troll comes up for auction."""
    return Played(council(deck=[event, "red_dragon"], kingdoms=KINGDOMS, auctioneer=1, phase="reveal", **more))  # type: ignore[arg-type]


def test_t13_r20_event_is_carried_out_and_the_same_auctioneer_goes_on() -> None:
    game = after("festival")
    assert game.t.coins == [12] * 4
    assert game.t.fate_discard == ["festival"]
    assert (game.t.auctioneer, game.asked, game.t.the_lot["card"]) == (1, (1,), "red_dragon")
    assert game.t.auction == 6


def test_t14_two_events_in_a_row() -> None:
    game = Played(council(deck=["festival", "winter_of_discontent", "troll"], phase="reveal"))
    assert (game.t.coins, game.t.populace) == ([12] * 4, [1] * 4)
    assert game.asked == (0,)


def test_t15_game_ends_is_the_end_at_once() -> None:
    game = Played(council(deck=["game_ends"], hands={0: ["ambush"]}, kingdoms={0: ["squire", "troll"]}, phase="reveal"))
    assert game.session.result is not None
    assert game.asked == ()
    for text in ("tax", "play>ambush>troll"):
        with pytest.raises(NotAsked):
            game.session.answer(0, text)


def test_t41_events_that_touch_everybody() -> None:
    assert after("blood_moon").cards(0) == {"squire": 1, "troll": 4}
    assert after("blood_moon").cards(2) == {"old_marshal": 4, "kobolds": 3}
    assert after("call_to_arms").cards(0) == {"squire": 2, "troll": 3}
    assert after("call_to_arms").cards(2) == {"old_marshal": 5, "kobolds": 2}
    assert after("winter_of_discontent", populace={1: 2}).t.populace == [1, 3, 1, 1]
    assert after("royal_amnesty", populace={1: 2}).t.populace == [0, 1, 0, 0]


def test_t41_fickle_fates_deal_clockwise_from_the_auctioneer() -> None:
    game = after("fickle_fates", favor_deck=["ambush", "haggle", "hush_money", "old_debts"])
    assert game.t.hands == [["old_debts"], ["ambush"], ["haggle"], ["hush_money"]]


@pytest.mark.parametrize(
    ("before", "after_levy"),
    [
        ([10, 10, 2, 5], [7, 7, 5, 5]),
        ([10, 10, 10, 10], [10, 10, 10, 10]),
        ([2, 1, 1, 0], [3, 1, 1, 3]),
        ([9, 6, 6, 8], [9, 9, 9, 8]),
    ],
)
def test_r21_levy_takes_from_all_richest_then_gives_to_all_poorest(before: list[int], after_levy: list[int]) -> None:
    assert after("emperors_levy", coins=before).t.coins == after_levy


def test_t17_r42_top_scores_share_the_first_rank() -> None:
    game = Played(council(deck=["game_ends"], coins=[10, 12, 12, 9], phase="reveal"))
    result = game.session.result
    assert result is not None
    assert (result.scores, result.ranks, result.winners) == ((10, 12, 12, 9), (3, 1, 1, 4), (1, 2))
    three = Played(council(3, deck=["game_ends"], coins=[12, 12, 9], phase="reveal")).session.result
    assert three is not None
    assert three.ranks == (1, 1, 3)
