"""The widths of words in the font Vollkorn, with which pictures wrap text without a font engine.

The numbers are the advance widths of U+0020 to U+007E in thousandths of the font size, read from the font files beside
this module; other letters count as their base letter, or as a broad one.
"""

import unicodedata
from functools import lru_cache

_REGULAR = (
    "200 411 343 592 552 863 742 198 291 291 443 550 259 419 236 365 593 369 527 507 562 498 537 476 516 538 236 259 550 550 550 537 "
    "997 704 623 653 730 601 561 731 753 354 329 678 560 931 742 731 581 731 684 552 585 675 686 1003 667 630 631 272 380 272 550 550 "
    "300 498 547 447 564 474 342 511 596 301 283 545 299 885 597 532 573 546 419 428 351 564 528 774 521 541 501 327 170 327 550"
)
_WIDTHS = tuple(int(width) for width in _REGULAR.split())
NAME_ROOM = 6.2
"""The width of the plate of a card in em."""
NAME_SIZES = (0.86, 0.78, 0.7, 0.6, 0.5)
_BROAD = 760
_BOLD = 1.045
"""The greatest ratio of the widths of the semi-bold and the regular font."""


@lru_cache(maxsize=4096)
def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a line in the unit of `size`; it may be estimated too wide, never too narrow."""
    thousandths = sum(map(_advance, text))
    return thousandths * size * (_BOLD if bold else 1) / 1000


def wrap(text: str, size: float, room: float, *, bold: bool = False) -> list[str]:
    """Break a text into lines that fit into `room`; a word too long for a line is broken too."""
    lines: list[str] = []
    for word in text.split():
        while width_of(word, size, bold=bold) > room and len(word) > 1:
            head = _fitting(word, size, room, bold)
            lines.append(head)
            word = word[len(head) :]
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(joined, size, bold=bold) <= room:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines


@lru_cache(maxsize=4096)
def name_size(name: str) -> float:
    """The font size of a card's name on its plate, in em of the card: the largest with which two lines hold it without breaking a word."""
    for size in NAME_SIZES:
        broken = any(width_of(word, size, bold=True) > NAME_ROOM for word in name.split())
        if not broken and len(wrap(name, size, NAME_ROOM, bold=True)) <= 2:
            return size
    return NAME_SIZES[-1]


def _fitting(word: str, size: float, room: float, bold: bool) -> str:
    end = len(word) - 1
    while end > 1 and width_of(word[:end], size, bold=bold) > room:
        end -= 1
    return word[:end]


@lru_cache(maxsize=2048)
def _advance(char: str) -> int:
    if " " <= char <= "~":
        return _WIDTHS[ord(char) - 32]
    base = unicodedata.normalize("NFKD", char)[0]  # a no-break space is as wide as a space
    return _WIDTHS[ord(base) - 32] if " " <= base <= "~" else _BROAD
