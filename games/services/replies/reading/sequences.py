"""Parse several choices that are named in sentences: "Ouroboros on top, then Radiant, the Darkness at the bottom", "as you listed them"."""

import re
from itertools import pairwise

from games.rules.contract import Shape
from games.services.replies.reading import statement_words as say, vocabulary
from games.services.replies.reading.exclusions import own_verbs
from games.services.replies.reading.numbers import LAST, MIDDLE, is_ordinal, number_of
from games.services.replies.reading.question import Question
from games.services.replies.reading.spelling import inflected, nearly
from games.services.replies.reading.tokens import Line

ABOVE = frozenset("top oben zuoberst obenauf haut oberste dessus topmost".split())  # noqa: SIM905
_FIRST = ABOVE | frozenset("first zuerst erst premier abord".split())  # noqa: SIM905
_BELOW = frozenset("bottom unten ganz zuunterst bas fond dessous below underneath".split())  # noqa: SIM905
_LAST = LAST | _BELOW | frozenset("end zuletzt zum schluss enfin finally finalement lastly".split())  # noqa: SIM905
_SECOND = frozenset("second zweites zweite zweiter deuxieme middle mitte milieu between dazwischen".split()) | MIDDLE  # noqa: SIM905
_OTHERS = vocabulary.OTHER | frozenset({"remaining", "rest", "ubrige", "uebrige", "restliche", "reste", "restante"})
_BOTH = frozenset("both beide beiden deux two zwei".split())  # noqa: SIM905
_IT = frozenset("it that him her this".split())  # noqa: SIM905
_JOINS = frozenset("and n und et then dann sodann puis".split())  # noqa: SIM905
_NEXT = vocabulary.word_set(
    "danach ensuite next after afterwards following nachher anschliessend hinten vorne ende als dieser reihenfolge order ordre",
    "sodann stelle place position",
)
_BESIDE_NUMBERS = (
    vocabulary.IDLE | vocabulary.VERBS | vocabulary.NOUNS | vocabulary.NAMES_OF_CHOICES | _FIRST | _LAST | say.KINDS | say.ACTIONS | _NEXT
)
"""Words beside numbers in words that only say that these are chosen."""
_BESIDE_NAMES = vocabulary.IDLE | vocabulary.WEAK | say.KINDS | say.ACTIONS | _FIRST | _LAST | _SECOND | _OTHERS | _BOTH | _JOINS | _NEXT
"""Words beside names that only say that these are chosen, or where they are put."""
_NO = (vocabulary.NEGATIONS | vocabulary.DOUBTS | vocabulary.HESITATIONS) - {"ou", "wie", "was", "moment", "comment", "what", "wo"}
_TALK = _NO | say.LIFE | (say.PAST - frozenset({"deja", "already", "schon", "was", "were", "had"}))
"""Words with which a sentence is about something else."""
_AS_LISTED = re.compile(
    r"\b(?:(?:as|like|in|the|same)\b.{0,12} (?:listed|order you (?:listed|gave|have|wrote)|same order|order (?:given|listed|above"
    r"|shown)|printed|they (?:are|stand))"
    r"|(?:wie|so wie) (?:sie )?(?:aufgelistet|gelistet|angegeben|vorgeschlagen|da ?steh\w*|in der liste|vorgegeben|oben)"
    r"|(?:in )?(?:der|dieser|gleichen|selben|deiner|angegebenen) reihenfolge"
    r"|garde\w* l ordre|comme (?:vous|tu) les (?:avez|as) \w+"
    r"|comme (?:dans )?(?:la liste|affiche\w*|indique\w*|propose\w*|liste\w*)"
    r"|(?:dans|meme) (?:l |cet |le meme |votre )?ordre(?: de la liste| indique| donne)?"
    r"|from top to bottom as|leave (?:them|it) (?:as|like|in)|lass\w* (?:sie )?(?:so|wie))"
)
_REVERSED = re.compile(
    r"\b(?:revers\w*|backwards?|upside down|other way (?:a)?round|bottom to top|last to first"
    r"|umgekehrt\w*|ruckwarts|von unten nach oben|andersrum|andersherum|verkehrt ?herum|letzten zum ersten"
    r"|(?:a l |l |ordre )?invers\w*|a l envers|de bas en haut|dernier au premier)\b"
)


