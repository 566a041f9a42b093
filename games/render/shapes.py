"""The shapes of a picture, from which SVG or PNG is made: boxes, lines of text, glyphs, and groups of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.render.drawings import Glyph


class Box(NamedTuple):
    """A filled rectangle with a border one unit wide; large cards have round corners."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    edge: str
    round: float = 0


class Words(NamedTuple):
    """One line of text; `y` is its base line, `x` its beginning or its middle."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    bold: bool = False
    middle: bool = False


class Mark(NamedTuple):
    """A glyph in a square of `size`."""

    x: float
    y: float
    size: float
    glyph: Glyph
    colour: str


class Slope(NamedTuple):
    """A rectangle divided from its lower left corner to the upper right one: one colour above, the other below."""

    x: float
    y: float
    width: float
    height: float
    above: str
    below: str


class Group(NamedTuple):
    """Shapes with a common offset."""

    x: float
    y: float
    shapes: tuple[Shape, ...]


Shape = Box | Words | Mark | Slope | Group


class Drawn(NamedTuple):
    """A part of a picture in its own coordinates, with its size."""

    shapes: tuple[Shape, ...]
    width: float
    height: float

    def at(self, x: float, y: float) -> Group:
        """The piece moved to a place."""
        return Group(x, y, self.shapes)


def stacked(pieces: Iterable[Drawn], width: float, pad: int, gap: int, ground: str) -> Drawn:
    """The pieces one below the other on a ground of one colour."""
    body: list[Shape] = []
    y = pad
    for piece in pieces:
        body.append(piece.at(pad, y))
        y += round(piece.height) + gap
    height = max(y + 2, 40)
    return Drawn((Box(0, 0, width, height, ground, ground), *body), width, height)


def flat(shapes: Iterable[Shape], x: float = 0, y: float = 0) -> Iterator[tuple[float, float, Box | Words | Mark | Slope]]:
    """All shapes in the order in which they are painted, each with the offset of the groups around it."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from flat(shape.shapes, x + shape.x, y + shape.y)
        else:
            yield x, y, shape
