"""The table and single cards as PNG, with the fonts in this package and no others, so that every machine draws the same."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

from games.render.canvas import Canvas
from games.render.metrics import width_of
from games.render.picture import picture
from games.render.picture_cards import PAPER
from games.render.shapes import Box, Drawn, Mark, Slope, Words, flat
from games.render.sheets import credit
from games.render.sprites import mark_sprite, raster, text_sprite
from games.render.svg import card_svg
from games.rules.messages import Reader
from games.rules.scene import Card, Scene

SCRIPTS = frozenset({"LATIN", "GREEK", "CYRILLIC"})
"""What our font can write."""


def scene_png(scene: Scene, reader: Reader) -> bytes:
    """The table as a PNG picture, 600 pixels wide."""
    return paint(picture(scene, legible(reader))).png(credit())


def card_png(card: Card, reader: Reader) -> bytes:
    """One card as a PNG picture."""
    return raster(card_svg(card, legible(reader)))


def paint(drawn: Drawn) -> Canvas:
    """All shapes on one sheet."""
    canvas = Canvas(round(drawn.width), round(drawn.height), PAPER)
    for x, y, shape in flat(drawn.shapes):
        left, top = round(x + shape.x), round(y + shape.y)
        if isinstance(shape, Box):
            _paint_box(canvas, left, top, shape)
        elif isinstance(shape, Mark):
            canvas.stamp(left, top, mark_sprite(shape._replace(x=0, y=0, colour="")), shape.colour)
        elif isinstance(shape, Slope):
            canvas.slope(left, top, round(shape.width), round(shape.height), shape.above, shape.below)
        else:
            _paint_words(canvas, left, top, shape)
    return canvas


def _paint_box(canvas: Canvas, left: int, top: int, box: Box) -> None:
    width, height = round(box.width), round(box.height)
    cut = 2 if box.round else 0
    canvas.fill(left + cut, top, width - 2 * cut, height, box.edge)
    if cut:
        canvas.fill(left + 1, top + 1, width - 2, height - 2, box.edge)
        canvas.fill(left, top + cut, width, height - 2 * cut, box.edge)
    if box.fill != box.edge:
        canvas.fill(left + 1 + cut // 2, top + 1, width - 2 - cut, height - 2, box.fill)
        canvas.fill(left + 1, top + 1 + cut // 2, width - 2, height - 2 - cut, box.fill)


def _paint_words(canvas: Canvas, left: int, top: int, words: Words) -> None:
    if words.middle:
        left -= round(width_of(words.text, words.size, bold=words.bold) / 2)
    canvas.stamp(left, top, text_sprite(words.text, words.size, words.bold), words.fill)


def legible(reader: Reader) -> Reader:
    """The same reader with names the font can write; somebody else is called by seat."""
    nobody = replace(reader, names=())
    names = tuple(name if _is_legible(name) else nobody.name(seat) for seat, name in enumerate(reader.names))
    return replace(reader, names=names)


def _is_legible(name: str) -> bool:
    scripts = {unicodedata.name(char, "?").split()[0] for char in name if char.isalpha()}
    return scripts <= SCRIPTS
