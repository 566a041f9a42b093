"""Reading what people type: `2`, `cave>savage`, `cave on savage`, `Cav sav`, `bid`, `1 3`, `7`.

One reader serves the text box of a page, the reply to a mail and the `text` field of the API. It is case-blind, takes
option numbers, tokens, words of tokens and labels, and unambiguous beginnings of them. What it returns is canonical: the
same answer always has the same stored text.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from games.rules.ask import Question
from games.rules.contract import Decision, Option, Shape
from games.rules.errors import Ambiguous, Illegal, Unreadable
from games.rules.messages import Message, msg, plain

ARTICLES = ("a", "an", "the", "my", "i", "card", "cards")
RELATIONS = ("and", "at", "for", "from", "in", "into", "of", "on", "onto", "then", "to", "using", "with")
COURTESIES = ("please", "thanks")
FILLERS = frozenset((*ARTICLES, *RELATIONS, *COURTESIES, "place", "play", "use"))
"""Words that people write around an answer and that never decide between two of them, unless the game's own words name them."""

_WORD = re.compile(r"\w+(?:-\w+)*|!\w+")
_GLUED = re.compile(r"(?<=[^\W\d_])(?=[0-9])")
_BARE_NUMBER = re.compile(r"[-+#]?[0-9]+\)?")
_SEPARATOR = re.compile(r"[\s,;]+")
LONGEST = 2_000
LONGEST_NAME = 8
"""Words of one choice that may be typed in a list of several."""


def read(decision: Decision, text: str, *, known: Collection[str] = ()) -> str:
    """The canonical answer a text means.

    `known` are further words of the game (names of all cards): a text made of known words that fits no option is illegal,
    anything else is unreadable. Raises `Unreadable`, `Ambiguous` or `Illegal`.
    """
    text = unicodedata.normalize("NFKC", text[:LONGEST]).strip().strip(".!").casefold()
    if not text:
        raise Unreadable(msg("Choose one of the options first."))
    if decision.shape is Shape.NUMBER:
        return _read_number(decision, text)
    if decision.shape is Shape.ONE:
        return _read_one(decision, text, known)
    return _read_several(decision, text, known)


def labels(decision: Decision, text: str) -> tuple[Message, ...]:
    """A canonical answer in the words of its choices; a number stands for itself."""
    if decision.shape is Shape.NUMBER:
        return (msg("{number}", number=text),)
    words = {option.token: option.label for option in decision.options}
    return tuple(words[token] for token in text.split() if token in words)


def canonical(question: Question, text: str) -> str | None:
    """The stored form of an answer given in tokens, or None when it is not made of this question's tokens alone."""
    if question.shape is Shape.ONE:
        return text if text in question.tokens else None
    if question.shape is Shape.NUMBER:
        digits = text.removeprefix("-")
        fits = digits.isascii() and digits.isdecimal() and len(digits) < 10 and question.least <= int(text) <= question.most
        return str(int(text)) if fits else None
    words = text.split()
    if not question.least <= len(words) <= question.most or len(set(words)) < len(words) or not set(words) <= set(question.tokens):
        return None
    if question.shape is Shape.SOME:
        words.sort(key=list(question.tokens).index)
    return " ".join(words)


def _read_number(decision: Decision, text: str) -> str:
    digits = text.lstrip("+")
    if not re.fullmatch(r"-?[0-9]{1,9}", digits):
        raise Unreadable(msg("“{text}” is not a number.", text=_short(text)))
    if not decision.least <= int(digits) <= decision.most:
        raise Illegal(msg("The number must lie between {least} and {most}.", least=decision.least, most=decision.most), rule=decision.rule)
    return str(int(digits))


def _read_one(decision: Decision, text: str, known: Collection[str]) -> str:
    option = _exact(decision.options, text) or _by_number(decision.options, text)
    if option is None and _BARE_NUMBER.fullmatch(text):
        count = len(decision.options)
        raise Illegal(msg("There is no choice number {text}; they go from 1 to {count}.", text=_short(text), count=count))
    return option.token if option else _by_words(decision, text, known).token


def _read_several(decision: Decision, text: str, known: Collection[str]) -> str:
    idle = FILLERS | _announcements(decision)
    parts = [part for part in _SEPARATOR.split(text) if part and part not in idle]
    if decision.shape is Shape.SOME and decision.least == 0 and parts in (["none"], ["nothing"], ["0"]):
        return ""
    tokens = []
    while parts:
        token, taken = _next_of_several(decision, parts, known)
        tokens.append(token)
        parts = parts[taken:]
    if len(set(tokens)) < len(tokens):
        raise Illegal(msg("The same choice is named twice."), rule=decision.rule)
    if not decision.least <= len(tokens) <= decision.most:
        if decision.least == decision.most:
            raise Illegal(msg("Exactly {count} are wanted here.", count=decision.least), rule=decision.rule)
        raise Illegal(msg("Between {least} and {most} are wanted here.", least=decision.least, most=decision.most), rule=decision.rule)
    if decision.shape is Shape.SOME:
        tokens.sort(key=decision.tokens.index)
    return " ".join(tokens)


