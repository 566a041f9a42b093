"""Tests of the ladder: each player beats the one below it, on fixed seeds and with a budget in worlds instead of seconds."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.rules.destined_to_fail import odds as destiny
from games.rules.registry import game
from tests.bench.ladder import Share, one_among, one_game, seating, strengths
from tests.bench.rows import Row, kept, play, shown

SEATS = {"turn_of_fate": 2, "tempting_fate": 2, "council_of_kings": 3, "destined_to_fail": 3, "fate_foretold": 3}


@pytest.mark.parametrize("key", ["turn_of_fate", "tempting_fate", "council_of_kings", "fate_foretold"])
def test_adviser_beats_chance(key: str) -> None:
    won, _last = one_among(game(key), "adviser", "random", SEATS[key], 12, {})
    assert won.count > 12 / SEATS[key]


def test_adviser_of_destined_to_fail_loses_less_than_chance_and_than_the_greedy() -> None:
    for other in ("random", "greedy"):
        _won, last = one_among(game("destined_to_fail"), "adviser", other, 3, 12, {})
        assert last.count < 12 / 3


@pytest.mark.parametrize(("key", "games"), [("turn_of_fate", 4), ("destined_to_fail", 4)])
def test_looking_ahead_beats_the_adviser(key: str, games: int) -> None:
    options = {"target_glory": 10} if key == "destined_to_fail" else {}
    _won, last = one_among(game(key), "few", "adviser", SEATS[key], games, options)
    assert last.count < games / SEATS[key]


def test_strengths_follow_who_won() -> None:
    tables = [(("a", "b", "c"), (1, 2, 3))] * 3 + [(("a", "b", "c"), (2, 1, 3))]
    found = strengths(tables, ["a", "b", "c"])
    assert found["a"] > found["b"] > found["c"]
    assert sum(found.values()) == pytest.approx(3)


def test_even_results_are_even_strengths() -> None:
    found = strengths([(("a", "b"), (1, 2)), (("b", "a"), (1, 2))], ["a", "b"])
    assert found["a"] == pytest.approx(found["b"])


def test_everybody_sits_as_often_as_the_others() -> None:
    names = ["a", "b", "c", "d"]
    sat = [name for number in range(24) for name in seating(names, 3, number)]
    assert {sat.count(name) for name in names} == {18}


def test_interval_holds_the_share_and_narrows_with_the_games() -> None:
    few, many = Share(8, 10).interval, Share(800, 1000).interval
    assert few[0] < many[0] < 0.8 < many[1] < few[1]


def test_rows_go_on_where_they_stopped(tmp_path: Path) -> None:
    file, row = tmp_path / "rows.jsonl", Row.read("random:random:turn_of_fate:2")
    play(file, [row], 2, 60.0)
    first = file.read_text()
    play(file, [row], 4, 60.0)
    assert file.read_text().startswith(first)
    assert {number: one_game(game(row.key), "random", "random", 2, number, {}) for number in range(4)} == kept(file)[row]
    assert "| random:random:turn_of_fate:2 | 4 |" in shown(file)


def test_old_constants_are_those_of_the_old_player_alone() -> None:
    tuned = dict(destiny.TUNED)
    won, _last = one_among(game("destined_to_fail"), "old", "adviser", 3, 3, {"target_glory": 10})
    assert won.of == 3
    assert tuned == destiny.TUNED
