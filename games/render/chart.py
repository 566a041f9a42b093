"""A line over time as SVG, in the colour of the text around it."""

from collections.abc import Sequence
from datetime import datetime
from xml.sax.saxutils import escape

from django.utils.formats import date_format

WIDTH, HEIGHT = 600, 160
LEFT, RIGHT, TOP, BOTTOM = 56, 12, 14, 30


def chart(points: Sequence[tuple[datetime, int]], title: str) -> str:
    """Whole numbers over time, oldest first, of at least two days. The title is for screen readers; the page sets the font size."""
    start, end = points[0][0], points[-1][0]
    span = (end - start).total_seconds() or 1.0
    low, high = min(value for _at, value in points), max(value for _at, value in points)

    def place(at: datetime, value: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * (at - start).total_seconds() / span
        return round(x, 1), round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - low) / ((high - low) or 1), 1)

    line = " ".join(f"{x:g},{y:g}" for x, y in (place(*point) for point in points))
    x, y = place(*points[-1])
    marks = "".join(_level(value, place(start, value)[1]) for value in sorted({low, high}))
    first, last = date_format(start, "j M Y"), date_format(end, "j M Y")
    dates = f"{_words(LEFT, HEIGHT - 4, first)}{_words(WIDTH - RIGHT, HEIGHT - 4, last, 'end')}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>{escape(title)}</title>'
        f'{marks}{dates}<polyline points="{line}" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="3.5" fill="currentColor"/></svg>'
    )


def _level(value: int, y: float) -> str:
    rule = f'<line x1="{LEFT}" y1="{y:g}" x2="{WIDTH - RIGHT}" y2="{y:g}" stroke="currentColor" stroke-width="0.5" stroke-dasharray="3 4"/>'
    return rule + _words(LEFT - 6, y + 4, str(value), "end")


def _words(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="currentColor">{escape(text)}</text>'
