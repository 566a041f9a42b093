"""Parse answers to questions for several choices or for a number: "1 and 3", "the Sun, then the Moon", "none"."""

import re
from collections.abc import Collection, Sequence

from games.rules.contract import Shape
from games.services.replies.reading import exclusions, statement_words as say, vocabulary
from games.services.replies.reading.corrections import corrects
from games.services.replies.reading.exclusions import chosen_and_left
from games.services.replies.reading.matching import match
from games.services.replies.reading.numbers import PRONOUNS, is_ordinal, number_of
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.question import Question
from games.services.replies.reading.rankings import ranked
from games.services.replies.reading.refusals import NOTHING, is_none_of_them
from games.services.replies.reading.sequences import ABOVE, loosely
from games.services.replies.reading.statement_words import LIFE
from games.services.replies.reading.tokens import Line
from games.services.replies.reading.vocabulary import ARTICLES, IDLE

BETWEEN = frozenset(
    {"and", "und", "et", "then", "dann", "puis", "plus", "also", "ensuite", "first", "erst", "zuerst", "abord", "d", "sowie"}
    | {"danach", "afterwards", "anschliessend"}
)
_FIRST_ONES = frozenset("first ersten erste premier premiere premiers premieres top oberen".split())  # noqa: SIM905
_LAST_ONES = frozenset("last letzten letzte derniers dernieres bottom unteren".split())  # noqa: SIM905
_ONLY = frozenset("only just nur bloss lediglich seulement juste uniquement".split())  # noqa: SIM905
_EACH = exclusions.ALL | exclusions.BOTH | exclusions.OTHERS | frozenset("of them these those von davon les cards karten cartes".split())  # noqa: SIM905
_VERBS = exclusions.KEPT | exclusions.GIVEN | exclusions.TAKEN
_CHOOSING = exclusions.KEPT | exclusions.OFFERED | exclusions.TAKEN
"""Verbs with which a clause of "all" or "both" is about the choices."""
_THEM = frozenset({"them", "ihnen", "leur"})
_BEING = frozenset({"is", "are", "ist", "sind", "est", "sont"})
_IN_ORDER = frozenset("order ordre reihe reihenfolge nach dans".split())  # noqa: SIM905
_JOINS = frozenset("and und et then dann puis".split())  # noqa: SIM905
_PAIR = {"beiden": 2, "couple": 2}
_BEFORE = re.compile(r"\b(?:before (?:that|it)|davor|zuvor|vorher|avant (?:ca|cela|elle|lui))\b")
LONGEST = 8
MOST_SENTENCES = 3
"""Most sentences of a list before those that only speak of it."""

Found = tuple[str, bool, Doubt]
"""The canonical answer, whether it is certain, and the doubt if it is not."""


def read(line: Line, question: Question) -> Found | None:
    """Return the answer of a line; None if it has none."""
    if question.shape is Shape.NUMBER:
        return _number(line, question)
    if (row := _of_a_row(line.words, question)) is not None:
        told = question.shape is Shape.SOME or not _IN_ORDER.isdisjoint(line.words)
        return row, told and not line.asks, Doubt.AROUND
    if (called := _row_by_name(line, question)) is not None:
        return called
    if (split := _without_exclusions(line, question)) is not None:
        return split
    return _listed(line, question)


def _listed(line: Line, question: Question) -> Found | None:
    """Parse a list of choices without words that leave others out, and the sentences after it that only speak of them."""
    ends = [start for start, _end in line.clauses()[1:] if "." in line.breaks[start]]
    for end in ends[:MOST_SENTENCES]:
        head = _list_of(line.part(0, end), question)
        if head is not None and head[1] and _speaks_of(line.words[end:], head[0].split(), question):
            return head
    return _list_of(line, question)


