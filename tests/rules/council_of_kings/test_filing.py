"""Tests of the option `auction_mode` = `orders` (section 7.1): all players name a price at once, then the auction runs by itself."""

from __future__ import annotations

import pytest

from games.rules.council_of_kings import GAME
from games.rules.council_of_kings.cards import CARDS
from games.rules.council_of_kings.kinds import EVIL, GOOD, FateCard
from games.rules.council_of_kings.orders import orders
from tests.rules.council_of_kings.build import Played, council

AUCTIONED = [card for card in CARDS.values() if card.kind in (*GOOD, *EVIL)]


def revealed(card: str, *, n: int = 4, coins: list[int] | None = None, hands: dict[int, list[str]] | None = None) -> Played:
    """A table at which that card has just been revealed and every player is asked."""
    t = council(n, deck=[card], coins=coins, hands=hands, phase="reveal")
    t.options["auction_mode"] = "orders"
    return Played(t)


def said_by_all(game: Played, *answers: str) -> Played:
    """The answers of all players, in the order of seats."""
    for seat, text in enumerate(answers):
        game.say(seat, text)
    return game


def test_example_b_by_numbers_is_example_b_by_orders() -> None:
    game = said_by_all(revealed("shieldbreaker"), "buy_at>4", "buy_at>6", "buy_at>5", "buy_at>0")
    assert game.t.coins == [12, 7, 11, 11]
    assert (game.cards(1), game.t.auctioneer) == ({"shieldbreaker": 3}, 2)
    assert game.kinds().count("bid") == 5


def test_an_evil_card_is_taken_with_so_many_coins_on_it_or_by_whoever_has_none() -> None:
    game = said_by_all(revealed("troll"), "take_at>6", "take_at>3", "hold_out", "take_at>9")
    assert (game.cards(1), game.t.coins) == ({"troll": 3}, [8, 14, 9, 9])
    broke = said_by_all(revealed("troll", coins=[10, 0, 10, 10]), "hold_out", "take_at>9", "hold_out", "hold_out")
    assert broke.cards(1) == {"troll": 3}


@pytest.mark.parametrize("card", AUCTIONED, ids=lambda card: card.id)
def test_the_number_of_a_choice_is_the_number_of_coins(card: FateCard) -> None:
    game = revealed(card.id)
    decision = game.session.decision(0)
    assert decision is not None
    numbers = [(at, token.partition(">")[2]) for at, token in enumerate(decision.tokens, 1) if ">" in token]
    assert [str(at) for at, _number in numbers[:-1]] == [number for _at, number in numbers[:-1]]
    assert numbers[-1][1] == "0"


def test_price_that_cannot_be_paid_lets_one_bid() -> None:
    game = said_by_all(revealed("shieldbreaker", coins=[2, 10, 10, 10]), "buy_at>9", "buy_at>8", "buy_at>0", "buy_at>0")
    assert game.cards(0) == {}
    assert game.cards(1) == {"shieldbreaker": 3}
    assert game.t.coins == [3, 2, 10, 10]


def test_nobody_sees_the_answers_of_others_before_or_after() -> None:
    game = revealed("shieldbreaker")
    game.say(1, "buy_at>6").say(2, "by_turn").say(0, "by_turn")
    assert "filed" not in game.session.view(0).table["lot"]
    game.say(3, "caretaker")
    assert game.asked == (0,)
    assert game.session.view(1).table["lot"]["filed"] == "buy_at>6"
    assert "filed" not in game.session.view(None).table["lot"]
    others = GAME.resume(game.session.position).view(0).table["lot"]
    assert others["filed"] == "by_turn"
    assert "buy_at" not in str([event.seen_by(0) for event in game.told])


def test_whoever_is_asked_by_turn_is_asked_and_the_others_are_not() -> None:
    game = said_by_all(revealed("shieldbreaker"), "buy_at>1", "by_turn", "buy_at>1", "buy_at>1")
    assert game.asked == (1,)
    game.say(1, "bid")
    assert game.asked == (1,)
    assert game.t.the_lot["coins"] == 4


def test_an_order_for_the_card_answers_and_counts_at_each_turn() -> None:
    game = revealed("shieldbreaker", hands={0: ["haggle"]})
    book, decision = orders(game.session.view(0)), game.session.decision(0)
    assert book is not None
    assert decision is not None
    assert book.answer(decision, {}) is None
    order = book.read("buy_at 4 favors haggle")
    assert book.answer(decision, {order.slot: order.text}) == "by_turn"
    assert book.answer(decision, {"good": "always buy_at 3"}) == "by_turn"
    assert book.answer(decision, {"evil": "always take_at 3"}) is None
    assert book.asks(decision, {}) is None


def test_missed_deadline_leaves_the_auction_to_the_caretaker() -> None:
    game = revealed("shieldbreaker")
    for seat in range(4):
        decision = game.session.decision(seat)
        assert decision is not None
        game.say(seat, GAME.fallback(game.t, decision))
    by_hand = Played(council(deck=["shieldbreaker"], phase="reveal"))
    while by_hand.t.phase == "auction":
        decision = by_hand.session.decision(by_hand.asked[0])
        assert decision is not None
        by_hand.say(decision.seat, GAME.fallback(by_hand.t, decision))
    assert game.t.coins == by_hand.t.coins
    assert game.t.kingdoms == by_hand.t.kingdoms


def test_tables_from_before_the_option_play_in_turns() -> None:
    game = Played(council(deck=["shieldbreaker"], phase="reveal"))
    assert "auction_mode" not in game.t.options
    assert (game.asked, game.t.phase) == ((0,), "auction")


def test_events_and_purchases_are_told_as_by_hand() -> None:
    numbers = said_by_all(revealed("shieldbreaker"), "buy_at>4", "buy_at>6", "buy_at>5", "buy_at>0")
    by_hand = Played(council(deck=["shieldbreaker"], phase="reveal"), *((seat, "bid") for seat in (0, 1, 2, 3, 0)), (1, "buy"))
    assert [event.public for event in numbers.told] == [event.public for event in by_hand.told]
