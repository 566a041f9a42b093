"""Read the choice that replaces another one in the same line: "2, no wait, 3", "La 1, non pardon, la 2", "not the Sun but the Moon".

Both choices have to be literal, and the retraction has to be explicit: a human reader takes the last choice. Anything else that retracts
is asked back about.
"""

from collections.abc import Sequence

from games.services.replies.reading import vocabulary
from games.services.replies.reading.claims import Claim
from games.services.replies.reading.clauses import BUT, chosen_by
from games.services.replies.reading.numbers import number_of
from games.services.replies.reading.question import Question, without_articles
from games.services.replies.reading.statement import MOST_CLAUSES
from games.services.replies.reading.statement_words import LATER
from games.services.replies.reading.tokens import Line
from games.services.replies.reading.vocabulary import phrases_of, word_set as _set

_PHRASES = phrases_of(
    "no wait|wait no|oh wait|wait|hang on|no hang on|hold on|no sorry|sorry no|no i mean|no i meant|i mean|i meant|sorry i mean|",
    "sorry i meant|sorry typo i meant|typo i meant|scratch that|no scratch that|strike that|no strike that|scrap that|no scrap that|",
    "forget that|no forget that|make that|no make that|",
    "correction|no actually|actually no|oops no|oops|",
    "nein warte|warte nein|warte|halt nein|nein halt|nein doch|moment nein|nein moment|nein sorry|sorry nein|nein quatsch|",
    "quatsch nein|quatsch|korrektur|nein ich meine|nein ich meinte|ich meine|ich meinte|ach nein|ah nein|ne warte|nee warte|",
    "ne halt|ne doch|nee doch|",
    "non pardon|pardon non|non attends|attends non|non attendez|attendez non|attends|attendez|non plutot|ah non|euh non|oups non|",
    "oups|non je veux dire|je veux dire|je voulais dire|non je voulais dire|non en fait|en fait non|correction non|",
    "no|nein|non|nope|nee|ne",
)
"""Phrases that retract what stands before them."""
_RETRACTIONS = sorted((tuple(phrase.split()) for phrase in _PHRASES), key=len, reverse=True)
_FILLERS = vocabulary.MUSING - _set("yes yeah yep oui ouais ja jawohl sure ok okay oh") | _set("oh sorry pardon actually definitely")
_BESIDE = _set(
    "please bitte svp stp thanks danke merci final answer definitely sure certain yes ja oui instead stattdessen doch lieber plutot it is"
)
_OPEN = vocabulary.DOUBTS | vocabulary.HESITATIONS | vocabulary.NEGATIONS | vocabulary.OTHER


def after_retraction(line: Line, question: Question) -> Claim | None:
    """Return the choice behind an explicit retraction of another one; None if there is none, or if anything stays open."""
    clauses = line.clauses()
    if line.asks or line.odd or len(clauses) > MOST_CLAUSES:
        return None
    for start, end in clauses[1:]:
        said = _retracting(line.words[start:end])
        if said and _names(line.part(0, start), question):
            rest = line.part(start + said, len(line.words))
            while rest.words and (again := _retracting(rest.words)):
                rest = rest.part(again, len(rest.words))  # "oops, I meant"
            return _final(rest, question)
    return _instead(line, question)


def _retracting(words: Sequence[str]) -> int:
    """Return how many words at the beginning of a clause retract: all of "no wait", three of "hm, no wait the Moon"; 0 for none."""
    lead = next((at for at, word in enumerate(words) if word not in _FILLERS), len(words))
    for phrase in _RETRACTIONS:
        for at in (0, lead):
            if tuple(words[at : at + len(phrase)]) == phrase:
                return at + len(phrase)
    return 0


def _names(before: Line, question: Question) -> bool:
    claim = chosen_by(before, question)
    return claim is not None and bool(claim.answers)


def _final(rest: Line, question: Question) -> Claim | None:
    """Return the only choice of the words behind a retraction, if each of their clauses is that choice or small words."""
    while rest.words and (rest.words[0] in _FILLERS or rest.words[0] in vocabulary.COURTESY):
        rest = rest.part(1, len(rest.words))
    found: list[str] = []
    for start, end in rest.clauses():
        part = rest.part(start, end)
        if all(word in _BESIDE or word in _FILLERS or word in vocabulary.COURTESY for word in part.words):
            continue
        claim = chosen_by(part, question)
        if claim is None and _is_aside(part.words, question):
            continue
        if claim is None or not claim.certain or "?" in part.end or not _OPEN.isdisjoint(part.words):
            return None
        found.append(claim.answers[0])
    return Claim((found[0],), certain=True, instead=True) if len(set(found)) == 1 else None


def _is_aside(words: Sequence[str], question: Question) -> bool:
    """Return whether a clause beside the choice says nothing of it: "No wait, I'm tired, the Moon. Been a long day"."""
    return (_OPEN | LATER).isdisjoint(words) and question.telling.isdisjoint(words)


def _instead(line: Line, question: Question) -> Claim | None:
    """Return the choice of "not the Sun but the Moon": both are printed names, and nothing else is said."""
    at = next((at for at, word in enumerate(line.words) if word in BUT), 0)
    if not at or line.words[0] not in vocabulary.NEGATIONS:
        return None
    turned = without_articles(line.words[1:at])
    named = turned in question.full_names or (len(turned) == 1 and number_of(turned[0]) is not None)
    return _final(line.part(at + 1, len(line.words)), question) if named else None
