"""Tests of standing orders: sections 7.2 and 7.3, scenarios 47 to 49."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.rules.council_of_kings.board import Council
from games.rules.council_of_kings.orders import Book, orders
from games.rules.errors import RulesError
from games.rules.messages import plain
from games.rules.orders import written
from tests.rules.council_of_kings.build import Played, council


def book(t: Council, seat: int = 0) -> Book:
    """The order book of a seat at a hand-made table."""
    found = orders(Played(t).session.view(seat))
    assert found is not None
    return found


def answer(game: Played, seat: int, kept: Mapping[str, str]) -> str | None:
    """The answer that a seat's orders give to its open question."""
    decision, mine = game.session.decision(seat), orders(game.session.view(seat))
    assert decision is not None
    assert mine is not None
    return mine.answer(decision, {slot: text for slot, text in kept.items() if mine.holds(slot)})


def carried_out(t: Council, said: Mapping[int, str]) -> Played:
    """The table after all seats have left orders and the orders have been carried out as far as possible."""
    game = Played(t)
    kept = {seat: book(t, seat).read(text) for seat, text in said.items()}
    while game.asked and game.t.phase == "auction":
        seat = game.asked[0]
        text = answer(game, seat, {kept[seat].slot: kept[seat].text})
        if text is None:
            break
        game.say(seat, text)
    return game


def test_t47_example_b_a_good_card_by_orders() -> None:
    game = carried_out(council(up="shieldbreaker"), {0: "buy_at 4", 1: "buy_at 6", 2: "buy_at 5", 3: "buy_at none"})
    assert game.t.coins == [12, 7, 11, 11]
    assert (game.cards(1), game.t.auctioneer) == ({"shieldbreaker": 3}, 2)


def test_t47_example_c_an_evil_card_by_orders() -> None:
    said = {0: "take_at 6 spend 3", 1: "take_at 5 spend 9", 2: "take_at 8 spend 2", 3: "take_at 9 spend 1"}
    game = carried_out(council(up="troll"), said)
    assert game.t.coins == [8, 14, 9, 9]
    assert (game.cards(1), game.t.auctioneer) == ({"troll": 3}, 2)


def test_t47_example_d_taxes_by_order() -> None:
    said = {0: "take_at 9 spend 6 max_tax 1", 1: "take_at 7 spend 9", 2: "take_at 10 spend 9", 3: "take_at 10 spend 9"}
    game = carried_out(council(up="barrow_wight", coins=[0, 10, 10, 10]), said)
    assert (game.t.coins, game.t.populace) == ([0, 17, 8, 8], [1, 0, 0, 0])


def test_t48_spend_2_then_ask_asks_after_two_bids() -> None:
    bids = dict.fromkeys((1, 2, 3), "take_at 50 spend 9")
    game = carried_out(council(up="troll"), {0: "spend 2, then ask", **bids})
    assert game.asked == (0,)
    assert (game.t.the_lot["bids"], game.t.the_lot["coins"]) == ([2, 2, 2, 2], 8)


def test_t49_an_order_changed_under_way_counts_from_the_next_turn() -> None:
    game = Played(council(up="shieldbreaker"))
    for mine in ("buy_at 0", "buy_at 5"):
        for seat, said in ((0, mine), (1, "buy_at none"), (2, "buy_at none"), (3, "buy_at none")):
            if game.asked == (seat,) and game.t.phase == "auction":
                game.say(seat, answer(game, seat, {"auction:5": said}) or "")
    assert game.cards(0) == {"shieldbreaker": 3}
    assert game.t.coins[0] == 10 + 1 - 5


@pytest.mark.parametrize(
    ("said", "table", "answers"),
    [
        ("buy_at 4 max_tax 1", council(up="squire", on_it=4, coins=[2, 10, 10, 10]), ["tax", "buy"]),  # G1 with the fewest taxes
        ("buy_at 4", council(up="squire", on_it=4, coins=[2, 10, 10, 10]), ["bid"]),  # G1 cannot pay, so G2
        ("buy_at 9 favors haggle", council(up="squire", on_it=6, hands={0: ["haggle"]}), ["play>haggle", "buy"]),
        ("buy_at none favors haggle", council(up="squire", on_it=0, hands={0: ["haggle", "old_debts"]}), ["buy"]),  # G3 keeps Haggle
        ("take_at 0 favors iron cage", council(up="troll", hands={0: ["iron_cage"]}), ["play>iron_cage", "buy"]),  # E1
        ("spend 2 bargain old_debts bargain_when first", council(up="troll", hands={0: ["old_debts"]}), ["bargain>old_debts"]),  # E2
        ("spend 2 bargain old debts", council(up="troll", hands={0: ["old_debts"]}), ["bid"]),  # E3
        ("max_tax 1", council(up="troll", coins=[0, 10, 10, 10], hands={0: ["old_debts"]}), ["tax", "bid"]),  # E3 taxes first
        ("spend 0 bargain old_debts", council(up="troll", hands={0: ["old_debts"]}), ["bargain>old_debts"]),  # E4
        ("spend 0 then take", council(up="troll"), ["buy"]),  # E5
        ("spend 0 then ask", council(up="troll"), [None]),
        ("live", council(up="troll"), [None]),
    ],
)
def test_the_first_line_that_applies(said: str, table: Council, answers: list[str | None]) -> None:
    game = Played(table)
    order = book(table).read(said)
    for wanted in answers:
        assert answer(game, 0, {order.slot: order.text}) == wanted
        if wanted is not None:
            game.say(0, wanted)


