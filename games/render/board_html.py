"""A board as HTML: a list of rows, each a list of cells; a cell that the decision concerns is a button. CSS draws it.

Cells share the width of the page, so the same elements make a board on a phone and on a wide screen.
"""

from collections.abc import Callable

from django.templatetags.static import static

from games.render.board_words import cell_words
from games.render.pressable import Touched, classes, options, press
from games.render.words import clean, escaped
from games.rules.board import LETTERS, Board, Cell, Form
from games.rules.messages import Reader

Touch = Callable[[str, str], Touched | None]
SEAT_COLOURS = 6
HALF = '<li class="cell-half" aria-hidden="true"></li>'
"""Half a cell of empty space before or after a row of a hexagonal board."""
HOLE = '<li class="cell-none" aria-hidden="true"></li>'


def board_html(board: Board, reader: Reader, touch: Touch) -> str:
    """The board. `touch` returns how the decision concerns an object with that id and name."""
    rows = "".join(_row(board, number, cells, reader, touch) for number, cells in board.lines())
    letters = "".join(f"<li>{letter}</li>" for letter in LETTERS[: board.columns])
    if board.form is Form.HEX:
        letters += HALF
    below = f'<li class="board-row board-letters" aria-hidden="true"><span class="board-number"></span><ol>{letters}</ol></li>'
    style = f'<link rel="stylesheet" href="{escaped(static("css/board.css"))}">'
    return f'{style}<ol class="board board-{board.form.value}" role="list">{rows}{below}</ol>'


def _row(board: Board, number: int, cells: list[Cell | None], reader: Reader, touch: Touch) -> str:
    inside = "".join(HOLE if cell is None else _cell(cell, reader, touch) for cell in cells)
    if board.form is Form.HEX:
        inside = HALF + inside if board.shifted(number) else inside + HALF
    return f'<li class="board-row"><span class="board-number" aria-hidden="true">{number}</span><ol role="list">{inside}</ol></li>'


def _cell(cell: Cell, reader: Reader, touch: Touch) -> str:
    """Coordinates and piece, the same as text for screen readers, and the button."""
    words = cell_words(cell, reader)
    piece = cell.piece
    touched = touch(cell.id, words) or (touch(piece.id, words) if piece is not None else None)
    mark = ""
    if piece is not None:
        owner = "" if piece.owner is None else f" piece-{piece.owner % SEAT_COLOURS}"
        mark = f'<span class="piece{owner}" aria-hidden="true">{escaped(clean(piece.mark))}</span>'
    spoken = f'<span class="visually-hidden">{escaped(words)}</span>'
    noted = " cell-noted" if cell.note is not None else ""
    attributes = f'class="cell{noted}{classes(touched)}" data-id="{cell.id}"{options(touched)} title="{escaped(words)}"'
    return f"<li {attributes}>{mark}{spoken}{press(touched)}</li>"
