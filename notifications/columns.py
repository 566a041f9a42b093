"""Plain text in columns: no line is wider than a mail program shows, and a link that is stands alone on its line, whole."""

from __future__ import annotations

import re

WIDTH = 76
_LEAD = re.compile(r"\s*(?:[-+*•]\s+|->\s+|\d{1,3}[).]\s+)?")
_LINK = re.compile(r"(?:https?://|mailto:)\S+|\S+@\S+")


def fold(text: str, width: int = WIDTH) -> str:
    """The text with its longer lines broken between words; what belongs to an indented or numbered line stays indented."""
    return "\n".join(line if len(line) <= width else "\n".join(_folded(line, width)) for line in text.split("\n"))


def _folded(line: str, width: int) -> list[str]:
    lead = _LEAD.match(line)
    first = lead[0] if lead else ""
    later = " " * min(len(first), width // 2)
    lines, current = [], first
    empty = True
    for word in (piece for whole in line[len(first) :].split() for piece in _pieces(whole, width - len(later))):
        if not empty and (len(current) + 1 + len(word) > width):
            lines.append(current.rstrip())
            current, empty = ("" if _LINK.fullmatch(word) and len(later) + len(word) > width else later), True
        current, empty = (current + word if empty else f"{current} {word}"), False
    return [*lines, current.rstrip()]


def _pieces(word: str, room: int) -> list[str]:
    """A word too long for a line, in pieces; a link stays whole, or it leads nowhere."""
    if len(word) <= room or _LINK.fullmatch(word):
        return [word]
    return [word[at : at + room] for at in range(0, len(word), room)]
