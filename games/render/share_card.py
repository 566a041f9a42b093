"""The link preview picture of a finished game: the winner, the course of the scores, and the decisive cards."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape

from games.render.canvas import with_comment
from games.render.colors import cloth_of
from games.render.metrics import width_of, wrap
from games.render.picture_cards import face_shapes
from games.render.sheets import credit
from games.render.sprites import raster
from games.render.svg import element
from games.rules.messages import Reader
from games.rules.scene import Card

WIDTH, HEIGHT = 1200, 630
MOST_CARDS, MOST_PEOPLE = 5, 7
GOLD, CREAM, DIM = "#f0cb73", "#f6eedd", "#cfc8ba"


@dataclass(frozen=True, slots=True)
class ShareCard:
    """Its content; `people` are name, score and whether they won, best first; `curve` is SVG for a dark background or ""."""

    game: str
    title: str
    people: Sequence[tuple[str, str, bool]]
    curve: str
    cards: Sequence[Card]
    line: str
    site: str


def share_png(shared: ShareCard, reader: Reader) -> bytes:
    return with_comment(raster(share_svg(shared, reader)), credit())


def share_svg(shared: ShareCard, reader: Reader) -> str:
    middle, edge = cloth_of(shared.game)
    people = shared.people[:MOST_PEOPLE]
    low = _height(len(people) - 1, len(people)) + (77 if len(people) < 3 else 30)
    words = wrap(shared.line, 20, 480)[:3]
    curve = shared.curve.replace("<svg ", f'<svg x="40" y="{low}" width="490" height="{min(230, 576 - 26 * len(words) - low)}" ', 1)
    lines = "".join(_text(56, 576 - 26 * (len(words) - at - 1), line, 20, CREAM) for at, line in enumerate(words))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="Vollkorn">'
        f'<defs><radialGradient id="cloth" cx="55%" cy="45%" r="75%"><stop offset="0" stop-color="{middle}"/>'
        f'<stop offset="1" stop-color="{edge}"/></radialGradient></defs>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#cloth)"/>{_text(56, 76, shared.title, 32, GOLD, bold=True)}'
        f"{_people(people)}{curve if shared.curve else ''}{lines}{_text(56, 608, shared.site, 18, DIM)}{_fan(shared.cards, reader)}</svg>"
    )


def _step(people: int) -> int:
    return 72 if people < 3 else 48 if people < 5 else 38


def _height(at: int, people: int) -> int:
    return 148 + _step(people) * at


def _people(people: Sequence[tuple[str, str, bool]]) -> str:
    return "".join(_person(_height(at, len(people)), 0.8 * _step(len(people)), *one) for at, one in enumerate(people))


def _person(y: int, size: float, name: str, score: str, won: bool) -> str:
    colour = GOLD if won else DIM
    fitting = min(size, size * 380 / max(1.0, width_of(name, size, bold=won)))
    right = f'<text x="520" y="{y}" font-size="{size:g}" font-weight="600" text-anchor="end" fill="{colour}">{escape(score)}</text>'
    return _text(56, y, name, round(fitting, 1), CREAM if won else DIM, bold=won) + right


def _text(x: int, y: float, text: str, size: float, colour: str, *, bold: bool = False) -> str:
    weight = ' font-weight="600"' if bold else ""
    return f'<text x="{x}" y="{y:g}" font-size="{size:g}"{weight} fill="{colour}">{escape(text)}</text>'


def _fan(cards: Sequence[Card], reader: Reader) -> str:
    """The cards fanned out, the last one on top."""
    shown = list(cards)[:MOST_CARDS]
    wide, turn = 236, 12
    first = -turn * (len(shown) - 1) / 2
    return "".join(
        f'<g transform="translate(856 650) rotate({first + turn * at:g}) translate({-wide / 2:g} -540)">'
        f'<rect x="5" y="8" width="{wide}" height="{wide * 9.4 / 6.75:g}" rx="20" fill="#000" opacity="0.35"/>'
        f"{''.join(map(element, face_shapes(replace(card, marks=()), reader, wide)))}</g>"
        for at, card in enumerate(shown)
    )
