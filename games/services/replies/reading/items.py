"""Lists over several lines: each item is a part of one answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

_BULLET = re.compile(r"[-*•–]\s+(?P<item>\w.*)")
_NUMBERED = re.compile(r"(?P<number>\d{1,2})[.)]\s+(?P<item>[^\W\d].*)")


def items_joined(lines: Sequence[str]) -> list[str]:
    """Lines with each list of two items or more in one line, separated by commas: ["- 1", "- 3"] is ["1, 3"].

    A list is marked by bullets or numbered from one: such numbers are places, not choices. Other lines stay as they are.
    """
    found: list[str] = []
    place = 0
    while place < len(lines):
        items = _bulleted(lines[place:]) or _numbered(lines[place:])
        found.append(", ".join(items) if len(items) > 1 else lines[place])
        place += max(1, len(items))
    return found


def _bulleted(lines: Sequence[str]) -> list[str]:
    items: list[str] = []
    for line in lines:
        if (item := _BULLET.fullmatch(line.strip())) is None:
            break
        items.append(item["item"])
    return items


def _numbered(lines: Sequence[str]) -> list[str]:
    items: list[str] = []
    for line in lines:
        item = _NUMBERED.fullmatch(line.strip())
        if item is None or int(item["number"]) != len(items) + 1:
            break
        items.append(item["item"])
    return items
