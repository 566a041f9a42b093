"""Words that are clearly meant for others: `story: …` and `say: …`, never the lines below them that only happen to follow."""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.services.replies.reading.folding import words
from games.services.replies.reading.lines import goes_on, is_contact, is_sign_off
from games.services.replies.reading.numbers import bare as bare_number
from games.services.replies.reading.parts import Audience, Words

_STORY = "story|tale|narration|geschichte|erz[äa]hlung|erz[äa]hle|histoire|r[ée]cit|raconte|conte"
_TALK = "say|talk|chat|to all|to everybody|to everyone|tell all|tell everybody|sage?|gespr[äa]ch|an alle|dire|dis|parler|[àa] tous"
_MARK = re.compile(rf"(?:^|(?<=[\s.,;!]))(?:(?P<story>{_STORY})|(?P<talk>{_TALK}))\s*:\s*(?P<text>\S.*)?$", re.IGNORECASE)
_OUR_ADDRESS = re.compile(r"play\+[a-z0-9]{32}(?:@\S*)?|https?://\S+", re.IGNORECASE)
_STREET = re.compile(
    r"\b\w+(?:stra(?:ß|ss)e|str\.|weg|platz|gasse|allee)\s+\d+|\b\d{1,5},?\s+(?:rue|avenue|boulevard|place|chemin)\b|\b\d{1,5}\s+(?:\w+\s+){1,3}(?:street|st\.|road|rd\.|avenue|ave\.|lane)\b",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"\s+(?:--+|—|–)\s*[^\W\d_][\w.'-]*(?:\s+[^\W\d_][\w.'-]*){0,2}\s*$")
_SENTENCE = re.compile(r"(?<=[.!?…])\s+")
LONGEST = 12
"""Lines that one story may run over."""


def words_of(line: str, below: Sequence[str]) -> tuple[str, Words, int] | None:
    """What stands before the mark on a line, the words behind it, and how many lines below belong to them; None without a mark.

    `words` is empty where they contain what is private: an address, a telephone number, or nothing but a choice.
    """
    found = _MARK.search(line)
    if found is None:
        return None
    text, taken, last = found["text"] or "", 0, line
    if not text and below and below[0].strip() and not is_sign_off(below[0]):
        text, taken, last = below[0].strip(), 1, below[0]
    while taken < min(len(below), LONGEST) and goes_on(last, below[taken].strip()):
        last = below[taken].strip()
        text, taken = f"{text} {last}", taken + 1
    text = without_sign_off(text.strip())
    text = text[1:-1].strip() if len(text) > 2 and text[0] in '"“„«' and text[-1] in '"”“»' else text
    audience = Audience.STORY if found["story"] else Audience.TALK
    return line[: found.start()].strip(" -–—,;"), Words(audience, "" if is_private(text) else text, line), taken


def without_sign_off(text: str) -> str:
    """A text without the "Best, Anna" at its end."""
    text = _SIGNED.sub("", text)
    sentences = _SENTENCE.split(text)
    while len(sentences) > 1 and is_sign_off(sentences[-1]):
        sentences.pop()
    return " ".join(sentences)


def is_private(text: str) -> bool:
    """A telephone number, an address of a person, a street; or a text that is a move by mistake."""
    rest = _OUR_ADDRESS.sub("", text)
    return not words(text) or is_contact(rest) or _STREET.search(rest) is not None or bare_number(text) is not None
