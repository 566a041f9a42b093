"""Suit glyphs: one small drawing per suit, told apart by shape alone.

A suit that is not listed gets a sign generated from its key, so a new game has pictures at once; to draw a better
one, add a line to `DRAWN`.
"""

from functools import lru_cache
from zlib import crc32

from games.render import drawings as draw
from games.render.drawings import Glyph

DRAWN = {
    **dict.fromkeys(("moons", "moon"), draw.MOON),
    **dict.fromkeys(("suns", "sun"), draw.SUN),
    **dict.fromkeys(("waves", "wave"), draw.WAVES),
    **dict.fromkeys(("leaves", "leaf"), draw.LEAF),
    **dict.fromkeys(("wyrms", "wyrm"), draw.WYRM),
    **dict.fromkeys(("knots", "knot"), draw.KNOT),
    **dict.fromkeys(("stars", "star"), draw.STAR),
    **dict.fromkeys(("hands", "hand"), draw.HAND),
    **dict.fromkeys(("eyes", "eye"), draw.EYE),
    **dict.fromkeys(("orbs", "orb"), draw.ORB),
    **dict.fromkeys(("coins", "coin", "pentacles"), draw.PENTACLE),
    **dict.fromkeys(("cups", "cup"), draw.CUP),
    **dict.fromkeys(("swords", "sword"), draw.SWORD),
    **dict.fromkeys(("wands", "wand"), draw.WAND),
    **dict.fromkeys(("trumps", "trump", "crowns", "crown"), draw.CROWN),
    **dict.fromkeys(("zener-waves", "wavy"), draw.WAVY),
    **dict.fromkeys(("circle", "zener-circle"), draw.RING),
    **dict.fromkeys(("cross", "zener-cross"), draw.PLUS),
    **dict.fromkeys(("square", "zener-square"), draw.SQUARE),
    "zener-star": draw.Glyph(draw.star(5), 2),
    "heart": draw.HEART,
    "mind": draw.MIND,
    "body": draw.BODY,
    "soul": draw.SOUL,
    **dict.fromkeys(("hero", "order", "warrior"), draw.SHIELD),
    **dict.fromkeys(("monster", "chaos"), draw.FANG),
    **dict.fromkeys(("blessing", "good"), draw.SPARK),
    **dict.fromkeys(("curse", "evil"), draw.BROKEN),
    **dict.fromkeys(("event", "end"), draw.HOURGLASS),
    "favor": draw.SCROLL,
    **dict.fromkeys(("mage", "priest"), draw.STAFF),
    "rogue": draw.DAGGER,
    "bard": draw.LYRE,
    **dict.fromkeys(("giant", "goblinoid"), draw.CLUB),
    "undead": draw.SKULL,
    "beast": draw.PAW,
    "fiend": draw.HORNS,
}


@lru_cache(maxsize=512)
def glyph_for(key: str) -> Glyph:
    """The drawing of a suit: its own, or a small sign that is generated from its key."""
    if key in DRAWN:
        return DRAWN[key]
    seed = crc32(key.encode())
    count = 3 + seed % 5
    inner = 2.5 + (seed >> 4) % 4
    return Glyph(draw.disc(12, 12, 11) + draw.disc(12, 12, 9.4) + draw.star(count, 8.2, inner))


@lru_cache(maxsize=1024)
def glyph_id(key: str) -> str:
    """The HTML id of a suit; its key may contain any characters."""
    return "g-" + "".join(char if char.isascii() and char.isalnum() else f"_{ord(char):x}" for char in key)
