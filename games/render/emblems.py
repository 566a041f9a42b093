"""The picture in the middle of a card: a silhouette or signs counted out, or a wreath made from its key around its suits.

Everything follows from `Card.art` and the suits, so two cards with different keys look different, the same card always
looks the same, and a new game is playable without artwork. How a picture is written: `games.rules.cards.pictures`.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import pi
from zlib import crc32

from games.render import drawings as draw
from games.render.drawings import Glyph
from games.render.glyphs import DRAWN, glyph_for
from games.render.sheets import BOX, silhouettes
from games.rules.scene import Card


@dataclass(frozen=True, slots=True)
class Placed:
    """A glyph at a place: offset and scale within the emblem's box of 24 × 24."""

    glyph: Glyph
    key: str = ""
    """The key of the suit, drawing or picture, if it is one; pages refer to it."""
    x: float = 0
    y: float = 0
    scale: float = 1


Emblem = tuple[Placed, ...]

_COUNTED: dict[int, tuple[float, str]] = {
    2: (9.4, "12,6 12,18"),
    3: (9, "12,5.6 6,18 18,18"),
    4: (8.8, "6.4,6 17.6,6 6.4,18 17.6,18"),
    5: (7.6, "5.6,5 18.4,5 12,12 5.6,19 18.4,19"),
    6: (7, "6.6,4 17.4,4 6.6,12 17.4,12 6.6,20 17.4,20"),
    7: (6.6, "5.6,4 18.4,4 12,8 5.6,12 18.4,12 5.6,20 18.4,20"),
    8: (6, "5.4,3.6 18.6,3.6 12,7.8 5.4,12 18.6,12 12,16.2 5.4,20.4 18.6,20.4"),
    9: (6, "4.4,4 12,4 19.6,4 4.4,12 12,12 19.6,12 4.4,20 12,20 19.6,20"),
    10: (5.4, "4.6,3.4 12,3.4 19.4,3.4 4.6,9.2 19.4,9.2 4.6,14.8 19.4,14.8 4.6,20.6 12,20.6 19.4,20.6"),
}
"""Scale and centres of the signs in the box, by their number."""

_INSIDE = {1: ((6, 6, 0.5),), 2: ((3.9, 7.8, 0.35), (11.7, 7.8, 0.35)), 3: ((7.8, 3.8, 0.35), (3.9, 11, 0.35), (11.7, 11, 0.35))}
_ALONE = {1: ((0, 0, 1.0),), 2: ((0, 6.2, 0.48), (12.5, 6.2, 0.48)), 3: ((6.4, 0, 0.46), (0.6, 12, 0.46), (12.4, 12, 0.46))}


def emblem_for(card: Card) -> Emblem:
    """The emblem of a face-up card; empty for a card without drawing and without suits."""
    return _emblem(card.art, tuple(suit.key for suit in card.suits[:3]))


@lru_cache(maxsize=2048)
def _emblem(art: str, suits: tuple[str, ...]) -> Emblem:
    if "/" in art or art.partition("*")[0] in DRAWN:
        return _picture(art)
    places = (_INSIDE if art else _ALONE).get(len(suits), ())
    inside = tuple(Placed(glyph_for(key), key, *place) for key, place in zip(suits, places, strict=bool(places)))
    if not art:
        return inside
    return (Placed(wreath(art)), *(inside or (_core(art),)))


def _picture(art: str) -> Emblem:
    """The drawing of a picture as `games.rules.cards.pictures` defines it; empty if no sheet has it."""
    name, _, count = art.partition("*")
    name, _, sign = name.partition("+")
    drawn = outline(name)
    if drawn is None:
        return ()
    if count and count != "1":
        size, places = _COUNTED[int(count)]
        middles = (place.split(",") for place in places.split())
        return tuple(Placed(drawn, name, float(x) - size / 2, float(y) - size / 2, size / 24) for x, y in middles)
    if sign:
        return (Placed(drawn, name, 3.6, -1.2, 0.7), Placed(glyph_for(sign), sign, 8.1, 17, 0.325))
    return (Placed(drawn, name, 1.5, 1.5, 0.875),) if name in DRAWN else (Placed(drawn, name),)


@lru_cache(maxsize=2048)
def outline(name: str) -> Glyph | None:
    """A silhouette of a sheet or a drawing of our own, by its name."""
    if name in DRAWN:
        return DRAWN[name]
    sheet, _, picture = name.partition("/")
    found = silhouettes(sheet).get(picture)
    return Glyph(found.d, 0, BOX, name) if found else None


def _core(key: str) -> Placed:
    """The star in the wreath of a card without suits."""
    seed = crc32(key.encode()) >> 14
    return Placed(Glyph(draw.star(4 + seed % 5, 10.5, 3 + (seed >> 3) % 4)), "", *_INSIDE[1][0])


def wreath(key: str) -> Glyph:
    """A ring of ornament that depends on nothing but the key: petals, a woven star, beads or rays, five- to twelvefold."""
    seed = crc32(key.encode())
    kind, count, turn = seed % 4, 5 + (seed >> 3) % 8, ((seed >> 8) % 4) * pi / 8 - pi / 2
    ring = draw.disc(12, 12, 9) if (seed >> 12) % 2 else draw.disc(12, 12, 8.4) + draw.disc(12, 12, 7.6)
    return Glyph((_petals, _woven, _beads, _rays)[kind](count, turn) + ring, 0.55)


def _petals(count: int, turn: float) -> str:
    corners = draw.points(count, 9.4, turn)
    radius = round(9.4 * pi / count * 1.05, 1)
    first, *others = [*corners, corners[0]]
    arcs = "".join(f"A{radius:g} {radius:g} 0 0 1 {round(x, 1):g} {round(y, 1):g}" for x, y in others)
    return f"M{round(first[0], 1):g} {round(first[1], 1):g}{arcs}"


def _woven(count: int, turn: float) -> str:
    """A star drawn as one line; its inner edges are outside the ring."""
    count, step = ((7, 2), (9, 2), (11, 3))[count % 3]
    return draw.closed(draw.points(count, 11.4, turn, step))


def _beads(count: int, turn: float) -> str:
    """Small rings; each begins at its left and goes round in two arcs."""
    starts = ((round(x - 0.9, 1), round(y, 1)) for x, y in draw.points(count, 10.6, turn))
    return "".join(f"M{x:g} {y:g}a.9.9 0 0 0 1.8 0a.9.9 0 0 0-1.8 0" for x, y in starts)


def _rays(count: int, turn: float) -> str:
    pairs = zip(draw.points(count + 6, 9.6, turn), draw.points(count + 6, 11.5, turn), strict=True)
    return "".join(f"M{round(a, 1):g} {round(b, 1):g}L{round(c, 1):g} {round(d, 1):g}" for (a, b), (c, d) in pairs)
