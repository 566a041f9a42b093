"""Clean text from outside before it is written into a mail header or a column."""

import re
import unicodedata

_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_DROPPED = frozenset({"Cc", "Cs", "Zl", "Zp"})
_ISOLATED = re.compile("\u2068([^\u2068\u2069]*)\u2069")
_TOKEN = re.compile(r"[^A-Za-z0-9-]+")


def one_line(text: str, limit: int) -> str:
    """One line of NFC text of at most `limit` characters; line ends, control and direction characters become spaces.

    A longer text ends after a whole word, unless that would remove a fifth of it. Isolating marks stay in a text that is short enough
    where they enclose something: their effect ends there. Django raises an exception for such headers; cleaning them first lets the mail
    be sent.
    """
    pieces = _ISOLATED.split(text)  # every second one is isolated
    cleaned = [_cleaned(piece) for piece in pieces]
    marked = "".join(f"\u2068{piece.strip()}\u2069" if index % 2 and piece.strip() else piece for index, piece in enumerate(cleaned))
    marked = " ".join(marked.split())
    return marked if len(marked) <= limit else _shortened(" ".join("".join(cleaned).split()), limit)


def _cleaned(text: str) -> str:
    kept = ("" if char in _BIDI else " " if unicodedata.category(char) in _DROPPED else char for char in text)
    return unicodedata.normalize("NFC", "".join(kept))


def _shortened(line: str, limit: int) -> str:
    """A longer line ends after a whole word, unless that would remove a fifth of it."""
    if len(line) <= limit:
        return line
    whole = line[:limit].rpartition(" ")[0]
    return (whole if 5 * len(whole) >= 4 * limit else line[: limit - 1]).rstrip(" ,;:") + "…"


def body(text: str) -> str:
    """Text that UTF-8 and PostgreSQL accept: without NUL and lone surrogates, lines end with a line feed."""
    clean = text.encode("utf-8", "replace").decode("utf-8").replace("\0", "")
    return clean.replace("\r\n", "\n").replace("\r", "\n")


def label(text: str) -> str:
    """A dot-free label for ids inside headers (letters, digits, hyphens)."""
    return _TOKEN.sub("-", text).strip("-")[:60]
