"""Tests of the open wait of the Action phase: the seats asked, and the seats asked again; scenarios 37 to 39, ruling 34."""

from __future__ import annotations

from games.rules.contract import Wait
from tests.rules.council_of_kings.build import Card, Played, council


def test_t39_only_who_could_act_is_asked() -> None:
    kingdoms = {1: ["shieldbreaker"], 2: ["squire", "troll"], 3: ["goldentongue"]}
    game = Played(council(hands={0: ["hush_money"]}, kingdoms=kingdoms))
    assert game.asked == (0, 2, 3)
    assert game.session.wait is Wait.OPEN


def test_t39_abilities_without_coins_order_or_target_are_no_reason_to_ask() -> None:
    kingdoms: dict[int, list[Card]] = {0: ["archmage", "martyr"], 1: [("goldentongue", 0)], 2: ["royal_hunt"], 3: ["temple_of_mercy"]}
    game = Played(council(kingdoms=kingdoms, coins=[1, 10, 10, 2]))
    assert game.asked == (3,)


def test_phase_without_anybody_to_ask_goes_on_to_the_next_card() -> None:
    assert Played(council(deck=["troll"])).t.phase == "auction"


def test_everybody_acts_in_any_order_and_the_last_done_ends_the_phase() -> None:
    game = Played(council(3, hands={0: ["ambush"], 1: ["ambush"], 2: ["haggle"]}, deck=["troll"]))
    game.say(2, "tax").say(1, "done").say(2, "done")
    assert (game.asked, game.t.phase) == ((0,), "action")
    game.say(0, "done")
    assert game.t.phase == "auction"


def test_same_player_is_asked_again_after_an_action() -> None:
    game = Played(council(kingdoms={0: [("squire", 1), "troll"]}))
    game.say(0, "attack>squire>troll")
    assert (game.asked, game.tokens(0)) == ((0,), ["tax", "done"])


def test_t37_r34_first_come_first_served() -> None:
    def table() -> Played:
        kingdoms, hands = {3: ["archmage"]}, {2: ["cutpurses"], 3: ["ambush"]}
        return Played(council(kingdoms=kingdoms, hands=hands, coins=[10, 10, 10, 4]))

    late = table().say(2, "play>cutpurses>seat_4")
    assert late.t.coins == [10, 10, 13, 1]
    assert (late.refusal(3, "use archmage").code, late.asked) == ("cannot_pay", (2, 3))
    early = table().say(3, "use archmage").say(2, "play cutpurses on seat 4")
    assert early.t.coins == [10, 10, 12, 0]


def test_t38_who_is_done_is_asked_again_when_somebody_takes_coins() -> None:
    game = Played(council(hands={2: ["cutpurses"], 3: ["ambush"]}), (3, "done"))
    assert game.asked == (2,)
    game.say(2, "play>cutpurses>seat_4")
    assert game.asked == (2, 3)


def test_t38_who_is_done_is_not_asked_again_when_nothing_changed() -> None:
    hands = {2: ["cutpurses", "agitators"], 3: ["ambush"]}
    game = Played(council(hands=hands, coins=[10, 10, 10, 0]), (3, "done"))
    game.say(2, "play>cutpurses>seat_4")
    assert game.asked == (2,), "there was no coin to take"
    game.say(2, "play>agitators>seat_2")
    assert game.asked == (2,), "somebody else was meant"


def test_t38_agitators_and_the_corsair_queen_wake_their_victims_too() -> None:
    game = Played(
        council(hands={2: ["agitators"], 3: ["ambush"], 0: ["ambush"]}, kingdoms={2: ["corsair_queen"]}), (3, "done"), (0, "done")
    )
    game.say(2, "play>agitators>seat_4")
    assert game.asked == (2, 3)
    game.say(2, "use>corsair_queen>seat_1")
    assert game.asked == (0, 2, 3)


def test_who_could_not_act_before_is_not_asked_because_coins_were_taken() -> None:
    game = Played(council(hands={2: ["cutpurses"]})).say(2, "play>cutpurses>seat_4")
    assert game.asked == (2,)


def test_own_action_does_not_wake_others() -> None:
    game = Played(council(hands={0: ["ambush"], 1: ["ambush"]}), (1, "done"), (0, "tax"))
    assert game.asked == (0,)
