"""Tests of the audit: each invariant reports the fault of an invalid table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.rules.council_of_kings import GAME
from games.rules.council_of_kings.board import Council
from tests.rules.council_of_kings.build import council, held


def lose_a_coin(t: Council) -> None:
    t.coins[0] -= 1


def overdraw(t: Council) -> None:
    t.coins[0] -= 11
    t.coins[1] += 11


def overdraw_the_lot(t: Council) -> None:
    t.the_lot["coins"] -= 1
    t.bank += 1


def lose_a_card(t: Council) -> None:
    t.fate_out.pop()


def double_a_favor(t: Council) -> None:
    t.hands[1].append("ambush")


def calm_too_much(t: Council) -> None:
    t.populace[2] = -1


def keep_a_slain_monster(t: Council) -> None:
    t.fate_out.remove("kobolds")
    t.kingdoms[0].append(held(("kobolds", 0)))


def give_order_to_a_blessing(t: Council) -> None:
    t.fate_out.remove("royal_mint")
    t.kingdoms[0].append({**held("royal_mint"), "order": 1})


@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        (lose_a_coin, "bank, purses and lot sum up to -1 and not to 0"),
        (overdraw, "seat 0 has -1 coins"),
        (overdraw_the_lot, "there is less than nothing on the card up for auction"),
        (lose_a_card, "Fate cards are missing or there twice"),
        (double_a_favor, "Favors are missing or there too often"),
        (calm_too_much, "the Populace of seat 2 holds -1 Chaos"),
        (keep_a_slain_monster, "kobolds has no Chaos and is still there"),
        (give_order_to_a_blessing, "royal_mint has wrong counters"),
    ],
)
def test_audit_names_what_is_wrong(spoil: Callable[[Council], None], found: str) -> None:
    table = council(up="troll")
    assert GAME.audit(table) == []
    spoil(table)
    assert GAME.audit(table) == [found]