def test_the_order_for_this_auction_beats_the_policy_and_ends_with_it() -> None:
    t = council(up="troll")
    mine, game = book(t), Played(t)
    policy = mine.read("always take_at 5 spend 0")
    assert (policy.slot, answer(game, 0, {"evil": policy.text})) == ("evil", "buy")
    assert answer(game, 0, {"evil": policy.text, "auction:5": "live"}) is None
    assert [mine.holds(slot) for slot in ("auction:5", "auction:4", "evil")] == [True, False, True]


def test_a_policy_for_a_card_or_its_kind_beats_that_of_its_side() -> None:
    t = council(up="troll")
    mine, game = book(t), Played(t)
    said = {
        order.slot: order.text
        for order in map(mine.read, ("always take_at 9 spend 9", "always take_at 0 of monster", "always spend 5 of Troll"))
    }
    assert list(said) == ["evil", "evil:monster", "evil:troll"]
    assert answer(game, 0, said) == "bid"
    assert answer(game, 0, {slot: said[slot] for slot in ("evil", "evil:monster")}) == "buy"
    assert answer(game, 0, {"good:hero": mine.read("always buy_at 6 of hero").text}) is None
    assert plain(mine.read("always take_at 4 of Troll").says[-1]) == "This is only for Troll."


def test_the_lich_takes_the_hero_that_was_named() -> None:
    t = council(up="lich", kingdoms={0: ["goldentongue", "squire"]})
    order = book(t).read("take_at 0 choices goldentongue")
    game = Played(t, (0, "buy"))
    assert answer(game, 0, {order.slot: order.text}) == "goldentongue"


def test_7_3_policies_for_the_action_phase_never_look_at_the_hand() -> None:
    t = council(hands={0: ["bread_and_circuses"]}, kingdoms={0: ["shieldbreaker", "squire", ("troll", 1)]})
    game = Played(t)
    said = ("actions ask", "actions attack", "actions attack reserve brenna shieldbreaker, squire", "actions done", "actions ask_if_attack")
    answers = [answer(game, 0, {"action": book(t).read(text).text}) for text in said]
    assert answers == [None, "attack>shieldbreaker>troll", "done", "done", None]
    idle = council(hands={0: ["bread_and_circuses"]}, kingdoms={0: ["squire"]})
    assert answer(Played(idle), 0, {"action": "actions ask_if_attack"}) == "done"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("", "unreadable"),
        ("hello 4", "unreadable"),
        ("buy_at 4", "other_side"),
        ("buy_at 4 spend 3", "two_sides"),
        ("always max_tax 3", "two_sides"),
        ("spend 3 spend 4", "twice"),
        ("spend -1", "bad_number"),
        ("spend 3.5", "bad_number"),
        ("take_at 100", "bad_number"),
        ("then run", "bad_word"),
        ("bargain hush_money", "not_yours"),
        ("bargain old_debts old_debts", "not_yours"),
        ("bargain excalibur", "unreadable"),
        ("choices squire", "not_yours"),
        ("take_at 3 of monster", "two_sides"),
        ("always take_at 3 of hero", "other_side"),
        ("actions", "bad_word"),
        ("actions attack squire", "unreadable"),
    ],
)
def test_orders_that_are_refused(said: str, code: str) -> None:
    with pytest.raises(RulesError) as caught:
        book(council(up="troll", hands={0: ["old_debts"], 1: ["hush_money"]})).read(said)
    assert caught.value.code == code


def test_no_order_for_this_auction_without_one() -> None:
    with pytest.raises(RulesError, match="always"):
        book(council(hands={0: ["old_debts"]})).read("take_at 3")


@pytest.mark.parametrize("up", ["shieldbreaker", "troll", "lich", None])
def test_every_offer_and_its_example_can_be_read_and_kept(up: str | None) -> None:
    hands = {0: ["old_debts", "haggle", "iron_cage"]}
    mine = book(council(up=up, hands=hands, kingdoms={0: ["squire"]}))
    for offer in mine.offers:
        filled = {field.key: [field.choices[0][0] if field.choices else str(field.most)] for field in offer.fields}
        for text in (offer.example, written(offer, filled), written(offer, {offer.fields[0].key: filled[offer.fields[0].key]})):
            order = mine.read(text)
            assert order.slot.split(":")[0] == offer.slot.split(":")[0]  # a policy for a card has a slot of its own
            assert mine.kept(order.text) == mine.read(order.text) == order
            assert all(plain(sentence) for sentence in order.says)


def test_the_preview_says_what_happens_while_nobody_else_moves() -> None:
    mine = book(council(up="shieldbreaker"))
    assert plain(mine.read("buy at 4").says[0]) == "You pass at 9, 8, 7, 6, 5 and buy at 4, if it comes to you."


def test_a_kept_order_is_shown_after_its_favors_are_gone() -> None:
    text = book(council(up="troll", hands={0: ["old_debts"]})).read("spend 1 bargain old_debts").text
    assert book(council(up="troll")).kept(text).slot == "auction:5"


@pytest.mark.parametrize(("witch", "debts"), [("hedge_witch", "old_debts"), ("hedgewitch", "old_debt")])
def test_names_in_orders_mean_the_cards_of_the_table(witch: str, debts: str) -> None:
    mine = book(council(up="troll", hands={0: [debts]}, kingdoms={0: [witch]}))
    assert mine.read("always buy_at 5 of Hedge Witch").slot == f"good:{witch}"
    assert mine.read("take_at 5 bargain Old Debts").text == f"take_at 5 bargain {debts}"
    assert mine.read("actions attack reserve Hedge Witch").text == f"actions attack reserve {witch}"
    only_for = next(field for field in mine.offers[1].fields if field.key == "of")
    assert [card for card, name in only_for.choices if plain(name) == "Hedge Witch"] == [witch]
