"""Tests of the card laboratory: counts, changed numbers, and continuing a stopped run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.rules.council_of_kings import GAME, action, cards
from games.rules.council_of_kings.cards import CARDS, FAVOR
from games.rules.registry import game
from tests.bench.cards import fates, kings, sides
from tests.bench.cards.altering import Change, alter
from tests.bench.cards.rows import Row, kept, play
from tests.rules.council_of_kings.build import Played, council

GAMES: list[dict[str, Any]] = [
    {
        "hands": [["haggle", "ambush"], ["haggle", "haggle"], ["ambush"]],
        "half": [5, 5, 1],
        "bought": [["goldentongue", 0, 11, 0], ["troll", 1, 4, 4], ["goldentongue", 2, 6, 5]],
        "given": [["troll", 0]],
        "ranks": [1, 2, 3],
        "scores": [12, 8, 4],
    },
    {
        "hands": [["ambush"], ["haggle"], []],
        "half": [0, 1, 9],
        "bought": [["goldentongue", 1, 7, 3]],
        "given": [["troll", 2]],
        "ranks": [1, 1, 3],
        "scores": [9, 9, 3],
    },
]


@pytest.fixture
def printed() -> Iterator[None]:
    """Restores the numbers of all cards after the test."""
    before = dict(CARDS), dict(FAVOR), cards.TAX_COINS
    yield
    CARDS.update(before[0])
    FAVOR.update(before[1])
    alter(GAME.key, (Change("", "TAX_COINS", before[2]),))


def test_wins_count_for_every_seat_that_was_dealt_a_favor_once() -> None:
    found = kings.by_favor(GAMES)
    assert (found["haggle"].count, found["haggle"].of) == (1.5, 3)  # a win, none, half of a shared one
    assert (found["ambush"].count, found["ambush"].of) == (1.5, 3)


def test_leaders_at_half_time_share_their_place() -> None:
    share = kings.leader_wins(GAMES)
    assert (share.count, share.of) == (0.5, 2)  # one of two leaders won; the leader of the second game did not


def test_purchases_have_a_mean_price_and_a_share_at_once() -> None:
    number, price, share = kings.purchases(GAMES)["goldentongue"]
    assert (number, price, share.count) == (3, 8.0, 1)


def test_values_compare_the_receiver_with_the_others() -> None:
    value, error = kings.values(GAMES)["troll"]
    assert value == pytest.approx((12 - 6 + 3 - 9) / 2)
    assert error == pytest.approx(6.0)  # 6 and -6: a deviation of 8.49, over the root of two


def test_first_to_converge_counts_only_where_somebody_did() -> None:
    share = fates.first_wins([{"first": 0, "ranks": [1, 2]}, {"first": 1, "ranks": [1, 2]}, {"first": None, "ranks": [1, 2]}])
    assert (share.count, share.of) == (1, 2)


@pytest.mark.usefixtures("printed")
def test_columns_verbs_and_constants_are_changed() -> None:
    alter(GAME.key, tuple(map(Change.read, ("old_marshal.cost=13", "silver_lining.gain=5", "archmage.add_order=2", "TAX_COINS=4"))))
    assert CARDS["old_marshal"].cost == 13
    assert Played(council(up="troll", placed=[(1, "silver_lining")]), (0, "buy")).t.coins[1] == 15
    game = Played(council(kingdoms={0: [("archmage", 1)]}), (0, "use>archmage"))
    assert game.cards(0) == {"archmage": 3}
    assert Played(council(up="troll"), (0, "tax")).t.coins[0] == 14
    assert not hasattr(action, "TAX_COINS")


@pytest.mark.parametrize("text", ["old_marshal.cost", "old_marshal.cost=much"])
def test_what_is_no_change_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no change"):
        Change.read(text)


@pytest.mark.parametrize("text", ["nobody.cost=1", "troll.colour=1", "COLOUR=1"])
def test_what_is_not_there_cannot_be_changed(text: str) -> None:
    with pytest.raises(ValueError, match="has no"):
        alter(GAME.key, (Change.read(text),))


def test_a_row_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    file, row = tmp_path / "rows.jsonl", Row("council_of_kings", GAME.version, 3)
    play(file, row, 2)
    first = kept(file)[str(row)]
    file.write_text(file.read_text(encoding="utf-8") + '{"row": "half a li', encoding="utf-8")
    play(file, row, 3)
    assert {number: kept(file)[str(row)][number] for number in (0, 1)} == first
    assert [json.loads(line)["game"] for line in file.read_text(encoding="utf-8").splitlines()] == [0, 1, 2]


def test_what_a_game_of_kings_tells_fits_together() -> None:
    facts = kings.facts(GAME, 3, 1, {"mode": "basic"}, 2)
    assert [len(hand) for hand in facts["hands"]] == [3, 3, 3]
    assert facts["given"]
    assert {card for card, *_rest in facts["bought"]} <= set(GAME.faces)
    assert not {card for card, _seat in facts["given"]} & {card for card, *_rest in facts["bought"]}
    assert "| card |" in kings.shown([facts, facts])


def test_what_other_games_tell_fits_together() -> None:
    foretold = fates.facts(game("fate_foretold"), 3, 1, {"alignment_threshold": 3}, 0)
    assert foretold["begun"] >= foretold["broken"]
    assert foretold["hand_overs"] > foretold["rounds"]
    assert "| the Wanderer ends | 0" in fates.shown([foretold, foretold])
    assert sides.facts(game("turn_of_fate"), 2, 1, {}, 0)["ranks"] in ((1, 2), (2, 1))
    assert "| 2 | " in sides.shown([{"ranks": [1, 2]}])
