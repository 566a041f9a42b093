"""The drawings behind the suit glyphs: our own simple geometry in a box of 24 × 24."""
# ruff: noqa: E501 - path data is one word, broken nowhere

from dataclasses import dataclass
from math import cos, pi, sin


@dataclass(frozen=True, slots=True)
class Glyph:
    """An SVG path in a square `box`; `stroke` is the width of a line drawing, 0 means filled (our own: even-odd)."""

    d: str
    stroke: float = 0
    box: float = 24
    picture: str = ""
    """The name of a silhouette: `sheet/name`."""

    def paint(self, colour: str) -> str:
        """The SVG presentation attributes for a colour."""
        if self.stroke:
            return f'fill="none" stroke="{colour}" stroke-width="{self.stroke:g}" stroke-linecap="round" stroke-linejoin="round"'
        return f'fill="{colour}" fill-rule="evenodd"' if self.box == 24 else f'fill="{colour}"'


def points(count: int, radius: float, turn: float = -pi / 2, step: int = 1) -> list[tuple[float, float]]:
    """The corners of a regular polygon around the middle of the box, the first one at the top."""
    angles = [turn + 2 * pi * step * i / count for i in range(count)]
    return [(12 + radius * cos(angle), 12 + radius * sin(angle)) for angle in angles]


