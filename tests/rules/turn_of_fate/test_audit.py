"""Tests of the audit, and of redeals, which agree with public knowledge."""

from __future__ import annotations

import random

import pytest

from games.rules.contract import Position
from games.rules.turn_of_fate import GAME
from games.rules.turn_of_fate.board import TurnOfFateTable
from games.rules.turn_of_fate.cards import BEARERS
from games.rules.turn_of_fate.hiding import hide
from tests.rules.turn_of_fate.build import at_turn, set_up


def table() -> TurnOfFateTable:
    """Temple of Leaves against Temple of Suns; hands mill cave forest and ace_suns journey desert."""
    return set_up("sailor bard painter author huntress savage", "pact castle mill cave forest ace_suns origin journey desert").table


def test_a_sound_table_has_no_faults() -> None:
    assert GAME.audit(table()) == []


@pytest.mark.parametrize(
    ("card", "into", "fault"),
    [
        ("mill", "discard", "mill is no Ace and lies in the discard."),
        ("mill", "removed", "mill left, though only the Huntress and the Bard do."),
        ("desert", "hand", "Seat 0 holds desert, a card of the rival suit."),
        ("merchant", "hand", "Seat 0 holds merchant, which is no Fate."),
        ("mill", "painter", "mill lies on painter without a suit in common."),
        ("mill", "alone", "['mill'] is not a Citizen with Fates."),
        ("huntress", "alone", "huntress is among the faithful or in the Agora."),
    ],
)
def test_a_misplaced_card_is_found(card: str, into: str, fault: str) -> None:
    t = table()
    for pile in (*t.hands, t.fate_deck, t.citizen_deck, t.removed):
        if card in pile:
            pile.remove(card)
    places = {"discard": t.discard, "removed": t.removed, "hand": t.hands[0], "painter": t.congregations[1][0]}
    if into == "alone":
        t.agora.append([card])
    else:
        places[into].append(card)
    t.played = {"mill": [0, 1]} if into == "painter" else {}
    assert fault in GAME.audit(t)


def test_lost_doubled_and_unknown_cards_are_found() -> None:
    t = table()
    t.fate_deck.remove("sea")
    t.fate_deck += ["end", "joker"]
    t.played = {"end": [0, 1]}
    assert GAME.audit(t) == [
        "sea is in 0 places.",
        "end is in 2 places.",
        "joker is no card of this deck.",
        "The record of who played which Fate does not fit the stacks.",
    ]


def test_a_redeal_never_gives_a_card_of_the_rival_suit() -> None:
    rng = random.Random(1)
    for _ in range(100):
        t = table()
        hide(t, None, rng, ())
        assert GAME.audit(t) == []
        assert not any(card in BEARERS[t.temples[1 - seat]] for seat in (0, 1) for card in t.hands[seat])


def test_a_redeal_reaches_every_hidden_fate_and_order() -> None:
    rng = random.Random(2)
    dealt, last_citizens = set(), set()
    for _ in range(300):
        t = table()
        hide(t, 0, rng, ())
        assert t.hands[0] == ["mill", "cave", "forest"]
        dealt |= set(t.hands[1])
        last_citizens.add(t.citizen_deck[-1])
    start = table()
    unknown = {*start.hands[1], *start.fate_deck} - {*start.seen[0]}  # the cards that seat 0 set aside stay in the deck
    assert dealt == {card for card in unknown if card not in BEARERS["leaves"]}
    assert last_citizens == set(start.citizen_deck)


def test_kept_cards_stay_where_they_are() -> None:
    rng = random.Random(3)
    for _ in range(50):
        t = table()
        place = t.fate_deck.index("sea")
        hide(t, 0, rng, ("sea", "journey"))
        assert t.fate_deck[place] == "sea"
        assert t.hands[1][1] == "journey"


@pytest.mark.parametrize("auto_pass", [True, False])
def test_a_redeal_does_not_make_the_rival_pass_or_end_the_game(auto_pass: bool) -> None:
    """The viewer knows that the rival was asked, so the rival must have a play (or, where a pass is asked for, a card to draw)."""
    rng = random.Random(4)
    for _ in range(100):
        t = at_turn(
            1, c0="sailor", c1="painter", hand0="market", hand1="castle", fates="cave calamity darkness origin mill", auto_pass=auto_pass
        ).table
        hide(t, 0, rng, ())
        assert GAME.resume(Position(t.dump())).waiting_for == (1,)


def test_without_another_deal_the_cards_stay() -> None:
    t = TurnOfFateTable(2, GAME.settle_options(2, {}), "turn", temples=["leaves", "suns"], agora=[["soldier"]])
    t.hands, t.fate_deck = [["sea"], ["sea"]], ["ace_suns", "ace_leaves"]
    hide(t, 1, random.Random(5), ())
    assert (t.hands, t.fate_deck) == ([["sea"], ["sea"]], ["ace_suns", "ace_leaves"])


def test_a_deal_that_leaves_somebody_short_is_dealt_again() -> None:
    """The Leaves could take the Sea, but then no card would be left for the Suns."""
    rng = random.Random(6)
    for _ in range(20):
        t = at_turn(0, c0="sailor", c1="lunatic", hand0="mill", hand1="sea").table
        hide(t, None, rng, ())
        assert t.hands == [["mill"], ["sea"]]
