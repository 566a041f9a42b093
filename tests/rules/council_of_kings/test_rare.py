"""Tests of situations that random play seldom reaches: empty decks, stalled auctions, many Favors, auctions of maximal length."""

from __future__ import annotations

import random

from games.rules.council_of_kings import GAME
from games.rules.council_of_kings.board import Council, tax_yield
from games.rules.council_of_kings.cards import PRINTINGS
from games.rules.playout import random_draw
from games.rules.session import Session
from tests.rules.council_of_kings.build import Played, council

ALL_FAVORS = PRINTINGS[1].favor_deck


def test_r3_empty_favor_deck_is_made_anew_from_the_discard_pile() -> None:
    table = council(deck=["fickle_fates", "troll"], favor_deck=["ambush", "haggle"], auctioneer=1, phase="reveal")
    discarded = list(table.favor_discard)
    game = Played(table)
    # The hand-made table answers shuffles with 0, 1, 2 …, so the discard pile keeps its order.
    assert game.t.hands == [[discarded[1]], ["ambush"], ["haggle"], [discarded[0]]]
    assert (game.t.favor_deck, game.t.favor_discard) == (discarded[2:], [])


def test_r3_reshuffle_is_a_draw_of_chance() -> None:
    session = Session(GAME, council(deck=["fickle_fates", "troll"], favor_deck=["ambush"], phase="reveal"))
    wanted = session.wants_chance
    assert wanted is not None
    assert (wanted.label, wanted.n, wanted.k) == ("favors", 23, 23)
    assert session.view(1).table["players"][0]["favors"] == 1


def all_favors_held() -> Council:
    """A table on which every Favor is in the hand of seat 1."""
    return council(deck=["fickle_fates", "troll"], hands={1: ALL_FAVORS}, favor_deck=[], phase="reveal")


def test_r3_nothing_is_drawn_when_deck_and_discard_pile_are_empty() -> None:
    game = Played(all_favors_held())
    assert [len(hand) for hand in game.t.hands] == [0, 24, 0, 0]
    assert [event.public["n"] for event in game.told if event.kind == "drew"] == [0, 0, 0, 0]


def test_r3_no_hand_limit_and_every_design_is_one_choice() -> None:
    game = Played(all_favors_held(), (0, "bid"))
    bargains = [token for token in game.tokens(1) if token.startswith("bargain>")]
    assert (len(bargains), len(set(bargains))) == (19, 19)


def test_single_discarded_favor_is_drawn_without_a_shuffle() -> None:
    table = council(deck=["fickle_fates", "troll"], hands={1: ALL_FAVORS[1:]}, favor_deck=[], phase="reveal", auctioneer=2)
    assert table.favor_discard == ["hush_money"]
    assert Played(table).t.hands[2] == ["hush_money"]


def test_peek_of_three_with_two_cards_left_shows_both() -> None:
    game = Played(council(hands={0: ["scrying_bowl"]}, deck=["troll"]), (0, "play>scrying_bowl"))
    assert game.session.view(0).table["known"] == ["troll", "game_ends"]


def test_second_look_does_not_shorten_what_is_known() -> None:
    table = council(up="oracles_whisper", on_it=1, hands={0: ["scrying_bowl"]}, deck=["troll", "kobolds", "squire"])
    table.known[0] = 3
    assert Played(table, (0, "buy")).t.known[0] == 3


def test_lich_and_cage_leave_one_chaos_and_still_take_a_hero() -> None:
    table = council(up="lich", hands={0: ["iron_cage"]}, kingdoms={0: ["squire"]})
    assert Played(table, (0, "play>iron_cage"), (0, "buy")).cards(0) == {"lich": 1}


def test_last_fate_card_before_the_end_leads_to_the_end_without_an_action_phase_after_it() -> None:
    game = Played(council(up="troll", deck=["game_ends"]), (0, "buy"))
    assert game.session.result is not None
    assert game.session.result.scores == (4, 10, 10, 10)


def test_event_just_before_the_end() -> None:
    result = Played(council(deck=["festival", "game_ends"], phase="reveal")).session.result
    assert result is not None
    assert result.scores == (12, 12, 12, 12)
    assert result.drawn


def stall(session: Session[Council], seat: int) -> str:
    """Pass as long as possible: bid, else bargain with a Favor, else be done, else tax."""
    question = session.question(seat)
    assert question is not None
    for wanted in ("bid", "bargain", "done", "tax"):
        for token in question.tokens:
            if token.startswith(wanted):
                return token
    return question.tokens[0]


def bound(t: Council) -> int:
    """The greatest number of passes in an auction that begins at this table (the last of the invariants)."""
    favors = sum(len(hand) for hand in t.hands)
    if t.lot_card.good:
        return t.the_lot["coins"] + 3 + favors
    taxes = sum(tax_yield(t.kingdoms[seat]) * max(0, 12 - t.populace[seat]) for seat in t.all_seats)
    return sum(t.coins) + taxes + favors + 3


def test_r9_auctions_end_even_among_players_that_only_stall() -> None:
    for seats in (3, 4, 5):
        rng = random.Random(seats)
        session: Session[Council] = GAME.begin(seats, {"mode": "advanced"}, track=False)
        auction, passes, most, answers = 0, 0, 0, 0
        while session.result is None:
            if (draw := session.wants_chance) is not None:
                session.answer_chance(random_draw(rng, draw.n, draw.k))
                continue
            t = session.table
            if t.phase == "auction" and t.auction != auction:
                auction, passes, most = t.auction, 0, bound(t)
            seat = session.unanswered[0]
            token = stall(session, seat)
            passes += token.startswith(("bid", "bargain"))
            assert passes <= most
            session.answer(seat, token)
            answers += 1
        assert answers < 2_000
