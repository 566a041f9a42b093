"""Parse answers to questions for several choices or for a number: "1 and 3", "the Sun, then the Moon", "none"."""

from games.rules.contract import Shape
from games.services.replies.reading import vocabulary
from games.services.replies.reading.matching import match
from games.services.replies.reading.numbers import PRONOUNS, is_ordinal, number_of
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.question import Question
from games.services.replies.reading.refusals import NOTHING, is_none_of_them
from games.services.replies.reading.sequences import loosely
from games.services.replies.reading.statement_clauses import is_to_keep
from games.services.replies.reading.statement_words import KEEPS
from games.services.replies.reading.tokens import Line
from games.services.replies.reading.vocabulary import ARTICLES, IDLE

BETWEEN = frozenset(
    {"and", "und", "et", "then", "dann", "puis", "plus", "also", "ensuite", "first", "erst", "zuerst", "abord", "d", "sowie"}
)
_ALL = frozenset("all everything everyone alle alles tout tous toutes".split())  # noqa: SIM905
_BUT = frozenset("but except ausser bis sauf".split())  # noqa: SIM905
_OTHERS = frozenset("other others rest remaining anderen andere restlichen ubrigen autres reste".split())  # noqa: SIM905
_FIRST_ONES = frozenset("first ersten erste premier premiere premiers premieres top oberen".split())  # noqa: SIM905
_LAST_ONES = frozenset("last letzten letzte derniers dernieres bottom unteren".split())  # noqa: SIM905
_ONLY = frozenset("only just nur bloss lediglich seulement juste uniquement".split())  # noqa: SIM905
_BOTH = frozenset("both beide beiden deux".split())  # noqa: SIM905
_EACH = _ALL | _BOTH | frozenset("of them these those davon die les je tu alles".split())  # noqa: SIM905
_SHOWING = frozenset("show offer reveal cards zeige zeigen anbieten biete karten montre montrer offre propose proposer cartes".split())  # noqa: SIM905
_PAIR = {"beiden": 2, "couple": 2}
LONGEST = 8

Found = tuple[str, bool, Doubt]
"""The canonical answer, whether it is certain, and the doubt if it is not."""


def read(line: Line, question: Question) -> Found | None:
    """Return the answer of a line; None if it has none."""
    if question.shape is Shape.NUMBER:
        return _number(line, question)
    if (row := _of_a_row([word for word in line.words if word not in vocabulary.COURTESY], question)) is not None:
        return row, question.shape is Shape.SOME and not line.asks, Doubt.AROUND  # the order is not said
    found = _several(line, question)
    if (found is None or not found[1]) and (tokens := loosely(line, question)) is not None:
        answer = _canonical(tokens, question)
        return (answer, True, Doubt.NOTHING) if answer is not None else found
    return found


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
    if question.least == 0 and any(word in NOTHING for word in words) and all(word in NOTHING or word in IDLE for word in words):
        return "", True, Doubt.NOTHING
    if question.least == 0 and is_none_of_them(words):
        return "", True, Doubt.NOTHING
    if question.shape is Shape.SOME and (every := _all_of(words, question)) is not None:
        return every, True, Doubt.NOTHING
    if (left := _all_but(words, question)) is not None:
        return left, True, Doubt.NOTHING
    if (left := _the_others(line, question)) is not None:
        return left, True, Doubt.NOTHING
    tokens: list[str] = []
    stopped = False
    for start, end in line.clauses():
        if tokens and line.words[start] in vocabulary.BECAUSE:
            break
        found, complete = _items(line.words[start:end], question)
        if not complete and tokens and not found:
            stopped = True
            break
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


def _all_of(words: list[str], question: Question) -> str | None:
    """Parse "both", "alle beide", "all of them", "show both cards"."""
    said = [word for word in words if word not in IDLE or word in _EACH]
    if not said or not any(word in _ALL | _BOTH for word in said) or not all(word in _EACH | _SHOWING for word in said):
        return None
    if any(word in _BOTH for word in said) and len(question.tokens) != 2:
        return None
    return _canonical(list(question.tokens), question)


def _all_but(words: list[str], question: Question) -> str | None:
    """Parse "all but the Devil", "alles außer 2"; None if the number of the others is not legal, or an order is asked for."""
    at = next((at for at, word in enumerate(words) if word in _BUT and at and words[at - 1] in _ALL), 0)
    if not at or question.shape is not Shape.SOME or any(word not in IDLE | _ALL for word in words[:at]):
        return None
    found, complete = _items(tuple(words[at + 1 :]), question)
    return _canonical([token for token in question.tokens if token not in found], question) if complete and found else None


def _the_others(line: Line, question: Question) -> str | None:
    """Parse "not the Musician, the other three": one clause excludes choices, another takes the others."""
    clauses = [line.words[start:end] for start, end in line.clauses()]
    taken = [words for words in clauses if not _OTHERS.isdisjoint(words)]
    turned = [words for words in clauses if not vocabulary.NEGATIONS.isdisjoint(words)]
    if question.shape is not Shape.SOME or len(clauses) != 2 or len(taken) != 1 or len(turned) != 1 or taken == turned:
        return None
    counts = [number for word in taken[0] if (number := number_of(word, least=1)) is not None]
    if any(word not in IDLE | _OTHERS and number_of(word) is None for word in taken[0]):
        return None
    out, complete = _items(tuple(word for word in turned[0] if word not in vocabulary.NEGATIONS), question)
    left = [token for token in question.tokens if token not in out]
    return _canonical(left, question) if complete and out and counts in ([], [len(left)]) else None


def _of_a_row(words: list[str], question: Question) -> str | None:
    """Parse "the first three", "ich behalte die letzten beiden": this many from one end of the list."""
    kept = KEEPS if is_to_keep(question) else frozenset[str]()
    said = [word for word in words if (word not in IDLE and word not in kept) or word in _PAIR or number_of(word) is not None]
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
    place = 0
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
        elif words[place] in BETWEEN or words[place] in _ONLY or words[place] in ARTICLES or words[place] in IDLE:
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
    hit = match(words, question)
    return question.tokens[hit.places[0]] if hit is not None and hit.complete else ""


def _canonical(tokens: list[str], question: Question) -> str | None:
    """Return the stored form of an answer; None unless it is a legal number of different choices."""
    if len(set(tokens)) < len(tokens) or not question.least <= len(tokens) <= question.most:
        return None
    if question.shape is Shape.SOME:
        tokens = sorted(tokens, key=question.tokens.index)
    return " ".join(tokens)
