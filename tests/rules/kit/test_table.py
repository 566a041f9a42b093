"""Tests of tables: order of seats, copies, log, results."""

from __future__ import annotations

import pytest

from games.rules.contract import Event, Position, Result
from games.rules.table import ranks_by
from tests.rules.kit.toys import Board


def board() -> Board:
    return Board(4, {}, diary=["a"])


def test_seats_go_clockwise() -> None:
    assert (list(board().all_seats), board().others(2), board().clockwise(3)) == ([0, 1, 2, 3], [3, 0, 1], [3, 0, 1, 2])


def test_a_dump_is_a_copy_and_loads_to_an_equal_table() -> None:
    table = board()
    data = table.dump()
    table.diary.append("b")
    assert data["diary"] == ["a"]
    again = Board.load(data)
    again.diary.append("c")
    assert (data["diary"], again.done, again.diary) == (["a"], 0, ["a", "c"])


def test_a_dump_of_another_shape_is_refused() -> None:
    with pytest.raises(TypeError):
        Board.load({**board().dump(), "colour": 1})


def test_events_do_not_alias_the_table() -> None:
    table = board()
    table.log("seen", {0: {"diary": table.diary}}, diary=table.diary, reveals=True)
    table.diary.append("b")
    assert table.events == [Event("seen", {"diary": ["a"]}, {0: {"diary": ["a"]}}, True)]


def test_an_event_shows_each_viewer_their_part() -> None:
    event = Event("drawn", {"seat": 1, "count": 1}, {1: {"card": "sun"}})
    assert event.seen_by(1) == {"kind": "drawn", "seat": 1, "count": 1, "card": "sun"}
    assert event.seen_by(0) == event.seen_by(None) == {"kind": "drawn", "seat": 1, "count": 1}


@pytest.mark.parametrize(("keys", "ranks"), [((5, 9, 5), [2, 1, 2]), ((1, 1), [1, 1]), (((3, 0), (3, 1)), [2, 1]), ((7,), [1]), ((), [])])
def test_ranks_are_shared_by_equals(keys: tuple[object, ...], ranks: list[int]) -> None:
    assert ranks_by(keys) == ranks


def test_a_result_knows_its_winners() -> None:
    table = board()
    assert table.result is None
    table.finish([2, 1, 1, 4], [3, 5, 5, None], "done")
    result = Result((2, 1, 1, 4), (3, 5, 5, None), "done")
    assert (table.phase, table.result) == ("over", result)
    assert (result.winners, result.drawn) == ((1, 2), False)
    assert Result((1, 1), (0, 0), "done").drawn


def test_a_position_reads_what_it_wrote() -> None:
    at = Position(board().dump(), ((0, "a"), (-1, "2 0 1")), {2: "b", 1: "c"}, 4)
    assert list(at.to_json()["sealed"]) == ["1", "2"]
    assert Position.from_json(at.to_json()) == at


@pytest.mark.parametrize("data", [{}, {"table": {}, "since": [], "sealed": {}}, {"table": {}, "since": [1], "sealed": {}, "draws": 0}])
def test_other_data_is_no_position(data: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        Position.from_json(data)
