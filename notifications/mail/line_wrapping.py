"""Wrap plain text for mail programs: lines of at most WIDTH characters; a longer link keeps a line of its own, unbroken."""

import re

WIDTH = 76
_PREFIX = re.compile(r"\s*(?:[-+*•]\s+|->\s+|\d{1,3}[).]\s+)?")
_LINK = re.compile(r"(?:https?://|mailto:)\S+|\S+@\S+")


def fold(text: str) -> str:
    """The text with longer lines broken between words; continuation lines of indented or numbered lines are indented."""
    return "\n".join(line if len(line) <= WIDTH else "\n".join(_folded(line)) for line in text.split("\n"))


def _folded(line: str) -> list[str]:
    prefix = _PREFIX.match(line)
    first = prefix[0] if prefix else ""
    indent = " " * min(len(first), WIDTH // 2)
    lines, current = [], first
    line_is_empty = True
    for word in (piece for whole in line[len(first) :].split() for piece in _pieces(whole, WIDTH - len(indent))):
        if not line_is_empty and (len(current) + 1 + len(word) > WIDTH):
            lines.append(current.rstrip())
            current, line_is_empty = ("" if _LINK.fullmatch(word) and len(indent) + len(word) > WIDTH else indent), True
        current, line_is_empty = (current + word if line_is_empty else f"{current} {word}"), False
    return [*lines, current.rstrip()]


def _pieces(word: str, room: int) -> list[str]:
    """A word longer than a line in pieces; a link is never broken."""
    if len(word) <= room or _LINK.fullmatch(word):
        return [word]
    return [word[at : at + room] for at in range(0, len(word), room)]
