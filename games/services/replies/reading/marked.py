"""Extract words that are marked for other people: `story: …` and `say: …`. Lines below belong to them only if they continue them."""

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
    r"\b\d{1,5},?\s+(?:place|chemin)\b|\b\d{1,5}\s+(?:\w+\s+){1,3}(?:street|st\.|road|rd\.|avenue|ave\.|lane)\b", re.IGNORECASE
)
"""Further streets than those of `is_contact`, because their words are also those of answers."""
_SIGNED = re.compile(r"\s+(?:--+|—|–)\s*[^\W\d_][\w.'-]*(?:\s+[^\W\d_][\w.'-]*){0,2}\s*$")
_SENTENCE = re.compile(r"(?<=[.!?…])\s+")
LONGEST = 12
"""Most lines of one story."""


def words_of(line: str, below: Sequence[str]) -> tuple[str, Words, int] | None:
    """Return the text before the mark, the words after it, and the number of lines below that belong to them; None without a mark.

    The text of the words is "" if it may be private: an address, a telephone number, or only a choice.
    """
    found = _MARK.search(line) if ":" in line else None
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
    """Return a text without a sign-off ("Best, Anna") at its end."""
    text = _SIGNED.sub("", text)
    sentences = _SENTENCE.split(text)
    while len(sentences) > 1 and is_sign_off(sentences[-1]):
        sentences.pop()
    return " ".join(sentences)


def is_private(text: str) -> bool:
    """Return whether a text must not be published: it has contact data or a street, or it is only a number or has no words."""
    rest = _OUR_ADDRESS.sub("", text)
    return not words(text) or is_contact(rest) or _STREET.search(rest) is not None or bare_number(text) is not None
