"""Lines of text and glyphs as small masks of coverage, drawn once per process by resvg with the fonts in this package.

The cache holds words in a size, never pictures of a player's view.
"""

import struct
import zlib
from collections.abc import Iterator
from functools import lru_cache
from math import ceil
from pathlib import Path
from typing import NamedTuple

from resvg_py import svg_to_bytes

from games.render.metrics import width_of
from games.render.shapes import Drawn, Mark, Words
from games.render.svg import document

FONTS = Path(__file__).parent / "fonts"
FACES = [str(FONTS / name) for name in ("Vollkorn-Regular.ttf", "Vollkorn-SemiBold.ttf")]
LEVELS = 12
"""The number of levels of coverage; more cannot be distinguished in letters of this size."""
_INK = "#000000"
_LEVEL = bytes(round(alpha * (LEVELS - 1) / 255) for alpha in range(256))


class Sprite(NamedTuple):
    """A mask, cropped to what is drawn: its offset from where it was asked for, and rows of levels 0 to LEVELS - 1."""

    x: int
    y: int
    rows: tuple[bytes, ...]


def raster(svg: str) -> bytes:
    """SVG → PNG with one pixel for each unit and the fonts of this package only."""
    return bytes(svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=FACES, font_family="Vollkorn", serif_family="Vollkorn"))


@lru_cache(maxsize=8192)
def text_sprite(text: str, size: float, bold: bool) -> Sprite:
    """A line of text; the origin is the beginning of its base line."""
    width, above, below = ceil(width_of(text, size, bold=bold)) + 4, ceil(size), ceil(size * 0.4)
    words = Words(2, above, text, size, _INK, bold)
    return _sprite(Drawn((words,), width, above + below), -2, -above)


@lru_cache(maxsize=512)
def mark_sprite(mark: Mark) -> Sprite:
    """A glyph, which has to be at the origin."""
    return _sprite(Drawn((mark._replace(x=1, y=1, colour=_INK),), ceil(mark.size) + 2, ceil(mark.size) + 2), -1, -1)


def _sprite(drawn: Drawn, left: int, top: int) -> Sprite:
    rows = [row.translate(_LEVEL) for row in alpha_rows(raster(document(drawn, "")))]
    used = [at for at, row in enumerate(rows) if any(row)]
    if not used:
        return Sprite(0, 0, ())
    rows = rows[used[0] : used[-1] + 1]
    first = min(len(row) - len(row.lstrip(b"\0")) for row in rows)
    last = max(len(row.rstrip(b"\0")) for row in rows)
    return Sprite(left + first, top + used[0], tuple(row[first:last] for row in rows))


def alpha_rows(png: bytes) -> Iterator[bytes]:
    """The alpha channel of an 8-bit RGBA PNG, row by row. PNG filters each channel separately, so the others are not decoded."""
    width = struct.unpack(">I", png[16:20])[0]
    data = zlib.decompress(b"".join(_idat(png)))
    stride = 4 * width + 1
    above = bytes(width)
    for start in range(0, len(data), stride):
        above = _unfilter(data[start], data[start + 4 : start + stride : 4], above)
        yield above


def _idat(png: bytes) -> Iterator[bytes]:
    at = 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            yield png[at + 8 : at + 8 + length]
        at += length + 12


def _unfilter(kind: int, row: bytes, above: bytes) -> bytes:
    """Undo one of the five PNG filters (specification, section 9)."""
    if kind == 0 or (not any(row) and not any(above)):
        return row
    if kind == 2:
        return bytes((x + b) & 255 for x, b in zip(row, above, strict=True))
    out = bytearray(len(row))
    a = c = 0
    for at, (x, b) in enumerate(zip(row, above, strict=True)):
        guess = a if kind == 1 else (a + b) >> 1 if kind == 3 else _paeth(a, b, c)
        a, c = (x + guess) & 255, b
        out[at] = a
    return bytes(out)


def _paeth(a: int, b: int, c: int) -> int:
    near_a, near_b, near_c = abs(b - c), abs(a - c), abs(a + b - 2 * c)
    if near_a <= near_b and near_a <= near_c:
        return a
    return b if near_b <= near_c else c
