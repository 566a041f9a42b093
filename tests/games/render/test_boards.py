"""Tests of boards with coordinates in HTML, text, pictures and the API; on squares and on hexagons."""

from __future__ import annotations

import random
from html.parser import HTMLParser

import pytest

from games.api.base.shapes import scene as scene_shape
from games.render.board_html import board_html
from games.render.board_picture import board_picture
from games.render.html import scene_html
from games.render.mail_picture import mail_picture
from games.render.picking import pick
from games.render.places import size
from games.render.png import scene_png
from games.render.shapes import Box, Words, flat
from games.render.svg import scene_svg
from games.render.text import scene_text
from games.rules.board import Board, Cell, Form, Piece, board, neighbours
from games.rules.messages import Reader, msg
from games.rules.playout import play
from games.rules.scene import Scene, board_zone
from tests.games.render.samples import table_html
from tests.rules.boards import GAME

READER = Reader(["anna", "bert"])
STONES = {"a1": Piece("X", msg("stone"), owner=0), "b2": Piece("O", msg("stone"), owner=1), "c1": Piece("X", msg("stone"), owner=0)}
forms = pytest.mark.parametrize("form", list(Form))


def shown(form: Form = Form.SQUARE) -> Scene:
    """Three stones on a board."""
    return Scene((board_zone("board", msg("Board"), board(3, 2, STONES, form), msg("Three in a line win.")),))


