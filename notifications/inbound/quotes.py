"""Extract the lines that the writer of a mail has typed: without quotations, attributions, signatures and lines that mail programs add.

Every rule looks at one line or at a bounded number of lines around it, so that the time is linear in the length of the text.
"""

import re

from notifications.inbound import phrases
from notifications.inbound.html import CUT
from notifications.inbound.quoted_choice import LONGEST, in_a_list, marked, pointed_at

MARKER = "-=-=-"
"""Printed in outgoing mails with the words "write above this line". The marker and everything below it is dropped."""

OPENING = "⁂"
"""The first character of every outgoing mail. It recognises a quoted mail whose lines have no quotation marks."""

SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
MOST_LINES = 1_200
LAST_DAYS = 3
"""Number of dates in a line, from its end, that are tried as the beginning of an attribution."""
_INITIALS = re.compile(r"^\s{0,4}[A-Z]{1,4}>+(?= |$)")
"""Quotation marks with the initials of the quoted author, as The Bat and others set them: "F> 2) Buy the Troll"."""

_INVISIBLE = dict.fromkeys([0xFEFF, 0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065), *range(0x2066, 0x206A)])
_SPACES = {0xA0: " ", 0x202F: " ", 0x3000: " ", 0x0B: "\n", 0x0C: "\n", 0x85: "\n", 0x2028: "\n", 0x2029: "\n"}


def own_lines(text: str) -> list[str]:
    """Return the writer's own lines from top to bottom, with "" between two paragraphs and none at the ends."""
    lines = text.translate(_INVISIBLE).translate(_SPACES).replace("\r\n", "\n").replace("\r", "\n").split("\n")[:MOST_LINES]
    lines = [_INITIALS.sub("> ", line) for line in _without_armour(lines)]
    kept: list[str] = []
    quoted: list[str] = []
    gap = False
    place = 0
    while place < len(lines):
        line = lines[place].rstrip()[:2_100]
        if _ends_here(lines, place, line):
            break
        if line.lstrip().startswith((">", "›", "|>", "| ")) or line.strip() == "|":
            quoted = [*quoted[-LONGEST:], line] if quoted and not gap else [line]
            kept += [chosen] if (chosen := marked(line)) else []
            gap, place = False, place + 1
            continue
        if (shared := _before_attribution(line)) and _is_quoted_next(lines, place + 1):
            kept.append(shared)
        if length := _attribution(lines, place):
            place += length
            if not _is_quoted_next(lines, place):
                break
            continue
        gap = not line.strip()
        directly = bool(lines[place - 1].strip()) or in_a_list(_next(lines, place + 1))
        pointed = pointed_at(quoted, line.strip(), directly=directly) if quoted and not gap else None
        kept += [line.strip()] if pointed is None else pointed
        quoted = quoted if gap else []
        place += 1
    return _trimmed(kept)


def _without_armour(lines: list[str]) -> list[str]:
    """Remove the armour header and the dash escapes ("- ") of a mail with an inline signature (RFC 9580, 7).

    The signature block itself is dropped later: its first line is a rule of dashes, which ends the text (`phrases.RULE`).
    """
    top = next((place for place, line in enumerate(lines) if line.rstrip() == SIGNED), None)
    if top is None:
        return lines
    blank = next((place for place in range(top, len(lines)) if not lines[place].strip()), top)
    return lines[:top] + [line.removeprefix("- ") for line in lines[blank + 1 :]]


def _ends_here(lines: list[str], place: int, line: str) -> bool:
    """Return whether the writer's text ends above this line: at a marker, a signature, a header block or a disclaimer."""
    bare = line.strip()
    if not bare:
        return False
    if bare.startswith((MARKER, OPENING)) or bare in (CUT, "--", "__") or line in ("-- ", "—"):
        return True
    if len(bare) < 200 and (phrases.RULE.match(bare) or phrases.FORWARD.match(bare) or phrases.APP.match(bare)):
        return True
    if len(bare) > 25 and place and phrases.DISCLAIMER.match(bare[:200]):
        return True
    if phrases.FIELD.match(bare[:200]):  # some webmailers put the date above the sender, or leave the sender out
        below = lines[place + 1].strip()[:200] if place + 1 < len(lines) else ""
        return bool(phrases.FROM.match(below)) or bool(phrases.DATE.match(bare[:200]) and phrases.FIELD.match(below))
    return bool(phrases.FROM.match(bare[:200])) and any(phrases.FIELD.match(other[:200]) for other in lines[place + 1 : place + 6])


