"""Prepare the lines of a text: remove decorations, join wrapped lines, and recognise greetings, courtesies and signatures."""

import re
from collections.abc import Sequence
from functools import lru_cache

from games.services.replies.reading import phrases, vocabulary
from games.services.replies.reading.folding import plain, words
from games.services.replies.reading.numbers import number_of
from games.services.replies.reading.removing_phrases import by_first_word, without_phrases

WRAPPED = 58
"""Shortest length in characters of a line that a mail program may have wrapped."""
MOST_LINES = 200

_PAIRS = (
    *(pair.split() for pair in ('" "', "' '", "“ ”", "„ “", "„ ”", "« »", "» «", "‘ ’", "‚ ‘", "[ ]", "( )", "< >", "{ }")),
    *(pair.split() for pair in ("* *", "** **", "_ _", "` `", "~ ~")),
)
_BULLET = re.compile(r"^(?:[-*•·◦▪–—+►▶➤]|[-=~]{0,3}>|→|⇒|➜|\[[xX]\])\s*(?=\S)")
_DASHED = re.compile(r"^\s*(?:-{1,3}|[–—~/]|_{2,3})\s*(?=[^\W\d_])")
_CONTACT = re.compile(r"@|https?:|www\.|(?:\+|00)?\d[\d\s/().-]{6,}\d|\b(?:tel|phone|fon|mobil|fax)\b(?:[.:]?\s*[+(\d]|:)", re.IGNORECASE)
_ADDRESS = re.compile(
    r"\b[a-zäöüéè-]{3,}(?:str\.?|straße|strasse|weg|gasse|platz|allee|damm|ufer|chaussee) \d{1,4} ?[a-z]?\b"
    r"|\b\d{1,4}(?: (?:bis|ter))?,? (?:rue|avenue|boulevard|bd|impasse|quai) "
    r"|\b\d{1,4} (?:[a-z]+ ){1,2}(?:street|road|avenue|lane)\b"
    r"|\b\d{5} [a-zäöüé-]{3,}$"
    r"|^(?:an|von|from|betreff|subject|objet|gesendet|sent|cc|datum|date|envoyé) ?:",
    re.IGNORECASE,
)
"""A postal address, or a line of the header of a mail."""
_SIGN_OF_CONTACT = re.compile(r"[@:+(\d]")
"""What all of them have, except for "www."; one search for a character is much quicker than one for the alternatives."""
_ROW = re.compile(r"(?<![\d(+-])\d(?:[\s/.-]+\d){2,}(?![\d-])")
"""Single figures in a row, which are an order of choices and no telephone number: "2 1 3 4 5"."""
_LABELS = re.compile(
    r"^(?:my |meine? |mon |ma )?(?:answer|choice|move|reply|antwort|wahl|zug|auswahl|r[ée]ponse|choix|coup)"
    r"\s*(?::|=|-|>|\bis\b|\bist\b|\best\b)\s*",
    re.IGNORECASE,
)


_HARMLESS = by_first_word(phrases.HARMLESS_PHRASES)
_SIGN_OFFS = tuple(f"{phrase} " for phrase in vocabulary.SIGN_OFF_PHRASES)


@lru_cache(maxsize=1024)
def bare(line: str) -> str:
    """Return a line without surrounding bullets, arrows, quotation marks, brackets and emphasis marks."""
    line = line.strip()
    for _round in range(4):
        before = line
        if not re.fullmatch(r"-\d+", line):
            line = _BULLET.sub("", line).strip()
        for opening, closing in _PAIRS:
            if (
                len(line) > len(opening) + len(closing)
                and line.startswith(opening)
                and line.endswith(closing)
                and closing not in line[len(opening) : -len(closing)]
            ):
                line = line[len(opening) : -len(closing)].strip()
        line = _LABELS.sub("", line).strip()
        if line == before:
            break
    return line


def unwrapped(lines: Sequence[str]) -> list[str]:
    """Join wrapped lines with their continuation; blank lines stay."""
    out: list[str] = []
    last = ""
    for line in lines[:MOST_LINES]:
        text = line.strip()
        if goes_on(last, text) and out:
            out[-1] = f"{out[-1]} {text}"
        else:
            out.append(text)
        last = text
    return out


def goes_on(above: str, below: str) -> bool:
    """Return whether a mail program has wrapped one line into these two: the first is long, and the next word would not have fitted."""
    if not below or len(above) < WRAPPED or is_contact(below):
        return False
    first = below.split()[0]
    if below[:1].islower() and above[-1:] not in ".!?":
        return True
    return (
        above[-1:] not in '.!?:;”"»'
        and len(above) + 1 + len(first) > 66
        and not is_sign_off(below)
        and number_of(plain(below)) is None
        and len(below.split()) > 2
    )


def is_contact(line: str) -> bool:
    """Return whether a line has an address, a telephone number or a link, or is of a mail's header. Such a line is never an answer and
    never published."""
    if _SIGN_OF_CONTACT.search(line) is None and "www." not in line.casefold():
        return False
    return (_CONTACT.search(_ROW.sub("", line)) or _ADDRESS.search(line.strip())) is not None


def is_greeting(line: str) -> bool:
    """Return whether a line is only a greeting: "Hi Bob,"."""
    found = words(line)
    text = " ".join(found)
    if not found or len(found) > 6 or any(number_of(word) is not None for word in found[1:]):
        return False
    return found[0] in vocabulary.GREETINGS or text.startswith(vocabulary.GREETING_PHRASES)


def after_greeting(line: str) -> str:
    """Return the text after a greeting ("Hi Bob, …") on the same line; the line itself if it has no greeting."""
    found = words(line)
    if not found or not (found[0] in vocabulary.GREETINGS or " ".join(found).startswith(vocabulary.GREETING_PHRASES)):
        return line
    head, mark, rest = _cut(line, r"[,!.:;]|\s[-–—]\s")
    if mark and rest and is_greeting(head):
        return rest
    return line


def _cut(line: str, pattern: str) -> tuple[str, str, str]:
    found = re.search(pattern, line)
    return (line[: found.start()].strip(), found[0], line[found.end() :].strip()) if found else (line, "", "")


def is_sign_off(line: str) -> bool:
    """Return whether a line is a sign-off: "Best,", "Viele Grüße Anna", "Merci d'avance"."""
    found = words(line)
    text = " ".join(found)
    if not found or len(found) > 6 or any(word.isdigit() for word in found) or line.rstrip().endswith("?"):
        return False
    return f"{text} ".startswith(_SIGN_OFFS)


def is_signed(line: str) -> bool:
    """Return whether a line is a signature of a mark and a name: "--Anna", "— Anna", "~ Anna", "/Anna"."""
    return _DASHED.match(line) is not None


def is_courtesy(line: str) -> bool:
    """Return whether a line has only courtesies and musings: "Thanks!", "Haha, ok", "Super, danke"."""
    found = words(line)
    if not found:
        return True
    return all(
        word in vocabulary.COURTESY
        or word in vocabulary.MUSING
        or word in ("very", "much", "a", "lot", "sehr", "vielen", "beaucoup", "dir", "you")
        for word in without_phrases(found, _HARMLESS)
    )
