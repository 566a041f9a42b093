"""Parsing typed answers: `2`, `cave>savage`, `cave on savage`, `Cav sav`, `bid`, `1 3`, `7`.

The text box of a page, replies to mails and the `text` field of the API use the same parser. It ignores case and accepts option
numbers, tokens, words of tokens and labels, and unambiguous beginnings of words. It returns canonical text: the
same answer always has the same stored form.
"""

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
"""Words around an answer that are ignored when choices are compared, unless they are part of the game's vocabulary."""

_WORD = re.compile(r"\w+(?:-\w+)*|!\w+")
_LETTER_THEN_DIGIT = re.compile(r"(?<=[^\W\d_])(?=[0-9])")
_BARE_NUMBER = re.compile(r"[-+#]?[0-9]+\)?")
_SEPARATOR = re.compile(r"[\s,;]+")
LONGEST = 2_000
"""Characters of a text that are read; the rest is ignored."""
LONGEST_NAME = 8
"""Words that one choice may have in a list of several choices."""


def read(decision: Decision, text: str, *, known: Collection[str] = ()) -> str:
    """The canonical answer that a text means.

    `known` are further words of the game (names of all cards): a text of known words that fits no option is illegal,
    any other text is unreadable. Raises `Unreadable`, `Ambiguous` or `Illegal`.
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
    """The labels of the choices in a canonical answer; for `Shape.NUMBER` the number itself."""
    if decision.shape is Shape.NUMBER:
        return (msg("{number}", number=text),)
    by_token = {option.token: option.label for option in decision.options}
    return tuple(by_token[token] for token in text.split() if token in by_token)


def canonical(question: Question, text: str) -> str | None:
    """The stored form of an answer made of tokens or a number, or None when it is no legal answer to this question."""
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
    ignored = FILLERS | _announcements(decision)
    parts = [part for part in _SEPARATOR.split(text) if part and part not in ignored]
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
    """The choice that the next parts name, and how many parts its name takes: the longest run of parts that are whole words of
    exactly one choice ("leo, the lion" beside "lovers"), else one part."""
    for taken in range(min(len(parts), LONGEST_NAME), 1, -1):
        typed = [word for part in parts[:taken] for word in _words(part)]
        named = [option for option in decision.options if any(not fit.shortened for fit in _fits(typed, option))]
        if len(named) == 1:
            return named[0].token, taken
    return _read_one(decision, parts[0], known), 1


def _announcements(decision: Decision) -> frozenset[str]:
    """The words of the question's kind ("discard …", "keep …"), which people repeat before their choice; without words of choices."""
    words = {word for option in decision.options for words in _option_words(option) for word in words}
    return frozenset(decision.kind.split("_")) - words


def _exact(options: Sequence[Option], text: str) -> Option | None:
    return next((option for option in options if option.token.casefold() == text), None)


def _by_number(options: Sequence[Option], text: str) -> Option | None:
    """The option of a number from 1. Tokens that are numbers were tried before."""
    digits = text.removeprefix("#").removesuffix(")")
    if digits.isascii() and digits.isdecimal() and len(digits) < 5 and 1 <= int(digits) <= len(options):
        return options[int(digits) - 1]
    return None


def _by_words(decision: Decision, text: str, known: Collection[str]) -> Option:
    """The only option whose words contain all typed words. Exact words win over beginnings, and a choice named in full wins over one
    of which words are missing. A shorter name alone does not win."""
    typed = _typed(decision, text, known)
    if not typed:
        raise Unreadable(msg("“{text}” could not be read.", text=_short(text)))
    found = _nearest(decision.options, typed) or _nearest(decision.options, _typed(decision, split_digits(text), known))
    if not found:
        raise _nothing_fits(decision, typed, text, known)
    if len(found) > 1:
        labels = tuple(option.label for option in found[:6])
        raise Ambiguous(msg("“{text}” could mean: {labels}.", text=_short(text), labels=labels), tokens=tuple(o.token for o in found))
    return found[0]


def split_digits(text: str) -> str:
    """The text with a space between letters and the digits after them: `deck2` → `deck 2`."""
    return _LETTER_THEN_DIGIT.sub(" ", text)


def _typed(decision: Decision, text: str, known: Collection[str]) -> list[str]:
    """The words of a text without fillers and announcements; all words when nothing else is left."""
    ignored = _announcements(decision)
    return [word for word in _words(text) if word not in ignored and (word not in FILLERS or word in known)] or list(_words(text))


def _nearest(options: Sequence[Option], typed: list[str]) -> list[Option]:
    """The best fitting options that contain all the words; several when the text does not decide between them."""
    candidates = [(option, fits) for option in options if (fits := _fits(typed, option))]
    least = min((fit.shortened for _option, fits in candidates for fit in fits), default=0)
    best = [(option, near) for option, fits in candidates if (near := [fit for fit in fits if fit.shortened == least])]
    return [option for option, near in best if not any(_nearer(other, near) for _option, other in best)]


def _nothing_fits(decision: Decision, typed: list[str], text: str, known: Collection[str]) -> Unreadable | Illegal:
    vocabulary = {word for option in decision.options for words in _option_words(option) for word in words}
    vocabulary.update(part for name in known for part in _words(name.casefold()))
    if all(any(word.startswith(part) for word in vocabulary) for part in typed):
        return Illegal(msg("“{text}” is not among your choices.", text=_short(text)), rule=decision.rule)
    return Unreadable(msg("“{text}” could not be read.", text=_short(text)))


class _Fit(NamedTuple):
    """How a text fits an option: how many typed words are beginnings only, which words of the option were not typed, and how many
    neighbouring typed words are in another order than in the option."""

    shortened: int
    left: Counter[str]
    disorder: int


def _fits(typed: list[str], option: Option) -> list[_Fit]:
    """The fits of a text to an option: by the words of its token and by those of its label."""
    *by_token, by_label = (_cover(typed, words) for words in _option_words(option))
    if by_label:
        for filler in FILLERS:
            del by_label.left[filler]
    return [fit for fit in (*by_token, by_label) if fit is not None]


def _cover(typed: list[str], words: tuple[str, ...]) -> _Fit | None:
    """The fit of typed words to the words of a name, or None when one of them is no word of it and no beginning of one."""
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
    """Whether one option fits better: fewer of its words were not typed, all of them missing in the other, too; or the same words in
    better order."""
    return any(all(a.disorder < b.disorder if a.left == b.left else a.left < b.left for b in other) for a in one)


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.replace("_", " ")))


def _option_words(option: Option) -> tuple[tuple[str, ...], ...]:
    """The words of the token, those of the token with spaces for hyphens ("slot 1"), and last those of the label."""
    token = option.token.casefold()
    return _words(token), _words(token.replace("-", " ")), _words(plain(option.label).casefold())


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


_NAME = re.compile(r"[a-z0-9_]+(?:-[a-z0-9_]+)*")


def names_in(text: str) -> list[str]:
    """Every card id or other name in a token, an answer or the text of an event."""
    return _NAME.findall(text)