def _attribution(lines: list[str], place: int) -> int:
    """Return how many lines from `place` form an attribution ("On …, … wrote:"), which may be wrapped; 0 if there is none."""
    first = lines[place].strip()
    if not first or len(first) > 300:
        return 0
    if phrases.WROTE_WITHOUT_COLON.search(first) and phrases.OPENS.match(first):
        return 1
    if phrases.DAY_AND_ADDRESS.match(first) and _is_quoted_next(lines, place + 1):
        return 1
    joined = ""
    for length in range(1, 5):
        if place + length > len(lines) or not lines[place + length - 1].strip():
            return 0
        joined = f"{joined} {lines[place + length - 1].strip()}"[:900]
        if joined.rstrip("> ").endswith((":", "\uff1a")) and (_wrote(joined) or phrases.DATED.search(joined)):
            names_somebody = any(char in joined for char in "@<") or any(char.isdecimal() for char in joined)
            return length if names_somebody and (length == 1 or _opens_attribution(first, lines[place + 1])) else 0
        if length == 1 and not phrases.OPENS.match(first):
            return _attribution_over_two(lines, place)
    return 0


def _wrote(text: str) -> bool:
    """Return whether the text has the verb of an attribution."""
    return phrases.WROTE.search(text.lower()) is not None


def _before_attribution(line: str) -> str:
    """Return the writer's text before an attribution that a mail program has joined to the same line; "" if there is none."""
    if len(line) > 300 or not line.endswith(":") or not _wrote(line[-20:]):
        return ""
    for opened in list(phrases.DAY.finditer(line))[: -LAST_DAYS - 1 : -1]:
        if phrases.SOMEBODY_WROTE.fullmatch(line, opened.end()):
            return line[: opened.start()].rstrip("- ").strip()
    return ""


def _attribution_over_two(lines: list[str], place: int) -> int:
    """Return 2 for an attribution that begins with the name and is wrapped (`Anna <anna@example.org>` / `wrote:`), else 0."""
    if place + 1 < len(lines) and "@" in lines[place] and "<" in lines[place] and len(lines[place + 1].strip()) < 40:
        below = lines[place + 1].strip()
        return 2 if below.endswith(":") and (_wrote(below) or _wrote(lines[place])) else 0
    return 0


def _opens_attribution(first: str, second: str) -> bool:
    """Return whether an attribution begins in `first` and continues in `second`: the first has a date, the second is not complete alone."""
    whole = phrases.OPENS.match(second.strip()) and sum(char.isdecimal() for char in second) > 2 and _wrote(second)
    dated = any(char.isdecimal() for char in first)
    return bool(phrases.OPENS.match(first)) and dated and not _is_short_answer(first) and not (whole and len(first) < 40)


def _is_short_answer(line: str) -> bool:
    """Return whether a line has digits only (`2`, `3 5`): it is an answer, not the first line of a date."""
    return all(char.isdecimal() or char in " ,;.)#" for char in line)


def _is_quoted_next(lines: list[str], place: int) -> bool:
    return _next(lines, place).lstrip().startswith((">", "›"))


def _next(lines: list[str], place: int) -> str:
    """Return the first line from `place` that is not blank, of four; "" if there is none."""
    return next((line for line in lines[place : place + 4] if line.strip()), "")


def _trimmed(lines: list[str]) -> list[str]:
    """Remove blank lines and rules at the ends, and reduce blank lines between paragraphs to one."""
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    while kept and not kept[-1].strip("-_=*~—"):
        kept.pop()
    return kept
