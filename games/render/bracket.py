"""The bracket of a knock-out tournament as SVG, in the colours of the page around it: winners above, losers below, finals on the right."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Protocol
from xml.sax.saxutils import escape

WIDE, HIGH, GAP, LINE = 150, 44, 34, 20
"""The size of a place, the space between columns, and the height of a line of text."""

LONGEST = 18
"""The most characters of a name that are shown."""


class Node(Protocol):
    """The data of one place; see `games.tournaments.queries.views.Node`."""

    @property
    def label(self) -> str: ...
    @property
    def names(self) -> tuple[str | None, str | None]: ...
    @property
    def winner(self) -> int | None: ...


Spot = tuple[float, float]


def bracket_svg(nodes: Sequence[Node], title: str) -> str:
    """All places, joined by lines; the names of winners are bold. There must be at least one place."""
    spots = _spots(nodes)
    width = max(x for x, _y in spots.values()) + WIDE + 2
    height = max(y for _x, y in spots.values()) + HIGH / 2 + LINE
    lines = "".join(_joined(spots[one], spots[two]) for one, two in _steps(nodes) if one in spots and two in spots)
    places = "".join(_place(node, *spots[node.label]) for node in nodes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bracket" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" '
        f'role="img" font-size="13"><title>{escape(title)}</title>{lines}{places}</svg>'
    )


def _columns(nodes: Sequence[Node], half: str) -> list[list[Node]]:
    """The places of one half ("W", "L" or "F") by round."""
    rounds: dict[str, list[Node]] = {}
    for node in nodes:
        if node.label.startswith(half):
            rounds.setdefault(node.label.partition(".")[0], []).append(node)
    return list(rounds.values())


def _spots(nodes: Sequence[Node]) -> dict[str, Spot]:
    """The left edge and the middle of every place; each round is spread evenly over the height of the first one."""
    spots: dict[str, Spot] = {}
    top = 0.0
    for half in ("W", "L"):
        columns = _columns(nodes, half)
        height = (HIGH + LINE) * max((len(column) for column in columns), default=0)
        for number, column in enumerate(columns):
            for place, node in enumerate(column):
                spots[node.label] = (1 + number * (WIDE + GAP), top + (place + 0.5) * height / len(column))
        top += height
    after = max((x for x, _y in spots.values()), default=1.0 - WIDE - GAP) + WIDE + GAP
    for number, (node,) in enumerate(_columns(nodes, "F")):
        spots[node.label] = (after + number * (WIDE + GAP), top / 2)
    return spots


def _steps(nodes: Sequence[Node]) -> Iterator[tuple[str, str]]:
    """The next place of the winner of each place."""
    for half in ("W", "L"):
        columns = _columns(nodes, half)
        for column, following in pairwise(columns):
            for place, node in enumerate(column):
                yield node.label, following[place * len(following) // len(column)].label
        if columns:
            yield columns[-1][0].label, "F1"
    yield "F1", "F2"


def _joined(one: Spot, two: Spot) -> str:
    start, end, middle = one[0] + WIDE, two[0], two[0] - GAP / 2
    return f'<path d="M{start:g} {one[1]:g}H{middle:g}V{two[1]:g}H{end:g}" fill="none" stroke="currentColor" stroke-opacity="0.5"/>'


def _place(node: Node, x: float, y: float) -> str:
    top = y - HIGH / 2
    box = f'<rect x="{x:g}" y="{top:g}" width="{WIDE}" height="{HIGH}" rx="5" fill="none" stroke="currentColor"/>'
    rule = f'<path d="M{x:g} {y:g}h{WIDE}" stroke="currentColor" stroke-opacity="0.3"/>'
    names = "".join(_name(name, x + 8, top + 15 + number * 22, node.winner == number) for number, name in enumerate(node.names))
    return f"<g>{box}{rule}{names}</g>"


def _name(name: str | None, x: float, y: float, bold: bool) -> str:
    text = "—" if name is None else name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
    weight = ' font-weight="700"' if bold else ""
    return f'<text x="{x:g}" y="{y:g}" fill="currentColor"{weight}>{escape(text)}</text>'