def _list_of(line: Line, question: Question) -> Found | None:
    """Parse a list of choices that is the whole line."""
    found = _several(line, question)
    if _is_turned(line, question):
        turned = (found[0].split() if found is not None else []) or loosely(line, question) or []
        return " ".join(reversed(turned)), False, Doubt.CORRECTED
    if found is not None and " " in found[0] and not ((_ONLY | LIFE) - question.holders.keys()).isdisjoint(line.words):
        return found[0], False, Doubt.AROUND  # "only one, number 4", "that's my husband and me"
    if any(_compares(line.words[start:end], question) for start, end in line.clauses()):
        return (found[0], False, Doubt.AROUND) if found is not None and found[0] else None
    if (found is None or not found[1]) and (tokens := loosely(line, question) or ranked(line, question)) is not None:
        answer = _canonical(tokens, question)
        return (answer, True, Doubt.NOTHING) if answer is not None else found
    return found


def _is_turned(line: Line, question: Question) -> bool:
    """Return whether what is named last may come first: "the Sun, but before that the Moon".

    Of two cards of several that go to the bottom one after the other, "the Sun on top of the Moon" puts the Moon first.
    """
    if question.shape is not Shape.ORDER:
        return False
    return bool(_BEFORE.search(" ".join(line.words))) or (question.least < len(question.tokens) and not ABOVE.isdisjoint(line.words))


def _number(line: Line, question: Question) -> Found | None:
    """Parse the answer to a question for a number."""
    values = {value for word in line.words if (value := number_of(word)) is not None and (word not in PRONOUNS or len(line.words) == 1)}
    rest = [word for word in line.words if number_of(word) is None and word not in IDLE]
    if len(values) != 1:
        return ("", False, Doubt.SEVERAL) if values else None
    value = values.pop()
    if "-" in line.breaks[0] or not question.least <= value <= question.most:
        return "", False, Doubt.UNKNOWN
    return str(value), not rest and not line.odd, Doubt.AROUND if rest else Doubt.NOTHING


def _several(line: Line, question: Question) -> Found | None:
    """Parse the answer to a question for several choices."""
    words = [word for word in line.words if word not in vocabulary.COURTESY]
    small = NOTHING | IDLE | exclusions.own_verbs(question)
    if question.least == 0 and not NOTHING.isdisjoint(words) and all(word in small for word in words):
        return "", True, Doubt.NOTHING
    if question.least == 0 and is_none_of_them(words):
        return "", True, Doubt.NOTHING
    tokens: list[str] = []
    stopped = only = False
    for start, end in line.clauses():
        words_here = line.words[start:end]
        stopped = stopped or (only and any(mark in line.breaks[start] for mark in ".!;"))
        only = only or not _ONLY.isdisjoint(words_here)
        if tokens and words_here[0] in vocabulary.BECAUSE:
            break
        found, complete = _items(words_here, question)
        if not complete and not found and _is_remark(words_here, question, behind=bool(tokens)):
            stopped = bool(tokens)
            continue
        if stopped and found:
            return _guess(tokens, question, line.words)
        tokens += found
        if not complete:
            return _guess(tokens, question, line.words)
    if not tokens:
        return None
    if any(word in vocabulary.NEGATIONS or word in vocabulary.DOUBTS for word in line.words) and not stopped:
        return _guess(tokens, question, line.words)
    if question.shape is Shape.ORDER and any(map(is_ordinal, line.words)) and any(line.words.count(word) for word in question.holders):
        return _guess(tokens, question, line.words)  # "the Radiant last" is a place, not a choice
    answer = _canonical(tokens, question)
    return (
        ("", False, Doubt.UNKNOWN)
        if answer is None
        else (answer, not line.odd or all(word.isdigit() for word in line.words if word not in IDLE), Doubt.NOTHING)
    )


def _compares(words: Sequence[str], question: Question) -> bool:
    """Return whether a clause says what a choice is: "my Lion is a Capricorn"."""
    being = next((at for at, word in enumerate(words) if word in _BEING), 0)
    return _names(words[:being], question) and _names(words[being + 1 :], question)


def _speaks_of(words: Sequence[str], tokens: Collection[str], question: Question) -> bool:
    """Return whether a sentence only speaks of what has been chosen: "The Star, then the Lion. I hate to see the Star go"."""
    named = {question.tokens[place] for word in words if word not in vocabulary.WEAK for place in question.holders.get(word, ())}
    return (
        bool(named) and named <= set(tokens) and _is_remark([word for word in words if word not in question.holders], question, behind=True)
    )


