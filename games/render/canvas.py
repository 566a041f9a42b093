"""A sheet of palette numbers, on which a table is put together from flat boxes and ready-made sprites.

A table's picture is boxes and words. General rasterisers pay for every outline of every letter each time; here a box is
a run of equal bytes, a word is one `bytes.translate` and a copy per row, and 256 colours make small files.
"""

import struct
import zlib
from functools import lru_cache

from games.render.sprites import LEVELS, Sprite

MOST_COLOURS = 256


class Canvas:
    """Width × height pixels; each is the number of a colour. `steps` from nothing to full: fewer make smaller files."""

    def __init__(self, width: int, height: int, paper: str, steps: int = LEVELS - 1) -> None:
        self.width, self.height, self.steps = width, height, steps
        self._numbers: dict[str, int] = {paper: 0}
        self._shades: dict[tuple[str, int], bytes] = {}
        self._pixels = bytearray(width * height)

    def fill(self, x: int, y: int, width: int, height: int, colour: str) -> None:
        """A flat rectangle, cut off at the edges of the sheet."""
        left, right = max(x, 0), min(x + width, self.width)
        row = bytes((self._number(colour),)) * (right - left)
        if row:
            for start in range(max(y, 0) * self.width + left, min(y + height, self.height) * self.width, self.width):
                self._pixels[start : start + len(row)] = row

    def slope(self, x: int, y: int, width: int, height: int, above: str, below: str) -> None:
        """A rectangle of two colours, divided from the lower left corner to the upper right one."""
        for line in range(height):
            part = width - width * line // height
            self.fill(x, y + line, part, 1, above)
            self.fill(x + part, y + line, width - part, 1, below)

    def stamp(self, x: int, y: int, sprite: Sprite, colour: str) -> None:
        """Draw a sprite in a colour on the present background, in each line of at most two colours side by side.

        What would reach over an edge is left out.
        """
        x, y = x + sprite.x, y + sprite.y
        if not sprite.rows or x < 0 or y < 0 or x + len(sprite.rows[0]) > self.width or y + len(sprite.rows) > self.height:
            return
        start = y * self.width + x
        for row in sprite.rows:
            end = start + len(row)
            first, last = self._pixels[start], self._pixels[end - 1]
            part = len(row) if first == last else self._pixels.index(last, start, end) - start
            self._pixels[start:end] = row[:part].translate(self._shades_of(colour, first)) + row[part:].translate(
                self._shades_of(colour, last)
            )
            start += self.width

    def png(self, comment: str = "", level: int = 6) -> bytes:
        """The sheet as a PNG file with a palette; `comment` has the credits of its pictures, `level` is the compression level."""
        lines = (b"\0" + self._pixels[start : start + self.width] for start in range(0, len(self._pixels), self.width))
        palette = b"".join(bytes.fromhex(colour[1:]) for colour in self._numbers)
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 3, 0, 0, 0)
        chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", zlib.compress(b"".join(lines), level)), (b"IEND", b""))
        file = b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)
        return with_comment(file, comment) if comment else file

    def _number(self, colour: str) -> int:
        """The palette number of a colour; when all are taken, that of the paper."""
        if colour not in self._numbers and len(self._numbers) == MOST_COLOURS:
            return 0
        return self._numbers.setdefault(colour, len(self._numbers))

    def _shades_of(self, colour: str, ground: int) -> bytes:
        """The translation of levels into palette numbers for one colour on one ground.

        When the palette is full, half-covered pixels become the one or the other.
        """
        known = self._shades.get((colour, ground))
        if known is None:
            under = list(self._numbers)[ground]
            if len(self._numbers) + self.steps < MOST_COLOURS:
                nearest = [round(level * self.steps / (LEVELS - 1)) for level in range(LEVELS)]
                full = [round(step * (LEVELS - 1) / self.steps) for step in range(self.steps + 1)]
                numbers = [ground, *(self._number(mixed(under, colour, full[step])) for step in nearest[1:])]
            else:
                numbers = [ground] * (LEVELS // 2) + [self._number(colour)] * (LEVELS - LEVELS // 2)
            known = self._shades[colour, ground] = bytes(numbers).ljust(256, b"\0")
        return known


@lru_cache(maxsize=4096)
def mixed(ground: str, colour: str, level: int) -> str:
    """A colour that covers the ground by `level` of LEVELS - 1 parts."""
    pairs = zip(bytes.fromhex(ground[1:]), bytes.fromhex(colour[1:]), strict=True)
    return "#" + bytes(round(under + (over - under) * level / (LEVELS - 1)) for under, over in pairs).hex()


def with_comment(png: bytes, comment: str) -> bytes:
    """Insert a comment with the credits of the pictures after the header of a PNG file."""
    return png[:33] + _chunk(b"tEXt", b"Copyright\0" + comment.encode("latin-1", "replace")) + png[33:]


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
