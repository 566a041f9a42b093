"""The table and single cards as PNG, with the fonts of this package only, so that the result is the same on every machine."""

import unicodedata
from dataclasses import replace
from functools import lru_cache

from games.render.canvas import Canvas
from games.render.mail_picture import levels, mail_picture
from games.render.metrics import width_of
from games.render.picture import picture
from games.render.picture_cards import PAPER
from games.render.shapes import Box, Drawn, Mark, Slope, Words, flat
from games.render.sheets import credit
from games.render.sprites import LEVELS, mark_sprite, text_sprite
from games.rules.contract import Decision, Seat
from games.rules.messages import Reader
from games.rules.scene import Scene

SCRIPTS = frozenset({"LATIN", "GREEK", "CYRILLIC"})
"""The characters of the font."""
PACKED = 8
"""The zlib level for mails: level 9 saves 0.7 % of the bytes and takes 24 ms for a picture instead of 10."""
MAIL_STEPS = 2
"""Shades between paper and ink: at double size more are not visible, and each costs bytes."""
SHARPEST_FIRST = ((0, 2), (1, 2), (1, 1.5), (2, 1.5), (3, 1.5), (3, 1))
"""Steps of detail: the index of `mail_picture.levels`, and the pixels per unit. A full table loses the names of distant cards before
it loses resolution.
"""


def scene_png(scene: Scene, reader: Reader) -> bytes:
    """The table as a PNG picture, 600 pixels wide."""
    return paint(picture(scene, legible(reader))).png(credit())


def mail_png(scene: Scene, reader: Reader, rules: str, decision: Decision | None, viewer: Seat | None, most: float) -> bytes:
    """The table for a mail, with as much detail and resolution as fits into this many bytes."""
    content, words = b"", legible(reader)
    whole = levels(scene, decision, viewer)
    for level, scale in SHARPEST_FIRST:
        drawn = mail_picture(scene, words, rules, whole[level])
        if _least_bytes(drawn, scale) > most and (level, scale) != SHARPEST_FIRST[-1]:
            continue  # painting it would only show that it is too large
        content = _packed(drawn, scale)
        if len(content) <= most:
            break
    return content


@lru_cache(maxsize=32)
def _packed(drawn: Drawn, scale: float) -> bytes:
    """The file for a mail. A reminder, and the answer to a reply, show the same table again."""
    return paint(drawn, scale, MAIL_STEPS).png(credit(), PACKED)


def _least_bytes(drawn: Drawn, scale: float) -> float:
    """A file of these shapes is hardly smaller than this; measured over all games."""
    return 0.85 * scale * sum(_weight(shape) for _x, _y, shape in flat(drawn.shapes))


def _weight(shape: Box | Words | Mark | Slope) -> int:
    if isinstance(shape, Words):
        return len(shape.text) * 16
    return 45 if isinstance(shape, Mark) else 9


def paint(drawn: Drawn, scale: float = 1, steps: int = LEVELS - 1) -> Canvas:
    """All shapes on one sheet, each unit `scale` pixels wide."""
    canvas = Canvas(round(drawn.width * scale), round(drawn.height * scale), PAPER, steps)
    for x, y, shape in flat(drawn.shapes):
        left, top = round((x + shape.x) * scale), round((y + shape.y) * scale)
        if isinstance(shape, Box):
            _paint_box(canvas, left, top, shape._replace(width=shape.width * scale, height=shape.height * scale))
        elif isinstance(shape, Mark):
            canvas.stamp(left, top, mark_sprite(shape._replace(x=0, y=0, size=shape.size * scale, colour="")), shape.colour)
        elif isinstance(shape, Slope):
            canvas.slope(left, top, round(shape.width * scale), round(shape.height * scale), shape.above, shape.below)
        else:
            _paint_words(canvas, left, top, shape._replace(size=shape.size * scale))
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
    """The same reader with names that the font can write; other players are named by seat."""
    nobody = replace(reader, names=())
    names = tuple(name if _is_legible(name) else nobody.name(seat) for seat, name in enumerate(reader.names))
    return replace(reader, names=names)


def _is_legible(name: str) -> bool:
    scripts = {unicodedata.name(char, "?").split()[0] for char in name if char.isalpha()}
    return scripts <= SCRIPTS
