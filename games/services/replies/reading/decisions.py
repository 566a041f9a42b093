"""Which of several sentences decides: "The Orb would win the trick, and I don't want it. Eyes 2."

Other sentences may speak of other choices, as long as they make none, ask nothing about them and take nothing back.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.services.replies.reading import statement_words as say
from games.services.replies.reading import vocabulary
from games.services.replies.reading.claims import Claim
from games.services.replies.reading.clauses import chosen_by
from games.services.replies.reading.corrections import begins_anew, corrects
from games.services.replies.reading.numbers import number_of
from games.services.replies.reading.other_choices import beside_turned
from games.services.replies.reading.question import Question
from games.services.replies.reading.spelling import inflected
from games.services.replies.reading.statement import asks_which, stated
from games.services.replies.reading.tokens import Line
from games.services.replies.reading.vocabulary import IDLE

MOST_SENTENCES = 8
_ENDS = ".!?;"
_RATHER = frozenset(
    "better rather instead besser stattdessen mieux plutot alternatively alternativ sinon otherwise too also auch aussi".split()  # noqa: SIM905
)
"""A sentence with these may name a second choice."""
_UNSURE = say.ALTERNATIVES | vocabulary.HESITATIONS


def decided(line: Line, question: Question) -> Claim | None:
    """The choice of the one sentence that makes one, where the others are about other choices; None where that is not so."""
    sentences = _sentences(line)
    if not 1 < len(sentences) <= MOST_SENTENCES or line.odd or _takes_back(line):
        return None
    found: dict[int, int] = {}
    others: list[tuple[int, Line]] = []
    for at, sentence in enumerate(sentences):
        if all(word in IDLE for word in sentence.words):
            continue
        place = None if sentence.asks else _choice_of(sentence, question)
        if place is not None:
            found.setdefault(place, at)
        else:
            others.append((at, sentence))
    if len(found) != 1 or not any(_names_any(sentence.words, question) for _at, sentence in others):
        return None
    (place, chosen), *_rest = found.items()
    if question.choices[place].person and (not _is_given(sentences[chosen].words) or any(at > chosen for at, _sentence in others)):
        return None
    fits = all(_is_aside(sentence, question, place, after=at > chosen) for at, sentence in others)
    return Claim((question.tokens[place],), certain=True, plain=True) if fits else None


def _sentences(line: Line) -> list[Line]:
    ends = [at for at in range(1, len(line.words)) if any(mark in line.breaks[at] for mark in _ENDS)]
    starts = [0, *ends]
    return [line.part(start, end) for start, end in zip(starts, [*ends, len(line.words)], strict=True) if start < end]


def _takes_back(line: Line) -> bool:
    text = f" {' '.join(line.words)} "
    return any(f" {phrase} " in text for phrase in (*say.TAKES_BACK, *vocabulary.TALK_PHRASES))


def _choice_of(sentence: Line, question: Question) -> int | None:
    claim = beside_turned(chosen_by(sentence, question), sentence, question)
    if claim is not None and claim.certain and not claim.late:
        return question.tokens.index(claim.answers[0])
    return None if vocabulary.tells(sentence.words) else stated(sentence, question)


def _is_given(words: Sequence[str]) -> bool:
    """A person is chosen, not only spoken to."""
    return any(word in say.TOWARDS or word in say.ACTIONS or word in say.GETS for word in words)


def _is_aside(sentence: Line, question: Question, place: int, *, after: bool) -> bool:
    """The sentence leaves the choice as it is."""
    words = sentence.words
    if any(word in _UNSURE for word in words) or (after and (begins_anew(words) or corrects(words, question))):
        return False
    if not _names_any(words, question):
        return not (sentence.asks and asks_which(words)) and not any(number_of(word) is not None for word in words if word.isdigit())
    if sentence.asks or (after and any(word in _RATHER for word in words)):
        return False
    if any(word.isdigit() and number_of(word) is not None and word not in question.holders for word in words):
        return False
    said = [word for word in words if word not in IDLE and word not in question.holders and not inflected(word, question)]
    tells = [word for word in words if word in say.COPULAS or word in vocabulary.NEGATIONS or word in say.PAST or word in say.KEEPS]
    return bool(said or tells)


def _names_any(words: Sequence[str], question: Question) -> bool:
    return any(
        (word in question.holders and number_of(word) is None) or bool(inflected(word, question))
        for word in words
        if word not in vocabulary.WEAK
    )
