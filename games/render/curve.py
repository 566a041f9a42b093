"""Scores over a game as SVG: a line for each seat, told apart by hue and by dashes, named where it ends."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from games.render.colors import LIT
from games.render.metrics import width_of

WIDTH, HEIGHT = 480, 230
TOP, BOTTOM, LEFT = 30, 10, 34
LETTERS = 15
SLACK = 1.1
"""Browsers round the widths of letters in a picture that they show smaller."""
HUES = ("slate", "red", "green", "plum", "gold", "sea", "earth")
DASHES = ("", "7 4", "2 3", "10 3 2 3", "14 5", "4 2", "1 4")
Point = tuple[int, Sequence[int]]


def curve(points: Sequence[Point], names: Sequence[str], title: str, mark: tuple[int, str] | None = None, *, dark: bool = False) -> str:
    """At least two points of (moment, scores); `mark` is a moment and its label. The title is for screen readers.

    Colours are classes of the page, or with `dark` those of a standalone picture with a dark background.
    """
    low, high = min(min(scores) for _, scores in points), max(max(scores) for _, scores in points)
    low = min(low, 0)
    room = max(width_of(name, LETTERS, bold=True) for name in names) * SLACK + 12
    first, last = points[0][0], points[-1][0]

    def x(moment: int) -> float:
        return round(LEFT + (WIDTH - LEFT - room) * (moment - first) / ((last - first) or 1), 1)

    def y(score: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (score - low) / ((high - low) or 1), 1)

    ink = "#dcd8cf" if dark else "currentColor"
    levels = "".join(_level(level, y(level), x(last), ink) for level in _levels(low, high))
    lines = "".join(
        f'<polyline points="{" ".join(f"{x(moment):g},{y(scores[seat]):g}" for moment, scores in points)}" {_stroke(seat, dark)}/>'
        for seat in range(len(names))
    )
    labels = "".join(
        f'<text x="{x(last) + 6:g}" y="{place:g}" font-size="{LETTERS}" font-weight="600" {_fill(seat, dark)}>{escape(names[seat])}</text>'
        for seat, place in _apart([(y(points[-1][1][seat]), seat) for seat in range(len(names))])
    )
    sign = _mark(x(mark[0]), mark[1], ink) if mark is not None else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f"<title>{escape(title)}</title>{levels}{sign}{lines}{labels}</svg>"
    )


def _levels(low: int, high: int) -> list[int]:
    """Three to five round numbers for the axis."""
    step = next(step * 10**power for power in range(6) for step in (1, 2, 5) if (high - low) / (step * 10**power) <= 4)
    return [level for level in range(low - low % step, high + 1, step) if level >= low]


def _level(level: int, y: float, right: float, ink: str) -> str:
    rule = f'<line x1="{LEFT}" y1="{y:g}" x2="{right:g}" y2="{y:g}" stroke="{ink}" stroke-width="0.5" opacity="0.5"/>'
    return f'{rule}<text x="{LEFT - 6}" y="{y + 4:g}" font-size="13" text-anchor="end" fill="{ink}">{level}</text>'


def _mark(x: float, words: str, ink: str) -> str:
    line = f'<line x1="{x:g}" y1="{TOP - 8}" x2="{x:g}" y2="{HEIGHT - BOTTOM}" stroke="{ink}" stroke-width="1.2" stroke-dasharray="2 4"/>'
    anchor, step = ("start", 5) if x < WIDTH / 2 else ("end", -5)
    return f'{line}<text x="{x + step:g}" y="14" font-size="{LETTERS}" text-anchor="{anchor}" fill="{ink}">{escape(words)}</text>'


def _stroke(seat: int, dark: bool) -> str:
    dash = DASHES[seat % len(DASHES)]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    colour = f'stroke="{_lit(seat)}"' if dark else f'class="hue-{HUES[seat % len(HUES)]} in-hue" stroke="currentColor"'
    return f'fill="none" {colour} stroke-width="2.6" stroke-linejoin="round"{dashes}'


def _fill(seat: int, dark: bool) -> str:
    return f'fill="{_lit(seat)}"' if dark else f'class="hue-{HUES[seat % len(HUES)]} in-hue" fill="currentColor"'


def _lit(seat: int) -> str:
    return LIT[HUES[seat % len(HUES)]]


def _apart(places: list[tuple[float, int]]) -> list[tuple[int, float]]:
    """The vertical positions of labels, moved upwards so that they are at least one line apart."""
    found, below = [], HEIGHT + 16.0
    for place, seat in sorted(places, reverse=True):
        below = min(place + 5, below - LETTERS - 1)
        found.append((seat, below))
    return found