def _next_of_several(decision: Decision, parts: Sequence[str], known: Collection[str]) -> tuple[str, int]:
    """The choice that the next parts name, and how many parts that takes: as many as are whole words of one and the same choice
    ("leo, the lion" beside "lovers"), else one."""
    for taken in range(min(len(parts), LONGEST_NAME), 1, -1):
        typed = [word for part in parts[:taken] for word in _words(part)]
        named = [option for option in decision.options if any(not way.shortened for way in _fits(typed, option))]
        if len(named) == 1:
            return named[0].token, taken
    return _read_one(decision, parts[0], known), 1


def _announcements(decision: Decision) -> frozenset[str]:
    """What people say before their choice because they were asked it ("discard …", "keep …"), where no choice has that word."""
    words = {word for option in decision.options for words in _option_words(option) for word in words}
    return frozenset(decision.kind.split("_")) - words


def _exact(options: Sequence[Option], text: str) -> Option | None:
    return next((option for option in options if option.token.casefold() == text), None)


def _by_number(options: Sequence[Option], text: str) -> Option | None:
    """Option numbers begin at 1; tokens that are numbers themselves were found before."""
    digits = text.removeprefix("#").removesuffix(")")
    if digits.isascii() and digits.isdecimal() and len(digits) < 5 and 1 <= int(digits) <= len(options):
        return options[int(digits) - 1]
    return None


def _by_words(decision: Decision, text: str, known: Collection[str]) -> Option:
    """The one option whose words contain everything typed; exact words beat beginnings, and a choice named in full beats one
    of which words are missing. Which of two choices has the shorter name decides nothing."""
    typed = _typed(decision, text, known)
    if not typed:
        raise Unreadable(msg("“{text}” could not be read.", text=_short(text)))
    found = _nearest(decision.options, typed) or _nearest(decision.options, _typed(decision, apart(text), known))
    if not found:
        raise _nothing_fits(decision, typed, text, known)
    if len(found) > 1:
        labels = tuple(option.label for option in found[:6])
        raise Ambiguous(msg("“{text}” could mean: {labels}.", text=_short(text), labels=labels), tokens=tuple(o.token for o in found))
    return found[0]


def apart(text: str) -> str:
    """The text with letters and figures taken apart: `deck2` → `deck 2`."""
    return _GLUED.sub(" ", text)


def _typed(decision: Decision, text: str, known: Collection[str]) -> list[str]:
    """The words of a text that decide between choices; all of them when none does."""
    idle = _announcements(decision)
    return [word for word in _words(text) if word not in idle and (word not in FILLERS or word in known)] or list(_words(text))


def _nearest(options: Sequence[Option], typed: list[str]) -> list[Option]:
    """The options that hold all the words and are nearest to them; none, one, or several between which the text does not decide."""
    fits = [(option, ways) for option in options if (ways := _fits(typed, option))]
    least = min((way.shortened for _option, ways in fits for way in ways), default=0)
    best = [(option, near) for option, ways in fits if (near := [way for way in ways if way.shortened == least])]
    return [option for option, near in best if not any(_nearer(other, near) for _option, other in best)]


def _nothing_fits(decision: Decision, typed: list[str], text: str, known: Collection[str]) -> Unreadable | Illegal:
    vocabulary = {word for option in decision.options for words in _option_words(option) for word in words}
    vocabulary.update(part for name in known for part in _words(name.casefold()))
    if all(any(word.startswith(part) for word in vocabulary) for part in typed):
        return Illegal(msg("“{text}” is not among your choices.", text=_short(text)), rule=decision.rule)
    return Unreadable(msg("“{text}” could not be read.", text=_short(text)))


class _Fit(NamedTuple):
    """How a text fits an option: how many words are beginnings only, which words of the option are left out, and how often
    the typed words stand in another order."""

    shortened: int
    left: Counter[str]
    disorder: int


def _fits(typed: list[str], option: Option) -> list[_Fit]:
    """The ways in which a text fits an option: by the words of its token, by those of its label."""
    *by_token, by_label = (_cover(typed, words) for words in _option_words(option))
    if by_label:
        for filler in FILLERS:
            del by_label.left[filler]
    return [fit for fit in (*by_token, by_label) if fit is not None]


def _cover(typed: list[str], words: tuple[str, ...]) -> _Fit | None:
    left = list(enumerate(words))
    shortened, places = 0, []
    for part in typed:
        place = next((i for i, (_, word) in enumerate(left) if word == part), None)
        if place is None:
            place = next((i for i, (_, word) in enumerate(left) if word.startswith(part) and word not in FILLERS), None)
            shortened += 1
        if place is None:
            return None
        places.append(left.pop(place)[0])
    disorder = sum(1 for before, after in pairwise(places) if before > after)
    return _Fit(shortened, Counter(word for _, word in left), disorder)


def _nearer(one: list[_Fit], other: list[_Fit]) -> bool:
    """Whether one option leaves out only what the other leaves out too, and less; of the same, whether it is in better order."""
    return any(all(a.disorder < b.disorder if a.left == b.left else a.left < b.left for b in other) for a in one)


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.replace("_", " ")))


def _option_words(option: Option) -> tuple[tuple[str, ...], ...]:
    """The words of the token, those of the token with its hyphens left out ("slot 1"), and last those of the label."""
    token = option.token.casefold()
    return _words(token), _words(token.replace("-", " ")), _words(plain(option.label).casefold())


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


_NAME = re.compile(r"[a-z0-9_]+(?:-[a-z0-9_]+)*")


def names_in(text: str) -> list[str]:
    """Every card id or other name in a token, an answer or the repr of an event."""
    return _NAME.findall(text)
