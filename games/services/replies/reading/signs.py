"""Convert a line into signs: its words and marks, with placeholders for choices, numbers, persons and cards."""

from functools import lru_cache

from games.services.replies.reading import statement_words as say, vocabulary
from games.services.replies.reading.inline_sign_off import without_inline_sign_off
from games.services.replies.reading.lines import is_sign_off
from games.services.replies.reading.numbers import PRONOUNS, number_of
from games.services.replies.reading.printed_names import names_in
from games.services.replies.reading.question import Question
from games.services.replies.reading.requests import as_told
from games.services.replies.reading.spelling import inflected, nearly
from games.services.replies.reading.tokens import Line, line_of
from games.services.replies.reading.vocabulary import IDLE, word_set

NAME, NUMBER, PERSON, CARD = "<name>", "<number>", "<person>", "<card>"
"""Placeholders for a choice, a number, a person at the table and another card of the game. Their names say nothing about the intent."""
_KINDS: tuple[tuple[str, frozenset[str]], ...] = (
    ("negation", vocabulary.NEGATIONS),
    ("doubt", vocabulary.DOUBTS),
    ("self", say.SELF),
    ("past", say.PAST),
    ("you", say.YOURS),
    ("others", say.OTHERS),
    ("feeling", say.FEELS),
    ("life", say.LIFE),
    ("action", say.ACTIONS),
    ("choosing", vocabulary.VERBS),
    ("being", say.COPULAS),
    ("modal", say.MODALS),
    ("courtesy", vocabulary.COURTESY),
    ("musing", vocabulary.MUSING),
    ("greeting", vocabulary.GREETINGS),
    ("article", vocabulary.ARTICLES),
    ("later", say.LATER),
    ("idle", IDLE),
)
NAMED = frozenset({NAME, NUMBER, PERSON})
_PLAIN = frozenset({"courtesy", "article"})
"""Kinds of words beside which a name or a number is the whole answer."""
_AND = word_set("and und et")


@lru_cache(maxsize=64)
def signs_of(text: str, question: Question) -> tuple[str, ...]:
    """Return the words and marks of a line, with names and numbers as placeholders. Cached: rules and features use the same lines."""
    line, found = without_farewell(line_of(as_told(text)), question), list[str]()
    names = [span for span in names_in(line.words, question) if all(word in IDLE for word in line.words[slice(*span)])]  # "to the right"
    inside = {at for start, end in names for at in range(start, end)}
    for at, (word, mark) in enumerate(zip(line.words, line.breaks, strict=True)):
        if mark:
            found.append(mark[0])
        sign = NAME if at in inside else sign_of(word, question)
        if not (found and found[-1] == NAME and sign in (NAME, NUMBER)):
            found.append(sign)
    return (*found, line.end[0]) if line.end else tuple(found)


def without_farewell(line: Line, question: Question) -> Line:
    """Return the line without a sign-off at its end, such as "see you tomorrow"."""
    line = without_inline_sign_off(line, question)
    clauses = line.clauses()
    start = clauses[-1][0] if len(clauses) > 1 else 0
    words = [word for word in line.words[start:] if word not in _AND]
    return line.part(0, start) if start and is_sign_off(" ".join(words)) else line


def sign_of(word: str, question: Question) -> str:
    """Return the placeholder of a word, or the word itself."""
    if word in question.people:
        return PERSON
    if number_of(word) is not None:
        return word if word in PRONOUNS and not word.isdigit() else NUMBER
    if word in vocabulary.WEAK or word in IDLE:
        return word
    if word in question.telling or inflected(word, question) or (len(word) > 4 and nearly(word, question)[0]):
        return NAME
    return CARD if word in question.named else word


def kind_of(sign: str) -> str:
    """Return the kind of a sign: that of its word list, "unknown" for an unlisted word, a mark or placeholder unchanged."""
    if not sign[0].isalpha():
        return sign
    return next((name for name, members in _KINDS if sign in members), "unknown")


def is_plain(sign: str) -> bool:
    """Return whether a sign is a name, a number, a mark, or a word beside which these are the whole answer."""
    return sign in (NAME, NUMBER, PERSON) or kind_of(sign) in _PLAIN or not (sign[0].isalnum() or sign == CARD)