def _is_remark(words: Sequence[str], question: Question, *, behind: bool) -> bool:
    """Return whether a clause is a remark that leaves the list as it is. Before a list it may also not tell of the past or later."""
    against = vocabulary.DOUBTS | vocabulary.HESITATIONS | (frozenset() if behind else say.PAST | say.LATER | vocabulary.NEGATIONS)
    named = _names(words, question) or any(word.isdigit() for word in words)
    return not named and not corrects(tuple(words), question) and against.isdisjoint(words)


def _without_exclusions(line: Line, question: Question) -> Found | None:
    """Parse a line that leaves choices out, or speaks of all or the others: "not the Musician, the other three", "show both"."""
    found = chosen_and_left(line, question)
    if not found.left and not found.whole:
        return None
    left: list[str] = []
    for words in found.left:
        named, complete = _items(tuple(word for word in words if not _is_silent(word, question)), question)
        negated = not vocabulary.NEGATIONS.isdisjoint(words) and not (exclusions.KEPT | exclusions.GIVEN).isdisjoint(words)
        if _names(words, question) and (negated or not complete):
            return _guess(_but(named, question), question, words)
        left += named
    if question.least == 0 and not left and not found.chosen.words and all(map(_keeps_all, found.left)):
        return "", True, Doubt.NOTHING  # "I keep both"
    if found.whole:
        tokens = _whole(found.chosen, left, question)
        answer = _canonical(tokens, question) if tokens is not None else None
        if answer is not None:
            return answer, True, Doubt.NOTHING
        return _guess(_but(left, question), question, line.words) if left else None
    if not left:
        return _listed(found.chosen, question) if found.chosen.words else None
    rest = _listed(found.chosen, question) if found.chosen.words else None
    if rest is None or not rest[0] or not set(left).isdisjoint(rest[0].split()):
        return _guess(_but(left, question), question, line.words)
    return rest


def _is_silent(word: str, question: Question) -> bool:
    """Return whether a word of a part that leaves choices out is only one that does so, or a small word."""
    small = word in vocabulary.WEAK and word not in question.holders
    return small or word in exclusions.EXCEPT | exclusions.BUT | exclusions.OTHERS | _VERBS


def _names(words: Sequence[str], question: Question) -> bool:
    """Return whether a word belongs to the name of a choice."""
    return any(word in question.holders and word not in vocabulary.WEAK and word not in IDLE for word in words)


def _but(left: Collection[str], question: Question) -> list[str]:
    return [token for token in question.tokens if token not in left]


def _whole(line: Line, left: Collection[str], question: Question) -> list[str] | None:
    """Return all choices but those that are left out; None if a clause has unknown words, or names others than these."""
    every, named = _but(left, question), list[str]()
    for start, end in line.clauses():
        words = line.words[start:end]
        if not (exclusions.ALL | exclusions.BOTH | exclusions.OTHERS).isdisjoint(words):
            counts = {number for word in words if word not in PRONOUNS and (number := number_of(word)) is not None}
            counts |= {2} if not exclusions.BOTH.isdisjoint(words) else set()
            if not _is_whole(words) or counts - {len(every)}:
                return None
            continue
        found, complete = _items(tuple(word for word in words if word not in _VERBS), question)
        if not complete and (found or not _is_remark(words, question, behind=start > 0)):
            return None
        named += found
    if question.shape is Shape.ORDER:
        return named if set(named) == set(every) else None
    return every if not named or set(named) == set(every) else None


def _keeps_all(words: Sequence[str]) -> bool:
    return not (exclusions.ALL | exclusions.BOTH).isdisjoint(words) and not say.KEEPS.isdisjoint(words) and _is_whole(words)


def _is_whole(words: Sequence[str]) -> bool:
    """Return whether a clause says nothing but that all or the others are chosen."""
    rest = [word for word in words if word not in _EACH and word not in vocabulary.COURTESY and number_of(word) is None]
    rest = [word for word in rest if word not in vocabulary.MUSING and word not in ARTICLES]
    chosen = not _CHOOSING.isdisjoint(rest) or ("have" in rest and not say.YOURS.isdisjoint(rest))
    return not rest or (chosen and all(word in IDLE or word in _VERBS or word in vocabulary.WEAK for word in rest))