class Cells(HTMLParser):
    """Collects the cells of a page and their texts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.cells: dict[str, str] = {}
        self.buttons: dict[str, str] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if (given.get("class") or "").split()[:1] == ["cell"]:
            self.cells[given["data-id"] or ""] = given["title"] or ""
        if tag == "button":
            self.buttons[given["value"] or ""] = given["aria-label"] or ""


def test_coordinates_are_letters_and_numbers_from_the_lower_left() -> None:
    assert [cell.id for cell in board(3, 2, {}).cells] == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert [(number, [cell and cell.id for cell in cells]) for number, cells in board(2, 2, {}, holes=["a2"]).lines()] == [
        (2, [None, "b2"]),
        (1, ["a1", "b1"]),
    ]
    assert (board(3, 2, {}).columns, board(3, 2, {}).rows, Board(()).columns) == (3, 2, 0)


def test_a_piece_beyond_the_board_is_refused() -> None:
    with pytest.raises(ValueError, match="no cell d1"):
        board(3, 2, {"d1": STONES["a1"]})
    with pytest.raises(ValueError, match="1 to 26 columns"):
        board(27, 1, {})


def test_neighbours_on_squares_and_hexagons() -> None:
    assert neighbours("b2") == ["a2", "b1", "b3", "c2"]
    assert neighbours("a1") == ["a2", "b1"]
    assert neighbours("b2", Form.HEX) == ["a2", "b1", "b3", "c1", "c2", "c3"]
    assert neighbours("b1", Form.HEX) == ["a1", "a2", "b2", "c1"]


@forms
def test_neighbours_of_hexagons_know_each_other(form: Form) -> None:
    for cell in board(5, 5, {}).cells:
        assert all(cell.id in neighbours(other, form) for other in neighbours(cell.id, form))


@forms
def test_page_names_every_cell_and_what_stands_there(form: Form) -> None:
    cells = Cells(scene_html(shown(form), READER)).cells
    stones = {"b2": "stone (bert)", "a1": "stone (anna)", "c1": "stone (anna)"}
    assert cells == {place: f"{place}: {stones.get(place, 'free')}" for place in ("a2", "b2", "c2", "a1", "b1", "c1")}


@forms
def test_table_of_a_game_shows_the_board(form: Form) -> None:
    html = table_html(shown(form), READER, None)
    assert Cells(html).cells == Cells(scene_html(shown(form), READER)).cells
    assert "is-empty" not in html
    assert size(shown(form).zones[0]) == (15, 10)


def test_picture_of_a_mail_shows_the_board() -> None:
    marks = [shape.text for _x, _y, shape in flat(mail_picture(shown(), READER).shapes) if isinstance(shape, Words)]
    assert marks == ["Board", "2", "O", "1", "X", "X", "a", "b", "c"]


def test_page_moves_every_second_row_of_hexagons_by_half_a_cell() -> None:
    html = scene_html(shown(Form.HEX), READER)
    upper, lower = html.split('class="board-row"')[1:3]
    assert upper.index("cell-half") < upper.index("data-id")
    assert lower.index("cell-half") > lower.rindex("data-id")
    assert "cell-half" not in scene_html(shown(), READER)


def test_cells_of_a_question_are_buttons_and_pressing_one_picks_it() -> None:
    session = GAME.begin(2)
    session.answer(0, "b2")
    view, decision = session.view(1), session.decision(1)
    assert decision is not None
    picked = pick(decision, ["a3"])
    assert picked.tokens == ("a3",)
    found = Cells(table_html(GAME.scene(view), READER, decision, picked))
    assert set(found.buttons) == set(found.cells) - {"b2"}
    assert found.buttons["a3"] == "Choose a3: free"


def test_page_escapes_what_a_game_wrote() -> None:
    hostile = Board((Cell(0, 0, Piece("<b>", msg("<i>name</i>"), 0), msg("<u>note</u>")),))
    html = board_html(hostile, READER, lambda id_, name: None)
    assert [tag for tag in ("<b>", "<i>", "<u>") if tag in html] == []
    assert "&lt;i&gt;name" in html


def test_text_shows_the_board_and_says_what_stands_where() -> None:
    assert scene_text(shown(), READER).splitlines() == [
        "Board: Three in a line win.",
        "  2  . O .",
        "  1  X . X",
        "     a b c",
        "  X = stone (anna): a1, c1",
        "  O = stone (bert): b2",
    ]
    assert scene_text(shown(Form.HEX), READER).splitlines()[1:3] == ["  2   . O .", "  1  X . X"]


def test_holes_and_notes_are_told_in_text() -> None:
    zone = board_zone("board", msg("Board"), Board((Cell(0, 0, note=msg("a gate")), Cell(1, 1))))
    assert scene_text(Scene((zone,)), READER).splitlines()[1:] == ["  2    .", "  1  .", "     a b", "  a1: a gate"]


@forms
@pytest.mark.parametrize("columns", [3, 8, 26])
def test_picture_holds_every_cell_within_its_width(form: Form, columns: int) -> None:
    drawn = board_picture(board(columns, 4, {}, form), 584)
    boxes = [(x + shape.x, shape) for x, _y, shape in flat(drawn.shapes) if isinstance(shape, Box)]
    assert len(boxes) == columns * 4
    assert all(x >= 0 and x + box.width <= drawn.width + 0.01 <= 584.02 for x, box in boxes)
    marks = [shape.text for _x, _y, shape in flat(board_picture(board(3, 2, STONES, form), 584).shapes) if isinstance(shape, Words)]
    assert sorted(mark for mark in marks if mark in "XO") == ["O", "X", "X"]


@forms
def test_pictures_of_the_whole_table_are_drawn(form: Form) -> None:
    assert "<svg" in scene_svg(shown(form), READER)
    assert scene_png(shown(form), READER).startswith(b"\x89PNG")


def test_programs_get_cells_by_coordinates() -> None:
    (zone,) = scene_shape(shown(), READER)["zones"]
    assert zone["layout"] == "board"
    assert {key: zone["board"][key] for key in ("form", "columns", "rows")} == {"form": "square", "columns": 3, "rows": 2}
    assert zone["board"]["cells"][0] == {"id": "a1", "piece": {"id": "", "mark": "X", "name": "stone", "owner": 0}, "note": None}


@pytest.mark.parametrize("hexagons", [False, True])
def test_a_game_on_a_board_is_played_to_its_end(hexagons: bool) -> None:
    reasons = {play(GAME, 2, random.Random(seed), {"hexagons": hexagons}).result.reason for seed in range(40)}  # type: ignore[union-attr]
    assert reasons == {"line", "full"}
