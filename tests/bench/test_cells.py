"""Tests of the arithmetic of the measurements."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.bench import cells, report
from tests.bench.cells import Cell, Turn, cores_of_others, repeat, run_in_turns


class Clock:
    """A clock that only the test advances."""

    now = 0.0

    def perf_counter(self) -> float:
        """Seconds."""
        return self.now

    process_time = perf_counter


def test_rate_is_the_median_of_the_clean_turns() -> None:
    cell = Cell("x", lambda seconds: Turn(0), turns=[Turn(10), Turn(30), Turn(50), Turn(1, clean=False)])
    assert (cell.rate, cell.clean) == (30, 3)


def test_rate_without_a_clean_turn_is_the_median_of_all() -> None:
    cell = Cell("x", lambda seconds: Turn(0), turns=[Turn(10, clean=False), Turn(20, clean=False)])
    assert (cell.rate, cell.clean) == (15, 0)


def test_quantiles_are_those_of_all_operations() -> None:
    cell = Cell("x", lambda seconds: Turn(0), turns=[Turn(1, tuple(n / 100 for n in range(100)))])
    assert (cell.quantile(0.5), cell.quantile(0.99)) == (0.5, 0.99)


def test_ratio_compares_with_the_named_yardstick() -> None:
    cells = [Cell("bare", lambda seconds: Turn(0), turns=[Turn(200)]), Cell("ours", lambda seconds: Turn(0), "bare", turns=[Turn(80)])]
    assert [row["ratio"] for row in report.rows(cells)] == [None, 0.4]


def test_preparation_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of `prepare` does not count."""
    clock = Clock()
    monkeypatch.setattr(cells, "time", clock)

    def prepare() -> Callable[[], object]:
        clock.now += 1
        return move

    def move() -> None:
        clock.now += 0.25

    turn = repeat(prepare, 5)
    assert (turn.each, turn.rate, turn.cpu) == ((0.25,) * 4, 4, 0.25)


def test_cells_take_turns() -> None:
    """A disturbance then affects a cell and its comparison alike."""
    order: list[str] = []

    def cell(name: str) -> Cell:
        return Cell(name, lambda seconds: order.append(name) or Turn(1))  # type: ignore[func-returns-value]

    run_in_turns([cell("a"), cell("b")], rounds=2, seconds=0, patience=0, say=lambda text: None)
    assert order == ["a", "b", "a", "b"]


def test_busy_machine_is_noticed() -> None:
    assert cores_of_others(0.05) >= 0
