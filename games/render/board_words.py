"""A board as text: the content of a cell, and the lines of a whole board."""

from collections.abc import Iterator

from games.render.words import clean, labelled, said
from games.rules.board import LETTERS, Board, Cell, Piece
from games.rules.messages import Reader, Who, msg

FREE = "."


def cell_words(cell: Cell, reader: Reader) -> str:
    """`b3: stone (Anna), a gate`, or `b3: free`."""
    parts = [piece_words(cell.piece, reader)] if cell.piece is not None else []
    parts += [said(cell.note, reader)] if cell.note is not None else []
    return labelled(cell.id, ", ".join(parts) or said(msg("free"), reader), reader)


def piece_words(piece: Piece, reader: Reader) -> str:
    if piece.owner is None:
        return said(piece.name, reader)
    return said(msg("{what} ({who})", what=piece.name, who=Who(piece.owner)), reader)


def board_lines(board: Board, reader: Reader) -> Iterator[tuple[str, int]]:
    """A line for each row with its number, the letters below, then every kind of piece with its places; each with the indent of what
    does not fit. A monospaced font shows the board; read aloud, the places at the end say the same.
    """
    wide = max((len(clean(cell.piece.mark)) for cell in board.cells if cell.piece is not None), default=1)
    edge = len(str(board.rows))
    for number, cells in board.lines():
        shift = " " * ((wide + 1) // 2) if board.shifted(number) else ""
        yield f"{number:>{edge}} {shift} {' '.join(_mark(cell).ljust(wide) for cell in cells)}".rstrip(), edge
    yield f"{'':>{edge}}  {' '.join(letter.ljust(wide) for letter in LETTERS[: board.columns])}".rstrip(), edge
    for standing in board.pieces().values():
        piece = standing[0].piece
        assert piece is not None
        places = ", ".join(cell.id for cell in standing)
        yield f"{clean(piece.mark)} = {labelled(piece_words(piece, reader), places, reader)}", 4
    for cell in board.cells:
        if cell.note is not None:
            yield cell_words(cell, reader), 4


def _mark(cell: Cell | None) -> str:
    if cell is None:
        return ""
    return clean(cell.piece.mark) if cell.piece is not None else FREE