def _row_by_name(line: Line, question: Question) -> Found | None:
    """Parse choices that are counted, then named: "the last two, so Forge and Strength"."""
    first, end = line.clauses()[0]
    row = _of_a_row(line.words[first:end], question) if end < len(line.words) else None
    found = _listed(line.part(end, len(line.words)), question) if row is not None else None
    return found if row is not None and found is not None and set(found[0].split()) == set(row.split()) else None


def _of_a_row(words: Sequence[str], question: Question) -> str | None:
    """Parse "the first three", "ich behalte die letzten beiden": this many from one end of the list."""
    silent = vocabulary.COURTESY | _IN_ORDER | (exclusions.own_verbs(question) - _FIRST_ONES - _LAST_ONES)
    said = [word for word in words if (word not in IDLE and word not in silent) or word in _PAIR or number_of(word) is not None]
    if len(said) != 2:
        return None
    end = next((word for word in said if word in _FIRST_ONES | _LAST_ONES), "")
    count = next((number for word in said if word != end and (number := number_of(word, least=1) or _PAIR.get(word)) is not None), 0)
    if not end or not 1 < count <= len(question.tokens):
        return None
    return _canonical(list(question.tokens[:count] if end in _FIRST_ONES else question.tokens[-count:]), question)


def _guess(tokens: list[str], question: Question, words: tuple[str, ...]) -> Found | None:
    """Return an uncertain answer of these tokens."""
    answer = _canonical(tokens, question)
    doubt = Doubt.NEGATED if any(word in vocabulary.NEGATIONS for word in words) else Doubt.AROUND
    return (answer, False, doubt) if answer else (("", False, Doubt.UNKNOWN) if tokens else None)


def _items(words: tuple[str, ...], question: Question) -> tuple[list[str], bool]:
    """Return the tokens that a clause lists, and whether it has no other words with a meaning."""
    found: list[str] = []
    own, place = exclusions.own_verbs(question), 0
    silent = BETWEEN | _ONLY | ARTICLES | IDLE | own
    while place < len(words):
        if words[place] == "one" and place and (is_ordinal(words[place - 1]) or words[place - 1] in _LAST_ONES):
            place += 1  # "the last one"
            continue
        taken = next(
            (length for length in range(min(LONGEST, len(words) - place), 0, -1) if _one(words[place : place + length], question)), 0
        )
        if taken:
            found.append(_one(words[place : place + taken], question))
            place += taken
        elif words[place] == "first" and (words[place + 1 :] == ("one",) or words[place + 1 : place + 2] in (("and",), ("then",))):
            found.append(question.tokens[0])
            place += 1
        elif words[place] in silent or (place and words[place] in _THEM and words[place - 1] in own):
            place += 1
        else:
            return found, False
    return found, True


def _one(words: tuple[str, ...], question: Question) -> str:
    """Return the token that these words name, "" if they name none. Idle words at their ends are not allowed."""
    if (
        words[0] in ARTICLES
        or words[-1] in BETWEEN | ARTICLES
        or words[0] in BETWEEN
        or (words[-1] in IDLE and len(words) > 1 and words[-1] not in question.holders)
    ):
        return ""
    if len(words) > 1 and words[0] in IDLE and words[0] not in question.holders:
        return ""
    if len(words) > 1 and any(number_of(word) is not None for word in words) and words not in question.full_names:
        return ""
    if not _JOINS.isdisjoint(words) and words not in question.full_names:
        return ""  # "lion and war": the second word may be a small word of another language
    hit = match(words, question)
    return question.tokens[hit.places[0]] if hit is not None and hit.complete else ""


def _canonical(tokens: list[str], question: Question) -> str | None:
    """Return the stored form of an answer; None unless it is a legal number of different choices."""
    if len(set(tokens)) < len(tokens) or not question.least <= len(tokens) <= question.most:
        return None
    if question.shape is Shape.SOME:
        tokens = sorted(tokens, key=question.tokens.index)
    return " ".join(tokens)
