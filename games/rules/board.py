"""Boards of square or hexagonal cells with coordinates, which a zone of a scene may hold instead of piles of cards.

Coordinates are a letter for the column and a number for the row, `a1` at the lower left. On a hexagonal board every second row, beginning
with row 2, is moved by half a cell to the right. A board may have holes: only the cells given exist.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from games.rules.contract import Seat
from games.rules.messages import Message

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Form(StrEnum):
    """The shape of the cells, which decides which cells are neighbours."""

    SQUARE = "square"
    HEX = "hex"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a cell. `mark` is one or two characters that show it in small pictures and in text, where colour is not enough."""

    mark: str
    name: Message
    owner: Seat | None = None
    id: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell, with column and row from 0. Options name its `id` in `touches`; `note` says what is special about it."""

    column: int
    row: int
    piece: Piece | None = None
    note: Message | None = None

    @property
    def id(self) -> str:
        """The coordinates: `b3`."""
        return f"{LETTERS[self.column]}{self.row + 1}"


@dataclass(frozen=True, slots=True)
class Board:
    """The cells, in any order."""

    cells: tuple[Cell, ...]
    form: Form = Form.SQUARE

    @property
    def columns(self) -> int:
        return max((cell.column for cell in self.cells), default=-1) + 1

    @property
    def rows(self) -> int:
        return max((cell.row for cell in self.cells), default=-1) + 1

    @property
    def ids(self) -> Iterator[str]:
        for cell in self.cells:
            yield cell.id
            if cell.piece is not None and cell.piece.id:
                yield cell.piece.id

    def lines(self) -> Iterator[tuple[int, list[Cell | None]]]:
        """The rows from the top: the number of each (from 1), and its cells by column; None for a hole."""
        by_place = {(cell.row, cell.column): cell for cell in self.cells}
        for row in reversed(range(self.rows)):
            yield row + 1, [by_place.get((row, column)) for column in range(self.columns)]

    def shifted(self, number: int) -> bool:
        """Whether the row of that number (from 1) is moved by half a cell."""
        return self.form is Form.HEX and number % 2 == 0

    def pieces(self) -> dict[tuple[str, Seat | None], list[Cell]]:
        """The occupied cells from `a1` on, by the mark and the owner of their pieces."""
        found: dict[tuple[str, Seat | None], list[Cell]] = {}
        for cell in sorted(self.cells, key=lambda cell: (cell.column, cell.row)):
            if cell.piece is not None:
                found.setdefault((cell.piece.mark, cell.piece.owner), []).append(cell)
        return found


def board(columns: int, rows: int, pieces: Mapping[str, Piece], form: Form = Form.SQUARE, holes: Collection[str] = ()) -> Board:
    """A board of that size with pieces by coordinates. Raises ValueError for a piece outside the board or on a hole."""
    if not 1 <= columns <= len(LETTERS):
        raise ValueError(f"A board has 1 to {len(LETTERS)} columns, not {columns}.")
    empty = [Cell(column, row) for row in range(rows) for column in range(columns)]
    cells = tuple(Cell(cell.column, cell.row, pieces.get(cell.id)) for cell in empty if cell.id not in holes)
    if strangers := sorted(set(pieces) - {cell.id for cell in cells}):
        raise ValueError(f"There is no cell {strangers[0]} on this board.")
    return Board(cells, form)


def neighbours(place: str, form: Form = Form.SQUARE) -> list[str]:
    """The coordinates of the cells that share an edge with a cell; some may lie beyond the right or upper end of the board."""
    column, row = LETTERS.index(place[0]), int(place[1:]) - 1
    steps = [(-1, 0), (1, 0), (0, 1), (0, -1)]
    if form is Form.HEX:
        side = 1 if row % 2 else -1
        steps += [(side, 1), (side, -1)]
    found = ((column + across, row + up) for across, up in steps)
    return sorted(f"{LETTERS[x]}{y + 1}" for x, y in found if 0 <= x < len(LETTERS) and y >= 0)
