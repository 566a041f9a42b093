"""Join lists that are written over several lines: their items are parts of one answer."""

import re
from collections.abc import Sequence

_BULLET = re.compile(r"[-*•–]\s+(?P<item>\w.*)")
_NUMBERED = re.compile(r"(?P<number>\d{1,2})[.)]\s+(?P<item>[^\W\d].*)")


def items_joined(lines: Sequence[str]) -> list[str]:
    """Join each list of two or more items to one line, separated by commas: ["- 1", "- 3"] becomes ["1, 3"].

    A list has bullets, or numbers that count from 1; these numbers are positions, not choices. Other lines stay unchanged.
    """
    found: list[str] = []
    place = 0
    while place < len(lines):
        items = _bulleted(lines[place:]) or _numbered(lines[place:])
        found.append(", ".join(items) if len(items) > 1 else lines[place])
        place += max(1, len(items))
    return found


def _bulleted(lines: Sequence[str]) -> list[str]:
    """Return the items of a list with bullets at the beginning of the lines."""
    items: list[str] = []
    for line in lines:
        if (item := _BULLET.fullmatch(line.strip())) is None:
            break
        items.append(item["item"])
    return items


def _numbered(lines: Sequence[str]) -> list[str]:
    """Return the items of a list numbered from 1 at the beginning of the lines."""
    items: list[str] = []
    for line in lines:
        item = _NUMBERED.fullmatch(line.strip())
        if item is None or int(item["number"]) != len(items) + 1:
            break
        items.append(item["item"])
    return items