def loosely(line: Line, question: Question) -> list[str] | None:
    """Return the tokens that sentences name, in the order that they say; None unless the number is right and each is named once."""
    if "?" in line.end + "".join(line.breaks) or not _TALK.isdisjoint(line.words) or question.least != question.most:
        return None
    named = _named(line, question)
    if not named:
        return _numbered(line, question)
    if any(_narrates(line.words[start:end], question) for start, end in line.clauses()):
        return None
    named = _with_the_other(named, line, question)
    tokens = [token for token, _place in named]
    if len(tokens) != question.least or len(set(tokens)) < len(tokens):
        numbered = _numbered(line, question)
        return numbered if numbered is not None and set(tokens) <= set(numbered) else None  # "cards 3 and 7"
    return tokens if question.shape is Shape.SOME else _with_copies_behind(_in_places(named, line, question))


def _narrates(words: tuple[str, ...], question: Question) -> bool:
    """Return whether a clause with a name has an unknown word, so that it tells something: "the Lion roars"."""
    known = _BESIDE_NAMES | question.telling | own_verbs(question)
    unknown = [word for word in words if word not in known and number_of(word) is None]
    unknown = [word for word in unknown if not inflected(word, question) and not nearly(word, question)[0]]
    return bool(unknown) and any(word in question.holders and word not in vocabulary.WEAK for word in words)


def _named(line: Line, question: Question) -> list[tuple[str, int]]:
    """Return the named tokens with the indexes of their words, in order; [] if a word fits several choices."""
    found: list[tuple[str, int]] = []
    for place, word in enumerate(line.words):
        if word in vocabulary.WEAK or number_of(word) is not None or word in _FIRST | _LAST:
            continue
        near, sure = nearly(word, question)
        held = question.holders.get(word) or inflected(word, question) or (near if sure else frozenset())
        if twins := _twins(held, question):
            if found and found[-1][0] in twins and not _is_cut(line, found[-1][1], place):
                continue
            left = [token for token in twins if token not in {token for token, _place in found}]
            both = place and line.words[place - 1] in _BOTH and len(left) > 1
            found += [(token, place) for token in (left if both else left[:1])]
            continue
        if len(held) > 1 and place + 1 < len(line.words) and not line.breaks[place + 1]:
            held = held & question.holders.get(str(number_of(line.words[place + 1])), frozenset())
        if len(held) > 1:
            return []
        token = question.tokens[min(held)] if held else ""
        if token and (not found or found[-1][0] != token):
            found.append((token, place))
    return found


def _twins(held: frozenset[int], question: Question) -> list[str]:
    """Return the tokens of the copies of one card; [] if the choices are different cards."""
    cards = {question.tokens[place].rstrip("+") for place in held}
    return (
        [token for token in question.tokens if token.rstrip("+") in cards]
        if len(cards) == 1 and any(f"{card}+" in question.tokens for card in cards)
        else []
    )


def _is_cut(line: Line, last: int, place: int) -> bool:
    return any(line.breaks[at] or line.words[at] in _JOINS for at in range(last + 1, place + 1))


def _with_the_other(named: list[tuple[str, int]], line: Line, question: Question) -> list[tuple[str, int]]:
    """Add the only token that is not named if the text speaks of "the other one", at the place of these words."""
    left = [token for token in question.tokens if token not in {token for token, _place in named}]
    said = [at for at, word in enumerate(line.words) if word in _OTHERS]
    if question.shape is not Shape.ORDER or question.least != len(question.tokens) or len(left) != 1 or len(said) != 1:
        return named
    return sorted([*named, (left[0], said[0])], key=lambda pair: pair[1])