def closed(corners: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{round(x, 1):g} {round(y, 1):g}" for x, y in corners) + "Z"


def star(count: int, outer: float = 10.5, inner: float = 4.4) -> str:
    tips, dents = points(count, outer), points(count, inner, -pi / 2 + pi / count)
    return closed([point for pair in zip(tips, dents, strict=True) for point in pair])


def disc(x: float, y: float, r: float) -> str:
    """A full circle as a path."""
    return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0Z"


def _sun() -> str:
    """A disc and eight flames."""
    flames = ""
    for i in range(8):
        a = -pi / 2 + i * pi / 4
        feet = [(12 + 7.4 * cos(a + side * 0.26), 12 + 7.4 * sin(a + side * 0.26)) for side in (-1, 1)]
        flames += closed([feet[0], (12 + 11.4 * cos(a), 12 + 11.4 * sin(a)), feet[1]])
    return disc(12, 12, 5.6) + flames


SUN = Glyph(_sun())
MOON = Glyph("M15.2 2.6A9.7 9.7 0 1 0 21.6 16.4 8.6 8.6 0 0 1 15.2 2.6Z")
STAR = Glyph(star(5))
WAVES = Glyph("M2.5 7.5c3.2-4 6.3-4 9.5 0s6.3 4 9.5 0M2.5 13c3.2-4 6.3-4 9.5 0s6.3 4 9.5 0M2.5 18.5c3.2-4 6.3-4 9.5 0s6.3 4 9.5 0", 2.3)
LEAF = Glyph(
    "M20.8 3.2C10 2.4 3.4 7.6 4.2 15.6L2.6 20.6 4 21.4 6.6 17.6C15.4 19.4 21.2 13.6 20.8 3.2ZM7.4 16.2C9.4 12.2 12.2 9.4 16.6 7.4 13 11 10.4 13.6 8.6 16.5Z"
)
WYRM = Glyph(
    "M18.6 6.2C17.4 3.6 13.8 2.6 11 3.8 7.4 5.4 7.6 9.4 11 11 14.6 12.8 17.6 13.6 17 17 16.4 20.4 11.2 21.6 8 19.6 5.8 18.2 5 16.2 4.8 14.2L3 16.6M18.6 6.2L21.4 5.4M18.6 6.2L20.6 8.2",
    2.2,
)
KNOT = Glyph(
    "M8.5 8.5C4.8 8.5 2.8 7.2 2.8 5.2 2.8 3.6 4 2.8 5.4 2.8 7.4 2.8 8.5 4.8 8.5 8.5L15.5 15.5C19.2 15.5 21.2 16.8 21.2 18.8 21.2 20.4 20 21.2 18.6 21.2 16.6 21.2 15.5 19.2 15.5 15.5"
    "M15.5 8.5C19.2 8.5 21.2 7.2 21.2 5.2 21.2 3.6 20 2.8 18.6 2.8 16.6 2.8 15.5 4.8 15.5 8.5L8.5 15.5C4.8 15.5 2.8 16.8 2.8 18.8 2.8 20.4 4 21.2 5.4 21.2 7.4 21.2 8.5 19.2 8.5 15.5",
    2,
)
HAND = Glyph(
    "M8 21.5C5 18.5 3.4 15.4 2.4 12.2 2 10.8 3.8 10.2 4.6 11.4L6.8 14.4 6.6 5.6C6.6 4 8.8 4 8.9 5.6L9.4 11 10 3.4C10.1 1.8 12.4 1.9 12.4 3.5L12.5 10.8 13.8 4C14.1 2.5 16.3 2.9 16.1 4.5L15.4 11.4 17.6 7.2C18.4 5.8 20.3 6.7 19.8 8.2 18.6 12 18.4 17.4 15.4 21.5Z"
)
EYE = Glyph("M1.5 12C6 4.6 18 4.6 22.5 12 18 19.4 6 19.4 1.5 12Z" + disc(12, 12, 5) + disc(12, 12, 2.3))
ORB = Glyph(disc(12, 12, 9.8) + disc(12, 12, 8) + "M6.6 11.6A5.6 5.6 0 0 1 11.4 6.5L11.6 8.2A3.9 3.9 0 0 0 8.3 11.8Z" + disc(14.8, 15, 1.5))
RING = Glyph(disc(12, 12, 8.6), 2.6)
PLUS = Glyph("M12 3V21M3 12H21", 3.2)
WAVY = Glyph("M6 3c-3.4 3 3.4 6 0 9s3.4 6 0 9M12 3c-3.4 3 3.4 6 0 9s3.4 6 0 9M18 3c-3.4 3 3.4 6 0 9s3.4 6 0 9", 2.2)
SQUARE = Glyph("M4 4H20V20H4Z", 2.6)
PENTACLE = Glyph(disc(12, 12, 10.4) + disc(12, 12, 8.6) + star(5, 7.8, 3.1))
CUP = Glyph(
    "M4.4 2.5H19.6C19.6 9.4 17.4 13 13.4 13.9V18.4C15.8 18.7 17.3 19.8 17.6 21.5H6.4C6.7 19.8 8.2 18.7 10.6 18.4V13.9C6.6 13 4.4 9.4 4.4 2.5ZM6.6 4.4H17.4L17.2 6.4H6.8Z"
)
SWORD = Glyph("M12 1.2L14 4.4V14.4H18.6V16.8H13.4V20.2A2 2 0 1 1 10.6 20.2V16.8H5.4V14.4H10V4.4Z")
WAND = Glyph(
    "M5 21.4L16.6 7.6M16.6 7.6C15.4 4.4 17.2 2.2 20.6 2.4 21 5.6 19.6 7.6 16.6 7.6ZM12.6 12.4C9.4 12.2 8 10.4 8.4 7.6 11.2 7.8 12.8 9.4 12.6 12.4ZM9.4 16.2C10.8 18.8 13 19.4 15.6 18 14.4 15.4 12.2 14.8 9.4 16.2Z",
    1.8,
)
CROWN = Glyph("M2.4 6.4L7.4 11 12 3.4 16.6 11 21.6 6.4 19.4 17.4H4.6ZM4.6 19H19.4V21.2H4.6Z")
HEART = Glyph(
    "M12 21.2C5.4 16 2 12.6 2 8.4 2 5.2 4.4 3 7.2 3 9.2 3 11 4 12 6 13 4 14.8 3 16.8 3 19.6 3 22 5.2 22 8.4 22 12.6 18.6 16 12 21.2Z"
)
MIND = Glyph(
    "M12.2 12.2C12.2 10.8 14.2 10.8 14.2 12.6 14.2 15 10 15.2 10 12 10 8.4 16.8 8.2 16.8 13 16.8 18 7.4 18 7.4 12 7.4 5.8 19.6 5 19.6 13.2 19.6 18.8 14.6 21 11.4 21",
    2,
)
BODY = Glyph("M12 2.4L22 20.8H2ZM12 8.6L6.4 18.4H17.6Z")
SOUL = Glyph(
    "M12 1.8C17 8 19.6 11.4 19.6 15A7.6 7.6 0 0 1 4.4 15C4.4 11.4 7 8 12 1.8ZM8 14.6C7.6 17.4 9.4 19.4 12.4 19.4L12.4 17.8C10.6 17.8 9.4 16.8 9.6 14.6Z"
)
SHIELD = Glyph("M12 1.8L20.6 4.6C20.6 13 18.2 18.6 12 22.2 5.8 18.6 3.4 13 3.4 4.6ZM12 4.4V19.4C16 16.6 17.9 12.4 18.1 6.4Z")
FANG = Glyph(
    "M2.4 5.4C6.6 8 9 8.2 12 8.2 15 8.2 17.4 8 21.6 5.4 21 11.4 20 14.4 18.4 18.6L16 12.4 13.8 21.4H10.2L8 12.4 5.6 18.6C4 14.4 3 11.4 2.4 5.4Z"
)
SPARK = Glyph(star(4, 11, 3))
BROKEN = Glyph("M14.8 4.2A8.4 8.4 0 1 0 19.8 9.2M12 12L21.4 2.6M16.4 2.8V7.6H21.2", 2.2)
HOURGLASS = Glyph(
    "M5 2H19V4.2H17.8C17.8 8 16.6 10 13.8 12 16.6 14 17.8 16 17.8 19.8H19V22H5V19.8H6.2C6.2 16 7.4 14 10.2 12 7.4 10 6.2 8 6.2 4.2H5ZM8.4 19.8H15.6C15.2 17.6 14 16.6 12 15.4 10 16.6 8.8 17.6 8.4 19.8Z"
)
SCROLL = Glyph(
    "M6.2 3H20.6V6.4H18V18.6A2.6 2.6 0 0 1 15.4 21.2H4.6A2.4 2.4 0 0 1 2.2 18.6H13V19H15.4V5.4H8.4V16.4H6.2ZM10 8H14V9.4H10ZM10 11H14V12.4H10Z"
)
STAFF = Glyph("M12 22V9.2M7.6 5.4A4.4 4.4 0 1 0 16.4 5.4 4.4 4.4 0 1 0 7.6 5.4M7 14H17", 2.2)
DAGGER = Glyph(
    "M20.8 3.2C20.6 7 19 10.4 11.8 15.4L8.6 12.2C13.6 5 17 3.4 20.8 3.2ZM6.4 11.6L12.4 17.6 11 19 8.6 17.8 4.6 21.4 2.6 19.4 6.2 15.4 5 13Z"
)
LYRE = Glyph("M6.4 3C3.6 9 4 17 9 20.4H15C20 17 20.4 9 17.6 3M6 8.4H18M9.6 8.4V20M12 8.4V20M14.4 8.4V20", 1.8)
CLUB = Glyph(
    "M15.4 2.2C19.4 1.6 22.4 4.6 21.8 8.6 21.2 12 17 13.6 13.4 13L5.4 21.6C3.8 22.8 1.4 20.4 2.4 18.6L11 10.6C10.4 7 12 2.8 15.4 2.2Z"
)
SKULL = Glyph(
    "M12 2C17.6 2 21 5.8 21 10.6 21 13.6 19.6 16 17.4 17.2V21.6H6.6V17.2C4.4 16 3 13.6 3 10.6 3 5.8 6.4 2 12 2Z"
    + disc(8.4, 11, 2.4)
    + disc(15.6, 11, 2.4)
    + "M12 14L13.4 17H10.6Z"
)
PAW = Glyph(
    "M12 11C15.6 11 18.6 15 18.2 18 17.8 20.8 14.6 21 12 20 9.4 21 6.2 20.8 5.8 18 5.4 15 8.4 11 12 11Z"
    + disc(4.6, 10.4, 2.4)
    + disc(9.2, 5.4, 2.6)
    + disc(14.8, 5.4, 2.6)
    + disc(19.4, 10.4, 2.4)
)
HORNS = Glyph(
    "M2.6 2.4C3 7.4 5 9.6 8.4 10H15.6C19 9.6 21 7.4 21.4 2.4 23 8.4 21.4 12.4 17.4 13.6 17 18.4 14.8 21.2 12 21.8 9.2 21.2 7 18.4 6.6 13.6 2.6 12.4 1 8.4 2.6 2.4ZM8.8 13.6L11 15.2 9.2 16ZM15.2 13.6L13 15.2 14.8 16Z"
)
