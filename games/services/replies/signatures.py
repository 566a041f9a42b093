"""Remove what a mail program has put below the words of a writer: a signature with address, telephone number or company.

Other players read these words as a letter. A sign-off and a name stay; a text without such a block stays as it is.
"""

import re

from games.services.replies.reading.lines import is_contact, is_sign_off, is_signed

LONGEST_LINE = 90
LONGEST_NAME = 3
"""The most words of a name below a sign-off."""

_ADDRESS = re.compile(
    r"\b(?:[A-Z]{1,2}-)?\d{4,6} [A-ZÄÖÜÉ]\w+|\w+(?:str\.|stra(?:ß|ss)e|weg|gasse|platz|allee|ring)\s*\d+"
    r"|\b\d+,? (?:bis |ter )?(?:rue|avenue|boulevard|place|chemin|all[ée]e|quai)\b"
    r"|\b\d+ (?:\w+ ){1,2}(?:street|st|road|rd|avenue|ave|lane|drive)\b"
    r"|\b(?:gmbh|ltd|llc|inc|sarl|sas|e\.?\s?v\.|kg|ohg)(?!\w)",
    re.IGNORECASE,
)


def without_signature(text: str) -> str:
    """Return the text without the signature below it."""
    lines = text.rstrip().split("\n")
    ended = next((place for place in range(len(lines) - 1, -1, -1) if is_sign_off(lines[place]) or is_signed(lines[place])), None)
    if ended is not None and _is_signature(lines[ended:]):
        sign_off = [] if _is_private(lines[ended]) else [lines[ended]]
        return "\n".join([*lines[:ended], *sign_off, *_name(lines[ended + 1 :])]).rstrip()
    while "" in (bare := [line.strip() for line in lines]):
        blank = len(bare) - 1 - bare[::-1].index("")
        if not _is_signature(lines[blank + 1 :]) or any(_is_sentence(line) for line in lines[blank + 1 :]):
            break
        lines = "\n".join(lines[:blank]).rstrip().split("\n")
    return "\n".join(lines)


def _is_signature(lines: list[str]) -> bool:
    """Return whether the lines are a signature: short ones, at least one of which says where somebody is reached or works."""
    return all(len(line) <= LONGEST_LINE for line in lines) and any(_is_private(line) for line in lines)


def _is_private(line: str) -> bool:
    return is_contact(line) or _ADDRESS.search(line) is not None


def _is_sentence(line: str) -> bool:
    return line.rstrip().endswith((".", "!", "?")) and len(line.split()) > LONGEST_NAME


def _name(lines: list[str]) -> list[str]:
    """Return the line with the name of the writer, which is the first one below a sign-off."""
    first = next((line for line in lines if line.strip()), "")
    return [first] if first and len(first.split()) <= LONGEST_NAME and not _is_private(first) else []
