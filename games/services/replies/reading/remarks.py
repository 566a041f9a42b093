"""Judge a clause that chooses by the clauses around it: they may be harmless, raise a doubt, or name another choice."""

from games.services.replies.reading import phrases, vocabulary
from games.services.replies.reading.claims import Claim, claim_by
from games.services.replies.reading.corrections import corrected_claim, corrects
from games.services.replies.reading.hits import Hit
from games.services.replies.reading.lines import is_greeting
from games.services.replies.reading.matching import match
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.question import Question
from games.services.replies.reading.statement import answers_later, asks_which, without_sign_offs
from games.services.replies.reading.statement_words import TAKES_BACK
from games.services.replies.reading.tokens import Line

_PLEASE = frozenset({"please", "pls", "plz", "bitte", "stp", "svp"})


def is_manner(word: str) -> bool:
    """Return whether the word is a courtesy or belongs to choosing."""
    return (
        word in vocabulary.HEAD
        or word in vocabulary.TAIL
        or word in vocabulary.COURTESY
        or word in vocabulary.MUSING
        or word in vocabulary.GREETINGS
    )


def doubt_of(words: list[str]) -> Doubt:
    """Return the doubt that the words around a name raise."""
    return Doubt.NEGATED if any(word in vocabulary.NEGATIONS for word in words) else Doubt.AROUND


def with_rest(
    line: Line, hit: Hit, question: Question, before: list[tuple[int, int]], after: list[tuple[int, int]], *, verb: bool, late: bool
) -> Claim:
    """Return the claim of a clause that chooses, judged by the clauses `before` and `after` it.

    `verb`: the clause says that it is chosen. `late`: the line begins like a correction.
    """

    def doubtful(why: Doubt) -> Claim:
        return claim_by(hit, question, certain=False, doubt=why, late=late)

    behind = next((mark for mark in line.breaks[hit.end :] if mark), line.end)
    if "?" in behind:
        return doubtful(Doubt.AROUND)
    if not hit.number and not verb and (before or after) and any(question.choices[place].person for place in hit.places):
        return doubtful(Doubt.AROUND)
    own = line.words[line.clauses()[len(before)][0] if len(before) < len(line.clauses()) else 0 : hit.start]
    chooses = any(word in vocabulary.VERBS and word not in vocabulary.NAMES_OF_CHOICES for word in own)
    asked_for = any(word in _PLEASE for word in line.words[hit.start : hit.end + 1])
    verb = verb or (asked_for and not any(question.choices[place].person for place in hit.places))
    for start, end in before:
        words = line.words[start:end]
        if all(is_manner(word) for word in words) and not any(word in vocabulary.CORRECTIONS for word in words):
            continue
        if corrects(words, question):
            return doubtful(Doubt.CORRECTED)
        ended = line.breaks[end] if end < len(line.words) else ""
        if asked_for and hit.number and not any(word in vocabulary.NEGATIONS or word in vocabulary.DOUBTS for word in words):
            continue
        if is_greeting(" ".join(words)) or chooses or (any(mark in ended for mark in ".!") and not (hit.number and line.odd)):
            continue
        return doubtful(Doubt.AROUND)
    listed = hit.number and hit.start == 0 and bool(after) and any(mark in line.breaks[after[0][0]] for mark in ".):")
    return _with_comment(line, hit, question, after, verb=verb, late=late, listed=listed)


def _with_comment(line: Line, hit: Hit, question: Question, after: list[tuple[int, int]], *, verb: bool, late: bool, listed: bool) -> Claim:
    """Judge the clauses after the choice: courtesies are harmless; corrections, hesitations and other choices raise a doubt."""
    spoken = False
    said = without_sign_offs(line)
    if (
        answers_later(line)
        or any(f" {phrase} " in said for phrase in TAKES_BACK)
        or (after and "?" in line.end + "".join(line.breaks) and asks_which(line.words))
    ):
        return claim_by(hit, question, certain=False, doubt=Doubt.AROUND, late=late)
    for start, end in after:
        words = line.words[start:end]
        text = " ".join(words)
        if all(is_manner(word) for word in words) and words[0] not in vocabulary.CORRECTIONS:
            continue
        if corrects(words, question) or any(f" {phrase} " in f" {text} " for phrase in phrases.CORRECTION_PHRASES):
            return corrected_claim(line, hit, start, question, late=late)
        if (others := _others(words, hit, question)) is not None:
            return others
        spoken = True
    if spoken and not hit.number and not verb and not _is_comment(line, after):
        return claim_by(hit, question, certain=False, doubt=Doubt.AROUND, late=late)
    if spoken and hit.number and line.odd and not verb:
        return claim_by(hit, question, certain=False, doubt=Doubt.AROUND, late=late)
    return claim_by(hit, question, certain=True, doubt=Doubt.NOTHING, alone=not spoken, listed=listed and spoken, late=late)


def _others(words: tuple[str, ...], hit: Hit, question: Question) -> Claim | None:
    """Return a doubtful claim if another clause names another choice, else None."""
    if words[0] in vocabulary.BECAUSE:
        return None
    joined = words[0] in ("and", "und", "et", "or", "oder", "ou", "plus") and len(words) > 1
    other = match(words[1:], question) if joined else match(words, question)
    if other is None or not set(other.places) - set(hit.places):
        return None
    if not (other.complete or other.number or other.whole or (joined and len(words) <= 4)):
        return None
    return claim_by(
        Hit((*hit.places, *(place for place in other.places if place not in hit.places)), False),
        question,
        certain=False,
        doubt=Doubt.SEVERAL,
    )


def _is_comment(line: Line, after: list[tuple[int, int]]) -> bool:
    """Return whether the words after a name are about playing it, not about the card."""
    return " ".join(line.words[after[0][0] : after[0][1]]).startswith(phrases.COMMENTS)
