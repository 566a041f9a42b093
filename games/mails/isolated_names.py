"""Names written from right to left in mails: isolating marks keep the order of the digits and punctuation beside them."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from functools import cache, wraps
from html import escape

from games.models import Player
from games.models.player import LONGEST_NAME, NAME_MARKS, name_key
from games.render.words import isolated
from notifications.mail.composed import Composed
from notifications.models import Message

Composer = Callable[[Message, datetime], Composed | None]

_LETTER = r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
"""A range that contains all letters written from right to left."""
_MARK = rf"[\d{re.escape(NAME_MARKS)}]"
_RUN = re.compile(rf"(?<!{_MARK}){_MARK}*{_LETTER}(?:{_LETTER}|{_MARK})*")
_LETTERS_ONLY = re.compile(rf"{_LETTER}(?:.*{_LETTER})?")
MOST_RUNS = 200


@cache
def isolating_names(compose: Composer) -> Composer:
    """Wrap a composer: names of players in its subject, texts and HTML that are written from right to left are isolated.

    At most one query, and none for a message without such letters.
    """

    @wraps(compose)
    def composed(message: Message, now: datetime) -> Composed | None:
        part = compose(message, now)
        return part if part is None else _isolated(part)

    return composed


def _isolated(part: Composed) -> Composed:
    found = _names("\n".join((part.subject, part.text, part.preview, *part.brief, *part.details)))
    if not found:
        return part
    words = _marker(found)
    return replace(
        part,
        subject=words(part.subject),
        text=words(part.text),
        html=_marker(map(escape, found))(part.html) if part.html else part.html,
        preview=words(part.preview),
        brief=tuple(map(words, part.brief)),
        details=tuple(map(words, part.details)),
    )


def _names(text: str) -> list[str]:
    """The names of players among the runs of letters from right to left, with and without the digits and marks around them."""
    runs = {run.strip(NAME_MARKS) for run in _RUN.findall(text)}
    runs |= {letters[0] for run in runs if (letters := _LETTERS_ONLY.search(run))}
    keys = sorted({name_key(run) for run in runs if len(run) <= LONGEST_NAME})[:MOST_RUNS]
    return list(Player.objects.filter(name_key__in=keys).values_list("name", flat=True)) if keys else []


def _marker(names: Iterable[str]) -> Callable[[str], str]:
    """A function that puts these names between isolating marks wherever they are whole words of a text."""
    longest_first = sorted(names, key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w\u2068])(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
    return lambda text: pattern.sub(lambda found: isolated(found[0]), text)
