"""SVG paths rounded to whole numbers: half as long, with no visible difference at the size of a card.

The absolute position of every point is rounded, not its offset from the one before, so that rounding errors do not add up (SVG 2,
section 9.3).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_PARTS = re.compile(r"([a-zA-Z])|(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)")
_ARC = re.compile(r"\s*,?\s*(-?(?:\d+\.?\d*|\.\d+))")
_FLAG = re.compile(r"\s*,?\s*([01])")
_COMMAND = re.compile(r"([a-zA-Z])([^a-zA-Z]*)")
_POINTS = {"m": 1, "l": 1, "c": 3, "s": 2, "q": 2, "t": 1}


def rounded(d: str) -> str:
    """The same path in relative commands and whole numbers."""
    out, here, drawn, start = [], (0.0, 0.0), (0, 0), (0.0, 0.0)
    for letter, numbers in _steps(d):
        kind, origin = letter.lower(), here if letter.islower() else (0.0, 0.0)
        if kind == "z":
            here, drawn = start, (round(start[0]), round(start[1]))
            out.append("z")
            continue
        flags: tuple[float, ...] = ()
        if kind == "a":
            flags = tuple(numbers[:5])
            points = [(origin[0] + numbers[5], origin[1] + numbers[6])]
        elif kind in "hv":
            points = [(origin[0] + numbers[0], here[1]) if kind == "h" else (here[0], origin[1] + numbers[0])]
        else:
            points = [(origin[0] + x, origin[1] + y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        here = points[-1]
        if kind == "m":
            start = here
        moved = [(round(x) - drawn[0], round(y) - drawn[1]) for x, y in points]
        drawn = (round(here[0]), round(here[1]))
        out.append(_written(kind, [round(flag, 1) for flag in flags], moved))
    return _joined(out)


def _steps(d: str) -> Iterator[tuple[str, list[float]]]:
    """One command at a time, with repeated command letters added."""
    for letter, rest in _COMMAND.findall(d):
        kind = letter.lower()
        if kind == "z":
            yield letter, []
            continue
        numbers = list(_arc_numbers(rest)) if kind == "a" else [float(found[1]) for found in _PARTS.findall(rest)]
        size = 7 if kind == "a" else 1 if kind in "hv" else 2 * _POINTS[kind]
        for at in range(0, len(numbers), size):
            first = {"m": "l", "M": "L"}.get(letter, letter) if at else letter
            yield first, numbers[at : at + size]


def _arc_numbers(rest: str) -> Iterator[float]:
    """Numbers of an arc; its flags may stand without a separator."""
    at, count = 0, 0
    while found := (_FLAG if count % 7 in (3, 4) else _ARC).match(rest, at):
        yield float(found[1])
        at, count = found.end(), count + 1


def _written(kind: str, flags: list[float], moved: list[tuple[int, int]]) -> str:
    (x, y) = moved[-1]
    if kind in "hvl" and (not x or not y):
        return f"h{x}" if not y and x else f"v{y}" if y else ""
    if kind in "hv":
        kind = "l"
    numbers = [*flags, *(number for point in moved for number in point)]
    return kind + "".join(f"{number:g}" if number < 0 or not at else f" {number:g}" for at, number in enumerate(numbers))


def _joined(steps: list[str]) -> str:
    """The path without repeated command letters."""
    out = before = ""
    for step in filter(None, steps):
        if out and step[0] == before and step[0] not in "mz":
            step = step[1:] if step[1] == "-" else f" {step[1:]}"
            out += step
        else:
            out, before = out + step, step[0]
    return out
