"""Tests of the PNG canvas of palette numbers, and of the masks drawn on it."""

from __future__ import annotations

import struct
import zlib

import pytest

from games.render.canvas import MOST_COLOURS, Canvas, mixed
from games.render.drawings import Glyph
from games.render.shapes import Mark
from games.render.sprites import LEVELS, Sprite, alpha_rows, mark_sprite, raster, text_sprite

PAPER, INK = "#ffffff", "#000000"
FULL = LEVELS - 1


def pixels(png: bytes) -> list[list[str]]:
    """The colours of a palette PNG without filters, row by row."""
    chunks, at = {}, 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + data) == struct.unpack(">I", png[at + 8 + length : at + 12 + length])[0]
        chunks[kind], at = data, at + 12 + length
    width, height, depth, colour_type = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert (depth, colour_type) == (8, 3)
    palette = ["#" + chunks[b"PLTE"][i : i + 3].hex() for i in range(0, len(chunks[b"PLTE"]), 3)]
    data = zlib.decompress(chunks[b"IDAT"])
    return [[palette[number] for number in data[y * (width + 1) + 1 : (y + 1) * (width + 1)]] for y in range(height)]


def test_fill_is_cut_off_at_the_edges() -> None:
    canvas = Canvas(3, 2, PAPER)
    canvas.fill(2, -5, 10, 6, INK)
    assert pixels(canvas.png()) == [[PAPER, PAPER, INK], [PAPER, PAPER, PAPER]]


def test_stamp_mixes_with_the_ground_it_meets() -> None:
    canvas = Canvas(3, 1, "#0000ff")
    canvas.stamp(0, 0, Sprite(1, 0, (bytes((0, FULL)),)), "#ff0000")
    assert pixels(canvas.png()) == [["#0000ff", "#0000ff", "#ff0000"]]
    assert mixed("#000000", "#ffffff", 0) == "#000000"
    assert mixed("#000000", "#ffffff", FULL) == "#ffffff"


@pytest.mark.parametrize(("x", "y"), [(-1, 0), (0, -1), (3, 0), (0, 2)])
def test_stamp_over_an_edge_is_left_out(x: int, y: int) -> None:
    canvas = Canvas(3, 2, PAPER)
    canvas.stamp(x, y, Sprite(0, 0, (bytes((FULL,)),)), INK)
    assert pixels(canvas.png()) == [[PAPER] * 3] * 2


def test_a_full_palette_still_draws() -> None:
    canvas = Canvas(400, 1, PAPER)
    for x in range(MOST_COLOURS + 20):
        canvas.fill(x, 0, 1, 1, f"#0000{x % 256:02x}" if x < 256 else f"#00{x % 256:02x}ff")
    canvas.stamp(399, 0, Sprite(0, 0, (bytes((FULL,)),)), "#0000fe")
    assert pixels(canvas.png())[0][399] == "#0000fe"


@pytest.mark.parametrize("alpha", [0, 128, 255])
def test_alpha_rows_reads_what_resvg_wrote(alpha: int) -> None:
    rect = f'<rect x="3" y="2" width="30" height="5" fill-opacity="{alpha / 255}"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="9">{rect}</svg>'
    empty, filled = bytes(40), bytes(3) + bytes((alpha,)) * 30 + bytes(7)
    assert list(alpha_rows(raster(svg))) == [empty] * 2 + [filled] * 5 + [empty] * 2


def test_sprites_are_cropped_to_what_is_drawn() -> None:
    square = mark_sprite(Mark(0, 0, 24, Glyph("M6 6H18V18H6Z"), ""))
    assert (square.x, square.y, square.rows) == (6, 6, (bytes((FULL,)) * 12,) * 12)
    assert text_sprite(" ", 12, False).rows == ()


def test_text_stands_on_its_base_line() -> None:
    sprite = text_sprite("H", 20, False)
    assert sprite.y + len(sprite.rows) == 0
    assert text_sprite("g", 20, False).y + len(text_sprite("g", 20, False).rows) > 0