def _in_places(named: list[tuple[str, int]], line: Line, question: Question) -> list[str] | None:
    """Return the tokens ordered by the positions that are said ("first", "at the bottom"), the rest in the order of their naming.

    Of some choices that go to the bottom one after the other, "at the bottom" is no position.
    """
    count, starts = len(named), _starts(named, line)
    silent = _BELOW if question.least < len(question.tokens) else frozenset[str]()
    said = [
        _said_place(tuple(word for word in _but_copies(line.words[start:end], token, question) if word not in silent), count)
        for (token, _at), start, end in zip(named, starts, [*starts[1:], len(line.words)], strict=True)
    ]
    order: list[str] = [""] * count
    for (token, _place), place in zip(named, said, strict=True):
        if place is not None:
            if order[place]:
                return None
            order[place] = token
    rest = iter(token for (token, _place), place in zip(named, said, strict=True) if place is None)
    return [token or next(rest) for token in order]


def _but_copies(words: tuple[str, ...], token: str, question: Question) -> tuple[str, ...]:
    """Remove the words that are no positions: the ordinals of copies ("the second Sun", "Sun (the second)"), and "below it"."""
    copied = f"{token.rstrip('+')}+" in question.tokens
    after = (*words[1:], "")
    return tuple(
        word
        for word, following in zip(words, after, strict=True)
        if not (is_ordinal(word) and (following in question.holders or (copied and word in _SECOND)))
        and not (word in _LAST and following in _IT)
    )


def _with_copies_behind(tokens: list[str] | None) -> list[str] | None:
    """Swap copies of a card so that the first copy precedes the second."""
    for at, token in enumerate(tokens or []):
        assert tokens is not None
        if token.endswith("+") and token[:-1] in tokens[at:]:
            other = tokens.index(token[:-1])
            tokens[at], tokens[other] = token[:-1], token
    return tokens


def _starts(named: list[tuple[str, int]], line: Line) -> list[int]:
    """Return where the words about each named choice begin: at the break or conjunction between it and the previous one."""
    starts = [0]
    for (_before, last), (_token, place) in pairwise(named):
        cuts = [at for at in range(last + 1, place + 1) if line.breaks[at] or line.words[at] in _JOINS]
        ended = [at for at in cuts if any(mark in line.breaks[at] for mark in ".!;")]
        starts.append((ended or cuts or [place])[-1])
    return starts


def _said_place(words: tuple[str, ...], count: int) -> int | None:
    """Return the position that the words say, counted from 0; None if they say none or several."""
    found: set[int] = set()
    for word in words:
        number = number_of(word) if is_ordinal(word) else None
        if word in _LAST:
            found.add(count - 1)
        elif word in _FIRST:
            found.add(0)
        elif number is not None and 0 < number <= count:
            found.add(number - 1)
        elif word in _SECOND and count == 3:
            found.add(1)
    return found.pop() if len(found) == 1 else None


def _numbered(line: Line, question: Question) -> list[str] | None:
    """Return the tokens by the numbers in the line (-1: the last); without numbers all in their order or reversed, if the line says so."""
    numbers = [int(word) for word in line.words if word.isdigit()] or [
        number
        for word in line.words
        if not is_ordinal(word) and (number := number_of(word)) is not None and word not in ("one", "un", "ein")
    ]
    numbers = numbers or [number_of(word) or 0 for word in line.words if is_ordinal(word)]
    if len(numbers) == 1 and question.least == len(str(numbers[0])) > 1:
        numbers = [int(figure) for figure in str(numbers[0])]  # "1243"
    whole = question.shape is Shape.ORDER and question.least == len(question.tokens)
    text = " ".join(line.words)
    turned, listed = bool(_REVERSED.search(text)), bool(_AS_LISTED.search(text))
    count = len(question.tokens)
    if whole and turned != listed and sorted(count if number == -1 else number for number in numbers) == [1, count]:
        return list(reversed(question.tokens)) if turned else list(question.tokens)  # "as listed, 1 to 7"
    if numbers:
        if not any(word.isdigit() for word in line.words) and any(
            number_of(word) is None and word not in _BESIDE_NUMBERS for word in line.words
        ):
            return None  # "Three candidates and two must go"
        fits = len(numbers) == question.least == len(set(numbers)) and all(0 < number <= len(question.tokens) for number in numbers)
        return [question.tokens[number - 1] for number in numbers] if fits and not line.odd else None
    if not whole:
        return None
    if turned:
        return list(reversed(question.tokens))
    return list(question.tokens) if listed and len(line.words) < 14 else None
