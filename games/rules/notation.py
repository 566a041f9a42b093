"""Reading what people type: `2`, `cave>savage`, `cave on savage`, `Cav sav`, `bid`, `1 3`, `7`.

One reader serves the text box of a page, the reply to a mail and the `text` field of the API. It is case-blind, takes
option numbers, tokens, words of tokens and labels, and unambiguous beginnings of them. What it returns is canonical: the
same answer always has the same stored text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise

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


def read(decision: Decision, text: str, *, known: Collection[str] = ()) -> str:
    """The canonical answer a text means.

    `known` are further words of the game (names of all cards): a text made of known words that fits no option is illegal,
    anything else is unreadable. Raises `Unreadable`, `Ambiguous` or `Illegal`.
    """
    text = unicodedata.normalize("NFKC", text[:LONGEST]).strip().strip(".!").casefold()
    if not text:
        raise Unreadable(msg("There is no answer in this text."))
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
    parts = [part for part in _SEPARATOR.split(text) if part and part not in FILLERS]
    if decision.shape is Shape.SOME and decision.least == 0 and parts in (["none"], ["nothing"], ["0"]):
        return ""
    tokens = [_read_one(decision, part, known) for part in parts]
    if len(set(tokens)) < len(tokens):
        raise Illegal(msg("The same choice is named twice."), rule=decision.rule)
    if not decision.least <= len(tokens) <= decision.most:
        if decision.least == decision.most:
            raise Illegal(msg("Exactly {count} are wanted here.", count=decision.least), rule=decision.rule)
        raise Illegal(msg("Between {least} and {most} are wanted here.", least=decision.least, most=decision.most), rule=decision.rule)
    if decision.shape is Shape.SOME:
        tokens.sort(key=decision.tokens.index)
    return " ".join(tokens)


def _exact(options: Sequence[Option], text: str) -> Option | None:
    return next((option for option in options if option.token.casefold() == text), None)


def _by_number(options: Sequence[Option], text: str) -> Option | None:
    """Option numbers begin at 1; tokens that are numbers themselves were found before."""
    digits = text.removeprefix("#").removesuffix(")")
    if digits.isascii() and digits.isdecimal() and len(digits) < 5 and 1 <= int(digits) <= len(options):
        return options[int(digits) - 1]
    return None


def _by_words(decision: Decision, text: str, known: Collection[str]) -> Option:
    """The one option whose words contain everything typed; exact words beat beginnings, nearer beats farther."""
    typed = _typed(text, known)
    if not typed:
        raise Unreadable(msg("“{text}” could not be read.", text=_short(text)))
    found = _nearest(decision.options, typed) or _nearest(decision.options, _typed(apart(text), known))
    if not found:
        raise _nothing_fits(decision, typed, text, known)
    if len(found) > 1:
        labels = tuple(option.label for option in found[:6])
        raise Ambiguous(msg("“{text}” could mean: {labels}.", text=_short(text), labels=labels), tokens=tuple(o.token for o in found))
    return found[0]


def apart(text: str) -> str:
    """The text with letters and figures taken apart: `deck2` → `deck 2`."""
    return _GLUED.sub(" ", text)


def _typed(text: str, known: Collection[str]) -> list[str]:
    """The words of a text that decide between choices; all of them when none does."""
    return [word for word in _words(text) if word not in FILLERS or word in known] or list(_words(text))


def _nearest(options: Sequence[Option], typed: list[str]) -> list[Option]:
    """The options that hold all the words and are nearest to them; none, one, or several that fit equally well."""
    scores = [(score, option) for option in options if (score := _score(typed, option)) is not None]
    best = min((score for score, _option in scores), default=None)
    return [option for score, option in scores if score == best]


def _nothing_fits(decision: Decision, typed: list[str], text: str, known: Collection[str]) -> Unreadable | Illegal:
    vocabulary = {word for option in decision.options for word in _option_words(option)[0]}
    vocabulary.update(part for name in known for part in _words(name.casefold()))
    if all(any(word.startswith(part) for word in vocabulary) for part in typed):
        return Illegal(msg("“{text}” is not among your choices.", text=_short(text)), rule=decision.rule)
    return Unreadable(msg("“{text}” could not be read.", text=_short(text)))


def _score(typed: list[str], option: Option) -> tuple[int, int, int] | None:
    """How far a text is from an option: (beginnings used, words left out, words out of order); None if it does not fit."""
    token_words, label_words = _option_words(option)
    scores = [score for words in (token_words, label_words) if (score := _cover(typed, words)) is not None]
    return min(scores, default=None)


def _cover(typed: list[str], words: tuple[str, ...]) -> tuple[int, int, int] | None:
    left = list(enumerate(words))
    shortened, places = 0, []
    for part in typed:
        place = next((i for i, (_, word) in enumerate(left) if word == part), None)
        if place is None:
            place = next((i for i, (_, word) in enumerate(left) if word.startswith(part)), None)
            shortened += 1
        if place is None:
            return None
        places.append(left.pop(place)[0])
    disorder = sum(1 for before, after in pairwise(places) if before > after)
    return shortened, len(left), disorder


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.replace("_", " ")))


def _option_words(option: Option) -> tuple[tuple[str, ...], tuple[str, ...]]:
    label = tuple(word for word in _words(plain(option.label).casefold()) if word not in FILLERS)
    return _words(option.token.casefold()), label


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


_NAME = re.compile(r"[a-z0-9_]+(?:-[a-z0-9_]+)*")


def names_in(text: str) -> list[str]:
    """Every card id or other name in a token, an answer or the repr of an event."""
    return _NAME.findall(text)
