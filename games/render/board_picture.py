"""Draw a board in a picture: a box for each cell, the mark of its piece, and letters and numbers at the edge."""

from games.render.picture_cards import LINE, PAPER, SOFT, TEXT
from games.render.shapes import Box, Drawn, Shape, Words
from games.render.words import clean
from games.rules.board import LETTERS, Board, Form

LARGEST = 36
EDGE = 18


def board_picture(board: Board, room: int, *, numbers: str = SOFT) -> Drawn:
    """The board at the full width, with numbers and letters at its edge in the given colour."""
    half = 0.5 if board.form is Form.HEX else 0
    size = min(LARGEST, (room - EDGE) / max(board.columns + half, 1))
    shapes: list[Shape] = []
    for line, (number, cells) in enumerate(board.lines()):
        y = line * size
        shapes.append(Words(EDGE / 2, y + size / 2 + 4, str(number), 10.5, numbers, middle=True))
        start = EDGE + (size / 2 if board.shifted(number) else 0)
        for column, cell in enumerate(cells):
            if cell is None:
                continue
            x = start + column * size
            shapes.append(Box(x, y, size, size, PAPER, LINE, size / 3 if half else 0))
            if cell.piece is not None:
                shapes.append(Words(x + size / 2, y + size * 0.66, clean(cell.piece.mark), size * 0.5, TEXT, bold=True, middle=True))
    below = board.rows * size + 12
    shapes += [Words(EDGE + (at + 0.5) * size, below, LETTERS[at], 10.5, numbers, middle=True) for at in range(board.columns)]
    return Drawn(tuple(shapes), EDGE + (board.columns + half) * size, below + 4)
