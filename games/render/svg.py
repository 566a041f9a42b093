"""The table and single cards as SVG. All text of players and games is escaped here."""

from xml.sax.saxutils import escape

from games.render.picture import picture
from games.render.shapes import Box, Drawn, Group, Mark, Shape, Slope, Words
from games.render.sheets import credit
from games.render.words import said
from games.rules.messages import Reader, msg
from games.rules.scene import Scene


def scene_svg(scene: Scene, reader: Reader) -> str:
    """The table as a standalone SVG, 600 wide; its height follows from its content."""
    return document(picture(scene, reader), said(msg("The table"), reader), credit())


def document(drawn: Drawn, title: str, about: str = "") -> str:
    """A complete SVG file; the title is for screen readers, `about` holds the credits of its pictures."""
    size = f'viewBox="0 0 {drawn.width:g} {drawn.height:g}" width="{drawn.width:g}" height="{drawn.height:g}"'
    body = "".join(element(shape) for shape in drawn.shapes)
    body = f"<metadata>{escape(about)}</metadata>{body}" if about else body
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="Vollkorn, Georgia, serif">'
        f"<title>{escape(title)}</title>{body}</svg>"
    )


def element(shape: Shape) -> str:
    if isinstance(shape, Group):
        return f'<g transform="translate({shape.x:g} {shape.y:g})">{"".join(element(one) for one in shape.shapes)}</g>'
    if isinstance(shape, Words):
        return _words(shape)
    if isinstance(shape, Slope):
        return _slope(shape)
    if isinstance(shape, Mark):
        place = f"translate({shape.x:g} {shape.y:g}) scale({shape.size / shape.glyph.box:.4g})"
        return f'<path transform="{place}" d="{shape.glyph.d}" {shape.glyph.paint(shape.colour)}/>'
    return _box(shape)


def _slope(shape: Slope) -> str:
    rect = f'<rect x="{shape.x:g}" y="{shape.y:g}" width="{shape.width:g}" height="{shape.height:g}" fill="{shape.above}"/>'
    corner = f"M{shape.x:g} {shape.y + shape.height:g}h{shape.width:g}v{-shape.height:g}z"
    return f'{rect}<path d="{corner}" fill="{shape.below}"/>'


def _words(shape: Words) -> str:
    weight = ' font-weight="600"' if shape.bold else ""
    anchor = ' text-anchor="middle"' if shape.middle else ""
    place = f'x="{shape.x:g}" y="{shape.y:g}" font-size="{shape.size:g}"'
    return f'<text {place}{weight}{anchor} fill="{shape.fill}">{escape(shape.text)}</text>'


def _box(shape: Box) -> str:
    rx = f' rx="{shape.round:g}"' if shape.round else ""
    outer = f'<rect x="{shape.x:g}" y="{shape.y:g}" width="{shape.width:g}" height="{shape.height:g}"{rx} fill="{shape.edge}"/>'
    if shape.edge == shape.fill:
        return outer
    inner = f'x="{shape.x + 1:g}" y="{shape.y + 1:g}" width="{shape.width - 2:g}" height="{shape.height - 2:g}"'
    return f'{outer}<rect {inner}{rx} fill="{shape.fill}"/>'
